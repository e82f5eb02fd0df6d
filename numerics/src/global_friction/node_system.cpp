#include "global_friction/node_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "friction/xorshift.hpp"
#include "global_friction/body_nodes.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

constexpr double rho = 1e8;
constexpr std::size_t samples = 4;  // of contacts whose W_cc is computed
constexpr int response_steps = 8, most_steps = 30;
constexpr double accurate = 1e-16;  // what is left, over what was given

constexpr std::size_t node_pad = pad<node_size>, node_block = block_size<node_size>;

// Of velocities, in units in which masses are about one.
double largest(std::span<const double> v, std::span<const double> scale) {
  double most = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) most = std::max(most, std::fabs(v[i]) / scale[i]);
  return most;
}

}  // namespace

bool NodeSystem::takes(const GlobalProblem& problem) {
  std::int32_t positive = 0;
  for_each_diagonal_entry(problem.M, [&](std::int32_t, double value) { positive += value > 0.0 ? 1 : 0; });
  return positive == problem.velocities;
}

NodeSystem::NodeSystem(const GlobalProblem& problem, Rows rows, Arena& arena)
    : problem_(problem), arena_(arena), plan_{.arena = &arena} {
  M_ = columns_of(problem.M, arena);
  H_ = columns_of(problem.H, arena);
  if (problem.constraints > 0 && rows == Rows::kept) {
    G_ = rows_of(*problem.G, arena);
    penalty_ = arena.take<double>(index(problem.constraints));
  }
  set_scales();
  const Nodes nodes = number_nodes(problem.blocks, arena);
  nodes_ = nodes.count;
  node_ = arena.take<std::int32_t>(scale_.size());
  place_ = arena.take<std::int32_t>(scale_.size());
  for (std::size_t i = 0; i < scale_.size(); ++i) {
    node_[i] = nodes.of[index(problem.blocks.position[i])];
    place_[i] = nodes.place[index(problem.blocks.position[i])];
  }
  touch_contacts();
  couple();
  matrix_.pattern = node_pattern(touch_starts_, touched_, index(nodes_), arena);
  matrix_.plan = &plan_;
  island_.contacts = index(nodes_);
  island_.starts = matrix_.pattern.starts;
  island_.columns = matrix_.pattern.columns;
  island_.plan = &plan_;
  lu_.emplace(island_);
}

void NodeSystem::set_scales() {
  const std::size_t n = index(problem_.velocities);
  scale_ = arena_.take<double>(n, 1.0);
  for_each_diagonal_entry(problem_.M,
                          [&](std::int32_t i, double value) { scale_[index(i)] = 1.0 / std::sqrt(value); });
  for (std::size_t j = 0; j < penalty_.size(); ++j) {
    double square = 0.0;
    for (std::int32_t e = G_.starts[j]; e < G_.starts[j + 1]; ++e) {
      const double scaled = G_.values[index(e)] * scale_[index(G_.rows[index(e)])];
      square += scaled * scaled;
    }
    penalty_[j] = square > 0.0 ? rho / square : 0.0;
  }
}

// Which nodes each contact, each row of G touches, increasing.
void NodeSystem::touch_contacts() {
  const std::size_t contacts = index(problem_.contacts), m = penalty_.size();
  const std::size_t width = index(problem_.dimension);
  touch_starts_ = arena_.take<std::int32_t>(contacts + m + M_.rows.size() + 1);
  touched_ = arena_.take<std::int32_t>(H_.rows.size() + G_.rows.size() + 2 * M_.rows.size());
  std::int32_t stored = 0;
  const auto touch = [&](std::size_t number, std::span<const std::int32_t> rows) {
    touch_starts_[number] = stored;
    const auto first = touched_.begin() + stored;
    auto last = first;
    for (const std::int32_t row : rows) *last++ = node_[index(row)];
    std::sort(first, last);
    stored = static_cast<std::int32_t>(std::unique(first, last) - touched_.begin());
  };
  for (std::size_t c = 0; c < contacts; ++c) {
    const std::size_t begin = index(H_.starts[width * c]), end = index(H_.starts[width * (c + 1)]);
    touch(c, H_.rows.subspan(begin, end - begin));
  }
  for (std::size_t j = 0; j < m; ++j)
    touch(contacts + j, G_.rows.subspan(index(G_.starts[j]), index(G_.starts[j + 1] - G_.starts[j])));
  touch_starts_[contacts + m] = stored;
}

// Pairs of nodes that M couples; most come twice, from both sides.
void NodeSystem::couple() {
  const MassBlocks& blocks = problem_.blocks;
  std::size_t count = index(problem_.contacts) + penalty_.size();
  std::int32_t stored = touch_starts_[count];
  const Arena::Mark taken = arena_.mark();
  const auto mark = arena_.take<std::int32_t>(index(nodes_), -1);
  for (const std::int32_t column : blocks.order) {
    const std::int32_t node = node_[index(column)];
    for (std::int32_t e = M_.starts[index(column)]; e < M_.starts[index(column) + 1]; ++e) {
      const std::int32_t other = node_[index(M_.rows[index(e)])];
      if (other == node || mark[index(other)] == node) continue;
      mark[index(other)] = node;
      touched_[index(stored++)] = other;
      touched_[index(stored++)] = node;
      touch_starts_[++count] = stored;
    }
  }
  arena_.rewind(taken);
  touch_starts_ = touch_starts_.first(count + 1);
  touched_ = touched_.first(index(stored));
}

double* NodeSystem::block(std::int32_t row, std::int32_t column) {
  if (row == column) return &diagonal_[node_block * index(row)];
  const std::int32_t* const begin = island_.columns.data();
  const std::int32_t* const found =
      std::lower_bound(begin + island_.starts[index(row)], begin + island_.starts[index(row) + 1], column);
  return &blocks_[node_block * static_cast<std::size_t>(found - begin)];
}

void NodeSystem::fill() {
  // Rows that are missing to the last node of a body.
  for (std::size_t n = 0; n < index(nodes_); ++n)
    for (std::size_t i = 0; i < index(node_size); ++i) diagonal_[node_block * n + (node_pad + 1) * i] = 1.0;
  for (const std::int32_t row : problem_.blocks.order)
    diagonal_[node_block * index(node_[index(row)]) + (node_pad + 1) * index(place_[index(row)])] = 0.0;
  const auto add = [&](std::int32_t i, std::int32_t j, double value) {
    double* const to = block(node_[index(i)], node_[index(j)]);
    to[node_pad * index(place_[index(j)]) + index(place_[index(i)])] +=
        scale_[index(i)] * value * scale_[index(j)];
  };
  for (std::int32_t j = 0; j < problem_.velocities; ++j)
    for (std::int32_t e = M_.starts[index(j)]; e < M_.starts[index(j) + 1]; ++e)
      add(M_.rows[index(e)], j, M_.values[index(e)]);
  for (std::size_t j = 0; j < penalty_.size(); ++j)
    for (std::int32_t a = G_.starts[j]; a < G_.starts[j + 1]; ++a)
      for (std::int32_t b = G_.starts[j]; b < G_.starts[j + 1]; ++b)
        add(G_.rows[index(a)], G_.rows[index(b)], penalty_[j] * G_.values[index(a)] * G_.values[index(b)]);
}

// H of the contacts by nodes.
void NodeSystem::take_contact_blocks() {
  const std::size_t contacts = index(problem_.contacts), width = index(problem_.dimension);
  const auto starts = touch_starts_.first(contacts + 1);
  const auto node_of = touched_.first(index(starts[contacts]));
  const auto values = arena_.take<double>(node_size * width * node_of.size(), 0.0);
  for (std::size_t c = 0; c < contacts; ++c)
    for (std::size_t k = 0; k < width; ++k)
      for (std::int32_t e = H_.starts[width * c + k]; e < H_.starts[width * c + k + 1]; ++e) {
        const std::size_t row = index(H_.rows[index(e)]);
        const auto found =
            std::lower_bound(node_of.begin() + starts[c], node_of.begin() + starts[c + 1], node_[row]);
        const auto at = static_cast<std::size_t>(found - node_of.begin());
        values[node_size * (width * at + k) + index(place_[row])] = scale_[row] * H_.values[index(e)];
      }
  velocities_ = {nodes_, starts, node_of, values, &matrix_};
}

bool NodeSystem::factorise() {
  const std::size_t nodes = index(nodes_), n = size(), m = rows();
  blocks_ = arena_.take<double>(node_block * island_.columns.size(), 0.0);
  diagonal_ = arena_.take<double>(node_block * nodes, 0.0);
  matrix_.blocks = island_.blocks = blocks_;
  matrix_.diagonal = island_.diagonal = diagonal_;
  fill();
  take_contact_blocks();
  x_ = arena_.take<double>(node_pad * nodes, 0.0);
  exact_ = arena_.take<long double>(n);
  for (auto* vector : {&momentum_, &change_, &given_}) *vector = arena_.take<double>(n, 0.0);
  for (auto* vector : {&rows_left_, &lambda_, &rows_given_}) *vector = arena_.take<double>(m, 0.0);
  rows_ = arena_.take<NewtonRow<node_size>>(nodes);
  for (auto& row : rows_) row.kind = RowKind::stick;
  lu_->take_memory(arena_);
  return lu_->factorise(rows_, 0.0);
}

double NodeSystem::seconds() const {
  constexpr double products_a_second = 2e8;  // of blocks of nodes, in large fronts
  return lu_->work() / products_a_second;
}

// The norm of K^-1 by the power method.
bool NodeSystem::is_regular() const {
  constexpr int turns = 3;
  constexpr double most_left = 1e-6, least_rcond = 4.0 * std::numeric_limits<double>::epsilon();
  const Arena::Mark mark = arena_.mark();
  const auto v = arena_.take<double>(size()), lambda = arena_.take<double>(rows(), 0.0);
  Xorshift random(1);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = (2.0 * random.draw() - 1.0) / scale_[i];
  double growth = 0.0;
  bool accurate_enough = true;
  for (int turn = 0; turn < turns && accurate_enough; ++turn) {
    const double left = solve_in_steps(response_steps, v, lambda);
    growth = largest(v, scale_);  // of a vector of size one
    accurate_enough = left <= most_left && std::isfinite(growth) && growth > 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] /= growth * scale_[i] * scale_[i];
    std::fill(lambda.begin(), lambda.end(), 0.0);
  }
  arena_.rewind(mark);
  return accurate_enough && 1.0 > least_rcond * growth * norm();
}

// The largest sum of a row of K without its sign.
double NodeSystem::norm() const {
  double most = 0.0;
  for (std::size_t n = 0; n < index(nodes_); ++n)
    for (std::size_t i = 0; i < index(node_size); ++i) {
      double sum = 0.0;
      const auto add_row = [&](const double* block) {
        for (std::size_t j = 0; j < index(node_size); ++j) sum += std::fabs(block[node_pad * j + i]);
      };
      add_row(&diagonal_[node_block * n]);
      for (std::int32_t e = island_.starts[n]; e < island_.starts[n + 1]; ++e)
        add_row(&blocks_[node_block * index(e)]);
      most = std::max(most, sum);
    }
  return most;
}

// change_ = K^-1 (momentum + G' penalty rows).
void NodeSystem::solve_once(std::span<const double> momentum, std::span<const double> rows) const {
  std::copy(momentum.begin(), momentum.end(), change_.begin());
  for (std::size_t j = 0; j < rows.size(); ++j)
    for (std::int32_t e = G_.starts[j]; e < G_.starts[j + 1]; ++e)
      change_[index(G_.rows[index(e)])] += penalty_[j] * rows[j] * G_.values[index(e)];
  std::fill(x_.begin(), x_.end(), 0.0);
  const auto at = [&](std::size_t i) -> double& { return x_[node_pad * index(node_[i]) + index(place_[i])]; };
  for (std::size_t i = 0; i < scale_.size(); ++i) at(i) = scale_[i] * change_[i];
  lu_->solve(x_);
  for (std::size_t i = 0; i < scale_.size(); ++i) change_[i] = scale_[i] * at(i);
}

// What is left of the momentum and of the rows, in units in which both are changes of velocities.
double NodeSystem::defect() const {
  double most = 0.0;
  for (std::size_t i = 0; i < momentum_.size(); ++i)
    most = std::max(most, std::fabs(momentum_[i]) * scale_[i]);
  for (std::size_t j = 0; j < rows_left_.size(); ++j)
    most = std::max(most, std::fabs(rows_left_[j]) * std::sqrt(penalty_[j] / rho));
  return most;
}

// momentum_ = given - M v + G' lambda, rows_left_ = g - G v. Where bodies are stiff M v is a small difference
// of large numbers: in double precision refinement would leave v the digits that the factors have.
void NodeSystem::find_defect(std::span<const double> v, std::span<const double> lambda) const {
  std::copy(given_.begin(), given_.end(), exact_.begin());
  for (std::size_t j = 0; j < v.size(); ++j)
    for (std::int32_t e = M_.starts[j]; e < M_.starts[j + 1]; ++e)
      exact_[index(M_.rows[index(e)])] -= static_cast<long double>(M_.values[index(e)]) * v[j];
  for (std::size_t j = 0; j < lambda.size(); ++j) {
    long double left = rows_given_[j];
    for (std::int32_t e = G_.starts[j]; e < G_.starts[j + 1]; ++e) {
      const std::size_t row = index(G_.rows[index(e)]);
      const long double value = G_.values[index(e)];
      exact_[row] += value * lambda[j];
      left -= value * v[row];
    }
    rows_left_[j] = static_cast<double>(left);
  }
  for (std::size_t i = 0; i < v.size(); ++i) momentum_[i] = static_cast<double>(exact_[i]);
}

double NodeSystem::solve_in_steps(int steps, std::span<double> v, std::span<double> lambda) const {
  std::copy(v.begin(), v.end(), given_.begin());
  std::copy(lambda.begin(), lambda.end(), rows_given_.begin());
  std::fill(v.begin(), v.end(), 0.0);
  std::fill(lambda.begin(), lambda.end(), 0.0);
  double first = 0.0, last = infinity;
  for (int step = 0; step < steps; ++step) {
    if (step == 0) {
      std::copy(given_.begin(), given_.end(), momentum_.begin());
      std::copy(rows_given_.begin(), rows_given_.end(), rows_left_.begin());
    } else {
      find_defect(v, lambda);
    }
    const double left = defect();
    if (step == 0) first = left > 0.0 ? left : 1.0;
    if (left <= accurate * first || !(left < 0.5 * last)) return std::min(left, last) / first;
    last = left;
    solve_once(momentum_, rows_left_);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += change_[i];
    if (!lambda.empty()) add_product(*problem_.G, -1.0, change_.data(), rows_left_.data());
    for (std::size_t j = 0; j < lambda.size(); ++j) lambda[j] += penalty_[j] * rows_left_[j];
  }
  return last / first;
}

void NodeSystem::solve(std::span<double> v, std::span<double> lambda) const {
  solve_in_steps(most_steps, v, lambda);
}

void NodeSystem::add(std::span<const double> r, std::span<double> u) const {
  const Arena::Mark mark = arena_.mark();
  const std::size_t d = index(problem_.dimension), padded = d == 3 ? pad<3> : pad<2>;
  const auto v = arena_.take<double>(scale_.size(), 0.0);
  const auto lambda = arena_.take<double>(penalty_.size(), 0.0);
  const auto for_each_entry_of_H = [&](auto&& visit) {  // visit(row, place in r and u, value)
    for (std::size_t c = 0; c < index(problem_.contacts); ++c)
      for (std::size_t k = 0; k < d; ++k)
        for (std::int32_t e = H_.starts[d * c + k]; e < H_.starts[d * c + k + 1]; ++e)
          visit(index(H_.rows[index(e)]), padded * c + k, H_.values[index(e)]);
  };
  const double s_r = problem_.scales.s_r, u_unit = 1.0 / problem_.scales.s_u;
  for_each_entry_of_H([&](std::size_t row, std::size_t at, double h) { v[row] += h * s_r * r[at]; });
  solve_in_steps(lambda.empty() ? 2 : response_steps, v, lambda);
  for_each_entry_of_H([&](std::size_t row, std::size_t at, double h) { u[at] += h * u_unit * v[row]; });
  arena_.rewind(mark);
}

// Where M is diagonal and nothing is joined W_cc = H_c' M^-1 H_c; how far that is off elsewhere is measured
// at some of the contacts.
void NodeSystem::find_weights(std::span<double> weights) const {
  const std::size_t d = index(problem_.dimension), padded = d == 3 ? pad<3> : pad<2>;
  const double unit = problem_.scales.s_r / problem_.scales.s_u / static_cast<double>(d);
  for (std::size_t c = 0; c < weights.size(); ++c) {
    weights[c] = 0.0;
    for (std::int32_t e = H_.starts[d * c]; e < H_.starts[d * (c + 1)]; ++e) {
      const double scaled = H_.values[index(e)] * scale_[index(H_.rows[index(e)])];
      weights[c] += unit * scaled * scaled;
    }
  }
  const Arena::Mark mark = arena_.mark();
  const auto r = arena_.take<double>(padded * weights.size(), 0.0), u = arena_.take<double>(r.size());
  double sum = 0.0;
  int counted = 0;
  const std::size_t apart = weights.size() / samples + 1;
  for (std::size_t c = 0; c < weights.size(); c += apart) {
    double trace = 0.0;
    for (std::size_t k = 0; k < d; ++k) {
      r[padded * c + k] = 1.0;
      std::fill(u.begin(), u.end(), 0.0);
      add(r, u);
      r[padded * c + k] = 0.0;
      trace += u[padded * c + k];
    }
    if (!(trace > 0.0) || !(weights[c] > 0.0)) continue;
    sum += std::log(trace / (static_cast<double>(d) * weights[c]));
    ++counted;
  }
  arena_.rewind(mark);
  const double factor = counted > 0 ? std::exp(sum / counted) : 1.0;
  for (double& weight : weights) weight = weight > 0.0 ? factor * weight : 1.0;
}

}  // namespace nsds::numerics
