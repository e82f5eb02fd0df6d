#include "global_friction/velocity_sweeps.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "friction/contact.hpp"
#include "friction/island.hpp"
#include "linalg/entries.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics {
namespace {

// Contacts by colours, those of one colour sharing no block of M; the last colour is for those that no other
// one fits, and goes by order alone.
std::span<const std::int32_t> coloured_order(const ColumnView& H, std::int32_t width,
                                             const GlobalProblem& problem, Arena& arena) {
  constexpr std::size_t colours = 64;
  const std::size_t count = index(problem.contacts);
  const auto order = arena.take<std::int32_t>(count);
  const Arena::Mark mark = arena.mark();
  const auto taken = arena.take<std::uint64_t>(problem.blocks.count(), 0);
  const auto colour = arena.take<std::uint8_t>(count);
  std::size_t starts[colours + 1] = {};
  const auto for_each_body = [&](std::size_t c, auto&& visit) {
    const std::size_t first = c * index(width);
    for (std::int32_t e = H.starts[first]; e < H.starts[first + index(width)]; ++e)
      visit(index(problem.blocks.block_of[index(problem.blocks.position[index(H.rows[index(e)])])]));
  };
  for (std::size_t c = 0; c < count; ++c) {
    std::uint64_t used = 0;
    for_each_body(c, [&](std::size_t body) { used |= taken[body]; });
    const auto least = std::min<std::size_t>(index(std::countr_one(used)), colours - 1);
    for_each_body(c, [&](std::size_t body) { taken[body] |= std::uint64_t{1} << least; });
    colour[c] = static_cast<std::uint8_t>(least);
    ++starts[least + 1];
  }
  for (std::size_t k = 0; k < colours; ++k) starts[k + 1] += starts[k];
  for (std::size_t c = 0; c < count; ++c) order[starts[colour[c]]++] = static_cast<std::int32_t>(c);
  arena.rewind(mark);
  return order;
}

// The inverse of a symmetric positive semidefinite k x k matrix on the rows that are independent, zero on the
// others: Gauss-Jordan on the largest diagonal entry that is left.
void invert_independent(std::size_t k, double* S, double* inverse) {
  double largest[8] = {};
  bool done[8] = {};
  for (std::size_t i = 0; i < k; ++i) largest[i] = std::fabs(S[i * k + i]);
  std::fill_n(inverse, k * k, 0.0);
  for (std::size_t i = 0; i < k; ++i) inverse[i * k + i] = 1.0;
  for (std::size_t step = 0; step < k; ++step) {
    std::size_t p = k;
    double best = 1e-10;
    for (std::size_t i = 0; i < k; ++i) {
      const double relative = largest[i] > 0.0 ? std::fabs(S[i * k + i]) / largest[i] : 0.0;
      if (done[i] || !(relative > best)) continue;
      best = relative;
      p = i;
    }
    if (p == k) break;
    done[p] = true;
    const double pivot = S[p * k + p];
    for (std::size_t j = 0; j < k; ++j) {
      S[j * k + p] /= pivot;
      inverse[j * k + p] /= pivot;
    }
    for (std::size_t i = 0; i < k; ++i) {
      const double factor = S[p * k + i];
      if (i == p || factor == 0.0) continue;
      for (std::size_t j = 0; j < k; ++j) {
        S[j * k + i] -= factor * S[j * k + p];
        inverse[j * k + i] -= factor * inverse[j * k + p];
      }
    }
  }
  for (std::size_t j = 0; j < k; ++j)
    for (std::size_t i = 0; i < k; ++i)
      if (!done[i] || !done[j]) inverse[j * k + i] = 0.0;
}

// S = read' write of a block, (k x k) column-major.
void local_matrix(const PackedBlocks& packed, std::size_t block, double* S) {
  const std::size_t k = packed.width(block);
  std::fill_n(S, k * k, 0.0);
  for (std::int64_t at = packed.value_starts[block]; at < packed.value_starts[block + 1];
       at += static_cast<std::int64_t>(k))
    for (std::size_t j = 0; j < k; ++j)
      for (std::size_t i = 0; i < k; ++i)
        S[j * k + i] +=
            packed.read[static_cast<std::size_t>(at) + i] * packed.write[static_cast<std::size_t>(at) + j];
}

// u += values' x over a segment, and x += values du.
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

// The same for any width, of bilateral rows.
template <class Visit>
void for_each_row(const PackedBlocks& packed, std::size_t block, Visit&& visit) {
  auto at = static_cast<std::size_t>(packed.value_starts[block]);
  for (std::int32_t s = packed.segment_starts[block]; s < packed.segment_starts[block + 1]; ++s) {
    const Segment& segment = packed.segments[index(s)];
    for (std::int32_t i = 0; i < segment.count; ++i, at += packed.width(block))
      visit(index(segment.first + i), at);
  }
}

// What a sweep over the contacts reads and writes beside w.
struct SweepData {
  const GlobalProblem& problem;
  const PackedBlocks& packed;
  const std::int32_t* order;
  const double* W;
  double* slip;
  double relaxation;
};

template <int D>
double weight_of(const double* W) {
  double trace = 0.0;
  for (int k = 0; k < D; ++k) trace += W[k * D + k];
  return trace > 0.0 ? trace / D : 1.0;
}

// x: in the reaction at hand, out that of the contact with the others held. Closed forms nearly always hold.
template <int D>
[[gnu::noinline]] void solve_contact(const double* W, double mu, const double* b, double* slip, double* x) {
  double padded[block_size<D>] = {};
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) padded[j * pad<D> + i] = W[j * D + i];
  const ContactMatrix<D> matrix(padded);
  double closed[D];
  if (solve_in_closed_form<D>(matrix, padded, mu, b, slip, closed))
    std::copy_n(closed, D, x);
  else
    improve_contact<D>(padded, weight_of<D>(W), mu, b, x);
}

// Returns the largest change of a reaction, in the units of the residual.
template <int D>
NSDS_LOOP double sweep_over(const SweepData& data, double* w, double* r) {
  double largest = 0.0;
  const double r_unit = 1.0 / data.problem.scales.s_r, u_unit = 1.0 / data.problem.scales.s_u;
  for (std::size_t c = 0; c < data.packed.count(); ++c) {
    const std::size_t original = index(data.order[c]);
    const double* const W = data.W + c * D * D;
    double* const at = r + D * c;
    double u[D], x[D], change[D];
    for (std::size_t k = 0; k < D; ++k) u[k] = data.problem.b[D * original + k];
    read_velocity<D>(data.packed, c, w, u);
    bool rests = true;
    for (std::size_t k = 0; k < D; ++k) {
      x[k] = at[k];
      rests = rests && x[k] == 0.0;
    }
    if (rests && u[0] >= 0.0) continue;
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t i = 0; i < D; ++i) u[i] -= W[j * D + i] * at[j];
    if (u[0] >= 0.0)
      for (std::size_t k = 0; k < D; ++k) x[k] = 0.0;
    else
      solve_contact<D>(W, data.problem.mu[original], u, &data.slip[c], x);
    double square = 0.0;
    for (std::size_t k = 0; k < D; ++k) {
      change[k] = data.relaxation * (x[k] - at[k]);
      square += change[k] * change[k];
      at[k] = data.relaxation == 1.0 ? x[k] : at[k] + change[k];
    }
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
VelocitySweeps<D>::VelocitySweeps(const GlobalProblem& problem, Arena& arena) : problem_(problem) {
  const ColumnView H = columns_of(problem.H, arena);
  order_ = coloured_order(H, D, problem, arena);
  contacts_ = pack_contacts(H, D, order_, problem.factors, arena);
  const std::size_t count = contacts_.count();
  W_ = arena.take<double>(count * D * D);
  for (std::size_t c = 0; c < count; ++c) local_matrix(contacts_, c, &W_[c * D * D]);
  slip_ = arena.take<double>(count, 0.0);
  const std::size_t m = index(problem.constraints);
  if (m > 0) {
    rows_ = pack_rows(rows_of(*problem.G, arena), problem.factors, arena);
    inverse_starts_ = arena.take<std::int64_t>(rows_.count() + 1, 0);
    for (std::size_t k = 0; k < rows_.count(); ++k)
      inverse_starts_[k + 1] =
          inverse_starts_[k] + static_cast<std::int64_t>(rows_.width(k) * rows_.width(k));
    inverses_ = arena.take<double>(static_cast<std::size_t>(inverse_starts_[rows_.count()]));
    for (std::size_t k = 0; k < rows_.count(); ++k) {
      double S[64];
      local_matrix(rows_, k, S);
      invert_independent(rows_.width(k), S, &inverses_[static_cast<std::size_t>(inverse_starts_[k])]);
    }
  }
  const std::size_t n = index(problem.velocities);
  w_ = arena.take<double>(n);
  w_before_ = arena.take<double>(n);
  w_direction_ = arena.take<double>(n);
  x_ = arena.take<double>(D * count + m);
  x_before_ = arena.take<double>(x_.size());
  x_direction_ = arena.take<double>(x_.size());
}

template <int D>
void VelocitySweeps<D>::start(std::span<const double> r, std::span<const double> lambda) {
  for (std::size_t c = 0; c < order_.size(); ++c) std::copy_n(&r[D * index(order_[c])], D, &x_[D * c]);
  std::copy(lambda.begin(), lambda.end(), x_.begin() + static_cast<std::ptrdiff_t>(D * order_.size()));
  restart();
}

template <int D>
void VelocitySweeps<D>::leave(std::span<double> r, std::span<double> lambda) const {
  for (std::size_t c = 0; c < order_.size(); ++c) std::copy_n(&x_[D * c], D, &r[D * index(order_[c])]);
  std::copy_n(x_.begin() + static_cast<std::ptrdiff_t>(D * order_.size()), lambda.size(), lambda.begin());
}

template <int D>
void VelocitySweeps<D>::restart() {
  last_change_ = -1.0;
  to_packed(problem_.factors, problem_.q, w_.data());
  for (std::size_t c = 0; c < contacts_.count(); ++c) write_velocity<D>(contacts_, c, &x_[D * c], w_.data());
  if (problem_.constraints == 0) return;
  const double* const lambda = x_.data() + D * contacts_.count();
  for (std::size_t k = 0; k < rows_.count(); ++k)
    for_each_row(rows_, k, [&](std::size_t row, std::size_t at) {
      for (std::size_t j = 0; j < rows_.width(k); ++j)
        w_[row] += rows_.write[at + j] * lambda[index(rows_.columns[k]) + j];
    });
}

// Returns the largest defect that was met, in the units of the residual.
template <int D>
double VelocitySweeps<D>::correct_rows() {
  double largest = 0.0;
  double* const lambda = x_.data() + D * contacts_.count();
  for (std::size_t k = 0; k < rows_.count(); ++k) {
    const std::size_t width = rows_.width(k), first = index(rows_.columns[k]);
    const double* const inverse = &inverses_[static_cast<std::size_t>(inverse_starts_[k])];
    double defect[8], change[8] = {};
    for (std::size_t j = 0; j < width; ++j) defect[j] = problem_.d[first + j];
    for_each_row(rows_, k, [&](std::size_t row, std::size_t at) {
      for (std::size_t j = 0; j < width; ++j) defect[j] -= rows_.read[at + j] * w_[row];
    });
    for (std::size_t j = 0; j < width; ++j) {
      largest = std::max(largest, std::fabs(defect[j]));
      for (std::size_t i = 0; i < width; ++i) change[i] += inverse[j * width + i] * defect[j];
    }
    for (std::size_t j = 0; j < width; ++j) lambda[first + j] += change[j];
    for_each_row(rows_, k, [&](std::size_t row, std::size_t at) {
      for (std::size_t j = 0; j < width; ++j) w_[row] += rows_.write[at + j] * change[j];
    });
  }
  return largest / problem_.scales.s_rows;
}

template <int D>
double VelocitySweeps<D>::plain(double relaxation) {
  const double rows = problem_.constraints > 0 ? correct_rows() : 0.0;
  const SweepData data{problem_, contacts_, order_.data(), W_.data(), slip_.data(), relaxation};
  const double contacts =
      has_wide() ? sweep_wide<D>(data, w_.data(), x_.data()) : sweep_any<D>(data, w_.data(), x_.data());
  return std::max(rows, contacts);
}

template <int D>
double VelocitySweeps<D>::accelerated() {
  std::copy(w_.begin(), w_.end(), w_before_.begin());
  std::copy(x_.begin(), x_.end(), x_before_.begin());
  const double estimate = plain(1.0);
  double change = 0.0;
  for (std::size_t i = 0; i < w_.size(); ++i) {
    w_before_[i] = w_[i] - w_before_[i];
    change += w_before_[i] * w_before_[i];
  }
  const double beta = last_change_ > 0.0 ? change / last_change_ : 2.0;
  last_change_ = change;
  const bool go_on = beta <= 1.0;
  const auto step = [&](std::span<double> y, std::span<const double> moved, std::span<double> direction) {
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (go_on) y[i] += beta * direction[i];
      direction[i] = go_on ? beta * direction[i] + moved[i] : moved[i];
    }
  };
  for (std::size_t i = 0; i < x_.size(); ++i) x_before_[i] = x_[i] - x_before_[i];
  step(w_, w_before_, w_direction_);
  step(x_, x_before_, x_direction_);
  return estimate;
}

template class VelocitySweeps<2>;
template class VelocitySweeps<3>;

}  // namespace nsds::numerics
