#include "polyhedron/proximal_ip/clean_up.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr int refinements = 12;
constexpr int most_guesses = 4;
constexpr double smallest = 1e-300;  // size that something is measured against
constexpr double falls = 0.5;        // the rest at every refinement, at least

}  // namespace

CleanUp::CleanUp(const Program& program, KktSystem& system, Arena& arena)
    : program_(program),
      system_(system),
      x_(arena.take<double>(program.n, 0.0)),
      y_(arena.take<double>(program.m, 0.0)),
      wide_(arena.take<Wide>(program.n)),
      gradient_(arena.take<double>(program.n)),
      value_(arena.take<double>(program.m)),
      rest_(arena.take<double>(program.n + program.m)),
      before_(arena.take<double>(rest_.size())),
      state_(arena.take<signed char>(rest_.size())),
      held_(arena.take<unsigned char>(rest_.size())) {}

bool CleanUp::run(const Interior& interior, const SolveContext& context) {
  std::copy(interior.x().begin(), interior.x().end(), x_.begin());
  std::copy(interior.y().begin(), interior.y().end(), y_.begin());
  guess(interior);
  return solve(context);
}

bool CleanUp::run(std::span<const double> x, std::span<const double> y, const SolveContext& context) {
  std::copy(x.begin(), x.end(), x_.begin());
  std::copy(y.begin(), y.end(), y_.begin());
  guess();
  return solve(context);
}

bool CleanUp::solve(const SolveContext& context) {
  for (int round = 0; round < most_guesses; ++round) {
    hold();
    if (!system_.factorise_equations(held_, context)) return false;
    if (!solve_equations()) return false;
    if (!correct_guess()) break;
  }
  project();
  return true;
}

void CleanUp::guess(const Interior& interior) {
  const auto presses = [](const Sides& sides, std::size_t k) {
    return sides.there[k] != 0 && sides.z[k] > sides.s[k];
  };
  for (std::size_t k = 0; k < state_.size(); ++k) {
    state_[k] = presses(interior.lower(), k) ? at_lower : presses(interior.upper(), k) ? at_upper : inside;
    if (k >= program_.n && program_.is_equality(k - program_.n)) state_[k] = at_lower;
  }
}

void CleanUp::guess() {
  const std::size_t n = program_.n;
  std::fill(state_.begin(), state_.end(), inside);
  sum_gradient();
  sum_rows();
  for (std::size_t k = 0; k < state_.size(); ++k) {
    const double ahead = k < n ? x_[k] - gradient_[k] : value_[k - n] - y_[k - n];
    if (ahead >= program_.upper[k]) state_[k] = at_upper;
    if (ahead <= program_.lower[k] || (k >= n && program_.is_equality(k - n))) state_[k] = at_lower;
  }
}

// Unknowns at their bounds do not move, rows inside their sides have no multiplier.
void CleanUp::hold() {
  const std::size_t n = program_.n;
  for (std::size_t j = 0; j < n; ++j) {
    held_[j] = state_[j] != inside ? 1 : 0;
    if (held_[j] != 0) x_[j] = state_[j] == at_lower ? program_.lower[j] : program_.upper[j];
  }
  for (std::size_t i = 0; i < program_.m; ++i) {
    held_[n + i] = state_[n + i] == inside ? 1 : 0;
    if (held_[n + i] != 0) y_[i] = 0.0;
  }
}

// The rest of the equations at the point, summed in extended precision: what sums of doubles round would be left. Returns
// the larger of the parts for unknowns and rows, relative to the sizes of multipliers and unknowns.
double CleanUp::evaluate() {
  const std::size_t n = program_.n;
  sum_gradient();
  sum_rows();
  double dual = 0.0;
  double primal = 0.0;
  for (std::size_t k = 0; k < rest_.size(); ++k) {
    if (held_[k] != 0) rest_[k] = 0.0;
    double& largest = k < n ? dual : primal;
    largest = std::max(largest, std::fabs(rest_[k]));
  }
  const double x_size = largest_magnitude(x_);
  const double y_size = std::max(largest_magnitude(y_), largest_magnitude(program_.p));
  return std::max(dual / std::max(y_size, smallest), primal / std::max(x_size, smallest));
}

// gradient_ = Q x + p - A'y, and what is left of it.
void CleanUp::sum_gradient() {
  const Lines& Q = program_.Q;
  for (std::size_t j = 0; j < program_.n; ++j) wide_[j] = program_.p[j];
  for (std::size_t j = 0; j < program_.n; ++j) {
    for (std::size_t k = Q.begin(j); k < Q.end(j); ++k) {
      const std::size_t i = index(Q.indices[k]);
      const Wide value = Q.values[k];
      wide_[i] += value * x_[j];
      if (i != j) wide_[j] += value * x_[i];
    }
    for (std::size_t k = program_.columns.begin(j); k < program_.columns.end(j); ++k)
      wide_[j] -= Wide{program_.columns.values[k]} * y_[index(program_.columns.indices[k])];
  }
  for (std::size_t j = 0; j < program_.n; ++j) {
    gradient_[j] = static_cast<double>(wide_[j]);
    rest_[j] = -gradient_[j];
  }
}

// value_ = A x, and what is left to the sides.
void CleanUp::sum_rows() {
  const std::size_t n = program_.n;
  for (std::size_t i = 0; i < program_.m; ++i) {
    Wide sum = 0.0;
    for (std::size_t k = program_.rows.begin(i); k < program_.rows.end(i); ++k)
      sum += Wide{program_.rows.values[k]} * x_[index(program_.rows.indices[k])];
    const double side = state_[n + i] == at_upper ? program_.upper[n + i] : program_.lower[n + i];
    value_[i] = static_cast<double>(sum);
    rest_[n + i] = static_cast<double>(side - sum);
  }
}

// Newton with the regularised matrix, whose limit solves the equations themselves: a method of multipliers.
bool CleanUp::solve_equations() {
  const std::size_t n = program_.n;
  double error = evaluate();
  for (int step = 0; step < refinements && error > 0.0; ++step) {
    std::copy(x_.begin(), x_.end(), before_.begin());
    std::copy(y_.begin(), y_.end(), before_.begin() + static_cast<std::ptrdiff_t>(n));
    system_.solve(rest_);
    for (std::size_t j = 0; j < n; ++j) x_[j] += rest_[j];
    for (std::size_t i = 0; i < program_.m; ++i) y_[i] -= rest_[n + i];
    const double corrected = evaluate();
    if (!(corrected < error)) {
      std::copy_n(before_.begin(), n, x_.begin());
      std::copy(before_.begin() + static_cast<std::ptrdiff_t>(n), before_.end(), y_.begin());
      evaluate();
      return std::isfinite(error);
    }
    const bool slow = corrected > falls * error;
    error = corrected;
    if (slow && step > 1) break;
  }
  return std::isfinite(error);
}

// True where the set has changed.
bool CleanUp::correct_guess() {
  const std::size_t n = program_.n;
  bool changed = false;
  const auto become = [&](std::size_t k, State state) {
    state_[k] = state;
    changed = true;
  };
  for (std::size_t k = 0; k < state_.size(); ++k) {
    const double value = k < n ? x_[k] : value_[k - n];
    const double multiplier = k < n ? gradient_[k] : y_[k - n];
    const double size = epsilon * 100.0 * std::max(1.0, std::fabs(value));
    if (k >= n && program_.is_equality(k - n)) continue;
    if (state_[k] == inside && value < program_.lower[k] - size) become(k, at_lower);
    if (state_[k] == inside && value > program_.upper[k] + size) become(k, at_upper);
    if (held_[k] == (k < n ? 1 : 0) && static_cast<double>(state_[k]) * multiplier < 0.0) become(k, inside);
  }
  return changed;
}

void CleanUp::project() {
  const std::size_t n = program_.n;
  for (std::size_t j = 0; j < n; ++j) x_[j] = std::clamp(x_[j], program_.lower[j], program_.upper[j]);
  for (std::size_t i = 0; i < program_.m; ++i) {
    if (!(program_.lower[n + i] > -infinity)) y_[i] = std::min(0.0, y_[i]);
    if (!(program_.upper[n + i] < infinity)) y_[i] = std::max(0.0, y_[i]);
  }
}

}  // namespace nsds::numerics::polyhedron::proximal
