#include "friction/sweeps/projected_gradient.hpp"

#include <cmath>

#include "friction/contact/cone.hpp"
#include "friction/sweeps/largest_eigenvalue.hpp"

namespace nsds::numerics::friction {

template <int D>
ProjectedGradient<D>::ProjectedGradient(const Island<D>& island, const Criterion<D>& criterion, Arena& arena)
    : island_(island),
      criterion_(criterion),
      u_(arena.take<double>(island.vector_size())),
      direction_(arena.take<double>(island.vector_size())) {}

template <int D>
GradientChange ProjectedGradient<D>::step(std::span<double> r, double relaxation) {
  if (length_ == 0.0) length_ = 1.0 / largest_eigenvalue<D>(island_, direction_, u_);
  island_velocity<D>(island_, r, u_);
  double joined = 0.0, r_square = 0.0, all = 0.0;
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    const double* const u = &u_[pad<D> * c];
    double* const at = &r[pad<D> * c];
    const double length = length_ / island_.weights[c];
    double x[D], square = 0.0;
    for (std::size_t k = 0; k < D; ++k) x[k] = at[k] - length * u[k];
    x[0] -= length * shift<D>(island_.mu[c], u);
    project_on_cone<D>(island_.mu[c], x, x);
    for (std::size_t k = 0; k < D; ++k) {
      const double change = relaxation * (x[k] - at[k]);
      at[k] += change;
      square += change * change;
      r_square += at[k] * at[k];
    }
    all += square;
    const double error = criterion_.of_change(c, std::sqrt(square) / length_);
    joined = criterion_.join(joined, error * error);
  }
  return {criterion_.error(joined, r_square), all};
}

template class ProjectedGradient<2>;
template class ProjectedGradient<3>;
template class ProjectedGradient<rolling_rows>;

}  // namespace nsds::numerics::friction
