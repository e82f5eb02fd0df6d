// Each wrong argument of mlcp, relay, equality, qp and avi gives the named status, the culprit stands in the
// message, and the outputs keep their bytes.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include "nsds/numerics/avi.h"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/equality.h"
#include "nsds/numerics/mlcp.h"
#include "nsds/numerics/qp.h"
#include "nsds/numerics/relay.h"
#include "support/numbers.hpp"

namespace nsds::test::affine_bad_input_test {
namespace {

namespace nn = nsds::numerics;

int apply_nothing(void*, const double*, double*) {
  return 0;
}

// Calls of every class on data that they have in common, all of which would succeed; the cases spoil one
// argument each.
struct Calls {
  double M_values[4] = {2.0, 1.0, 1.0, 3.0};
  double A_values[2] = {1.0, 1.0};
  double C_values[2] = {1.0, -1.0};
  double q[2] = {-5.0, -6.0};
  double lower[2] = {0.0, -1.0};
  double upper[2] = {9.0, infinity};
  double b[1] = {0.5};
  double d[1] = {0.25};
  unsigned char marks[2] = {1, 0};
  nsds_matrix M = nsds_matrix_dense(2, 2, M_values, 2);
  nsds_matrix A = nsds_matrix_dense(1, 2, A_values, 1);
  nsds_matrix C = nsds_matrix_dense(1, 2, C_values, 1);
  double z[2] = {0.25, 0.5};
  double second[2] = {0.75, 1.0};  // w, or the multipliers
  double* z_argument = z;
  bool warm = false;
  nsds_mlcp mlcp{};
  nsds_relay relay{};
  nsds_equality equality{};
  nsds_qp qp{};
  nsds_avi avi{};
  bool problem_is_null = false;
  nsds_class options_class = NSDS_CLASS_LCP;  // LCP: that of the problem
  nn::Report report;

  Calls() {
    nsds_mlcp_init(&mlcp);
    nsds_relay_init(&relay);
    nsds_equality_init(&equality);
    nsds_qp_init(&qp);
    nsds_avi_init(&avi);
    mlcp.complementary = marks;
    mlcp.M = relay.M = equality.M = qp.Q = avi.M = &M;
    mlcp.q = relay.q = equality.q = qp.p = avi.q = q;
    mlcp.size = relay.size = equality.size = qp.size = avi.size = 2;
    relay.lower = qp.lower = avi.lower = lower;
    relay.upper = qp.upper = avi.upper = upper;
    qp.inequalities = avi.inequalities = qp.equalities = avi.equalities = 1;
    qp.A = avi.A = &A;
    qp.C = avi.C = &C;
    qp.b = avi.b = b;
    qp.d = avi.d = d;
  }
  Calls(const Calls&) = delete;  // it points into itself
  Calls& operator=(const Calls&) = delete;

  nsds_status solve(nsds_class problem_class, nsds_report* to) {
    nn::Options options(options_class == NSDS_CLASS_LCP ? problem_class : options_class);
    options.set("warm_start", warm);
    const auto given = [this](const auto& problem) { return problem_is_null ? nullptr : &problem; };
    switch (problem_class) {
      case NSDS_CLASS_MLCP:
        return nsds_mlcp_solve(given(mlcp), z_argument, second, options.get(), nullptr, to);
      case NSDS_CLASS_RELAY:
        return nsds_relay_solve(given(relay), z_argument, second, options.get(), nullptr, to);
      case NSDS_CLASS_QP:
        return nsds_qp_solve(given(qp), z_argument, second, options.get(), nullptr, to);
      case NSDS_CLASS_AVI:
        return nsds_avi_solve(given(avi), z_argument, second, options.get(), nullptr, to);
      default:
        return nsds_equality_solve(given(equality), z_argument, options.get(), nullptr, to);
    }
  }

  nsds_status residual(nsds_class problem_class, nsds_residual* value) {
    const auto given = [this](const auto& problem) { return problem_is_null ? nullptr : &problem; };
    switch (problem_class) {
      case NSDS_CLASS_MLCP:
        return nsds_mlcp_residual(given(mlcp), z_argument, value);
      case NSDS_CLASS_RELAY:
        return nsds_relay_residual(given(relay), z_argument, value);
      case NSDS_CLASS_QP:
        return nsds_qp_residual(given(qp), z_argument, second, value);
      case NSDS_CLASS_AVI:
        return nsds_avi_residual(given(avi), z_argument, second, value);
      default:
        return nsds_equality_residual(given(equality), z_argument, value);
    }
  }
};

enum : unsigned { mlcp = 1, relay = 2, equality = 4, qp = 8, avi = 16 };
constexpr unsigned programs = qp | avi, boxes = mlcp | relay | equality, all = boxes | programs;
constexpr unsigned bounded = relay | programs;

struct Case {
  const char* what;
  unsigned classes;
  const char* culprit;
  std::function<void(Calls&)> spoil;
  nsds_status status = NSDS_INVALID_ARGUMENT;
  bool of_the_solve = false;  // the residual does not ask for it
};

const Case cases[] = {
    {"null problem", all, "problem is null", [](Calls& c) { c.problem_is_null = true; }},
    {"mlcp not initialised", mlcp, "nsds_mlcp_init", [](Calls& c) { c.mlcp.struct_size = 0; }},
    {"relay not initialised", relay, "nsds_relay_init", [](Calls& c) { c.relay.struct_size = 0; }},
    {"equality not initialised", equality, "nsds_equality_init",
     [](Calls& c) { c.equality.struct_size = 0; }},
    {"qp not initialised", qp, "nsds_qp_init", [](Calls& c) { c.qp.struct_size = 0; }},
    {"avi not initialised", avi, "nsds_avi_init", [](Calls& c) { c.avi.struct_size = 0; }},
    {"negative size", all, "problem.size is -1",
     [](Calls& c) { c.mlcp.size = c.relay.size = c.equality.size = c.qp.size = c.avi.size = -1; }},
    {"negative inequalities", programs, "problem.inequalities is -2",
     [](Calls& c) { c.qp.inequalities = c.avi.inequalities = -2; }},
    {"negative equalities", programs, "problem.equalities is -3",
     [](Calls& c) { c.qp.equalities = c.avi.equalities = -3; }},
    {"too many multipliers", programs, "more than 32-bit indices hold",
     [](Calls& c) {
       c.qp.inequalities = c.avi.inequalities = std::numeric_limits<int32_t>::max();
       c.qp.equalities = c.avi.equalities = std::numeric_limits<int32_t>::max();
     }},
    {"null M", boxes | avi, "problem.M is null",
     [](Calls& c) { c.mlcp.M = c.relay.M = c.equality.M = c.avi.M = nullptr; }},
    {"null Q", qp, "problem.Q is null", [](Calls& c) { c.qp.Q = nullptr; }},
    {"null A", programs, "problem.A is null", [](Calls& c) { c.qp.A = c.avi.A = nullptr; }},
    {"null C", programs, "problem.C is null", [](Calls& c) { c.qp.C = c.avi.C = nullptr; }},
    {"null q", boxes | avi, "problem.q is null",
     [](Calls& c) { c.mlcp.q = c.relay.q = c.equality.q = c.avi.q = nullptr; }},
    {"null p", qp, "problem.p is null", [](Calls& c) { c.qp.p = nullptr; }},
    {"null b", programs, "problem.b is null", [](Calls& c) { c.qp.b = c.avi.b = nullptr; }},
    {"null d", programs, "problem.d is null", [](Calls& c) { c.qp.d = c.avi.d = nullptr; }},
    {"null lower", relay, "problem.lower is null", [](Calls& c) { c.relay.lower = nullptr; }},
    {"null upper", relay, "problem.upper is null", [](Calls& c) { c.relay.upper = nullptr; }},
    {"null marks", mlcp, "problem.complementary is null", [](Calls& c) { c.mlcp.complementary = nullptr; }},
    {"a mark of 2", mlcp, "problem.complementary[1] is 2", [](Calls& c) { c.marks[1] = 2; }},
    {"M not square", boxes, "problem.M is 2 x 1", [](Calls& c) { c.M.cols = 1; }},
    {"M not of the size", programs, "is 2 x 1, it must be 2 x 2", [](Calls& c) { c.M.cols = 1; }},
    {"A of other rows", programs, "problem.A is 1 x 2, it must be 2 x 2",
     [](Calls& c) { c.qp.inequalities = c.avi.inequalities = 2; }},
    {"A of other columns", programs, "problem.A is 1 x 1, it must be 1 x 2", [](Calls& c) { c.A.cols = 1; }},
    {"C of other rows", programs, "problem.C is 1 x 2, it must be 2 x 2",
     [](Calls& c) { c.qp.equalities = c.avi.equalities = 2; }},
    {"C of other columns", programs, "problem.C is 1 x 3, it must be 1 x 2", [](Calls& c) { c.C.cols = 3; }},
    {"null values of M", boxes | avi, "problem.M: values is null",
     [](Calls& c) { c.M.as.dense.values = nullptr; }},
    {"null values of Q", qp, "problem.Q: values is null", [](Calls& c) { c.M.as.dense.values = nullptr; }},
    {"null values of A", programs, "problem.A: values is null",
     [](Calls& c) { c.A.as.dense.values = nullptr; }},
    {"null values of C", programs, "problem.C: values is null",
     [](Calls& c) { c.C.as.dense.values = nullptr; }},
    {"leading dimension of A", programs, "leading_dimension",
     [](Calls& c) { c.A.as.dense.leading_dimension = 0; }},
    {"nan in M", boxes | avi, "problem.M: ", [](Calls& c) { c.M_values[1] = nan; }},
    {"where nan is in M", all, "(1, 0) is nan", [](Calls& c) { c.M_values[1] = nan; }},
    {"inf in A", programs, "problem.A: ", [](Calls& c) { c.A_values[1] = infinity; }},
    {"where inf is in A", programs, "(0, 1) is inf", [](Calls& c) { c.A_values[1] = infinity; }},
    {"nan in C", programs, "problem.C: ", [](Calls& c) { c.C_values[0] = nan; }},
    {"nan in q", boxes | avi, "problem.q[1] is nan", [](Calls& c) { c.q[1] = nan; }},
    {"nan in p", qp, "problem.p[1] is nan", [](Calls& c) { c.q[1] = nan; }},
    {"inf in b", programs, "problem.b[0] is inf", [](Calls& c) { c.b[0] = infinity; }},
    {"nan in d", programs, "problem.d[0] is nan", [](Calls& c) { c.d[0] = nan; }},
    {"nan in lower", bounded, "problem.lower[0] is nan", [](Calls& c) { c.lower[0] = nan; }},
    {"nan in upper", bounded, "problem.upper[1] is nan", [](Calls& c) { c.upper[1] = nan; }},
    {"lower infinite", bounded, "problem.lower[1] is inf", [](Calls& c) { c.lower[1] = infinity; }},
    {"upper infinite below", bounded, "problem.upper[0] is -inf", [](Calls& c) { c.upper[0] = -infinity; }},
    {"bounds crossed", bounded, "problem.lower[0] is 0, above upper[0], -0.5",
     [](Calls& c) { c.upper[0] = -0.5; }},
    {"units out of range", all, "out of range",
     [](Calls& c) {
       for (double& value : c.M_values) value *= 1e-200;
       for (double& value : c.q) value *= 1e150;
     }},
    {"null z", all, "z is null", [](Calls& c) { c.z_argument = nullptr; }},
    {"nan in a start", all, "z[0] is nan",
     [](Calls& c) {
       c.warm = true;
       c.z[0] = nan;
     },
     NSDS_INVALID_ARGUMENT, true},
    {"inf in the multipliers of a start", programs, "multipliers[1] is inf",
     [](Calls& c) {
       c.warm = true;
       c.second[1] = infinity;
     },
     NSDS_INVALID_ARGUMENT, true},
    {"options of another class", all, "options are of class 'convex_qp'",
     [](Calls& c) { c.options_class = NSDS_CLASS_CONVEX_QP; }, NSDS_INVALID_ARGUMENT, true},
    {"M an operator", all, "operator",
     [](Calls& c) { c.M = nsds_matrix_operator(2, 2, apply_nothing, nullptr); }, NSDS_NOT_APPLICABLE},
    {"A an operator", programs, "operator",
     [](Calls& c) { c.A = nsds_matrix_operator(1, 2, apply_nothing, nullptr); }, NSDS_NOT_APPLICABLE},
    {"C an operator", programs, "operator",
     [](Calls& c) { c.C = nsds_matrix_operator(1, 2, apply_nothing, nullptr); }, NSDS_NOT_APPLICABLE},
    {"an operator that is null", all, "apply is null",
     [](Calls& c) { c.M = nsds_matrix_operator(2, 2, nullptr, nullptr); }},
};

class BadInput : public ::testing::TestWithParam<nsds_class> {
 protected:
  static bool concerns(const Case& bad) {
    const unsigned bit[] = {0, mlcp, relay, qp, avi, equality};
    return (bad.classes & bit[GetParam()]) != 0;
  }
};

TEST_P(BadInput, SolveNamesTheCulpritAndLeavesTheOutputs) {
  for (const Case& bad : cases) {
    if (!concerns(bad)) continue;
    SCOPED_TRACE(bad.what);
    Calls calls;
    bad.spoil(calls);
    double z[2], second[2];
    std::memcpy(z, calls.z, sizeof z);
    std::memcpy(second, calls.second, sizeof second);
    EXPECT_EQ(calls.solve(GetParam(), &calls.report), bad.status);
    EXPECT_EQ(calls.report.status, bad.status);
    EXPECT_EQ(calls.report.iterations, 0);
    EXPECT_NE(std::string(calls.report.message).find(bad.culprit), std::string::npos) << calls.report.message;
    EXPECT_EQ(calls.solve(GetParam(), nullptr), bad.status);
    EXPECT_EQ(std::memcmp(z, calls.z, sizeof z), 0);
    EXPECT_EQ(std::memcmp(second, calls.second, sizeof second), 0);
  }
  Calls good;
  EXPECT_EQ(good.solve(GetParam(), &good.report), NSDS_OK) << good.report.message;
}

TEST_P(BadInput, ResidualsLeaveTheirOutput) {
  for (const Case& bad : cases) {
    if (!concerns(bad) || bad.of_the_solve) continue;
    SCOPED_TRACE(bad.what);
    Calls calls;
    bad.spoil(calls);
    nsds_residual residual;
    nsds_residual_init(&residual);
    residual.value = 7.0;
    EXPECT_EQ(calls.residual(GetParam(), &residual), bad.status);
    EXPECT_EQ(residual.value, 7.0);
  }
  Calls calls;
  nsds_residual raw{};
  EXPECT_EQ(calls.residual(GetParam(), &raw), NSDS_INVALID_ARGUMENT);  // not initialised
  EXPECT_EQ(calls.residual(GetParam(), nullptr), NSDS_INVALID_ARGUMENT);
  nsds_residual_init(&raw);
  calls.z[1] = nan;  // infinitely far from a solution
  ASSERT_EQ(calls.residual(GetParam(), &raw), NSDS_OK);
  EXPECT_EQ(raw.value, infinity);
}

TEST_P(BadInput, AReportThatWasNotInitialisedReceivesTheStatusAlone) {
  Calls calls;
  nsds_report report, expected;
  std::memset(&report, 0x5a, sizeof report);
  std::memset(&expected, 0x5a, sizeof expected);
  expected.status = NSDS_INVALID_ARGUMENT;
  EXPECT_EQ(calls.solve(GetParam(), &report), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(std::memcmp(&report, &expected, sizeof report), 0);
  EXPECT_EQ(calls.z[0], 0.25);
}

INSTANTIATE_TEST_SUITE_P(Affine, BadInput,
                         ::testing::Values(NSDS_CLASS_MLCP, NSDS_CLASS_RELAY, NSDS_CLASS_EQUALITY,
                                           NSDS_CLASS_QP, NSDS_CLASS_AVI),
                         [](const auto& row) { return std::string(nsds_class_name(row.param)); });

// Multipliers may be null where nobody asks for them; the residual needs them.
TEST(BadInput, MultipliersMayBeNullOnlyInASolve) {
  Calls calls;
  EXPECT_EQ(nsds_qp_solve(&calls.qp, calls.z, nullptr, nullptr, nullptr, nullptr), NSDS_OK);
  EXPECT_EQ(nsds_avi_solve(&calls.avi, calls.z, nullptr, nullptr, nullptr, nullptr), NSDS_OK);
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_qp_residual(&calls.qp, calls.z, nullptr, &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_avi_residual(&calls.avi, calls.z, nullptr, &residual), NSDS_INVALID_ARGUMENT);
}

TEST(BadInput, InitialisingNothingIsNoError) {
  nsds_mlcp_init(nullptr);
  nsds_mlcp_blocks_init(nullptr);
  nsds_relay_init(nullptr);
  nsds_equality_init(nullptr);
  nsds_qp_init(nullptr);
  nsds_avi_init(nullptr);
}

// Each block and vector of the form in blocks, one by one.
TEST(BadInput, AssembleWritesNothingWhereItRefuses) {
  const double one[] = {1.0};
  const double bad[] = {nan};
  const nsds_matrix block = nsds_matrix_dense(1, 1, one, 1);
  const nsds_matrix poor = nsds_matrix_dense(1, 1, bad, 1);
  const nsds_matrix wide = nsds_matrix_dense(1, 0, nullptr, 1);
  const nsds_matrix product = nsds_matrix_operator(1, 1, apply_nothing, nullptr);
  const std::function<void(nsds_mlcp_blocks&)> spoils[] = {
      [](nsds_mlcp_blocks& x) { x.struct_size = 0; }, [](nsds_mlcp_blocks& x) { x.n = -1; },
      [](nsds_mlcp_blocks& x) { x.m = -1; },          [](nsds_mlcp_blocks& x) { x.A = nullptr; },
      [](nsds_mlcp_blocks& x) { x.B = nullptr; },     [](nsds_mlcp_blocks& x) { x.C = nullptr; },
      [](nsds_mlcp_blocks& x) { x.D = nullptr; },     [](nsds_mlcp_blocks& x) { x.a = nullptr; },
      [](nsds_mlcp_blocks& x) { x.b = nullptr; },     [&](nsds_mlcp_blocks& x) { x.A = &poor; },
      [&](nsds_mlcp_blocks& x) { x.B = &wide; },      [&](nsds_mlcp_blocks& x) { x.C = &product; },
      [&](nsds_mlcp_blocks& x) { x.a = bad; },        [&](nsds_mlcp_blocks& x) { x.b = bad; }};
  int which = 0;
  for (const auto& spoil : spoils) {
    nsds_mlcp_blocks blocks;
    nsds_mlcp_blocks_init(&blocks);
    blocks.n = blocks.m = 1;
    blocks.A = blocks.B = blocks.C = blocks.D = &block;
    blocks.a = blocks.b = one;
    spoil(blocks);
    nsds_matrix* M = nullptr;
    double q[2] = {7.0, 8.0};
    unsigned char marks[2] = {5, 6};
    EXPECT_EQ(nsds_mlcp_assemble(&blocks, &M, q, marks), NSDS_INVALID_ARGUMENT) << which;
    EXPECT_EQ(M, nullptr);
    EXPECT_TRUE(q[0] == 7.0 && q[1] == 8.0 && marks[0] == 5 && marks[1] == 6);
    ++which;
  }
}

// What the caller asserts is checked where assertions are on, and believed where they are off.
TEST(BadInput, FalseReuseIsRefusedInBuildsWithAssertions) {
  Calls calls;
  nn::Workspace workspace;
  const auto solve = [&](nsds_class problem_class, const char* reuse) {
    const nn::Options options = nn::Options(problem_class).set("reuse", reuse);
    if (problem_class == NSDS_CLASS_MLCP)
      return nsds_mlcp_solve(&calls.mlcp, calls.z, nullptr, options.get(), workspace.get(), &calls.report);
    if (problem_class == NSDS_CLASS_RELAY)
      return nsds_relay_solve(&calls.relay, calls.z, nullptr, options.get(), workspace.get(), &calls.report);
    return nsds_qp_solve(&calls.qp, calls.z, nullptr, options.get(), workspace.get(), &calls.report);
  };
  for (const nsds_class problem_class : {NSDS_CLASS_MLCP, NSDS_CLASS_RELAY, NSDS_CLASS_QP}) {
    SCOPED_TRACE(nsds_class_name(problem_class));
    workspace.clear();
    ASSERT_EQ(solve(problem_class, "values"), NSDS_OK) << calls.report.message;
    calls.q[0] -= 1.0;  // vectors may differ
    ASSERT_EQ(solve(problem_class, "values"), NSDS_OK) << calls.report.message;
    calls.M_values[0] += 1.0;  // the structure is the same
    ASSERT_EQ(solve(problem_class, "structure"), NSDS_OK) << calls.report.message;
    calls.M_values[3] += 1.0;
#ifndef NDEBUG
    EXPECT_EQ(solve(problem_class, "values"), NSDS_INVALID_ARGUMENT);
    EXPECT_EQ(std::string(calls.report.message).find("reuse claims unchanged values"), 0U)
        << calls.report.message;
#endif
    ASSERT_EQ(solve(problem_class, "none"), NSDS_OK) << calls.report.message;
    calls.A_values[0] += 1.0;  // of a program alone
    const nsds_status status = solve(problem_class, "values");
#ifndef NDEBUG
    EXPECT_EQ(status, problem_class == NSDS_CLASS_QP ? NSDS_INVALID_ARGUMENT : NSDS_OK);
#else
    EXPECT_EQ(status, NSDS_OK);
#endif
  }
}

}  // namespace
}  // namespace nsds::test::affine_bad_input_test
