#!/usr/bin/env python3
"""Compares the command with what others read mail with: how many times as fast it is, and how much memory each takes.

    benches/peers.py [--mailbox letters|corpus] [--mib 2048] [--peer-mib 32]

It builds the command and a mailbox, which the benchmark `mail` knows how to make, in a temporary folder that is
removed again. The others get a smaller mailbox, since they would take an hour. What is compared is the processor time
for each byte, that of the system included. A peer that is not installed is left out.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import programs
from tables import markdown

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


def run(command):
    """What a command prints, its processor time in seconds, and its peak memory in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # Mail that is damaged is no failure: the command reports it and exits with 2.
    if process.returncode not in (0, 2) or not printed:
        raise ChildProcessError(f"failed with status {process.returncode}")
    return int(printed), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(napkin, mailbox, mebibytes, of_peers):
    """How many times as fast as each peer the command is, and the memory of each."""
    with tempfile.TemporaryDirectory() as folder:
        large, small = os.path.join(folder, "large.mbox"), os.path.join(folder, "small.mbox")
        expected = programs.write("mail", mailbox, large, mebibytes)
        found, seconds, memory = run([napkin, "--count", large])
        if found != expected:
            raise SystemExit(f"napkin finds {found} URLs in {mailbox}, and there are {expected}")
        rate = os.path.getsize(large) / seconds
        programs.write("mail", mailbox, small, of_peers)
        rows = {"napkin": {"`napkin` is as fast, times": 1.0, "peak memory, MiB": memory}}
        for name, command in peers():
            try:
                _, seconds, memory = run([*command, small])
            except ChildProcessError as error:
                # Not every peer gets through every mailbox.
                print(f"{name} {error}", file=sys.stderr)
                continue
            times = rate / (os.path.getsize(small) / seconds)
            rows[name] = {"`napkin` is as fast, times": times, "peak memory, MiB": memory}
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mailbox", choices=["letters", "corpus"], default="letters")
    parser.add_argument("--mib", type=int, default=2048)
    parser.add_argument("--peer-mib", type=int, default=32)
    arguments = parser.parse_args()
    print(f"{arguments.mib} MiB of {arguments.mailbox}; the others: {arguments.peer_mib} MiB\n")
    print(markdown("reader", measure(programs.napkin(), arguments.mailbox, arguments.mib, arguments.peer_mib)))


if __name__ == "__main__":
    main()
