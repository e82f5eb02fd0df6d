// A variational inequality by formula as the library takes it.
#pragma once

#include "nsds/numerics/cpp/generalized_equation.hpp"
#include "nsds/numerics/cpp/vi.hpp"
#include "support/nonlinear/mcp_of.hpp"
#include "support/nonlinear/variational_problem.hpp"

namespace nsds::test {

// problem: must outlive it.
inline numerics::vi::Problem vi_of(const VariationalProblem& problem) {
  using numerics::vi::Cone;
  const auto n = problem.map.size();
  if (!problem.cones.empty()) {
    std::vector<Cone> cones;
    for (const VariationalProblem::Cone& cone : problem.cones) {
      using enum VariationalProblem::Cone::Kind;
      cones.push_back(cone.kind == line        ? Cone::free(cone.size)
                      : cone.kind == half_line ? Cone::nonnegative(cone.size)
                                               : Cone::lorentz(cone.size, cone.mu));
    }
    return {map_of(problem.map), std::move(cones)};
  }
  if (problem.A.rows() + problem.C.rows() > 0) {
    numerics::Constraints constraints;
    if (problem.A.rows() > 0) constraints.A = numerics::view(problem.A);
    if (problem.C.rows() > 0) constraints.C = numerics::view(problem.C);
    constraints.b = problem.b;
    constraints.d = problem.d;
    constraints.lower = problem.map.lower;
    constraints.upper = problem.map.upper;
    return {map_of(problem.map), n, std::move(constraints)};
  }
  const auto project = [&problem](const VectorIn& x, VectorOut projection) {
    projection = x;
    problem.project(projection);
  };
  return {map_of(problem.map), n, numerics::vi::Projector(project)};
}

// 0 in F(z) + N_K(z), whose resolvent is the projection. problem: must outlive it, and has one.
inline numerics::generalized_equation::Problem equation_of(const VariationalProblem& problem) {
  const auto resolvent = [&problem](double /*rho*/, const VectorIn& x, VectorOut out) {
    out = x;
    problem.project(out);
  };
  return {map_of(problem.map), resolvent, problem.map.size()};
}

}  // namespace nsds::test
