// A network of two genes that switch each other by thresholds (the reference StepSystem), a relation of type 2:
//
//   x' = diag(-4.5, -1.5) x + 40 ((1 - λ3) λ2, λ1 (1 - λ4)),   y = (4 - x1, 4 - x2, 8 - x1, 8 - x2),   -y ∈ N_[0,1](λ).
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

Run build_network(const Settings& settings) {
  Run run;
  run.model = make_model(settings);
  auto& genes = run.model->add<FirstOrderLinearDS>(Vector{{1.0, 6.0}}, Vector{{-4.5, -1.5}}.asDiagonal());
  const FirstOrderType2R thresholds(
      4,
      [](VectorConstRef x, VectorConstRef, VectorRef y) {
        y << 4.0 - x[0], 4.0 - x[1], 8.0 - x[0], 8.0 - x[1];
      },
      [](VectorConstRef l, VectorRef r) { r << 40.0 * (1.0 - l[2]) * l[1], 40.0 * l[0] * (1.0 - l[3]); },
      [](VectorConstRef, VectorConstRef, MatrixRef C, MatrixRef) {
        C << -1.0, 0.0, 0.0, -1.0, -1.0, 0.0, 0.0, -1.0;
      },
      [](VectorConstRef l, MatrixRef B) {
        B << 0.0, 40.0 * (1.0 - l[2]), -40.0 * l[1], 0.0,  //
            40.0 * (1.0 - l[3]), 0.0, 0.0, -40.0 * l[0];
      });
  run.model->link(RelayNSL(0.0, 1.0), thresholds, genes);
  auto stepping = std::make_unique<TimeStepping>(*run.model, TimeDiscretisation(0.0, settings.h),
                                                 EulerMoreauOSI(0.5), Relay());
  stepping->setNewtonOptions({.tolerance = 5e-4});
  run.simulation = std::move(stepping);
  run.check = [&genes] { return genes.x()[0]; };
  return run;
}

}  // namespace nsds::bench
