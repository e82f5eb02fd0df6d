// A quasi-variational inequality by formula as the library takes it.
#pragma once

#include "nsds/numerics/cpp/qvi.hpp"
#include "support/nonlinear/mcp_of.hpp"
#include "support/nonlinear/quasi_problem.hpp"

namespace nsds::test {

// K(z) by its rows g(y, z) ≥ 0. problem: must outlive it.
inline numerics::qvi::Problem qvi_with_rows(const QuasiProblem& problem) {
  numerics::qvi::Rows rows(problem.g, problem.pattern_y, problem.g_by_y);
  rows.set_by_z(problem.pattern_z, problem.g_by_z);
  numerics::qvi::Problem made(map_of(problem.map), numerics::qvi::Box{problem.map.lower, problem.map.upper});
  return made.set_rows(std::move(rows));
}

// The map c of a set that is moved.
inline numerics::NonlinearMap shift_of(const QuasiProblem& problem) {
  return numerics::NonlinearMap(problem.c, problem.pattern_c, problem.c_by_z);
}

// K(z) as a set behind its projector that c moves. problem: must outlive it, and has c.
inline numerics::qvi::Problem qvi_with_projector(const QuasiProblem& problem) {
  const auto project = [&problem](const VectorIn& x, VectorOut projection) {
    projection = x;
    problem.project(projection);
  };
  numerics::qvi::Problem made(map_of(problem.map), problem.map.size(), numerics::qvi::Projector(project));
  return made.set_shift(shift_of(problem));
}

// K(z) as a box that c moves. problem: has c, and projects onto a box.
inline numerics::qvi::Problem qvi_with_box(const QuasiProblem& problem) {
  const auto end = [&problem](double far) {
    Eigen::VectorXd bound = Eigen::VectorXd::Constant(problem.map.size(), far);
    problem.project(bound);
    return bound;
  };
  const double far = std::numeric_limits<double>::infinity();
  numerics::qvi::Problem made(map_of(problem.map), numerics::qvi::Box{end(-far), end(far)});
  return made.set_shift(shift_of(problem));
}

}  // namespace nsds::test
