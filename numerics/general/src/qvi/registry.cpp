#include "qvi/registry.hpp"

#include <array>

#include "monotone/iteration.hpp"
#include "registry/qvi_solvers.hpp"

namespace nsds::numerics::qvi {
namespace {

constexpr std::int64_t newton_steps = 1000, projections = monotone::default_max_iterations;

constexpr std::array<Solver, 4> table{{
    {descriptions[0], solve_auto, projections},
    {descriptions[1], solve_kkt_newton, newton_steps},
    {descriptions[2], solve_augmented_lagrangian, newton_steps},
    {descriptions[3], solve_fixed_point, projections},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::qvi
