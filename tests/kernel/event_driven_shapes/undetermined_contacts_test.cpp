// Contacts at rest without force or acceleration: the first derivative of the load that is not zero decides.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/event_driven_shapes/shape_scene.hpp"

namespace nsds::test::undetermined_contacts_test {
namespace {

/// A weightless mass of 1 kg rests on a floor. The load tᵖ lifts it, y = tᵖ⁺² / ((p + 1) (p + 2)); −tᵖ presses it down, F = tᵖ.
TEST(UndeterminedContacts, AreDecidedByTheFirstDerivativeThatIsNotZero) {
  for (int p = 1; p <= 4; ++p) {
    for (const double sign : {1.0, -1.0}) {
      Model model(0.0, 1.0);
      model.setScales({1.0, 1.0, 1.0});
      auto& mass = model.add<LagrangianDS>(Vector(Vector::Zero(1)), Vector(Vector::Zero(1)),
                                           Matrix(Matrix::Identity(1, 1)));
      mass.setFExt([=](double t, VectorRef force) { force[0] = sign * std::pow(t, p); });
      const Interaction& contact =
          model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix(Matrix::Identity(1, 1))), mass);
      EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Hem5());
      simulation.initialize();
      EXPECT_EQ(simulation.indexSet(2).size(), 1U);
      simulation.run();
      const double height = sign > 0.0 ? 1.0 / ((p + 1.0) * (p + 2.0)) : 0.0;
      EXPECT_NEAR(mass.q()[0], height, 1e-9) << p << " " << sign;
      EXPECT_NEAR(contact.lambda()[0], sign > 0.0 ? 0.0 : 1.0, 1e-9) << p << " " << sign;
      EXPECT_EQ(simulation.events(), 0) << p << " " << sign;
    }
  }
}

/// A plank rocks on a cylinder that does not move, without slip: a closed phase without events, in which DOPRI5 lets the gap drift.
TEST(LongClosedPhases, AreBroughtBackBeforeTheyDrift) {
  PlanarScene scene(60.0, 5.0);
  scene.addBox(1.0, 0.1, Vector{{0.0, 1.1, 0.0}}, Vector{{-0.2 * 0.1, 0.0, 0.2}});
  scene.contacts.addStatic(Disk{1.0});
  Dopri5 integrator;
  SmoothOptions options = integrator.options();
  options.relativeTolerance = 1e-5;
  options.absoluteTolerance = 1e-6;
  integrator.setOptions(options);
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.5), std::move(integrator));
  simulation.setInteractionManager(scene.contacts);
  double drift = 0.0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    for (const auto& contact : scene.model.interactions())
      if (contact->lambda()[0] > 0.0) drift = std::max(drift, std::abs(contact->y()[0]));
  }
  EXPECT_EQ(simulation.stickingContacts().size(), 1U);
  EXPECT_LE(drift, 2e-6);
  EXPECT_GE(drift, 1e-9);  // there is some
}

}  // namespace
}  // namespace nsds::test::undetermined_contacts_test
