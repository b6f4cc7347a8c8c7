#!/usr/bin/env python3
"""Compares what a package that depends on this one gets with what the shipped binaries do.

    benches/profiles.py [--rounds 5] [--contenders napkin,linkify-urls,memmem]

It builds the benchmark `find` twice, in cargo's default release profile and in the profile `release-lto`, and runs the
two in turns. Each contender's best round counts.
"""

import argparse
import json
import os
import subprocess

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PROFILES = ["release", "release-lto"]


def build(profile):
    """The path of the benchmark, built in this profile."""
    command = ["cargo", "bench", "--package", "napkin-benches", "--bench", "find", "--profile", profile, "--no-run"]
    command += ["--message-format", "json"]
    messages = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    for message in map(json.loads, messages.splitlines()):
        if message["reason"] == "compiler-artifact" and message["target"]["name"] == "find" and message["executable"]:
            return message["executable"]
    raise FileNotFoundError(f"cargo names no benchmark for {profile}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--contenders", default="napkin,linkify-urls,memmem")
    arguments = parser.parse_args()
    contenders = arguments.contenders.split(",")
    benchmarks = {profile: build(profile) for profile in PROFILES}
    best = {}
    for _ in range(arguments.rounds):
        for profile, benchmark in benchmarks.items():
            run = subprocess.run([benchmark, "--bench", "--speeds"], check=True, stdout=subprocess.PIPE, text=True)
            for line in run.stdout.splitlines():
                text, contender, speed = line.split("\t")
                key = text, contender, profile
                best[key] = max(best.get(key, 0.0), float(speed))
    print("| text | contender | release, GB/s | release-lto, GB/s | release / release-lto |")
    print("| --- | --- | --- | --- | --- |")
    for text in dict.fromkeys(text for text, _, _ in best):
        for contender in contenders:
            default, optimised = (best[text, contender, profile] for profile in PROFILES)
            print(f"| {text} | {contender} | {default:.2f} | {optimised:.2f} | {default / optimised:.2f} |")
    others = contenders[1:]
    print(f"\n| text | {' | '.join(f'{contenders[0]} / {other}, release' for other in others)} |")
    print(f"| --- |{' --- |' * len(others)}")
    for text in dict.fromkeys(text for text, _, _ in best):
        ours = best[text, contenders[0], "release"]
        print(f"| {text} | {' | '.join(f'{ours / best[text, other, PROFILES[0]]:.2f}' for other in others)} |")


if __name__ == "__main__":
    main()
