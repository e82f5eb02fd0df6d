// The judge of rows and contacts together: points whose verdict is known by hand, and errors of twice the tolerance in every place that
// it looks at, which the library sees as it does.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "nsds/numerics/cpp/generic_mechanical.hpp"
#include "nsds/numerics/cpp/global_friction_contact.hpp"
#include "truth/mixed/odd_mixed.hpp"

namespace nsds::test::mixed_judge_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-8;
constexpr double endless = std::numeric_limits<double>::infinity();

// A solution, and what added to q violates a row, by as much as its length says, whose terms are these.
struct Spot {
  const char* what;
  VectorXd push;
  double terms;
};

// A contact that slides, then a joint, a stop that is closed, one that is open, and a motor at its upper and one at its lower limit.
ContactProblem machine() {
  ContactProblem made{ContactLaw::friction, 3, MatrixXd::Identity(8, 8), VectorXd(8), {}, {}, {}, {}};
  made.limit = VectorXd::Constant(1, 0.5);
  made.W(3, 0) = made.W(0, 3) = 0.25;
  made.q << -1.5, 0.7, 0.0, -2.25, -3.0, 1.0, -5.0, 4.0;
  made.lower = VectorXd{{-endless, 0.0, 0.0, -1.0, -1.0}};
  made.upper = VectorXd{{endless, endless, endless, 2.0, 2.0}};
  return made;
}
VectorXd motion() {
  return VectorXd{{1.0, -0.5, 0.0, 2.0, 3.0, 0.0, 2.0, -1.0}};
}

std::vector<Spot> spots_of_machine() {
  const auto unit = [](Index i, double sign) { return VectorXd(sign * VectorXd::Unit(8, i)); };
  return {{"normal", unit(0, 1.0), 1.5 + 1.0 + 0.5},
          {"tangent across", unit(2, 1.0), 0.7 + std::sqrt(2.0) * 0.5},
          {"joint", unit(3, -1.0), 2.25 + 0.25 + 2.0},
          {"joint, the other way", unit(3, 1.0), 2.25 + 0.25 + 2.0},
          {"closed stop", unit(4, 1.0), 6.0}};
}

void expect_verdict(const ContactProblem& problem, const VectorXd& x, double expected) {
  EXPECT_NEAR(judged_contacts(problem, x), expected, 1e-6 * expected + 1e-15);
  numerics::generic_mechanical::Problem posed(numerics::view(problem.W), problem.q);
  posed.friction(3, 0.5).equality(1).complementarity(2).box(problem.lower.tail(2), problem.upper.tail(2));
  EXPECT_NEAR(posed.residual(x).value, expected, 1e-6 * expected + 1e-15);
}

TEST(MixedJudge, CatchesErrorsInRowsBesideAContact) {
  expect_verdict(machine(), motion(), 0.0);
  for (const Spot& spot : spots_of_machine()) {
    SCOPED_TRACE(spot.what);
    for (const double factor : {0.4, 2.0}) {
      ContactProblem off = machine();
      off.q += factor * tolerance * spot.terms * spot.push;
      expect_verdict(off, motion(), factor * tolerance);
    }
  }
}

TEST(MixedJudge, KnowsTheSideOfEachRow) {
  // An open stop and motors at their limits bear one sign of their rows alone.
  for (const Index row : {5, 6, 7}) {
    SCOPED_TRACE(row);
    ContactProblem off = machine();
    const double w = (off.W.row(row) * motion() + off.q.row(row)).value();
    off.q[row] -= 2.0 * w;
    const double terms = std::fabs(off.q[row]) + off.W.row(row).cwiseAbs() * motion().cwiseAbs();
    expect_verdict(off, motion(), std::fabs(w) / terms);
    // A number behind the bound says that the row is zero.
    VectorXd inside = motion();
    inside[row] += row == 6 ? -1e-9 : 1e-9;
    EXPECT_GE(judged_contacts(machine(), inside), 0.1);
    // Nothing is outside.
    VectorXd outside = motion();
    outside[row] -= row == 6 ? -1e-9 : 1e-9;
    expect_verdict(machine(), outside, 1.0);
  }
}

// The floor of a row, and no other, forgives it.
TEST(MixedJudge, FloorsHoldForTheirRows) {
  ContactProblem off = machine();
  off.q[3] += 1e-3;
  for (const Index row : {3, 4}) {
    off.floor = VectorXd::Zero(8);
    off.floor[row] = 2e-3;
    numerics::generic_mechanical::Problem posed(numerics::view(off.W), off.q);
    posed.friction(3, 0.5).equality(1).complementarity(2).box(off.lower.tail(2), off.upper.tail(2));
    posed.set_floor(off.floor);
    EXPECT_EQ(judged_contacts(off, motion()) <= tolerance, row == 3);
    EXPECT_EQ(posed.residual(motion()).value <= tolerance, row == 3);
  }
}

// A body of mass 1 on the ground, held by a joint in the first tangent: the example of the page.
GlobalParts body() {
  GlobalParts made{MatrixXd::Identity(3, 3), MatrixXd::Identity(3, 3), MatrixXd::Zero(1, 3), VectorXd(3),
                   VectorXd::Zero(3),        VectorXd::Zero(1)};
  made.G(0, 1) = 1.0;
  made.q << -1.0, 0.25, 0.0;
  return made;
}

void expect_verdict(const GlobalParts& parts, const VectorXd& x, double expected) {
  const VectorXd mu = VectorXd::Constant(1, 0.5);
  EXPECT_NEAR(judged_contacts(judged_global(ContactLaw::friction, 3, parts, mu, {}), x), expected,
              1e-6 * expected + 1e-15);
  numerics::global_friction_contact::Problem posed(3, numerics::view(parts.M), numerics::view(parts.H),
                                                   parts.q, parts.b, mu);
  const nsds_matrix G = numerics::view(parts.G);
  posed.set_constraints(G, parts.d);
  EXPECT_NEAR(posed.residual(x.segment(3, 3), x.head(3), x.tail(1)).value, expected, 1e-6 * expected + 1e-15);
}

TEST(MixedJudge, HearsEveryRowInGlobalForm) {
  // r = (1, 0, 0), v = 0, lambda = -0.25.
  VectorXd x = VectorXd::Zero(7);
  x[0] = 1.0;
  x[6] = -0.25;
  expect_verdict(body(), x, 0.0);
  for (const double factor : {0.4, 2.0}) {
    SCOPED_TRACE(factor);
    GlobalParts off = body();
    off.q[0] += 2.0 * factor * tolerance;  // of terms 1 + 1
    expect_verdict(off, x, factor * tolerance);
    off = body();
    off.q[1] -= 0.5 * factor * tolerance;  // of terms 1/4 + 1/4
    expect_verdict(off, x, factor * tolerance);
    // Rows of nothing but a datum: no velocity is there that they could be small beside.
    off = body();
    off.d[0] = factor * tolerance;
    expect_verdict(off, x, 1.0);
    off = body();
    off.b[0] = -factor * tolerance;
    expect_verdict(off, x, 1.0);
  }
  // A body that is not quite at rest has opened the contact that bears it.
  x[0] += 1e-12;
  x[3] = 1e-12;
  expect_verdict(body(), x, 1.0);
}

}  // namespace
}  // namespace nsds::test::mixed_judge_test
