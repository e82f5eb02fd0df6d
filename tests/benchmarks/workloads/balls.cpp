// n balls side by side on a plane: n islands of one contact in one one-step problem.
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

Run build_balls(const Settings& settings) {
  Run run;
  run.model = make_model(settings);
  LagrangianLinearTIDS* last = nullptr;
  for (int i = 0; i < settings.n; ++i) {
    last = &add_body(*run.model, R);
    run.model->link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}, -R), *last);
  }
  run.simulation = std::make_unique<TimeStepping>(*run.model, TimeDiscretisation(0.0, settings.h),
                                                  MoreauJeanOSI(0.5), make_lcp_formulation(settings));
  run.check = [last] { return last->q()[0]; };
  return run;
}

}  // namespace nsds::bench
