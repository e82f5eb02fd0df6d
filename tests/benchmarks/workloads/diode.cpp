// A diode bridge supplies a resistor R from an oscillator L, C; x = (v_C, i_L):
//
//   x' = A x + B lambda,  y = C x + D lambda,  0 <= y _|_ lambda >= 0   (Acary, Brogliato 2008, chapter 1).
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

Run build_diode(const Settings& settings) {
  const double capacity = 1e-6, inductance = 1e-2, resistance = 1e3;
  Run run;
  run.model = make_model(settings);
  auto& circuit = run.model->add<FirstOrderLinearDS>(Vector{{10.0, 0.0}},
                                                     Matrix{{0.0, -1.0 / capacity}, {1.0 / inductance, 0.0}});
  FirstOrderLinearTIR bridge(Matrix{{0.0, 0.0}, {0.0, 0.0}, {-1.0, 0.0}, {1.0, 0.0}},
                             Matrix{{0.0, 0.0, -1.0 / capacity, 1.0 / capacity}, {0.0, 0.0, 0.0, 0.0}});
  const double s = 1.0 / resistance;
  bridge.setD(Matrix{{s, s, -1.0, 0.0}, {s, s, 0.0, -1.0}, {1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}});
  run.model->link(ComplementarityConditionNSL(), bridge, circuit);
  run.simulation = std::make_unique<TimeStepping>(*run.model, TimeDiscretisation(0.0, settings.h),
                                                  EulerMoreauOSI(0.5), make_lcp_formulation(settings));
  run.check = [&circuit] { return circuit.x()[0]; };
  return run;
}

}  // namespace nsds::bench
