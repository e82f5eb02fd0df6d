// A nonlinear program as the solvers see it: in units, counted, with what was found at the last point.
//
//   x = s_x ξ, f = s_f φ, c = s_c γ, multipliers in s_f / s_c: ξ, φ and γ are what this speaks of, as x, f and c.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "core/deadline.hpp"
#include "core/numbers.hpp"
#include "nonlinear/callback.hpp"
#include "nsds/numerics/matrix.h"
#include "nsds/numerics/nlp.h"

namespace nsds::numerics::nlp {

struct ProgramCounts {
  std::int64_t evaluations = 0;
  std::int64_t jacobians = 0;
};

class ProgramContract;

class Program {
 public:
  // given, and what it points at, must outlive it; it has been checked.
  Program(const nsds_nlp& given, Arena& arena);

  std::size_t size() const { return lower_.size(); }          // n
  std::size_t rows() const { return c_.size(); }              // m + e
  std::size_t inequalities() const { return inequalities_; }  // m
  std::span<const double> lower() const { return lower_; }
  std::span<const double> upper() const { return upper_; }
  bool has_hessian() const { return given_.hessian != nullptr; }
  // Judges its points; there for the length of a solve.
  ProgramContract& contract() { return *contract_; }
  void judge_by(ProgramContract& contract) { contract_ = &contract; }
  const nsds_nlp& of_caller() const { return given_; }
  const ProgramCounts& counts() const { return counts_; }
  // Differences stop where it has no more time.
  Watch& watch() { return watch_; }
  // (n) and (m + e), whose values hold until the next call of a callback.
  std::span<double> scratch_x() { return argument_; }
  std::span<double> scratch_c() { return weights_; }

  double unit_f() const { return given_.scale_f > 0.0 ? given_.scale_f : 1.0; }
  double unit_x(std::size_t j) const { return given_.scale_x == nullptr ? 1.0 : given_.scale_x[j]; }
  double unit_c(std::size_t i) const { return given_.scale_c == nullptr ? 1.0 : given_.scale_c[i]; }
  double unit_multiplier(std::size_t i) const { return unit_f() / unit_c(i); }
  // x_j in the units of the caller, within the bounds there too.
  double in_units_of_caller(std::size_t j, double x) const;

  // x: (n) within the bounds. c: (m + e) out. False: outside the domain, or not finite; nothing is written to the outputs that is worth
  // reading then. Throws nonlinear::CallbackFailed, as the others do.
  bool evaluate(std::span<const double> x, double& f, std::span<double> c);

  // Makes gradient() and jacobian() those at x, where f and c are defined. False: one of them is not finite there.
  bool differentiate(std::span<const double> x);
  std::span<const double> gradient() const { return gradient_; }
  nsds_matrix jacobian() const { return matrix(given_.jacobian_pattern, rows(), jacobian_); }
  std::span<const double> jacobian_entries() const { return jacobian_; }

  // Makes hessian() that of weight f - multipliers'c at x. False: it is not finite.
  bool curve(std::span<const double> x, double weight, std::span<const double> multipliers);
  nsds_matrix hessian() const { return matrix(given_.hessian_pattern, size(), hessian_); }
  std::span<const double> hessian_entries() const { return hessian_; }

 private:
  template <class Callback>
  bool call(const char* name, const Callback& callback);
  nsds_matrix matrix(const nsds_nlp_pattern& pattern, std::size_t rows,
                     std::span<const double> entries) const;
  // Visits (entry, row, column) of a pattern.
  template <class Visit>
  void for_each_place(const nsds_nlp_pattern& pattern, std::size_t rows, const Visit& visit) const;
  void set_argument(std::span<const double> x);

  const nsds_nlp& given_;
  ProgramContract* contract_ = nullptr;
  std::size_t inequalities_;
  std::span<double> lower_, upper_;
  ProgramCounts counts_;
  Watch watch_;
  std::span<double> point_, c_;  // where f and c are known, and c there
  double f_ = 0.0;
  bool has_value_ = false;
  std::span<double> tangent_, gradient_, jacobian_, hessian_;
  bool has_derivatives_ = false;
  std::span<double> argument_, weights_;  // of callbacks, in the units of the caller
};

}  // namespace nsds::numerics::nlp
