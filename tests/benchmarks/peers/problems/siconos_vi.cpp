// The solvers of Siconos for variational inequalities, over boxes on a dense Jacobian, or by projections. The package does not
// install the header of the class: its layout and the numbers of the solvers are those of version 4.4.
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SiconosSets.h>
#include <SolverOptions.h>

#include "benchmarks/peers/problems/siconos_nonlinear.hpp"

struct VariationalInequality {
  int size;
  void* env;
  void (*F)(void* self, int n, double* x, double* F);
  void (*compute_nabla_F)(void* self, int n, double* x, NumericsMatrix* jacobian);
  void (*ProjectionOnX)(void* self, double* x, double* projection);
  double normVI;
  int istheNormVIset;
  void* set;
  NumericsMatrix* nabla_F;
};

namespace nsds::bench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Project = std::function<void(test::VectorOut)>;

enum : int { extragradient = 1000, fixed_point = 1001, hyperplane = 1002, box_qi = 1020, box_avi = 1021 };

constexpr double far = 1e20;  // a bound that is none: infinity becomes NaN

struct Environment {
  const test::NonlinearProblem& map;
  const Project* project;
};

const Environment& environment(void* self) {
  return *static_cast<const Environment*>(static_cast<VariationalInequality*>(self)->env);
}

void evaluate(void* self, int n, double* x, double* F) {
  evaluate_or_nan(environment(self).map, Eigen::Map<const VectorXd>(x, n), F);
}

void differentiate(void* self, int n, double* x, NumericsMatrix* out) {
  Eigen::Map<MatrixXd>(out->matrix0, n, n) =
      dense_jacobian(environment(self).map, Eigen::Map<const VectorXd>(x, n));
}

void project(void* self, double* x, double* projection) {
  const auto n = static_cast<VariationalInequality*>(self)->size;
  VectorXd moved = Eigen::Map<const VectorXd>(x, n);
  (*environment(self).project)(moved);
  Eigen::Map<VectorXd>(projection, n) = moved;
}

void solve(int solver, double tolerance, std::int64_t steps, VariationalInequality& problem, VectorXd& z) {
  numerics_set_verbose(0);
  SolverOptions* options = solver_options_create(solver);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = static_cast<int>(steps);
  VectorXd F = VectorXd::Zero(z.size());
  variationalInequality_driver(&problem, z.data(), F.data(), options);
  solver_options_delete(options);
}

NonlinearPeer box_peer(const char* name, int solver) {
  return {name, [](const test::NonlinearProblem&) { return true; },
          [solver](const test::NonlinearProblem& map, double tolerance, VectorXd& z) {
            const auto n = static_cast<int>(map.size());
            VectorXd lower = map.lower.cwiseMax(-far), upper = map.upper.cwiseMin(far);
            box_constraints box{SICONOS_SET_BOX, lower.data(), upper.data()};
            Environment environment{map, nullptr};
            VariationalInequality problem{
                n, &environment, evaluate, differentiate, nullptr, 0.0, 0, &box, NM_create(NM_DENSE, n, n)};
            solve(solver, tolerance, 1000, problem, z);
          }};
}

ProjectedPeer projected_peer(const char* name, int solver) {
  return {
      name,
      [solver](const test::NonlinearProblem& map, const Project& projection, double tolerance, VectorXd& z) {
        Environment environment{map, &projection};
        VariationalInequality problem{
            static_cast<int>(map.size()), &environment, evaluate, nullptr, project, 0.0, 0, nullptr, nullptr};
        solve(solver, tolerance, 1000000, problem, z);
      }};
}

}  // namespace

std::vector<NonlinearPeer> siconos_box_vi_peers() {
  return {box_peer("Siconos box QI", box_qi), box_peer("Siconos box AVI", box_avi)};
}

std::vector<ProjectedPeer> siconos_projected_peers() {
  return {projected_peer("Siconos extragradient", extragradient),
          projected_peer("Siconos fixed point", fixed_point),
          projected_peer("Siconos hyperplane", hyperplane)};
}

std::vector<NonlinearPeer> siconos_nonlinear_peers() {
  std::vector<NonlinearPeer> all = siconos_mixed_peers();
  for (const auto& more : {siconos_ncp_peers(), siconos_box_vi_peers()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace nsds::bench
