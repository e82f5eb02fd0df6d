#!/bin/sh
# Counts the instructions of the workloads in budgets.txt under callgrind, and compares them with what each may take:
#
#   sh tests/benchmarks/budgets.sh [--write] [BUILD]
#
# BUILD is a build with the target nsds-count, build/release if not given, as the budgets are those of what users run. Above 102 % of
# a budget the exit status is 1 if the compiler, the kind of build and the libraries are those that the budgets were written with; with
# others there is a warning. --write renews the budgets, none of them above its ceiling. No change may raise a ceiling: they are held
# against those of the commit that introduced them, of spheres and cubes 5 % above, since each contact is held against its own terms.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
file=$root/tests/benchmarks/budgets.txt
write=no
if [ "${1:-}" = --write ]; then
  write=yes
  shift
fi
build=${1:-$root/build/release}
bench=$build/bin/nsds-count

fail() {
  echo "budgets: $1" >&2
  exit 2
}

command -v valgrind >/dev/null || fail "valgrind is not installed (sh cmake/setup.sh --optional)"
[ -x "$bench" ] || fail "there is no $bench (cmake --preset release -DNSDS_BUILD_BENCHMARKS=ON && cmake --build --preset release --target nsds-count)"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Ceilings then and now. Without history, as in an archive of the sources, there is nothing to compare with.
first=
for commit in $(git -C "$root" rev-list --reverse HEAD -- tests/benchmarks/budgets.txt 2>/dev/null); do
  if git -C "$root" show "$commit:tests/benchmarks/budgets.txt" | grep -q '| ceiling |'; then
    first=$commit
    break
  fi
done
if [ -n "$first" ]; then
  git -C "$root" show "$first:tests/benchmarks/budgets.txt" >"$work/first"
  awk -F '|' '/^#/ || NF < 7 { next }
    NR == FNR { ceiling[$1] = $1 ~ /^10 (spheres|cubes) / ? 1.05 * $3 : $3; next }
    { seen[$1]; if ($1 in ceiling && $3 > ceiling[$1] + 0) { print "budgets: the ceiling of " $1 "was raised to" $3; raised = 1 } }
    END { for (name in ceiling) if (!(name in seen)) { print "budgets: " name " has lost its ceiling"; raised = 1 }
      exit raised }' "$work/first" "$file" >&2 || exit 1
fi

# One thread, and the kernels of BLAS that the processor has which valgrind presents where there is AVX2.
export OPENBLAS_NUM_THREADS=1 OPENBLAS_CORETYPE=Haswell

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

# instructions COMMAND...: of one run of nsds-count.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$@" >"$work/out" 2>"$work/log" || {
    cat "$work/out" "$work/log" >&2
    fail "nsds-count $* failed"
  }
  sed -n 's/^==[0-9]*== Collected : \([0-9]*\)$/\1/p' "$work/log"
}

# Two counts of steps or repetitions: their difference is free of start and set-up.
measure() {
  grep -v '^#' "$file" | grep '|' | while IFS='|' read -r name budget ceiling option from to command; do
    # Words of the command are words of the shell.
    few=$(instructions $command --"$(echo $option)" $from </dev/null)
    many=$(instructions $command --"$(echo $option)" $to </dev/null)
    echo "$name|$budget|$ceiling|$option|$from|$to|$command|$(((many - few) / (to - from)))"
  done
}
measure >"$work/measured"

if [ $write = yes ]; then
  {
    sed -n '/^#/p' "$file"
    cat "$work/tools"
    awk -F '|' -v OFS='|' '{ $2 = sprintf(" %12d ", $8 < $3 ? $8 : $3); print $1, $2, $3, $4, $5, $6, $7 }' "$work/measured"
  } >"$work/file"
  mv "$work/file" "$file"
fi

cat "$work/tools"
awk -F '|' '
  BEGIN { printf "%-18s %12s %12s %8s %12s\n", "workload", "instructions", "budget", "ratio", "ceiling" }
  { ratio = 100 * $8 / $2
    mark = ""
    if (ratio > 102) { over = 1; mark = " <" }
    printf "%-18s %12d %12d %6.1f %% %12d%s\n", $1, $8, $2, ratio, $3, mark }
  END { exit over }' "$work/measured" && exit 0
[ $write = no ] || exit 0

if grep ':' "$file" | grep -v '^#' | grep -v '|' | cmp -s - "$work/tools"; then
  echo "budgets: a workload takes more than 102 % of its budget; where that is worth it, renew the budgets with --write" >&2
  exit 1
fi
echo "budgets: more than 102 % of a budget, but with another compiler or other libraries than it was written with:" >&2
grep '^[a-z ]*:' "$file" >&2
