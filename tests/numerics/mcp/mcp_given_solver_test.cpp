// Solvers of the user: they are rows of the registry like any other, and are believed as little.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "nsds/numerics/registry.h"
#include "support/nonlinear/mcp_of.hpp"

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Map;
using Eigen::VectorXd;

// Projected steps along -F, of a length that suits exp(z) - c, c up to 7.
int projected_steps(void* user, const nsds_mcp* problem, const nsds_mcp_limits* limits, double* z,
                    std::int64_t* iterations) {
  ++*static_cast<int*>(user);
  const auto n = static_cast<Eigen::Index>(problem->size);
  Map<VectorXd> point(z, n);
  const VectorXd lower = Map<const VectorXd>(problem->lower, n),
                 upper = Map<const VectorXd>(problem->upper, n);
  VectorXd F(n);
  for (*iterations = 0; *iterations < limits->max_iterations; ++*iterations) {
    if (problem->F.evaluate(problem->F.user, z, F.data()) != NSDS_MAP_EVALUATED) return 1;
    const VectorXd next = (point - 0.1 * F).cwiseMax(lower).cwiseMin(upper);
    const VectorXd natural = point - (point - F).cwiseMax(lower).cwiseMin(upper);
    if (natural.lpNorm<Eigen::Infinity>() <= limits->tolerance) return 0;
    point = next;
  }
  return 1;
}

int calls = 0;  // of it

nn::mcp::Problem exponential() {
  const VectorXd c{{0.5, 2.0, 7.0}};
  return {nn::NonlinearMap([c](const VectorIn& z, VectorOut F) { F = z.array().exp() - c.array(); }), 3};
}

void add(const char* name, nsds_mcp_solver solve, void* user = nullptr) {
  if (nsds_solver_find(NSDS_CLASS_MCP, name) != nullptr) return;
  ASSERT_EQ(nsds_mcp_add_solver(name, "A solver of this test", solve, user), NSDS_OK);
}

nn::Options options(const char* solver) {
  return nn::Options(NSDS_CLASS_MCP, solver).set("tolerance", 1e-9);
}

TEST(GivenSolver, IsARowOfTheRegistry) {
  const int before = nsds_solver_count(NSDS_CLASS_MCP);
  const bool is_new = nsds_solver_find(NSDS_CLASS_MCP, "projected_steps") == nullptr;
  add("projected_steps", projected_steps, &calls);
  EXPECT_EQ(nsds_solver_count(NSDS_CLASS_MCP), before + (is_new ? 1 : 0));
  const nsds_solver_info* row = nsds_solver_find(NSDS_CLASS_MCP, "projected_steps");
  ASSERT_NE(row, nullptr);
  EXPECT_STREQ(row->summary, "A solver of this test");
}

TEST(GivenSolver, SolvesAndIsReported) {
  add("projected_steps", projected_steps, &calls);
  calls = 0;
  const nn::mcp::Solution found = exponential().solve(VectorXd::Ones(3), options("projected_steps"));
  ASSERT_TRUE(found.ok()) << found.report.message;
  EXPECT_EQ(calls, 1);
  EXPECT_LE((found.z - VectorXd{{0.0, std::log(2.0), std::log(7.0)}}).norm(), 1e-8);
  EXPECT_STREQ(found.report.solver, "projected_steps");
  EXPECT_GT(found.report.iterations, 5);
  EXPECT_GT(found.report.evaluations, 5);
}

// In the units of the caller the same steps are other ones.
TEST(GivenSolver, IsGivenTheProblemInItsUnits) {
  add("projected_steps", projected_steps, &calls);
  nn::mcp::Problem problem = exponential();
  problem.set_scales(VectorXd::Constant(3, 2.0), VectorXd::Constant(3, 4.0));
  const nn::mcp::Solution found = problem.solve(VectorXd::Ones(3), options("projected_steps"));
  ASSERT_TRUE(found.ok()) << found.report.message;
  EXPECT_LE(problem.residual(found.z).value, 1e-9);
}

TEST(GivenSolver, ReturnsAStartThatSolvesWithoutACall) {
  add("projected_steps", projected_steps, &calls);
  calls = 0;
  const VectorXd solution{{0.0, std::log(2.0), std::log(7.0)}};
  EXPECT_TRUE(exponential().solve(solution, options("projected_steps")).ok());
  EXPECT_EQ(calls, 0);
}

TEST(GivenSolver, IsNotBelieved) {
  add("liar", [](void*, const nsds_mcp*, const nsds_mcp_limits*, double* z, std::int64_t*) {
    z[0] = 17.0;
    return 0;
  });
  add("nothing", [](void*, const nsds_mcp*, const nsds_mcp_limits*, double* z, std::int64_t*) {
    z[0] = std::nan("");
    return 0;
  });
  for (const char* solver : {"liar", "nothing"}) {
    const nn::mcp::Solution found = exponential().solve(VectorXd::Ones(3), options(solver));
    EXPECT_EQ(found.report.status, NSDS_STALLED) << solver;
    EXPECT_TRUE(found.z.allFinite() && found.w.allFinite()) << solver;
  }
}

TEST(GivenSolver, MayThrow) {
  add("thrower", [](void*, const nsds_mcp*, const nsds_mcp_limits*, double*, std::int64_t*) -> int {
    throw std::runtime_error("no licence");
  });
  const nn::mcp::Solution found = exponential().solve(VectorXd::Ones(3), options("thrower"));
  EXPECT_EQ(found.report.status, NSDS_STALLED);
  EXPECT_NE(std::string(found.report.message).find("has thrown"), std::string::npos) << found.report.message;
}

// One that looks at no clock is stopped by the callbacks.
TEST(GivenSolver, TimeEndsIt) {
  add("endless", [](void*, const nsds_mcp* problem, const nsds_mcp_limits*, double* z, std::int64_t*) {
    std::vector<double> F(static_cast<std::size_t>(problem->size));
    while (problem->F.evaluate(problem->F.user, z, F.data()) == NSDS_MAP_EVALUATED) z[0] += 1e-9;
    return 1;
  });
  const nn::mcp::Solution found =
      exponential().solve(VectorXd::Ones(3), options("endless").set("time_limit", 0.02));
  EXPECT_EQ(found.report.status, NSDS_TIME_LIMIT) << found.report.message;
  EXPECT_LE(found.report.seconds, 1.0);
}

// What a callback throws comes out of the solve, not through the solver.
TEST(GivenSolver, CallbacksMayThrow) {
  add("projected_steps", projected_steps, &calls);
  int count = 0;
  const nn::mcp::Problem problem(nn::NonlinearMap([&count](const VectorIn& z, VectorOut F) {
                                   if (++count > 12) throw std::out_of_range("far");
                                   F = z.array().exp() - 3.0;
                                 }),
                                 2);
  EXPECT_THROW(static_cast<void>(problem.solve(VectorXd::Ones(2), options("projected_steps"))),
               std::out_of_range);
}

TEST(GivenSolver, NamesAreTakenOnce) {
  EXPECT_EQ(nsds_mcp_add_solver("auto", "", projected_steps, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_mcp_add_solver(nullptr, "", projected_steps, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_mcp_add_solver("", "", projected_steps, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_mcp_add_solver("empty", "", nullptr, nullptr), NSDS_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace nsds::test
