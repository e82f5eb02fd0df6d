// A pendulum of mass m and length l at the angle q from the vertical, against a wall below its pivot:
//
//   m l^2 q'' + m g l sin q = H' lambda,   y = l sin q >= 0,   H = l cos q,   e = 0.8, from q = 2 at rest.
//
// Nonlinear in forces and relation: every step is a Newton loop over overridden operators.
#include <cmath>

#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {
namespace {

constexpr double m = 1.0;  // [kg]
constexpr double l = 1.0;  // [m]

class Pendulum final : public LagrangianDS {
 public:
  explicit Pendulum(double angle)
      : LagrangianDS(Vector::Constant(1, angle), Vector::Zero(1), OverriddenOperators{}, true, true) {}

 private:
  void doMass(VectorConstRef, MatrixRef mass) const override { mass(0, 0) = m * l * l; }
  void doFIntGyr(double, VectorConstRef q, VectorConstRef, VectorRef force) const override {
    force[0] = m * g * l * std::sin(q[0]);
  }
  void doFIntGyrJacobians(double, VectorConstRef q, VectorConstRef, MatrixRef dq, MatrixRef) const override {
    dq(0, 0) = m * g * l * std::cos(q[0]);
  }
  bool doExactJacobians() const override { return true; }
};

}  // namespace

Run build_pendulum(const Settings& settings) {
  Run run;
  run.model = make_model(settings);
  auto& pendulum = run.model->add<Pendulum>(2.0);
  run.model->link(NewtonImpactNSL(0.8),
                  LagrangianScleronomousR(
                      1, [](VectorConstRef q, VectorRef y) { y[0] = l * std::sin(q[0]); },
                      [](VectorConstRef q, MatrixRef H) { H(0, 0) = l * std::cos(q[0]); }),
                  pendulum);
  run.simulation = std::make_unique<TimeStepping>(*run.model, TimeDiscretisation(0.0, settings.h),
                                                  MoreauJeanOSI(0.5), make_lcp_formulation(settings));
  run.check = [&pendulum] { return pendulum.q()[0]; };
  return run;
}

}  // namespace nsds::bench
