// Solvers of the caller: they have what those of the registry have, and are believed as little.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "nsds/numerics/registry.h"
#include "support/nonlinear/mcp_of.hpp"

namespace nsds::test::mcp_given_solver_test {
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

int calls_of_given = 0;  // of it

nn::mcp::Problem exponential() {
  const VectorXd c{{0.5, 2.0, 7.0}};
  return {nn::NonlinearMap([c](const VectorIn& z, VectorOut F) { F = z.array().exp() - c.array(); }), 3};
}

nn::Options options(const char* name, nsds_mcp_solver solve, void* user = nullptr) {
  nn::Options made(NSDS_CLASS_MCP);
  nn::mcp::set_solver(made, name, solve, user);
  return made.set("tolerance", 1e-9);
}

nn::Options stepping() {
  return options("projected_steps", projected_steps, &calls_of_given);
}

TEST(GivenSolver, SolvesAndIsReported) {
  calls_of_given = 0;
  const nn::mcp::Solution found = exponential().solve(VectorXd::Ones(3), stepping());
  ASSERT_TRUE(found.ok()) << found.report.message;
  EXPECT_EQ(calls_of_given, 1);
  EXPECT_LE((found.z - VectorXd{{0.0, std::log(2.0), std::log(7.0)}}).norm(), 1e-8);
  EXPECT_STREQ(found.report.solver, "projected_steps");
  EXPECT_GT(found.report.iterations, 5);
  EXPECT_GT(found.report.evaluations, 5);
}

// In the units of the caller the same steps are other ones.
TEST(GivenSolver, IsGivenTheProblemInItsUnits) {
  nn::mcp::Problem problem = exponential();
  problem.set_scales(VectorXd::Constant(3, 2.0), VectorXd::Constant(3, 4.0));
  const nn::mcp::Solution found = problem.solve(VectorXd::Ones(3), stepping());
  ASSERT_TRUE(found.ok()) << found.report.message;
  EXPECT_LE(problem.residual(found.z).value, 1e-9);
}

TEST(GivenSolver, ReturnsAStartThatSolvesWithoutACall) {
  calls_of_given = 0;
  const VectorXd solution{{0.0, std::log(2.0), std::log(7.0)}};
  EXPECT_TRUE(exponential().solve(solution, stepping()).ok());
  EXPECT_EQ(calls_of_given, 0);
}

TEST(GivenSolver, IsNotBelieved) {
  const auto liar = [](void*, const nsds_mcp*, const nsds_mcp_limits*, double* z, std::int64_t*) {
    z[0] = 17.0;
    return 0;
  };
  const auto nothing = [](void*, const nsds_mcp*, const nsds_mcp_limits*, double* z, std::int64_t*) {
    z[0] = std::nan("");
    return 0;
  };
  for (const nn::Options& given : {options("liar", liar), options("nothing", nothing)}) {
    const nn::mcp::Solution found = exponential().solve(VectorXd::Ones(3), given);
    EXPECT_EQ(found.report.status, NSDS_STALLED) << given.solver();
    EXPECT_TRUE(found.z.allFinite() && found.w.allFinite()) << given.solver();
  }
}

TEST(GivenSolver, MayThrow) {
  const auto thrower = [](void*, const nsds_mcp*, const nsds_mcp_limits*, double*, std::int64_t*) -> int {
    throw std::runtime_error("no licence");
  };
  const nn::mcp::Solution found = exponential().solve(VectorXd::Ones(3), options("thrower", thrower));
  EXPECT_EQ(found.report.status, NSDS_STALLED);
  EXPECT_NE(std::string(found.report.message).find("has thrown"), std::string::npos) << found.report.message;
}

// One that looks at no clock is stopped by the callbacks.
TEST(GivenSolver, TimeEndsIt) {
  const auto endless = [](void*, const nsds_mcp* problem, const nsds_mcp_limits*, double* z, std::int64_t*) {
    std::vector<double> F(static_cast<std::size_t>(problem->size));
    while (problem->F.evaluate(problem->F.user, z, F.data()) == NSDS_MAP_EVALUATED) z[0] += 1e-9;
    return 1;
  };
  const nn::mcp::Solution found =
      exponential().solve(VectorXd::Ones(3), options("endless", endless).set("time_limit", 0.02));
  EXPECT_EQ(found.report.status, NSDS_TIME_LIMIT) << found.report.message;
  EXPECT_LE(found.report.seconds, 1.0);
}

// What a callback throws comes out of the solve, not through the solver.
TEST(GivenSolver, CallbacksMayThrow) {
  int count = 0;
  const nn::mcp::Problem problem(nn::NonlinearMap([&count](const VectorIn& z, VectorOut F) {
                                   if (++count > 12) throw std::out_of_range("far");
                                   F = z.array().exp() - 3.0;
                                 }),
                                 2);
  EXPECT_THROW(static_cast<void>(problem.solve(VectorXd::Ones(2), stepping())), std::out_of_range);
}

// It belongs to the options, and to their copies, and to nothing else.
TEST(GivenSolver, BelongsToTheOptions) {
  nn::Options given = stepping();
  const nn::Options copy = given;
  given.set_solver("newton_fb");
  EXPECT_EQ(given.solver(), "newton_fb");
  EXPECT_EQ(copy.solver(), "projected_steps");
  EXPECT_EQ(nsds_solver_find(NSDS_CLASS_MCP, "projected_steps"), nullptr);
  calls_of_given = 0;
  EXPECT_TRUE(exponential().solve(VectorXd::Ones(3), given).ok());
  EXPECT_EQ(calls_of_given, 0);
  EXPECT_TRUE(exponential().solve(VectorXd::Ones(3), copy).ok());
  EXPECT_EQ(calls_of_given, 1);
}

// Numbers that are whole will do for the common options, whose types are known without the registry.
TEST(GivenSolver, TakesTheCommonOptionsAlone) {
  nn::Options given = stepping();
  EXPECT_NO_THROW(given.set("tolerance", 1).set("time_limit", 5).set("max_iterations", 7));
  EXPECT_THROW(given.set("memory", 3), nn::Error);
}

TEST(GivenSolver, IsRefusedWithoutANameOfItsOwn) {
  nn::Options kept(NSDS_CLASS_MCP, "newton_min");
  const std::string long_name(32, 'x');
  for (const char* name : {"auto", "", long_name.c_str()}) {
    EXPECT_EQ(nsds_mcp_options_set_solver(kept.get(), name, projected_steps, nullptr), NSDS_INVALID_ARGUMENT);
    EXPECT_STRNE(nsds_options_error(kept.get()), "");
  }
  EXPECT_EQ(nsds_mcp_options_set_solver(kept.get(), nullptr, projected_steps, nullptr),
            NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_mcp_options_set_solver(kept.get(), "mine", nullptr, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_mcp_options_set_solver(nullptr, "mine", projected_steps, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(kept.solver(), "newton_min");
  nn::Options other(NSDS_CLASS_LCP);
  EXPECT_THROW(nn::mcp::set_solver(other, "mine", projected_steps), nn::Error);
}

}  // namespace
}  // namespace nsds::test::mcp_given_solver_test
