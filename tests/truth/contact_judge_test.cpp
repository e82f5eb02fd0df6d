// The judge of contacts itself: points whose verdict is known by hand, and errors of twice the tolerance in every place that it looks at.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/draws.hpp"
#include "support/effort.hpp"
#include "truth/odd_contacts.hpp"

namespace nsds::test::contact_judge_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-6;
const double root = std::sqrt(2.0);  // the norm of a block of two ones on its diagonal

// A contact with W = 1.
ContactProblem unit_contact(ContactLaw law, const VectorXd& q, double limit) {
  const Index d = q.size();
  return {law, static_cast<int>(d), MatrixXd::Identity(d, d), q, VectorXd::Constant(1, limit), {}, {}, {}};
}

ContactProblem friction(const VectorXd& q) {
  return unit_contact(ContactLaw::friction, q, 0.5);
}

ContactProblem rolling(const VectorXd& q) {
  ContactProblem made = unit_contact(ContactLaw::rolling, q, 0.5);
  made.rolling = VectorXd::Constant(1, 0.4);
  return made;
}

ContactProblem drucker_prager(const VectorXd& q, double eta, double theta) {
  ContactProblem made = unit_contact(ContactLaw::drucker_prager, q, eta);
  made.theta = VectorXd::Constant(1, theta);
  return made;
}

ContactProblem von_mises(const VectorXd& q) {
  return unit_contact(ContactLaw::von_mises, q, 1.0);
}

// The first contact presses with 1, the second is open, and just does not move: u_N = 1 - 1.
ContactProblem grazing() {
  ContactProblem made = friction(VectorXd{{-1.0, 0.0, 0.0, -1.0, 0.3, 0.0}});
  made.dimension = 3;
  made.W(3, 0) = 1.0;
  made.limit = VectorXd::Constant(2, 0.5);
  return made;
}

// A solution, and what added to q violates a part, by as much as its length says, whose terms are these.
struct Spot {
  const char* what;
  ContactProblem problem;
  VectorXd r, push;
  double terms;
};

std::vector<Spot> spots_of_friction() {
  const ContactProblem sticks = friction(VectorXd{{-1.0, -0.3, 0.0}}),
                       slides = friction(VectorXd{{-1.0, 0.7, 0.0}}),
                       rests = friction(VectorXd{{-1.0, 0.5, 0.0}}), plane = friction(VectorXd{{-1.0, 0.5}});
  const VectorXd inside{{1.0, 0.3, 0.0}}, limit{{1.0, -0.5, 0.0}};
  return {{"normal of open", grazing(), VectorXd{{1, 0, 0, 0, 0, 0}}, VectorXd{{0, 0, 0, -1, 0, 0}}, 2.0},
          {"normal of closed", sticks, inside, VectorXd{{1, 0, 0}}, 2.0},
          {"normal of closed, into it", sticks, inside, VectorXd{{-1, 0, 0}}, 2.0},
          {"normal of sliding", slides, limit, VectorXd{{1, 0, 0}}, 2.0},
          {"tangent inside", sticks, inside, VectorXd{{0, 0.6, 0.8}}, 0.3 + 0.3 * root},
          {"tangent not opposed, across", slides, limit, VectorXd{{0, 0, 1}}, 0.7 + 0.5 * root},
          {"tangent not opposed, along", rests, limit, VectorXd{{0, -1, 0}}, 0.5 + 0.5 * root},
          {"tangent in the plane", plane, VectorXd{{1.0, -0.5}}, VectorXd{{0, -1}}, 1.0}};
}

std::vector<Spot> spots_of_rolling() {
  const ContactProblem rests = rolling(VectorXd{{-1.0, 0.1, 0.0, 0.2, 0.0}}),
                       rolls = rolling(VectorXd{{-1.0, 0.1, 0.0, 0.6, 0.0}}),
                       plane = rolling(VectorXd{{-1.0, 0.1, 0.4}});
  const VectorXd inside{{1.0, -0.1, 0.0, -0.2, 0.0}}, limit{{1.0, -0.1, 0.0, -0.4, 0.0}};
  return {{"normal", rests, inside, VectorXd{{1, 0, 0, 0, 0}}, 2.0},
          {"tangent inside", rolls, limit, VectorXd{{0, 0, 1, 0, 0}}, 0.1 + 0.1 * root},
          {"moment inside", rests, inside, VectorXd{{0, 0, 0, 0.8, 0.6}}, 0.2 + 0.2 * root},
          {"moment not opposed", rolls, limit, VectorXd{{0, 0, 0, 0, 1}}, 0.6 + 0.4 * root},
          {"moment in the plane", plane, VectorXd{{1.0, -0.1, -0.4}}, VectorXd{{0, 0, -1}}, 0.8}};
}

// With D = 0.3 a point flows at u_T = 0.2, u_N = 0.06, and T_T = 0.7 + 0.5 root; T_N = 0.94 + 1 + 0.3 T_T.
std::vector<Spot> spots_of_plasticity() {
  const double flowing = 0.7 + 0.5 * root, normal = 0.94 + 1.0 + 0.3 * flowing;
  const ContactProblem flows = drucker_prager(VectorXd{{-0.94, 0.7, 0.0}}, 0.5, 0.2),
                       opens = drucker_prager(VectorXd{{0.3, 1.0, 0.0}}, 0.5, 0.2),
                       no_shear = drucker_prager(VectorXd{{-1.2, 1.0, 0.0}}, 0.0, 0.2),
                       cylinder = von_mises(VectorXd{{2.0, -0.5, 0.0}}),
                       yields = von_mises(VectorXd{{2.0, 1.3, 0.0}});
  const VectorXd limit{{1.0, -0.5, 0.0}}, none = VectorXd::Zero(3), only{{1.0, 0.0, 0.0}},
                                          inside{{-2.0, 0.5, 0.0}}, yielded{{-2.0, -1.0, 0.0}};
  return {{"dilatancy, normal", flows, limit, VectorXd{{1, 0, 0}}, normal},
          {"dilatancy, against it", flows, limit, VectorXd{{-1, 0, 0}}, normal},
          {"dilatancy, faster flow", flows, limit, VectorXd{{0, 1 / 0.3, 0}}, normal},
          {"flow not opposed", flows, limit, VectorXd{{0, 0, 1}}, flowing},
          {"dilatancy of an open point", opens, none, VectorXd{{-1, 0, 0}}, 0.6},
          {"dilatancy of faster flow of an open point", opens, none, VectorXd{{0, 1 / 0.3, 0}}, 0.6},
          {"dilatancy without shear", no_shear, only, VectorXd{{1, 0, 0}}, 2.4},
          {"normal in a cylinder", cylinder, inside, VectorXd{{1, 0, 0}}, 4.0},
          {"normal in a cylinder that yields", yields, yielded, VectorXd{{-1, 0, 0}}, 4.0},
          {"inside a cylinder", cylinder, inside, VectorXd{{0, -0.6, 0.8}}, 0.5 + 0.5 * root},
          {"not opposed on a cylinder", yields, yielded, VectorXd{{0, 0, 1}}, 1.3 + root}};
}

void expect_caught(const Spot& spot) {
  SCOPED_TRACE(spot.what);
  EXPECT_LE(judged_contacts(spot.problem, spot.r, tolerance), 1e-15);
  for (const double factor : {0.4, 2.0}) {
    ContactProblem off = spot.problem;
    off.q += factor * tolerance * spot.terms * spot.push;
    for (const double leeway : {1.0, 2.0}) {
      const Judgement found = judge_contacts(off, spot.r, tolerance, leeway);
      EXPECT_NEAR(found.value, factor * tolerance, 1e-3 * tolerance);
      EXPECT_EQ(found.broken, factor > 1.0 ? Axiom::own_terms : Axiom::none);
    }
  }
}

TEST(ContactJudge, CatchesPlantedErrorsInEveryPlace) {
  for (const Spot& spot : spots_of_friction()) expect_caught(spot);
  for (const Spot& spot : spots_of_rolling()) expect_caught(spot);
  for (const Spot& spot : spots_of_plasticity()) expect_caught(spot);
}

TEST(ContactJudge, AgreesWithThePageByHand) {
  EXPECT_EQ(judged_contacts(friction(VectorXd{{-1.0, 0.5}}), VectorXd{{1.0, -0.5}}), 0.0);
  EXPECT_NEAR(judged_contacts(friction(VectorXd{{-1.0, 0.5}}), VectorXd{{1.0, -0.4}}), 0.1 / 0.9, 1e-15);
  EXPECT_EQ(judged_contacts(friction(VectorXd{{-1.0, 0.7}}), VectorXd{{1.0, -0.5}}), 0.0);
}

void expect_outside(const ContactProblem& problem, const VectorXd& r, const char* what) {
  for (const double leeway : {1.0, 2.0}) {
    const Judgement found = judge_contacts(problem, r, tolerance, leeway);
    EXPECT_EQ(found.value, 1.0) << what;
    EXPECT_EQ(found.broken, Axiom::sides) << what;
  }
}

TEST(ContactJudge, LetsNothingBeOutside) {
  constexpr double little = 1.0 + 1e-12;
  expect_outside(friction(VectorXd{{-1.0, 0.7, 0.0}}), VectorXd{{1.0, -0.5 * little, 0.0}}, "tangent");
  expect_outside(friction(VectorXd{{0.0, 0.0, 0.0}}), VectorXd{{0.0, 1e-300, 0.0}}, "tangent of open");
  expect_outside(friction(VectorXd{{1.0, 0.0, 0.0}}), VectorXd{{-1e-300, 0.0, 0.0}}, "a pull");
  expect_outside(rolling(VectorXd{{-1.0, 0.0, 0.4}}), VectorXd{{1.0, 0.0, -0.4 * little}}, "moment");
  expect_outside(von_mises(VectorXd{{0.0, 1.3, 0.0}}), VectorXd{{0.0, -little, 0.0}}, "cylinder");
  ContactProblem smooth = friction(VectorXd{{-1.0, 1.0, 0.0}});
  smooth.limit.setZero();
  EXPECT_EQ(judged_contacts(smooth, VectorXd{{1.0, 0.0, 0.0}}), 0.0);
  expect_outside(smooth, VectorXd{{1.0, -1e-300, 0.0}}, "tangent without friction");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isinf(judged_contacts(smooth, VectorXd{{1.0, nan, 0.0}})));
}

// 8 ε of the limit are the limit, 80 are inside.
TEST(ContactJudge, TakesRoundingForTheLimit) {
  constexpr double ulp = std::numeric_limits<double>::epsilon();
  const ContactProblem slides = friction(VectorXd{{-1.0, 0.7, 0.0}});
  for (const double sign : {1.0, -1.0})
    EXPECT_LE(judged_contacts(slides, VectorXd{{1.0, -0.5 * (1.0 + sign * 4.0 * ulp), 0.0}}), 1e-14);
  EXPECT_NEAR(judged_contacts(slides, VectorXd{{1.0, -0.5 * (1.0 - 80.0 * ulp), 0.0}}),
              0.2 / (0.7 + 0.5 * root), 1e-12);
}

TEST(ContactJudge, TakesFloors) {
  ContactProblem sticks = friction(VectorXd{{-1.0, -0.3, 1e-3}});
  const VectorXd r{{1.0, 0.3, 0.0}};
  EXPECT_GT(judged_contacts(sticks, r, tolerance), tolerance);
  sticks.floor = VectorXd{{0.0, 2e-3, 0.0}};  // the largest of a part is that of all its rows
  EXPECT_EQ(judged_contacts(sticks, r, tolerance), 0.0);
  sticks.q[0] = -1.1;
  EXPECT_NEAR(judged_contacts(sticks, r, tolerance), 0.1 / 2.1, 1e-12);
}

// The normal row of the second contact has rounding where it means zero: it sees the reactions of the first, which is zero.
TEST(ContactJudge, ForgivesDataOfRounding) {
  ContactProblem problem = friction(VectorXd{{1.0, 0.0, 0.0, -1e-16, 0.0, 0.0}});
  problem.dimension = 3;
  problem.limit = VectorXd::Constant(2, 0.5);
  problem.W.setZero();
  problem.W(3, 0) = problem.W(0, 0) = 1.0;
  EXPECT_EQ(judged_contacts(problem, VectorXd::Zero(6), tolerance), 0.0);
  problem.q[3] = -1e-11;
  EXPECT_EQ(judged_contacts(problem, VectorXd::Zero(6), tolerance), 1.0);
  const ContactProblem alone = friction(VectorXd{{-1e-16, 0.0, 0.0}});
  EXPECT_EQ(judged_contacts(alone, VectorXd::Zero(3), tolerance),
            1.0);  // nobody says what it is small beside
}

// An open point whose row has rounding, and that flows: D |u_T| is no rounding.
TEST(ContactJudge, DoesNotForgiveDilatancy) {
  ContactProblem point = drucker_prager(VectorXd{{1e-16, 1.0, 0.0}}, 0.5, 0.2);
  EXPECT_NEAR(judged_contacts(point, VectorXd::Zero(3), tolerance), 1.0, 1e-12);
}

// u_N = r_0 - r_1 - 1 and r_1 - r_0 contradict each other; far out both hold relative to their terms.
TEST(ContactJudge, SeesRays) {
  ContactProblem problem = friction(VectorXd{{-1.0, 0.0, 0.0, 0.0}});
  problem.dimension = 2;
  problem.limit = VectorXd::Constant(2, 0.5);
  problem.W(0, 2) = problem.W(2, 0) = -1.0;
  for (const double far : {1e12, 1e14}) {
    const Judgement found = judge_contacts(problem, VectorXd{{far + 0.5, 0.0, far, 0.0}}, tolerance, 2.0);
    EXPECT_EQ(found.value, 1.0) << far;
    EXPECT_EQ(found.broken, Axiom::accounts) << far;
  }
}

// Two contacts whose normal parts see no other, and whose tangential ones drag at each other: u_T = r_T - s_T + q_T.
ContactProblem dragging(double q_T, double limit) {
  ContactProblem problem = friction(VectorXd{{-1.0, q_T, -1.0, 0.0}});
  problem.dimension = 2;
  problem.limit = VectorXd::Constant(2, limit);
  problem.W(1, 3) = problem.W(3, 1) = -1.0;
  return problem;
}

// The tangential parts are a ray far below their limits. On them they are a solution, the first contact sliding by 1, however large
// that is: r_N is 1, and the limit 1e12 times that is what accounts for them.
TEST(ContactJudge, TakesLimitsOfConesForAccounts) {
  const ContactProblem problem = dragging(1.0, 1e12);
  for (const double far : {1e9, 1e11}) {
    const Judgement found = judge_contacts(problem, VectorXd{{1.0, -far - 0.5, 1.0, -far}}, tolerance, 2.0);
    EXPECT_EQ(found.broken, Axiom::accounts) << far;
    EXPECT_TRUE(found.worst == 1 || found.worst == 3) << found.worst;
  }
  EXPECT_EQ(judged_contacts(problem, VectorXd{{1.0, -1e12, 1.0, -1e12}}, tolerance), 0.0);
}

// Without data in the rows of the tangents their reactions may be anything that is equal, as those of two redundant supports: entries
// do not tie them to the normal parts, which have data. A limit does, and accounts for them at once.
TEST(ContactJudge, TiesPartsByEntriesAndLimits) {
  for (const double size : {1e9, 1e12})
    EXPECT_EQ(judged_contacts(dragging(0.0, 1e12), VectorXd{{1.0, size, 1.0, size}}, tolerance), 0.0);
  ContactProblem tied = dragging(0.0, 1e12);
  tied.W(1, 0) = 1e-30;
  EXPECT_EQ(judge_contacts(tied, VectorXd{{1.0, 1e11, 1.0, 1e11}}, tolerance, 2.0).broken, Axiom::accounts);
  EXPECT_EQ(judged_contacts(tied, VectorXd{{1.0, 1e12, 1.0, 1e12}}, tolerance), 0.0);
}

// Rule e is asked by the terms of every part of a contact that is not open beside the datum of that part, however fast the others are.
TEST(ContactJudge, AsksForAccountsInEveryPart) {
  ContactProblem problem = dragging(1.0, 1e12);
  for (const double pressed : {1.0, 1e4, 1e7}) {
    problem.q[0] = problem.q[2] = -pressed;
    EXPECT_EQ(judged_contacts(problem, VectorXd{{pressed, -1e9 - 0.5, pressed, -1e9}}), 1.0) << pressed;
  }
}

// M is singular, and u_T = q_T - q_N for all that r_N and r_T are where u_N = 0: r_T = -sigma_y is the only solution, however large.
TEST(ContactJudge, TakesTheLimitOfACylinderForADatum) {
  ContactProblem point = von_mises(VectorXd{{1.0, 2.0, 0.0}});
  point.W(0, 1) = point.W(1, 0) = 1.0;
  point.limit[0] = 0x1p40;
  EXPECT_EQ(judged_contacts(point, VectorXd{{0x1p40 - 1.0, -0x1p40, 0.0}}), 0.0);
}

TEST(ContactJudge, AcceptsPlantedSolutions) {
  for (const ContactKind& kind : contact_kinds())
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(1000, 100000)); ++seed) {
      const OddContacts odd = odd_contact_problem(kind, seed);
      if (odd.planted.size() == 0) continue;
      const Judgement found = judge_contacts(odd.problem, odd.planted, 1e-8);
      EXPECT_LE(found.value, 1e-8) << kind.name << " seed " << seed << " at " << found.worst;
    }
}

MatrixXd turn_of_tangents(const ContactProblem& problem, Draws& draws) {
  MatrixXd turn = MatrixXd::Identity(problem.q.size(), problem.q.size());
  const int d = problem.dimension;
  for (Index c = 0; c < problem.contacts(); ++c)
    for (Index k = c * d + 1; k + 1 < (c + 1) * d; k += 2) {
      const double angle = draws.uniform(0.0, 6.0);
      turn.block<2, 2>(k, k) << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    }
  return turn;
}

bool is_in_space(const ContactKind& kind) {
  return kind.dimension == (kind.law == ContactLaw::rolling ? 5 : 3);
}

// Near solutions, and at random points, of which some are outside.
TEST(ContactJudge, DoesNotDependOnTheTangents) {
  for (const ContactKind& kind : contact_kinds())
    for (std::uint64_t seed = 0; is_in_space(kind) && seed < static_cast<std::uint64_t>(effort(300, 10000));
         ++seed) {
      const OddContacts odd = odd_contact_problem(kind, seed);
      Draws draws(seed);
      const MatrixXd turn = turn_of_tangents(odd.problem, draws);
      ContactProblem turned = odd.problem;
      turned.W = turn * odd.problem.W * turn.transpose();
      turned.q = turn * odd.problem.q;
      VectorXd near = odd.planted.size() > 0 ? odd.planted : odd.start;
      for (double& entry : near) entry *= 1.0 - 1e-4 * draws.uniform(0.0, 1.0);
      for (const VectorXd& r : {odd.start, near}) {
        const double given = judged_contacts(odd.problem, r);
        EXPECT_NEAR(judged_contacts(turned, turn * r), given, 1e-12 + 1e-6 * given)
            << kind.name << ' ' << seed;
      }
    }
}

}  // namespace
}  // namespace nsds::test::contact_judge_test
