#!/bin/sh
# build_and_run.sh <library folder of the prefix> <build folder> <source> <what the processor needs, or -> [FLAG...]
# Builds a driver with the flags, and runs it. Ends with 77 where this processor lacks what the
# flags ask for. CXX and PKG_CONFIG_OPTIONS as usual; MODULE is what pkg-config is asked for, nsds-kernel by itself.
set -eu
libraries=$1
build=$2
source=$3
needs=$4
shift 4
mkdir -p "$build"

if [ "$needs" != - ]; then
  echo "int main() { return __builtin_cpu_supports(\"$needs\") ? 0 : 1; }" >"$build/processor.cpp"
  if ! $CXX "$build/processor.cpp" -o "$build/processor" || ! "$build/processor"; then
    echo "skipped $*: this processor lacks $needs"
    exit 77
  fi
fi

# Where Eigen is included first the compile definitions are needed; else the headers define the same, also for a compile line
# that was written by hand.
export PKG_CONFIG_PATH="$libraries/pkgconfig"
module=${MODULE:-nsds-kernel}
definitions=$(pkg-config --cflags-only-other "$module")
case " $* " in
  *" -include Eigen"*) ;;
  *) definitions= ;;
esac

# shellcheck disable=SC2046,SC2086 # words
$CXX -std=c++20 $definitions "$@" "$source" -o "$build/driver" \
  $(pkg-config ${PKG_CONFIG_OPTIONS:-} --cflags-only-I --libs "$module")
"$build/driver"
