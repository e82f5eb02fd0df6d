#!/bin/sh
# From a fresh machine to a tested build.
#
#   sh tests/run.sh [ARGUMENTS OF CTEST...]          the default set: every room and every error path, for example -L solvers
#   sh tests/run.sh --all [ARGUMENTS OF CTEST...]    the slow tests too, and the many repetitions of those that draw their cases
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/dev
preset=dev
if [ "${1:-}" = --all ]; then
  shift
  preset=all
  export NSDS_THOROUGH=1
fi

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
log=$build/tests.log
ctest --preset $preset --output-log "$log" "$@" || status=$?

# What to look at where the tests take long.
echo "tests: the ten slowest, in seconds:"
sed -n 's/^ *[0-9]*\/[0-9]* Test *#[0-9]*: \([^ ]*\) .*[^0-9.]\([0-9.]*\) sec.*/\2 \1/p' "$log" | sort -gr | head -n 10 | sed 's/^/  /'

# Data tests are built in any case; here they are counted where they were not registered.
count=0
while read -r executable suites; do
  tests=$("$executable" --gtest_list_tests --gtest_filter="$suites" | grep -c '^  ') || true
  count=$((count + tests))
done <"$build/unregistered-tests.txt"
if [ "$count" -gt 0 ]; then
  echo "tests: $count data tests were not registered: NSDS_TEST_DATA is not set"
fi
exit "$status"
