// The solvers of Siconos for contact that resists rolling, reduced and global. As in siconos_friction.cpp a problem is
// made anew before each solve, untimed, and options are the defaults but for the tolerance and limits of iterations that
// never end a solve. In global form there is one solver; the others get the problem that Siconos makes of it, in the time
// of the solve.
#include <Friction_cst.h>
#include <GlobalRollingFrictionContactProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsVerbose.h>
#include <RollingFrictionContactProblem.h>
#include <SolverOptions.h>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/problems/rolling_peers.hpp"
#include "benchmarks/peers/problems/siconos_matrix.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;

struct RollingSetup {
  const char* name;
  int solver, iterations;
  Storage storage;
  int inner;  // the solver of one contact, 0: there is none
};

SolverOptions* rolling_options(const RollingSetup& setup, double tolerance) {
  SolverOptions* options = solver_options_create(setup.solver);
  if (setup.inner != 0) solver_options_update_internal(options, 0, setup.inner);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = setup.iterations;
  return options;
}

double time_reduced(const RollingSetup& setup, PeerRolling given, double tolerance, double budget,
                    VectorXd& r) {
  numerics_set_verbose(0);
  VectorXd u(given.q.size());
  r.resize(given.q.size());
  RollingFrictionContactProblem* problem = nullptr;
  SolverOptions* options = nullptr;
  return best_seconds(
      budget,
      [&] {
        problem =
            rollingFrictionContactProblem_new_with_data(5, given.contacts, stored(given.W, setup.storage, 5),
                                                        given.q.data(), given.mu.data(), given.mu_r.data());
        options = rolling_options(setup, tolerance);
        r.setZero();
        u.setZero();
      },
      [&] { rolling_fc3d_driver(problem, r.data(), u.data(), options); });
}

double time_rolling_global(const RollingSetup& setup, PeerRolling given, double tolerance, double budget,
                           VectorXd& answer) {
  numerics_set_verbose(0);
  VectorXd u(given.b.size()), r(given.b.size()), v(given.q.size());
  GlobalRollingFrictionContactProblem* problem = nullptr;
  SolverOptions* options = nullptr;
  const double seconds = best_seconds(
      budget,
      [&] {
        problem = globalRollingFrictionContactProblem_new();
        problem->dimension = 5;
        problem->numberOfContacts = given.contacts;
        problem->M = stored(given.W, setup.storage, 6);
        problem->H = stored(given.H, setup.storage, 5);
        problem->q = given.q.data();
        problem->b = given.b.data();
        problem->mu = given.mu.data();
        problem->mu_r = given.mu_r.data();
        options = rolling_options(setup, tolerance);
        v.setZero();
        r.setZero();
        u.setZero();
      },
      [&] {
        if (setup.solver == SICONOS_GLOBAL_ROLLING_FRICTION_3D_NSGS_WR) {
          g_rolling_fc3d_driver(problem, r.data(), u.data(), v.data(), options);
          return;
        }
        RollingFrictionContactProblem* reduced =
            globalRollingFrictionContact_reformulation_RollingFrictionContact(problem);
        rolling_fc3d_driver(reduced, r.data(), u.data(), options);
        globalRollingFrictionContact_computeGlobalVelocity(problem, r.data(), v.data());
      });
  answer.resize(v.size() + r.size());
  answer << v, r;
  return seconds;
}

constexpr int sweeps = 10000000, steps = 2000000;
constexpr int project = SICONOS_ROLLING_FRICTION_3D_ONECONTACT_ProjectionOnCone;
constexpr int iterate = SICONOS_ROLLING_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration;

// In blocks its sweeps end in an assertion.
constexpr RollingSetup reduced_setups[] = {
    {"NSGS, local iteration", SICONOS_ROLLING_FRICTION_3D_NSGS, sweeps, Storage::sparse, iterate},
    {"NSGS, local iteration, dense", SICONOS_ROLLING_FRICTION_3D_NSGS, sweeps, Storage::dense, iterate},
    {"NSGS, projection", SICONOS_ROLLING_FRICTION_3D_NSGS, sweeps, Storage::sparse, project},
    {"NSGS, projection, dense", SICONOS_ROLLING_FRICTION_3D_NSGS, sweeps, Storage::dense, project},
    {"ADMM", SICONOS_ROLLING_FRICTION_3D_ADMM, steps, Storage::sparse, 0},
    {"ADMM, dense", SICONOS_ROLLING_FRICTION_3D_ADMM, steps, Storage::dense, 0},
};
constexpr RollingSetup global_setups[] = {
    {"NSGS_WR, local iteration", SICONOS_GLOBAL_ROLLING_FRICTION_3D_NSGS_WR, sweeps, Storage::sparse,
     iterate},
    {"NSGS_WR, projection", SICONOS_GLOBAL_ROLLING_FRICTION_3D_NSGS_WR, sweeps, Storage::sparse, project},
    {"reduced, NSGS, local iteration", SICONOS_ROLLING_FRICTION_3D_NSGS, sweeps, Storage::sparse, iterate},
    {"reduced, NSGS, projection", SICONOS_ROLLING_FRICTION_3D_NSGS, sweeps, Storage::sparse, project},
    {"reduced, ADMM", SICONOS_ROLLING_FRICTION_3D_ADMM, steps, Storage::sparse, 0},
};

}  // namespace

std::vector<RollingPeer> siconos_rolling_peers() {
  std::vector<RollingPeer> peers;
  const auto add = [&](const RollingSetup& setup, bool is_global, auto time) {
    peers.push_back(
        {setup.name, is_global,
         [setup, time](const PeerRolling& problem, double tolerance, double budget, VectorXd& answer) {
           return time(setup, problem, tolerance, budget, answer);
         }});
  };
  for (const RollingSetup& setup : reduced_setups) add(setup, false, time_reduced);
  for (const RollingSetup& setup : global_setups) add(setup, true, time_rolling_global);
  return peers;
}

}  // namespace nsds::bench
