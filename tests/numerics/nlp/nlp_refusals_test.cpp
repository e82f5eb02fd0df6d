// What the class nlp refuses, with the words that it has for it, and that the outputs stay as they are.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "numerics/nlp/nlp_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::nlp_refusals_test {
namespace {

// min x'x under one row and one equation, of the struct itself.
struct Plain {
  Plain() {
    nsds_nlp_init(&problem);
    problem.size = 2;
    problem.inequalities = 1;
    problem.equalities = 1;
    problem.objective = [](void*, const double* x, double* f) {
      *f = x[0] * x[0] + x[1] * x[1];
      return 0;
    };
    problem.gradient = [](void*, const double* x, double* g) {
      g[0] = 2.0 * x[0];
      g[1] = 2.0 * x[1];
      return 0;
    };
    problem.constraints = [](void*, const double* x, double* c) {
      c[0] = x[0] - 1.0;
      c[1] = x[0] + x[1] - 3.0;
      return 0;
    };
    problem.jacobian = [](void*, const double*, double* J) {
      J[0] = J[1] = J[3] = 1.0;
      J[2] = 0.0;
      return 0;
    };
  }

  nsds_nlp problem{};
};

struct Fault {
  const char* words;
  std::function<void(nsds_nlp&)> make;
};

TEST(NlpRefusals, NameTheArgumentAtFault) {
  static const double upside_down[] = {3.0, 0.0}, ones[] = {1.0, 1.0}, bad_scale[] = {1.0, -1.0},
                      no_number[] = {nan, 0.0};
  static const std::int32_t starts[] = {0, 1, 3}, twice[] = {0, 1, 1}, outside[] = {0, 0, 5},
                            falling[] = {0, 2, 1}, late[] = {1, 1, 1}, lower_starts[] = {0, 2, 3},
                            lower_rows[] = {0, 1, 1};
  const Fault faults[] = {
      {"struct_size", [](nsds_nlp& p) { p.struct_size = 0; }},
      {"problem.size is -1", [](nsds_nlp& p) { p.size = -1; }},
      {"problem.inequalities is -2", [](nsds_nlp& p) { p.inequalities = -2; }},
      {"problem.equalities is -2", [](nsds_nlp& p) { p.equalities = -2; }},
      {"32-bit",
       [](nsds_nlp& p) { p.inequalities = p.equalities = std::numeric_limits<std::int32_t>::max(); }},
      {"problem.objective is null", [](nsds_nlp& p) { p.objective = nullptr; }},
      {"problem.gradient is null", [](nsds_nlp& p) { p.gradient = nullptr; }},
      {"problem.constraints is null", [](nsds_nlp& p) { p.constraints = nullptr; }},
      {"problem.jacobian is null", [](nsds_nlp& p) { p.jacobian = nullptr; }},
      {"problem.lower[0]",
       [](nsds_nlp& p) {
         p.lower = upside_down;
         p.upper = ones;
       }},
      {"problem.lower[0]", [](nsds_nlp& p) { p.lower = no_number; }},
      {"problem.scale_x[1] is -1", [](nsds_nlp& p) { p.scale_x = bad_scale; }},
      {"problem.scale_c[1] is -1", [](nsds_nlp& p) { p.scale_c = bad_scale; }},
      {"problem.scale_f is -1", [](nsds_nlp& p) { p.scale_f = -1.0; }},
      {"problem.jacobian_pattern.row_indices is null",
       [](nsds_nlp& p) { p.jacobian_pattern.column_starts = starts; }},
      {"problem.jacobian_pattern.column_starts is null",
       [](nsds_nlp& p) { p.jacobian_pattern.row_indices = twice; }},
      {"problem.jacobian_pattern.row_indices[2] is 1",
       [](nsds_nlp& p) {
         p.jacobian_pattern = {starts, twice};
       }},
      {"problem.jacobian_pattern.row_indices[2] is 5",
       [](nsds_nlp& p) {
         p.jacobian_pattern = {starts, outside};
       }},
      {"problem.jacobian_pattern.column_starts decreases",
       [](nsds_nlp& p) {
         p.jacobian_pattern = {falling, lower_rows};
       }},
      {"problem.jacobian_pattern.column_starts[0] is 1",
       [](nsds_nlp& p) {
         p.jacobian_pattern = {late, lower_rows};
       }},
      {"problem.hessian_pattern has an entry (1, 0) and none at (0, 1)",
       [](nsds_nlp& p) {
         p.hessian_pattern = {lower_starts, lower_rows};
       }},
  };
  for (const Fault& fault : faults) {
    Plain plain;
    fault.make(plain.problem);
    double x[] = {7.0, 8.0}, multipliers[] = {5.0, 6.0};
    nsds_report report;
    nsds_report_init(&report);
    EXPECT_EQ(nsds_nlp_solve(&plain.problem, x, multipliers, nullptr, nullptr, &report),
              NSDS_INVALID_ARGUMENT)
        << fault.words;
    EXPECT_NE(std::string(report.message).find(fault.words), std::string::npos) << report.message;
    EXPECT_EQ(x[0], 7.0);
    EXPECT_EQ(multipliers[1], 6.0);
    nsds_residual residual;
    nsds_residual_init(&residual);
    EXPECT_EQ(nsds_nlp_residual(&plain.problem, x, multipliers, &residual), NSDS_INVALID_ARGUMENT)
        << fault.words;
  }
}

TEST(NlpRefusals, TakeNoVectorsThatAreMissingOrNotFinite) {
  const Plain plain;
  double x[] = {nan, 0.0}, multipliers[] = {0.0, 0.0};
  nsds_report report;
  nsds_report_init(&report);
  const auto warm = nn::Options(NSDS_CLASS_NLP).set("warm_start", true);
  EXPECT_EQ(nsds_nlp_solve(&plain.problem, x, multipliers, warm.get(), nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(report.message).find("x[0]"), std::string::npos) << report.message;
  EXPECT_EQ(nsds_nlp_solve(&plain.problem, nullptr, multipliers, nullptr, nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_nlp_solve(nullptr, x, multipliers, nullptr, nullptr, &report), NSDS_INVALID_ARGUMENT);
  x[0] = 0.0;
  multipliers[1] = nan;
  EXPECT_EQ(nsds_nlp_solve(&plain.problem, x, multipliers, warm.get(), nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  const nn::Options other(NSDS_CLASS_LCP);
  EXPECT_EQ(nsds_nlp_solve(&plain.problem, x, multipliers, other.get(), nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  // Without warm_start neither is read, and multipliers and the report may be missing.
  x[0] = nan;
  EXPECT_EQ(nsds_nlp_solve(&plain.problem, x, nullptr, nullptr, nullptr, nullptr), NSDS_OK);
  EXPECT_NEAR(x[0], 1.5, 1e-8);
  nsds_nlp_init(nullptr);
}

TEST(NlpRefusals, TheResidualIsForPointsWithinTheBounds) {
  Plain plain;
  const double lower[] = {2.0, 0.0};
  plain.problem.lower = lower;
  const double x[] = {1.5, 1.5}, multipliers[] = {0.0, 3.0};
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_nlp_residual(&plain.problem, x, multipliers, &residual), NSDS_INVALID_ARGUMENT);
  plain.problem.lower = nullptr;
  EXPECT_EQ(nsds_nlp_residual(&plain.problem, x, multipliers, &residual), NSDS_OK);
  EXPECT_EQ(residual.value, 0.0);
  EXPECT_EQ(nsds_nlp_residual(&plain.problem, x, nullptr, &residual), NSDS_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace nsds::test::nlp_refusals_test
