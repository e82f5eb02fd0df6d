// Coulomb's cone as a pyramid: the law of the pyramid is what the LCP says, and with more facets it becomes
// that of Coulomb.
#include "nsds/numerics/cpp/polyhedral_friction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "numerics/friction/friction_instances.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::polyhedral_friction_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::VectorXd;

constexpr double tight = 1e-12;

VectorXd solve_lcp(const nn::Conversion& conversion) {
  const nsds_lcp& lcp = *conversion.lcp();
  const Eigen::Map<const VectorXd> q(lcp.q, lcp.size);
  const auto solution =
      nn::lcp::Problem(*lcp.M, q).solve(nn::Options(NSDS_CLASS_LCP, "lemke").set("tolerance", tight));
  EXPECT_TRUE(solution.ok()) << solution.report.message;
  return solution.z;
}

VectorXd solve_pyramid(const GivenFriction& given, int count, nsds_facets facets) {
  const nn::Conversion conversion = nn::friction_contact_to_lcp(given.problem, count, facets);
  return conversion.back({solve_lcp(conversion)}).z;
}

VectorXd solve_cone(const GivenFriction& given) {
  VectorXd r = VectorXd::Zero(given.data.q.size());
  const auto options = nn::Options(NSDS_CLASS_FRICTION_CONTACT).set("tolerance", tight);
  const nsds_status status =
      nsds_friction_contact_solve(&given.problem, r.data(), nullptr, options.get(), nullptr, nullptr);
  EXPECT_EQ(status, NSDS_OK);
  expect_solved(given.data.judged(), r, tight);
  return r;
}

// One contact pushed down and along: W = I, q = (-1, -1 at an angle), so that r_N = 1 and the disc of radius
// mu is what the friction force comes from, -q_T having length 1 > mu: it slides, and the force is P(-q_T) on
// the disc, mu towards -q_T.
GivenFriction sliding_at(double angle) {
  FrictionInstance made{3, Eigen::MatrixXd::Identity(3, 3), VectorXd(3), VectorXd::Constant(1, 0.5)};
  made.q << -1.0, -std::cos(angle), -std::sin(angle);
  return GivenFriction(made);
}

TEST(PolyhedralFriction, FacetsErrorsAreThoseOfTheRegularPolygon) {
  // A square in the unit circle leaves 1 - 1/sqrt 2 at the middle of a side, one around it reaches sqrt 2.
  EXPECT_NEAR(nsds_facets_radius_error(NSDS_FACETS_INSIDE, 4), 1.0 - std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(nsds_facets_radius_error(NSDS_FACETS_AROUND, 4), std::sqrt(2.0) - 1.0, 1e-15);
  EXPECT_DOUBLE_EQ(nsds_facets_angle_error(4), std::numbers::pi / 4.0);
  for (const nsds_facets facets : {NSDS_FACETS_INSIDE, NSDS_FACETS_AROUND}) {
    EXPECT_EQ(nsds_facets_radius_error(facets, 2), 0.0);
    EXPECT_TRUE(std::isnan(nsds_facets_radius_error(facets, 1)));
    // Four times as small with twice as many, in the limit.
    EXPECT_NEAR(nsds_facets_radius_error(facets, 200) / nsds_facets_radius_error(facets, 400), 4.0, 1e-3);
  }
}

// A vertex is a force of the cone inside, and the middle of a side is one of the cone around: pushed there,
// the pyramid is exact. Pushed the other way, the force has the error of the radius and no other.
TEST(PolyhedralFriction, ForceAtVertexAndSideHasTheErrorOfTheRadius) {
  for (const int count : {4, 6, 8, 16}) {
    const double to_vertex = 0.0, to_side = std::numbers::pi / count;
    const double inside = nsds_facets_radius_error(NSDS_FACETS_INSIDE, count);
    const double around = nsds_facets_radius_error(NSDS_FACETS_AROUND, count);
    const auto friction = [&](double angle, nsds_facets facets) {
      const VectorXd r = solve_pyramid(sliding_at(angle), count, facets);
      EXPECT_NEAR(r(0), 1.0, 1e-12);
      return r.tail(2).norm() / 0.5;
    };
    EXPECT_NEAR(friction(to_vertex, NSDS_FACETS_INSIDE), 1.0, 1e-12);
    EXPECT_NEAR(friction(to_side, NSDS_FACETS_INSIDE), 1.0 - inside, 1e-12);
    EXPECT_NEAR(friction(to_vertex, NSDS_FACETS_AROUND), 1.0 + around, 1e-12);
    EXPECT_NEAR(friction(to_side, NSDS_FACETS_AROUND), 1.0, 1e-12);
  }
}

class PolyhedralFrictionSeeds : public ::testing::TestWithParam<unsigned> {};

TEST_P(PolyhedralFrictionSeeds, SlidingForcesStayBetweenThePolygonsAndOpposeSliding) {
  const GivenFriction given(random_friction(3, 6, GetParam()));
  const int count = 8;
  for (const nsds_facets facets : {NSDS_FACETS_INSIDE, NSDS_FACETS_AROUND}) {
    const VectorXd r = solve_pyramid(given, count, facets);
    const VectorXd u = given.data.W * r + given.data.q;
    const double error = nsds_facets_radius_error(facets, count);
    const double most = facets == NSDS_FACETS_INSIDE ? 1.0 : 1.0 + error;
    for (Index c = 0; c < 6; ++c) {
      const double normal = r(3 * c), radius = given.data.mu(c) * normal;
      EXPECT_GE(normal, 0.0);
      EXPECT_GE(u(3 * c), -1e-10);
      EXPECT_NEAR(normal * u(3 * c), 0.0, 1e-10);
      const auto r_T = r.segment(3 * c + 1, 2);
      const auto u_T = u.segment(3 * c + 1, 2);
      EXPECT_LE(r_T.norm(), radius * most * (1.0 + 1e-12));
      // Greatest dissipation over the polygon: at least that of the circle within it.
      const double inner = facets == NSDS_FACETS_INSIDE ? 1.0 - error : 1.0;
      EXPECT_GE(-r_T.dot(u_T), inner * radius * u_T.norm() - 1e-10);
      // The force is at most pi / count away from the direction against sliding.
      if (u_T.norm() > 1e-6 && radius > 1e-6) {
        const double cosine = -r_T.dot(u_T) / (r_T.norm() * u_T.norm());
        EXPECT_LE(std::acos(std::min(1.0, cosine)), nsds_facets_angle_error(count) + 1e-6);
      }
    }
  }
}

// A force of the pyramid is at most (angle + radius error) mu r_N away from that of Coulomb for the same r_N
// and u, at which the natural map is zero; the map changes by at most twice the change of r. So the residual
// is bounded by what goes to zero as 1 / k, and with it goes the distance to Coulomb's solution.
TEST_P(PolyhedralFrictionSeeds, MoreFacetsComeNearerToCoulomb) {
  const GivenFriction given(random_friction(3, 5, GetParam()));
  const VectorXd exact = solve_cone(given);
  for (const nsds_facets facets : {NSDS_FACETS_INSIDE, NSDS_FACETS_AROUND}) {
    for (const int count : {4, 16, 64}) {
      const VectorXd r = solve_pyramid(given, count, facets);
      const double angle = nsds_facets_angle_error(count);
      EXPECT_LE((r - exact).norm(), angle * exact.norm());
      nsds_residual residual;
      nsds_residual_init(&residual);
      ASSERT_EQ(nsds_friction_contact_class_residual(&given.problem, r.data(), &residual), NSDS_OK);
      EXPECT_NEAR(residual.value, naive_friction_residual(given.data, r), 1e-12);
      double friction = 0.0;
      for (Index c = 0; c < given.data.contacts(); ++c)
        friction = std::max(friction, given.data.mu(c) * r(3 * c));
      const double force_error = (angle + nsds_facets_radius_error(facets, count)) * friction;
      EXPECT_LE(residual.value, 2.0 * force_error / friction_units(given.data).r + 1e-10);
      if (facets == NSDS_FACETS_INSIDE) {
        EXPECT_LE(residual.primal, 1e-12);
      } else {
        EXPECT_LE(residual.primal,
                  nsds_facets_radius_error(facets, count) * friction / friction_units(given.data).r + 1e-12);
      }
    }
  }
}

TEST_P(PolyhedralFrictionSeeds, BackAndForthIsTheSamePointAndSolvesTheLcp) {
  const GivenFriction given(random_friction(3, 5, GetParam()));
  for (const nsds_facets facets : {NSDS_FACETS_INSIDE, NSDS_FACETS_AROUND}) {
    for (const int count : {3, 4, 7, 12}) {
      const nn::Conversion conversion = nn::friction_contact_to_lcp(given.problem, count, facets);
      const VectorXd r = conversion.back({solve_lcp(conversion)}).z;
      const VectorXd z = conversion.forward({r}).z;
      EXPECT_LE((conversion.back({z}).z - r).lpNorm<Eigen::Infinity>(), 1e-13);
      const nsds_lcp& lcp = *conversion.lcp();
      const Eigen::Map<const VectorXd> q(lcp.q, lcp.size);
      EXPECT_LE(nn::lcp::Problem(*lcp.M, q).class_residual(z).value, 1e-10);
    }
  }
}

TEST_P(PolyhedralFrictionSeeds, StorageMakesNoDifference) {
  const FrictionInstance instance = random_friction(3, 4, GetParam());
  const VectorXd dense = solve_pyramid(GivenFriction(instance), 6, NSDS_FACETS_INSIDE);
  for (const nsds_storage storage : {NSDS_CSC, NSDS_BSR}) {
    const VectorXd r = solve_pyramid(GivenFriction(instance, storage), 6, NSDS_FACETS_INSIDE);
    EXPECT_LE((r - dense).lpNorm<Eigen::Infinity>(), 1e-11);
  }
}

// In two dimensions nothing is replaced.
TEST_P(PolyhedralFrictionSeeds, PlaneProblemsAreExact) {
  const GivenFriction given(random_friction(2, 8, GetParam()));
  EXPECT_LE(naive_friction_residual(given.data, solve_pyramid(given, 2, NSDS_FACETS_INSIDE)), 1e-11);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PolyhedralFrictionSeeds, ::testing::Range(1U, 7U));

std::string refusal(const nsds_friction_contact* problem, int count, nsds_status expected) {
  nsds_conversion* made = nullptr;
  char message[256] = "";
  EXPECT_EQ(nsds_friction_contact_to_lcp(problem, count, NSDS_FACETS_INSIDE, &made, message, sizeof message),
            expected);
  EXPECT_EQ(made, nullptr);
  nsds_conversion_free(made);
  return message;
}

TEST(PolyhedralFriction, RefusesWithASentence) {
  GivenFriction given(random_friction(3, 2, 1));
  EXPECT_NE(refusal(nullptr, 4, NSDS_INVALID_ARGUMENT), "");
  EXPECT_NE(refusal(&given.problem, 2, NSDS_INVALID_ARGUMENT), "");
  EXPECT_NE(refusal(&given.problem, 5000, NSDS_INVALID_ARGUMENT), "");
  given.data.mu(1) = -0.1;
  EXPECT_NE(refusal(&given.problem, 4, NSDS_INVALID_ARGUMENT), "");
  given.data.mu(1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(refusal(&given.problem, 4, NSDS_INVALID_ARGUMENT), "");
  given.data.mu(1) = 0.1;
  given.data.q(4) = std::numeric_limits<double>::infinity();
  EXPECT_NE(refusal(&given.problem, 4, NSDS_INVALID_ARGUMENT), "");
  given.data.q(4) = 0.0;
  given.problem.W = nullptr;
  EXPECT_NE(refusal(&given.problem, 4, NSDS_INVALID_ARGUMENT), "");
  const GivenFriction plane(random_friction(2, 2, 1));
  EXPECT_NE(refusal(&plane.problem, 4, NSDS_INVALID_ARGUMENT), "");
  EXPECT_EQ(nsds_friction_contact_to_lcp(&plane.problem, 2, NSDS_FACETS_INSIDE, nullptr, nullptr, 0),
            NSDS_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace nsds::test::polyhedral_friction_test
