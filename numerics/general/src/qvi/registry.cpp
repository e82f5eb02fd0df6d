#include "qvi/registry.hpp"

#include <array>

#include "monotone/iteration.hpp"
#include "registry/described.hpp"
#include "registry/qvi_solvers.hpp"

namespace nsds::numerics::qvi {
namespace {

constexpr std::int64_t newton_steps = 1000, projections = monotone::default_max_iterations;

constexpr std::array<Solver, 4> table{{
    {described(descriptions, "auto"), solve_auto, projections},
    {described(descriptions, "kkt_newton"), solve_kkt_newton, newton_steps},
    {described(descriptions, "augmented_lagrangian"), solve_augmented_lagrangian, newton_steps},
    {described(descriptions, "fixed_point"), solve_fixed_point, projections},
}};
static_assert(has_all(table, descriptions));

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::qvi
