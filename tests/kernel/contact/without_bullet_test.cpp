// A build without Bullet refuses the shapes that need it, by the name of the switch.
#include <gtest/gtest.h>

#include <nsds/kernel.hpp>
#include <string>

namespace nsds::test::without_bullet_test {
namespace {

TEST(ABuildWithoutBullet, RefusesCylindersByTheSwitch) {
  Model model(0.0, 1.0);
  auto& body = model.add<NewtonEulerDS>(Vector{{0, 0, 0, 1, 0, 0, 0}}, Vector::Zero(6), 1.0,
                                        Matrix(Matrix::Identity(3, 3)));
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  try {
    contacts.add(body, Cylinder{0.1, 0.2});
    FAIL() << "it was taken";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("-DNSDS_BULLET=ON"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("cylinder"), std::string::npos) << error.what();
  }
  Manifold manifold;
  EXPECT_THROW(collide(CircularCone{0.1, 0.2}, {}, Sphere{0.1}, {}, 1.0, manifold), InvalidArgument);
  EXPECT_TRUE(contacts.shapes().empty());
}

}  // namespace
}  // namespace nsds::test::without_bullet_test
