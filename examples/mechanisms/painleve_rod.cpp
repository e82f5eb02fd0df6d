#include "mechanisms/painleve_rod.hpp"

#include <cmath>

namespace nsds::mechanisms {

namespace {
constexpr double inertia = 1.0 / 3.0;  // m (2 l)^2 / 12, l = m = 1
}

PainleveRod::PainleveRod(Model& model, double mu, double angle, double slip)
    : rod(&model.add<LagrangianDS>(Vector{{0.0, std::sin(angle), angle}}, Vector{{slip, 0.0, 0.0}},
                                   Matrix(Vector{{1.0, 1.0, inertia}}.asDiagonal()))),
      tip(&model.link(
          NewtonImpactFrictionNSL(0.0, 0.0, mu, 2),
          LagrangianScleronomousR(
              2, [](VectorConstRef q, VectorRef y) { y << q[1] - std::sin(q[2]), q[0] - std::cos(q[2]); },
              [](VectorConstRef q, MatrixRef H) { H << 0.0, 1.0, -std::cos(q[2]), 1.0, 0.0, std::sin(q[2]); })
              .setCurvature([](VectorConstRef q, VectorConstRef v, VectorRef gamma) {
                gamma << std::sin(q[2]) * v[2] * v[2], std::cos(q[2]) * v[2] * v[2];
              }),
          *rod)) {
  rod->setFExt(Vector{{0.0, -gravity, 0.0}});
  tip->setName("tip");
}

double PainleveRod::energy() const {
  return rod->kineticEnergy() + gravity * rod->q()[1];
}

double PainleveRod::placeOfTip() const {
  return rod->q()[0] - std::cos(rod->q()[2]);
}

}  // namespace nsds::mechanisms
