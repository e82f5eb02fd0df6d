// Each wrong argument of each entry point gives the named status, the culprit stands in the message, and the
// outputs keep their bytes.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/factorization.h"
#include "support/numbers.hpp"

namespace nsds::test::bad_input_test {
namespace {

namespace nn = nsds::numerics;

bool same_bytes(const void* a, const void* b, std::size_t size) {
  return std::memcmp(a, b, size) == 0;
}

// A call of nsds_lcp_solve that would succeed; the cases below spoil one argument each.
struct Call {
  double values[4] = {2.0, 1.0, 1.0, 2.0};
  double q[2] = {-5.0, -6.0};
  double z[2] = {0.25, 0.5};
  double w[3] = {0.75, 1.0, 1.25};  // more than is written
  nsds_matrix M = nsds_matrix_dense(2, 2, values, 2);
  nsds_lcp problem{};
  nn::Options options{NSDS_CLASS_LCP, "lemke"};
  nn::Report report;
  const nsds_lcp* problem_argument = &problem;
  double* z_argument = z;

  Call() {
    nsds_lcp_init(&problem);
    problem.size = 2;
    problem.M = &M;
    problem.q = q;
  }
  nsds_status solve() {
    return nsds_lcp_solve(problem_argument, z_argument, w, options.get(), nullptr, &report);
  }
};

int apply_nothing(void*, const double*, double*) {
  return 0;
}

struct Case {
  const char* what;
  nsds_status status;
  const char* culprit;
  std::function<void(Call&)> spoil;
};

const Case cases[] = {
    {"null problem", NSDS_INVALID_ARGUMENT, "problem is null", [](Call& c) { c.problem_argument = nullptr; }},
    {"not initialised", NSDS_INVALID_ARGUMENT, "nsds_lcp_init", [](Call& c) { c.problem.struct_size = 0; }},
    {"negative size", NSDS_INVALID_ARGUMENT, "problem.size is -1", [](Call& c) { c.problem.size = -1; }},
    {"null matrix", NSDS_INVALID_ARGUMENT, "problem.M is null", [](Call& c) { c.problem.M = nullptr; }},
    {"other size", NSDS_INVALID_ARGUMENT, "2 x 2", [](Call& c) { c.problem.size = 1; }},
    {"not square", NSDS_INVALID_ARGUMENT, "2 x 1", [](Call& c) { c.M.cols = 1; }},
    {"leading dimension", NSDS_INVALID_ARGUMENT, "leading_dimension",
     [](Call& c) { c.M.as.dense.leading_dimension = 1; }},
    {"null values", NSDS_INVALID_ARGUMENT, "values is null", [](Call& c) { c.M.as.dense.values = nullptr; }},
    {"nan in M", NSDS_INVALID_ARGUMENT, "(1, 0) is nan", [](Call& c) { c.values[1] = nan; }},
    {"inf in M", NSDS_INVALID_ARGUMENT, "(0, 1) is -inf",
     [](Call& c) { c.values[2] = -std::numeric_limits<double>::infinity(); }},
    {"null q", NSDS_INVALID_ARGUMENT, "problem.q is null", [](Call& c) { c.problem.q = nullptr; }},
    {"units out of range", NSDS_INVALID_ARGUMENT, "out of range",
     [](Call& c) {
       for (double& value : c.values) value *= 1e-200;
       for (double& value : c.q) value *= 1e150;
     }},
    {"units out of range below", NSDS_INVALID_ARGUMENT, "out of range",
     [](Call& c) {
       for (double& value : c.values) value *= 1e200;
       for (double& value : c.q) value *= 1e-150;
     }},
    {"nan in q", NSDS_INVALID_ARGUMENT, "problem.q[1] is nan", [](Call& c) { c.q[1] = nan; }},
    {"null z", NSDS_INVALID_ARGUMENT, "z is null", [](Call& c) { c.z_argument = nullptr; }},
    {"z and w in one array", NSDS_INVALID_ARGUMENT, "z and w are the same array",
     [](Call& c) { c.z_argument = c.w; }},
    {"z and w that overlap in one array", NSDS_INVALID_ARGUMENT, "z and w are arrays that overlap",
     [](Call& c) { c.z_argument = c.w + 1; }},
    {"nan in a starting point", NSDS_INVALID_ARGUMENT, "z[0] is nan",
     [](Call& c) {
       c.options.set("warm_start", true);
       c.z[0] = nan;
     }},
    {"operator", NSDS_NOT_APPLICABLE, "operator",
     [](Call& c) { c.M = nsds_matrix_operator(2, 2, apply_nothing, nullptr); }},
    {"zero diagonal for pgs", NSDS_NOT_APPLICABLE, "M[1][1] is 0",
     [](Call& c) {
       c.options.set_solver("pgs");
       c.values[3] = 0.0;
     }},
    {"no P-matrix for least_index", NSDS_NOT_APPLICABLE, "P-matrix",
     [](Call& c) {
       c.options.set_solver("least_index");
       c.values[0] = -1.0;
     }},
};

// Where the arguments are in order it is the solver that refuses the problem.
const char* solver_that_refuses(const Case& bad, const Call& call) {
  const bool asked = bad.status == NSDS_NOT_APPLICABLE && call.M.storage != NSDS_OPERATOR;
  return asked ? nsds_solver_find(NSDS_CLASS_LCP, call.options.solver().c_str())->name : "";
}

// The default solver has a shorter way for problems as small as these.
TEST(BadInput, TheShortWayOfTheDefaultRefusesTheSame) {
  for (const Case& bad : cases) {
    if (bad.status != NSDS_INVALID_ARGUMENT) continue;
    SCOPED_TRACE(bad.what);
    Call call;
    call.options.set_solver("auto");
    bad.spoil(call);
    const Call before = call;
    EXPECT_EQ(call.solve(), bad.status);
    EXPECT_NE(std::string(call.report.message).find(bad.culprit), std::string::npos) << call.report.message;
    EXPECT_TRUE(same_bytes(call.z, before.z, sizeof call.z));
  }
}

TEST(BadInput, SolveNamesTheCulpritAndLeavesTheOutputs) {
  for (const Case& bad : cases) {
    SCOPED_TRACE(bad.what);
    Call call;
    bad.spoil(call);
    const Call before = call;
    Call used;  // its report speaks of an earlier call
    ASSERT_EQ(used.solve(), NSDS_OK);
    call.report = used.report;
    EXPECT_EQ(call.solve(), bad.status);
    EXPECT_EQ(call.report.status, bad.status);
    EXPECT_EQ(call.report.seconds, 0.0);
    EXPECT_EQ(call.report.residual.value, std::numeric_limits<double>::infinity());
    EXPECT_STREQ(call.report.solver, solver_that_refuses(bad, call));
    EXPECT_NE(std::string(call.report.message).find(bad.culprit), std::string::npos) << call.report.message;
    EXPECT_TRUE(same_bytes(call.z, before.z, sizeof call.z));
    EXPECT_TRUE(same_bytes(call.w, before.w, sizeof call.w));
    // The same without a report.
    EXPECT_EQ(
        nsds_lcp_solve(call.problem_argument, call.z_argument, call.w, call.options.get(), nullptr, nullptr),
        bad.status);
    EXPECT_TRUE(same_bytes(call.z, before.z, sizeof call.z));
  }
  Call good;
  EXPECT_EQ(good.solve(), NSDS_OK) << good.report.message;
}

// Whoever looks at the report alone reads no OK, which a report of zeros would say; nothing else is written.
TEST(BadInput, ReportThatWasNotInitialisedReceivesTheStatusAlone) {
  for (const int byte : {0, 0x5a}) {
    Call call;
    nsds_report report;
    std::memset(&report, byte, sizeof report);
    nsds_report expected;
    std::memset(&expected, byte, sizeof expected);
    expected.status = NSDS_INVALID_ARGUMENT;
    EXPECT_EQ(nsds_lcp_solve(&call.problem, call.z, call.w, nullptr, nullptr, &report),
              NSDS_INVALID_ARGUMENT);
    EXPECT_TRUE(same_bytes(&report, &expected, sizeof report));
    EXPECT_EQ(call.z[0], 0.25);
  }
}

TEST(BadInput, EnumerationRefusesWhatIsTooLarge) {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(25, 25);
  const Eigen::VectorXd q = -Eigen::VectorXd::Ones(25);
  try {
    nn::lcp::Problem(nn::view(M), q).solve(nn::Options(NSDS_CLASS_LCP, "enumeration"));
    FAIL() << "no exception";
  } catch (const nn::Error& error) {
    EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE);
    EXPECT_NE(std::string(error.what()).find("n = 25"), std::string::npos) << error.what();
  }
}

TEST(BadInput, ResidualsLeaveTheirOutput) {
  for (const Case& bad : cases) {
    if (bad.status != NSDS_INVALID_ARGUMENT || std::strstr(bad.what, "starting") != nullptr ||
        std::strstr(bad.what, "one array") != nullptr)
      continue;
    SCOPED_TRACE(bad.what);
    Call call;
    bad.spoil(call);
    nsds_residual residual;
    nsds_residual_init(&residual);
    residual.value = 7.0;
    double fclib = 7.0;
    EXPECT_EQ(nsds_lcp_residual(call.problem_argument, call.z_argument, &residual), NSDS_INVALID_ARGUMENT);
    EXPECT_EQ(residual.value, 7.0);
    if (std::strstr(bad.what, "units") != nullptr) continue;  // this norm knows none
    EXPECT_EQ(nsds_lcp_residual_fclib(call.problem_argument, call.z_argument, &fclib), NSDS_INVALID_ARGUMENT);
    EXPECT_EQ(fclib, 7.0);
  }
  Call call;
  nsds_residual raw{};
  EXPECT_EQ(nsds_lcp_residual(&call.problem, call.z, &raw), NSDS_INVALID_ARGUMENT);  // not initialised
  EXPECT_EQ(nsds_lcp_residual(&call.problem, call.z, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_lcp_residual_fclib(&call.problem, call.z, nullptr), NSDS_INVALID_ARGUMENT);
  nsds_residual_init(&raw);
  call.M = nsds_matrix_operator(2, 2, apply_nothing, nullptr);
  EXPECT_EQ(nsds_lcp_residual(&call.problem, call.z, &raw), NSDS_NOT_APPLICABLE);
  // A point that is not finite is no argument error: it is infinitely far from a solution.
  Call poor;
  poor.z[1] = nan;
  ASSERT_EQ(nsds_lcp_residual(&poor.problem, poor.z, &raw), NSDS_OK);
  EXPECT_EQ(raw.value, std::numeric_limits<double>::infinity());
}

TEST(BadInput, SolutionsNameTheCulpritAndLeaveTheOutputs) {
  const auto refuse = [](Call& call, int32_t capacity, double* out, int32_t* count, const char* culprit) {
    nn::Report report;
    EXPECT_EQ(nsds_lcp_solutions(call.problem_argument, capacity, out, count, call.options.get(), &report),
              NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::string(report.message).find(culprit), std::string::npos) << report.message;
  };
  double out[2] = {1.0, 2.0};
  int32_t count = 9;
  Call call;
  refuse(call, 1, out, &count, "'lemke'");
  call.options.set_solver("enumeration");
  refuse(call, -1, out, &count, "capacity");
  refuse(call, 1, nullptr, &count, "solutions");
  refuse(call, 1, out, nullptr, "count");
  call.q[0] = nan;
  refuse(call, 1, out, &count, "q[0]");
  EXPECT_EQ(count, 9);
  EXPECT_EQ(out[0], 1.0);
}

TEST(BadInput, NullIsRefusedEverywhere) {
  nsds_options* options = nullptr;
  double number = 3.0;
  int64_t integer = 3;
  const char* word = "word";
  EXPECT_EQ(nsds_options_create(NSDS_CLASS_LCP, nullptr, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_create(NSDS_CLASS_LCP, "nonsense", &options), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_create(static_cast<nsds_class>(nsds_class_count()), nullptr, &options),
            NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(options, nullptr);
  EXPECT_EQ(nsds_options_copy(nullptr), nullptr);
  EXPECT_EQ(nsds_options_set_double(nullptr, "tolerance", 1.0), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_set_int(nullptr, "max_iterations", 1), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_set_choice(nullptr, "reuse", "none"), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_set_text(nullptr, "reuse", "none"), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_set_solver(nullptr, "lemke"), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_set_callback(nullptr, nullptr, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_get_double(nullptr, "tolerance", &number), NSDS_INVALID_ARGUMENT);
  EXPECT_STREQ(nsds_options_error(nullptr), "");
  nn::Options real(NSDS_CLASS_LCP);
  EXPECT_EQ(nsds_options_set_double(real.get(), nullptr, 1.0), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_get_double(real.get(), "nonsense", &number), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_get_double(real.get(), "max_iterations", &number), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_get_double(real.get(), "tolerance", nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_get_int(real.get(), "tolerance", &integer), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_options_get_choice(real.get(), "tolerance", &word), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(number, 3.0);
  EXPECT_EQ(integer, 3);
  EXPECT_STREQ(word, "word");

  const nsds_matrix M = nsds_matrix_dense(1, 1, &number, 1);
  nsds_matrix* out = nullptr;
  char message[64] = "";
  EXPECT_EQ(nsds_matrix_check(nullptr, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_multiply(nullptr, 1.0, &number, 0.0, &number), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_multiply(&M, 1.0, nullptr, 0.0, &number), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_multiply(&M, 1.0, &number, 0.0, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_diagonal(nullptr, &number), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_diagonal(&M, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_max_abs(nullptr, &number), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_max_abs(&M, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_convert(nullptr, NSDS_CSC, 1, &out), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_convert(&M, NSDS_CSC, 1, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_factorization_rcond(nullptr), -1.0);

  // Releasing nothing is no error, and neither is initialising nothing.
  nsds_options_free(nullptr);
  nsds_matrix_free(nullptr);
  nsds_workspace_free(nullptr);
  nsds_workspace_clear(nullptr);
  nsds_lcp_init(nullptr);
  nsds_report_init(nullptr);
  nsds_residual_init(nullptr);
}

// What the caller asserts is checked where assertions are on, and believed where they are off.
TEST(BadInput, FalseReuseIsRefusedInBuildsWithAssertions) {
  Call call;
  nn::Workspace workspace;
  call.options.set("reuse", "values");
  const auto solve = [&] {
    return nsds_lcp_solve(&call.problem, call.z, call.w, call.options.get(), workspace.get(), &call.report);
  };
  ASSERT_EQ(solve(), NSDS_OK);
  call.q[0] = -7.0;  // vectors may differ
  ASSERT_EQ(solve(), NSDS_OK);
  call.values[0] = 3.0;
#ifndef NDEBUG
  const auto expect_refused = [&](const char* culprit) {
    EXPECT_EQ(solve(), NSDS_INVALID_ARGUMENT);
    EXPECT_EQ(std::string(call.report.message).find("reuse claims"), 0U) << call.report.message;
    EXPECT_NE(std::string(call.report.message).find(culprit), std::string::npos) << call.report.message;
  };
  // A refused call leaves a workspace that remembers nothing: no claim about it is false.
  const auto resize = [&](int n) { call.M.rows = call.M.cols = call.problem.size = n; };
  expect_refused("values of problem.M");
  ASSERT_EQ(solve(), NSDS_OK) << call.report.message;
  resize(1);
  expect_refused("size or storage");
  ASSERT_EQ(solve(), NSDS_OK) << call.report.message;
  resize(2);
  call.options.set("reuse", "structure");
  expect_refused("size or storage");
#else
  EXPECT_EQ(solve(), NSDS_OK) << call.report.message;
#endif
  workspace.clear();
  EXPECT_EQ(solve(), NSDS_OK) << call.report.message;
}

}  // namespace
}  // namespace nsds::test::bad_input_test
