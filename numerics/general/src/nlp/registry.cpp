#include "nlp/registry.hpp"

#include <array>

#include "registry/described.hpp"
#include "registry/nlp_solvers.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr std::array<Solver, 3> table{{
    {described(descriptions, "auto"), solve_auto},
    {described(descriptions, "sqp"), solve_sqp},
    {described(descriptions, "kkt_newton"), solve_kkt_newton},
}};
static_assert(has_all(table, descriptions));

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::nlp
