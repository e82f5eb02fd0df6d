// n balls on top of each other on the ground: one island of n contacts, tridiagonal. All are active in every
// step, for the activation tolerance is far above the rounding of the gaps.
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

Run build_column(const Settings& settings) {
  Run run;
  run.model = make_model(settings);
  const NewtonImpactNSL law(0.0);
  LagrangianLinearTIDS* last = nullptr;
  for (int i = 0; i < settings.n; ++i) {
    LagrangianLinearTIDS& ball = add_body(*run.model, R + 2.0 * R * i);
    if (last == nullptr) {
      run.model->link(law, LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}, -R), ball);
    } else {
      run.model->link(law, LagrangianLinearTIR(Matrix{{-1.0, 0.0, 0.0, 1.0, 0.0, 0.0}}, -2.0 * R), *last,
                      ball);
    }
    last = &ball;
  }
  run.simulation = std::make_unique<TimeStepping>(*run.model, TimeDiscretisation(0.0, settings.h),
                                                  MoreauJeanOSI(0.5), make_lcp_formulation(settings));
  run.check = [last] { return last->q()[0]; };
  return run;
}

}  // namespace nsds::bench
