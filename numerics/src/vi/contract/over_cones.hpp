// Judges points of an inequality over Lorentz cones, half-lines and lines by the contract of docs/ok.md, as those of the problem of soclcp that
// touches it there.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "core/solve_context.hpp"
#include "nonlinear/map.hpp"
#include "nsds/numerics/report.h"
#include "nsds/numerics/soclcp.h"
#include "soclcp/contract/parts.hpp"
#include "vi/set.hpp"

namespace nsds::numerics::vi {

class OverCones {
 public:
  // F, set, cones, which are those of the set, arena: must outlive it. is_told: whether the caller has told the unit of F, which is 1 here, and terms are no smaller.
  OverCones(nonlinear::Map& F, ConvexSet& set, std::span<const nsds_cone> cones, double tolerance,
            bool is_told, Arena& arena);

  // b: F at a. 1 where F has no Jacobian.
  nsds_residual judge(std::span<const double> a, std::span<const double> b);

  // What solve_until_content asks of a point that solvers move about.
  class Watched {
   public:
    Watched(OverCones& judge, std::span<double> a) : judge_(judge), a_(a) {}
    double value() { return judge_.value_at(a_); }
    double natural() {
      return judge_.F_.evaluate(a_, judge_.b_) ? judge_.set_.natural_map(a_, judge_.b_) : infinity;
    }
    bool settle(const SolveContext& context) { return judge_.settle(a_, context); }

   private:
    OverCones& judge_;
    std::span<double> a_;
  };
  Watched watch(std::span<double> a) { return {*this, a}; }

  // Puts parts that are next to the boundaries of their cones there.
  void put_in_place(std::span<double> a) const;

 private:
  double value_at(std::span<double> a);
  bool settle(std::span<double> a, const SolveContext& context);

  nonlinear::Map& F_;
  ConvexSet& set_;
  double tolerance_;
  bool is_told_;
  Arena& arena_;
  nsds_matrix J_{};
  nsds_soclcp touching_;
  soclcp::Division division_;
  std::span<double> k_, b_, magnitude_;  // (n)
};

}  // namespace nsds::numerics::vi
