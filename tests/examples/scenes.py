#!/usr/bin/env python3
"""Runs a scene and the driver of the same name, and compares their recordings bit for bit.

usage: scenes.py NSDS SCENE.json STEPS [--rate FPS]

Every number of every frame is compared: coordinates, velocities, gaps, multipliers, energies, counts of the solver. Names
are not: a driver need not name its bodies. STEPS 0 runs to the end. Exit status 0 if all are the same.
"""
import os
import subprocess
import sys
import tempfile


def run(arguments, folder):
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)} fails: {done.stderr}{done.stdout}")


def recording(nsds, what, options, name, folder):
    """The header and the rows of what is recorded, as text with the digits that tell doubles apart."""
    run([nsds, "run", what, *options, "--output", f"{name}.table.csv", "--record", f"{name}.h5"], folder)
    run([nsds, "convert", f"{name}.h5", "-o", f"{name}.csv"], folder)
    with open(os.path.join(folder, f"{name}.csv"), encoding="utf-8") as file:
        header, *rows = file.read().splitlines()
    return header.split(","), rows


def main():
    nsds, scene, steps, *options = sys.argv[1:]
    scene = os.path.abspath(scene)
    example = os.path.splitext(os.path.basename(scene))[0]
    if steps != "0":
        options += ["--steps", steps]
    with tempfile.TemporaryDirectory() as folder:
        names, expected = recording(nsds, example, options, "driver", folder)
        others, found = recording(nsds, scene, options, "scene", folder)
    if len(names) != len(others) or len(expected) != len(found):
        sys.exit(f"{example}: {len(found)} rows of {len(others)} columns, expected {len(expected)} of {len(names)}")
    for k, (a, b) in enumerate(zip(expected, found)):
        if a != b:
            parts = zip(names, a.split(","), b.split(","))
            first = next(f"{name}: {x} and {y}" for name, x, y in parts if x != y)
            sys.exit(f"{example}: row {k + 1} differs in {first}")
    print(f"{example}: {len(found)} rows of {len(names)} columns, the same bits")


if __name__ == "__main__":
    main()
