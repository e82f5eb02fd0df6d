#include "friction/sweeps.hpp"

#include <algorithm>
#include <limits>

#include "friction/contact_response.hpp"
#include "friction/row_product.hpp"
#include "friction/xorshift.hpp"

namespace nsds::numerics {
namespace {

// What a sweep reads and writes beside r.
template <int D>
struct SweepData {
  const Island<D>& island;
  const Criterion<D>& criterion;
  const ContactMatrix<D>* contacts;
  double* slip;
  std::int32_t* asleep;
  std::int32_t freezing;
  double rest_below;
  double relaxation;
};

struct SweepSums {
  double joined = 0.0, r_square = 0.0, change_square = 0.0;
};

// The closed forms nearly always hold; what they leave is for the rest of the cascade.
template <int D>
[[gnu::noinline]] void improve(const SweepData<D>& data, std::size_t c, const double* b, double* x) {
  const Island<D>& island = data.island;
  improve_contact<D>(&island.diagonal[block_size<D> * c], island.weights[c], island.mu[c], b, x);
}

template <int D>
NSDS_LOOP SweepSums sweep_over(const SweepData<D>& data, double* r) {
  const Island<D>& island = data.island;
  SweepSums sums;
  for (std::size_t c = 0; c < island.contacts; ++c) {
    double* const at = r + pad<D> * c;
    if (data.freezing > 0 && data.asleep[c] > 0) {
      --data.asleep[c];
      for (std::size_t k = 0; k < D; ++k) sums.r_square += at[k] * at[k];
      continue;
    }
    double b[pad<D>], x[D];
    row_product(island, c, r, b);
    if (!solve_in_closed_form<D>(data.contacts[c], &island.diagonal[block_size<D> * c], island.mu[c], b,
                                 &data.slip[c], x)) {
      std::copy_n(at, D, x);
      improve(data, c, b, x);
    }
    double change = 0.0;
    for (std::size_t k = 0; k < D; ++k) {
      const double next = data.relaxation == 1.0 ? x[k] : at[k] + data.relaxation * (x[k] - at[k]);
      change += (next - at[k]) * (next - at[k]);
      at[k] = next;
      sums.r_square += next * next;
    }
    sums.change_square += change;
    const double error = data.criterion.of_change(c, std::sqrt(change));
    sums.joined = data.criterion.join(sums.joined, error * error);
    if (data.freezing > 0 && error <= data.rest_below) data.asleep[c] = data.freezing;
  }
  return sums;
}

template <int D>
NSDS_WIDE SweepSums sweep_wide(const SweepData<D>& data, double* r) {
  return sweep_over(data, r);
}

template <int D>
SweepSums sweep_any(const SweepData<D>& data, double* r) {
  return sweep_over(data, r);
}

// The largest eigenvalue of W relative to the weights, by the power method.
template <int D>
double largest_eigenvalue(const Island<D>& island, std::span<double> x, std::span<double> y) {
  constexpr int steps = 12;
  Xorshift random(1);
  for (std::size_t c = 0; c < island.contacts; ++c)
    for (std::size_t k = 0; k < D; ++k) x[pad<D> * c + k] = 2.0 * random.draw() - 1.0;
  double value = 0.0;
  for (int step = 0; step < steps; ++step) {
    double size = 0.0;
    for (const double number : x) size += number * number;
    size = 1.0 / std::sqrt(size);
    for (std::size_t c = 0; c < island.contacts; ++c)
      for (std::size_t k = 0; k < D; ++k) x[pad<D> * c + k] *= size / std::sqrt(island.weights[c]);
    std::fill(y.begin(), y.end(), 0.0);
    island.response->add(x, y);
    value = 0.0;
    for (std::size_t c = 0; c < island.contacts; ++c)
      for (std::size_t k = 0; k < D; ++k) {
        x[pad<D> * c + k] = y[pad<D> * c + k] / std::sqrt(island.weights[c]);
        value += x[pad<D> * c + k] * x[pad<D> * c + k];
      }
    if (!(value > 0.0)) return 1.0;  // W = 0
  }
  return std::sqrt(value);
}

}  // namespace

template <int D>
Sweeps<D>::Sweeps(const Island<D>& island, const Criterion<D>& criterion, std::int32_t freezing, Arena& arena)
    : island_(island),
      criterion_(criterion),
      freezing_(freezing),
      contacts_(arena.take<ContactMatrix<D>>(island.response == nullptr ? island.contacts : 0)),
      slip_(arena.take<double>(island.contacts, 0.0)),
      asleep_(arena.take<std::int32_t>(island.contacts, 0)),
      before_(arena.take<double>(island.vector_size())),
      anderson_(island.vector_size(), arena) {
  if (island.response != nullptr) {
    velocity_ = arena.take<double>(island.vector_size());
    direction_ = arena.take<double>(island.vector_size(), 0.0);
    return;
  }
  for (std::size_t c = 0; c < island.contacts; ++c)
    contacts_[c] = ContactMatrix<D>(&island.diagonal[block_size<D> * c]);
}

template <int D>
void Sweeps<D>::restart() {
  anderson_.restart();
  least_change_ = std::numeric_limits<double>::infinity();
  std::fill(asleep_.begin(), asleep_.end(), 0);
}

// r <- P_K(r - step (u + mu |u_T| e_N)).
template <int D>
double Sweeps<D>::step_together(std::span<double> r, double relaxation) {
  if (step_ == 0.0) step_ = 1.0 / largest_eigenvalue<D>(island_, direction_, velocity_);
  island_velocity<D>(island_, r, velocity_);
  SweepSums sums;
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    const double* const u = &velocity_[pad<D> * c];
    double* const at = &r[pad<D> * c];
    const double step = step_ / island_.weights[c];
    double x[D], change = 0.0;
    for (std::size_t k = 0; k < D; ++k) x[k] = at[k] - step * u[k];
    x[0] -= step * island_.mu[c] * tangent_norm<D>(u);
    project_on_cone<D>(island_.mu[c], x, x);
    for (std::size_t k = 0; k < D; ++k) {
      const double moved = relaxation * (x[k] - at[k]);
      at[k] += moved;
      change += moved * moved;
      sums.r_square += at[k] * at[k];
    }
    sums.change_square += change;
    const double error = criterion_.of_change(c, std::sqrt(change) / step_);
    sums.joined = criterion_.join(sums.joined, error * error);
  }
  change_square_ = sums.change_square;
  return criterion_.error(sums.joined, sums.r_square);
}

template <int D>
double Sweeps<D>::plain(std::span<double> r, double relaxation) {
  if (island_.response != nullptr) return step_together(r, relaxation);
  const SweepData<D> data{island_,        criterion_, contacts_.data(), slip_.data(),
                          asleep_.data(), freezing_,  rest_below_,      relaxation};
  const SweepSums sums = has_wide() ? sweep_wide(data, r.data()) : sweep_any(data, r.data());
  change_square_ = sums.change_square;
  return criterion_.error(sums.joined, sums.r_square);
}

template <int D>
double Sweeps<D>::accelerated(std::span<double> r) {
  constexpr double growth = 10.0;  // of the squared change, over the least one since the last restart
  std::copy(r.begin(), r.end(), before_.begin());
  const double estimate = plain(r);
  if (change_square_ > growth * least_change_) {
    anderson_.restart();
    least_change_ = change_square_;
  }
  least_change_ = std::min(least_change_, change_square_);
  anderson_.extrapolate(before_, r);
  return estimate;
}

template class Sweeps<2>;
template class Sweeps<3>;

}  // namespace nsds::numerics
