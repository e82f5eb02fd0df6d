// Delassus's example: which of several closed contacts stay closed cannot be told from the signs of the forces that equalities
// in their place would have. A point of unit mass at rest in the corner of two half planes, n_i . q >= 0, is loaded by f:
//
//   y'' = W F + a,   W_ij = n_i . n_j = [[1, c], [c, 1]],   a_i = n_i . f,   0 <= y'' ⟂ F >= 0.
//
// Moreau (1988), after Delassus (1917); V. Acary, lecture on the formulation of nonsmooth dynamical systems.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <nsds/kernel.hpp>

namespace nsds::test::delassus_test {
namespace {

/// The corner and its load. n_1 = (1, 0), n_2 = (c, s).
struct Corner {
  double c;
  Eigen::Vector2d a;

  Matrix normals() const { return Matrix{{1.0, 0.0}, {c, std::sqrt(1.0 - c * c)}}; }
  Matrix W() const { return Matrix{{1.0, c}, {c, 1.0}}; }
  /// The forces of equalities in the place of both contacts.
  Vector ofEqualities() const { return -W().inverse() * a; }
  /// The force of an equality in the place of one contact, the other one having been dropped.
  double ofOne(Index i) const { return -a[i]; }

  /// Contacts without restitution, or equalities, on the point at rest.
  struct Loaded {
    std::unique_ptr<Model> model = std::make_unique<Model>(0.0, 0.1);
    LagrangianLinearTIDS* point = nullptr;
    std::vector<Interaction*> contacts;
  };
  template <class Law>
  Loaded load(const Law& law) const {
    Loaded made;
    made.point =
        &made.model->add<LagrangianLinearTIDS>(Vector::Zero(2), Vector::Zero(2), Matrix::Identity(2, 2));
    made.point->setFExt(normals().inverse() * a);
    for (Index i = 0; i < 2; ++i)
      made.contacts.push_back(
          &made.model->link(law, LagrangianLinearTIR(Matrix(normals().row(i))), *made.point));
    return made;
  }
};

// Both forces of the equalities are negative, and yet the first contact presses: F = (1, 0).
const Corner obtuse{-0.9, {-1.0, 2.0}};
// The force of the first equality is positive. With the second contact dropped, the force of the first is negative, and
// neither presses: F = (0, 0).
const Corner acute{0.9, {1.0, 2.0}};

struct Case {
  const char* name;
  Corner corner;
  Eigen::Vector2d forces;
};

class Delassus : public ::testing::TestWithParam<Case> {
 protected:
  const Corner& corner = GetParam().corner;
  const Eigen::Vector2d& forces = GetParam().forces;
  Vector accelerations() const { return corner.W() * forces + corner.a; }
};

TEST(DelassusExample, SignsOfTheForcesOfEqualitiesMislead) {
  const Vector both = obtuse.ofEqualities();
  EXPECT_NEAR(both[0], -0.8 / 0.19, 1e-12);
  EXPECT_NEAR(both[1], -1.1 / 0.19, 1e-12);
  // Who drops all contacts with F < 0 lets the point through the first one: y_1'' = a_1 < 0.
  EXPECT_LT(obtuse.a[0], 0.0);

  const Vector other = acute.ofEqualities();
  EXPECT_NEAR(other[0], 0.8 / 0.19, 1e-12);
  EXPECT_NEAR(other[1], -1.1 / 0.19, 1e-12);
  // Who drops the second contact for its F_2 < 0 and keeps the first for its F_1 > 0 glues the point to it.
  EXPECT_EQ(acute.ofOne(0), -1.0);
}

/// The equalities themselves are held with these forces, so that the figures above are those of a simulation.
TEST(DelassusExample, EqualitiesHaveTheForcesWithTheWrongSigns) {
  for (const Corner& corner : {obtuse, acute}) {
    const Corner::Loaded held = corner.load(EqualityConditionNSL(1));
    EventDriven simulation(*held.model, TimeDiscretisation(0.0, 0.1), Dopri5());
    simulation.initialize();
    for (Index i = 0; i < 2; ++i)
      EXPECT_NEAR(held.contacts[static_cast<std::size_t>(i)]->lambda()[0], corner.ofEqualities()[i], 1e-12);
  }
}

TEST_P(Delassus, IsRightFromEventToEvent) {
  const Corner::Loaded loaded = corner.load(NewtonImpactNSL(0.0));
  EventDriven simulation(*loaded.model, TimeDiscretisation(0.0, 0.02), Dopri5());
  simulation.initialize();
  int samples = 0;
  simulation.run([&](const Simulation& s) {
    const Vector rates = corner.normals() * simulation.acceleration(*loaded.point);
    for (Index i = 0; i < 2; ++i) {
      const Interaction& contact = *loaded.contacts[static_cast<std::size_t>(i)];
      EXPECT_NEAR(contact.lambda()[0], forces[i], 1e-12);
      EXPECT_NEAR(rates[i], accelerations()[i], 1e-12);
      EXPECT_NEAR(contact.y()[0], 0.5 * accelerations()[i] * s.time() * s.time(), 1e-11);
    }
    ++samples;
  });
  EXPECT_EQ(samples, 5);
}

/// A step has the impulses h F, and velocities h y''.
TEST_P(Delassus, IsRightInEveryStepOfTimeStepping) {
  const double h = 0.01;
  const Corner::Loaded loaded = corner.load(NewtonImpactNSL(0.0));
  TimeStepping simulation(*loaded.model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          LCP(Solver("lemke")));
  simulation.run([&](const Simulation& s) {
    for (Index i = 0; i < 2; ++i) {
      const Interaction& contact = *loaded.contacts[static_cast<std::size_t>(i)];
      EXPECT_NEAR(contact.lambda()[0], h * forces[i], 1e-14);
      EXPECT_NEAR(contact.velocity()[0], s.time() * accelerations()[i], 1e-13);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Corners, Delassus,
                         ::testing::Values(Case{"obtuse", obtuse, {1.0, 0.0}},
                                           Case{"acute", acute, {0.0, 0.0}}),
                         [](const auto& corner) { return corner.param.name; });

}  // namespace
}  // namespace nsds::test::delassus_test
