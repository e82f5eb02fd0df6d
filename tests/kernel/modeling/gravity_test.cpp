// Gravity is set once for the bodies of a model.
#include <gtest/gtest.h>

#include <nsds/kernel.hpp>

namespace nsds::test::gravity_test {
namespace {

NewtonEulerDS& addBody(Model& model) {
  return model.add<NewtonEulerDS>(Vector{{0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6), 1.0,
                                  Matrix(Matrix::Identity(3, 3)));
}

/// Gravity acts on bodies that are there and on those that come, beside other forces: z = -g t²/2 + f t²/2m.
TEST(Gravity, ActsOnAllBodies) {
  Model model(0.0, 1.0);
  auto& before = addBody(model);
  model.setGravity(Vector3(0.0, 0.0, -9.81));
  auto& after = addBody(model);
  after.setFExt(Vector{{2.0, 0.0, 0.0}});
  TimeStepping s(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
  s.run();
  EXPECT_NEAR(before.q()[2], -0.5 * 9.81, 1e-12);
  EXPECT_NEAR(after.q()[2], -0.5 * 9.81, 1e-12);
  EXPECT_NEAR(after.q()[0], 1.0, 1e-12);
}

}  // namespace
}  // namespace nsds::test::gravity_test
