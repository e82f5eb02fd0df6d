// The solvers of Siconos for nonlinear complementarity problems, 0 <= z _|_ F >= 0, on a dense Jacobian. The package does not
// install the header of the class: its layout and the numbers of the solvers are those of version 4.4.
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>

#include "benchmarks/peers/problems/siconos_nonlinear.hpp"

struct NonlinearComplementarityProblem {
  unsigned n;
  void (*compute_F)(void* env, int n, double* z, double* F);
  void (*compute_nabla_F)(void* env, int n, double* z, NumericsMatrix* jacobian);
  NumericsMatrix* nabla_F;
  void* env;
};

namespace nsds::bench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

enum : int { newton_fb = 900, newton_min = 901, path_search = 902 };

void evaluate(void* env, int n, double* z, double* F) {
  evaluate_or_nan(*static_cast<const test::NonlinearProblem*>(env), Eigen::Map<const VectorXd>(z, n), F);
}

void differentiate(void* env, int n, double* z, NumericsMatrix* out) {
  const auto& problem = *static_cast<const test::NonlinearProblem*>(env);
  Eigen::Map<MatrixXd>(out->matrix0, n, n) = dense_jacobian(problem, Eigen::Map<const VectorXd>(z, n));
}

bool is_complementarity(const test::NonlinearProblem& problem) {
  return (problem.lower.array() == 0.0).all() && (problem.upper.array() == HUGE_VAL).all();
}

NonlinearPeer peer(const char* name, int solver) {
  return {name, is_complementarity,
          [solver](const test::NonlinearProblem& given, double tolerance, VectorXd& z) {
            numerics_set_verbose(0);
            const auto n = static_cast<int>(given.size());
            test::NonlinearProblem copy = given;
            NonlinearComplementarityProblem problem{static_cast<unsigned>(n), evaluate, differentiate,
                                                    NM_create(NM_DENSE, n, n), &copy};
            SolverOptions* options = solver_options_create(solver);
            options->dparam[SICONOS_DPARAM_TOL] = tolerance;
            options->iparam[SICONOS_IPARAM_MAX_ITER] = 1000;
            VectorXd F = VectorXd::Zero(n);
            ncp_driver(&problem, z.data(), F.data(), options);
            solver_options_delete(options);
          }};
}

}  // namespace

std::vector<NonlinearPeer> siconos_ncp_peers() {
  return {peer("Siconos NCP FB", newton_fb), peer("Siconos NCP min", newton_min),
          peer("Siconos NCP path search", path_search)};
}

}  // namespace nsds::bench
