#include "global_friction/node_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "friction/xorshift.hpp"
#include "linalg/bounded_factorization.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

constexpr double rho = 1e8;
constexpr int most_steps = 30;      // of the multipliers; without them one of refinement finds all digits
constexpr double accurate = 4e-16;  // what is left, over what was given

constexpr std::size_t node_pad = pad<node_size>, node_block = block_size<node_size>;

}  // namespace

bool NodeSystem::takes(const GlobalProblem& problem) {
  std::int32_t positive = 0;
  for_each_diagonal_entry(problem.M, [&](std::int32_t, double value) { positive += value > 0.0 ? 1 : 0; });
  return positive == problem.velocities;
}

NodeSystem::NodeSystem(const GlobalProblem& problem, Rows rows, Arena& arena)
    : arena_(arena), plan_{.arena = &arena} {
  columns_.M = columns_of(problem.M, arena);
  columns_.H = columns_of(problem.H, arena);
  if (problem.constraints > 0 && rows == Rows::kept) columns_.G = rows_of(*problem.G, arena);
  nodes_ = couple_nodes(problem, columns_, arena);
  set_scales(problem);
  matrix_.pattern = nodes_.pattern;
  matrix_.plan = &plan_;
  island_.contacts = index(nodes_.count);
  island_.starts = nodes_.pattern.starts;
  island_.columns = nodes_.pattern.columns;
  island_.plan = &plan_;
  lu_.emplace(island_);
}

void NodeSystem::set_scales(const GlobalProblem& problem) {
  scale_ = arena_.take<double>(index(problem.velocities));
  for_each_diagonal_entry(problem.M,
                          [&](std::int32_t i, double value) { scale_[index(i)] = 1.0 / std::sqrt(value); });
  penalty_ = arena_.take<double>(columns_.G.starts.empty() ? 0 : columns_.G.starts.size() - 1);
  for (std::size_t j = 0; j < penalty_.size(); ++j) {
    double square = 0.0;
    for_each_entry(columns_.G, j, [&](std::size_t row, double value) {
      square += (value * scale_[row]) * (value * scale_[row]);
    });
    penalty_[j] = square > 0.0 ? rho / square : 0.0;
  }
}

double NodeSystem::seconds() const {
  constexpr double products_a_second = 3e8;  // of blocks of nodes, in large fronts
  return lu_->work() / products_a_second;
}

double* NodeSystem::block(std::int32_t row, std::int32_t column) {
  if (row == column) return &diagonal_[node_block * index(row)];
  const std::int32_t* const begin = island_.columns.data();
  const std::int32_t* const found =
      std::lower_bound(begin + island_.starts[index(row)], begin + island_.starts[index(row) + 1], column);
  return &blocks_[node_block * static_cast<std::size_t>(found - begin)];
}

void NodeSystem::fill() {
  // One for the rows that are missing to the last node of a body.
  for (std::size_t node = 0; node < index(nodes_.count); ++node)
    for (std::size_t i = 0; i < index(node_size); ++i)
      diagonal_[node_block * node + (node_pad + 1) * i] = 1.0;
  for (std::size_t row = 0; row < velocities(); ++row)
    diagonal_[node_block * index(nodes_.node[row]) + (node_pad + 1) * index(nodes_.place[row])] = 0.0;
  const auto add = [&](std::size_t i, std::size_t j, double value) {
    double* const to = block(nodes_.node[i], nodes_.node[j]);
    to[node_pad * index(nodes_.place[j]) + index(nodes_.place[i])] += scale_[i] * value * scale_[j];
  };
  for (std::size_t j = 0; j < velocities(); ++j)
    for_each_entry(columns_.M, j, [&](std::size_t i, double value) { add(i, j, value); });
  for (std::size_t c = 0; c < constraints(); ++c)
    for_each_entry(columns_.G, c, [&](std::size_t j, double second) {
      for_each_entry(columns_.G, c,
                     [&](std::size_t i, double first) { add(i, j, first * (penalty_[c] * second)); });
    });
}

nsds_status NodeSystem::factorise(const Deadline& deadline) {
  if (seconds() > std::max(deadline.seconds_left(), least_seconds)) return NSDS_TIME_LIMIT;
  const std::size_t count = index(nodes_.count), n = velocities(), m = constraints();
  blocks_ = arena_.take<double>(node_block * island_.columns.size(), 0.0);
  diagonal_ = arena_.take<double>(node_block * count, 0.0);
  matrix_.blocks = island_.blocks = blocks_;
  matrix_.diagonal = island_.diagonal = diagonal_;
  fill();
  for (auto* vector : {&momentum_given_, &momentum_left_, &change_}) *vector = arena_.take<double>(n);
  for (auto* vector : {&rows_given_, &rows_left_}) *vector = arena_.take<double>(m);
  x_ = arena_.take<double>(node_pad * count, 0.0);
  exact_ = arena_.take<long double>(n);
  sticking_ = arena_.take<NewtonRow<node_size>>(count);
  for (auto& row : sticking_) row.kind = RowKind::stick;
  lu_->take_memory(arena_);
  return lu_->factorise(sticking_, 0.0) && is_regular() ? NSDS_OK : NSDS_SINGULAR;
}

// Are solutions of any vector accurate, and is K without rows, whose norm is then not that of rho, far enough
// from singular? The norm of K^-1 by the power method.
bool NodeSystem::is_regular() const {
  constexpr int turns = 3;
  constexpr double most_left = 1e-6, least_rcond = 4.0 * std::numeric_limits<double>::epsilon();
  const Arena::Mark mark = arena_.mark();
  const auto v = arena_.take<double>(velocities()), lambda = arena_.take<double>(constraints(), 0.0);
  Xorshift random(1);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = (2.0 * random.draw() - 1.0) / scale_[i];
  std::copy(v.begin(), v.end(), momentum_left_.begin());
  std::fill(rows_left_.begin(), rows_left_.end(), 0.0);
  double growth = 0.0;  // of a vector of size one
  for (int turn = 0; turn < turns && constraints() == 0; ++turn) {
    solve_once();
    growth = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) growth = std::max(growth, std::fabs(change_[i]) / scale_[i]);
    for (std::size_t i = 0; i < v.size(); ++i)
      momentum_left_[i] = change_[i] / (growth * scale_[i] * scale_[i]);
  }
  const bool is_accurate = v.empty() || solve(v, lambda) <= most_left;
  arena_.rewind(mark);
  return is_accurate && least_rcond * growth * norm() < 1.0;
}

// The largest sum of a row of K without its signs.
double NodeSystem::norm() const {
  double most = 0.0;
  for (std::size_t node = 0; node < index(nodes_.count); ++node)
    for (std::size_t i = 0; i < index(node_size); ++i) {
      double sum = 0.0;
      const auto add_row = [&](const double* block) {
        for (std::size_t j = 0; j < index(node_size); ++j) sum += std::fabs(block[node_pad * j + i]);
      };
      add_row(&diagonal_[node_block * node]);
      for (std::int32_t e = island_.starts[node]; e < island_.starts[node + 1]; ++e)
        add_row(&blocks_[node_block * index(e)]);
      most = std::max(most, sum);
    }
  return most;
}

// Where bodies are stiff M v is a small difference of large numbers: in double precision refinement would
// leave v the digits that the factors have.
void NodeSystem::find_defect(std::span<const double> v, std::span<const double> lambda) const {
  std::copy(momentum_given_.begin(), momentum_given_.end(), exact_.begin());
  for (std::size_t j = 0; j < v.size(); ++j)
    for_each_entry(columns_.M, j, [&](std::size_t row, double value) {
      exact_[row] -= static_cast<long double>(value) * v[j];
    });
  for (std::size_t j = 0; j < lambda.size(); ++j) {
    long double left = rows_given_[j];
    for_each_entry(columns_.G, j, [&](std::size_t row, double value) {
      exact_[row] += static_cast<long double>(value) * lambda[j];
      left -= static_cast<long double>(value) * v[row];
    });
    rows_left_[j] = static_cast<double>(left);
  }
  for (std::size_t i = 0; i < v.size(); ++i) momentum_left_[i] = static_cast<double>(exact_[i]);
}

// In units in which both parts are changes of velocities. NaN becomes infinity.
double NodeSystem::size_of_defect() const {
  double most = 0.0;
  const auto take = [&](double size) { most = size <= most ? most : size; };
  for (std::size_t i = 0; i < momentum_left_.size(); ++i) take(std::fabs(momentum_left_[i]) * scale_[i]);
  for (std::size_t j = 0; j < rows_left_.size(); ++j)
    take(std::fabs(rows_left_[j]) * std::sqrt(penalty_[j] / rho));
  return std::isnan(most) ? infinity : most;
}

// change_ = K^-1 (momentum_left_ + G' penalty rows_left_).
void NodeSystem::solve_once() const {
  std::copy(momentum_left_.begin(), momentum_left_.end(), change_.begin());
  for (std::size_t j = 0; j < rows_left_.size(); ++j)
    for_each_entry(columns_.G, j, [&](std::size_t row, double value) {
      change_[row] += penalty_[j] * rows_left_[j] * value;
    });
  const auto at = [&](std::size_t row) -> double& {
    return x_[node_pad * index(nodes_.node[row]) + index(nodes_.place[row])];
  };
  std::fill(x_.begin(), x_.end(), 0.0);
  for (std::size_t row = 0; row < change_.size(); ++row) at(row) = scale_[row] * change_[row];
  lu_->solve(x_);
  for (std::size_t row = 0; row < change_.size(); ++row) change_[row] = scale_[row] * at(row);
}

void NodeSystem::solve_roughly(std::span<double> v) const {
  std::copy(v.begin(), v.end(), momentum_left_.begin());
  std::fill(rows_left_.begin(), rows_left_.end(), 0.0);
  solve_once();
  std::copy(change_.begin(), change_.end(), v.begin());
}

double NodeSystem::solve(std::span<double> v, std::span<double> lambda) const {
  std::copy(v.begin(), v.end(), momentum_given_.begin());
  std::copy(v.begin(), v.end(), momentum_left_.begin());
  std::copy(lambda.begin(), lambda.end(), rows_given_.begin());
  std::copy(lambda.begin(), lambda.end(), rows_left_.begin());
  std::fill(v.begin(), v.end(), 0.0);
  std::fill(lambda.begin(), lambda.end(), 0.0);
  const double first = size_of_defect();
  if (first == 0.0) return 0.0;
  double left = first;
  for (int step = 0; step < most_steps; ++step) {
    solve_once();
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += change_[i];
    for (std::size_t j = 0; j < lambda.size(); ++j) {
      for_each_entry(columns_.G, j,
                     [&](std::size_t row, double value) { rows_left_[j] -= value * change_[row]; });
      lambda[j] += penalty_[j] * rows_left_[j];
    }
    if (constraints() == 0 && step == 1) break;
    const double before = left;
    find_defect(v, lambda);
    left = size_of_defect();
    if (left <= accurate * first || !(left < 0.5 * before)) break;
  }
  return left / first;
}

}  // namespace nsds::numerics
