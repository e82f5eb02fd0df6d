// The one shape of the C++ classes of problems: sizes are refused, copies own their vectors, proofs come out of
// both forms of solve.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "nsds/numerics/cpp/avi.hpp"
#include "nsds/numerics/cpp/equality.hpp"
#include "nsds/numerics/cpp/generic_mechanical.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/cpp/mlcp.hpp"
#include "nsds/numerics/cpp/qp.hpp"
#include "nsds/numerics/cpp/relay.hpp"

namespace nsds::numerics::cpp_problems_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

const MatrixXd identity = MatrixXd::Identity(3, 3);
const MatrixXd zeros = MatrixXd::Zero(2, 2);
const VectorXd q{{-1.0, 2.0, -3.0}};

/// A call with vectors of two numbers is refused by a problem of three, and says so.
template <class Call>
void expectRefused(Call&& call) {
  try {
    call();
    FAIL() << "vectors of another size were taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::string(error.what()).find("another size"), std::string::npos) << error.what();
  }
}

TEST(CppProblems, RefuseVectorsOfAnotherSize) {
  VectorXd a = VectorXd::Zero(2);
  VectorXd b = VectorXd::Zero(3);
  VectorXd none(0);
  const nsds_matrix M = view(identity);
  const mlcp::Marks marks = mlcp::Marks::Ones(3);
  expectRefused([&] { lcp::Problem(M, q).solve(a, b, Options(NSDS_CLASS_LCP)); });
  expectRefused([&] { mlcp::Problem(M, q, marks).solve(b, a, Options(NSDS_CLASS_MLCP)); });
  expectRefused([&] { relay::Problem(M, q, -b, b).solve(a, b, Options(NSDS_CLASS_RELAY)); });
  expectRefused([&] { equality::Problem(M, q).solve(a, Options(NSDS_CLASS_EQUALITY)); });
  expectRefused([&] { qp::Problem(M, q, {}).solve(a, none, Options(NSDS_CLASS_QP)); });
  expectRefused([&] { avi::Problem(M, q, {}).solve(b, a, Options(NSDS_CLASS_AVI)); });
  expectRefused([&] { lcp::Problem(M, q).residual(a); });
  expectRefused([&] { qp::Problem(M, q, {}).residual(b, a); });
}

/// The LCP of the identity has z = max(-q, 0). A copy solves it after the first problem and its vector are gone.
TEST(CppProblems, CopiesOwnTheirVectors) {
  std::optional<lcp::Problem> copy;
  {
    const VectorXd own = q;
    const lcp::Problem problem(view(identity), own);
    copy = problem;
  }
  const lcp::Solution solution = copy->solve();
  EXPECT_TRUE(solution.ok());
  EXPECT_EQ(solution.z, (VectorXd{{1.0, 0.0, 3.0}}));
  EXPECT_EQ(solution.certificate.size(), 0);
}

/// Solves by value and in place, from a warm start: both say infeasible and give the same proof, of `size` numbers.
template <class Problem, class... Vectors>
VectorXd proofOf(const Problem& problem, nsds_class problemClass, Eigen::Index size, Vectors... start) {
  const auto solution = problem.solve(Options(problemClass));
  EXPECT_EQ(solution.report.status, NSDS_INFEASIBLE) << solution.report.message;
  EXPECT_EQ(solution.certificate.size(), size);
  VectorXd certificate;
  const Report report =
      problem.solve(start..., Options(problemClass).set("warm_start", true), nullptr, &certificate);
  EXPECT_EQ(report.status, NSDS_INFEASIBLE) << report.message;
  EXPECT_EQ(certificate, solution.certificate);
  return certificate;
}

/// With M = 0 and q = (1, -1): 0 = q has no solution, and v = ±q proves it, M'v = 0 and q'v > 0; 0 ≤ q_2 = -1 neither.
TEST(CppProblems, ProofsComeOutOfBothFormsOfSolve) {
  const VectorXd contradiction{{1.0, -1.0}};
  const nsds_matrix M = view(zeros);
  const VectorXd none = VectorXd::Zero(2);
  const VectorXd v = proofOf(equality::Problem(M, contradiction), NSDS_CLASS_EQUALITY, 2, none);
  EXPECT_GT(contradiction.dot(v), 0.0);
  const mlcp::Marks marks = mlcp::Marks::Zero(2);
  const VectorXd mixed = proofOf(mlcp::Problem(M, contradiction, marks), NSDS_CLASS_MLCP, 2, none, none);
  EXPECT_GT(contradiction.dot(mixed), 0.0);
  const VectorXd farkas = proofOf(lcp::Problem(M, contradiction), NSDS_CLASS_LCP, 2, none, none);
  EXPECT_GE(farkas.minCoeff(), 0.0);
  EXPECT_LT(contradiction.dot(farkas), 0.0);
  generic_mechanical::Problem joints(M, contradiction);
  joints.equality(2);
  const VectorXd locked = proofOf(joints, NSDS_CLASS_GENERIC_MECHANICAL, 2, none, none);
  EXPECT_NE(contradiction.dot(locked), 0.0);
}

/// min -z_1 + z_2² / 2 over z ≥ 0 falls for ever along (1, 0), which is the proof. Bounded, z_1 ≤ 4, it has the minimum
/// (4, 0).
TEST(CppProblems, AnObjectiveThatFallsForEverIsUnbounded) {
  const Eigen::MatrixXd Q = VectorXd{{0.0, 1.0}}.asDiagonal();
  const VectorXd p{{-1.0, 0.0}}, lower = VectorXd::Zero(2);
  const qp::Problem open(view(Q), p, {.lower = lower});
  const qp::Solution solution = open.solve();
  EXPECT_EQ(solution.report.status, NSDS_UNBOUNDED) << solution.report.message;
  EXPECT_STREQ(nsds_status_name(solution.report.status), "unbounded");
  EXPECT_NE(std::string(solution.report.message)
                .find("the objective falls for ever along the z of the certificate"),
            std::string::npos)
      << solution.report.message;
  ASSERT_EQ(solution.certificate.size(), 2);
  EXPECT_GT(solution.certificate[0], 0.0);
  EXPECT_EQ(solution.certificate[1], 0.0);
  VectorXd z = VectorXd::Zero(2), none(0), certificate;
  const Report report = open.solve(z, none, Options(NSDS_CLASS_QP), nullptr, &certificate);
  EXPECT_EQ(report.status, NSDS_UNBOUNDED);
  EXPECT_EQ(certificate, solution.certificate);
  const qp::Solution bounded =
      qp::Problem(view(Q), p, {.lower = lower, .upper = VectorXd{{4.0, 9.0}}}).solve();
  EXPECT_TRUE(bounded.ok()) << bounded.report.message;
  EXPECT_NEAR(bounded.z[0], 4.0, 1e-7);
  EXPECT_EQ(bounded.certificate.size(), 0);
}

}  // namespace
}  // namespace nsds::numerics::cpp_problems_test
