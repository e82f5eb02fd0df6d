#!/bin/sh
# Runs clang-tidy over all C++ sources, with the compile commands of the dev preset.
# Arguments are regular expressions that choose files: sh tests/tidy.sh numerics/src
set -eu
cd "$(dirname "$0")/.."
# The parsed headers of GCC are no use to clang: the tree of the preset keeps them, this one goes without.
cmake --preset dev -B build/tidy -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
[ $# -gt 0 ] || set -- numerics kernel io examples tests
# Sources made in the build tree (header checks, snippets) are not ours to lint.
for pattern; do
  shift
  set -- "$@" "^$PWD/(?!build)$pattern"
done
# The compile commands may be of GCC, whose options clang does not all know or use.
run-clang-tidy -quiet -j 2 -p build/tidy -extra-arg=-Wno-unknown-warning-option \
  -extra-arg=-Wno-unused-command-line-argument "$@"
