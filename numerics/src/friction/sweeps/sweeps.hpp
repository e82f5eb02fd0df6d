// Nonsmooth Gauss-Seidel: one contact after the other is solved with the others held [Jourdan, Alart, Jean
// 1998, CMAME 155], and its acceleration by combining the last sweeps (anderson.hpp), which begins anew where
// the sweeps change r much more than they did before. Where W is known by its response alone a sweep is a
// projected gradient step, of all contacts at once.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "core/arena.hpp"
#include "friction/contact/contact.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/island.hpp"
#include "friction/sweeps/anderson.hpp"
#include "friction/sweeps/projected_gradient.hpp"

namespace nsds::numerics::friction {

template <int D>
class Sweeps {
 public:
  // freezing: for how many sweeps a contact rests whose reaction did not change, 0 for none.
  Sweeps(const Island<D>& island, const Criterion<D>& criterion, std::int32_t freezing, Arena& arena);

  // Sweeps once over r: (pad x contacts). Returns an estimate of the error, by the change of r; not a bound.
  double plain(std::span<double> r, double relaxation = 1.0);
  // Sweeps once and extrapolates, which may leave the cones. The next plain sweep puts r back.
  double accelerated(std::span<double> r);
  // Forgets earlier sweeps, and wakes the contacts that rest.
  void restart();
  // Sets under which changes contacts rest, in the units of the error.
  void rest_below(double error) { rest_below_ = error; }

 private:
  const Island<D>& island_;
  const Criterion<D>& criterion_;
  std::int32_t freezing_;
  double rest_below_ = 0.0;
  std::span<ContactMatrix<D>> contacts_;
  std::span<Slip<D>> slip_;         // (contacts): s of the last slide of each
  std::span<std::int32_t> asleep_;  // (contacts): sweeps left to rest
  std::span<double> before_;
  std::optional<ProjectedGradient<D>> together_;  // in the place of sweeps
  Anderson anderson_;
  double change_square_ = 0.0;  // of the last sweep
  double least_change_ = std::numeric_limits<double>::infinity();
};

}  // namespace nsds::numerics::friction
