#!/bin/sh
# The compiler launcher: LOG CCACHE COMPILER ARGUMENTS... through ccache, which writes to the log what it found, and is told what it
# asks of those who use precompiled headers. While one is made anew the old one must not be there: GCC would read it in place of the headers,
# and ccache take the result for that of the old ones.
log=$1
shift
previous=
for argument in "$@"; do
  case $previous:$argument in
    -o:*.gch) rm -f "$argument" ;;
  esac
  previous=$argument
done
CCACHE_STATSLOG=$log CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime exec "$@"
