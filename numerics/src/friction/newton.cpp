// Semismooth Newton methods on the whole of an island, for the functions of contact_function.hpp: Alart-
// Curnier, Jean-Moreau, Fischer-Burmeister and the natural map. Full steps, or a nonmonotone line search on
// |F|^2 [Grippo, Lampariello, Lucidi 1986, SIAM J. Numer. Anal. 23]. Where the matrix is singular, as it is
// for redundant contacts, a small multiple of the identity is added to W in it.
//
// Default max_iterations: 1000 factorisations.
#include <algorithm>
#include <array>

#include "friction/by_islands.hpp"

namespace nsds::numerics {
namespace {

enum Option : int { formulation_option, line_search_option };

constexpr std::int64_t most_factor_blocks = 3'000'000;
constexpr int patience = 100;  // steps without a better point

template <int D>
class Newton {
 public:
  Newton(const Island<D>& island, Criterion<D>& criterion, BlockLu<D>& lu, SolveContext& context)
      : island_(island),
        criterion_(criterion),
        lu_(lu),
        context_(context),
        formulation_(static_cast<Formulation>(static_cast<int>(context.own[formulation_option]))),
        line_search_(context.own[line_search_option] != 0.0),
        r_(context.arena->template take<double>(island.vector_size())),
        trial_(context.arena->template take<double>(island.vector_size())),
        right_(context.arena->template take<double>(island.vector_size())),
        step_(context.arena->template take<double>(island.vector_size())),
        rows_(context.arena->template take<NewtonRow<D>>(island.contacts)) {}

  nsds_status run(Progress<D>& progress) {
    std::copy(progress.r.begin(), progress.r.end(), r_.begin());
    criterion_(r_);
    double merit = linearise(r_);
    merits_.fill(merit);
    for (int without = 0, step = 0; progress.error > progress.tolerance && without < patience; ++step) {
      const nsds_status status = context_.limit(progress.iterations, progress.error);
      if (status != NSDS_OK) return status;
      ++progress.iterations;
      if (!direction()) {
        context_.sentence.write("the matrix of Newton's method is singular; try solver 'proximal'");
        return NSDS_SINGULAR;
      }
      double error = 0.0;
      merit = move(error);
      merits_[static_cast<std::size_t>(step) % merits_.size()] = merit;
      ++without;
      if (!(error < progress.error)) continue;
      if (error < 0.9 * progress.error) without = 0;
      progress.error = error;
      std::copy(r_.begin(), r_.end(), progress.r.begin());
    }
    return progress.error <= progress.tolerance ? NSDS_OK : NSDS_STALLED;
  }

 private:
  // After criterion_(r), whose velocity it uses.
  double linearise(std::span<const double> r) {
    return newton_rows<D>(island_, formulation_, r, criterion_.velocity(), 0.0, 1.0, rows_, right_);
  }

  bool direction() {
    double alpha = 0.0;
    for (int attempt = 0; attempt < 12; ++attempt) {
      if (lu_.factorise(rows_, alpha)) {
        std::copy(right_.begin(), right_.end(), step_.begin());
        lu_.solve(step_);
        if (std::all_of(step_.begin(), step_.end(), [](double x) { return std::isfinite(x); })) return true;
      }
      alpha = alpha == 0.0 ? 1e-12 : 10.0 * alpha;
    }
    return false;
  }

  // The step, shortened by the line search where that is asked for. Returns the merit of the new r_.
  double move(double& error) {
    const double reference = *std::max_element(merits_.begin(), merits_.end());
    double length = 1.0;
    for (int halving = 0;; ++halving, length *= 0.5) {
      for (std::size_t i = 0; i < r_.size(); ++i) trial_[i] = r_[i] + length * step_[i];
      error = criterion_(trial_);
      const double merit = linearise(trial_);
      const bool enough = merit <= (1.0 - 2e-4 * length) * reference;
      if (!line_search_ || enough || halving == 12) {
        std::swap(r_, trial_);
        return merit;
      }
    }
  }

  const Island<D>& island_;
  Criterion<D>& criterion_;
  BlockLu<D>& lu_;
  SolveContext& context_;
  Formulation formulation_;
  bool line_search_;
  std::span<double> r_, trial_, right_, step_;
  std::span<NewtonRow<D>> rows_;
  std::array<double, 6> merits_{};  // of the last steps
};

}  // namespace

SolverClaim solve_friction_newton(const FrictionProblem& problem, double* r, SolveContext& context) {
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        BlockLu<D> lu(island, most_factor_blocks, *context.arena);
        if (!lu.fits()) {
          context.sentence.write("solver '{}' would need factors of more than {} blocks; try solver 'nsgs'.",
                                 context.solver, most_factor_blocks);
          return NSDS_NOT_APPLICABLE;
        }
        return Newton<D>(island, criterion, lu, context).run(progress);
      });
}

}  // namespace nsds::numerics
