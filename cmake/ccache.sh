#!/bin/sh
# The compiler launcher: CCACHE COMPILER ARGUMENTS... through ccache, which is told what it asks of those who use
# precompiled headers. While one is made anew the old one must not be there: GCC would read it in place of the headers,
# and ccache take the result for that of the old ones.
previous=
for argument in "$@"; do
  case $previous:$argument in
    -o:*.gch) rm -f "$argument" ;;
  esac
  previous=$argument
done
CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime exec "$@"
