// Regularised projected Gauss-Seidel: a proximal point method whose steps are a few relaxed sweeps over
//
//   w_i = (M z + q)_i + alpha_i (z_i - c_i),   z_i <- max(0, z_i - relaxation w_i / (M_ii + alpha_i)),
//
// alpha_i in proportion to M_ii, to the largest entry of the diagonal where that is zero, with the centre c
// at the point that the last step ended at. Takes diagonal entries that are zero; converges for symmetric
// positive semidefinite M with a solution [Rockafellar 1976, SIAM J. Control Optim. 14; CPS 5.6].
//
// Default max_iterations: 20000 sweeps.
#include <algorithm>

#include "affine/stationary.hpp"
#include "affine/structure.hpp"
#include "lcp/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {

enum : int { rpgs_relaxation, rpgs_regularisation, rpgs_inner_sweeps };

class RegularisedGaussSeidel {
 public:
  RegularisedGaussSeidel(const Lcp& problem, double* z, SolveContext& context)
      : problem_(problem),
        context_(context),
        iteration_(problem, problem, z, context),
        z_(iteration_.z()),
        w_(iteration_.w()),
        diagonal_(context.arena->take<double>(z_.size())),
        centre_(context.arena->take<double>(z_.size())),
        alpha_(context.arena->take<double>(z_.size())),
        structure_(affine::analyse_structure(problem, diagonal_, *context.arena)),
        relaxation_(context.own[rpgs_relaxation]),
        inner_sweeps_(static_cast<int>(context.own[rpgs_inner_sweeps])) {}

  SolverClaim solve() {
    const double largest = problem_.s_w / problem_.s_z;
    for (std::size_t i = 0; i < diagonal_.size(); ++i) {
      alpha_[i] = context_.own[rpgs_regularisation] * (diagonal_[i] > 0.0 ? diagonal_[i] : largest);
      if (!(diagonal_[i] + alpha_[i] > 0.0)) return not_applicable(i);
    }
    return iteration_.run([this] { sweep(); });
  }

 private:
  SolverClaim not_applicable(std::size_t i) const {
    context_.sentence.write(
        "solver 'rpgs' needs M[{}][{}] + alpha > 0, but they are {:.3g} and {:.3g}; raise regularisation or "
        "try solver 'lemke'.",
        i, i, diagonal_[i], alpha_[i]);
    return {NSDS_NOT_APPLICABLE, 0};
  }

  void sweep() {
    if (sweeps_++ % inner_sweeps_ == 0) std::copy(z_.begin(), z_.end(), centre_.begin());
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const double slope = w_[i] + alpha_[i] * (z_[i] - centre_[i]);
      const double updated = std::max(0.0, z_[i] - relaxation_ * slope / (diagonal_[i] + alpha_[i]));
      const double step = updated - z_[i];
      if (step == 0.0) continue;
      z_[i] = updated;
      affine::add_column(structure_, static_cast<std::int32_t>(i), step, w_);
    }
  }

  const Lcp& problem_;
  SolveContext& context_;
  affine::StationaryIteration<Lcp> iteration_;
  std::span<double> z_, w_, diagonal_, centre_, alpha_;
  affine::Structure structure_;
  double relaxation_;
  int inner_sweeps_;
  std::int64_t sweeps_ = 0;
};

}  // namespace

SolverClaim solve_rpgs(const Lcp& problem, double* z, SolveContext& context) {
  return RegularisedGaussSeidel(problem, z, context).solve();
}

}  // namespace nsds::numerics::lcp
