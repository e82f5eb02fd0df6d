// Units of velocity, force and length of contacts, and turns of their tangents, change no verdict, and make nothing right that is wrong.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "support/draws.hpp"
#include "support/effort.hpp"
#include "truth/contact_hearing.hpp"

namespace nsds::test::contact_invariance_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Contacts of two islands with one solution that is known, of which rounding hides nothing.
struct RegularContacts {
  ContactProblem problem;
  VectorXd r;
  std::vector<Index> island;  // (contacts): 0 or 1
};

Index tangents_of(const ContactProblem& problem) {
  return problem.law == ContactLaw::rolling ? (problem.dimension - 1) / 2 : problem.dimension - 1;
}

MatrixXd definite_contacts(Index size, Draws& draws) {
  MatrixXd B(size, 2 * size);
  for (double& entry : B.reshaped()) entry = draws.normal();
  return B * B.transpose() / static_cast<double>(2 * size) + 0.5 * MatrixXd::Identity(size, size);
}

// A part well inside, or on its limit with a speed of about one; returns the speed.
double place_part(VectorXd& r, VectorXd& u, Index first, Index rows, double limit, Draws& draws) {
  VectorXd along(rows);
  for (double& entry : along) entry = draws.normal();
  along /= along.norm();
  const bool slides = draws.integer(0, 1) == 0;
  const double speed = slides ? draws.uniform(0.5, 2.0) : 0.0;
  r.segment(first, rows) = (slides ? limit : limit * draws.uniform(0.0, 0.8)) * along;
  u.segment(first, rows) = -speed * along;
  return speed;
}

void place_contact(const ContactProblem& problem, Index c, VectorXd& r, VectorXd& u, Draws& draws) {
  const Index first = c * problem.dimension, tangents = tangents_of(problem);
  const bool has_cone = problem.law != ContactLaw::von_mises;
  if (has_cone && draws.integer(0, 3) == 0) {
    for (Index i = first + 1; i < first + problem.dimension; ++i) u[i] = draws.normal();
    u[first] = problem.limit[c] * u.segment(first + 1, tangents).norm() + draws.uniform(0.5, 2.0);
    return;
  }
  r[first] = draws.uniform(0.5, 2.0);
  const double normal = has_cone ? r[first] : 1.0;
  const double speed = place_part(r, u, first + 1, tangents, problem.limit[c] * normal, draws);
  if (problem.law == ContactLaw::drucker_prager) u[first] = problem.limit[c] * speed;
  if (problem.law == ContactLaw::rolling)
    place_part(r, u, first + 1 + tangents, tangents, problem.rolling[c] * normal, draws);
}

// Coefficients are small enough for one solution; plastic flow is normal to the cone.
RegularContacts regular_contacts(const ContactKind& kind, std::uint64_t seed) {
  Draws draws(97 * seed + static_cast<std::uint64_t>(kind.law));
  const Index d = kind.dimension, first = draws.integer(1, 3), contacts = first + draws.integer(1, 3);
  ContactProblem made{
      kind.law, kind.dimension, MatrixXd::Zero(d * contacts, d * contacts), {}, VectorXd(contacts), {}, {},
      {}};
  made.W.topLeftCorner(d * first, d * first) = definite_contacts(d * first, draws);
  made.W.bottomRightCorner(d * (contacts - first), d * (contacts - first)) =
      definite_contacts(d * (contacts - first), draws);
  for (double& limit : made.limit) limit = draws.uniform(0.05, 0.3);
  if (kind.law == ContactLaw::rolling) made.rolling = made.limit.reverse();
  if (kind.law == ContactLaw::drucker_prager) made.theta = VectorXd::Zero(contacts);
  VectorXd r = VectorXd::Zero(d * contacts), u = r;
  std::vector<Index> island;
  for (Index c = 0; c < contacts; ++c) {
    place_contact(made, c, r, u, draws);
    island.push_back(c < first ? 0 : 1);
  }
  made.q = u - made.W * r;
  return {made, r, island};
}

// One of u, one of r, for each row: u in other units is to_u . u.
struct ContactUnits {
  VectorXd to_u, to_r;
};

double power_of_two_within(double decades, Draws& draws) {
  const double exponent = decades * std::log2(10.0);
  return std::exp2(std::round(draws.uniform(-exponent, exponent)));
}

ContactUnits contact_units(const RegularContacts& regular, double decades, bool by_island,
                           std::uint64_t seed) {
  Draws draws(seed);
  const Index d = regular.problem.dimension, tangents = tangents_of(regular.problem);
  double velocity[2], compliance[2], length[2];
  for (int k = 0; k < 2; ++k) {
    velocity[k] = power_of_two_within(decades, draws);
    compliance[k] = power_of_two_within(decades, draws);
    length[k] = power_of_two_within(decades, draws);
  }
  ContactUnits units{VectorXd(regular.r.size()), VectorXd(regular.r.size())};
  for (Index c = 0; c < regular.problem.contacts(); ++c) {
    const Index k = by_island ? regular.island[static_cast<std::size_t>(c)] : 0;
    units.to_u.segment(c * d, d).setConstant(velocity[k]);
    units.to_r.segment(c * d, d).setConstant(velocity[k] / compliance[k]);
    if (regular.problem.law != ContactLaw::rolling) continue;
    units.to_u.segment(c * d + 1 + tangents, tangents) /= length[k];
    units.to_r.segment(c * d + 1 + tangents, tangents) *= length[k];
  }
  return units;
}

ContactProblem in_contact_units(const ContactProblem& problem, const ContactUnits& units) {
  ContactProblem made = problem;
  const Index d = problem.dimension;
  made.W = units.to_u.asDiagonal() * problem.W * units.to_r.cwiseInverse().asDiagonal();
  made.q = units.to_u.cwiseProduct(problem.q);
  for (Index c = 0; c < problem.contacts(); ++c) {
    if (problem.law == ContactLaw::von_mises) made.limit[c] *= units.to_r[c * d];
    if (problem.law == ContactLaw::rolling) made.rolling[c] *= units.to_r[c * d + d - 1] / units.to_r[c * d];
  }
  return made;
}

// The tangents turn about the normal, and the moments with them, where there are two of each.
MatrixXd turn_about_normals(const ContactProblem& problem, std::uint64_t seed) {
  Draws draws(seed);
  MatrixXd turn = MatrixXd::Identity(problem.q.size(), problem.q.size());
  const int d = problem.dimension;
  for (Index c = 0; c < problem.contacts() && tangents_of(problem) == 2; ++c) {
    const double angle = draws.uniform(0.0, 6.0);
    for (Index k = c * d + 1; k + 1 < (c + 1) * d; k += 2)
      turn.block<2, 2>(k, k) << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  }
  return turn;
}

ContactOutcome solved_by_default(const ContactProblem& problem) {
  numerics::Options options(class_of(problem.law));
  options.set("tolerance", 1e-8);
  ContactOutcome outcome{VectorXd::Zero(problem.q.size()), {}, {}};
  solve_contacts(problem, options, outcome);
  return outcome;
}

// The tolerance times the condition of these problems.
bool is_known_solution(const RegularContacts& regular, const VectorXd& r) {
  return (r - regular.r).norm() <= 1e-5 * regular.r.norm() + 1e-7;
}

class ContactInvariance : public ::testing::TestWithParam<ContactKind> {};

// Solves regular problems as they are and as change(regular, seed) gives them, with what leads back from their unknowns.
template <class Change>
void expect_same_verdicts(const ContactKind& kind, Change&& change) {
  int changed = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(75, 2000)); ++seed) {
    const RegularContacts regular = regular_contacts(kind, seed);
    ASSERT_LE(judged_contacts(regular.problem, regular.r), 1e-14) << seed;
    const ContactOutcome given = solved_by_default(regular.problem);
    ASSERT_TRUE(given.ok()) << seed << ": " << given.report.message;
    ASSERT_TRUE(is_known_solution(regular, given.r)) << seed;
    const auto [problem, back] = change(regular, seed);
    const ContactOutcome found = solved_by_default(problem);
    if (found.report.status == given.report.status) {
      EXPECT_TRUE(is_known_solution(regular, back * found.r)) << seed;
      continue;
    }
    if (++changed <= 10) ADD_FAILURE() << seed << ": " << found.report.message;
  }
  EXPECT_EQ(changed, 0);
}

struct Changed {
  ContactProblem problem;
  MatrixXd back;
};

Changed changed_units(const RegularContacts& regular, double decades, bool by_island, std::uint64_t seed) {
  const ContactUnits units = contact_units(regular, decades, by_island, seed);
  return {in_contact_units(regular.problem, units), MatrixXd(units.to_r.cwiseInverse().asDiagonal())};
}

TEST_P(ContactInvariance, UnitsOfSixDecadesChangeNoVerdict) {
  expect_same_verdicts(GetParam(), [](const RegularContacts& regular, std::uint64_t seed) {
    return changed_units(regular, 6.0, false, seed);
  });
}

TEST_P(ContactInvariance, UnitsOfIslandsChangeNoVerdict) {
  expect_same_verdicts(GetParam(), [](const RegularContacts& regular, std::uint64_t seed) {
    return changed_units(regular, 6.0, true, seed);
  });
}

TEST_P(ContactInvariance, TurnsOfTangentsChangeNoVerdict) {
  expect_same_verdicts(GetParam(), [](const RegularContacts& regular, std::uint64_t seed) {
    const MatrixXd turn = turn_about_normals(regular.problem, seed);
    ContactProblem turned = regular.problem;
    turned.W = turn * regular.problem.W * turn.transpose();
    turned.q = turn * regular.problem.q;
    return Changed{turned, turn.transpose()};
  });
}

TEST_P(ContactInvariance, UnitsOfTwelveDecadesMakeNothingRight) {
  int ok = 0, problems = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(75, 2000)); ++seed)
    for (const bool by_island : {false, true}) {
      const RegularContacts regular = regular_contacts(GetParam(), seed);
      const auto [problem, back] = changed_units(regular, 12.0, by_island, seed);
      const ContactOutcome found = solved_by_default(problem);
      ++problems;
      if (!found.ok()) continue;
      ++ok;
      EXPECT_TRUE(is_known_solution(regular, back * found.r)) << seed;
    }
  RecordProperty("ok", ok);
  EXPECT_GE(10 * ok, 9 * problems);
}

INSTANTIATE_TEST_SUITE_P(Truth, ContactInvariance, ::testing::ValuesIn(contact_kinds()),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace nsds::test::contact_invariance_test
