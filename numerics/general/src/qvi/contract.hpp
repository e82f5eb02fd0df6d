// Says whether a point solves a quasi-variational inequality, by the contract of docs/ok.md: whether its conditions, linearised there, do with p the point
// of K that z - c(z) is, up to a part of the tolerance, on whose faces it stands.
#pragma once

#include <optional>
#include <span>

#include "core/solve_context.hpp"
#include "nsds/numerics/qvi.h"
#include "qvi/problem.hpp"
#include "vi/contract/contract.hpp"

namespace nsds::numerics::qvi {

class QuasiContract {
 public:
  // problem, given, arena: must outlive it.
  QuasiContract(QuasiInequality& problem, const nsds_qvi& given, double tolerance, Arena& arena);

  // y: (unknowns). Infinite outside the domain. worst: as the header of the class counts.
  nsds_residual judge(std::span<const double> y);

  // What solve_until_content asks of a point that solvers move about.
  class Watched {
   public:
    Watched(QuasiContract& judge, std::span<double> y) : judge_(judge), y_(y) {}
    double value() { return judge_.judge(y_).value; }
    double natural();
    bool settle(const SolveContext& context);

   private:
    QuasiContract& judge_;
    std::span<double> y_;
  };

 private:
  QuasiInequality& problem_;
  double tolerance_;
  nsds_vi conditions_;  // their sizes and cones, and the units that the caller has told
  vi::InequalityContract contract_;
  std::span<double> x_, values_;  // of the conditions
};

}  // namespace nsds::numerics::qvi
