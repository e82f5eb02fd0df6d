#include "global_friction/mass/node_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "friction/sweeps/xorshift.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/bounded_factorization.hpp"

namespace nsds::numerics::global_friction {

using friction::node_size;

namespace {

// With this penalty the multipliers converge in three or four steps even along a row of 1000 joints; with 1e4
// they took hundreds (docs/decisions/0030).
constexpr double rho = 1e8;
constexpr int most_steps = 30;      // of the multipliers; without them one of refinement finds all digits
constexpr double accurate = 4e-16;  // what is left, over what was given

constexpr std::size_t node_pad = friction::pad<node_size>, node_block = friction::block_size<node_size>;

}  // namespace

bool NodeSystem::takes(const Problem& problem) {
  std::int32_t positive = 0;
  for_each_diagonal_entry(problem.M, [&](std::int32_t, double value) { positive += value > 0.0 ? 1 : 0; });
  return positive == problem.velocities && positive > 0;
}

NodeSystem::NodeSystem(const Problem& problem, Rows rows, Arena& arena)
    : arena_(arena), plan_{.arena = &arena} {
  columns_.M = columns_of(problem.M, arena);
  columns_.H = columns_of(problem.H, arena);
  if (problem.constraints > 0 && rows == Rows::kept) columns_.G = rows_of(*problem.G, arena);
  nodes_ = couple_nodes(problem, columns_, arena);
  if (nodes_.count == 0) return;
  set_scales(problem);
  matrix_.pattern = nodes_.pattern;
  matrix_.plan = &plan_;
  island_.contacts = index(nodes_.count);
  island_.starts = nodes_.pattern.starts;
  island_.columns = nodes_.pattern.columns;
  island_.plan = &plan_;
  lu_.emplace(island_);
}

void NodeSystem::set_scales(const Problem& problem) {
  scale_ = arena_.take<double>(index(problem.velocities));
  for_each_diagonal_entry(problem.M,
                          [&](std::int32_t i, double value) { scale_[index(i)] = 1.0 / std::sqrt(value); });
  row_scale_ = arena_.take<double>(columns_.G.starts.empty() ? 0 : columns_.G.starts.size() - 1);
  for (std::size_t j = 0; j < row_scale_.size(); ++j) {
    double norm = 0.0;
    for_each_entry(columns_.G, j,
                   [&](std::size_t row, double value) { norm = std::hypot(norm, value * scale_[row]); });
    row_scale_[j] = norm > 0.0 ? 1.0 / norm : 0.0;
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
  // Rows that are missing to the last node of a body have ones on the diagonal.
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
      for_each_entry(columns_.G, c, [&](std::size_t i, double first) {
        add(i, j, (row_scale_[c] * first) * (rho * row_scale_[c] * second));
      });
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
  sticking_ = arena_.take<friction::NewtonRow<node_size>>(count);
  for (auto& row : sticking_) row.kind = friction::RowKind::stick;
  lu_->take_memory(arena_);
  return lu_->factorise(sticking_) && is_regular() ? NSDS_OK : NSDS_SINGULAR;
}

// Tells whether K is far enough from singular, solutions are accurate, and the joints hold.
bool NodeSystem::is_regular() const {
  const Arena::Mark mark = arena_.mark();
  const bool answer = constraints() == 0 ? is_definite() : joints_hold();
  arena_.rewind(mark);
  return answer;
}

// Tells whether M alone is definite: by the norm of its inverse, from the power method, and by what a
// solution leaves beside the rounding of M v.
bool NodeSystem::is_definite() const {
  constexpr int turns = 3;
  constexpr double most_left = 1e-11, least_rcond = 4.0 * std::numeric_limits<double>::epsilon();
  const auto v = arena_.take<double>(velocities());
  friction::Xorshift random(1);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = (2.0 * random.draw() - 1.0) / scale_[i];
  std::copy(v.begin(), v.end(), momentum_left_.begin());
  double growth = 0.0;  // of a vector of size one
  for (int turn = 0; turn < turns; ++turn) {
    solve_once();
    growth = largest(change_);
    for (std::size_t i = 0; i < v.size(); ++i)
      momentum_left_[i] = change_[i] / (growth * scale_[i] * scale_[i]);
  }
  solve(v, {});
  find_defect(v, {});
  return size_of_defect() <= most_left * norm() * largest(v) && least_rcond * growth * norm() < 1.0;
}

// Impulses of joints of any size move nothing where they are answered by the multipliers: those of a
// direction in which G M^-1 G' is not much more than 1 / rho are not.
bool NodeSystem::joints_hold() const {
  constexpr double most_moved = 1e-9;
  const auto v = arena_.take<double>(velocities(), 0.0), lambda = arena_.take<double>(constraints());
  friction::Xorshift random(1);
  for (std::size_t j = 0; j < lambda.size(); ++j) {
    const double impulse = 2.0 * random.draw() - 1.0;
    for_each_entry(columns_.G, j,
                   [&](std::size_t row, double value) { v[row] += impulse * (row_scale_[j] * value); });
  }
  std::fill(lambda.begin(), lambda.end(), 0.0);
  double given = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) given = std::max(given, std::fabs(v[i]) * scale_[i]);
  solve(v, lambda);
  return largest(v) <= most_moved * given;
}

// Gives the largest of velocities, in units in which masses are about one.
double NodeSystem::largest(std::span<const double> v) const {
  double most = 0.0, remains = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    most = std::max(most, std::fabs(v[i]) / scale_[i]);
    remains += 0.0 * v[i];
  }
  return remains == 0.0 ? most : infinity;
}

// Gives the largest sum of a row of K without its signs.
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

// Measures in units in which both parts are changes of velocities. NaN becomes infinity.
double NodeSystem::size_of_defect() const {
  double most = 0.0, remains = 0.0;
  const auto take = [&](double size) {
    most = std::max(most, size);
    remains += 0.0 * size;
  };
  for (std::size_t i = 0; i < momentum_left_.size(); ++i) take(std::fabs(momentum_left_[i]) * scale_[i]);
  for (std::size_t j = 0; j < rows_left_.size(); ++j) take(std::fabs(rows_left_[j]) * row_scale_[j]);
  return remains == 0.0 ? most : infinity;
}

// Computes change_ = K⁻¹ (momentum_left_ + ρ Gᵀ rows_left_).
void NodeSystem::solve_once() const {
  std::copy(momentum_left_.begin(), momentum_left_.end(), change_.begin());
  for (std::size_t j = 0; j < rows_left_.size(); ++j) {
    const double impulse = rho * (row_scale_[j] * rows_left_[j]);
    for_each_entry(columns_.G, j,
                   [&](std::size_t row, double value) { change_[row] += impulse * (row_scale_[j] * value); });
  }
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

void NodeSystem::solve(std::span<double> v, std::span<double> lambda) const {
  // At v = 0 and λ = 0 the defect is what is given.
  std::copy(v.begin(), v.end(), momentum_given_.begin());
  std::copy(v.begin(), v.end(), momentum_left_.begin());
  std::copy(lambda.begin(), lambda.end(), rows_given_.begin());
  std::copy(lambda.begin(), lambda.end(), rows_left_.begin());
  std::fill(v.begin(), v.end(), 0.0);
  std::fill(lambda.begin(), lambda.end(), 0.0);
  const double first = size_of_defect();
  if (first == 0.0) return;
  double left = first;
  for (int step = 0; step < most_steps; ++step) {
    // A step adds K⁻¹ times the defect to v, and ρ times what is then left of the rows to λ.
    solve_once();
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += change_[i];
    for (std::size_t j = 0; j < lambda.size(); ++j) {
      for_each_entry(columns_.G, j,
                     [&](std::size_t row, double value) { rows_left_[j] -= value * change_[row]; });
      lambda[j] += row_scale_[j] * (rho * (row_scale_[j] * rows_left_[j]));
    }
    // M alone needs one refinement. With bilateral rows steps go on as long as they halve the defect.
    if (constraints() == 0 && step == 1) break;
    const double before = left;
    find_defect(v, lambda);
    left = size_of_defect();
    if (left <= accurate * first || !(left < 0.5 * before)) break;
  }
}

}  // namespace nsds::numerics::global_friction
