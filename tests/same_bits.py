#!/usr/bin/env python3
"""Prints what a build computes, a line a result, so that two builds can be compared bit by bit with diff.

    python3 tests/same_bits.py BUILD [--jobs N] > before.txt

BUILD is a build folder with the command and the examples. A line is a name and
the hash of what was computed: the files that an example writes and what it prints; for a problem file of NSDS_TEST_DATA
the status, iterations and solution of every solver that takes it. Times are left out. The kernels of the BLAS and the number of
threads are fixed, because both decide how sums are rounded.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import tempfile

ENVIRONMENT = dict(os.environ, OPENBLAS_NUM_THREADS="1", OPENBLAS_CORETYPE="Haswell")
SOLVE_SECONDS = "5"  # a solve that ends by the clock is listed without its bits
CLASSES = ("LCP", "MLCP", "Relay", "FC2D", "FC3D", "GFC2D", "GFC3D", "GMP")


def digest(*parts):
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def run(command, folder):
    # A picture or a path in what is printed would differ between folders.
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, re.sub(rb"/\S*/", b"", done.stdout)


def example(program):
    with tempfile.TemporaryDirectory() as folder:
        code, text = run([program], folder)
        files = [path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir())]
        text = re.sub(rb"[0-9.e+-]+ (s|ms|us|seconds)\b", b"", text)
        return [f"example {program.name}: exit {code}, {digest(text, *files)}"]


def solves(command, path, root):
    name = path.relative_to(root)
    code, text = run([command, "solve", path, "--solver", "all", "--time-limit", SOLVE_SECONDS, "--json"], "/")
    lines = []
    for line in text.decode().splitlines():
        try:
            result = json.loads(line)
        except ValueError:
            continue
        for row in result if isinstance(result, list) else [result]:
            what = f"solve {name} {row.get('solver')}: {row.get('status')}"
            if row.get("status") != "time_limit":
                what += f", {row.get('iterations')}, {digest(json.dumps(row.get('solution')).encode())}"
            lines.append(what)
    return lines or [f"solve {name}: exit {code}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    work = [(example, (program,)) for program in sorted((build / "examples").iterdir())
            if program.is_file() and os.access(program, os.X_OK)]
    data = os.environ.get("NSDS_TEST_DATA")
    if data:
        root = pathlib.Path(data) / "data" / "numerics"
        work += [(solves, (build / "bin" / "nsds", path, root)) for folder in CLASSES
                 for path in sorted((root / folder).glob("*")) if path.is_file()]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for lines in pool.map(lambda item: item[0](*item[1]), work):
            print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
