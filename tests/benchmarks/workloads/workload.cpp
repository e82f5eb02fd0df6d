// The table of the workloads, and the loop that measures them.
#include "benchmarks/workloads/workload.hpp"

#include <array>
#include <limits>
#include <vector>

#include "benchmarks/measurements/timing.hpp"
#include "nsds/numerics/cpp/lcp.hpp"

namespace nsds::bench {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The norm of the peers at the solution of the problem that the last step left, solved again because a
// formulation keeps no multipliers by island.
double fclib_residual(OneStepNSProblem& formulation, const Settings& settings) {
  const ProblemCopy problem = formulation.copyProblem();
  if (problem.problemClass != "lcp") return not_a_number;
  auto options = numerics::Options(NSDS_CLASS_LCP, settings.solver).set("tolerance", settings.tolerance);
  const numerics::lcp::Problem posed(numerics::view(problem.M), problem.q);
  const numerics::lcp::Solution solution = posed.solve(options);
  const nsds_lcp lcp = posed.view();
  double value = not_a_number;
  if (nsds_lcp_residual_fclib(&lcp, solution.z.data(), &value) != NSDS_OK) return not_a_number;
  return value;
}

// The problem to be solved next, steps up to which are made; null if there is none.
OneStepNSProblem* solve_next(Simulation& simulation) {
  if (auto* stepping = dynamic_cast<TimeStepping*>(&simulation)) {
    stepping->computeOneStep();
    return &stepping->nonSmoothProblem();
  }
  auto& events = dynamic_cast<EventDriven&>(simulation);
  while (events.hasNextEvent()) {
    events.computeOneStep();
    events.nextStep();
    if (events.event() == EventKind::impact) return &events.impactProblem();
  }
  return nullptr;
}

// One step more, with the outcome of its solve.
void add_residuals(Simulation& simulation, const Settings& settings, Measured& measured) {
  constexpr Index largest_copy = 2000;  // the copy is dense
  measured.residual = measured.residual_fclib = not_a_number;
  const bool steps = dynamic_cast<TimeStepping*>(&simulation) != nullptr;
  if (steps && measured.contacts == 0) return;
  simulation.setCheckSolverFunction([&measured](const SolverOutcome& outcome) {
    measured.residual = outcome.residual;
    return outcome.status == SolverStatus::ok ? SolverAction::accept : SolverAction::stop;
  });
  OneStepNSProblem* problem = solve_next(simulation);
  if (problem != nullptr && simulation.indexSet(1).size() <= largest_copy)
    measured.residual_fclib = fclib_residual(*problem, settings);
}

}  // namespace

std::span<const Workload> workloads() {
  static const std::array table{
      Workload{"ball",
               "one ball over a plane: from height 1, e = 0.9; with --resting on the plane, e = 0",
               "z at the end [m]",
               false,
               {.h = 5e-3, .steps = 1000},
               build_ball},
      Workload{"balls",
               "n balls resting on a plane: n contacts that do not see each other",
               "z of the last ball at the end [m]",
               true,
               {.n = 1000, .h = 5e-3, .steps = 200},
               build_balls},
      Workload{"column",
               "n balls on top of each other: n coupled contacts, active in every step",
               "z of the last ball at the end [m]",
               true,
               {.n = 1000, .h = 5e-3, .steps = 200},
               build_column},
      Workload{"diode",
               "a bridge of four diodes between an oscillator and a resistor",
               "voltage of the capacitor at the end [V]",
               false,
               {.h = 1e-6, .steps = 5000},
               build_diode},
      Workload{"ladder",
               "n sections of resistor and capacitor with 100 diodes, sparse matrices",
               "the lowest voltage at the end [V]",
               true,
               {.n = 100'000, .h = 0.05, .steps = 200},
               build_ladder},
      Workload{"network",
               "two genes that switch each other by thresholds, a nonlinear relation of type 2",
               "concentration of the first at the end",
               false,
               {.h = 1e-3, .steps = 3000},
               build_network},
      Workload{"switch",
               "the coil of a converter with two ideal switches, a nonlinear relation with nine rows",
               "current at the end [A]",
               false,
               {.h = 1e-7, .steps = 2000},
               build_ideal_switch},
      Workload{"ed",
               "the ball from event to event: a step leads to the next sampling instant or impact",
               "z at the end [m]",
               false,
               {.h = 5e-3, .steps = 1000},
               build_event_driven},
      Workload{"pendulum",
               "a pendulum at large angles against a wall, by overridden operators",
               "angle at the end [rad]",
               false,
               {.h = 1e-3, .steps = 2000},
               build_pendulum},
      Workload{"spheres",
               "n spheres in columns of five on a plane, mu = 0.5",
               "z of the last sphere at the end [m]",
               true,
               {.n = 1000, .h = 5e-3, .steps = 60},
               build_spheres},
      Workload{"cubes",
               "n cubes in columns of five on a plane, mu = 0.5",
               "z of the last cube at the end [m]",
               true,
               {.n = 1000, .h = 5e-3, .steps = 60},
               build_cubes},
      Workload{"hulls",
               "n convex hulls of twelve points in columns of five on a plane, mu = 0.5",
               "z of the last hull at the end [m]",
               true,
               {.n = 100, .h = 5e-3, .steps = 100},
               build_hulls}};
  return table;
}

std::unique_ptr<Model> make_model(const Settings& settings) {
  return std::make_unique<Model>(0.0, settings.h * (static_cast<double>(settings.steps) + 10.0));
}

LCP make_lcp_formulation(const Settings& settings) {
  return LCP(Solver(settings.solver).set("tolerance", settings.tolerance));
}

LagrangianLinearTIDS& add_body(Model& model, double z) {
  const Matrix mass = Eigen::Vector3d(1.0, 1.0, 0.6 * R * R).asDiagonal();
  auto& body = model.add<LagrangianLinearTIDS>(Vector{{z, 0.0, 0.0}}, Vector::Zero(3), mass);
  body.setFExt([](double, VectorRef force) { force << -g, 0.0, 0.0; });
  return body;
}

Measured measure(const Workload& workload, const Settings& settings) {
  const Run run = workload.build(settings);
  Simulation& simulation = *run.simulation;
  simulation.initialize();
  Measured measured;
  const double begin = thread_seconds();
  for (std::int64_t k = 0; k < settings.steps; ++k) {
    simulation.computeOneStep();
    simulation.nextStep();
  }
  measured.seconds = thread_seconds() - begin;
  measured.contacts = simulation.indexSet(1).size();
  measured.check = run.check();
  add_residuals(simulation, settings, measured);
  return measured;
}

}  // namespace nsds::bench
