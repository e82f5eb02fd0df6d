// The functions of a problem: F, c and g, in units, and what has failed of them.
#pragma once

#include <optional>
#include <span>

#include "core/arena.hpp"
#include "nonlinear/map.hpp"
#include "nonlinear/scalar_units.hpp"
#include "nsds/numerics/qvi.h"
#include "qvi/rows.hpp"

namespace nsds::numerics::qvi {

class Functions {
 public:
  // given has been checked, and outlives it.
  Functions(const nsds_qvi& given, nonlinear::ScalarUnits units, Arena& arena);
  Functions(const Functions&) = delete;
  Functions& operator=(const Functions&) = delete;
  ~Functions() = default;

  std::size_t size() const { return F_.size(); }
  bool moves() const { return c_.has_value(); }
  // What F and c are as maps: bounds, patterns, Jacobians, counts. They are called by the functions below alone.
  const nonlinear::Map& F() const { return F_; }
  nonlinear::Map& F() { return F_; }
  const nonlinear::Map& c() const { return *c_; }
  GivenRows& g() { return g_; }
  const nsds_qvi& given() const { return given_; }

  // Differences of all functions stop there, and there is no Jacobian.
  void set_deadline(const Deadline& deadline);
  bool has_time() { return F_.watch().has_time(); }
  bool ran_out_of_time() const { return F_.watch().ran_out() || (moves() && c_->watch().ran_out()); }

  // b = F(a); out = c(a), nothing where K stays. False: outside the domain. Throw nonlinear::CallbackFailed, as all below.
  bool evaluate_F(std::span<const double> a, std::span<double> b);
  bool evaluate_c(std::span<const double> a, std::span<double> out);
  // Evaluates the Jacobian at a; F().jacobian() holds it, or c().jacobian(). scratch: (n).
  bool linearise_F(std::span<const double> a, std::span<double> scratch);
  bool linearise_c(std::span<const double> a, std::span<double> scratch);

  // What has failed inside of a map over these functions, which itself knows only that something has.
  std::optional<nonlinear::CallbackFailed>& failure() { return failure_; }

 private:
  const nsds_qvi& given_;
  std::span<double> bounds_;  // (2 n): below and above, where the caller has no vectors of bounds
  nonlinear::Units units_of_F_, units_of_c_;
  nonlinear::Map F_;
  std::optional<nonlinear::Map> c_;
  GivenRows g_;
  std::optional<nonlinear::CallbackFailed> failure_;
};

}  // namespace nsds::numerics::qvi
