#include "analysis/eigenvalues.hpp"

#include <lapacke.h>

#include "linalg/entries.hpp"

namespace nsds::numerics::analysis {

bool eigenvalues_of(std::int32_t n, bool vectors, std::vector<double>& S, std::vector<double>& eigenvalues) {
  const char job = vectors ? 'V' : 'N';
  eigenvalues.resize(index(n));
  double size = 0.0;
  lapack_int integer_size = 0;
  if (LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, job, 'L', n, S.data(), n, eigenvalues.data(), &size, -1,
                          &integer_size, -1) != 0)
    return false;
  std::vector<double> work(static_cast<std::size_t>(size));
  std::vector<lapack_int> integer_work(static_cast<std::size_t>(integer_size));
  return LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, job, 'L', n, S.data(), n, eigenvalues.data(), work.data(),
                             static_cast<lapack_int>(work.size()), integer_work.data(), integer_size) == 0;
}

}  // namespace nsds::numerics::analysis
