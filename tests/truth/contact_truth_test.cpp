// No answer to an odd problem of contacts is called ok that is none, by any solver, and those whose solution is known are right.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "support/draws.hpp"
#include "support/effort.hpp"
#include "truth/contact_hearing.hpp"

namespace nsds::test::contact_truth_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-8;
// [s]: contacts of which nothing is a solution are swept for seconds, and what is one is found in milliseconds.
constexpr double patience = 0.1;

void expect_nothing_false(const Tally& tally) {
  for (std::size_t k = 0; k < tally.false_ok.size() && k < 20; ++k) ADD_FAILURE() << tally.false_ok[k];
  EXPECT_EQ(tally.false_ok.size(), 0U) << "of " << tally.ok << " answers called ok";
}

// Calls check(is_default, outcome) with what each solver of the class makes of a problem; the default one is the first.
template <class Check>
void solve_by_all(const ContactProblem& problem, const VectorXd& start, Check&& check) {
  const nsds_class problem_class = class_of(problem.law);
  for (std::int32_t k = 0; k < nsds_solver_count(problem_class); ++k) {
    const std::string solver = nsds_solver_at(problem_class, k)->name;
    numerics::Options options(problem_class, solver);
    options.set("tolerance", tolerance).set("time_limit", k == 0 ? patience : 0.01);
    if (!start.isZero(0.0)) options.set("warm_start", true);
    ContactOutcome outcome{start, {}, {}};
    solve_contacts(problem, options, outcome);
    SCOPED_TRACE(solver);
    check(k == 0, outcome);
  }
}

class ContactTruth : public ::testing::TestWithParam<ContactKind> {};

TEST_P(ContactTruth, HoldsForTheDefaultSolver) {
  Tally tally;
  const std::string solver = nsds_solver_at(GetParam().problem_class, 0)->name;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(350, 20000)); ++seed)
    hear_contact(GetParam(), seed, solver, patience, tally);
  expect_nothing_false(tally);
  RecordProperty("ok", static_cast<int>(tally.ok));
  EXPECT_GE(3 * tally.ok, tally.problems);  // a generator of nothing solvable would show nothing
}

TEST_P(ContactTruth, HoldsForEverySolver) {
  const nsds_class problem_class = GetParam().problem_class;
  for (std::int32_t solver = 0; solver < nsds_solver_count(problem_class); ++solver) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(50, 2000)); ++seed)
      hear_contact(GetParam(), 1000000 + seed, nsds_solver_at(problem_class, solver)->name, 0.01, tally);
    expect_nothing_false(tally);
  }
}

// One contact with W = diag(w_N, w_T, w_M), in units of force and velocity of its own.
struct OneContact {
  ContactProblem problem;
  VectorXd r;  // its only solution
};

// The smaller of -q/w, which stops the part, and what the limit leaves of it.
VectorXd held_part(double w, const VectorXd& q, double limit) {
  const double speed = q.norm();
  return speed <= w * limit ? VectorXd(-q / w) : VectorXd(-limit / speed * q);
}

// A point flows with u_T = |q_T| - w_T eta r_N against r_T, and u_N = q_N + w_N r_N = D u_T gives r_N.
double normal_part(double w_N, double w_T, const VectorXd& q, double eta, double D) {
  const double resting = -q[0] / w_N, speed = q.tail(2).norm();
  if (D == 0.0 || speed <= w_T * eta * resting) return std::max(resting, 0.0);
  return std::max((D * speed - q[0]) / (w_N + D * w_T * eta), 0.0);
}

VectorXd one_solution(const ContactProblem& problem) {
  const int d = problem.dimension, tangents = problem.law == ContactLaw::rolling ? (d - 1) / 2 : d - 1;
  const VectorXd w = problem.W.diagonal();
  const bool has_cone = problem.law != ContactLaw::von_mises, is_plastic = problem.theta.size() > 0;
  VectorXd r = VectorXd::Zero(d);
  const double D = is_plastic ? problem.limit[0] - problem.theta[0] : 0.0;
  r[0] = !has_cone    ? -problem.q[0] / w[0]
         : is_plastic ? normal_part(w[0], w[1], problem.q, problem.limit[0], D)
                      : std::max(-problem.q[0] / w[0], 0.0);
  if (has_cone && r[0] == 0.0) return r;
  const double normal = has_cone ? r[0] : 1.0;
  r.segment(1, tangents) = held_part(w[1], problem.q.segment(1, tangents), problem.limit[0] * normal);
  if (problem.law == ContactLaw::rolling)
    r.tail(tangents) = held_part(w[d - 1], problem.q.tail(tangents), problem.rolling[0] * normal);
  return r;
}

OneContact one_contact(const ContactKind& kind, std::uint64_t seed, int decades) {
  Draws draws(seed);
  const auto unit = [&] { return std::pow(10.0, draws.uniform(-decades, decades)); };
  const int d = kind.dimension, tangents = kind.law == ContactLaw::rolling ? (d - 1) / 2 : d - 1;
  ContactProblem made{kind.law, d, MatrixXd::Zero(d, d), VectorXd(d), VectorXd(1), {}, {}, {}};
  const double velocity = unit(), force = unit(), length = unit();
  for (double& entry : made.q) entry = velocity * draws.normal();
  VectorXd w = VectorXd::Constant(d, draws.uniform(0.5, 2.0));
  w[0] = draws.uniform(0.5, 2.0);
  made.limit[0] = draws.uniform(0.1, 1.0);
  if (kind.law == ContactLaw::von_mises) made.limit[0] *= force;
  if (kind.law == ContactLaw::drucker_prager) {
    made.theta = made.limit * draws.uniform(0.0, 1.0);
  } else if (kind.law == ContactLaw::rolling) {
    made.rolling = VectorXd::Constant(1, draws.uniform(0.1, 1.0) * length);
    made.q.tail(tangents) /= length;
    w.tail(tangents) *= draws.uniform(0.5, 2.0) / (length * length);
  }
  made.W = MatrixXd((velocity / force * w).asDiagonal());
  return {made, one_solution(made)};
}

TEST_P(ContactTruth, OneContactHasTheSolutionThatIsWrittenDown) {
  for (const int decades : {0, 3, 10})
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(30, 1000)); ++seed) {
      const OneContact one = one_contact(GetParam(), seed, decades);
      SCOPED_TRACE("seed " + std::to_string(seed) + ", decades " + std::to_string(decades));
      ASSERT_LE(judged_contacts(one.problem, one.r), 1e-14);
      solve_by_all(
          one.problem, VectorXd::Zero(one.r.size()), [&](bool is_default, const ContactOutcome& found) {
            if (is_default) {
              EXPECT_TRUE(found.ok()) << found.report.message;
            }
            if (!found.ok()) return;
            // The tolerance is that of terms, which are a few times what they are the sum of.
            for (Eigen::Index i = 0; i < one.r.size(); ++i) {
              const double size = i == 0 ? std::fabs(one.problem.q[0] / one.problem.W(0, 0)) : one.r.norm();
              EXPECT_NEAR(found.r[i], one.r[i], 1e-6 * (std::fabs(one.r[i]) + size));
            }
          });
    }
}

void expect_never_ok(const ContactProblem& problem, const VectorXd& start) {
  solve_by_all(problem, start, [](bool, const ContactOutcome& found) {
    EXPECT_FALSE(found.ok()) << found.r.transpose() << ", " << found.report.residual.value;
  });
}

// A normal row of zeros that no reaction changes.
TEST_P(ContactTruth, NothingSolvesWhatNothingMoves) {
  const int d = GetParam().dimension;
  for (const double unit : {1e-16, 1e-9, 1.0, 1e9}) {
    ContactProblem problem = one_contact(GetParam(), 1, 0).problem;
    problem.W(0, 0) = 0.0;
    problem.q = VectorXd::Zero(d);
    problem.q[0] = -unit;
    expect_never_ok(problem, VectorXd::Zero(d));
  }
}

// u_N = r_0 - r_1 - 1 in one contact and r_1 - r_0 in the other, which tangents have no part in.
ContactProblem pinched(const ContactKind& kind, double compliance, double sliding) {
  const int d = kind.dimension;
  ContactProblem made = one_contact(kind, 1, 0).problem;
  made.W = compliance * MatrixXd::Identity(2 * d, 2 * d);
  made.W(0, d) = made.W(d, 0) = -compliance;
  made.q = VectorXd::Zero(2 * d);
  made.q[0] = -1.0;
  made.q[1] = made.q[d + 1] = sliding;
  for (VectorXd* each : {&made.limit, &made.rolling, &made.theta})
    *each = each->replicate(each->size() > 0 ? 2 : 0, 1).eval();
  return made;
}

// Far out both normal rows are as nothing beside their terms, with tangents that rest or slide as the law says.
TEST_P(ContactTruth, NothingSolvesTwoThatPinch) {
  const int d = GetParam().dimension;
  for (const double unit : {1e-9, 1.0, 1e9})
    for (const double sliding : {0.0, 0.01})
      for (const double far : {0.0, 1e9, 1e12}) {
        SCOPED_TRACE("sliding " + std::to_string(sliding) + ", far " + std::to_string(far));
        VectorXd start = VectorXd::Zero(2 * d);
        start[0] = start[d] = far / unit;
        if (far > 0.0) start[0] += 0.5 / unit;
        if (far > 0.0 && GetParam().law != ContactLaw::von_mises) start[1] = start[d + 1] = -sliding / unit;
        const ContactProblem problem = pinched(GetParam(), unit, sliding);
        if (far > 0.0 && (sliding == 0.0 || GetParam().law != ContactLaw::von_mises)) {
          EXPECT_EQ(judge_contacts(problem, start, tolerance, 2.0).broken, Axiom::accounts);
        }
        expect_never_ok(problem, start);
      }
}

// A third contact with data a billion times as large, which the first one hears of by nothing that counts.
ContactProblem with_a_large_contact(const ContactProblem& pair) {
  const Eigen::Index d = pair.dimension, n = 3 * d;
  ContactProblem made = pair;
  made.W = MatrixXd::Identity(n, n);
  made.W.topLeftCorner(2 * d, 2 * d) = pair.W;
  made.W(0, 2 * d) = 1e-30;
  made.q = VectorXd::Zero(n);
  made.q.head(2 * d) = pair.q;
  made.q[2 * d] = -1e9;
  for (VectorXd* each : {&made.limit, &made.rolling, &made.theta})
    if (each->size() > 0) *each = VectorXd::Constant(3, (*each)[0]);
  return made;
}

// What is large elsewhere accounts for nothing that does not notice it.
TEST_P(ContactTruth, NothingSolvesTwoThatPinchBesideALargeOne) {
  const int d = GetParam().dimension;
  const ContactProblem problem = with_a_large_contact(pinched(GetParam(), 1.0, 0.0));
  for (const double far : {0.0, 1e9, 1e12}) {
    SCOPED_TRACE("far " + std::to_string(far));
    VectorXd start = VectorXd::Zero(3 * d);
    if (far > 0.0) {
      start[0] = far + 0.5;
      start[d] = far;
      start[2 * d] = 1e9;
      EXPECT_EQ(judge_contacts(problem, start, tolerance, 2.0).broken, Axiom::accounts);
    }
    expect_never_ok(problem, start);
  }
}

// Two contacts that drag at each other below a limit of 1e12 forces: u_T = r_0 - r_1 + 1 in the one and r_1 - r_0 in the other.
ContactProblem dragged(const ContactKind& kind, double compliance) {
  ContactProblem made = pinched(kind, 0.0, 0.0);
  const int d = kind.dimension;
  made.W = compliance * MatrixXd::Identity(2 * d, 2 * d);
  made.W(1, d + 1) = made.W(d + 1, 1) = -compliance;
  made.q[0] = made.q[d] = -1.0;
  made.q[1] = 1.0;
  made.limit.setConstant(kind.law == ContactLaw::von_mises ? 1e12 / compliance : 1e12);
  if (kind.law == ContactLaw::drucker_prager) made.theta = made.limit;
  return made;
}

// Inside the limits nothing solves them; on both limits the one slides by 1, and the other rests.
TEST_P(ContactTruth, TwoThatDragAreSolvedByTheirLimits) {
  const int d = GetParam().dimension;
  for (const double unit : {1e-9, 1.0, 1e9})
    for (const double far : {0.0, 1e9, 1e11, 1e12}) {
      SCOPED_TRACE("far " + std::to_string(far));
      const ContactProblem problem = dragged(GetParam(), unit);
      VectorXd solution = VectorXd::Zero(2 * d), start = solution;
      solution[0] = solution[d] = 1.0 / unit;
      if (far > 0.0) start = solution;
      solution[1] = solution[d + 1] = -1e12 / unit;
      ASSERT_LE(judged_contacts(problem, solution), 1e-14);
      start[1] = start[d + 1] = -far / unit;
      if (far > 0.0 && far < 1e12) {
        start[1] -= 0.5 / unit;
        EXPECT_EQ(judge_contacts(problem, start, tolerance, 2.0).broken, Axiom::accounts);
      }
      solve_by_all(problem, start, [&](bool, const ContactOutcome& found) {
        if (far == 1e12) {
          EXPECT_TRUE(found.ok()) << found.report.message;
        }
        if (!found.ok()) return;
        EXPECT_LE(judge_contacts(problem, found.r, tolerance, 2.0).value, 2.0 * tolerance);
        EXPECT_LE((found.r - solution).norm(), 1e-6 * solution.norm()) << found.r.transpose();
      });
    }
}

// A generator of no rays would not show that none is called ok.
TEST_P(ContactTruth, SomeStartsAreRays) {
  int rays = 0;
  for (std::uint64_t seed = 0; seed < 350; ++seed) {
    const OddContacts odd = odd_contact_problem(GetParam(), seed);
    if (odd.warm && judge_contacts(odd.problem, odd.start).broken == Axiom::accounts) ++rays;
  }
  EXPECT_GE(rays, 7);
}

INSTANTIATE_TEST_SUITE_P(Truth, ContactTruth, ::testing::ValuesIn(contact_kinds()),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace nsds::test::contact_truth_test
