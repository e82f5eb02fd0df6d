// Proximal point method with one semismooth Newton step a subproblem, on the natural maps of rows and the
// function of Alart and Curnier of contacts: alpha on the diagonal of W in the Newton matrix only, the centre
// moved at every step, so that the problem solved is always the given one [Rockafellar 1976, SIAM J. Control
// Optim. 14; Alart, Curnier 1991, CMAME 92]. It makes the matrices of redundant joints and contacts regular;
// alpha goes to zero with the error. Where chains of full steps fail, damped steps [Grippo, Lampariello,
// Lucidi 1986, SIAM J. Numer. Anal. 23], sweeps and random changes find another place to start from.
#pragma once

#include <array>
#include <span>

#include "core/solve_context.hpp"
#include "friction/sweeps/xorshift.hpp"
#include "generic_mechanical/newton_matrix.hpp"
#include "generic_mechanical/progress.hpp"
#include "generic_mechanical/sweeps.hpp"

namespace nsds::numerics::generic_mechanical {

class Newton {
 public:
  Newton(const Island& island, NewtonMatrix& matrix, Sweeps& sweeps, Progress& progress, double first_alpha,
         Arena& arena);

  // Runs until the error is at most the tolerance. NSDS_OK, a limit, or NSDS_STALLED after so many chains
  // that failed.
  nsds_status run(const SolveContext& context, std::int64_t most_rejections);

 private:
  double linearise(std::span<const double> lambda, double alpha);
  nsds_status direction(double alpha, const SolveContext& context);
  nsds_status chain(const SolveContext& context, double& best);
  nsds_status damped(const SolveContext& context);
  nsds_status escape(const SolveContext& context);
  void draw_anew();
  void perturb();

  const Island& island_;
  NewtonMatrix& matrix_;
  Sweeps& sweeps_;
  Progress& progress_;
  double alpha_;
  double rho_ = 1.0;
  std::int64_t rejections_ = 0;
  double escape_sweeps_ = 20.0;
  friction::Xorshift random_{1};
  std::span<double> lambda_, trial_, best_, step_;
};

}  // namespace nsds::numerics::generic_mechanical
