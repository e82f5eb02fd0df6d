// A generalised equation after it has been checked, in units.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "monotone/backward.hpp"
#include "monotone/given_operator.hpp"
#include "nonlinear/map.hpp"
#include "nonlinear/scalar_units.hpp"
#include "nsds/numerics/generalized_equation.h"
#include "nsds/numerics/report.h"

namespace nsds::numerics::generalized_equation {

// The resolvent of the user.
class Resolvent : public monotone::Backward {
 public:
  Resolvent(const nsds_generalized_equation& given, nonlinear::ScalarUnits units, Arena& arena);

  bool resolve(double rho, std::span<const double> x, std::span<double> out) override;
  // | a - J_1(a - b) |.
  double residual(std::span<const double> a, std::span<const double> b) override;

 private:
  const nsds_generalized_equation& given_;
  nonlinear::ScalarUnits units_;
  monotone::GivenOperator operator_;
  std::span<double> moved_, resolved_;
};

class Equation {
 public:
  // given has been checked, and outlives it.
  Equation(const nsds_generalized_equation& given, Arena& arena);

  std::size_t size() const { return F_.size(); }
  nonlinear::Map& F() { return F_; }
  Resolvent& T() { return T_; }
  const nonlinear::ScalarUnits& units() const { return units_; }

  // The residual of the class at a, where F is b.
  nsds_residual residual(std::span<const double> a, std::span<const double> b);

 private:
  nonlinear::ScalarUnits units_;
  Resolvent T_;
  std::span<double> lower_, upper_;  // of F: none
  nonlinear::Map F_;
};

// False, and a sentence, where the problem is not admissible.
bool check(const nsds_generalized_equation* problem, const Sentence& sentence);

}  // namespace nsds::numerics::generalized_equation
