#include "global_friction/sweeps/velocity_sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::global_friction {
namespace {

constexpr std::size_t velocities_a_block = 8192;
constexpr std::size_t packs_a_turn = 64;
// Packs of fewer contacts would be half empty: one after the other they are solved sooner.
constexpr std::int32_t least_contacts_for_packs = 256;
// Fewer contacts are swept by one thread: to meet would take longer than to sweep.
constexpr std::int32_t least_contacts_for_threads = 2000;

}  // namespace

template <int D>
VelocitySweeps<D>::VelocitySweeps(const Problem& problem, std::size_t threads, Arena& arena)
    : problem_(problem),
      arena_(arena),
      H_(columns_of(problem.H, arena)),
      units_(pack_units(H_, problem.scales)),
      bodies_(problem.contacts < least_contacts_for_packs ? Bodies{}
                                                          : find_bodies<D>(problem.factors, units_, arena)),
      reader_(problem, H_, units_, bodies_),
      order_(sweep_order(reader_, H_, problem, arena)),
      others_(problem, H_, order_.others, arena),
      rows_(problem, arena),
      w_unit_(std::sqrt(problem.scales.s_u) * std::sqrt(problem.scales.s_r)),
      pool_(problem.contacts < least_contacts_for_threads ? 1 : threads) {
  const std::size_t n = index(problem.velocities);
  w_ = arena.take<double>(n + body_rows<D>, 0.0);
  r_ = arena.take<double>(D * order_.lanes.size());
  b_ = arena.take<double>(std::max(r_.size(), problem.reactions()));
  other_r_ = arena.take<double>(D * order_.others.size());
  lambda_ = arena.take<double>(index(problem.constraints));
  sums_ = arena.take<double>(n / velocities_a_block + 1);
  largest_ = arena.take<double>(pool_.threads());
  pack();
  // What is taken behind this mark is given back from pause to restart.
  directions_ = arena.mark();
  take_directions();
}

template <int D>
void VelocitySweeps<D>::pack() {
  packs_ = arena_.take<ContactPack<D>>(order_.lanes.size() / lanes);
  for (std::size_t k = 0; k < order_.lanes.size(); ++k)
    reader_.read(index(order_.lanes[k]), k % lanes, packs_[k / lanes]);
}

template <int D>
void VelocitySweeps<D>::take_directions() {
  steps_ = arena_.take<PackSteps<D>>(packs_.size());
  w_before_ = arena_.take<double>(index(problem_.velocities));
  w_direction_ = arena_.take<float>(w_before_.size());
}

template <int D>
void VelocitySweeps<D>::start(std::span<const double> r, std::span<const double> lambda,
                              std::span<const double> v) {
  std::copy(r.begin(), r.end(), b_.begin());
  std::copy(lambda.begin(), lambda.end(), lambda_.begin());
  restart(v);
}

// Calls visit(begin, end) for packs: those of a chunk, or some of one colour of those between chunks.
template <int D>
template <class Visit>
void VelocitySweeps<D>::visit_packs(Visit&& visit) {
  const std::size_t chunks = order_.chunks();
  for (std::size_t k = turns_[0].take(); k < chunks; k = turns_[0].take())
    visit(index(order_.group_starts[index(order_.chunk_starts[k])]),
          index(order_.group_starts[index(order_.chunk_starts[k + 1])]));
  std::size_t turn = 1;
  for (std::size_t g = index(order_.chunk_starts[chunks]); g < order_.groups(); ++g, ++turn) {
    const std::size_t first = index(order_.group_starts[g]), end = index(order_.group_starts[g + 1]);
    if (first == end) continue;
    pool_.meet();
    const auto next = [&] { return first + packs_a_turn * turns_[turn].take(); };
    for (std::size_t at = next(); at < end; at = next()) visit(at, std::min(at + packs_a_turn, end));
  }
}

template <int D>
template <class Work>
void VelocitySweeps<D>::run(Work&& work) {
  for (Dispenser& turn : turns_) turn.reset();
  step_turn_.reset();
  sum_turn_.reset();
  pool_.run(std::ref(work));  // a function that needs no memory
}

template <int D>
PackData<D> VelocitySweeps<D>::pack_data() {
  const double s_u = problem_.scales.s_u / units_.u, s_r = problem_.scales.s_r * units_.u;
  return {s_u, s_r, bodies_, packs_.data(), nullptr, false, 0.0, 1.0, w_.data(), b_.data(), r_.data()};
}

// Calls visit(contact, place) by all threads, place: of the first of the numbers that a lane has in r_ and
// b_, `lanes` apart.
template <int D>
template <class Visit>
void VelocitySweeps<D>::for_each_lane(Visit&& visit) {
  run([&](std::size_t) {
    visit_packs([&](std::size_t begin, std::size_t end) {
      for (std::size_t k = lanes * begin; k < lanes * end; ++k)
        visit(index(order_.lanes[k]), D * lanes * (k / lanes) + k % lanes);
    });
  });
}

template <int D>
void VelocitySweeps<D>::pause() {
  for_each_lane([&](std::size_t contact, std::size_t place) {
    for (std::size_t k = 0; k < D; ++k) b_[D * contact + k] = r_[place + lanes * k] / units_.u;
  });
  for (std::size_t c = 0; c < order_.others.size(); ++c)
    for (std::size_t k = 0; k < D; ++k) b_[D * index(order_.others[c]) + k] = other_r_[D * c + k];
  arena_.rewind(directions_);
}

template <int D>
void VelocitySweeps<D>::restart(std::span<const double> v) {
  last_change_ = -1.0;
  steps_are_set_ = false;
  beta_ = 0.0;
  arena_.rewind(directions_);
  take_directions();
  for_each_lane([&](std::size_t contact, std::size_t place) {
    for (std::size_t k = 0; k < D; ++k) r_[place + lanes * k] = units_.u * b_[D * contact + k];
  });
  for (std::size_t c = 0; c < order_.others.size(); ++c)
    for (std::size_t k = 0; k < D; ++k) other_r_[D * c + k] = b_[D * index(order_.others[c]) + k];
  std::fill(w_before_.begin(), w_before_.end(), 0.0);
  add_product(problem_.M, 1.0, v.data(), w_before_.data());
  to_packed(problem_.factors, w_before_.data(), w_.data());
  set_b(v);
}

// Sets b so that packs see the velocities Hᵀ v + b of their contacts.
template <int D>
void VelocitySweeps<D>::set_b(std::span<const double> v) {
  for_each_lane([&](std::size_t contact, std::size_t place) {
    for (std::size_t k = 0; k < D; ++k) {
      const std::size_t column = D * contact + k;
      double u = problem_.b[column];
      for_each_entry(H_, column, [&](std::size_t row, double value) { u += value * v[row]; });
      b_[place + lanes * k] = u / units_.u;
    }
  });
  const PackData<D> data = pack_data();
  run([&](std::size_t) {
    visit_packs([&](std::size_t begin, std::size_t end) { subtract_velocities(data, begin, end); });
  });
}

// Takes the step of acceleration of a block of velocities.
template <int D>
void VelocitySweeps<D>::step_velocities(std::size_t block) {
  const std::size_t first = velocities_a_block * block;
  const std::size_t end = std::min(first + velocities_a_block, w_before_.size());
  if (steps_are_set_)
    for (std::size_t i = first; i < end; ++i) {
      double moved = w_[i] - w_before_[i];
      if (beta_ != 0.0) {
        const double step = beta_ * w_unit_ * static_cast<double>(w_direction_[i]);
        w_[i] += step;
        moved += step;
      }
      w_direction_[i] = static_cast<float>(moved / w_unit_);
    }
  for (std::size_t i = first; i < end; ++i) w_before_[i] = w_[i];
}

template <int D>
void VelocitySweeps<D>::sum_changes(std::size_t block) {
  const std::size_t first = velocities_a_block * block;
  const std::size_t end = std::min(first + velocities_a_block, w_before_.size());
  double sum = 0.0;
  for (std::size_t i = first; i < end; ++i) {
    const double moved = w_[i] - w_before_[i];
    sum += moved * moved;
  }
  sums_[block] = sum;
}

// Sweeps once by all threads; the first alone does what cannot be shared.
template <int D>
double VelocitySweeps<D>::sweep(double relaxation, bool accelerates) {
  const AccelerationStep step{accelerates, steps_are_set_, beta_};
  PackData<D> data = pack_data();
  data.relaxation = relaxation;
  if (accelerates) data.steps = steps_.data();
  data.steps_are_set = steps_are_set_;
  data.beta = beta_;
  double alone = 0.0;
  std::fill(largest_.begin(), largest_.end(), 0.0);
  run([&](std::size_t thread) {
    // The step along the direction moves all velocities before any contact is solved.
    if (accelerates) {
      for (std::size_t k = step_turn_.take(); k < sums_.size(); k = step_turn_.take()) step_velocities(k);
      pool_.meet();
    }
    // Bilateral rows come before the contacts, one after the other.
    if (problem_.constraints > 0) {
      if (thread == 0) alone = rows_.correct(step, w_.data(), lambda_.data());
      pool_.meet();
    }
    // Packs are shared; which thread takes one does not matter for the bits.
    double largest = 0.0;
    visit_packs([&](std::size_t begin, std::size_t end) {
      largest = std::max(largest, sweep_packs(data, begin, end));
    });
    largest_[thread] = largest;
    pool_.meet();
    // The contacts that packs do not take go one after the other again.
    if (!order_.others.empty()) {
      if (thread == 0) alone = std::max(alone, others_.sweep(relaxation, step, w_.data(), other_r_.data()));
      pool_.meet();
    }
    // The change of the velocities decides the next step of acceleration.
    if (accelerates)
      for (std::size_t k = sum_turn_.take(); k < sums_.size(); k = sum_turn_.take()) sum_changes(k);
  });
  return std::max(alone, *std::max_element(largest_.begin(), largest_.end()));
}

template <int D>
double VelocitySweeps<D>::plain(double relaxation) {
  return sweep(relaxation, false);
}

template <int D>
double VelocitySweeps<D>::accelerated() {
  const double estimate = sweep(1.0, true);
  double change = 0.0;
  for (const double sum : sums_) change += sum;
  const double beta = last_change_ > 0.0 ? change / last_change_ : 0.0;
  beta_ = beta <= 1.0 ? beta : 0.0;
  last_change_ = change;
  steps_are_set_ = true;
  return estimate;
}

template class VelocitySweeps<2>;
template class VelocitySweeps<3>;

}  // namespace nsds::numerics::global_friction
