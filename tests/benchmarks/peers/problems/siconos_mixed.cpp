// The solvers of Siconos for mixed complementarity problems: equations first, then 0 <= z _|_ F >= 0, on a dense Jacobian.
#include <MCP_Solvers.h>
#include <MCP_cst.h>
#include <MixedComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>

#include <cmath>

#include "benchmarks/peers/problems/siconos_nonlinear.hpp"

namespace nsds::bench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// The problem with its free rows first and its lower bounds at zero.
class SiconosMcp {
 public:
  explicit SiconosMcp(const test::NonlinearProblem& given)
      : given_(given), n_(static_cast<int>(given.size())), z_(n_), F_(n_) {
    for (int i = 0; i < n_; ++i)
      if (std::isinf(given.lower[i])) order_.push_back(i);
    equations_ = static_cast<int>(order_.size());
    for (int i = 0; i < n_; ++i)
      if (!std::isinf(given.lower[i])) order_.push_back(i);
    shift_ = given.lower;
    for (double& l : shift_) l = std::isinf(l) ? 0.0 : l;
  }

  void solve(int solver, double tolerance, VectorXd& z) {
    numerics_set_verbose(0);
    MixedComplementarityProblem* problem = mixedComplementarityProblem_new();
    problem->n1 = equations_;
    problem->n2 = n_ - equations_;
    problem->compute_Fmcp = evaluate;
    problem->compute_nabla_Fmcp = jacobian;
    problem->nabla_Fmcp = NM_create(NM_DENSE, n_, n_);
    problem->env = this;
    SolverOptions* options = solver_options_create(solver);
    options->dparam[SICONOS_DPARAM_TOL] = tolerance;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 1000;
    VectorXd ordered = (z - shift_)(order_), w = VectorXd::Zero(n_);
    mcp_driver(problem, ordered.data(), w.data(), options);
    z(order_) = ordered;
    z += shift_;
    solver_options_delete(options);
    mixedComplementarityProblem_free(problem);
  }

 private:
  void read(const double* ordered) {
    z_(order_) = Eigen::Map<const VectorXd>(ordered, n_);
    z_ += shift_;
  }

  // Outside the domain: there is no way to say so.
  static void evaluate(void* env, int, double* ordered, double* F) {
    SiconosMcp& self = *static_cast<SiconosMcp*>(env);
    self.read(ordered);
    if (!self.given_.F(self.z_, self.F_)) self.F_.setConstant(std::nan(""));
    Eigen::Map<VectorXd>(F, self.n_) = self.F_(self.order_);
  }

  static void jacobian(void* env, int, double* ordered, NumericsMatrix* out) {
    SiconosMcp& self = *static_cast<SiconosMcp*>(env);
    self.read(ordered);
    const int n = self.n_;
    const MatrixXd J = dense_jacobian(self.given_, self.z_);
    Eigen::Map<MatrixXd>(out->matrix0, n, n) = J(self.order_, self.order_);
  }

  const test::NonlinearProblem& given_;
  int n_, equations_ = 0;
  std::vector<int> order_;
  VectorXd shift_, z_, F_;
};

// No upper bounds.
bool is_mixed(const test::NonlinearProblem& problem) {
  return (problem.upper.array() == HUGE_VAL).all();
}

NonlinearPeer peer(const char* name, int solver) {
  return {name, is_mixed, [solver](const test::NonlinearProblem& problem, double tolerance, VectorXd& z) {
            SiconosMcp(problem).solve(solver, tolerance, z);
          }};
}

}  // namespace

std::vector<NonlinearPeer> siconos_mixed_peers() {
  return {peer("Siconos FB", SICONOS_MCP_NEWTON_FB_FBLSA), peer("Siconos min", SICONOS_MCP_NEWTON_MIN_FBLSA)};
}

}  // namespace nsds::bench
