// Relations between rigid bodies and terms from a mass matrix allocate nothing in steady steps, differences included.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/kernel/modeling/mechanics/gyroscopic.hpp>
#include <nsds/kernel/modeling/mechanics/newton_euler_relation.hpp>

#include "support/malloc_counter.hpp"

namespace nsds::test::drivers_allocation_test {
namespace {

TEST(DriversAllocation, ARelationByDifferencesAllocatesNothing) {
  Model model(0.0, 1.0);
  const Vector q0{{0.0, 0.0, -0.5, 1.0, 0.0, 0.0, 0.0}};
  auto& body =
      model.add<NewtonEulerDS>(q0, Vector{{1.0, 0.0, 0.0, 0.0, -2.0, 0.0}}, 2.0, Matrix::Identity(3, 3));
  body.setGravity(Vector{{0.0, 0.0, -9.81}});
  const Eigen::Vector3d lever(0.0, 0.0, 0.5);
  model.link(EqualityConditionNSL(3),
             NewtonEulerR(3, [=](NewtonEulerR::Poses poses, VectorRef y) { y = poses[0] * lever; }), body);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
  for (int k = 0; k < 5; ++k) {
    simulation.computeOneStep();
    simulation.nextStep();
  }
  const long before = allocations();
  simulation.run();
  EXPECT_EQ(allocations() - before, 0);
}

TEST(DriversAllocation, TermsOfAMassAllocateNothing) {
  const GyroscopicTerms terms = gyroscopicFrom([](VectorConstRef q, MatrixRef M) {
    const double c = std::cos(q[0] - q[1]);
    M << 2.0, c, c, 1.0;
  });
  const Vector q{{0.3, 0.4}}, v{{1.0, 2.0}};
  Vector N(2);
  Matrix J(2, 2);
  long before = 0;
  for (int k = 0; k < 10; ++k) {
    if (k == 1) before = allocations();
    terms.force(q, v, N);
    terms.dForce_dq(q, v, J);
    terms.dForce_dv(q, v, J);
  }
  EXPECT_EQ(allocations() - before, 0);
}

}  // namespace
}  // namespace nsds::test::drivers_allocation_test
