"""Commands that take turns, so that a machine's moods strike all of them alike."""

import collections
import os
import subprocess
import time

# Processor time, user and system; the time that passed; and the most memory that was resident, in MiB. Of memory no less is told than
# the program has that asks.
Used = collections.namedtuple("Used", ["processor", "passed", "memory"])


def once(command):
    """What one run of a command uses, whose output nobody reads."""
    began = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command} ended with {process.returncode}")
    return Used(used.ru_utime + used.ru_stime, time.monotonic() - began, used.ru_maxrss / 1024)


def least(commands, rounds):
    """The least time for each command, and the most memory."""
    best = [Used(float("inf"), float("inf"), 0.0)] * len(commands)
    for _ in range(rounds):
        for index, command in enumerate(commands):
            used, before = once(command), best[index]
            best[index] = Used(min(before.processor, used.processor), min(before.passed, used.passed),
                               max(before.memory, used.memory))
    return best
