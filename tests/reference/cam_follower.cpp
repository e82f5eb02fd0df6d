// A spring-mounted follower, m = 1.221 kg, k = 1430.8 N/m, above the ground q = 0, and the motion of a cam
// that the reference records beside it.
#include <cmath>
#include <nsds/kernel.hpp>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

struct Cam {
  double position;
  double velocity;
};

/// Base circle, nose and flank, each a circle: the slider-crank formula of its arc.
Cam cam(double t) {
  constexpr double pi = 3.14159265;  // as in the reference
  const double Rb = 0.40, k1 = 0.45, rho1 = 0.85, k2 = 0.40393320723821, rho3 = 0.15, rho2 = 0.55393320723821;
  const double b2 = 1.050328174371336, b3 = 1.22173047639603;
  double w = 2.0 * pi * 358.0 / 60.0;
  double b = std::fmod(w * t + 0.5 * pi, 2.0 * pi);
  if (b > pi) {
    b = 2.0 * pi - b;
    w = -w;
  }
  Cam c{rho2, 0.0};
  if (b <= 0.5 * pi) {
    c = {Rb, 0.0};
  } else if (b <= 0.5 * pi + b2) {
    const double s = k1 / rho1 * std::cos(b);
    const double root = std::sqrt(1.0 - s * s);
    c.position = -k1 * std::sin(b) + rho1 * root;
    c.velocity = (-k1 * std::cos(b) + k1 * k1 * std::sin(b) * std::cos(b) / (rho1 * root)) * w;
  } else if (b <= 0.5 * pi + b3) {
    const double a = b + pi / 9.0;
    const double s = k2 / rho3 * std::sin(a);
    const double root = std::sqrt(1.0 - s * s);
    c.position = -k2 * std::cos(a) + rho3 * root;
    c.velocity = (k2 * std::sin(a) - k2 * k2 * std::sin(a) * std::cos(a) / (rho3 * root)) * w;
  }
  c.position -= 0.3;
  return c;
}

/// t, q, v, lambda, F_ext, position and velocity of the cam, q + position of the cam.
Rows follow(double q0, double v0) {
  Model model(0.0, 1.0);
  auto& follower = model.add<LagrangianLinearTIDS>(Vector::Constant(1, q0), Vector::Constant(1, v0),
                                                   Matrix::Constant(1, 1, 1.221),
                                                   Matrix::Constant(1, 1, 1430.8), Matrix::Zero(1, 1));
  auto& contact = model.link(NewtonImpactNSL(0.8), LagrangianLinearTIR(Matrix{{1.0}}), follower);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-4), MoreauJeanOSI(0.5, {.restingGap = 0.0}),
                          LCP(tight()));
  Rows rows;
  const auto record = [&](const Simulation& s) {
    Vector force(1);
    follower.fExt(s.time(), force);
    const Cam c = cam(s.time());
    rows.push_back({s.time(), follower.q()[0], follower.v()[0], contact.lambda()[0], force[0], c.position,
                    c.velocity, follower.q()[0] + c.position});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

}  // namespace

/// At rest on the ground, without a force: stays there.
Rows camFollower() {
  return follow(0.0, 0.0);
}

/// Thrown upwards; the reference uses its relation with a moving part, which it sets to zero.
Rows camFollowerMoving() {
  return follow(0.4, 0.4);
}

}  // namespace nsds::test
