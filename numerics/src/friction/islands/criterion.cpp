#include "friction/islands/criterion.hpp"

#include <algorithm>
#include <limits>

#include "friction/contact/natural_maps.hpp"
#include "friction/islands/contact_response.hpp"
#include "friction/islands/row_product.hpp"

namespace nsds::numerics::friction {
namespace {

template <int D>
// NOLINTNEXTLINE(readability-non-const-parameter): written
NSDS_LOOP void velocities(const Island<D>& island, const double* r, double* u) {
  for (std::size_t c = 0; c < island.contacts; ++c) {
    double b[pad<D>];
    row_product(island, c, r, b);
    const double* W = &island.diagonal[block_size<D> * c];
    for (std::size_t i = 0; i < pad<D>; ++i) {
      double sum = b[i];
      for (std::size_t j = 0; j < D; ++j) sum += W[pad<D> * j + i] * r[pad<D> * c + j];
      u[pad<D> * c + i] = sum;
    }
  }
}

template <int D>
NSDS_WIDE void velocities_wide(const Island<D>& island, const double* r, double* u) {
  velocities(island, r, u);
}

// |x|^2, of two sums side by side; the size is even.
double square_of(std::span<const double> x) {
  double sums[2] = {};
  for (std::size_t i = 0; i < x.size(); i += 2)
    for (std::size_t k = 0; k < 2; ++k) sums[k] += x[i + k] * x[i + k];
  return sums[0] + sums[1];
}

// What the squares of r and u have more in the caller's unit of length.
void add_moments(const Island<rolling_rows>& island, std::span<const double> r, std::span<const double> u,
                 double& r_square, double& u_square) {
  for (std::size_t c = 0; c < island.contacts; ++c) {
    const double length_square = island.lengths[c] * island.lengths[c];
    for (std::size_t i = pad<rolling_rows> * c + 3; i < pad<rolling_rows> * c + 5; ++i) {
      r_square += (length_square - 1.0) * r[i] * r[i];
      u_square += (1.0 / length_square - 1.0) * u[i] * u[i];
    }
  }
}

}  // namespace

template <int D>
void island_velocity(const Island<D>& island, std::span<const double> r, std::span<double> u) {
  const bool at_rest = std::all_of(r.begin(), r.end(), [](double x) { return x == 0.0; });  // a cold start
  if (at_rest) {
    std::copy(island.q.begin(), island.q.end(), u.begin());
    return;
  }
  if (island.response != nullptr) {
    std::copy(island.q.begin(), island.q.end(), u.begin());
    return island.response->add(r, u);
  }
  if (has_wide()) return velocities_wide(island, r.data(), u.data());
  velocities(island, r.data(), u.data());
}

template <int D>
double Criterion<D>::operator()(std::span<const double> r) {
  island_velocity(island_, r, u_);
  double sum = 0.0, remains = 0.0;  // 0 times every square: NaN as soon as one is not finite
  const auto add = [&](std::size_t, double square) {
    sum = join(sum, square);
    remains += 0.0 * square;
  };
  double r_square = square_of(r), u_square = square_of(u_);
  if constexpr (D == rolling_rows) {
    const auto lengths = norm_ == Norm::fclib ? island_.lengths : island_.length_ratios;
    for_each_map_square<D>(
        RollingVectors{island_.mu.data(), r.data(), u_.data(), pad<D>, r_unit_, u_unit_, lengths.data()},
        island_.contacts, add);
    if (norm_ == Norm::fclib) add_moments(island_, r, u_, r_square, u_square);
  } else {
    for_each_map_square<D>(ContactVectors{island_.mu.data(), r.data(), u_.data(), pad<D>, r_unit_, u_unit_},
                           island_.contacts, add);
  }
  const double found = error(sum, r_square, u_square);
  return std::isfinite(found) && std::isfinite(r_square + u_square + remains)
             ? found
             : std::numeric_limits<double>::infinity();
}

template void island_velocity<2>(const Island<2>&, std::span<const double>, std::span<double>);
template void island_velocity<3>(const Island<3>&, std::span<const double>, std::span<double>);
template void island_velocity<rolling_rows>(const Island<rolling_rows>&, std::span<const double>,
                                            std::span<double>);
template class Criterion<2>;
template class Criterion<3>;
template class Criterion<rolling_rows>;

}  // namespace nsds::numerics::friction
