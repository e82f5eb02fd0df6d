// The LCP solvers of Siconos. Options are made once and reused, as its simulations do.
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/problems/lcp_peers.hpp"

namespace nsds::bench {
namespace {

double time_siconos(int solver, DenseLcp& lcp, double budget, Eigen::VectorXd& z) {
  const int n = static_cast<int>(lcp.q.size());
  numerics_set_verbose(0);
  LinearComplementarityProblem problem{};
  problem.size = n;
  problem.M = NM_create_from_data(NM_DENSE, n, n, lcp.M.data());
  problem.q = lcp.q.data();
  SolverOptions* options = solver_options_create(solver);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
  Eigen::VectorXd w(n);
  const double seconds = best_seconds(budget, [&] {
    z.setZero(n);
    w.setZero(n);
    linearComplementarity_driver(&problem, z.data(), w.data(), options);
  });
  solver_options_delete(options);
  return seconds;
}

LcpPeer siconos(const char* name, int solver) {
  return {name, false, [solver](DenseLcp& lcp, double budget, Eigen::VectorXd& z) {
            return time_siconos(solver, lcp, budget, z);
          }};
}

}  // namespace

std::vector<LcpPeer> siconos_lcp_peers() {
  return {siconos("LEMKE", SICONOS_LCP_LEMKE),
          siconos("NEWTON_MIN_FBLSA", SICONOS_LCP_NEWTON_MIN_FBLSA),
          siconos("NEWTON_FB_FBLSA", SICONOS_LCP_NEWTON_FB_FBLSA),
          siconos("NEWTONMIN", SICONOS_LCP_NEWTONMIN),
          siconos("RPGS", SICONOS_LCP_RPGS),
          siconos("PGS", SICONOS_LCP_PGS),
          siconos("CPG", SICONOS_LCP_CPG),
          siconos("PIVOT", SICONOS_LCP_PIVOT),
          siconos("MURTY", SICONOS_LCP_MURTY)};
}

}  // namespace nsds::bench
