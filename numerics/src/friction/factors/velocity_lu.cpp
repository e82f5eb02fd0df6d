#include "friction/factors/velocity_lu.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "friction/contact/small_lu.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr std::size_t node_rows = node_size, node_pad = pad<node_size>;
constexpr std::size_t most_pairs = 64;  // of nodes a contact, on average; two bodies in space have 16

// y = A x.
template <int D>
void multiply_vector(const double* A, const double* x, double* y) {
  for (std::size_t i = 0; i < D; ++i) {
    double sum = 0.0;
    for (std::size_t k = 0; k < D; ++k) sum += A[D * k + i] * x[k];
    y[i] = sum;
  }
}

// visit(block) for every block of G of a contact of the island.
template <int D, class Visit>
void for_each_block(const Island<D>& island, std::size_t c, Visit&& visit) {
  const VelocityBlocks& velocities = *island.velocities;
  const std::size_t o = index(island.original[c]);
  for (std::int32_t k = velocities.starts[o]; k < velocities.starts[o + 1]; ++k) visit(index(k));
}

template <int D>
std::size_t count_blocks(const Island<D>& island, std::size_t c) {
  const std::size_t o = index(island.original[c]);
  return index(island.velocities->starts[o + 1] - island.velocities->starts[o]);
}

// The nodes that an island touches, increasing; all where they are coupled by more than its contacts.
template <int D>
std::span<const std::int32_t> nodes_of(const Island<D>& island, Arena& arena) {
  if (island.velocities->mass != nullptr) {
    const auto all = arena.take<std::int32_t>(index(island.velocities->nodes));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  std::size_t blocks = 0;
  for (std::size_t c = 0; c < island.contacts; ++c) blocks += count_blocks(island, c);
  const auto nodes = arena.take<std::int32_t>(blocks);
  std::size_t next = 0;
  for (std::size_t c = 0; c < island.contacts; ++c)
    for_each_block(island, c, [&](std::size_t k) { nodes[next++] = island.velocities->node_of[k]; });
  std::sort(nodes.begin(), nodes.end());
  return nodes.first(static_cast<std::size_t>(std::unique(nodes.begin(), nodes.end()) - nodes.begin()));
}

}  // namespace

template <int D>
bool has_fewer_velocities(const Island<D>& island, Arena& arena) {
  if (island.velocities == nullptr) return false;
  const Arena::Mark mark = arena.mark();
  const std::size_t nodes = nodes_of(island, arena).size();
  arena.rewind(mark);
  std::size_t pairs = 0;  // of nodes that a contact touches both
  for (std::size_t c = 0; c < island.contacts; ++c) {
    const std::size_t touched = count_blocks(island, c);
    pairs += touched * touched;
  }
  return node_rows * nodes < D * island.contacts && pairs <= most_pairs * island.contacts;
}

template <int D>
VelocityLu<D>::VelocityLu(const Island<D>& island, Arena& arena)
    : island_(island), mass_(island.velocities->mass), plan_{.arena = &arena} {
  copy_blocks(arena);
  pattern_ = mass_ != nullptr ? mass_->pattern : node_pattern(starts_, node_of_, matrix_.contacts, arena);
  matrix_.starts = pattern_.starts;
  matrix_.columns = pattern_.columns;
  matrix_.plan = mass_ != nullptr ? mass_->plan : &plan_;
  lu_.emplace(matrix_);
}

template <int D>
void VelocityLu<D>::take_memory(Arena& arena) {
  const std::size_t nodes = matrix_.contacts;
  blocks_ = arena.take<double>(block_size<node_size> * matrix_.columns.size());
  diagonal_ = arena.take<double>(block_size<node_size> * nodes);
  matrix_.blocks = blocks_;
  matrix_.diagonal = diagonal_;
  factors_ = arena.take<double>(numbers * island_.contacts);
  orders_ = arena.take<RowOrder<D>>(island_.contacts);
  touched_ = arena.take<NewtonRow<node_size>>(nodes);
  v_ = arena.take<double>(node_pad * nodes);
  lu_->take_memory(arena);
}

// Copies the blocks of this island, in its units and with the numbers of its nodes.
template <int D>
void VelocityLu<D>::copy_blocks(Arena& arena) {
  const VelocityBlocks& velocities = *island_.velocities;
  // The unit of W = Hᵀ M⁻¹ H is shared by two factors.
  const double scale = std::sqrt(island_.s_r / island_.s_w);
  starts_ = arena.take<std::int32_t>(island_.contacts + 1);
  starts_[0] = 0;
  for (std::size_t c = 0; c < island_.contacts; ++c)
    starts_[c + 1] = starts_[c] + static_cast<std::int32_t>(count_blocks(island_, c));
  const std::size_t blocks = index(starts_[island_.contacts]);
  node_of_ = arena.take<std::int32_t>(blocks);
  values_ = arena.take<double>(node_pad * D * blocks, 0.0);
  // Nodes of the whole problem are numbered anew among those of the island.
  const Arena::Mark mark = arena.mark();
  const auto nodes = nodes_of(island_, arena);
  std::size_t next = 0;
  for (std::size_t c = 0; c < island_.contacts; ++c)
    for_each_block(island_, c, [&](std::size_t k) {
      const auto at = std::lower_bound(nodes.begin(), nodes.end(), velocities.node_of[k]);
      node_of_[next] = static_cast<std::int32_t>(at - nodes.begin());
      for (std::size_t j = 0; j < D; ++j) {
        const double unit = j < 3 ? scale : scale * island_.lengths[c];  // the last rows are those of moments
        for (std::size_t i = 0; i < node_rows; ++i)
          values_[node_pad * (D * next + j) + i] = unit * velocities.values[node_rows * (D * k + j) + i];
      }
      ++next;
    });
  matrix_.contacts = nodes.size();
  arena.rewind(mark);
}

template <int D>
double VelocityLu<D>::work() const {
  constexpr double in_blocks = static_cast<double>(node_rows * node_rows * node_rows) / (D * D * D);
  return in_blocks * (lu_->work() + 2.0 * static_cast<double>(pattern_.places.size()));
}

// y = B x of a row, and y = C x.
template <int D>
void VelocityLu<D>::multiply_B(std::size_t c, const double* x, double* y) const {
  if (rows_[c].kind == RowKind::full)
    multiply_vector<D>(rows_[c].B, x, y);
  else
    std::copy_n(x, D, y);
}

template <int D>
void VelocityLu<D>::multiply_C(std::size_t c, const double* x, double* y) const {
  if (right_factors_.empty())
    std::copy_n(x, D, y);
  else
    multiply_vector<D>(&right_factors_[numbers * c], x, y);
}

// P of a contact that is not open.
template <int D>
bool VelocityLu<D>::factorise_P(std::size_t c) {
  double* const P = &factors_[numbers * c];
  for (std::size_t j = 0; j < D; ++j) {
    double unit[reactions] = {}, by_C[reactions];
    unit[j] = shifts_.empty() ? 0.0 : shifts_[c];
    multiply_C(c, unit, by_C);
    multiply_B(c, by_C, P + D * j);
    if (rows_[c].kind == RowKind::full)
      for (std::size_t i = 0; i < D; ++i) P[D * j + i] += rows_[c].A[D * j + i];
  }
  return factorise_small<D>(P, D, orders_[c], sign_);
}

// response: what impulse answers a velocity of contact c.
template <int D>
void VelocityLu<D>::add_contact(std::size_t c, const double* response) {
  const std::size_t number = mass_ != nullptr ? index(island_.original[c]) : c;  // in the pattern
  const std::int32_t* place = pattern_.places.data() + pattern_.place_starts[number];
  for (std::size_t row = index(starts_[c]); row < index(starts_[c + 1]); ++row) {
    const double* const G = &values_[node_pad * D * row];
    double driven[node_pad * reactions] = {};  // G response
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t k = 0; k < D; ++k)
        for (std::size_t i = 0; i < node_pad; ++i)
          driven[node_pad * j + i] += G[node_pad * k + i] * response[D * j + k];
    for (std::size_t column = index(starts_[c]); column < index(starts_[c + 1]); ++column, ++place) {
      const double* const other = &values_[node_pad * D * column];
      double* const block = *place >= 0 ? &blocks_[block_size<node_size> * index(*place)]
                                        : &diagonal_[block_size<node_size> * index(~*place)];
      for (std::size_t j = 0; j < node_rows; ++j)
        for (std::size_t k = 0; k < D; ++k)
          for (std::size_t i = 0; i < node_pad; ++i)
            block[node_pad * j + i] += driven[node_pad * k + i] * other[node_pad * k + j];
    }
  }
}

// K alone. If that is the identity, only open contacts touch its nodes so far.
template <int D>
void VelocityLu<D>::clear() {
  sign_ = 1.0;
  if (mass_ != nullptr) {
    std::copy(mass_->blocks.begin(), mass_->blocks.end(), blocks_.begin());
    std::copy(mass_->diagonal.begin(), mass_->diagonal.end(), diagonal_.begin());
    for (auto& node : touched_) node.kind = RowKind::stick;
    return;
  }
  std::fill(blocks_.begin(), blocks_.end(), 0.0);
  std::fill(diagonal_.begin(), diagonal_.end(), 0.0);
  for (std::size_t n = 0; n < matrix_.contacts; ++n) {
    touched_[n].kind = RowKind::open;
    for (std::size_t i = 0; i < node_rows; ++i)
      diagonal_[block_size<node_size> * n + (node_pad + 1) * i] = 1.0;
  }
}

// C P^-1 B: (d d) out.
template <int D>
void VelocityLu<D>::find_response(std::size_t c, double* response) const {
  for (std::size_t j = 0; j < D; ++j) {
    double unit[reactions] = {}, column[reactions];
    unit[j] = 1.0;
    multiply_B(c, unit, column);
    solve_small<D>(&factors_[numbers * c], D, orders_[c], column);
    multiply_C(c, column, response + D * j);
  }
}

template <int D>
bool VelocityLu<D>::factorise(std::span<const NewtonRow<D>> rows, std::span<const double> shifts,
                              std::span<const double> C) {
  rows_ = rows;
  shifts_ = shifts;
  right_factors_ = C;
  clear();
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    if (rows[c].kind == RowKind::open) continue;
    for (std::size_t k = index(starts_[c]); k < index(starts_[c + 1]); ++k)
      touched_[index(node_of_[k])].kind = RowKind::stick;
    if (!factorise_P(c)) return false;
    double response[numbers];
    find_response(c, response);
    add_contact(c, response);
  }
  return lu_->factorise(touched_);
}

// v_ += G impulse.
template <int D>
void VelocityLu<D>::drive(std::size_t c, const double* impulse) const {
  for (std::size_t k = index(starts_[c]); k < index(starts_[c + 1]); ++k)
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t i = 0; i < node_pad; ++i)
        v_[node_pad * index(node_of_[k]) + i] += values_[node_pad * (D * k + j) + i] * impulse[j];
}

// G' v_: (d) out.
template <int D>
void VelocityLu<D>::velocity_at(std::size_t c, double* velocity) const {
  std::fill_n(velocity, D, 0.0);
  for (std::size_t k = index(starts_[c]); k < index(starts_[c + 1]); ++k)
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t i = 0; i < node_pad; ++i)
        velocity[j] += values_[node_pad * (D * k + j) + i] * v_[node_pad * index(node_of_[k]) + i];
}

template <int D>
void VelocityLu<D>::solve(std::span<double> x) const {
  // (K + G C P^-1 B G') v = G C P^-1 b, P = I where a contact is open,
  std::fill(v_.begin(), v_.end(), 0.0);
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    double alone[reactions], impulse[reactions];  // without the velocities
    std::copy_n(&x[pad<D> * c], D, alone);
    if (rows_[c].kind != RowKind::open) solve_small<D>(&factors_[numbers * c], D, orders_[c], alone);
    multiply_C(c, alone, impulse);
    drive(c, impulse);
  }
  lu_->solve(v_);
  // and P x = b - B G' v, B = 0 there.
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    if (rows_[c].kind == RowKind::open) continue;
    double velocity[reactions], known[reactions];
    velocity_at(c, velocity);
    multiply_B(c, velocity, known);
    double* const solution = &x[pad<D> * c];
    for (std::size_t i = 0; i < D; ++i) solution[i] -= known[i];
    solve_small<D>(&factors_[numbers * c], D, orders_[c], solution);
  }
}

template bool has_fewer_velocities(const Island<2>&, Arena&);
template bool has_fewer_velocities(const Island<3>&, Arena&);
template bool has_fewer_velocities(const Island<rolling_rows>&, Arena&);
template class VelocityLu<2>;
template class VelocityLu<3>;
template class VelocityLu<rolling_rows>;

}  // namespace nsds::numerics::friction
