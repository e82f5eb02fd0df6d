// Newton's method on the whole of an island, for any function of contact_function.hpp: full steps, or a
// nonmonotone line search on |F|^2 [Grippo, Lampariello, Lucidi 1986, SIAM J. Numer. Anal. 23]. Where the
// matrix is singular, as it is for redundant contacts, small multiples of the weights of the contacts are
// added to the diagonal of W in it.
#pragma once

#include <array>
#include <span>

#include "core/solve_context.hpp"
#include "friction/factors/newton_lu.hpp"
#include "friction/factors/newton_rows.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/progress.hpp"

namespace nsds::numerics::friction {

struct NewtonRules {
  Formulation formulation;
  bool line_search;
  std::int64_t most_steps;
  int patience;  // steps without a better point, after which it gives up
};

template <int D>
class DampedNewton {
 public:
  DampedNewton(const Island<D>& island, Criterion<D>& criterion, NewtonLu<D>& lu, Arena& arena);

  // Goes on from start; progress keeps the best point. NSDS_OK, a limit, NSDS_STALLED or NSDS_SINGULAR.
  nsds_status run(std::span<const double> start, const NewtonRules& rules, Progress<D>& progress,
                  SolveContext& context);

 private:
  double linearise(std::span<const double> r, Formulation formulation);
  bool find_direction();
  double move(const NewtonRules& rules, double& error);

  const Island<D>& island_;
  Criterion<D>& criterion_;
  NewtonLu<D>& lu_;
  std::span<double> r_, trial_, right_, step_, shifts_;
  std::span<NewtonRow<D>> rows_;
  std::array<double, 6> merits_{};  // of the last steps
};

}  // namespace nsds::numerics::friction
