// Nonlinear programs of the tests, posed for the class nlp.
#pragma once

#include "nsds/numerics/cpp/nlp.hpp"
#include "support/hock_schittkowski/nonlinear_program.hpp"

namespace nsds::test {

namespace nn = nsds::numerics;

/// The program as it is, with its Hessian or without.
inline nn::nlp::Problem posed(const NonlinearProgram& program, bool with_hessian = true) {
  nn::nlp::Problem problem(program.size(), program.objective, program.gradient);
  problem.set_constraints(program.inequalities, program.equalities, program.constraints, program.jacobian);
  if (with_hessian) problem.set_hessian(program.hessian);
  problem.set_bounds(program.lower, program.upper);
  return problem;
}

/// The residual of nlp.h, written down once more, with units of one.
inline double conditions_violated(const NonlinearProgram& program, const Eigen::VectorXd& x,
                                  const Eigen::VectorXd& multipliers) {
  Eigen::VectorXd r(program.size()), c(program.rows());
  Eigen::MatrixXd J(program.rows(), program.size());
  program.gradient(x, r);
  program.constraints(x, c);
  program.jacobian(x, J);
  r -= J.transpose() * multipliers;
  double worst = 0.0;
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    const double projected = std::min(std::max(x[j] - r[j], program.lower[j]), program.upper[j]);
    const bool is_free = std::isinf(program.lower[j]) && std::isinf(program.upper[j]);
    worst = std::max(worst, is_free ? std::abs(r[j]) : std::abs(x[j] - projected));
  }
  for (Eigen::Index i = 0; i < c.size(); ++i)
    worst =
        std::max(worst, i < program.inequalities ? std::abs(std::min(c[i], multipliers[i])) : std::abs(c[i]));
  return worst;
}

}  // namespace nsds::test
