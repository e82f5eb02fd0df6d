#include "nlp/registry.hpp"

#include <array>

#include "registry/nlp_solvers.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr std::array<Solver, 3> table{{
    {descriptions[0], solve_auto},
    {descriptions[1], solve_sqp},
    {descriptions[2], solve_kkt_newton},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::nlp
