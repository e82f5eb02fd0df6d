#include "benchmarks/peers/motions/siconos_kernel.hpp"

#include <SiconosKernel.hpp>
// After the kernel, which declares its type only.
#include <SolverOptions.h>
#include <lcp_cst.h>

#include <memory>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/motions/siconos_first_order.hpp"

namespace nsds::bench {
namespace {

constexpr double g = 9.81, R = 0.1;

struct Built {
  std::shared_ptr<NonSmoothDynamicalSystem> system;
  std::shared_ptr<OneStepIntegrator> integrator;
  std::shared_ptr<SiconosVector> probe;
  std::shared_ptr<OneStepNSProblem> problem;
  double tolerance = 0.0;  // of Newton's method; 0 for linear steps
};

std::shared_ptr<LagrangianLinearTIDS> add_body(Built& built, double z) {
  auto mass = std::make_shared<SimpleMatrix>(3, 3);
  (*mass)(0, 0) = (*mass)(1, 1) = 1.0;
  (*mass)(2, 2) = 0.6 * R * R;
  auto q = std::make_shared<SiconosVector>(3);
  auto v = std::make_shared<SiconosVector>(3);
  auto weight = std::make_shared<SiconosVector>(3);
  (*q)(0) = z;
  (*weight)(0) = -g;
  auto body = std::make_shared<LagrangianLinearTIDS>(q, v, mass);
  body->setFExtPtr(weight);
  built.system->insertDynamicalSystem(body);
  built.probe = body->q();
  return body;
}

// Gaps of -1e-9 between stacked bodies: there is no activation tolerance, and with 0 rounding would decide.
void add_balls(Built& built, const std::string& workload, int n, bool resting) {
  const bool column = workload == "column", falling = workload == "ball" && !resting;
  const double overlap = column ? 1e-9 : 0.0;
  auto law = std::make_shared<NewtonImpactNSL>(falling ? 0.9 : 0.0);
  std::shared_ptr<LagrangianLinearTIDS> below;
  for (int i = 0; i < n; ++i) {
    const double z = falling ? 1.0 : column ? R - overlap + i * (2.0 * R - overlap) : R;
    auto body = add_body(built, z);
    const bool on_ground = !column || i == 0;
    auto H = std::make_shared<SimpleMatrix>(1, on_ground ? 3 : 6);
    auto offset = std::make_shared<SiconosVector>(1);
    (*H)(0, on_ground ? 0 : 3) = 1.0;
    if (!on_ground) (*H)(0, 0) = -1.0;
    (*offset)(0) = on_ground ? -R : -2.0 * R;
    auto contact = std::make_shared<Interaction>(law, std::make_shared<LagrangianLinearTIR>(H, offset));
    if (on_ground) {
      built.system->link(contact, body);
    } else {
      built.system->link(contact, below, body);
    }
    below = body;
  }
  built.integrator = std::make_shared<MoreauJeanOSI>(0.5);
}

void add_bridge(Built& built) {
  const double capacity = 1e-6, inductance = 1e-2, resistance = 1e3;
  auto x = std::make_shared<SiconosVector>(2);
  auto A = std::make_shared<SimpleMatrix>(2, 2);
  auto B = std::make_shared<SimpleMatrix>(2, 4);
  auto C = std::make_shared<SimpleMatrix>(4, 2);
  auto D = std::make_shared<SimpleMatrix>(4, 4);
  (*x)(0) = 10.0;
  (*A)(0, 1) = -1.0 / capacity;
  (*A)(1, 0) = 1.0 / inductance;
  (*B)(0, 2) = -1.0 / capacity;
  (*B)(0, 3) = 1.0 / capacity;
  (*C)(2, 0) = -1.0;
  (*C)(3, 0) = 1.0;
  for (unsigned row : {0U, 1U})
    for (unsigned column : {0U, 1U}) (*D)(row, column) = 1.0 / resistance;
  (*D)(0, 2) = (*D)(1, 3) = -1.0;
  (*D)(2, 0) = (*D)(3, 1) = 1.0;
  auto circuit = std::make_shared<FirstOrderLinearDS>(x, A);
  auto relation = std::make_shared<FirstOrderLinearTIR>(C, B);
  relation->setDPtr(D);
  built.system->insertDynamicalSystem(circuit);
  built.system->link(
      std::make_shared<Interaction>(std::make_shared<ComplementarityConditionNSL>(4), relation), circuit);
  built.integrator = std::make_shared<EulerMoreauOSI>(0.5);
  built.probe = circuit->x();
}

void add_first_order(Built& built, const std::shared_ptr<SiconosVector>& x,
                     const std::shared_ptr<SimpleMatrix>& A,
                     const std::shared_ptr<Interaction>& interaction) {
  auto system = std::make_shared<FirstOrderLinearDS>(x, A);
  built.system->insertDynamicalSystem(system);
  built.system->link(interaction, system);
  built.integrator = std::make_shared<EulerMoreauOSI>(0.5);
  built.probe = system->x();
}

void add_network(Built& built) {
  auto x = std::make_shared<SiconosVector>(2);
  auto A = std::make_shared<SimpleMatrix>(2, 2);
  (*x)(0) = 1.0;
  (*x)(1) = 6.0;
  (*A)(0, 0) = -4.5;
  (*A)(1, 1) = -1.5;
  add_first_order(built, x, A, make_network_thresholds());
  built.problem = std::make_shared<Relay>();
  built.tolerance = 5e-4;
}

void add_switch(Built& built) {
  add_first_order(built, std::make_shared<SiconosVector>(1), std::make_shared<SimpleMatrix>(1, 1),
                  make_ideal_switches());
  built.problem = std::make_shared<MLCP>();
  built.tolerance = 1e-11;
}

std::shared_ptr<LCP> make_problem(bool block) {
  auto problem = std::make_shared<LCP>(block ? SICONOS_LCP_NSGS_SBM : SICONOS_LCP_LEMKE);
  if (block) {
    problem->setMStorageType(NM_SPARSE_BLOCK);
    problem->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
    problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-8;
  }
  return problem;
}

}  // namespace

PeerRun run_siconos(const std::string& workload, int n, double h, int steps, bool resting, bool block) {
  Built built;
  built.system = std::make_shared<NonSmoothDynamicalSystem>(0.0, h * (steps + 10));
  built.problem = make_problem(block);
  if (workload == "diode") {
    add_bridge(built);
  } else if (workload == "network") {
    add_network(built);
  } else if (workload == "switch") {
    add_switch(built);
  } else {
    add_balls(built, workload, n, resting);
  }
  // It asks for a shared pointer to itself.
  const auto simulation = std::make_shared<TimeStepping>(
      built.system, std::make_shared<TimeDiscretisation>(0.0, h), built.integrator, built.problem);
  if (built.tolerance > 0.0) {
    simulation->setNewtonTolerance(built.tolerance);
    simulation->setNewtonMaxIteration(100);
  }
  simulation->initialize();
  const double begin = thread_seconds();
  for (int k = 0; k < steps; ++k) {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  PeerRun run{};
  run.seconds = thread_seconds() - begin;
  // First-order relations have one index set alone, and all their rows are active.
  const bool unilateral = built.system->topology()->numberOfIndexSet() > 1;
  run.contacts = unilateral             ? static_cast<double>(simulation->indexSet(1)->size())
                 : workload == "switch" ? 1.0
                                        : 4.0;
  run.check = (*built.probe)(0);
  return run;
}

}  // namespace nsds::bench
