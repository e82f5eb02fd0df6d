#!/bin/sh
# alike.sh <command of the build tree> <installed command> <problem files> <work folder>
# Says and does the one what the other does: the same words, the same exit status, and examples with the same bits.
set -eu
problems=$3
work=$4
rm -rf "$work"
mkdir -p "$work/built" "$work/installed"
ln -s "$1" "$work/built/nsds"
ln -s "$2" "$work/installed/nsds"
export SOURCE_DATE_EPOCH=0

# answers <built or installed>: what a user sees, found by PATH and through a link; times of solvers are left out.
answers() (
  cd "$work/$1"
  PATH=$work/$1:$PATH
  set +e
  while read -r line; do
    echo "nsds $line"
    # shellcheck disable=SC2086 # words
    nsds $line 2>&1
    echo "status $?"
  done <<END | sed 's/"seconds":[^,}]*//'
--version
--help
manual
solvers --json
solve $problems/lcp.dat --json
solve $problems/absent.dat
solve $problems/lcp.dat --solver absent
run --list --json
run ball --parameters
run ball --set h=2e-3
run ball --set h=-1
run
plot absent.csv
complete run
complete run ball --set h
END
)

answers built >"$work/built.log"
answers installed >"$work/installed.log"
diff "$work/built.log" "$work/installed.log"
cmp "$work/built/ball.csv" "$work/installed/ball.csv"
test "$(grep -c '^status 0$' "$work/built.log")" -eq 10
