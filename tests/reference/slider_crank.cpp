// A slider crank whose slider has a clearance: Flores, Leine, Glocker (2010), Modeling and analysis of planar
// rigid multibody systems with translational clearance joints based on the non-smooth dynamics approach,
// Multibody System Dynamics 23.
#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

constexpr double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025, c = 0.001, d = 2.0 * (b + c), g = 9.81;
constexpr double m1 = 0.038, m2 = 0.038, m3 = 0.076, J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6;
constexpr double k = (0.5 * m2 + m3) * l1 * l2;

double sliderX(VectorConstRef q) {
  return l1 * std::cos(q[0]) + l2 * std::cos(q[1]);
}
double sliderY(VectorConstRef q) {
  return l1 * std::sin(q[0]) + l2 * std::sin(q[1]);
}

LagrangianDS& addSliderCrank(Model& model) {
  auto& crank = model.add<LagrangianDS>(Vector::Zero(3), Vector{{150.0, -75.0, 0.0}},
                                        [](VectorConstRef q, MatrixRef M) {
                                          M(0, 0) = J1 + (0.25 * m1 + m2 + m3) * l1 * l1;
                                          M(0, 1) = M(1, 0) = k * std::cos(q[1] - q[0]);
                                          M(1, 1) = J2 + (0.25 * m2 + m3) * l2 * l2;
                                          M(2, 2) = J3;
                                        });
  crank.setFGyr(
      [](VectorConstRef q, VectorConstRef v, VectorRef force) {
        const double s = k * std::sin(q[0] - q[1]);
        force << s * v[1] * v[1], -s * v[0] * v[0], 0.0;
      },
      [](VectorConstRef q, VectorConstRef v, MatrixRef dq) {
        const double cosine = k * std::cos(q[0] - q[1]);
        dq.setZero();
        dq(0, 0) = cosine * v[1] * v[1];
        dq(0, 1) = -dq(0, 0);
        dq(1, 0) = -cosine * v[0] * v[0];
        dq(1, 1) = -dq(1, 0);
      },
      [](VectorConstRef q, VectorConstRef v, MatrixRef dv) {
        const double s = k * std::sin(q[0] - q[1]);
        dv.setZero();
        dv(0, 1) = 2.0 * s * v[1];
        dv(1, 0) = -2.0 * s * v[0];
      });
  const double w0 = (0.5 * m1 + m2 + m3) * g * l1;
  const double w1 = (0.5 * m2 + m3) * g * l2;
  crank.setFInt([=](double, VectorConstRef q, VectorConstRef,
                    VectorRef force) { force << w0 * std::cos(q[0]), w1 * std::cos(q[1]), 0.0; },
                [=](double, VectorConstRef q, VectorConstRef, MatrixRef dq) {
                  dq.setZero();
                  dq(0, 0) = -w0 * std::sin(q[0]);
                  dq(1, 1) = -w1 * std::sin(q[1]);
                },
                [](double, VectorConstRef, VectorConstRef, MatrixRef dv) { dv.setZero(); });
  return crank;
}

/// A corner of the slider against a guide. side: -1 the upper guide, +1 the lower; alpha, beta, gamma: signs
/// of a sin and of a cos, b sin of the slider's angle in gap and tangential coordinate.
Interaction& linkCorner(Model& model, LagrangianDS& crank, double side, double alpha, double beta,
                        double gamma) {
  return model.link(NewtonImpactFrictionNSL(0.4, 0.0, 0.01, 2),
                    LagrangianScleronomousR(
                        2,
                        [=](VectorConstRef q, VectorRef y) {
                          const double sine = std::sin(q[2]), cosine = std::cos(q[2]);
                          y[0] = 0.5 * d + side * sliderY(q) + alpha * a * sine - b * cosine;
                          y[1] = sliderX(q) + beta * a * cosine + gamma * b * sine;
                        },
                        [=](VectorConstRef q, MatrixRef H) {
                          const double sine = std::sin(q[2]), cosine = std::cos(q[2]);
                          H << side * l1 * std::cos(q[0]), side * l2 * std::cos(q[1]),
                              alpha * a * cosine + b * sine, -l1 * std::sin(q[0]), -l2 * std::sin(q[1]),
                              -beta * a * sine + gamma * b * cosine;
                        }),
                    crank);
}

/// A contact takes part from a gap of 1e-6 m on, until it is open by 1e-7 m and opens. The reference asks
/// twice in a row.
Activation keepUntilOpen() {
  Activation activation;
  activation.rule = [](const ActivationInput& input) {
    bool active = input.wasActive;
    for (int question = 0; question < 2; ++question)
      active = active ? input.y <= 1e-7 || input.u < 0.0 : input.y <= 1e-6;
    return active;
  };
  return activation;
}

/// The reference iterates until the equations of motion hold in the Euclidean norm, whatever the relative
/// velocities: after one iterate in most steps.
void stepToDefect(TimeStepping& simulation, const LagrangianDS& crank, double tolerance) {
  const double h = simulation.timeStep();
  const double t = simulation.time();
  const Vector v = crank.v();
  Vector start(3), force(3);
  crank.force(t, crank.q(), v, start);
  Matrix mass(3, 3);
  double defect = 1.0;
  while (defect > tolerance) {
    simulation.computeFreeStep();
    simulation.computeOneStepNS();
    simulation.update();
    crank.mass(crank.q(), mass);
    crank.force(t + h, crank.q(), crank.v(), force);
    defect = (mass * (crank.v() - v) - 0.5 * h * (start + force) - crank.p()).norm();
  }
  simulation.nextStep();
}

}  // namespace

/// t, revolutions of the crank, q_1, q_2, v, heights of the corners / c, place of the slider, gaps, their
/// velocities before the projection (not compared), normal impulses, and what is not compared either.
Rows sliderCrank() {
  Model model(0.0, 0.2);
  auto& crank = addSliderCrank(model);
  std::vector<Interaction*> corners{
      &linkCorner(model, crank, -1.0, 1.0, -1.0, -1.0), &linkCorner(model, crank, -1.0, -1.0, 1.0, -1.0),
      &linkCorner(model, crank, 1.0, -1.0, -1.0, 1.0), &linkCorner(model, crank, 1.0, 1.0, 1.0, 1.0)};
  model.setScales({1.0, 1.0, 1.0});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-4), MoreauJeanOSI(0.5, keepUntilOpen()),
                          FrictionContact(Solver("enumeration")));
  PositionProjection projection = identityMetric(model, 1e-10, 10);
  projection.set = ProjectionSet::all;
  simulation.setProjection(projection);
  simulation.initialize();

  Rows rows;
  const auto record = [&] {
    const Vector q = crank.q();
    const Vector v = crank.v();
    const double Y = sliderY(q), s = a * std::sin(q[2]), t = b * std::cos(q[2]);
    std::vector<double> row{simulation.time(), q[0] / (2.0 * std::numbers::pi), q[1], q[2], v[0], v[1], v[2]};
    for (const double height : {Y - s + t - b, Y + s + t - b, Y - s - t + b, Y + s - t + b})
      row.push_back(height / c);
    row.push_back((sliderX(q) - l2) / l1);
    row.push_back(Y / c);
    for (const Interaction* corner : corners) row.push_back(corner->y()[0]);
    row.insert(row.end(), 4, 0.0);
    for (const Interaction* corner : corners) row.push_back(corner->lambda()[0]);
    row.resize(32, 0.0);
    rows.push_back(std::move(row));
  };
  record();
  while (simulation.hasNextEvent()) {
    stepToDefect(simulation, crank, 1e-6);
    record();
  }
  return rows;
}

}  // namespace nsds::test
