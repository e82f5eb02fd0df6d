#!/bin/sh
# From a fresh machine to a tested build. Arguments go to ctest, for example: sh tests/run.sh -L solvers
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/dev

sh "$root/cmake/setup.sh" --tests

cd "$root"
echo "tests: configuring $build"
# What is optional is tested where it is installed.
sundials=OFF
if grep -qs "define SUNDIALS_VERSION_MAJOR 6" /usr/include/sundials/sundials_config.h /usr/local/include/sundials/sundials_config.h; then
  sundials=ON
else
  echo "tests: CVODE is left out: SUNDIALS 6 is not installed (sh cmake/setup.sh --optional)"
fi
bullet=OFF
if [ -e /usr/include/bullet/btBulletCollisionCommon.h ] && ls /usr/lib/*/libBulletCollision-float64.so >/dev/null 2>&1; then
  bullet=ON
else
  echo "tests: hulls and meshes are left out: Bullet in double precision is not installed (sh cmake/setup.sh --optional)"
fi
# The first build is a whole one, of which compiling by folders saves a third.
unity=
test -e "$build/CMakeCache.txt" || unity=-DNSDS_UNITY=ON
cmake --preset dev -DNSDS_SUNDIALS=$sundials -DNSDS_BULLET=$bullet $unity >/dev/null
echo "tests: building"
cmake --build --preset dev
echo "tests: running"
status=0
ctest --preset dev "$@" || status=$?

# Data tests are built in any case; here they are counted where they were not registered.
count=0
while read -r executable; do
  tests=$("$executable" --gtest_list_tests | grep -c '^  ') || true
  count=$((count + tests))
done <"$build/unregistered-tests.txt"
if [ "$count" -gt 0 ]; then
  echo "tests: $count data tests were not registered: NSDS_TEST_DATA is not set"
fi
exit "$status"
