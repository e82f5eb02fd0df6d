#!/bin/sh
# refused.sh <prefix>
# Compiles headers in ways that would corrupt memory or that are not C++20. Each is refused by the one sentence expected, and
# nothing of ours follows it: beside that #error only the missing header that ends the compilation is an error. CXX as usual;
# where clang++ is installed it has to do the same. What the preprocessor decides is asked of it alone, for parsing Eigen and
# the standard library takes seconds each time.
set -eu
include=$1
eigen=$(pkg-config --cflags-only-I eigen3)
status=0

# refused <compiler> <sentence> <errors> FLAG...: an empty source.
refused() {
  compiler=$1
  sentence=$2
  count=$3
  shift 3
  if text=$(echo | $compiler -x c++ "-I$include" "$@" -o /dev/null - 2>&1); then
    echo "not refused: $compiler $*" >&2
    status=1
  elif [ "$(printf '%s\n' "$text" | grep -c 'error: ')" -ne "$count" ] ||
    [ "$(printf '%s\n' "$text" | grep 'error: ' | grep -c "$sentence")" -ne 1 ]; then
    printf 'refused otherwise: %s\n%s\n' "$compiler $*" "$text" >&2
    status=1
  fi
}

compilers=$CXX
if command -v clang++ >/dev/null 2>&1; then compilers="$compilers clang++"; fi
layout="Eigen would use another memory layout"
# shellcheck disable=SC2086 # words
for compiler in $compilers; do
  for flags in "-D__SANITIZE_ADDRESS__" "-DEIGEN_MAX_ALIGN_BYTES=32" "-DEIGEN_MAX_STATIC_ALIGN_BYTES=0" \
    "-DEIGEN_MALLOC_ALREADY_ALIGNED=0" "-DEIGEN_DONT_VECTORIZE" "-DEIGEN_DONT_ALIGN"; do
    # Eigen is included first, and without the definitions that the exported target and pkg-config bring. What makes Eigen
    # allocate otherwise under -fsanitize=address is this macro, which GCC defines and Clang does not.
    refused "$compiler" "$layout" 2 -E $eigen -std=c++20 $flags -include Eigen/Core -include nsds/kernel.hpp
  done
  if [ "$(uname -m)" = x86_64 ]; then
    refused "$compiler" "$layout" 2 -E $eigen -std=c++20 -mavx -include Eigen/Core -include nsds/kernel.hpp
    refused "$compiler" "$layout" 2 -E $eigen -std=c++20 -mavx -include Eigen/Core -include nsds/numerics/cpp/lcp.hpp
  fi
  refused "$compiler" "leave EIGEN_DEFAULT_TO_ROW_MAJOR undefined" 1 -fsyntax-only $eigen -std=c++20 -DEIGEN_DEFAULT_TO_ROW_MAJOR \
    -include nsds/common/eigen.hpp
  refused "$compiler" "leave it undefined" 1 -fsyntax-only $eigen -std=c++20 -DEIGEN_DEFAULT_DENSE_INDEX_TYPE=int \
    -include nsds/common/eigen.hpp
done

# Every public header by itself, in C++17. The C++ headers that ours include are empty here, so that nothing of ours may
# need them before the error either. One call compiles them all: each gives the sentence once, and one more error.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/empty" "$work/sources"
(cd "$include" && grep -rhoE '^#include <[^>]*>' nsds) | sed 's/.*<//; s/>//' | sort -u | grep -v -e '^nsds/' -e '\.h$' |
  while read -r header; do
    mkdir -p "$work/empty/$(dirname "$header")"
    touch "$work/empty/$header"
  done
headers=$(cd "$include" && find nsds -name '*.hpp')
for header in $headers; do
  echo "#include <$header>" >"$work/sources/$(echo "$header" | tr / _).cpp"
done
expected=$(echo "$headers" | wc -l)
for compiler in $compilers; do
  $compiler -fsyntax-only -std=c++17 -nostdinc++ "-I$work/empty" "-I$include" "$work"/sources/*.cpp 2>"$work/errors" || true
  if [ "$(grep -c 'error: .*NSDS is C++20: compile with -std=c++20' "$work/errors")" -ne "$expected" ] ||
    [ "$(grep -c 'error: ' "$work/errors")" -ne $((2 * expected)) ]; then
    echo "in C++17 $compiler refuses some of the $expected headers otherwise than by the sentence of nsds/common/cxx20.hpp:" >&2
    for source in "$work"/sources/*.cpp; do
      text=$($compiler -fsyntax-only -std=c++17 -nostdinc++ "-I$work/empty" "-I$include" "$source" 2>&1) || true
      if [ "$(printf '%s\n' "$text" | grep -c 'error: ')" -ne 2 ] || ! printf '%s\n' "$text" | grep -q 'NSDS is C++20'; then
        cat "$source" >&2
        printf '%s\n' "$text" | grep 'error: ' >&2 || echo "  no error" >&2
      fi
    done
    status=1
  fi
done
exit $status
