// What rests on a slope below the angle of friction stays there for a million steps.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

namespace nsds::test::creep_slow_test {
namespace {

TEST(RestOnASlope, CreepsLessThanANanometreInAMillionSteps) {
  const double edge = 0.1, h = 1e-3, slope = std::atan(0.4);
  Model model(0.0, 1000.0);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  Vector q = Vector::Zero(7);
  q[2] = 0.5 * edge;
  q[3] = 1.0;
  auto& cube =
      model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(edge * edge / 6.0 * Matrix::Identity(3, 3)));
  cube.setFExt(9.81 * Vector{{std::sin(slope), 0.0, -std::cos(slope)}});
  contacts.add(cube, Box{Vector3::Constant(0.5 * edge)});
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  simulation.setInteractionManager(contacts);
  simulation.initialize();
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
  }
  ASSERT_EQ(simulation.step(), 1'000'000);
  EXPECT_LE((cube.q().head<3>() - q.head<3>()).norm(), 1e-9);
  EXPECT_LE(2.0 * cube.q().segment<3>(4).norm(), 1e-9 / edge);
}

}  // namespace
}  // namespace nsds::test::creep_slow_test
