#!/bin/sh
# The launcher of compilers and linkers: LOG COMMAND ARGUMENTS... runs the command and adds a line to the log, the seconds of
# processor time that it took (user and system) and the file that it made. tests/build_budget.sh reads the log.
log=$1
shift
output=
previous=
for argument in "$@"; do
  if [ "$previous" = -o ]; then output=$argument; fi
  previous=$argument
done
"$@"
status=$?
# The second line of `times` is that of the command; a subshell would tell its own.
lines=$(mktemp)
times >"$lines"
{ read -r own; read -r user system; } <"$lines"
rm -f "$lines"
echo "$user $system $output" >>"$log"
exit $status
