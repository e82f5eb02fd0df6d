// What conversions refuse.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "numerics/conversion/conversion_checks.hpp"
#include "support/numbers.hpp"

namespace nsds::test::conversion_errors_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::Conversion;

TEST(ConversionErrors, PointsAreChecked) {
  const GivenLcp given({MatrixXd::Identity(2, 2), VectorXd::Ones(2)}, NSDS_DENSE);
  const Conversion conversion = nn::lcp_to_qp_nonsymmetric(given.problem);
  const double good[2] = {1.0, 2.0};
  const double bad[2] = {1.0, nan};
  double out[2] = {5.0, 6.0};
  EXPECT_EQ(nsds_conversion_back(nullptr, good, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_back(conversion.get(), nullptr, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_back(conversion.get(), good, nullptr, nullptr, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_back(conversion.get(), bad, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_back(conversion.get(), good, bad, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_forward(nullptr, good, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_forward(conversion.get(), bad, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(out[0], 5.0);
  EXPECT_EQ(out[1], 6.0);
  EXPECT_EQ(nsds_conversion_forward(conversion.get(), good, nullptr, out, nullptr), NSDS_OK);
  EXPECT_EQ(out[1], 2.0);
  EXPECT_THROW(conversion.back({VectorXd::Zero(3)}), nn::Error);
}

int apply_nothing(void*, const double*, double*) {
  return 0;
}

// One problem of each class, of which a case spoils one argument.
struct Problems {
  double values[4] = {2.0, 1.0, 1.0, 2.0};
  double vector[2] = {-5.0, -6.0};
  double lower[2] = {-1.0, -1.0};
  double upper[2] = {1.0, 1.0};
  unsigned char marks[2] = {0, 1};
  nsds_matrix M = nsds_matrix_dense(2, 2, values, 2);
  nsds_matrix op = nsds_matrix_operator(2, 2, apply_nothing, nullptr);
  nsds_lcp lcp{};
  nsds_mlcp mlcp{};
  nsds_relay relay{};
  nsds_qp qp{};

  Problems() {
    nsds_lcp_init(&lcp);
    nsds_mlcp_init(&mlcp);
    nsds_relay_init(&relay);
    nsds_qp_init(&qp);
    lcp.size = mlcp.size = relay.size = qp.size = qp.inequalities = qp.equalities = 2;
    lcp.M = mlcp.M = relay.M = qp.Q = qp.A = qp.C = &M;
    lcp.q = mlcp.q = relay.q = qp.p = qp.b = qp.d = vector;
    relay.lower = qp.lower = lower;
    relay.upper = qp.upper = upper;
    mlcp.complementary = marks;
  }
};

struct BadCase {
  const char* culprit;
  nsds_status status;
  nsds_class problem_class;
  std::function<void(Problems&)> spoil;
};

const BadCase bad_cases[] = {
    {"nsds_lcp_init", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.struct_size = 0; }},
    {"problem.size is -1", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.size = -1; }},
    {"problem.M is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.M = nullptr; }},
    {"problem.M is 2 x 2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.size = 1; }},
    {"(1, 0) is nan", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.values[1] = nan; }},
    {"problem.q is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.q = nullptr; }},
    {"problem.q[1] is inf", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP,
     [](Problems& p) { p.vector[1] = infinity; }},
    {"problem.M is an operator", NSDS_NOT_APPLICABLE, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.M = &p.op; }},
    {"nsds_mlcp_init", NSDS_INVALID_ARGUMENT, NSDS_CLASS_MLCP, [](Problems& p) { p.mlcp.struct_size = 1; }},
    {"problem.complementary is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_MLCP,
     [](Problems& p) { p.mlcp.complementary = nullptr; }},
    {"problem.complementary[0] is 2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_MLCP,
     [](Problems& p) { p.marks[0] = 2; }},
    {"problem.M is an operator", NSDS_NOT_APPLICABLE, NSDS_CLASS_MLCP, [](Problems& p) { p.mlcp.M = &p.op; }},
    {"nsds_relay_init", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY,
     [](Problems& p) { p.relay.struct_size = 1; }},
    {"problem.lower is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY,
     [](Problems& p) { p.relay.lower = nullptr; }},
    {"problem.upper is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY,
     [](Problems& p) { p.relay.upper = nullptr; }},
    {"problem.lower[0] is 3", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY, [](Problems& p) { p.lower[0] = 3.0; }},
    {"problem.upper[1] is nan", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY,
     [](Problems& p) { p.upper[1] = nan; }},
    {"problem.M is an operator", NSDS_NOT_APPLICABLE, NSDS_CLASS_RELAY,
     [](Problems& p) { p.relay.M = &p.op; }},
    {"nsds_qp_init", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.struct_size = 0; }},
    {"problem.inequalities is -2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP,
     [](Problems& p) { p.qp.inequalities = -2; }},
    {"problem.equalities is -2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP,
     [](Problems& p) { p.qp.equalities = -2; }},
    {"problem.Q is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.Q = nullptr; }},
    {"problem.A is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.A = nullptr; }},
    {"problem.C is 2 x 2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.equalities = 1; }},
    {"problem.p is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.p = nullptr; }},
    {"problem.b is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.b = nullptr; }},
    {"problem.d is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.d = nullptr; }},
    {"problem.lower[1] is 2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.lower[1] = 2.0; }},
    {"problem.A is an operator", NSDS_NOT_APPLICABLE, NSDS_CLASS_QP, [](Problems& p) { p.qp.A = &p.op; }},
};

// Every function of the class; null: no problem at all.
std::vector<std::function<nsds_status(nsds_conversion**, char*, size_t)>> functions_of(
    nsds_class problem_class, const Problems* p) {
  const auto bind = [](auto function, const auto* problem) {
    return [=](nsds_conversion** made, char* message, size_t size) {
      return function(problem, made, message, size);
    };
  };
  const nsds_lcp* lcp = p == nullptr ? nullptr : &p->lcp;
  const nsds_relay* relay = p == nullptr ? nullptr : &p->relay;
  const nsds_qp* qp = p == nullptr ? nullptr : &p->qp;
  switch (problem_class) {
    case NSDS_CLASS_LCP:
      return {bind(nsds_lcp_to_qp_symmetric, lcp), bind(nsds_lcp_to_qp_nonsymmetric, lcp),
              bind(nsds_lcp_to_avi, lcp)};
    case NSDS_CLASS_MLCP:
      return {bind(nsds_mlcp_to_lcp, p == nullptr ? nullptr : &p->mlcp)};
    case NSDS_CLASS_RELAY:
      return {bind(nsds_relay_to_lcp, relay), bind(nsds_relay_to_avi, relay)};
    default:
      return {bind(nsds_qp_to_mlcp, qp), bind(nsds_qp_to_dual, qp), bind(nsds_qp_to_avi, qp)};
  }
}

TEST(ConversionErrors, EveryFunctionNamesTheCulprit) {
  for (const BadCase& bad : bad_cases) {
    SCOPED_TRACE(bad.culprit);
    Problems problems;
    bad.spoil(problems);
    for (const auto& function : functions_of(bad.problem_class, &problems)) {
      nsds_conversion* made = nullptr;
      char message[256] = "";
      EXPECT_EQ(function(&made, message, sizeof message), bad.status);
      EXPECT_NE(std::string(message).find(bad.culprit), std::string::npos) << message;
      EXPECT_EQ(made, nullptr);
      EXPECT_EQ(function(&made, nullptr, 0), bad.status);
    }
  }
}

TEST(ConversionErrors, NullProblemAndNullOutput) {
  const Problems problems;
  for (const nsds_class problem_class : {NSDS_CLASS_LCP, NSDS_CLASS_MLCP, NSDS_CLASS_RELAY, NSDS_CLASS_QP}) {
    for (const auto& function : functions_of(problem_class, nullptr)) {
      nsds_conversion* made = nullptr;
      char message[256] = "";
      EXPECT_EQ(function(&made, message, sizeof message), NSDS_INVALID_ARGUMENT);
      EXPECT_STREQ(message, "problem is null.");
    }
    for (const auto& function : functions_of(problem_class, &problems)) {
      char message[256] = "";
      EXPECT_EQ(function(nullptr, message, sizeof message), NSDS_INVALID_ARGUMENT);
      EXPECT_STREQ(message, "conversion is null.");
      nsds_conversion* made = nullptr;
      EXPECT_EQ(function(&made, message, sizeof message), NSDS_OK);
      EXPECT_STREQ(message, "");
      nsds_conversion_free(made);
    }
  }
}

TEST(ConversionErrors, OverflowIsRefused) {
  Problems problems;
  problems.lower[0] = -1.5e308;
  problems.upper[0] = 1.5e308;
  nsds_conversion* made = nullptr;
  char message[256] = "";
  EXPECT_EQ(nsds_relay_to_lcp(&problems.relay, &made, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(message).find("overflow"), std::string::npos) << message;
  EXPECT_EQ(nsds_qp_to_mlcp(&problems.qp, &made, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(made, nullptr);
}

// One unknown and so many rows that what is made of them in dense storage has more than 2^27 entries.
TEST(ConversionErrors, TooLargeIsRefused) {
  const Index m = 12000;
  ProgramInstance instance("large", 1, m, 0);
  instance.Q.setOnes();
  instance.p.setOnes();
  instance.A.setOnes();
  instance.b = -VectorXd::LinSpaced(m, 1.0, 2.0);
  const GivenQp given(instance, NSDS_DENSE);
  nsds_conversion* made = nullptr;
  char message[256] = "";
  EXPECT_EQ(nsds_qp_to_mlcp(&given.problem, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::string(message).find("entries"), std::string::npos) << message;
  EXPECT_EQ(nsds_qp_to_dual(&given.problem, &made, nullptr, 0), NSDS_NOT_APPLICABLE);
  EXPECT_EQ(made, nullptr);
  // Sparse matrices are as large as their entries.
  const GivenQp sparse(instance, NSDS_CSC);
  const Conversion conversion = nn::qp_to_mlcp(sparse.problem);
  EXPECT_EQ(conversion.mlcp()->M->as.csc.column_starts[m + 1], 1 + 2 * m);
}

}  // namespace
}  // namespace nsds::test::conversion_errors_test
