#!/bin/sh
# pages.sh <folder of the installed pages>
# Every file that a page links by a relative path is there. What has a blank is code.
set -eu
pages=$1
test -f "$pages/docs/guide.md"
missing=$(find "$pages" -name '*.md' | while read -r page; do
  grep -o '](\([^)#]*\)' "$page" | sed 's/^](//' | grep -v '^[a-z]*:' | grep -v -e '^$' -e ' ' | while read -r link; do
    [ -e "$(dirname "$page")/$link" ] || echo "$page links $link, which is not installed"
  done
done)
[ -z "$missing" ] || { echo "$missing" >&2; exit 1; }
