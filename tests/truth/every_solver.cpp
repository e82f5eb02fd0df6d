#include "truth/every_solver.hpp"

#include <cmath>

#include "nsds/numerics/registry.h"
#include "support/numbers.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

VectorXd in_box(const AffineProblem& problem, const VectorXd& z) {
  return z.cwiseMax(problem.lower).cwiseMin(problem.upper);
}

// At the bound that is away from zero, or far from it where there is none.
VectorXd on_other_faces(const AffineProblem& problem) {
  VectorXd z(problem.size());
  for (Index i = 0; i < z.size(); ++i)
    z[i] = problem.upper[i] < infinity    ? problem.upper[i]
           : problem.lower[i] > -infinity ? problem.lower[i] + 1.0
                                          : -1.0;
  return z;
}

bool is_mixed(const AffineProblem& box) {
  for (Index i = 0; i < box.size(); ++i)
    if (!box.is_free(i) && !(box.lower[i] == 0.0 && box.upper[i] == infinity)) return false;
  return true;
}

bool is_orthant(const AffineProblem& box) {
  return (box.lower.array() == 0.0).all() && (box.upper.array() == infinity).all();
}

void ask(const AffineProblem& problem, const std::string& solver, const Start& start, const Demand& demand) {
  SCOPED_TRACE(std::string(nsds_class_name(problem.problem_class)) + " by " + solver + " from " + start.name);
  numerics::Options options(problem.problem_class, solver);
  if (demand.time_limit > 0.0) options.set("time_limit", demand.time_limit);
  Outcome outcome = zero_start(problem);
  if (start.z) {
    options.set("warm_start", true);
    outcome.z = *start.z;
    outcome.multipliers = start.multipliers;
  }
  solve(problem, options, outcome);
  if (solver == "auto" && demand.default_is_ok) {
    EXPECT_TRUE(outcome.ok()) << outcome.report.message;
  }
  if (!outcome.ok()) return;
  EXPECT_LE(outcome.report.residual.value, outcome.report.tolerance);
  demand.check(outcome);
}

}  // namespace

std::vector<Start> bad_starts(const AffineProblem& problem) {
  const Index n = problem.size(), m = problem.rows();
  std::vector<Start> starts{{"nowhere", std::nullopt, VectorXd::Zero(m)},
                            {"zero", VectorXd::Zero(n), VectorXd::Zero(m)},
                            {"other faces", in_box(problem, on_other_faces(problem)), VectorXd::Ones(m)}};
  for (const double far : {5.0, 1e6, 1e12}) {
    VectorXd z(n);
    for (Index i = 0; i < n; ++i) z[i] = far * (i % 3 == 1 ? 0.0 : 1.0 + 0.1 * static_cast<double>(i));
    starts.push_back({"far", in_box(problem, z), VectorXd::Constant(m, far)});
    starts.push_back({"far behind", in_box(problem, -z), VectorXd::Constant(m, -far)});
  }
  return starts;
}

void ask_every_solver(const AffineProblem& problem, const std::vector<Start>& starts, const Demand& demand) {
  for (std::int32_t k = 0; k < nsds_solver_count(problem.problem_class); ++k)
    for (const Start& start : starts)
      ask(problem, nsds_solver_at(problem.problem_class, k)->name, start, demand);
}

std::vector<AffineProblem> in_all_classes(const AffineProblem& box) {
  std::vector<nsds_class> classes{NSDS_CLASS_RELAY, NSDS_CLASS_AVI};
  if (is_orthant(box)) classes.push_back(NSDS_CLASS_LCP);
  if (is_mixed(box)) classes.push_back(NSDS_CLASS_MLCP);
  if (box.M == box.M.transpose()) classes.push_back(NSDS_CLASS_QP);
  std::vector<AffineProblem> all;
  for (const nsds_class each : classes) {
    all.push_back(box);
    all.back().problem_class = each;
  }
  return all;
}

}  // namespace nsds::test
