#include "mechanisms/slider_crank_clearance.hpp"

#include <cmath>

namespace nsds::mechanisms {

namespace {

const double l1 = SliderCrankClearance::l1, l2 = SliderCrankClearance::l2;
const double a = 0.05, b = 0.025, g = 9.81;
const double m1 = 0.038, m2 = 0.038, m3 = 0.076, J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6;
const double coupling = (0.5 * m2 + m3) * l1 * l2;  // of crank and rod

double pinX(VectorConstRef q) {
  return l1 * std::cos(q[0]) + l2 * std::cos(q[1]);
}
double pinY(VectorConstRef q) {
  return l1 * std::sin(q[0]) + l2 * std::sin(q[1]);
}

LagrangianDS& addMechanism(Model& model, double rate) {
  // Rod along the axis, the pin on it: l1 v0 + l2 v1 = 0.
  auto& mechanism = model.add<LagrangianDS>(Vector::Zero(3), Vector{{rate, -rate * l1 / l2, 0.0}},
                                            [](VectorConstRef q, MatrixRef M) {
                                              const double c = coupling * std::cos(q[0] - q[1]);
                                              M << J1 + (0.25 * m1 + m2 + m3) * l1 * l1, c, 0.0, c,
                                                  J2 + (0.25 * m2 + m3) * l2 * l2, 0.0, 0.0, 0.0, J3;
                                            });
  mechanism.setFGyr([](VectorConstRef q, VectorConstRef v, VectorRef f) {
    const double s = coupling * std::sin(q[0] - q[1]);
    f << s * v[1] * v[1], -s * v[0] * v[0], 0.0;
  });
  mechanism.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) {
    f << (0.5 * m1 + m2 + m3) * g * l1 * std::cos(q[0]), (0.5 * m2 + m3) * g * l2 * std::cos(q[1]), 0.0;
  });
  mechanism.prescribe(0, rate);
  return mechanism;
}

/// The corner (along a, across b) of the slider, along and across +1 or -1, and the guide on its side.
void linkCorner(Model& model, LagrangianDS& mechanism, double along, double across, double c) {
  model.link(NewtonImpactFrictionNSL(0.4, 0.0, 0.01, 2),
             LagrangianScleronomousR(
                 2,
                 [=](VectorConstRef q, VectorRef y) {
                   const double s = std::sin(q[2]), t = std::cos(q[2]);
                   y << b + c - across * (pinY(q) + along * a * s + across * b * t),
                       pinX(q) + along * a * t - across * b * s;
                 },
                 [=](VectorConstRef q, MatrixRef H) {
                   const double s = std::sin(q[2]), t = std::cos(q[2]);
                   H << -across * l1 * std::cos(q[0]), -across * l2 * std::cos(q[1]),
                       -across * (along * a * t - across * b * s), -l1 * std::sin(q[0]), -l2 * std::sin(q[1]),
                       -along * a * s - across * b * t;
                 }),
             mechanism);
}

}  // namespace

SliderCrankClearance::SliderCrankClearance(Model& model, double c, double rate)
    : mechanism(&addMechanism(model, rate)) {
  for (const double across : {1.0, -1.0})
    for (const double along : {1.0, -1.0}) linkCorner(model, *mechanism, along, across, c);
}

double SliderCrankClearance::pinX() const {
  return nsds::mechanisms::pinX(mechanism->q());
}
double SliderCrankClearance::pinY() const {
  return nsds::mechanisms::pinY(mechanism->q());
}

double SliderCrankClearance::energy() const {
  const auto q = mechanism->q();
  return mechanism->kineticEnergy() + (0.5 * m1 * l1 * std::sin(q[0]) + m3 * pinY()) * g +
         m2 * g * (l1 * std::sin(q[0]) + 0.5 * l2 * std::sin(q[1]));
}

}  // namespace nsds::mechanisms
