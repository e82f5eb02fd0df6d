#!/bin/sh
# Installs what building, testing and running NSDS needs on Debian and Ubuntu, and nothing if all is there.
set -eu

# The one list of packages: tools, libraries, and gnuplot for `nsds plot`.
packages="
  g++ cmake ninja-build ccache pkg-config
  libeigen3-dev libboost-dev libsuitesparse-dev liblapacke-dev libopenblas-dev libfmt-dev
  nlohmann-json3-dev libcli11-dev libgtest-dev
  gnuplot-nox"

fail() {
  echo "setup: $1" >&2
  echo "setup: needed are (Debian names):" $packages >&2
  echo "setup: with other distributions or without root, install their equivalents (Fedora: dnf, Arch: pacman," \
    "macOS: brew; a C++20 compiler, CMake >= 3.25, Ninja, Eigen >= 3.4, Boost, SuiteSparse, LAPACKE, fmt," \
    "nlohmann-json, CLI11, GoogleTest, gnuplot), then: cmake --workflow --preset dev" >&2
  exit 1
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1 ||
  fail "this system has no apt-get, so that nothing can be checked or installed"

missing=""
for package in $packages; do
  is_installed "$package" || missing="$missing $package"
done
if [ -z "$missing" ]; then
  echo "setup: all packages are installed"
  exit 0
fi

if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
  fail "packages are missing ($missing ) and installing them needs root or sudo"
fi

echo "setup: installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The package lists may be absent or stale; apt-get speaks only when it fails.
if ! { as_root apt-get update &&
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  fail "apt-get could not install$missing"
fi
