// The coil of a converter with two ideal switches (the reference IdealSwitch): one state, five equations and four
// complementarity conditions between nine multipliers.
#include <cmath>

#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

Run build_ideal_switch(const Settings& settings) {
  constexpr double L = 200e-6, period = 20e-6, load = 1.0, R1 = 1e-3, R2 = 1e3, A = 100.0;
  Run run;
  run.model = make_model(settings);
  auto& coil = run.model->add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  const auto output = [](double t, VectorConstRef x, VectorConstRef l, VectorRef y) {
    const double phase = t / period;
    const double E = 7.5 - 10.0 * (phase - std::ceil(phase - 1e-6) + 1.0);  // from before, where it jumps
    y << l[4] - E, x[0] - l[3] / load, l[2] - 20.0 + l[0] * (l[6] + R1), l[2] + l[1] * (l[8] + R1),
        x[0] - l[0] - l[1], R2 - l[6] - R1, A * (l[4] - l[3]) + l[5], R2 - l[8] - R1, l[7] - l[2];
  };
  const auto input = [](double, VectorConstRef, VectorConstRef l, VectorRef r) { r[0] = (l[2] - l[3]) / L; };
  const auto output_jacobians = [](double, VectorConstRef, VectorConstRef l, MatrixRef C, MatrixRef D) {
    C(1, 0) = C(4, 0) = 1.0;
    D(0, 4) = D(2, 2) = D(3, 2) = D(6, 5) = D(8, 7) = 1.0;
    D(4, 0) = D(4, 1) = D(5, 6) = D(7, 8) = D(8, 2) = -1.0;
    D(1, 3) = -1.0 / load;
    D(2, 0) = l[6] + R1;
    D(2, 6) = l[0];
    D(3, 1) = l[8] + R1;
    D(3, 8) = l[1];
    D(6, 4) = A;
    D(6, 3) = -A;
  };
  const auto input_jacobians = [](double, VectorConstRef, VectorConstRef, MatrixRef, MatrixRef B) {
    B(0, 2) = 1.0 / L;
    B(0, 3) = -1.0 / L;
  };
  run.model->link(MixedComplementarityNSL(5, 4),
                  FirstOrderNonLinearR(9, output, input, output_jacobians, input_jacobians), coil);
  auto stepping = std::make_unique<TimeStepping>(*run.model, TimeDiscretisation(0.0, settings.h),
                                                 EulerMoreauOSI(0.5), MLCP(Solver("lemke")));
  stepping->setNewtonOptions({.tolerance = 1e-11});
  run.simulation = std::move(stepping);
  run.check = [&coil] { return coil.x()[0]; };
  return run;
}

}  // namespace nsds::bench
