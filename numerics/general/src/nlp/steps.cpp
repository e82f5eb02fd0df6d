#include "nlp/steps.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"
#include "nlp/conditions.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr int most_guesses = 3;  // quadratic programs until the constraints that hold are those expected
constexpr int most_prices = 4;
constexpr double enough_elastic = 0.9;  // what a price may leave of the violation

}  // namespace

Steps::Steps(Program& program, SolveContext& context)
    : program_(program),
      context_(context),
      n_(program.size()),
      rows_(program.rows()),
      J_(context.arena->take<double>(rows_ * n_)),
      B_(context.arena->take<double>(n_ * n_)),
      zero_(context.arena->take<double>(n_, 0.0)),
      holds_(context.arena->take<signed char>(rows_ + n_, 0)),
      convexification_(n_, *context.arena),
      subproblem_(program, *context.arena) {
  for (std::span<double>* vector : {&g_, &p_, &d_, &second_, &r_, &way_})
    *vector = context.arena->take<double>(n_);
  for (std::span<double>* vector : {&found_, &found_corrected_, &c_})
    *vector = context.arena->take<double>(rows_);
  if (!program.has_hessian()) quasi_newton_.emplace(n_, *context.arena);
}

void Steps::go_to(const Iterate& point) {
  program_.differentiate(point.x);
  std::copy(program_.gradient().begin(), program_.gradient().end(), g_.begin());
  copy_dense(program_.jacobian(), J_.data());
}

void Steps::go_on(const Iterate& from, const Iterate& to, std::span<const double> multipliers) {
  if (!quasi_newton_) return go_to(to);
  for (std::size_t j = 0; j < n_; ++j) {
    way_[j] = to.x[j] - from.x[j];
    p_[j] = g_[j] - dot({J_.data() + j * rows_, rows_}, multipliers);
  }
  go_to(to);
  lagrangian_gradient(program_, multipliers, r_);
  for (std::size_t j = 0; j < n_; ++j) r_[j] -= p_[j];
  quasi_newton_->update(way_, r_);
}

bool Steps::guess(const Iterate& at, std::span<double> multipliers) {
  set_identity(1.0);
  std::fill(found_.begin(), found_.end(), 0.0);
  if (!subproblem_.solve({B_, g_, J_, at.c, at.x}, d_, found_, context_)) return false;
  note_holding(at);
  std::copy(found_.begin(), found_.end(), multipliers.begin());
  return true;
}

void Steps::set_identity(double weight) {
  std::fill(B_.begin(), B_.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) B_[j * n_ + j] = weight;
}

// B_ = the Hessian of f - multipliers'c, or its approximation, made positive definite, with the linear term p_ that goes with
// it. c: what the rows are taken to be.
bool Steps::set_curvature(const Iterate& at, std::span<const double> multipliers, std::span<const double> c,
                          double residual) {
  std::copy(g_.begin(), g_.end(), p_.begin());
  if (quasi_newton_) {
    std::copy(quasi_newton_->matrix().begin(), quasi_newton_->matrix().end(), B_.begin());
    return true;
  }
  set_identity(0.0);
  if (program_.curve(at.x, 1.0, multipliers)) copy_dense(program_.hessian(), B_.data());
  for (std::size_t j = 0; j < n_; ++j) {
    for (std::size_t i = 0; i < j; ++i)
      B_[j * n_ + i] = B_[i * n_ + j] = 0.5 * (B_[j * n_ + i] + B_[i * n_ + j]);
    B_[j * n_ + j] += regularisation_;
  }
  set_normals(at, c);
  // A direction without curvature is followed about ten times as far as the unknowns are large.
  return convexification_.convexify(B_, p_, residual / (10.0 * std::max(1.0, largest_magnitude(at.x))));
}

void Steps::set_normals(const Iterate& at, std::span<const double> c) {
  convexification_.forget_normals();
  for (std::size_t i = 0; i < rows_; ++i) {
    if (holds_[i] == 0 && i < program_.inequalities()) continue;
    for (std::size_t j = 0; j < n_; ++j) way_[j] = J_[j * rows_ + i];
    convexification_.add_normal(way_, c[i]);
  }
  for (std::size_t j = 0; j < n_; ++j)
    if (const signed char side = holds_[rows_ + j]; side != 0)
      convexification_.add_unit_normal(j, at.x[j] - (side < 0 ? program_.lower()[j] : program_.upper()[j]));
}

// What the last quadratic program has made active is expected to hold in the next one. True where nothing changed.
bool Steps::note_holding(const Iterate& at) {
  bool same = true;
  const auto set = [&](std::size_t k, int value) {
    same = same && holds_[k] == value;
    holds_[k] = static_cast<signed char>(value);
  };
  for (std::size_t i = 0; i < rows_; ++i) set(i, i >= program_.inequalities() || found_[i] > 0.0 ? 1 : 0);
  for (std::size_t j = 0; j < n_; ++j) {
    const double l = program_.lower()[j], u = program_.upper()[j];
    set(rows_ + j, at.x[j] + d_[j] <= l ? -1 : at.x[j] + d_[j] >= u ? 1 : 0);
  }
  return same;
}

bool Steps::find(const Iterate& at, std::span<const double> multipliers, double residual) {
  std::copy(multipliers.begin(), multipliers.end(), found_.begin());
  for (int guess = 0; guess < most_guesses; ++guess) {
    if (!set_curvature(at, multipliers, at.c, residual) ||
        !subproblem_.solve({B_, p_, J_, at.c, at.x}, d_, found_, context_))
      return false;
    if (note_holding(at) || quasi_newton_ || !convexification_.has_changed()) break;
  }
  return true;
}

bool Steps::find_elastic(const Iterate& at, std::span<const double> multipliers, double residual) {
  double price = 10.0 * std::max({1.0, largest_magnitude(g_), largest_magnitude(multipliers)});
  for (int rise = 0; rise < most_prices; ++rise, price *= 100.0) {
    std::copy(multipliers.begin(), multipliers.end(), found_.begin());
    if (!set_curvature(at, multipliers, at.c, residual) ||
        !subproblem_.solve_elastic({B_, p_, J_, at.c, at.x}, price, d_, found_, context_) ||
        linear_violation(at) > enough_elastic * at.violation)
      continue;
    note_holding(at);
    return true;
  }
  return false;
}

// That of the rows as they are linearised, at the end of d_.
double Steps::linear_violation(const Iterate& at) {
  for (std::size_t i = 0; i < rows_; ++i) {
    c_[i] = at.c[i];
    for (std::size_t j = 0; j < n_; ++j) c_[i] += J_[j * rows_ + i] * d_[j];
  }
  return violation(program_, c_);
}

bool Steps::correct(const Iterate& at, std::span<const double> ends_at, std::span<const double> multipliers,
                    double residual) {
  for (std::size_t i = 0; i < rows_; ++i) {
    c_[i] = ends_at[i];
    for (std::size_t j = 0; j < n_; ++j) c_[i] -= J_[j * rows_ + i] * d_[j];
  }
  std::copy(found_.begin(), found_.end(), found_corrected_.begin());
  return set_curvature(at, multipliers, c_, residual) &&
         subproblem_.solve({B_, p_, J_, c_, at.x}, second_, found_corrected_, context_);
}

bool Steps::restore(const Iterate& at, double weight, double& gain) {
  set_identity(weight);
  std::fill(found_corrected_.begin(), found_corrected_.end(), 0.0);
  if (!subproblem_.solve_elastic({B_, zero_, J_, at.c, at.x}, 1.0, d_, found_corrected_, context_))
    return false;
  gain = at.violation - linear_violation(at);
  return true;
}

bool Steps::find_negative_curvature(const Iterate& at, std::span<const double> multipliers,
                                    std::span<double> direction) {
  if (quasi_newton_) return false;
  for (std::size_t i = 0; i < rows_; ++i)
    holds_[i] = i >= program_.inequalities() || multipliers[i] > 0.0 || at.c[i] <= context_.tolerance ? 1 : 0;
  // A bound holds that the unknown is no farther from than the gradient which it carries is large: rounding may lie between them.
  lagrangian_gradient(program_, multipliers, r_);
  for (std::size_t j = 0; j < n_; ++j) {
    const bool below = at.x[j] - program_.lower()[j] <= std::max(0.0, r_[j]);
    const bool above = program_.upper()[j] - at.x[j] <= std::max(0.0, -r_[j]);
    holds_[rows_ + j] = static_cast<signed char>(below ? -1 : above ? 1 : 0);
  }
  regularisation_ = 0.0;
  if (!set_curvature(at, multipliers, at.c, 0.0) || !convexification_.was_indefinite()) return false;
  std::copy(convexification_.lowest_direction().begin(), convexification_.lowest_direction().end(),
            direction.begin());
  return true;
}

bool Steps::regularise() {
  // B_ has the regularisation so far, which is no part of the curvature that bounds it.
  const double largest = std::max(largest_magnitude(B_) - regularisation_, 0.0);
  regularisation_ = std::max(100.0 * regularisation_, 1e-4 * std::min(largest, 1.0));
  return !quasi_newton_ && regularisation_ <= 1e6 * std::max(1.0, largest);
}

void Steps::relax_regularisation() {
  regularisation_ = regularisation_ > 1e-8 ? 0.1 * regularisation_ : 0.0;
}

void Steps::forget_curvature() {
  if (quasi_newton_) quasi_newton_->reset();
}

}  // namespace nsds::numerics::nlp
