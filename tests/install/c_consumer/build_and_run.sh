#!/bin/sh
# build_and_run.sh <library folder of the prefix> <build folder> [pkg-config options...]
# Builds solve.c with what pkg-config says and runs it. CC as usual.
set -eu
source=$(cd "$(dirname "$0")" && pwd)/solve.c
libraries=$1
build=$2
shift 2

# Only the prefix is searched: the module may need no other.
export PKG_CONFIG_LIBDIR="$libraries/pkgconfig"
mkdir -p "$build"
$CC -std=c99 -pedantic-errors -Wall -Wextra -Werror "$source" -o "$build/solve" \
  $(pkg-config "$@" --cflags --libs nsds-numerics)
"$build/solve"
