// Generic mechanical problems with rows of one kind have the solutions of their classes.
#include <gtest/gtest.h>

#include "nsds/numerics/cpp/friction_contact.hpp"
#include "nsds/numerics/relay.h"
#include "numerics/friction/friction_instances.hpp"
#include "numerics/generic_mechanical/generic_mechanical_problems.hpp"
#include "support/decompositions.hpp"

namespace nsds::test::agreement_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::VectorXd;

TEST(GenericMechanical, AgreesWithFrictionContact) {
  for (const int dimension : {2, 3}) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const FrictionInstance contacts = random_friction(dimension, 7, seed);
      MechanicalData data = mechanical(contacts.W, contacts.q, {});
      for (const double mu : contacts.mu) data.blocks.push_back({NSDS_BLOCK_FRICTION, dimension, mu});
      const nsds_matrix W = nn::view(contacts.W);
      const auto expected = nn::friction_contact::Problem(dimension, W, contacts.q, contacts.mu)
                                .solve(nn::Options(NSDS_CLASS_FRICTION_CONTACT).set("tolerance", 1e-12));
      const GivenMechanical given(data);
      for (int k = 0; k < nsds_solver_count(NSDS_CLASS_GENERIC_MECHANICAL); ++k) {
        const MechanicalOutcome outcome =
            solve(given, mechanical_options(nsds_solver_at(NSDS_CLASS_GENERIC_MECHANICAL, k)->name, 1e-12));
        EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
        EXPECT_LE((outcome.lambda - expected.r).norm(), 1e-9);
      }
    }
  }
}

// A relay with rows of all kinds but contacts is a problem of boxes.
TEST(GenericMechanical, AgreesWithRelay) {
  PlantedRules rules;
  rules.friction = false;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    Planted problem = planted(rules, seed);
    const GivenMechanical given(problem.data);
    VectorXd lower = problem.data.lower, upper = problem.data.upper;
    for (std::size_t k = 0; k < given.kinds.size(); ++k)
      if (given.kinds[k] == NSDS_BLOCK_COMPLEMENTARITY)
        for (Index i = given.starts[k]; i < given.starts[k + 1]; ++i) lower(i) = 0.0;
    nsds_relay relay;
    nsds_relay_init(&relay);
    relay.size = static_cast<std::int32_t>(lower.size());
    relay.M = &given.W.view();
    relay.q = problem.data.q.data();
    relay.lower = lower.data();
    relay.upper = upper.data();
    VectorXd z(lower.size());
    const nn::Options exact = nn::Options(NSDS_CLASS_RELAY).set("tolerance", 1e-12);
    ASSERT_EQ(nsds_relay_solve(&relay, z.data(), nullptr, exact.get(), nullptr, nullptr), NSDS_OK);
    const MechanicalOutcome outcome = solve(given, mechanical_options("auto", 1e-12));
    ASSERT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
    EXPECT_LE((outcome.w - (problem.data.W * z + problem.data.q)).norm(), 1e-8);
  }
}

TEST(GenericMechanical, AgreesWithEquality) {
  const Planted some = planted({6, false, false, true, false}, 4);
  MechanicalData data = mechanical(some.data.W, some.data.q, {{NSDS_BLOCK_EQUALITY, some.data.size()}});
  const VectorXd expected = solve_regular(data.W, -data.q);
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_GENERIC_MECHANICAL); ++k) {
    const MechanicalOutcome outcome =
        solve(GivenMechanical(data),
              mechanical_options(nsds_solver_at(NSDS_CLASS_GENERIC_MECHANICAL, k)->name, 1e-12));
    EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
    EXPECT_LE((outcome.lambda - expected).norm(), 1e-7 * expected.norm());
  }
}

}  // namespace
}  // namespace nsds::test::agreement_test
