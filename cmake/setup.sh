#!/bin/sh
# Installs what building and running NSDS needs on Debian and Ubuntu, and nothing if all is there; with --tests also what
# its tests need, with --optional besides what switches of the build ask for, what measures, and what makes and tests packages.
set -eu

# The one list of packages: tools, libraries, gnuplot for `nsds plot`, three.js for `nsds view`.
packages="
  g++ cmake ninja-build pkg-config
  libeigen3-dev libsuitesparse-dev liblapacke-dev libopenblas-dev libfmt-dev
  libhdf5-dev zlib1g-dev nlohmann-json3-dev libcli11-dev rapidjson-dev libboost-dev
  gnuplot-nox libjs-three"
for argument in "$@"; do
  case $argument in
    --tests) packages="$packages ccache libgtest-dev mold" ;;
    --optional) packages="$packages libsundials-dev libbullet-dev valgrind chromium chromium-driver python3-vtk9 dpkg-dev file debootstrap lintian mandoc zsh" ;;
    *) echo "setup: unknown argument $argument; there are --tests and --optional" >&2; exit 2 ;;
  esac
done

fail() {
  echo "setup: $1" >&2
  echo "setup: where apt-get does not help, install the equivalents (Fedora: dnf, Arch: pacman, macOS: brew) of" >&2
  echo "setup:   a C++20 compiler, CMake >= 3.25, Ninja, pkg-config, Eigen >= 3.4, SuiteSparse, LAPACKE," >&2
  echo "setup:   fmt, HDF5, zlib, nlohmann-json, CLI11, RapidJSON, Boost >= 1.74, GoogleTest, gnuplot" >&2
  echo "setup: and build with: cmake --workflow --preset dev" >&2
  exit 1
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1 ||
  fail "this system has no apt-get to check and install packages with"

missing=""
for package in $packages; do
  is_installed "$package" || missing="$missing $package"
done
if [ -z "$missing" ]; then
  echo "setup: all packages are installed"
  exit 0
fi

if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
  fail "installing needs root or sudo, and there is neither; missing:$missing"
fi

echo "setup: installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The package lists may be absent or stale; apt-get speaks only when it fails.
if ! { as_root apt-get update &&
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
  tail -n 5 "$log" >&2
  fail "apt-get failed; missing:$missing"
fi
