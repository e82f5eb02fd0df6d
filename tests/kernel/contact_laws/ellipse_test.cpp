// Friction with an ellipse: the law holds at the velocity after each step,
//
//   λ_T = −λ_N D² w_T / |D w_T|,   D = diag(μ_1, μ_2),
//
// it is Coulomb's where the coefficients are equal, and along the axes.
#include <gtest/gtest.h>

#include "kernel/contact_laws/block.hpp"

namespace nsds::test::friction_ellipse {
namespace {

constexpr double mass = 1.5, mu1 = 0.6, mu2 = 0.2;

using AnisotropicNSL = NewtonImpactAnisotropicFrictionNSL;

FrictionContact exact() {
  return FrictionContact(Solver("auto").set("tolerance", 1e-13));
}

/// How far λ and w of a contact are from the law, in the units of the block.
double defectOf(const Vector& lambda, const Vector& w, double a, double b, double impulse, double speed) {
  const Vector D{{a, b}}, T = lambda.tail(2), slip = w.tail(2);
  const double inside =
      std::sqrt(std::pow(a > 0.0 ? T[0] / a : 0.0, 2) + std::pow(b > 0.0 ? T[1] / b : 0.0, 2));
  double defect = std::max({(inside - lambda[0]) / impulse, -lambda[0] / impulse, -w[0] / speed,
                            std::abs(w[0] * lambda[0]) / (impulse * speed)});
  // Friction takes the most power that the ellipse has: −λ_T · w_T = λ_N |D w_T|.
  const double power = lambda[0] * D.cwiseProduct(slip).norm();
  defect = std::max(defect, std::abs(T.dot(slip) + power) / (impulse * speed));
  // Where it slides the impulse is along D² w_T.
  const Vector along = D.cwiseProduct(slip);
  if (along.norm() > 1e-6 * speed)
    defect = std::max(defect, (T + lambda[0] / along.norm() * D.cwiseProduct(along)).norm() / impulse);
  return defect;
}

TEST(Ellipse, HoldsWhereABlockSlides) {
  const double h = 1e-3;
  for (const double direction : {0.0, 0.3, 0.8, 1.3, 2.2, 4.0}) {
    const Vector v0{{0.0, std::cos(direction), std::sin(direction)}};
    Block block(AnisotropicNSL(0.0, 0.0, mu1, mu2), mass, onASlope(mass, 0.1, 0.5, 3), v0, 0.5);
    block.simulate(TimeDiscretisation(0.0, h), exact());
    while (block.simulation->hasNextEvent()) {
      block.step();
      ASSERT_LE(defectOf(block.contact->lambda(), block.contact->velocity(), mu1, mu2, mass * g * h, 1.0),
                1e-10)
          << direction << " at " << block.simulation->time();
    }
  }
}

/// Slopes along the axes: between the two coefficients a block stays along one and slides along the other, at
/// g (sin α − μ cos α).
TEST(Ellipse, IsCoulombsLawAlongTheAxes) {
  const double alpha = std::atan(0.4);
  const auto speedAt = [&](double phi) {
    Block block(AnisotropicNSL(0.0, 0.0, mu1, mu2), mass, onASlope(mass, alpha, phi, 3), Vector::Zero(3),
                0.3);
    block.simulate(TimeDiscretisation(0.0, 1e-2), exact());
    while (block.simulation->hasNextEvent()) block.step();
    return Vector(block.v().tail(2));
  };
  EXPECT_NEAR(speedAt(0.0).norm(), 0.0, 1e-10);
  const Vector across = speedAt(0.5 * M_PI);
  EXPECT_NEAR(across[1], 0.3 * g * (std::sin(alpha) - mu2 * std::cos(alpha)), 1e-10);
  EXPECT_NEAR(across[0], 0.0, 1e-10);
}

/// A pull at angle φ that grows first moves the block where the pull leaves the ellipse, and along the normal there.
TEST(Ellipse, BeginsToSlideAtTheEllipseAlongItsNormal) {
  const double phi = 0.6;
  const double limit =
      mass * g / std::sqrt(std::pow(std::cos(phi) / mu1, 2) + std::pow(std::sin(phi) / mu2, 2));
  for (const double part : {0.999, 1.001}) {
    const Vector f{{-mass * g, part * limit * std::cos(phi), part * limit * std::sin(phi)}};
    Block block(
        AnisotropicNSL(0.0, 0.0, mu1, mu2), mass, [f](double) { return f; }, Vector::Zero(3), 0.01);
    block.simulate(TimeDiscretisation(0.0, 1e-3), exact());
    block.step();
    const Vector v = block.v().tail(2);
    if (part < 1.0) {
      EXPECT_NEAR(v.norm(), 0.0, 1e-12);
    } else {
      // The normal (cos φ / μ_1², sin φ / μ_2²) turns by O(part − 1).
      const double normal = std::atan2(std::sin(phi) / (mu2 * mu2), std::cos(phi) / (mu1 * mu1));
      EXPECT_NEAR(std::atan2(v[1], v[0]), normal, 0.02);
      EXPECT_GT(std::abs(normal - phi), 0.5);
    }
  }
}

TEST(Ellipse, OfACircleIsCoulombs) {
  const auto motion = [](const auto& law) {
    Block block(law, mass, onASlope(mass, 0.5, 1.0, 3), Vector{{-0.5, 0.7, -0.4}}, 0.3);
    block.simulate(TimeDiscretisation(0.0, 1e-3), exact());
    std::vector<double> all;
    while (block.simulation->hasNextEvent()) {
      block.step();
      for (const double x : block.v()) all.push_back(x);
    }
    return all;
  };
  EXPECT_EQ(motion(AnisotropicNSL(0.4, 0.1, 0.3, 0.3)), motion(NewtonImpactFrictionNSL(0.4, 0.1, 0.3, 3)));
}

/// A skate: nothing resists along the blade, and what resists across it is Coulomb's.
TEST(Ellipse, WithoutFrictionAlongOneAxisIsASkate) {
  for (const bool first : {true, false}) {
    const AnisotropicNSL law(0.0, 0.0, first ? 0.0 : 0.3, first ? 0.3 : 0.0);
    const Index along = first ? 1 : 2, across = first ? 2 : 1;
    Vector v0 = Vector::Zero(3);
    v0[along] = 0.8;
    v0[across] = 0.2;
    Block block(law, mass, onASlope(mass, 0.0, 0.0, 3), v0, 0.2);
    block.simulate(TimeDiscretisation(0.0, 1e-3), exact());
    while (block.simulation->hasNextEvent()) {
      block.step();
      ASSERT_EQ(block.v()[along], 0.8);
      ASSERT_EQ(block.contact->lambda()[along], 0.0);
      ASSERT_NEAR(block.v()[across], std::max(0.0, 0.2 - 0.3 * g * block.simulation->time()), 1e-10);
    }
  }
}

/// Two contacts of one body that see each other, by both formulations: the law of each holds, with its own ellipse.
TEST(Ellipse, HoldsInContactsThatAreCoupled) {
  const double h = 1e-2;
  Matrix M = Matrix::Identity(6, 6) * 2.0;
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) M(i, j) += 0.3 * std::cos(1.0 + static_cast<double>(i * j + i + j));
  M = (0.5 * (M + M.transpose())).eval();
  const double pairs[2][2] = {{0.5, 0.1}, {0.0, 0.4}};
  const auto run = [&](auto problem) {
    Model model(0.0, 0.3);
    const Vector v0{{0.0, 1.0, 0.5, -0.2, -0.7, 0.9}};
    auto& body = model.add<LagrangianLinearTIDS>(Vector::Zero(6), v0, M);
    body.setFExt([](double, VectorRef f) { f << -10.0, 1.0, 2.0, -15.0, 0.5, -1.0; });
    std::vector<Interaction*> contacts;
    for (Index c = 0; c < 2; ++c) {
      Matrix H = Matrix::Zero(3, 6);
      H.block(0, 3 * c, 3, 3).setIdentity();
      contacts.push_back(
          &model.link(AnisotropicNSL(0.0, 0.0, pairs[c][0], pairs[c][1]), LagrangianLinearTIR(H), body));
    }
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5), std::move(problem));
    simulation.initialize();
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
      for (std::size_t c = 0; c < 2; ++c)
        EXPECT_LE(
            defectOf(contacts[c]->lambda(), contacts[c]->velocity(), pairs[c][0], pairs[c][1], 15.0 * h, 1.0),
            1e-9)
            << "contact " << c << " at " << simulation.time();
    }
    return Vector(body.v());
  };
  const Vector v = run(exact());
  EXPECT_NEAR((run(GenericMechanical(Solver("auto").set("tolerance", 1e-13))) - v).norm(), 0.0, 1e-8);
}

/// Friction takes energy in every step of an impact at an angle.
TEST(Ellipse, TakesEnergy) {
  Block block(AnisotropicNSL(0.0, 0.0, mu1, mu2), mass, onASlope(mass, 0.0, 0.0, 3), Vector{{-2.0, 1.0, 3.0}},
              0.3);
  block.simulate(TimeDiscretisation(0.0, 1e-3), exact());
  double before = block.v().squaredNorm();
  while (block.simulation->hasNextEvent()) {
    block.step();
    ASSERT_LE(block.v().squaredNorm(), before + 1e-12);
    ASSERT_LE(block.contact->lambda().tail(2).dot(block.v().tail(2)), 1e-14);
    before = block.v().squaredNorm();
  }
}

}  // namespace
}  // namespace nsds::test::friction_ellipse
