#!/bin/sh
# Checks the folders of the sources: no folder includes another that includes it back, directly or through others, and none
# holds more than 30 files. A folder and those inside it are one room and may include each other.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
status=0

# Lines "FOLDER INCLUDED-FOLDER" of one library: its private sources in $1, and in $2, which may be empty, the public headers
# that mirror them and are included by the prefix $3.
includes() {
  for tree in "$1" $2; do
    (cd "$root/$tree" && grep -r --include='*.hpp' --include='*.cpp' '^#include "[^"]*/' .)
  done | sed -n 's|^\./\(.*\)/[^/:]*:#include "\(.*\)/[^/"]*".*|\1 \2|p' |
    sed "s| $3| |" | awk '$2 !~ /^(nsds|\.\.)/ && index($1 "/", $2 "/") != 1 && index($2 "/", $1 "/") != 1' | sort -u
}

check() {
  if ! loops=$(includes "$1" "$2" "$3" | tsort 2>&1 >/dev/null); then
    echo "folders: $1 has folders that include each other:" >&2
    echo "$loops" | sed -n 's/^tsort: \([^:]*\)$/  \1/p' | grep -v '^  -$' >&2
    status=1
  fi
  for folder in $(cd "$root" && find $1 $2 -type d); do
    files=$(find "$root/$folder" -maxdepth 1 -type f | wc -l)
    if [ "$files" -gt 30 ]; then
      echo "folders: $folder holds $files files; 30 can be looked over" >&2
      status=1
    fi
  done
}

check numerics/src "" nsds/numerics/
check numerics/general/src "" nsds/numerics/
check kernel/src kernel/include/nsds/kernel nsds/kernel/
check kernel/events/src "" nsds/kernel/
check kernel/theory/src kernel/theory/include/nsds/theory nsds/theory/
check io/src "" nsds/io/
check io/formats/src "" nsds/io/
check io/problems/src "" nsds/io/
exit $status
