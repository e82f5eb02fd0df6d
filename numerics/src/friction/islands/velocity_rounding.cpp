#include "friction/islands/velocity_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr double most_rounding = 8.0 * std::numeric_limits<double>::epsilon();

// A bound of the sums of the magnitudes of the rows of W of contact c.
template <int D>
double row_norm(const Island<D>& island, std::size_t c) {
  const std::size_t first = index(island.starts[c]), blocks = index(island.starts[c + 1]) - first;
  return static_cast<double>(D) *
         (largest_magnitude(island.diagonal.subspan(block_size<D> * c, block_size<D>)) +
          static_cast<double>(blocks) *
              largest_magnitude(island.blocks.subspan(block_size<D> * first, block_size<D> * blocks)));
}

}  // namespace

template <int D>
VelocityRounding<D>::VelocityRounding(const Island<D>& island)
    : island_(island), magnitude_of_q_(largest_magnitude(island.q)) {
  if (island.response != nullptr) return;
  for (std::size_t c = 0; c < island.contacts; ++c) norm_of_W_ = std::max(norm_of_W_, row_norm(island, c));
}

template <int D>
void VelocityRounding<D>::set(std::span<const double> r) {
  r_ = r;
  bound_ = magnitude_of_q_ + norm_of_W_ * largest_magnitude(r);
}

// The bound spares most contacts the sum.
template <int D>
bool VelocityRounding<D>::hides(std::size_t c, double size) const {
  if (island_.response != nullptr) return false;
  return size <= most_rounding * bound_ && size <= most_rounding * magnitude(c);
}

template <int D>
double VelocityRounding<D>::magnitude(std::size_t c) const {
  double sums[D];
  for (std::size_t i = 0; i < D; ++i) sums[i] = std::fabs(island_.q[pad<D> * c + i]);
  const auto add = [&](const double* W, const double* r) {
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t i = 0; i < D; ++i) sums[i] += std::fabs(W[pad<D> * j + i] * r[j]);
  };
  add(&island_.diagonal[block_size<D> * c], &r_[pad<D> * c]);
  for (std::size_t e = index(island_.starts[c]); e < index(island_.starts[c + 1]); ++e)
    add(&island_.blocks[block_size<D> * e], &r_[pad<D> * index(island_.columns[e])]);
  return *std::max_element(sums, sums + D);
}

template class VelocityRounding<2>;
template class VelocityRounding<3>;

}  // namespace nsds::numerics::friction
