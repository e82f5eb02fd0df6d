#!/bin/sh
# Checks the layout of all C and C++ sources against .clang-format; --fix rewrites them.
set -eu
cd "$(dirname "$0")/.."
mode="--dry-run --Werror"
[ "${1:-}" = --fix ] && mode=-i
git ls-files -z '*.h' '*.hpp' '*.c' '*.cpp' | xargs -0 -r clang-format $mode
