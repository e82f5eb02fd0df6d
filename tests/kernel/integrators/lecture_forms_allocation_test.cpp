// Steady steps of Moreau and Jean's scheme between the ends of a step, and of Schatzman and Paoli's for what is not linear,
// allocate nothing.
#include <gtest/gtest.h>

#include "kernel/integrators/swinging.hpp"
#include "support/malloc_counter.hpp"

namespace nsds::test::lecture_forms_allocation_test {
namespace {

/// A double pendulum on a stop, a body on a joint, a bead on a circle that moves, all in motion.
void build(Model& model) {
  auto& pendulum = addDoublePendulum(model, Vector{{1.0, 0.3}}, Vector::Zero(2));
  model.link(NewtonImpactNSL(0.5),
             LagrangianScleronomousR(1, [](VectorConstRef q, VectorRef y) { y[0] = std::sin(q[0]); }),
             pendulum);
  auto& body = model.add<NewtonEulerDS>(Vector{{0.0, 0.3, 0.4, 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6), 2.0,
                                        Matrix(Vector{{0.3, 0.4, 0.5}}.asDiagonal()));
  body.setGravity(Vector{{0.0, 0.0, -gravity}});
  model.link(EqualityConditionNSL(3), BallJointR(body, {.anchor = Eigen::Vector3d::Zero()}), body);
  auto& bead =
      model.add<LagrangianLinearTIDS>(Vector{{1.0, 0.0}}, Vector{{0.0, 1.0}}, Matrix(Matrix::Identity(2, 2)));
  model.link(EqualityConditionNSL(1),
             LagrangianRheonomousR(
                 1, [](double t, VectorConstRef q, VectorRef y) { y[0] = q.norm() - 1.0 - 0.1 * t * t; }),
             bead);
}

template <class Integrator>
long allocationsOf(Integrator&& integrator) {
  Model model(0.0, 2.0);
  build(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 2e-3), std::forward<Integrator>(integrator));
  for (int k = 0; k < 500; ++k) {  // with impacts among them
    simulation.computeOneStep();
    simulation.nextStep();
  }
  const long before = allocations();
  simulation.run();
  return allocations() - before;
}

TEST(LectureForms, AllocateNothingInSteadySteps) {
  EXPECT_EQ(allocationsOf(MoreauJeanOSI(0.5, Evaluation::middle)), 0);
  EXPECT_EQ(allocationsOf(SchatzmanPaoliOSI()), 0);
}

}  // namespace
}  // namespace nsds::test::lecture_forms_allocation_test
