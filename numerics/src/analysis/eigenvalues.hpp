// Eigenvalues of symmetric matrices, by LAPACK.
#pragma once

#include <cstdint>
#include <vector>

namespace nsds::numerics::analysis {

// eigenvalues: (n) out, ascending; S: (n x n) in, of which the lower triangle is read, out: the eigenvectors if vectors. False where LAPACK
// fails.
bool eigenvalues_of(std::int32_t n, bool vectors, std::vector<double>& S, std::vector<double>& eigenvalues);

}  // namespace nsds::numerics::analysis
