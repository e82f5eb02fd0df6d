#include "benchmarks/programs/rescaled.hpp"

#include <cmath>

#include "support/draws.hpp"

namespace nsds::bench::programs {
namespace {

using Eigen::VectorXd;

Eigen::SparseMatrix<double> scaled(const VectorXd& rows, const Eigen::SparseMatrix<double>& matrix,
                                   const VectorXd& columns) {
  Eigen::SparseMatrix<double> made = matrix;
  for (Eigen::Index j = 0; j < made.outerSize(); ++j)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(made, j); entry; ++entry)
      entry.valueRef() *= rows[entry.row()] * columns[j];
  return made;
}

VectorXd powers(Eigen::Index size, int order, test::Draws& draws) {
  VectorXd made(size);
  for (double& power : made) power = std::pow(10.0, draws.integer(-order, order));
  return made;
}

}  // namespace

Scales scales_of(const test::JudgedProblem& problem, int order, std::uint64_t seed) {
  test::Draws draws(seed);
  Scales made;
  made.columns = powers(problem.q.size(), order, draws);
  made.A = powers(problem.b.size(), order, draws);
  made.C = powers(problem.d.size(), order, draws);
  made.cost = powers(1, order, draws)[0];
  return made;
}

test::JudgedProblem rescaled(const test::JudgedProblem& problem, const Scales& scales) {
  test::JudgedProblem made = problem;
  made.M = scaled(scales.cost * scales.columns, problem.M, scales.columns);
  made.q = scales.cost * scales.columns.cwiseProduct(problem.q);
  made.lower = problem.lower.cwiseQuotient(scales.columns);
  made.upper = problem.upper.cwiseQuotient(scales.columns);
  made.A = scaled(scales.A, problem.A, scales.columns);
  made.b = scales.A.cwiseProduct(problem.b);
  made.C = scaled(scales.C, problem.C, scales.columns);
  made.d = scales.C.cwiseProduct(problem.d);
  return made;
}

}  // namespace nsds::bench::programs
