// Limits, warm starts and what callbacks may do to a call.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <thread>

#include "numerics/nlp/nlp_problems.hpp"

namespace nsds::test::nlp_limits_test {
namespace {

using Eigen::VectorXd;
using nn::nlp::Problem;

TEST(NlpLimits, EndWithTheBestIterate) {
  const NonlinearProgram program = hock_schittkowski(71);
  for (const char* solver : {"auto", "sqp", "kkt_newton"}) {
    const auto one =
        posed(program).solve(program.start, nn::Options(NSDS_CLASS_NLP, solver).set("max_iterations", 1));
    EXPECT_EQ(one.report.status, NSDS_MAX_ITERATIONS) << solver << ": " << one.report.message;
    EXPECT_TRUE(one.x.allFinite());
    const auto none =
        posed(program).solve(program.start, nn::Options(NSDS_CLASS_NLP, solver).set("time_limit", 0.0));
    EXPECT_EQ(none.report.status, NSDS_TIME_LIMIT) << solver << ": " << none.report.message;
    auto options = nn::Options(NSDS_CLASS_NLP, solver);
    nsds_options_set_callback(
        options.get(), [](const nsds_progress*, void*) { return 1; }, nullptr);
    const auto stopped = posed(program).solve(program.start, options);
    EXPECT_EQ(stopped.report.status, NSDS_INTERRUPTED) << solver << ": " << stopped.report.message;
  }
}

// An evaluation takes 5 ms, a call of 20 has room for four of them and one more.
TEST(NlpLimits, AreLookedAtBetweenEvaluations) {
  const NonlinearProgram program = hock_schittkowski(1);
  const auto slow = [&](const auto& x, double& f) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return program.objective(x, f);
  };
  Problem problem(2, slow, program.gradient);
  problem.set_hessian(program.hessian);
  const auto solution = problem.solve(program.start, nn::Options(NSDS_CLASS_NLP).set("time_limit", 0.02));
  EXPECT_EQ(solution.report.status, NSDS_TIME_LIMIT) << solution.report.message;
  EXPECT_LE(solution.report.evaluations, 30);
}

// Differences in place of a Hessian would take 50 evaluations of 20 ms.
TEST(NlpLimits, AreLookedAtBetweenTheEvaluationsOfDifferences) {
  const auto slow = [](const auto& x, double& f) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    f = x.array().cosh().sum();
    return true;
  };
  const Problem problem(50, slow, [](const auto& x, auto gradient) {
    gradient = x.array().sinh();
    return true;
  });
  for (const char* solver : {"auto", "sqp", "kkt_newton"}) {
    const auto options = nn::Options(NSDS_CLASS_NLP, solver).set("time_limit", 0.1);
    const auto solution = problem.solve(VectorXd::Constant(50, 3.0), options);
    EXPECT_EQ(solution.report.status, NSDS_TIME_LIMIT) << solver << ": " << solution.report.message;
    EXPECT_LE(solution.report.evaluations, 8) << solver;
  }
}

TEST(NlpLimits, AWarmStartAtTheSolutionReturnsAtOnce) {
  for (const int number : {1, 21, 43, 71, 113}) {
    const NonlinearProgram program = hock_schittkowski(number);
    for (const char* solver : {"auto", "sqp", "kkt_newton"}) {
      const auto first =
          posed(program).solve(program.start, nn::Options(NSDS_CLASS_NLP).set("tolerance", 1e-9));
      ASSERT_TRUE(first.ok()) << number << first.report.message;
      VectorXd x = first.x, multipliers = first.multipliers;
      const auto options = nn::Options(NSDS_CLASS_NLP, solver).set("warm_start", true);
      const nn::Report again = posed(program).solve(x, multipliers, options);
      EXPECT_EQ(again.status, NSDS_OK);
      EXPECT_EQ(again.iterations, 0);
      EXPECT_EQ(again.evaluations, 1);
      EXPECT_EQ(x, first.x);
      EXPECT_EQ(multipliers, first.multipliers);
    }
  }
}

// From the solution of a problem beside it fewer evaluations are needed than from the book's start.
TEST(NlpLimits, AWarmStartBesideTheSolutionSavesEvaluations) {
  std::int64_t of_warm = 0, of_cold = 0;
  for (const int number : {43, 71, 100, 113, 117, 118, 119}) {
    const NonlinearProgram program = hock_schittkowski(number);
    const auto cold = posed(program).solve(program.start);
    ASSERT_TRUE(cold.ok()) << number << cold.report.message;
    VectorXd x = cold.x * 1.001, multipliers = cold.multipliers;
    const auto options = nn::Options(NSDS_CLASS_NLP).set("warm_start", true);
    const nn::Report warm = posed(program).solve(x, multipliers, options);
    ASSERT_EQ(warm.status, NSDS_OK) << number << warm.message;
    EXPECT_NEAR((x - cold.x).norm(), 0.0, 1e-5 * (1.0 + cold.x.norm())) << number;
    EXPECT_LE(warm.evaluations, cold.report.evaluations) << number;
    of_warm += warm.evaluations;
    of_cold += cold.report.evaluations;
  }
  EXPECT_LE(2 * of_warm, of_cold);
}

TEST(NlpCallbacks, FailuresEndTheCall) {
  struct Failing {
    nsds_nlp problem{};
    int fails_at = 0;
  };
  const std::string names[] = {"objective", "gradient"};
  for (const std::string& name : names) {
    Failing failing;
    nsds_nlp_init(&failing.problem);
    failing.problem.size = 1;
    failing.problem.user = &failing;
    failing.fails_at = name == "objective" ? 0 : 1;
    failing.problem.objective = [](void* user, const double* x, double* f) {
      *f = x[0] * x[0];
      return static_cast<Failing*>(user)->fails_at == 0 ? -7 : 0;
    };
    failing.problem.gradient = [](void* user, const double* x, double* g) {
      *g = 2.0 * x[0];
      return static_cast<Failing*>(user)->fails_at == 1 ? -7 : 0;
    };
    double x = 3.0;
    nsds_report report;
    nsds_report_init(&report);
    for (int k = 0; k < nsds_solver_count(NSDS_CLASS_NLP); ++k) {
      const auto options =
          nn::Options(NSDS_CLASS_NLP, nsds_solver_at(NSDS_CLASS_NLP, k)->name).set("warm_start", true);
      EXPECT_EQ(nsds_nlp_solve(&failing.problem, &x, nullptr, options.get(), nullptr, &report),
                NSDS_INVALID_ARGUMENT);
      EXPECT_EQ(std::string(report.message), "problem." + name + " returned -7, which stands for failure.");
      EXPECT_EQ(x, 3.0);
    }
  }
}

// Every callback, at its first call and later.
TEST(NlpCallbacks, WhatTheyThrowComesOut) {
  const NonlinearProgram program = hock_schittkowski(71);
  for (const char* solver : {"auto", "sqp", "kkt_newton"}) {
    for (int which = 0; which < 5; ++which) {
      for (const int after : {0, 2}) {
        int calls = 0;
        const auto strike = [&calls, which, after](int callback) {
          if (callback == which && calls++ >= after) throw std::runtime_error("struck");
        };
        Problem problem(
            program.size(),
            [&](const auto& x, double& f) {
              strike(0);
              return program.objective(x, f);
            },
            [&](const auto& x, auto g) {
              strike(1);
              return program.gradient(x, g);
            });
        problem.set_constraints(
            program.inequalities, program.equalities,
            [&](const auto& x, auto c) {
              strike(2);
              return program.constraints(x, c);
            },
            [&](const auto& x, auto J) {
              strike(3);
              return program.jacobian(x, J);
            });
        problem.set_hessian([&](const auto& x, double weight, const auto& multipliers, auto H) {
          strike(4);
          return program.hessian(x, weight, multipliers, H);
        });
        problem.set_bounds(program.lower, program.upper);
        const VectorXd start = program.start;
        EXPECT_THROW(problem.solve(start, nn::Options(NSDS_CLASS_NLP, solver)), std::runtime_error)
            << solver << " " << which << " " << after;
      }
    }
  }
}

}  // namespace
}  // namespace nsds::test::nlp_limits_test
