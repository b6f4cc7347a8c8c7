#!/usr/bin/env python3
"""Compares the command with what others read mail with: how many times as fast it is, and how much memory each takes.

    benches/mail/peers.py [--mailbox letters|corpus] [--mib 2048] [--peer-mib 32]

It builds the command and a mailbox, which the benchmark `mail` knows how to make, in a temporary folder that is
removed again. The others get a smaller mailbox, since they would take an hour. What is compared is the processor time
for each byte, that of the system included. A peer that is not installed is left out.
"""

import argparse
import os
import subprocess
import sys
import tempfile

# What each peer does with the mailbox that is its only argument. It prints how many URLs it found.
URL = r"""https?://[^\s<>"']+|ftp://[^\s<>"']+"""

PYTHON = rf'''
import mailbox, re, sys
url = re.compile(r"""{URL}""")
count = 0
for message in mailbox.mbox(sys.argv[1]):
    for part in message.walk():
        if part.get_content_type() == "text/plain":
            charset = part.get_content_charset() or "ascii"
            try:
                text = part.get_payload(decode=True).decode(charset, "replace")
            except LookupError:
                continue
            count += len(url.findall(text))
print(count)
'''

URLSCAN = '''
import email, email.policy, mailbox, sys
from urlscan import urlscan
read = lambda file: email.message_from_binary_file(file, policy=email.policy.default)
print(sum(len(list(urlscan.msgurls(message))) for message in mailbox.mbox(sys.argv[1], factory=read)))
'''

PERL = rf'''
use strict; use warnings; use Email::MIME;
my ($count, $message) = (0, "");
sub read_one {{
    Email::MIME->new($_[0])->walk_parts(sub {{
        my ($part) = @_;
        return if $part->subparts or ($part->content_type // "text/plain") !~ m{{^text/plain}}i;
        my $text = eval {{ $part->body_str }} // $part->body;
        $count++ while $text =~ m~{URL}~g;
    }});
}}
open my $file, "<:raw", $ARGV[0] or die $!;
while (<$file>) {{
    if (/^From /) {{ read_one($message) if length $message; $message = ""; next }}
    $message .= $_;
}}
read_one($message);
print "$count\n";
'''

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def peers():
    """The name and the command of each peer that is there."""
    every = [
        ("Python's mailbox and email", [sys.executable, "-c", PYTHON], [sys.executable, "-c", ""]),
        ("urlscan's reader", [sys.executable, "-c", URLSCAN], [sys.executable, "-c", "import urlscan.urlscan"]),
        ("Perl's Email::MIME", ["perl", "-e", PERL], ["perl", "-MEmail::MIME", "-e", "1"]),
    ]
    for name, command, test in every:
        try:
            there = subprocess.run(test, stderr=subprocess.DEVNULL).returncode == 0
        except FileNotFoundError:
            there = False
        if there:
            yield name, command
        else:
            print(f"{name}: not installed", file=sys.stderr)


def measure(command):
    """What a command prints, its processor time in seconds, and its peak memory in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # Mail that is damaged is no failure: the command reports it and exits with 2.
    if process.returncode not in (0, 2) or not printed:
        raise ChildProcessError(f"failed with status {process.returncode}")
    return int(printed), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def make(name, path, mib):
    """Writes a mailbox; how many URLs there are in it."""
    command = ["cargo", "bench", "--quiet", "-p", "napkin-benches", "--bench", "mail", "--", "--write", name, path, str(mib)]
    return int(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mailbox", choices=["letters", "corpus"], default="letters")
    parser.add_argument("--mib", type=int, default=2048)
    parser.add_argument("--peer-mib", type=int, default=32)
    arguments = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    napkin = os.path.join(ROOT, "target", "release", "napkin")
    with tempfile.TemporaryDirectory() as folder:
        large, small = os.path.join(folder, "large.mbox"), os.path.join(folder, "small.mbox")
        expected = make(arguments.mailbox, large, arguments.mib)
        found, seconds, memory = measure([napkin, "--count", large])
        assert found == expected, f"napkin found {found} URLs and not {expected}"
        rate = os.path.getsize(large) / seconds
        make(arguments.mailbox, small, arguments.peer_mib)
        print(f"{os.path.getsize(large) >> 20} MiB of {arguments.mailbox}; the others: {arguments.peer_mib} MiB\n")
        print("| reader | napkin is as fast, times | peak memory, MiB |\n| --- | --- | --- |")
        print(f"| napkin | 1 | {memory:.0f} |")
        for name, command in peers():
            try:
                _, seconds, memory = measure([*command, small])
            except ChildProcessError as error:
                # Not every peer gets through every mailbox.
                print(f"| {name} | {error} | |")
                continue
            print(f"| {name} | {rate / (os.path.getsize(small) / seconds):.0f} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main()
