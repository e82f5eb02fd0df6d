#include "soclcp/registry.hpp"

#include <array>

#include "core/solver_row.hpp"

namespace nsds::numerics::soclcp {
namespace {

constexpr std::array<Solver, 1> table{{
    {solver_row("auto", "The solvers of this table in turn; verified.", "The solvers of this table", "", 1)},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::soclcp
