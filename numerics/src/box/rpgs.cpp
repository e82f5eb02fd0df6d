// Regularised projected Gauss-Seidel over a box: a proximal point method whose steps are a few relaxed sweeps
// over
//
//   w_i = (M z + q)_i + alpha_i (z_i - c_i),   z_i <- P_i(z_i - relaxation w_i / (M_ii + alpha_i)),
//
// alpha_i in proportion to |M_ii|, to the largest of them where it is zero, the centre c where the last step
// ended. It takes diagonal entries that are zero, and converges for symmetric positive semidefinite M with a
// solution [Rockafellar 1976, SIAM J. Control Optim. 14].
//
// Default max_iterations: 20000 sweeps.
#include <algorithm>
#include <cmath>

#include "affine/stationary.hpp"
#include "affine/structure.hpp"
#include "box/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

enum : int { rpgs_relaxation, rpgs_regularisation, rpgs_inner_sweeps };

class RegularisedGaussSeidel {
 public:
  RegularisedGaussSeidel(const Problem& problem, double* z, SolveContext& context)
      : problem_(problem),
        context_(context),
        iteration_(problem, problem.map, z, context),
        z_(iteration_.z()),
        w_(iteration_.w()),
        diagonal_(context.arena->take<double>(z_.size())),
        centre_(context.arena->take<double>(z_.size())),
        alpha_(context.arena->take<double>(z_.size())),
        structure_(affine::analyse_structure(problem.map, diagonal_, *context.arena)) {}

  SolverClaim solve() {
    const double largest = problem_.map.s_w / problem_.map.s_z;
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const double size = std::fabs(diagonal_[i]);
      alpha_[i] = context_.own[rpgs_regularisation] * (size > 0.0 ? size : largest);
      if (!(diagonal_[i] + alpha_[i] > 0.0)) return not_applicable(i);
    }
    return iteration_.run([this] { sweep(); });
  }

 private:
  SolverClaim not_applicable(std::size_t i) const {
    context_.sentence.write(
        "solver 'rpgs' needs M[{}][{}] + alpha > 0, but they are {:.3g} and {:.3g}; raise regularisation or "
        "try solver 'newton_fb'.",
        i, i, diagonal_[i], alpha_[i]);
    return {NSDS_NOT_APPLICABLE, 0};
  }

  void sweep() {
    const auto inner_sweeps = static_cast<std::int64_t>(context_.own[rpgs_inner_sweeps]);
    const double relaxation = context_.own[rpgs_relaxation];
    if (sweeps_++ % inner_sweeps == 0) std::copy(z_.begin(), z_.end(), centre_.begin());
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const auto row = static_cast<std::int32_t>(i);
      const double slope = w_[i] + alpha_[i] * (z_[i] - centre_[i]);
      const double updated =
          affine::project(problem_, row, z_[i] - relaxation * slope / (diagonal_[i] + alpha_[i]));
      const double step = updated - z_[i];
      if (step == 0.0) continue;
      z_[i] = updated;
      affine::add_column(structure_, row, step, w_);
    }
  }

  const Problem& problem_;
  SolveContext& context_;
  affine::StationaryIteration<Problem> iteration_;
  std::span<double> z_, w_, diagonal_, centre_, alpha_;
  affine::Structure structure_;
  std::int64_t sweeps_ = 0;
};

}  // namespace

SolverClaim solve_rpgs(const Problem& problem, double* z, SolveContext& context) {
  return RegularisedGaussSeidel(problem, z, context).solve();
}

}  // namespace nsds::numerics::box
