#include "friction/sweeps/sweeps.hpp"

#include <algorithm>
#include <limits>

#include "friction/islands/row_product.hpp"

namespace nsds::numerics::friction {
namespace {

// Sweep data are what a sweep reads and writes beside r.
template <int D>
struct SweepData {
  const Island<D>& island;
  const Criterion<D>& criterion;
  const ContactMatrix<D>* contacts;
  Slip<D>* slip;
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
    // A contact that hardly moved is left out for some sweeps.
    if (data.freezing > 0 && data.asleep[c] > 0) {
      --data.asleep[c];
      for (std::size_t k = 0; k < D; ++k) sums.r_square += at[k] * at[k];
      continue;
    }
    // With the other reactions held, b is the velocity that they make, and the law gives the reaction.
    double b[pad<D>], x[D];
    row_product(island, c, r, b);
    if (!solve_in_closed_form<D>(data.contacts[c], &island.diagonal[block_size<D> * c], island.mu[c], b,
                                 &data.slip[c], x)) {
      std::copy_n(at, D, x);
      improve(data, c, b, x);
    }
    // Relaxation goes beyond or short of that reaction.
    double change = 0.0;
    for (std::size_t k = 0; k < D; ++k) {
      const double next = data.relaxation == 1.0 ? x[k] : at[k] + data.relaxation * (x[k] - at[k]);
      change += (next - at[k]) * (next - at[k]);
      at[k] = next;
      sums.r_square += next * next;
    }
    sums.change_square += change;
    // The change of a contact estimates its residual.
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

}  // namespace

template <int D>
Sweeps<D>::Sweeps(const Island<D>& island, const Criterion<D>& criterion, std::int32_t freezing, Arena& arena)
    : island_(island),
      criterion_(criterion),
      freezing_(freezing),
      contacts_(arena.take<ContactMatrix<D>>(island.response == nullptr ? island.contacts : 0)),
      slip_(arena.take<Slip<D>>(island.contacts, {})),
      asleep_(arena.take<std::int32_t>(island.contacts, 0)),
      before_(arena.take<double>(island.vector_size())),
      anderson_(island.vector_size(), arena) {
  if (island.response != nullptr) {
    together_.emplace(island, criterion, arena);
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

template <int D>
double Sweeps<D>::plain(std::span<double> r, double relaxation) {
  if (together_) {
    const GradientChange change = together_->step(r, relaxation);
    change_square_ = change.square;
    return change.estimate;
  }
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
template class Sweeps<rolling_rows>;

}  // namespace nsds::numerics::friction
