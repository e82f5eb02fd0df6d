#!/bin/sh
# Checks that what takes seconds to compile is compiled in few files: decompositions of Eigen in folders called linalg, and the
# formatter of fmt in the files that heavy.txt lists.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
rooms="kernel/src kernel/include kernel/events kernel/theory numerics/src numerics/general io common"
status=0

sources() {
  find $rooms -name '*.hpp' -o -name '*.cpp' -o -name '*.h' | sort
}

# Lines "FILE:LINE: TEXT" of the files of standard input in which a regular expression matches what is no comment.
matches() {
  xargs awk -v pattern="$1" '{ code = $0; sub(/\/\/.*/, "", code) } code ~ pattern { print FILENAME ":" FNR ": " $0 }'
}

complain() {
  echo "heavy: $1" >&2
  echo "$2" | sed 's/^/  /' >&2
  status=1
}

types='Eigen::[A-Za-z]*(LLT|LDLT|LU|QR|QZ|SVD|Schur|EigenSolver|Decomposition|Tridiagonalization)([^A-Za-z]|$)'
calls='\.(inverse|determinant|llt|ldlt|lu|partialPivLu|fullPivLu|[a-zA-Z]*Qr|jacobiSvd|bdcSvd|eigenvalues|operatorNorm)\(\)'
headers='#include <(Eigen/(Cholesky|Dense|Eigenvalues|LU|QR|SVD|Sparse|SparseCholesky|SparseLU|SparseQR)>|unsupported/)'
found=$(sources | grep -v '/linalg/' | matches "$types|$calls|$headers")
[ -z "$found" ] || complain "decompositions of Eigen are for folders called linalg; kernel/src/linalg has fronts of them" "$found"

formatting=$(sources | matches '#include <fmt/(format|ranges|chrono|std|ostream|color)\.h>')
found=$(echo "$formatting" | awk -F: 'NR == FNR { listed[$0]; next } !($1 in listed)' tests/heavy.txt -)
[ -z "$found" ] || complain "only the files of tests/heavy.txt may include the formatter of fmt" "$found"
found=$(echo "$formatting" | awk -F: 'NR == FNR { includes[$1]; next } !($0 in includes) { print FILENAME ":" FNR ": " $0 }' - tests/heavy.txt)
[ -z "$found" ] || complain "files that do not include the formatter of fmt stand in the list" "$found"
exit $status
