// One ball, q = (z, x, angle), z - R >= 0: mostly in flight, or resting with its contact active every step.
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

Run build_ball(const Settings& settings) {
  Run run;
  run.model = make_model(settings);
  LagrangianLinearTIDS& ball = add_body(*run.model, settings.resting ? R : 1.0);
  run.model->link(NewtonImpactNSL(settings.resting ? 0.0 : 0.9),
                  LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}, -R), ball);
  run.simulation = std::make_unique<TimeStepping>(*run.model, TimeDiscretisation(0.0, settings.h),
                                                  MoreauJeanOSI(0.5), make_lcp_formulation(settings));
  run.check = [&ball] { return ball.q()[0]; };
  return run;
}

}  // namespace nsds::bench
