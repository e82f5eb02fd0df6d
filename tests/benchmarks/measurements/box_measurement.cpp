#include "benchmarks/measurements/box_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "benchmarks/measurements/timing.hpp"

namespace nsds::bench {

BoxCall::BoxCall(const test::BoxProblem& problem, nsds_class problem_class, const nsds_matrix& M)
    : class_(problem_class) {
  nsds_relay_init(&relay_);
  relay_.size = problem.size();
  relay_.M = &M;
  relay_.q = problem.q.data();
  relay_.lower = problem.lower.data();
  relay_.upper = problem.upper.data();
  if (class_ != NSDS_CLASS_MLCP) return;
  if (!problem.is_mixed())
    throw std::invalid_argument(problem.spec + " is no mixed problem; it is a relay problem");
  marks_ = problem.complementary();
  nsds_mlcp_init(&mlcp_);
  mlcp_.size = problem.size();
  mlcp_.M = &M;
  mlcp_.q = problem.q.data();
  mlcp_.complementary = marks_.data();
}

nsds_status BoxCall::solve(double* z, double* w, const numerics::Options& options,
                           numerics::Workspace& workspace, numerics::Report& report) const {
  return class_ == NSDS_CLASS_MLCP ? nsds_mlcp_solve(&mlcp_, z, w, options.get(), workspace.get(), &report)
                                   : nsds_relay_solve(&relay_, z, w, options.get(), workspace.get(), &report);
}

double BoxCall::residual(const Eigen::VectorXd& z) const {
  if (z.size() != size() || !z.allFinite()) return HUGE_VAL;
  nsds_residual value;
  nsds_residual_init(&value);
  const nsds_status status = class_ == NSDS_CLASS_MLCP ? nsds_mlcp_residual(&mlcp_, z.data(), &value)
                                                       : nsds_relay_residual(&relay_, z.data(), &value);
  numerics::detail::require(status, "no residual");
  return value.value;
}

nsds_matrix natural_matrix(const test::BoxProblem& problem) {
  return problem.is_sparse() ? numerics::view(problem.sparse) : numerics::view(problem.M);
}

SolveMeasured measure_box(const BoxCall& call, const SolveSettings& settings) {
  numerics::Options options(call.problem_class(), settings.solver);
  options.set("tolerance", settings.tolerance);
  if (settings.time_limit > 0.0) options.set("time_limit", settings.time_limit);
  numerics::Workspace workspace;
  numerics::Report report;
  Eigen::VectorXd z(call.size()), w(call.size());
  SolveMeasured measured;
  measured.seconds = best_seconds({settings.budget, settings.repetitions}, [&] {
    z.setZero();
    report = numerics::Report();
    call.solve(z.data(), w.data(), options, workspace, report);
  });
  if (numerics::detail::is_refusal(report.status)) throw numerics::Error(report);
  measured.solver = report.solver;
  measured.status = report.status;
  measured.residual = call.residual(z);
  measured.iterations = report.iterations;
  return measured;
}

}  // namespace nsds::bench
