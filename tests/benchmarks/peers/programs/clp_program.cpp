// The barrier of Clp, without crossover, which knows no quadratic objective.
#include <coin/ClpSimplex.hpp>
#include <coin/ClpSolve.hpp>
#include <coin/CoinPackedMatrix.hpp>
#include <vector>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/programs/range_form.hpp"
#include "benchmarks/peers/programs/sparse_peers.hpp"

namespace nsds::bench {
namespace {

using Eigen::Map;
using Eigen::VectorXd;

void load(const RangeForm& form, ClpSimplex& model) {
  const test::JudgedProblem& problem = form.problem();
  const Eigen::SparseMatrix<double> rows = form.rows;
  const auto n = static_cast<int>(rows.cols()), m = static_cast<int>(rows.rows());
  model.loadProblem(n, m, rows.outerIndexPtr(), rows.innerIndexPtr(), rows.valuePtr(), form.lower.data(),
                    form.upper.data(), problem.q.data(), form.row_lower.data(), form.row_upper.data());
  if (problem.M.nonZeros() == 0) return;
  const Eigen::SparseMatrix<double> triangle = problem.M.triangularView<Eigen::Lower>();
  model.loadQuadraticObjective(n, triangle.outerIndexPtr(), triangle.innerIndexPtr(), triangle.valuePtr());
}

struct Setting {
  double tolerance;
  bool presolve;
};

SparseAnswer solve(const test::JudgedProblem& problem, const Setting& setting, double limit) {
  const RangeForm form(problem);
  ClpSimplex model;
  model.setLogLevel(0);
  load(form, model);
  model.setPrimalTolerance(setting.tolerance);
  model.setDualTolerance(setting.tolerance);
  model.setMaximumSeconds(limit);
  ClpSolve how;
  how.setSolveType(ClpSolve::useBarrierNoCross);
  how.setPresolveType(setting.presolve ? ClpSolve::presolveOn : ClpSolve::presolveOff);
  const Stopwatch watch;
  model.initialSolve(how);
  SparseAnswer answer;
  answer.seconds = watch.seconds();
  answer.z = Map<const VectorXd>(model.primalColumnSolution(), problem.q.size());
  answer.multipliers =
      form.multipliers(answer.z, Map<const VectorXd>(model.dualRowSolution(), form.rows.rows()));
  return answer;
}

}  // namespace

std::vector<SparsePeer> clp_peers() {
  std::vector<SparsePeer> peers;
  for (const double tolerance : {1e-7, 1e-9})
    for (const bool presolve : {true, false})
      peers.push_back({"Clp barrier",
                       std::string(presolve ? "presolve " : "") + (tolerance == 1e-7 ? "1e-7" : "1e-9"),
                       [tolerance, presolve](const test::JudgedProblem& problem, double limit) {
                         return solve(problem, {tolerance, presolve}, limit);
                       }});
  return peers;
}

}  // namespace nsds::bench
