#!/bin/sh
# run.sh <build tree> <folder of the README's snippets> <work folder>
# Pastes the lines of the README into one shell, in a home of its own: what is installed is used from a prefix that the system
# does not know, by CMake and by pkg-config, from C++ and from C.
set -eu
build=$1
snippets=$2
work=$3

rm -rf "$work"
mkdir -p "$work/home" "$work/source/build" "$work/with_cmake" "$work/without"
ln -s "$build" "$work/source/build/release"
export HOME="$work/home"
unset CMAKE_PREFIX_PATH PKG_CONFIG_PATH PKG_CONFIG_LIBDIR LD_LIBRARY_PATH

cd "$work/source"
. "$snippets/install.sh"
nsds solvers >/dev/null

cd "$work/with_cmake"
cp "$snippets/driver.cpp" .
cp "$snippets/driver.cmake" CMakeLists.txt
. "$snippets/with_cmake.sh"

cd "$work/without"
cp "$snippets/driver.cpp" "$snippets/solve.c" .
. "$snippets/with_pkg_config.sh"
. "$snippets/solve.sh"
