#include "global_friction/sweeps/other_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "friction/contact/contact.hpp"
#include "friction/islands/island.hpp"
#include "linalg/entries.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics::global_friction {
namespace {

// Over a segment, read_rows adds valuesᵀ x to u, and write_rows values du to x.
template <std::size_t D, std::size_t count>
NSDS_LOOP void read_rows(const double* values, const double* x, double* u) {
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < D; ++k) u[k] += values[D * i + k] * x[i];
}
template <std::size_t D, std::size_t count>
NSDS_LOOP void write_rows(const double* values, const double* du, double* x) {
  for (std::size_t i = 0; i < count; ++i) {
    double sum = values[D * i] * du[0];
    for (std::size_t k = 1; k < D; ++k) sum += values[D * i + k] * du[k];
    x[i] += sum;
  }
}

template <int D>
NSDS_LOOP void read_velocity(const PackedBlocks& packed, std::size_t c, const double* w, double* u) {
  const double* values = packed.read.data() + packed.value_starts[c];
  const Segment* segment = packed.segments.data() + packed.segment_starts[c];
  const Segment* const end = packed.segments.data() + packed.segment_starts[c + 1];
  for (; segment != end; ++segment) {
    const double* x = w + segment->first;
    std::int32_t i = 0;
    for (; i + 6 <= segment->count; i += 6, values += std::ptrdiff_t{6} * D)
      read_rows<D, 6>(values, x + i, u);
    for (; i < segment->count; ++i, values += D) read_rows<D, 1>(values, x + i, u);
  }
}

template <int D>
NSDS_LOOP void write_velocity(const PackedBlocks& packed, std::size_t c, const double* du, double* w) {
  const double* values = packed.write.data() + packed.value_starts[c];
  const Segment* segment = packed.segments.data() + packed.segment_starts[c];
  const Segment* const end = packed.segments.data() + packed.segment_starts[c + 1];
  for (; segment != end; ++segment) {
    double* x = w + segment->first;
    std::int32_t i = 0;
    for (; i + 6 <= segment->count; i += 6, values += std::ptrdiff_t{6} * D)
      write_rows<D, 6>(values, du, x + i);
    for (; i < segment->count; ++i, values += D) write_rows<D, 1>(values, du, x + i);
  }
}

// Sweep data are what a sweep over the contacts reads and writes beside w and r.
struct SweepData {
  const Problem& problem;
  const PackedBlocks& packed;
  const std::int32_t* order;
  const double* W;
  double* slip;
  double relaxation;
  AccelerationStep step;
  double* direction;
  double* change;
};

template <int D>
double weight_of(const double* W) {
  double trace = 0.0;
  for (int k = 0; k < D; ++k) trace += W[k * D + k];
  return trace > 0.0 ? trace / D : 1.0;
}

// Solves a contact with the others held; closed forms nearly always hold. x: in the reaction at hand, out the
// new one.
template <int D>
[[gnu::noinline]] void solve_contact(const double* W, double mu, const double* b, double* slip, double* x) {
  double padded[friction::block_size<D>] = {};
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) padded[j * friction::pad<D> + i] = W[j * D + i];
  const friction::ContactMatrix<D> matrix(padded);
  double closed[D];
  if (friction::solve_in_closed_form<D>(matrix, padded, mu, b, slip, closed))
    std::copy_n(closed, D, x);
  else
    friction::improve_contact<D>(padded, weight_of<D>(W), mu, b, x);
}

// Takes the step of acceleration of one contact: r moves, the direction takes up the last change.
template <int D>
NSDS_LOOP void step_along(const SweepData& data, std::size_t c, double* r) {
  if (!data.step.is_set) return;
  for (std::size_t k = 0; k < D; ++k) {
    double& direction = data.direction[D * c + k];
    const double moved = data.change[D * c + k];
    if (data.step.beta != 0.0) r[k] += data.step.beta * direction;
    direction = data.step.beta != 0.0 ? data.step.beta * direction + moved : moved;
  }
}

// Sweeps over the contacts. Returns the largest change of a reaction, in the units of the residual.
template <int D>
NSDS_LOOP double sweep_over(const SweepData& data, double* w, double* r) {
  double largest = 0.0;
  const double r_unit = 1.0 / data.problem.scales.s_r, u_unit = 1.0 / data.problem.scales.s_u;
  for (std::size_t c = 0; c < data.packed.count(); ++c) {
    const std::size_t original = index(data.order[c]);
    const double* const W = data.W + c * D * D;
    double* const at = r + D * c;
    double u[D], x[D], change[D];
    if (data.step.accelerates) step_along<D>(data, c, at);
    // The velocity that the other contacts make is Hᵀ v + b without W_cc r_c.
    for (std::size_t k = 0; k < D; ++k) u[k] = data.problem.b[D * original + k];
    read_velocity<D>(data.packed, c, w, u);
    for (std::size_t k = 0; k < D; ++k) x[k] = at[k];
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t i = 0; i < D; ++i) u[i] -= W[j * D + i] * at[j];
    // Take-off needs no solver.
    if (u[0] >= 0.0)
      for (std::size_t k = 0; k < D; ++k) x[k] = 0.0;
    else
      solve_contact<D>(W, data.problem.mu[original], u, &data.slip[c], x);
    // The reaction moves with relaxation, and the velocities of the bodies follow.
    double square = 0.0;
    for (std::size_t k = 0; k < D; ++k) {
      change[k] = data.relaxation * (x[k] - at[k]);
      square += change[k] * change[k];
      at[k] = data.relaxation == 1.0 ? x[k] : at[k] + change[k];
      if (data.step.accelerates) data.change[D * c + k] = change[k];
    }
    if (square == 0.0) continue;
    write_velocity<D>(data.packed, c, change, w);
    largest = std::max(largest, std::min(r_unit, weight_of<D>(W) * u_unit) * std::sqrt(square));
  }
  return largest;
}

template <int D>
NSDS_WIDE double sweep_wide(const SweepData& data, double* w, double* r) {
  return sweep_over<D>(data, w, r);
}

template <int D>
double sweep_any(const SweepData& data, double* w, double* r) {
  return sweep_over<D>(data, w, r);
}

}  // namespace

template <int D>
OtherContacts<D>::OtherContacts(const Problem& problem, const ColumnView& H,
                                std::span<const std::int32_t> order, Arena& arena)
    : problem_(problem), order_(order) {
  if (order.empty()) {
    contacts_.columns = arena.take<std::int32_t>(1, 0);
    return;
  }
  contacts_ = pack_contacts(H, D, order, problem.factors, arena);
  const std::size_t count = order.size();
  W_ = arena.take<double>(count * D * D);
  for (std::size_t c = 0; c < count; ++c) local_matrix(contacts_, c, &W_[c * D * D]);
  slip_ = arena.take<double>(count, 0.0);
  direction_ = arena.take<double>(count * D, 0.0);
  change_ = arena.take<double>(count * D, 0.0);
}

template <int D>
double OtherContacts<D>::sweep(double relaxation, const AccelerationStep& step, double* w, double* r) {
  const SweepData data{problem_,   contacts_, order_.data(),     W_.data(),     slip_.data(),
                       relaxation, step,      direction_.data(), change_.data()};
  return has_wide() ? sweep_wide<D>(data, w, r) : sweep_any<D>(data, w, r);
}

template class OtherContacts<2>;
template class OtherContacts<3>;

}  // namespace nsds::numerics::global_friction
