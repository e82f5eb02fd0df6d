// What a solve of a mixed complementarity problem promises beside the answer: convergence, counts, limits, warm starts, the
// domain of the map.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "nsds/numerics/registry.h"
#include "support/nonlinear/mcp_of.hpp"
#include "support/numbers.hpp"

namespace nsds::test::mcp_contract_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;
using nn::NonlinearMap;
using nn::mcp::Problem;

nn::Options options(const std::string& solver = "auto") {
  return nn::Options(NSDS_CLASS_MCP, solver).set("tolerance", 1e-12);
}

// 0 ≤ z ⟂ exp(z) − c ≥ 0, with the solution z_i = ln c_i where c_i > 1, else 0.
struct Exponential {
  VectorXd c{{0.5, 2.0, 7.0}};
  mutable int evaluations = 0, jacobians = 0;

  Problem problem() const {
    return {NonlinearMap(
                [this](const VectorIn& z, VectorOut F) {
                  ++evaluations;
                  F = z.array().exp() - c.array();
                },
                [this](const VectorIn& z, Eigen::Ref<Eigen::MatrixXd> J) {
                  ++jacobians;
                  J = z.array().exp().matrix().asDiagonal();
                }),
            3};
  }
  VectorXd solution() const { return c.array().log().max(0.0); }
};

TEST(Mcp, ReportsWhatItEvaluated) {
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const Exponential map;
    const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
    const nn::mcp::Solution found = map.problem().solve(VectorXd::Constant(3, 3.0), options(solver));
    ASSERT_TRUE(found.ok()) << solver << ": " << found.report.message;
    EXPECT_LE((found.z - map.solution()).norm(), 1e-11) << solver;
    EXPECT_EQ(found.report.evaluations, map.evaluations) << solver;
    EXPECT_EQ(found.report.jacobians, map.jacobians) << solver;
    EXPECT_GT(found.report.iterations, 0) << solver;
  }
}

TEST(Mcp, ReturnsASolutionAtOnce) {
  const Exponential map;
  const nn::mcp::Solution found = map.problem().solve(map.solution(), options());
  EXPECT_TRUE(found.ok());
  EXPECT_EQ(found.report.iterations, 0);
  EXPECT_EQ(map.evaluations, 1);
  EXPECT_EQ(map.jacobians, 1);  // the terms of rows are products of the Jacobian
}

// The error e of Newton's method near a regular solution becomes at most a multiple of e², here of 2 e².
TEST(Mcp, ConvergesQuadratically) {
  for (const char* solver : {"newton_min", "newton_fb", "josephy_newton"}) {
    std::vector<double> errors;
    for (int steps = 1; steps < 20; ++steps) {
      const Exponential map;
      nn::Options limited = options(solver).set("max_iterations", steps).set("tolerance", 0.0);
      const nn::mcp::Solution found = map.problem().solve(VectorXd::Constant(3, 1.0), limited);
      errors.push_back((found.z - map.solution()).norm());
    }
    int seen = 0;
    for (std::size_t k = 1; k < errors.size(); ++k) {
      if (errors[k - 1] > 1e-1 || errors[k - 1] < 1e-7) continue;
      EXPECT_LE(errors[k], 2.0 * errors[k - 1] * errors[k - 1]) << solver << " step " << k;
      ++seen;
    }
    EXPECT_GE(seen, 2) << solver;
  }
}

// ln is defined for z > 0 alone: neither a start at 0 nor the steps end the solve.
TEST(Mcp, StaysInTheDomain) {
  const auto logarithm = [](const VectorIn& z, VectorOut F) {
    if (!(z.array() > 0.0).all()) return false;
    F = z.array().log() + 2.0;
    return true;
  };
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
    for (const double start : {0.0, 50.0}) {
      const nn::mcp::Solution found =
          Problem(NonlinearMap(logarithm), 2).solve(VectorXd::Constant(2, start), options(solver));
      ASSERT_TRUE(found.ok()) << solver << " from " << start << ": " << found.report.message;
      EXPECT_LE((found.z.array() - std::exp(-2.0)).matrix().norm(), 1e-11) << solver;
    }
  }
}

// A NaN counts as outside the domain, wherever it appears.
TEST(Mcp, LetsNoNaNTravel) {
  const auto map = [](const VectorIn& z, VectorOut F) {
    F[0] = z[0] > 3.0 ? std::nan("") : z[0] * z[0] - 4.0;
    F[1] = z[1] - 1.0;
  };
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
    const nn::mcp::Solution found =
        Problem(NonlinearMap(map), 2).solve(VectorXd::Constant(2, 0.5), options(solver));
    EXPECT_TRUE(found.z.allFinite() && found.w.allFinite()) << solver;
    EXPECT_TRUE(found.ok()) << solver << ": " << found.report.message;
  }
}

TEST(Mcp, KeepsWithinItsBounds) {
  const VectorXd lower{{-1.0, 0.0, -infinity, 2.0}}, upper{{1.0, infinity, 0.5, 2.0}};
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
    const auto map = [&](const VectorIn& z, VectorOut F) {
      EXPECT_TRUE((z.array() >= lower.array()).all() && (z.array() <= upper.array()).all()) << solver;
      F = z.array().pow(3) + z.array() - VectorXd{{5.0, -1.0, 7.0, 3.0}}.array();
      F[0] += 0.5 * z[1];
    };
    const nn::mcp::Solution found =
        Problem(NonlinearMap(map), lower, upper).solve(VectorXd::Zero(4), options(solver));
    ASSERT_TRUE(found.ok()) << solver << ": " << found.report.message;
    EXPECT_LE((found.z - VectorXd{{1.0, 0.0, 0.5, 2.0}}).norm(), 1e-11) << solver;
  }
}

// Differences find what a given Jacobian does, with as many evaluations as the pattern has groups of columns.
TEST(Mcp, FindsJacobiansByDifferences) {
  const NonlinearProblem problem = *make_nonlinear("obstacle:100:1");
  const VectorXd start = start_of(problem, 0);
  const nn::mcp::Solution given = mcp_of(problem).solve(start, options().set("tolerance", 1e-9));
  const nn::mcp::Solution sparse =
      Problem(NonlinearMap(problem.F, problem.pattern), problem.lower, problem.upper)
          .solve(start, options().set("tolerance", 1e-9));
  const nn::mcp::Solution dense = Problem(NonlinearMap(problem.F), problem.lower, problem.upper)
                                      .solve(start, options().set("tolerance", 1e-9));
  ASSERT_TRUE(given.ok() && sparse.ok() && dense.ok());
  EXPECT_LE((sparse.z - given.z).lpNorm<Eigen::Infinity>(), 1e-8);
  EXPECT_LE((dense.z - given.z).lpNorm<Eigen::Infinity>(), 1e-8);
  // The five-point star needs at least five groups; a greedy grouping finds no more than nine.
  const auto for_one = [](const nn::Report& report) {
    return static_cast<double>(report.evaluations) / static_cast<double>(report.jacobians);
  };
  EXPECT_LE(for_one(sparse.report), 9.0 + 3.0);
  EXPECT_GE(for_one(dense.report), 100.0);
}

TEST(Mcp, EndsWithItsLimits) {
  const auto slow = [](const VectorIn& z, VectorOut F) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    F[0] = std::atan(z[0]) - 1.56;
  };
  const Problem problem(NonlinearMap(slow), VectorXd::Constant(1, -infinity),
                        VectorXd::Constant(1, infinity));
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
    const nn::mcp::Solution timed = problem.solve(VectorXd::Zero(1), options(solver).set("time_limit", 0.03));
    EXPECT_EQ(timed.report.status, NSDS_TIME_LIMIT) << solver << ": " << timed.report.message;
    const nn::mcp::Solution counted =
        problem.solve(VectorXd::Zero(1), options(solver).set("max_iterations", 2));
    EXPECT_EQ(counted.report.status, NSDS_MAX_ITERATIONS) << solver << ": " << counted.report.message;
    EXPECT_LE(counted.report.iterations, 2) << solver;
  }
}

TEST(Mcp, StopsWhereItsCallbackAsks) {
  nn::Options asked = options();
  int calls = 0;
  nsds_options_set_callback(
      asked.get(), [](const nsds_progress*, void* user) { return ++*static_cast<int*>(user) == 2 ? 1 : 0; },
      &calls);
  const Exponential map;
  const nn::mcp::Solution found = map.problem().solve(VectorXd::Constant(3, 9.0), asked);
  EXPECT_EQ(found.report.status, NSDS_INTERRUPTED);
  EXPECT_EQ(calls, 2);
}

// z² + 1 has no zero: the best point is told, and that it is none.
TEST(Mcp, SaysWhereThereIsNoSolution) {
  const auto map = [](const VectorIn& z, VectorOut F) { F[0] = z[0] * z[0] + 1.0; };
  const Problem problem(NonlinearMap(map), VectorXd::Constant(1, -infinity), VectorXd::Constant(1, infinity));
  const nn::mcp::Solution found = problem.solve(VectorXd::Constant(1, 2.0), options());
  EXPECT_FALSE(found.ok());
  EXPECT_NEAR(found.report.residual.value, 1.0, 0.3);
  EXPECT_DOUBLE_EQ(found.report.residual.value, found.w.cwiseAbs().maxCoeff());
}

// F in a unit in which all of it is below the tolerance: rows are measured against their own terms. A unit that is told counts: what is below the
// tolerance in it is nothing.
TEST(Mcp, UnitsThatAreNotToldHideNothing) {
  const auto tiny = [](const VectorIn& z, VectorOut F) { F[0] = 1e-9 * (z[0] * z[0] - 2.0); };
  const VectorXd lower = VectorXd::Zero(1), upper = VectorXd::Constant(1, infinity),
                 start = VectorXd::Constant(1, 2.0);
  Problem problem(NonlinearMap(tiny), lower, upper);
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
    const nn::mcp::Solution found = problem.solve(start, options(solver).set("tolerance", 1e-8));
    // Methods whose searches know what is small may give up, but none takes another point for the answer.
    EXPECT_TRUE(found.ok() || k > 0) << solver << found.report.message;
    if (found.ok()) {
      EXPECT_NEAR(found.z[0], std::sqrt(2.0), 1e-7) << solver;
    }
  }
  problem.set_scales(VectorXd::Ones(1), VectorXd::Ones(1));
  EXPECT_EQ(problem.solve(start, options().set("tolerance", 1e-8)).report.iterations, 0);
  problem.set_scales(VectorXd::Ones(1), VectorXd::Constant(1, 1e-9));
  const nn::mcp::Solution seen = problem.solve(start, options().set("tolerance", 1e-8));
  ASSERT_TRUE(seen.ok());
  EXPECT_NEAR(seen.z[0], std::sqrt(2.0), 1e-8);
}

// exp(-z) falls below any number, and has no zero: 0 ≤ z ⟂ -exp(-z) ≥ 0 has no solution. At z a row is 1 / (2 z + 1) of its terms.
TEST(Mcp, ARowThatFallsForEverIsNoSolution) {
  const auto F = [](const VectorIn& z, VectorOut value) { value[0] = -std::exp(-z[0]); };
  const auto J = [](const VectorIn& z, Eigen::Ref<Eigen::MatrixXd> out) { out(0, 0) = std::exp(-z[0]); };
  for (const bool has_jacobian : {true, false})
    for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k)
      for (const double start : {0.0, 18.4, 300.0}) {
        const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
        const Problem problem(has_jacobian ? NonlinearMap(F, J) : NonlinearMap(F), 1);
        const nn::mcp::Solution found =
            problem.solve(VectorXd::Constant(1, start), options(solver).set("tolerance", 1e-8));
        EXPECT_FALSE(found.ok()) << solver << " from " << start << ": z = " << found.z;
      }
}

// x - y ≥ 1 and y - x ≥ 0 hold beside their terms far out on the ray x = y, and nowhere: the data say how far.
TEST(Mcp, ARayIsNoSolution) {
  const auto F = [](const VectorIn& z, VectorOut value) { value << z[0] - z[1] - 1.0, z[1] - z[0]; };
  for (const double bound : {0.0, -infinity})
    for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k)
      for (const double start : {0.0, 1e6, 1e12}) {
        const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
        const Problem problem(NonlinearMap(F), VectorXd::Constant(2, bound), VectorXd::Constant(2, infinity));
        const nn::mcp::Solution found =
            problem.solve(VectorXd{{start, start}}, options(solver).set("tolerance", 1e-8));
        EXPECT_FALSE(found.ok()) << solver << " from " << start << ": " << found.z;
      }
}

// Prices of two goods in an exchange: consumer k owns one of good k and spends half of its income on each. The excess of demand for good i is
// (p_0 + p_1) / (2 p_i) - 1, a function of p_0 / p_1 alone: the solutions are p_0 = p_1 and no others, whatever the size of prices.
TEST(Mcp, SmallPricesAreNoEquilibrium) {
  const auto F = [](const VectorIn& p, VectorOut value) {
    if (!(p.array() > 0.0).all()) return false;
    value = 1.0 - 0.5 * p.sum() / p.array();
    return true;
  };
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
    for (const double size : {1e-9, 1e-3, 1.0, 1e6}) {
      const nn::mcp::Solution found =
          Problem(NonlinearMap(F), 2)
              .solve(VectorXd{{size, 3.0 * size}}, options(solver).set("tolerance", 1e-8));
      if (!found.ok()) continue;
      EXPECT_NEAR(found.z[0] / found.z[1], 1.0, 1e-7) << solver << " from " << size << ": " << found.z;
    }
  }
}

// At a zero of higher order all terms of a row vanish with it: the point is returned as exactly zero, or where they do not vanish, near it.
TEST(Mcp, ZerosOfHigherOrderAreFound) {
  const auto at_zero = [](const VectorIn& z, VectorOut F) { F << z[0] * z[0], z[1] * z[1] * z[1] + z[0]; };
  const auto at_one = [](const VectorIn& z, VectorOut F) {
    F << (z[0] - 1.0) * (z[0] - 1.0), z[1] - 2.0 * z[0];
  };
  const auto expanded = [](const VectorIn& z, VectorOut F) {
    F << z[0] * z[0] - 2.0 * z[0] + 1.0, z[1] - 2.0 * z[0];
  };
  for (const char* solver : {"auto", "newton_fb", "newton_min", "josephy_newton"}) {
    const auto solve = [&](const auto& F, double lower) {
      return Problem(NonlinearMap(F), VectorXd::Constant(2, lower), VectorXd::Constant(2, infinity))
          .solve(VectorXd{{3.0, 2.0}}, options(solver).set("tolerance", 1e-8));
    };
    const nn::mcp::Solution zero = solve(at_zero, 0.0), one = solve(at_one, -infinity),
                            noisy = solve(expanded, -infinity);
    EXPECT_TRUE(zero.ok()) << solver << zero.report.message;
    EXPECT_EQ(zero.z.norm(), 0.0) << solver;
    EXPECT_TRUE(one.ok()) << solver << one.report.message;
    EXPECT_NEAR(one.z[0], 1.0, 1e-6) << solver;
    EXPECT_TRUE(noisy.ok()) << solver << noisy.report.message;
    EXPECT_NEAR(noisy.z[0], 1.0, 1e-6) << solver;
  }
}

// A sign in the Jacobian is wrong: no solver finds the solution, and the message says where to look, and shows both numbers.
TEST(Mcp, AWrongJacobianIsNamed) {
  const auto F = [](const VectorIn& z, VectorOut value) {
    value << std::exp(z[0]) - 20.0 + z[1], 3.0 * z[1] - z[0] * z[0] + 4.0;
  };
  for (const bool wrong : {true, false}) {
    const auto J = [wrong](const VectorIn& z, Eigen::Ref<Eigen::MatrixXd> out) {
      out << std::exp(z[0]), 1.0, (wrong ? 2.0 : -2.0) * z[0], wrong ? -3.0 : 3.0;
    };
    const VectorXd lower = VectorXd::Constant(2, -infinity), upper = VectorXd::Constant(2, infinity);
    const nn::mcp::Solution found = Problem(NonlinearMap(F, J), lower, upper)
                                        .solve(VectorXd{{1.0, 5.0}}, options().set("max_iterations", 500));
    const std::string message = found.report.message;
    EXPECT_EQ(found.ok(), !wrong);
    EXPECT_EQ(message.find("disagrees with F at row 1") != std::string::npos, wrong) << message;
  }
  // Nothing is named where there is no solution and the Jacobian is right.
  const auto none = [](const VectorIn& z, VectorOut value) { value[0] = z[0] * z[0] + 1.0; };
  const auto slope = [](const VectorIn& z, Eigen::Ref<Eigen::MatrixXd> out) { out(0, 0) = 2.0 * z[0]; };
  const nn::mcp::Solution found =
      Problem(NonlinearMap(none, slope), VectorXd::Constant(1, -infinity), VectorXd::Constant(1, infinity))
          .solve(VectorXd::Constant(1, 2.0), options());
  EXPECT_EQ(std::string(found.report.message).find("disagrees"), std::string::npos) << found.report.message;
}

// A problem that changes little is solved with less from the last solution.
TEST(Mcp, ASequenceTakesLessFromTheLastSolution) {
  const NonlinearProblem problem = *make_nonlinear("nash:10:1");
  const VectorXd start = start_of(problem, 0);
  const VectorXd nudge = VectorXd::LinSpaced(problem.size(), -0.05, 0.05);
  std::int64_t cold = 0, warm = 0;
  VectorXd last = start;
  for (int k = 1; k <= 10; ++k) {
    const auto F = [&, k](const VectorIn& z, VectorOut value) {
      if (!problem.F(z, value)) return false;
      value += static_cast<double>(k) * nudge;
      return true;
    };
    const Problem perturbed(NonlinearMap(F, problem.pattern, problem.J), problem.lower, problem.upper);
    const Problem dense(NonlinearMap(F), problem.lower, problem.upper);
    const Problem& posed = problem.is_dense() ? dense : perturbed;
    const nn::mcp::Solution anew = posed.solve(start, options().set("tolerance", 1e-9));
    const nn::mcp::Solution on = posed.solve(last, options().set("tolerance", 1e-9));
    ASSERT_TRUE(anew.ok() && on.ok());
    EXPECT_LE((anew.z - on.z).norm(), 1e-7);
    cold += anew.report.evaluations;
    warm += on.report.evaluations;
    last = on.z;
  }
  EXPECT_LT(warm, cold);
}

TEST(Mcp, RunsInSeveralThreads) {
  const NonlinearProblem problem = *make_nonlinear("scarf:19");
  const Problem posed = mcp_of(problem);
  const VectorXd expected = posed.solve(start_of(problem, 0), options().set("tolerance", 1e-9)).z;
  std::atomic<int> equal = 0;
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&] {
      const VectorXd z = posed.solve(start_of(problem, 0), options().set("tolerance", 1e-9)).z;
      equal += z == expected ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(equal, 4);
}

// A map of 10 ms: neither differences nor halvings go on when the time is over.
TEST(Mcp, SlowMapsKeepTheTimeLimit) {
  const Problem slow(NonlinearMap([](const VectorIn& z, VectorOut F) {
                       std::this_thread::sleep_for(std::chrono::milliseconds(10));
                       F = z.array().exp() - 2.0;
                     }),
                     40);
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
    const nn::mcp::Solution found =
        slow.solve(VectorXd::Constant(40, 3.0), options(solver).set("time_limit", 0.05));
    EXPECT_EQ(found.report.status, NSDS_TIME_LIMIT) << solver << ": " << found.report.message;
    EXPECT_LE(found.report.evaluations, 12) << solver;
  }
}

}  // namespace
}  // namespace nsds::test::mcp_contract_test
