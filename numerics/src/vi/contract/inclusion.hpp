// Judges points of 0 ∈ F(a) + T(a) where T is known by its resolvent alone, a projection for one, by the contract of docs/ok.md: all unknowns are one
// part, of which nothing tells the units apart.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "core/solve_context.hpp"
#include "monotone/backward.hpp"
#include "nonlinear/map.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/report.h"

namespace nsds::numerics::vi {

class NSDS_NUMERICS_API Inclusion {
 public:
  // F, T, arena: must outlive it. is_told: whether the caller has told the unit of F, which is 1 here, and terms are no smaller.
  Inclusion(nonlinear::Map& F, monotone::Backward& T, double tolerance, bool is_told, Arena& arena);

  // b: F at a. The value is |a - J_rho(a - rho b)| / |a|, rho = |a| over the terms of F, and 1 where a is a ray or F has no Jacobian.
  nsds_residual judge(std::span<const double> a, std::span<const double> b);

  // What solve_until_content asks of a point that solvers move about.
  class Watched {
   public:
    Watched(Inclusion& judge, std::span<double> a) : judge_(judge), a_(a) {}
    double value() { return judge_.value_at(a_); }
    double natural();
    bool settle(const SolveContext& context);

   private:
    Inclusion& judge_;
    std::span<double> a_;
  };

 private:
  double value_at(std::span<const double> a);
  bool is_ray(double violation) const;

  nonlinear::Map& F_;
  monotone::Backward& T_;
  double tolerance_;
  bool is_told_;
  std::span<double> k_, b_, moved_, nearest_, twice_;  // (n)
  // Of the last point: |a|, the norm of the Jacobian, |F - J a|, the terms, what T has of a size of its own there.
  double length_ = 0.0, slope_ = 0.0, datum_ = 0.0, terms_ = 0.0, own_size_ = 0.0;
};

}  // namespace nsds::numerics::vi
