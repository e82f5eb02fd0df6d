// Generic mechanical problems with known answers: every kind of rows by hand, redundant and contradictory
// joints.
#include "nsds/numerics/cpp/generic_mechanical.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "numerics/generic_mechanical/generic_mechanical_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::generic_mechanical_test {
namespace {

namespace nn = nsds::numerics;
namespace gm = nsds::numerics::generic_mechanical;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd vector(std::initializer_list<double> values) {
  VectorXd made(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), made.begin());
  return made;
}

class EverySolver : public ::testing::TestWithParam<int> {
 protected:
  static std::string name() { return nsds_solver_at(NSDS_CLASS_GENERIC_MECHANICAL, GetParam())->name; }
  static nn::Options options(double tolerance = 1e-11) { return mechanical_options(name(), tolerance); }
  static void expect_solution(const MechanicalData& data, const VectorXd& lambda) {
    const GivenMechanical given(data);
    const MechanicalOutcome outcome = solve(given, options());
    EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
    expect_honest(given, outcome, 1e-11);
    EXPECT_LE((outcome.lambda - lambda).norm(), 1e-9 * (1.0 + lambda.norm()))
        << outcome.lambda.transpose() << " instead of " << lambda.transpose();
  }
};

INSTANTIATE_TEST_SUITE_P(All, EverySolver,
                         ::testing::Range(0, nsds_solver_count(NSDS_CLASS_GENERIC_MECHANICAL)),
                         [](const auto& row) {
                           return std::string(nsds_solver_at(NSDS_CLASS_GENERIC_MECHANICAL, row.param)->name);
                         });

// W lambda = -q.
TEST_P(EverySolver, Equality) {
  MatrixXd W(2, 2);
  W << 2.0, 1.0, 1.0, 3.0;
  expect_solution(mechanical(W, vector({-5.0, -10.0}), {{NSDS_BLOCK_EQUALITY, 2}}), vector({1.0, 3.0}));
}

// 2 lambda - 1 = 0 pushes, 2 lambda + 1 > 0 does not.
TEST_P(EverySolver, Complementarity) {
  expect_solution(
      mechanical(2.0 * MatrixXd::Identity(2, 2), vector({-1.0, 1.0}), {{NSDS_BLOCK_COMPLEMENTARITY, 2}}),
      vector({0.5, 0.0}));
}

// A brake that can hold, one that slips to either side, one that is fixed, one that pushes only.
TEST_P(EverySolver, Box) {
  MechanicalData data =
      mechanical(2.0 * MatrixXd::Identity(5, 5), vector({1.0, -10.0, 10.0, 1.0, 6.0}), {{NSDS_BLOCK_BOX, 5}});
  data.lower = vector({-1.0, -1.0, -1.0, 0.25, -infinity});
  data.upper = vector({1.0, 1.0, 1.0, 0.25, 0.0});
  expect_solution(data, vector({-0.5, 1.0, -1.0, 0.25, -3.0}));
}

// A particle of mass one that hits the ground: it sticks where mu covers its tangential velocity, else it
// slides with friction against it, in the plane and in space.
TEST_P(EverySolver, Friction) {
  for (const double mu : {0.6, 0.2, 0.0}) {
    SCOPED_TRACE(mu);
    const double share = std::min(1.0, mu / 0.5);
    expect_solution(mechanical(MatrixXd::Identity(2, 2), vector({-1.0, 0.5}), {{NSDS_BLOCK_FRICTION, 2, mu}}),
                    vector({1.0, -0.5 * share}));
    expect_solution(
        mechanical(MatrixXd::Identity(3, 3), vector({-1.0, 0.3, -0.4}), {{NSDS_BLOCK_FRICTION, 3, mu}}),
        vector({1.0, -0.3 * share, 0.4 * share}));
    expect_solution(
        mechanical(MatrixXd::Identity(3, 3), vector({1.0, 0.3, -0.4}), {{NSDS_BLOCK_FRICTION, 3, mu}}),
        VectorXd::Zero(3));
  }
}

// Two particles of mass one on a rod along x; the first one hits a wall with 1 m/s: both stop, the wall gives
// 2, the rod 1. Rows: the rod (v_2 - v_1 = 0), the wall (v_1 >= 0); v = -1 for both before.
TEST_P(EverySolver, JointAndStop) {
  MatrixXd J(2, 2);
  J << -1.0, 1.0, 1.0, 0.0;
  expect_solution(mechanical(J * J.transpose(), J * vector({-1.0, -1.0}),
                             {{NSDS_BLOCK_EQUALITY, 1}, {NSDS_BLOCK_COMPLEMENTARITY, 1}}),
                  vector({1.0, 2.0}));
}

TEST_P(EverySolver, ZeroQAndNothingAtAll) {
  const Planted some = planted({}, 3);
  MechanicalData data = some.data;
  data.q.setZero();
  data.lower = data.lower.cwiseMin(0.0);
  data.upper = data.upper.cwiseMax(0.0);
  const GivenMechanical given(data);
  MechanicalOutcome outcome = solve(given, options());
  EXPECT_EQ(outcome.report.status, NSDS_OK);
  EXPECT_EQ(outcome.report.iterations, 0);
  EXPECT_EQ(outcome.lambda, VectorXd::Zero(data.size()));
  EXPECT_EQ(outcome.report.residual.value, 0.0);
  const GivenMechanical empty(mechanical(MatrixXd(0, 0), VectorXd(0), {}));
  outcome = solve(empty, options());
  EXPECT_EQ(outcome.report.status, NSDS_OK);
  EXPECT_EQ(outcome.report.residual.worst, -1);
}

// Without q a preload is all there is to measure by: lambda_1 = 5 held, W couples it to a joint.
TEST_P(EverySolver, PreloadWithoutQ) {
  for (const double unit : {1.0, 1e-6, 1e6}) {
    MatrixXd W(2, 2);
    W << 2.0, 1.0, 1.0, 2.0;
    MechanicalData data = mechanical(W, VectorXd::Zero(2), {{NSDS_BLOCK_BOX, 1}, {NSDS_BLOCK_EQUALITY, 1}});
    data.lower(0) = data.upper(0) = 5.0 * unit;
    expect_solution(data, vector({5.0 * unit, -2.5 * unit}));
  }
}

// The same joint twice: lambda_1 + lambda_2 = 2 is all that is known.
TEST(GenericMechanical, RedundantMultipliersAreThoseNearestToTheStart) {
  const GivenMechanical given(mechanical(MatrixXd::Ones(2, 2), vector({-2.0, -2.0}),
                                         {{NSDS_BLOCK_EQUALITY, 1}, {NSDS_BLOCK_EQUALITY, 1}}));
  for (const char* const solver : {"auto", "reduction"}) {
    const MechanicalOutcome cold = solve(given, mechanical_options(solver));
    EXPECT_EQ(cold.report.status, NSDS_OK) << cold.report.message;
    EXPECT_LE((cold.lambda - vector({1.0, 1.0})).norm(), 1e-12);
    const MechanicalOutcome warm =
        solve(given, mechanical_options(solver).set("warm_start", true), vector({3.0, 0.0}));
    EXPECT_EQ(warm.report.status, NSDS_OK) << warm.report.message;
    EXPECT_LE((warm.lambda - vector({2.5, -0.5})).norm(), 1e-12);
  }
}

// v_1 = 1 and v_1 = -1: no multiplier does both, and the certificate proves it.
TEST_P(EverySolver, ContradictoryJointsAreNotSolved) {
  MatrixXd J(3, 2);
  J << 1.0, 0.0, 1.0, 0.0, 0.6, 0.8;
  const GivenMechanical given(
      mechanical(J * J.transpose(), vector({-1.0, 1.0, -1.0}),
                 {{NSDS_BLOCK_EQUALITY, 1}, {NSDS_BLOCK_EQUALITY, 1}, {NSDS_BLOCK_COMPLEMENTARITY, 1}}));
  const MechanicalOutcome outcome = solve(given, options().set("max_iterations", 3000));
  EXPECT_NE(outcome.report.status, NSDS_OK);
  expect_honest(given, outcome, 1e-11);
  EXPECT_TRUE(outcome.lambda.allFinite());
  if (name() != "auto" && name() != "reduction") return;
  EXPECT_EQ(outcome.report.status, NSDS_INFEASIBLE) << outcome.report.message;
  EXPECT_LE((given.data.W * outcome.certificate).norm(), 1e-13 * outcome.certificate.norm());
  EXPECT_GT(given.data.q.dot(outcome.certificate), 0.1 * outcome.certificate.norm());
  EXPECT_EQ(outcome.certificate(2), 0.0);
}

// A row that nothing moves: no lambda opens it.
TEST_P(EverySolver, AnImpossibleStopIsNotSolved) {
  MatrixXd W = MatrixXd::Zero(2, 2);
  W(0, 0) = 1.0;
  const GivenMechanical given(mechanical(W, vector({-1.0, -1.0}),
                                         {{NSDS_BLOCK_COMPLEMENTARITY, 1}, {NSDS_BLOCK_COMPLEMENTARITY, 1}}));
  const MechanicalOutcome outcome = solve(given, options().set("max_iterations", 2000));
  EXPECT_NE(outcome.report.status, NSDS_OK);
  EXPECT_TRUE(outcome.lambda.allFinite() && outcome.w.allFinite());
  EXPECT_EQ(outcome.report.residual.worst, 1);
}

TEST(GenericMechanical, TheWrapperSolves) {
  MatrixXd J(5, 3);
  J << -1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.3, 1.0;
  const MatrixXd W = J * J.transpose();
  const VectorXd q = J * vector({-1.0, -1.0, 0.5});
  const nsds_matrix view = nn::view(W);
  gm::Problem problem(view, q);
  problem.equality(1).friction(2, 0.4).complementarity(1).box(vector({-0.1}), vector({0.1}));
  EXPECT_EQ(problem.blocks(), 4);
  const gm::Solution solution = problem.solve();
  EXPECT_TRUE(solution.ok()) << solution.report.message;
  EXPECT_LE(problem.residual(solution.lambda).value, 1e-8);
  EXPECT_LE((solution.w - W * solution.lambda - q).norm(), 1e-14);
  EXPECT_THROW(problem.equality(1), nn::Error);
  EXPECT_THROW(gm::Problem(view, q).equality(0), nn::Error);
  EXPECT_THROW(gm::Problem(view, q).equality(2).solve(), nn::Error);
  EXPECT_THROW(gm::Problem(view, q).equality(3).box(vector({0.0}), vector({1.0, 1.0})), nn::Error);
  EXPECT_THROW(problem.residual(VectorXd::Zero(2)), nn::Error);
}

}  // namespace
}  // namespace nsds::test::generic_mechanical_test
