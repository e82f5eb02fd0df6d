#!/bin/sh
# samples.sh COMMAND FOLDER COUNT: solves each of the COUNT problem files in FOLDER, whose names are those of their classes.
set -eu
command=$1 folder=$2 count=$3
found=0
for file in "$folder"/*.dat; do
  class=$(basename "$file" .dat)
  "$command" solve "$file" | tee /dev/stderr | grep -q "($class, guessed from the file;" || {
    echo "$file is not solved as a problem of class $class" >&2
    exit 1
  }
  "$command" solve "$file" >/dev/null
  found=$((found + 1))
done
test "$found" -eq "$count" || {
  echo "$folder holds $found problem files, expected $count" >&2
  exit 1
}
