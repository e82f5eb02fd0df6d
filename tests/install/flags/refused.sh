#!/bin/sh
# refused.sh <prefix>
# Compiles headers in ways that would corrupt memory or that are not C++20. Each is refused by the one sentence expected, and
# nothing of ours follows it: beside that #error only the missing header that ends the compilation is an error. CXX as usual;
# where clang++ is installed it has to do the same.
set -eu
include=$1
eigen=$(pkg-config --cflags-only-I eigen3)
status=0

# refused <compiler> <sentence> <errors> [FLAG...]: an empty source.
refused() {
  compiler=$1
  sentence=$2
  count=$3
  shift 3
  # shellcheck disable=SC2086 # words
  if text=$(echo | $compiler -x c++ -fsyntax-only "-I$include" $eigen "$@" - 2>&1); then
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
for compiler in $compilers; do
  for flags in "-D__SANITIZE_ADDRESS__" "-DEIGEN_MAX_ALIGN_BYTES=32" "-DEIGEN_MAX_STATIC_ALIGN_BYTES=0" \
    "-DEIGEN_MALLOC_ALREADY_ALIGNED=0" "-DEIGEN_DONT_VECTORIZE" "-DEIGEN_DONT_ALIGN"; do
    # Eigen is included first, and without the definitions that the exported target and pkg-config bring. What makes Eigen
    # allocate otherwise under -fsanitize=address is this macro, which GCC defines and Clang does not.
    refused "$compiler" "$layout" 2 -std=c++20 $flags -include Eigen/Core -include nsds/kernel.hpp
  done
  if [ "$(uname -m)" = x86_64 ]; then
    refused "$compiler" "$layout" 2 -std=c++20 -mavx -include Eigen/Core -include nsds/kernel.hpp
    refused "$compiler" "$layout" 2 -std=c++20 -mavx -include Eigen/Core -include nsds/numerics/cpp/lcp.hpp
  fi
  refused "$compiler" "leave EIGEN_DEFAULT_TO_ROW_MAJOR undefined" 1 -std=c++20 -DEIGEN_DEFAULT_TO_ROW_MAJOR \
    -include nsds/kernel/types.hpp
  refused "$compiler" "leave it undefined" 1 -std=c++20 -DEIGEN_DEFAULT_DENSE_INDEX_TYPE=int -include nsds/kernel/types.hpp
done

# Every public header by itself, in C++17.
headers=$(cd "$include" && find nsds -name '*.hpp')
for compiler in $compilers; do
  for header in $headers; do
    refused "$compiler" "NSDS is C++20: compile with -std=c++20" 2 -std=c++17 -include "$header"
  done
done
exit $status
