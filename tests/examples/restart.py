#!/usr/bin/env python3
"""Ends examples at random steps, continues them, and compares with runs that did not end: same files, same words.

usage: restart.py NSDS EXAMPLE SEED TRIALS [--set NAME=VALUE]...

Exit status 0 if all are the same. The words of an example are compared but for the name of its file, and for counts of
what the process itself has done (evaluations of forces), which a run that continues does not repeat.
"""
import os
import random
import re
import subprocess
import sys
import tempfile


def run(arguments, folder):
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def words(text):
    """What was said, without the counts of forces and steps of smooth integrators."""
    text = re.sub(r"\d+ evaluations of forces", "", text)
    return [re.sub(r"(\s+\d+){1,2}$", "", line) for line in text.splitlines()]


def main():
    nsds, example, seed, trials, *settings = sys.argv[1:]
    draw = random.Random(f"{example} {seed}")
    with tempfile.TemporaryDirectory() as folder:
        command = [nsds, "run", example, *settings, "--output", "run.csv"]
        status, said, errors = run(command, folder)
        if status != 0:
            sys.exit(f"{example} fails without an end: {errors}")
        whole = os.path.join(folder, "whole.csv")
        os.rename(os.path.join(folder, "run.csv"), whole)
        with open(whole, "rb") as file:
            expected = file.read()
        rows = expected.count(b"\n") - 1
        for _ in range(int(trials)):
            steps = draw.randint(1, max(1, rows - 2))
            status, _, errors = run([*command, "--checkpoint", "end.nsdsc", "--steps", str(steps)], folder)
            if status != 0:
                sys.exit(f"{example} fails where it ends after {steps} steps: {errors}")
            status, continued, errors = run([*command, "--resume", "end.nsdsc"], folder)
            if status != 0:
                sys.exit(f"{example} does not continue after {steps} steps: {errors}")
            with open(os.path.join(folder, "run.csv"), "rb") as file:
                if file.read() != expected:
                    sys.exit(f"{example} writes another file after {steps} steps")
            if words(continued) != words(said):
                sys.exit(f"{example} says something else after {steps} steps:\n{continued}\n{said}")
        print(f"{example}: {trials} ends, the same")


if __name__ == "__main__":
    main()
