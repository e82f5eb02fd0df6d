#!/bin/sh
# Counts the instructions of the workloads in budgets.txt under callgrind, and compares them with what each may take:
#
#   sh tests/benchmarks/budgets.sh [--write] [BUILD]
#
# BUILD is a build with the target nsds-bench, build/dev if not given. Above 102 % of a budget the exit status is 1 if the
# compiler, the kind of build and the libraries are those that the budgets were written with; with others there is a warning.
# --write renews the budgets. They are those of the first build that tests/run.sh makes: preset dev, compiled by folders.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
file=$root/tests/benchmarks/budgets.txt
write=no
if [ "${1:-}" = --write ]; then
  write=yes
  shift
fi
build=${1:-$root/build/dev}
bench=$build/bin/nsds-bench

fail() {
  echo "budgets: $1" >&2
  exit 2
}

command -v valgrind >/dev/null || fail "valgrind is not installed (sh cmake/setup.sh --optional)"
[ -x "$bench" ] || fail "there is no $bench (cmake --preset dev -DNSDS_BUILD_BENCHMARKS=ON && cmake --build --preset dev --target nsds-bench)"

# One thread, and the kernels of BLAS that the processor has which valgrind presents where there is AVX2.
export OPENBLAS_NUM_THREADS=1 OPENBLAS_CORETYPE=Haswell

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What instructions depend on beside the sources, one line each.
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
{
  echo "compiler: $("$compiler" --version | head -n 1)"
  unity=$(sed -n 's/^NSDS_UNITY:BOOL=//p' "$build/CMakeCache.txt")
  flags=$(sed -n 's/^CMAKE_CXX_FLAGS:[A-Z]*=//p' "$build/CMakeCache.txt")
  type=$(sed -n 's/^CMAKE_BUILD_TYPE:[A-Z]*=//p' "$build/CMakeCache.txt")
  echo "build: $type, unity $unity${flags:+, $flags}"
  used='/lib(openblas|lapacke?|klu|amd|btf|colamd|fmt|stdc\+\+)\.'
  libraries=$(ldd "$bench" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | grep -E "$used" | while read -r library; do
    basename "$(readlink -f "$library")"
  done | sort | tr '\n' ' ')
  echo "libraries: ${libraries% }"
  echo "headers: Eigen $(pkg-config --modversion eigen3 2>/dev/null || echo unknown)"
  echo "counted by: $(valgrind --version), $(ldd --version | head -n 1)$(grep -qs avx2 /proc/cpuinfo && echo ", AVX2")"
} >"$work/tools"

# instructions COMMAND...: of one run of nsds-bench.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$@" >"$work/out" 2>"$work/log" || {
    cat "$work/out" "$work/log" >&2
    fail "nsds-bench $* failed"
  }
  sed -n 's/^==[0-9]*== Collected : \([0-9]*\)$/\1/p' "$work/log"
}

# Two counts of steps or repetitions: their difference is free of start and set-up.
measure() {
  grep -v '^#' "$file" | grep '|' | while IFS='|' read -r name budget option from to command; do
    # Words of the command are words of the shell.
    few=$(instructions $command --"$(echo $option)" $from </dev/null)
    many=$(instructions $command --"$(echo $option)" $to </dev/null)
    echo "$name|$budget|$option|$from|$to|$command|$(((many - few) / (to - from)))"
  done
}
measure >"$work/measured"

if [ $write = yes ]; then
  {
    sed -n '/^#/p' "$file"
    cat "$work/tools"
    awk -F '|' -v OFS='|' '{ $2 = sprintf(" %12d ", $7); print $1, $2, $3, $4, $5, $6 }' "$work/measured"
  } >"$work/file"
  mv "$work/file" "$file"
fi

cat "$work/tools"
awk -F '|' '
  BEGIN { printf "%-18s %12s %12s %8s\n", "workload", "instructions", "budget", "ratio" }
  { ratio = 100 * $7 / $2
    mark = ""
    if (ratio > 102) { over = 1; mark = " <" }
    printf "%-18s %12d %12d %6.1f %%%s\n", $1, $7, $2, ratio, mark }
  END { exit over }' "$work/measured" && exit 0
[ $write = no ] || exit 0

if grep ':' "$file" | grep -v '^#' | grep -v '|' | cmp -s - "$work/tools"; then
  echo "budgets: a workload takes more than 102 % of its budget; where that is worth it, renew the budgets with --write" >&2
  exit 1
fi
echo "budgets: more than 102 % of a budget, but with another compiler or other libraries than it was written with:" >&2
grep '^[a-z ]*:' "$file" >&2
