// The solvers of Siconos for contact with friction, reduced and global. What a solver may change or remember,
// the matrix with all its forms, is made anew before each solve, untimed, and left to the end of the process:
// some solvers leave behind what cannot be released. Options are the defaults but for the tolerance and the
// limits of iterations, so that time alone stops a solver.
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <GlobalFrictionContactProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>

#include <algorithm>
#include <limits>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/problems/friction_peers.hpp"
#include "benchmarks/peers/problems/siconos_matrix.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;

constexpr int any = std::numeric_limits<int>::max();

struct Setup {
  const char* name;
  int solver;
  int iterations;  // the limit, 0: the default
  Storage storage = Storage::blocks;
  int inner = 0;         // the solver of one contact, 0: the default
  int formulation = -1;  // of Newton's method, -1: the default
};

SolverOptions* options_of(const Setup& setup, double tolerance) {
  SolverOptions* options = solver_options_create(setup.solver);
  if (setup.inner != 0) solver_options_update_internal(options, 0, setup.inner);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  if (setup.iterations > 0) options->iparam[SICONOS_IPARAM_MAX_ITER] = setup.iterations;
  if (setup.formulation >= 0) options->iparam[SICONOS_FRICTION_3D_NSN_FORMULATION] = setup.formulation;
  return options;
}

double time_local(const Setup& setup, const PeerFriction& given, double tolerance, double budget,
                  VectorXd& r) {
  numerics_set_verbose(0);
  VectorXd q, mu, u(given.q.size());
  r.resize(given.q.size());
  FrictionContactProblem problem{};
  SolverOptions* options = nullptr;
  return best_seconds(
      budget,
      [&] {
        q = given.q;
        mu = given.mu;
        problem.dimension = given.dimension;
        problem.numberOfContacts = given.contacts;
        problem.M = stored(given.W, setup.storage, given.dimension);
        problem.q = q.data();
        problem.mu = mu.data();
        options = options_of(setup, tolerance);
        r.setZero();
        u.setZero();
      },
      [&] {
        if (given.dimension == 3) {
          fc3d_driver(&problem, r.data(), u.data(), options);
        } else {
          fc2d_driver(&problem, r.data(), u.data(), options);
        }
      });
}

double time_global(const Setup& setup, const PeerGlobalFriction& given, double tolerance, double budget,
                   VectorXd& v, VectorXd& r) {
  numerics_set_verbose(0);
  VectorXd q, b, mu, u(given.b.size());
  r.resize(given.b.size());
  v.resize(given.q.size());
  GlobalFrictionContactProblem* problem = nullptr;
  SolverOptions* options = nullptr;
  return best_seconds(
      budget,
      [&] {
        q = given.q;
        b = given.b;
        mu = given.mu;
        problem = globalFrictionContactProblem_new();
        problem->dimension = given.dimension;
        problem->numberOfContacts = given.contacts;
        problem->M = stored(given.M, setup.storage, given.dimension);
        problem->H = stored(given.H, setup.storage, given.dimension);
        problem->q = q.data();
        problem->b = b.data();
        problem->mu = mu.data();
        problem->env = nullptr;
        options = options_of(setup, tolerance);
        v.setZero();
        r.setZero();
        u.setZero();
      },
      [&] { gfc3d_driver(problem, r.data(), u.data(), v.data(), options); });
}

FrictionPeer local(int dimension, int most_contacts, const Setup& setup) {
  const bool is_default = setup.inner == 0 && (setup.solver == SICONOS_FRICTION_3D_NSGS ||
                                               setup.solver == SICONOS_FRICTION_2D_NSGS);
  return {setup.name, is_default, dimension, most_contacts,
          [setup](const PeerFriction& problem, double tolerance, double budget, VectorXd& r) {
            return time_local(setup, problem, tolerance, budget, r);
          }};
}

constexpr int sweeps = 1000000, steps = 1000, fixed_points = 10000, projections = 200000;

// Some are listed in two storages, of which now the one, now the other is faster: dense wins by up to ten
// times below a hundred contacts. Left out are DSFP and SOCLCP, which need parameters of each problem or
// solve another one, and what was never the fastest: NSGS dense or with projections, NSGSV, HP.
constexpr Setup setups_3d[] = {{"NSGS", SICONOS_FRICTION_3D_NSGS, sweeps},
                               {"NSGS_QUARTIC", SICONOS_FRICTION_3D_NSGS, sweeps, Storage::blocks,
                                SICONOS_FRICTION_3D_ONECONTACT_QUARTIC},
                               {"NSN_AC", SICONOS_FRICTION_3D_NSN_AC, steps, Storage::sparse},
                               {"NSN_AC_DENSE", SICONOS_FRICTION_3D_NSN_AC, steps, Storage::dense},
                               {"NSN_JM_DENSE", SICONOS_FRICTION_3D_NSN_AC, steps, Storage::dense, 0,
                                SICONOS_FRICTION_3D_NSN_FORMULATION_JEANMOREAU_STD},
                               {"NSN_AC_TEST", SICONOS_FRICTION_3D_NSN_AC_TEST, steps, Storage::sparse},
                               {"NSN_AC_TEST_DENSE", SICONOS_FRICTION_3D_NSN_AC_TEST, steps, Storage::dense},
                               {"NSN_FB", SICONOS_FRICTION_3D_NSN_FB, steps, Storage::sparse},
                               {"NSN_FB_DENSE", SICONOS_FRICTION_3D_NSN_FB, steps, Storage::dense},
                               {"NSN_NM", SICONOS_FRICTION_3D_NSN_NM, steps, Storage::sparse},
                               {"NSN_NM_DENSE", SICONOS_FRICTION_3D_NSN_NM, steps, Storage::dense},
                               {"ADMM", SICONOS_FRICTION_3D_ADMM, projections, Storage::sparse},
                               {"ADMM_DENSE", SICONOS_FRICTION_3D_ADMM, projections, Storage::dense},
                               {"PROX", SICONOS_FRICTION_3D_PROX, fixed_points},
                               {"PROX_DENSE", SICONOS_FRICTION_3D_PROX, fixed_points, Storage::dense},
                               {"TFP", SICONOS_FRICTION_3D_TFP, fixed_points},
                               {"ACLMFP", SICONOS_FRICTION_3D_ACLMFP, fixed_points},
                               {"VI_EG", SICONOS_FRICTION_3D_VI_EG, projections},
                               {"VI_EG_DENSE", SICONOS_FRICTION_3D_VI_EG, projections, Storage::dense},
                               {"VI_FPP", SICONOS_FRICTION_3D_VI_FPP, projections},
                               {"EG", SICONOS_FRICTION_3D_EG, projections},
                               {"EG_DENSE", SICONOS_FRICTION_3D_EG, projections, Storage::dense},
                               {"FPP", SICONOS_FRICTION_3D_FPP, projections},
                               {"FPP_DENSE", SICONOS_FRICTION_3D_FPP, projections, Storage::dense}};

constexpr Setup setups_2d[] = {{"2D_NSGS", SICONOS_FRICTION_2D_NSGS, sweeps},
                               {"2D_NSGS_DENSE", SICONOS_FRICTION_2D_NSGS, sweeps, Storage::dense},
                               {"2D_CPG", SICONOS_FRICTION_2D_CPG, 100000, Storage::dense},
                               {"2D_LEMKE", SICONOS_FRICTION_2D_LEMKE, 100000, Storage::dense}};

// In blocks the solvers that reduce the problem (WR) write over M and return what is wrong.
constexpr Setup setups_global[] = {
    {"G_NSGS_WR", SICONOS_GLOBAL_FRICTION_3D_NSGS_WR, sweeps, Storage::sparse},
    {"G_NSGS_WR_DENSE", SICONOS_GLOBAL_FRICTION_3D_NSGS_WR, sweeps, Storage::dense},
    {"G_NSGS", SICONOS_GLOBAL_FRICTION_3D_NSGS, sweeps, Storage::sparse},
    {"G_NSGS_DENSE", SICONOS_GLOBAL_FRICTION_3D_NSGS, sweeps, Storage::dense},
    {"G_NSN_AC", SICONOS_GLOBAL_FRICTION_3D_NSN_AC, steps, Storage::sparse},
    {"G_NSN_AC_DENSE", SICONOS_GLOBAL_FRICTION_3D_NSN_AC, steps, Storage::dense},
    {"G_NSN_AC_WR", SICONOS_GLOBAL_FRICTION_3D_NSN_AC_WR, steps, Storage::sparse},
    {"G_NSN_AC_WR_DENSE", SICONOS_GLOBAL_FRICTION_3D_NSN_AC_WR, steps, Storage::dense},
    {"G_ADMM", SICONOS_GLOBAL_FRICTION_3D_ADMM, projections, Storage::sparse},
    {"G_ADMM_DENSE", SICONOS_GLOBAL_FRICTION_3D_ADMM, projections, Storage::dense},
    {"G_ADMM_WR", SICONOS_GLOBAL_FRICTION_3D_ADMM_WR, projections, Storage::sparse},
    {"G_ADMM_WR_DENSE", SICONOS_GLOBAL_FRICTION_3D_ADMM_WR, projections, Storage::dense},
    {"G_ACLMFP", SICONOS_GLOBAL_FRICTION_3D_ACLMFP, fixed_points, Storage::sparse},
    {"G_ACLMFP_DENSE", SICONOS_GLOBAL_FRICTION_3D_ACLMFP, fixed_points, Storage::dense},
    {"G_TFP_WR", SICONOS_GLOBAL_FRICTION_3D_TFP_WR, fixed_points, Storage::sparse},
    {"G_TFP_WR_DENSE", SICONOS_GLOBAL_FRICTION_3D_TFP_WR, fixed_points, Storage::dense},
    {"G_PROX_WR", SICONOS_GLOBAL_FRICTION_3D_PROX_WR, fixed_points, Storage::sparse},
    {"G_PROX_WR_DENSE", SICONOS_GLOBAL_FRICTION_3D_PROX_WR, fixed_points, Storage::dense},
    {"G_VI_EG", SICONOS_GLOBAL_FRICTION_3D_VI_EG, projections, Storage::sparse},
    {"G_VI_EG_DENSE", SICONOS_GLOBAL_FRICTION_3D_VI_EG, projections, Storage::dense},
    {"G_VI_FPP", SICONOS_GLOBAL_FRICTION_3D_VI_FPP, projections, Storage::sparse},
    {"G_VI_FPP_DENSE", SICONOS_GLOBAL_FRICTION_3D_VI_FPP, projections, Storage::dense},
    {"G_IPM", SICONOS_GLOBAL_FRICTION_3D_IPM, steps, Storage::sparse}};

}  // namespace

std::vector<FrictionPeer> siconos_friction_peers() {
  constexpr int most_dense[] = {1000, 150};  // contacts, in two and three dimensions
  const auto most = [&](int dimension, const Setup& setup) {
    return setup.storage == Storage::dense ? most_dense[dimension - 2] : any;
  };
  std::vector<FrictionPeer> peers;
  for (const Setup& setup : setups_3d) peers.push_back(local(3, most(3, setup), setup));
  for (const Setup& setup : setups_2d) peers.push_back(local(2, most(2, setup), setup));
  return peers;
}

std::vector<GlobalFrictionPeer> siconos_global_friction_peers() {
  constexpr int most_dense = 500;
  std::vector<GlobalFrictionPeer> peers;
  for (const Setup& setup : setups_global)
    peers.push_back({setup.name, setup.solver == SICONOS_GLOBAL_FRICTION_3D_NSGS_WR,
                     setup.storage == Storage::dense ? most_dense : any,
                     [setup](const PeerGlobalFriction& problem, double tolerance, double budget, VectorXd& v,
                             VectorXd& r) { return time_global(setup, problem, tolerance, budget, v, r); }});
  return peers;
}

}  // namespace nsds::bench
