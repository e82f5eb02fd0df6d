#include "numerics/affine/affine_problems.hpp"

#include <limits>

#include "nsds/numerics/avi.h"
#include "nsds/numerics/equality.h"
#include "nsds/numerics/lcp.h"
#include "nsds/numerics/mlcp.h"
#include "nsds/numerics/qp.h"
#include "nsds/numerics/relay.h"
#include "numerics/linalg/storages.hpp"
#include "support/draws.hpp"
#include "support/numbers.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Marks = Eigen::Matrix<unsigned char, Eigen::Dynamic, 1>;

// The arrays that a problem of C borrows.
struct Borrowed {
  Borrowed(const AffineProblem& problem, nsds_storage storage)
      : M(problem.M, storage), A(problem.A, storage), C(problem.C, storage), marks(problem.size()) {
    for (Index i = 0; i < marks.size(); ++i) marks[i] = problem.is_free(i) ? 0 : 1;
  }
  Stored M, A, C;
  Marks marks;
};

nsds_mlcp mlcp_of(const AffineProblem& problem, const Borrowed& borrowed) {
  nsds_mlcp made;
  nsds_mlcp_init(&made);
  made.size = static_cast<int32_t>(problem.size());
  made.M = &borrowed.M.view();
  made.q = problem.q.data();
  made.complementary = borrowed.marks.data();
  return made;
}

nsds_lcp lcp_of(const AffineProblem& problem, const Borrowed& borrowed) {
  nsds_lcp made;
  nsds_lcp_init(&made);
  made.size = static_cast<int32_t>(problem.size());
  made.M = &borrowed.M.view();
  made.q = problem.q.data();
  return made;
}

nsds_relay relay_of(const AffineProblem& problem, const Borrowed& borrowed) {
  nsds_relay made;
  nsds_relay_init(&made);
  made.size = static_cast<int32_t>(problem.size());
  made.M = &borrowed.M.view();
  made.q = problem.q.data();
  made.lower = problem.lower.data();
  made.upper = problem.upper.data();
  return made;
}

nsds_equality equality_of(const AffineProblem& problem, const Borrowed& borrowed) {
  nsds_equality made;
  nsds_equality_init(&made);
  made.size = static_cast<int32_t>(problem.size());
  made.M = &borrowed.M.view();
  made.q = problem.q.data();
  return made;
}

template <class Program>
void set_constraints(const AffineProblem& problem, const Borrowed& borrowed, Program& made) {
  made.size = static_cast<int32_t>(problem.size());
  made.inequalities = static_cast<int32_t>(problem.b.size());
  made.equalities = static_cast<int32_t>(problem.d.size());
  made.A = &borrowed.A.view();
  made.b = problem.b.data();
  made.C = &borrowed.C.view();
  made.d = problem.d.data();
  made.lower = problem.lower.data();
  made.upper = problem.upper.data();
}

nsds_qp qp_of(const AffineProblem& problem, const Borrowed& borrowed) {
  nsds_qp made;
  nsds_qp_init(&made);
  made.Q = &borrowed.M.view();
  made.p = problem.q.data();
  set_constraints(problem, borrowed, made);
  return made;
}

nsds_avi avi_of(const AffineProblem& problem, const Borrowed& borrowed) {
  nsds_avi made;
  nsds_avi_init(&made);
  made.M = &borrowed.M.view();
  made.q = problem.q.data();
  set_constraints(problem, borrowed, made);
  return made;
}

// Uniform in [-1, 1].
MatrixXd drawn(Index rows, Index cols, Draws& draws) {
  MatrixXd made(rows, cols);
  for (double& entry : made.reshaped()) entry = draws.uniform(-1.0, 1.0);
  return made;
}

// A box around a planted z, and what it leaves for w: the kinds that the class has, in turn.
double draw_box(AffineProblem& problem, Index i, double z, Draws& draws) {
  const bool at_bound = draws.integer(0, 1) == 1 && i > 0;  // zero is not to be a solution
  const double room = at_bound ? 0.0 : draws.uniform(0.5, 1.0);
  const double force = at_bound ? draws.uniform(0.5, 1.0) : 0.0;
  const int kind = problem.problem_class == NSDS_CLASS_EQUALITY ? 3
                   : problem.problem_class == NSDS_CLASS_MLCP   ? (i % 3 == 2 ? 3 : 0)
                                                                : static_cast<int>(i % 4);
  if (kind == 3) return 0.0;
  if (kind != 1) problem.lower[i] = z - room;
  if (kind != 0) problem.upper[i] = kind == 1 ? z + room : z - room + 2.0;
  return kind == 1 ? -force : force;
}

}  // namespace

AffineProblem::AffineProblem(nsds_class given_class, Index n)
    : problem_class(given_class),
      M(MatrixXd::Zero(n, n)),
      q(VectorXd::Zero(n)),
      lower(VectorXd::Constant(n, -infinity)),
      upper(VectorXd::Constant(n, infinity)),
      A(0, n),
      b(0),
      C(0, n),
      d(0) {}

bool AffineProblem::is_free(Index i) const {
  return lower[i] == -infinity && upper[i] == infinity;
}

Outcome zero_start(const AffineProblem& problem) {
  Outcome start;
  start.z.setZero(problem.size());
  const nsds_class kind = problem.problem_class;
  if (kind == NSDS_CLASS_MLCP || kind == NSDS_CLASS_RELAY || kind == NSDS_CLASS_LCP)
    start.w.setZero(problem.size());
  start.multipliers.setZero(problem.rows());
  return start;
}

void solve(const AffineProblem& problem, const numerics::Options& options, Outcome& outcome,
           numerics::Workspace* workspace, nsds_storage storage) {
  const Borrowed borrowed(problem, storage);
  nsds_workspace* memory = workspace == nullptr ? nullptr : workspace->get();
  outcome.certificate.setZero(problem.size() + problem.rows());
  outcome.report.certificate = outcome.certificate.data();
  const auto run = [&](const auto& given, auto function, double* second) {
    return function(&given, outcome.z.data(), second, options.get(), memory, &outcome.report);
  };
  switch (problem.problem_class) {
    case NSDS_CLASS_LCP:
      outcome.status = run(lcp_of(problem, borrowed), nsds_lcp_solve, outcome.w.data());
      break;
    case NSDS_CLASS_MLCP:
      outcome.status = run(mlcp_of(problem, borrowed), nsds_mlcp_solve, outcome.w.data());
      break;
    case NSDS_CLASS_RELAY:
      outcome.status = run(relay_of(problem, borrowed), nsds_relay_solve, outcome.w.data());
      break;
    case NSDS_CLASS_QP:
      outcome.status = run(qp_of(problem, borrowed), nsds_qp_solve, outcome.multipliers.data());
      break;
    case NSDS_CLASS_AVI:
      outcome.status = run(avi_of(problem, borrowed), nsds_avi_solve, outcome.multipliers.data());
      break;
    default: {
      const nsds_equality given = equality_of(problem, borrowed);
      outcome.status = nsds_equality_solve(&given, outcome.z.data(), options.get(), memory, &outcome.report);
    }
  }
  outcome.report.certificate = nullptr;
}

Outcome solve(const AffineProblem& problem, const numerics::Options& options, numerics::Workspace* workspace,
              nsds_storage storage) {
  Outcome outcome = zero_start(problem);
  solve(problem, options, outcome, workspace, storage);
  return outcome;
}

nsds_residual residual(const AffineProblem& problem, const Outcome& point) {
  const Borrowed borrowed(problem, NSDS_DENSE);
  const auto evaluate = [&](const auto& given, auto function, auto... multipliers) {
    nsds_residual value;
    nsds_residual_init(&value);
    numerics::detail::require(function(&given, point.z.data(), multipliers..., &value),
                              "the residual is refused");
    return value;
  };
  switch (problem.problem_class) {
    case NSDS_CLASS_LCP:
      return evaluate(lcp_of(problem, borrowed), nsds_lcp_residual);
    case NSDS_CLASS_MLCP:
      return evaluate(mlcp_of(problem, borrowed), nsds_mlcp_residual);
    case NSDS_CLASS_RELAY:
      return evaluate(relay_of(problem, borrowed), nsds_relay_residual);
    case NSDS_CLASS_QP:
      return evaluate(qp_of(problem, borrowed), nsds_qp_residual, point.multipliers.data());
    case NSDS_CLASS_AVI:
      return evaluate(avi_of(problem, borrowed), nsds_avi_residual, point.multipliers.data());
    default:
      return evaluate(equality_of(problem, borrowed), nsds_equality_residual);
  }
}

numerics::Options ClassSolver::options(double tolerance) const {
  return numerics::Options(problem_class, solver).set("tolerance", tolerance);
}

std::string ClassSolver::name() const {
  return std::string(nsds_class_name(problem_class)) + "_" + solver;
}

const std::vector<nsds_class>& affine_classes() {
  static const std::vector<nsds_class> all{NSDS_CLASS_MLCP, NSDS_CLASS_RELAY, NSDS_CLASS_EQUALITY,
                                           NSDS_CLASS_QP, NSDS_CLASS_AVI};
  return all;
}

std::vector<ClassSolver> solvers_of(const std::vector<nsds_class>& classes) {
  std::vector<ClassSolver> all;
  for (const nsds_class each : classes) {
    for (int k = 0; k < nsds_solver_count(each); ++k) {
      const std::string name = nsds_solver_at(each, k)->name;
      if (name != "projected_gradient") all.push_back({each, name});  // takes no constraints but bounds
    }
  }
  return all;
}

AffineProblem easy_problem(nsds_class problem_class, Index n, std::uint64_t seed) {
  Draws draws(seed);
  AffineProblem made(problem_class, n);
  const MatrixXd coupling = drawn(n, n, draws) / static_cast<double>(2 * n);
  made.M = coupling + coupling.transpose() + 2.0 * MatrixXd::Identity(n, n);
  VectorXd z = drawn(n, 1, draws).array() + 2.0;
  VectorXd w(n);
  for (Index i = 0; i < n; ++i) {
    w[i] = draw_box(made, i, z[i], draws);
    if (problem_class == NSDS_CLASS_MLCP && made.lower[i] > -infinity) {
      if (w[i] > 0.0) z[i] = 0.0;
      made.lower[i] = 0.0;
    }
  }
  if (made.is_program()) {
    made.A = drawn(n / 3, n, draws);
    made.C = drawn(n / 6, n, draws);
    const VectorXd mu = drawn(n / 6, 1, draws);
    VectorXd lambda = VectorXd::Zero(n / 3), slack = VectorXd::Zero(n / 3);
    for (Index i = 0; i < lambda.size(); ++i) (i % 2 == 0 ? lambda : slack)[i] = draws.uniform(0.5, 1.0);
    made.b = made.A * z - slack;
    made.d = made.C * z;
    w += made.A.transpose() * lambda + made.C.transpose() * mu;
  }
  made.q = w - made.M * z;
  return made;
}

}  // namespace nsds::test
