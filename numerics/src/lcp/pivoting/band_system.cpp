// An M_FF of small bandwidth has an LDL' within the band, in O(|F| width^2).
#include <algorithm>
#include <cmath>

#include "lcp/pivoting/principal_system.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {}  // namespace

BandSystem::BandSystem(const Lcp& problem, const affine::Structure& structure, Arena& arena)
    : structure_(structure),
      width_(structure.bandwidth),
      band_(arena.take<double>(index(problem.n) * index(width_ + 1))),
      before_(arena.take<double>(index(problem.n))) {}

// Leaving out rows and columns brings the others closer together: the bandwidth does not grow.
void BandSystem::gather(std::span<const std::int32_t> F, std::span<const std::int32_t> where, double added) {
  const std::size_t height = index(width_ + 1);
  std::fill_n(band_.begin(), F.size() * height, 0.0);
  const affine::Columns& columns = structure_.columns;
  for (std::size_t b = 0; b < F.size(); ++b) {
    double* const target = band_.data() + b * height;
    for (std::int32_t k = columns.starts[F[b]]; k < columns.starts[F[b] + 1]; ++k) {
      const std::int32_t a = where[index(columns.rows[k])];
      if (a >= static_cast<std::int32_t>(b) && columns.values[k] != 0.0)
        target[index(a) - b] = columns.values[k];
    }
    before_[b] = target[0];
    target[0] += added * target[0];
  }
}

Factor BandSystem::decompose() {
  const std::ptrdiff_t height = width_ + 1;
  for (std::int32_t j = 0; j < size_; ++j) {
    double* const column = band_.data() + j * height;
    const double pivot = column[0];
    if (!(pivot > singular_pivot * before_[index(j)])) return Factor::not_p;
    const std::int32_t reach = std::min(width_, size_ - 1 - j);
    for (std::int32_t k = 1; k <= reach; ++k) {
      const double factor = column[k] / pivot;
      if (factor == 0.0) continue;
      double* const later = band_.data() + (j + k) * height;
      for (std::int32_t i = k; i <= reach; ++i) later[i - k] -= factor * column[i];
    }
    for (std::int32_t k = 1; k <= reach; ++k) column[k] /= pivot;
  }
  return Factor::regular;
}

Factor BandSystem::factorise(std::span<const std::int32_t> F, std::span<const std::int32_t> where) {
  size_ = static_cast<std::int32_t>(F.size());
  if (!shifting_) {
    gather(F, where, 0.0);
    if (decompose() == Factor::regular) return Factor::regular;
    shifting_ = true;
  }
  gather(F, where, shift);
  return decompose() == Factor::regular ? Factor::shifted : Factor::not_p;
}

void BandSystem::solve(double* x) {
  const std::ptrdiff_t height = width_ + 1;
  for (std::int32_t j = 0; j < size_; ++j) {
    const double* column = band_.data() + j * height;
    const std::int32_t reach = std::min(width_, size_ - 1 - j);
    for (std::int32_t k = 1; k <= reach; ++k) x[j + k] -= column[k] * x[j];
  }
  for (std::int32_t j = size_ - 1; j >= 0; --j) {
    const double* column = band_.data() + j * height;
    const std::int32_t reach = std::min(width_, size_ - 1 - j);
    double value = x[j] / column[0];
    for (std::int32_t k = 1; k <= reach; ++k) value -= column[k] * x[j + k];
    x[j] = value;
  }
}

}  // namespace nsds::numerics::lcp
