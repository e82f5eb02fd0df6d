#!/bin/sh
# What builds just made cost, against their budgets: sh tests/build_budget.sh [--write] [BUILD...]
#
# Costs are told in R, the processor time (user and system) that tests/reference_unit.cpp takes to compile, least of three. BUILD,
# build/dev unless another is named, is a build from nothing; its costs are in step_costs.txt, which cmake/step_cost.sh writes.
# R is measured after the build, and a machine that is shared is slower in some minutes than in others. So the dearest units, and
# all above 2 R (precompiled headers above 3 R), are compiled again alone: one that is above its limit three times fails, and by the
# factor between both costs of these units the whole is taken to what it would cost when R is measured. The whole warns at 110 %
# and fails at 125 % of its line in build_budget.txt; --write sets that line, and is for changes that say why.
# Units that came out of ccache cost nothing, so that with any of them nothing is checked.
set -eu
export CCACHE_DISABLE=1
root=$(cd "$(dirname "$0")/.." && pwd)
budgets=$root/tests/build_budget.txt
write=
if [ "${1:-}" = --write ]; then
  write=yes
  shift
fi
[ $# -gt 0 ] || set -- "$root/build/dev"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0

# Seconds of a line of step_costs.txt: 1m2.5s 0m0.25s OUTPUT.
seconds='function seconds(word, parts) { split(word, parts, /[ms]/); return 60 * parts[1] + parts[2] }'

measure_reference() {
  for _ in 1 2 3; do
    # shellcheck disable=SC2046 # words
    sh "$root/cmake/step_cost.sh" "$folder/reference" c++ -std=c++20 -O2 $(pkg-config --cflags eigen3) \
      -c "$root/tests/reference_unit.cpp" -o "$folder/reference.o"
  done
  R=$(awk "$seconds"'{ cost = seconds($1) + seconds($2); if (!least || cost < least) least = cost } END { print least }' "$folder/reference")
}

# The last cost of each step of the build, in R, the dearest first, into the file `steps`.
list_steps() {
  awk -v R="$R" "$seconds"'NF == 3 && $3 !~ /CMakeScratch|cmTC_/ { cost[$3] = seconds($1) + seconds($2) }
    END { for (output in cost) printf "%.3f %s\n", cost[output] / R, output }' "$1/step_costs.txt" | sort -gr >"$folder/steps"
}

# Compiles the dearest units again: each is held against its limit, and `factor` becomes what they cost now over what they cost.
check_units() {
  awk 'NR <= 6 || $1 > ($2 ~ /\.gch$/ ? 3 : 2) { print $1, $2 }' "$folder/steps" >"$folder/dear"
  : >"$folder/both"
  while read -r cost output; do
    limit=2
    case $output in *.gch) limit=3 ;; esac
    command=$(ninja -C "$1" -t commands "$output" 2>/dev/null | tail -n 1)
    rm -f "$folder/again"
    for _ in 1 2 3; do
      (cd "$1" && sh "$root/cmake/step_cost.sh" "$folder/again" sh -c "$command" >/dev/null)
      alone=$(awk -v R="$R" "$seconds"'{ cost = seconds($1) + seconds($2); if (!least || cost < least) least = cost }
        END { printf "%.2f", least / R }' "$folder/again")
      if awk "BEGIN { exit !($alone <= $limit) }"; then break; fi
    done
    echo "$cost $alone" >>"$folder/both"
    echo "build budget: $output cost $cost R, and $alone R alone; a unit may cost $limit R"
    if awk "BEGIN { exit !($alone > $limit) }"; then status=1; fi
  done <"$folder/dear"
  factor=$(awk '{ cost += $1; alone += $2 } END { print cost ? alone / cost : 1 }' "$folder/both")
}

check_whole() {
  name=$(basename "$1")
  measured=$(awk '{ sum += $1 } END { printf "%.1f", sum }' "$folder/steps")
  whole=$(awk "BEGIN { printf \"%.1f\", $factor * $measured }")
  echo "build budget: $name cost $measured R in $(wc -l <"$folder/steps") steps, $whole R as fast as the machine is now, when R is $R s" \
    "of processor time; the dearest:"
  head -n 10 "$folder/steps" | sed 's/^/  /'
  if [ -n "$write" ]; then
    { grep -v "^$name " "$budgets" || true; echo "$name $whole"; } >"$folder/budgets"
    cp "$folder/budgets" "$budgets"
  fi
  budget=$(awk -v name="$name" '$1 == name { print $2 }' "$budgets")
  if [ -z "$budget" ]; then
    echo "build budget: $budgets has no line for $name" >&2
    status=1
    return
  fi
  share=$(awk "BEGIN { printf \"%.0f\", 100 * $whole / $budget }")
  if [ "$share" -gt 125 ]; then
    echo "build budget: $name costs $share % of its budget of $budget R" >&2
    status=1
  elif [ "$share" -gt 110 ]; then
    echo "build budget: warning: $name costs $share % of its budget of $budget R"
  fi
}

R=
for build in "$@"; do
  if [ ! -s "$build/step_costs.txt" ]; then
    echo "build budget: $build/step_costs.txt does not exist: build $build from nothing, with Ninja" >&2
    status=1
  elif grep -qs '_cache_hit$' "$build/ccache_stats.txt"; then
    echo "build budget: steps of $build came out of ccache: nothing is checked (CCACHE_DISABLE=1 builds without)"
  else
    [ -n "$R" ] || measure_reference
    list_steps "$build"
    check_units "$build"
    check_whole "$build"
  fi
done
exit $status
