// The solvers of Siconos for convex quadratic programs with A z in a box and for affine variational
// inequalities over polyhedra.
#include <AVI_Solvers.h>
#include <AVI_cst.h>
#include <AffineVariationalInequalities.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SiconosSets.h>
#include <SolverOptions.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/problems/program_peers.hpp"

// The package has these functions, but not their header.
extern "C" {
struct ConvexQP {
  int size, m;
  void* env;
  NumericsMatrix* M;
  double* q;
  NumericsMatrix* A;
  double* b;
  void (*ProjectionOnC)(void* self, double* x, double* projection);
  double normConvexQP;
  int istheNormConvexQPset;
  void* set;
};
void convexQP_ADMM(ConvexQP* problem, double* z, double* w, double* xi, double* u, int* info,
                   SolverOptions* options);
void convexQP_ProjectedGradient(ConvexQP* problem, double* z, double* w, int* info, SolverOptions* options);
void convexQP_VI_solver(ConvexQP* problem, double* z, double* w, int* info, SolverOptions* options);
}

namespace nsds::bench {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

enum ConvexQpSolver { projected_gradient = 1200, fixed_point = 1201, extragradient = 1202, admm = 1203 };

// Rows of A, of C and of the bounded unknowns in the box [lower, upper].
struct Rows {
  explicit Rows(const test::Program& program) {
    const Index n = program.size(), m = program.inequalities(), e = program.equalities();
    for (Index j = 0; j < n; ++j)
      if (std::isfinite(program.lower[j]) || std::isfinite(program.upper[j])) bounded.push_back(j);
    const auto count = static_cast<Index>(bounded.size());
    matrix = MatrixXd::Zero(m + e + count, n);
    matrix.topRows(m) = program.dense_A();
    matrix.middleRows(m, e) = program.dense_C();
    lower.resize(m + e + count);
    upper.resize(m + e + count);
    lower.head(m + e) << program.b, program.d;
    upper.head(m + e) << VectorXd::Constant(m, HUGE_VAL), program.d;
    for (Index k = 0; k < count; ++k) {
      const Index j = bounded[static_cast<std::size_t>(k)];
      matrix(m + e + k, j) = 1.0;
      lower[m + e + k] = program.lower[j];
      upper[m + e + k] = program.upper[j];
    }
  }
  std::vector<Index> bounded;
  MatrixXd matrix;
  VectorXd lower, upper;
};

struct Box {
  VectorXd lower, upper;
};

void project_on_box(void* self, double* x, double* projection) {
  const auto* box = static_cast<const Box*>(static_cast<ConvexQP*>(self)->env);
  for (Index i = 0; i < box->lower.size(); ++i)
    projection[i] = std::min(std::max(x[i], box->lower[i]), box->upper[i]);
}

NumericsMatrix* borrowed(MatrixXd& matrix) {
  return NM_create_from_data(NM_DENSE, static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols()),
                             matrix.data());
}

double time_convex_qp(int solver, const test::Program& program, double tolerance, double budget,
                      ProgramAnswer& answer) {
  numerics_set_verbose(0);
  const Index n = program.size(), rows = program.inequalities() + program.equalities();
  Rows stacked(program);
  Box box{stacked.lower, stacked.upper};
  if (solver != admm) box = {program.lower, program.upper};
  const Index m = box.lower.size();
  MatrixXd M = program.dense_Q();
  VectorXd q = program.p, b = VectorXd::Zero(m);
  ConvexQP problem{};
  VectorXd z(n), w(n), xi(m), u(m);
  SolverOptions* options = nullptr;
  const double seconds = best_seconds(
      budget,
      [&] {
        if (options != nullptr) solver_options_delete(options);
        options = solver_options_create(solver);
        options->dparam[SICONOS_DPARAM_TOL] = tolerance;
        options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
        M = program.dense_Q();
        problem = {};
        problem.size = static_cast<int>(n);
        problem.m = static_cast<int>(m);
        problem.env = &box;
        problem.M = borrowed(M);
        problem.q = q.data();
        if (solver == admm) {
          problem.A = borrowed(stacked.matrix);
          problem.b = b.data();
        }
        problem.ProjectionOnC = project_on_box;
        z.setZero();
        w.setZero();
        xi.setZero();
        u.setZero();
      },
      [&] {
        int info = 0;
        if (solver == admm) {
          convexQP_ADMM(&problem, z.data(), w.data(), xi.data(), u.data(), &info, options);
        } else if (solver == projected_gradient) {
          convexQP_ProjectedGradient(&problem, z.data(), w.data(), &info, options);
        } else {
          convexQP_VI_solver(&problem, z.data(), w.data(), &info, options);
        }
      });
  answer.z = z;
  answer.multipliers = VectorXd::Zero(rows);
  if (solver != admm || rows == 0) return seconds;
  // Its sign convention is told by which of the two leaves less of the gradient.
  const VectorXd gradient = program.dense_Q() * z + program.p, force = stacked.matrix.transpose() * xi;
  const double sign = (gradient - force).norm() <= (gradient + force).norm() ? 1.0 : -1.0;
  answer.multipliers = sign * xi.head(rows);
  return seconds;
}

// {z : H z <= K}, equations as two inequalities.
double time_avi(const test::Program& program, double, double budget, ProgramAnswer& answer) {
  numerics_set_verbose(0);
  const Rows stacked(program);
  std::vector<VectorXd> normals;
  std::vector<double> bounds;
  for (Index i = 0; i < stacked.matrix.rows(); ++i) {
    if (std::isfinite(stacked.lower[i])) {
      normals.emplace_back(-stacked.matrix.row(i));
      bounds.push_back(-stacked.lower[i]);
    }
    if (std::isfinite(stacked.upper[i])) {
      normals.emplace_back(stacked.matrix.row(i));
      bounds.push_back(stacked.upper[i]);
    }
  }
  MatrixXd H(static_cast<Index>(normals.size()), program.size()), M;
  for (Index i = 0; i < H.rows(); ++i) H.row(i) = normals[static_cast<std::size_t>(i)];
  VectorXd q = program.p, z(program.size()), w(program.size());
  polyhedron set{};
  AffineVariationalInequalities problem{};
  SolverOptions* options = solver_options_create(SICONOS_AVI_CAOFERRIS);
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
  const double seconds = best_seconds(
      budget,
      [&] {
        M = program.dense_Q();
        set = {};
        set.id = SICONOS_SET_POLYHEDRON;
        set.size_ineq = static_cast<unsigned>(H.rows());
        set.H = borrowed(H);
        set.K = bounds.data();
        problem = {};
        problem.size = static_cast<std::size_t>(program.size());
        problem.M = borrowed(M);
        problem.q = q.data();
        problem.poly.split = &set;
        z.setZero();
        w.setZero();
      },
      [&] { avi_caoferris(&problem, z.data(), w.data(), options); });
  solver_options_delete(options);
  answer.z = z;
  return seconds;
}

ProgramPeer convex_qp(const char* name, int solver) {
  return {name, true, solver != admm,
          [solver](const test::Program& program, double tolerance, double budget, ProgramAnswer& answer) {
            return time_convex_qp(solver, program, tolerance, budget, answer);
          }};
}

}  // namespace

std::vector<ProgramPeer> siconos_program_peers() {
  return {{"AVI_CAOFERRIS", false, false, time_avi},
          convex_qp("CONVEXQP_ADMM", admm),
          convex_qp("CONVEXQP_VI_EG", extragradient),
          convex_qp("CONVEXQP_VI_FPP", fixed_point),
          convex_qp("CONVEXQP_PG", projected_gradient)};
}

}  // namespace nsds::bench
