// The functions of a problem: F, c and g, in units, and what has failed of them.
#pragma once

#include <optional>
#include <span>

#include "core/arena.hpp"
#include "core/sentence.hpp"
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

  // b = F(a); out = c(a), nothing where K stays. False: outside the domain. Throw CallbackFailed, as all below.
  bool evaluate_F(std::span<const double> a, std::span<double> b);
  bool evaluate_c(std::span<const double> a, std::span<double> out);
  // Evaluates the Jacobian at a; F().jacobian() holds it, or c().jacobian(). scratch: (n).
  bool linearise_F(std::span<const double> a, std::span<double> scratch);
  bool linearise_c(std::span<const double> a, std::span<double> scratch);

  // The first callback that failed; nothing where none did. Maps over these functions know only that one has failed.
  const std::optional<CallbackFailed>& failure() const { return failure_; }

 private:
  template <class Body>
  bool watched(const char* where, const Body& body);

  const nsds_qvi& given_;
  std::span<double> bounds_;  // (2 n): below and above, where the caller has no vectors of bounds
  nonlinear::Units units_of_F_, units_of_c_;
  nonlinear::Map F_;
  std::optional<nonlinear::Map> c_;
  std::optional<CallbackFailed> failure_;
  GivenRows g_;
};

}  // namespace nsds::numerics::qvi
