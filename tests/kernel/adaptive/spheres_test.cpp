// Fifty spheres dropped into a frictional box come to rest in adaptive steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <nsds/kernel.hpp>
#include <random>
#include <vector>

namespace nsds::test::spheres_test {
namespace {

TEST(FiftySpheres, ComeToRest) {
  const double g = 9.81;
  Model model(0.0, 30.0);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  for (const Vector3& normal : {Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0)})
    contacts.addStatic(HalfSpace{normal, -1.0});
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> draw(0.0, 1.0);
  std::vector<NewtonEulerDS*> spheres;
  for (int k = 0; k < 50; ++k) {
    const double r = 0.12 + 0.06 * draw(engine), m = 1000.0 * r * r * r;
    Vector q = Vector::Zero(7);
    q.head(3) << -0.6 + 0.4 * (k % 4) + 0.05 * draw(engine), -0.6 + 0.4 * (k / 4 % 4) + 0.05 * draw(engine),
        0.2 + 0.4 * (k / 16);
    q[3] = 1.0;
    spheres.push_back(
        &model.add<NewtonEulerDS>(q, Vector::Zero(6), m, Matrix(0.4 * m * r * r * Matrix::Identity(3, 3))));
    spheres.back()->setFExt(Vector{{0.0, 0.0, -m * g}});
    contacts.add(*spheres.back(), Sphere{r});
  }
  StepControl control;
  control.relativeTolerance = 0.0;
  control.absoluteTolerance = control.violationTolerance = 1e-3;
  control.firstStep = 1e-3;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 0.05), MoreauJeanOSI(0.5),
                                  FrictionContact(Solver("auto").set("tolerance", 1e-8)), control);
  simulation.setInteractionManager(contacts);
  double first = 0.0, now = 0.0;
  ConstraintViolation violation;
  simulation.run(violation, [&](const Simulation&) {
    now = 0.0;
    for (const NewtonEulerDS* sphere : spheres) now += sphere->kineticEnergy();
    first = std::max(first, now);
    if (now < 1e-6 * first) simulation.requestEnd();
  });
  EXPECT_LT(now, 1e-6 * first);
  EXPECT_LT(violation.penetration(), 5e-3);
  // At rest steps are longer than those that impacts allowed.
  EXPECT_GT(simulation.stepControlReport().lastStep, 0.1);
}

}  // namespace
}  // namespace nsds::test::spheres_test
