#!/usr/bin/env python3
"""Compares what a package that depends on this one gets with what the shipped binaries do.

    benches/profiles.py [--rounds 5] [--contenders napkin,linkify-urls,memmem]

It builds the benchmark `find` twice, in cargo's default release profile and in the profile `release-lto`, and runs the
two in turns. Each contender's best round counts.
"""

import argparse

import programs
from tables import markdown

PROFILES = ["release", "release-lto"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--contenders", default="napkin,linkify-urls,memmem")
    arguments = parser.parse_args()
    contenders = arguments.contenders.split(",")
    benchmarks = {profile: programs.benchmark("find", profile) for profile in PROFILES}
    best = {}
    for _ in range(arguments.rounds):
        for profile, benchmark in benchmarks.items():
            for line in programs.printed(benchmark, "--bench", "--speeds").splitlines():
                text, contender, speed = line.split("\t")
                key = text, contender, profile
                best[key] = max(best.get(key, 0.0), float(speed))
    rows, ratios = {}, {}
    for text in dict.fromkeys(text for text, _, _ in best):
        for contender in contenders:
            default, optimised = (best[text, contender, profile] for profile in PROFILES)
            rows[f"{text}, {contender}"] = {f"{PROFILES[0]}, GB/s": default, f"{PROFILES[1]}, GB/s": optimised,
                                            " / ".join(PROFILES): default / optimised}
        ours = best[text, contenders[0], PROFILES[0]]
        ratios[text] = {f"{contenders[0]} / {other}, {PROFILES[0]}": ours / best[text, other, PROFILES[0]]
                        for other in contenders[1:]}
    print(markdown("contender", rows))
    print()
    print(markdown("text", ratios))


if __name__ == "__main__":
    main()
