// What must hold of the solvers of qp and avi alone: repeated and redundant constraints, and programs without
// a solution, for which the proof is checked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "numerics/affine/affine_problems.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"
#include "support/numbers.hpp"
#include "support/program_families.hpp"
#include "support/program_views.hpp"

namespace nsds::test::polyhedron_properties_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A with the given row below it.
void append(MatrixXd& A, VectorXd& b, const VectorXd& row, double right) {
  A.conservativeResize(A.rows() + 1, Eigen::NoChange);
  A.bottomRows(1) = row.transpose();
  b.conservativeResize(b.size() + 1);
  b(b.size() - 1) = right;
}

// Every row again, the inequalities with a looser copy, the equations with the sum of all; each in a unit of
// its own.
AffineProblem with_redundant_rows(AffineProblem problem, Draws& draws) {
  const Index m = problem.b.size(), e = problem.d.size();
  for (Index i = 0; i < m; ++i) {
    append(problem.A, problem.b, problem.A.row(i), problem.b[i]);
    append(problem.A, problem.b, problem.A.row(i), problem.b[i] - 0.5);
  }
  for (Index i = 0; i < e; ++i) append(problem.C, problem.d, problem.C.row(i), problem.d[i]);
  if (e > 0) append(problem.C, problem.d, problem.C.topRows(e).colwise().sum(), problem.d.head(e).sum());
  Units units{1.0, 1.0, VectorXd(problem.b.size()), VectorXd(problem.d.size())};
  for (double& unit : units.inequalities) unit = std::ldexp(1.0, draws.integer(-20, 20));
  for (double& unit : units.equalities) unit = std::ldexp(1.0, draws.integer(-20, 20));
  return measured_in(problem, units);
}

class ProgramSolver : public ::testing::TestWithParam<ClassSolver> {
 protected:
  nsds_class class_ = GetParam().problem_class;
  nn::Options options_ = GetParam().options();
};

TEST_P(ProgramSolver, RedundantRowsChangeOnlyTheMultipliers) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Draws draws(seed);
    const AffineProblem problem = easy_problem(class_, 6 + static_cast<Index>(seed % 6), seed);
    const AffineProblem more = with_redundant_rows(problem, draws);
    const Outcome plain = solve(problem, options_);
    const Outcome found = solve(more, options_);
    ASSERT_TRUE(plain.ok()) << plain.report.message;
    ASSERT_TRUE(found.ok()) << found.report.message;
    EXPECT_LE(naive_residual(more, found), 1.000001e-9);
    EXPECT_LE((found.z - plain.z).norm(), 1e-7 * plain.z.norm());
  }
}

// In which direction of z_j the box goes on for ever.
bool is_open_above(const AffineProblem& problem, Index j) {
  return problem.upper[j] == infinity;
}
bool is_open_below(const AffineProblem& problem, Index j) {
  return problem.lower[j] == -infinity;
}

constexpr double rounding = 1e-9;  // of the sum of the absolute values of what is added

// (0, lambda, mu): lambda >= 0 and max over the bounds of r'z < b'lambda + d'mu for r = A'lambda + C'mu.
bool proves_infeasible(const AffineProblem& problem, const VectorXd& certificate) {
  const Index n = problem.size(), m = problem.b.size(), e = problem.d.size();
  const VectorXd lambda = certificate.segment(n, m), mu = certificate.tail(e);
  if (!certificate.head(n).isZero(0.0) || (m > 0 && lambda.minCoeff() < 0.0)) return false;
  const VectorXd r = problem.A.transpose() * lambda + problem.C.transpose() * mu;
  const VectorXd terms =
      problem.A.cwiseAbs().transpose() * lambda + problem.C.cwiseAbs().transpose() * mu.cwiseAbs();
  double highest = 0.0;
  double size = problem.b.cwiseAbs().dot(lambda) + problem.d.cwiseAbs().dot(mu.cwiseAbs());
  for (Index j = 0; j < n; ++j) {
    if (std::fabs(r[j]) <= rounding * terms[j]) continue;
    if (r[j] > 0.0 ? is_open_above(problem, j) : is_open_below(problem, j)) return false;
    const double part = r[j] * (r[j] > 0.0 ? problem.upper[j] : problem.lower[j]);
    highest += part;
    size += std::fabs(part);
  }
  return problem.b.dot(lambda) + problem.d.dot(mu) - highest > rounding * size;
}

// (v, 0, 0): M v = 0, q'v < 0, A v >= 0, C v = 0 and v within what the bounds leave open. All z are of one
// unit: what is small is so beside the largest of v.
bool proves_unbounded(const AffineProblem& problem, const VectorXd& certificate) {
  const VectorXd v = certificate.head(problem.size());
  if (!certificate.tail(problem.rows()).isZero(0.0)) return false;
  const double length = v.cwiseAbs().maxCoeff();
  if ((problem.M * v).cwiseAbs().maxCoeff() > rounding * problem.M.cwiseAbs().maxCoeff() * length)
    return false;
  const auto row_sizes = [](const MatrixXd& A) { return VectorXd(A.cwiseAbs().rowwise().maxCoeff()); };
  if (problem.d.size() > 0 &&
      ((problem.C * v).cwiseAbs() - rounding * length * row_sizes(problem.C)).maxCoeff() > 0.0)
    return false;
  if (problem.b.size() > 0 && (problem.A * v + rounding * length * row_sizes(problem.A)).minCoeff() < 0.0)
    return false;
  for (Index j = 0; j < v.size(); ++j)
    if ((v[j] > 0.0 && !is_open_above(problem, j)) || (v[j] < 0.0 && !is_open_below(problem, j)))
      return false;
  return problem.q.dot(v) < -rounding * problem.q.cwiseAbs().dot(v.cwiseAbs());
}

// Three ways to contradict oneself, beside constraints that do not: two rows, rows added up, a row and
// bounds.
AffineProblem contradictory(nsds_class problem_class, std::uint64_t seed) {
  Draws draws(seed);
  AffineProblem made = easy_problem(problem_class, draws.integer(2, 9), seed);
  const Index n = made.size();
  VectorXd a(n), b(n);
  for (double& entry : a) entry = draws.uniform(-1.0, 1.0);
  for (double& entry : b) entry = draws.uniform(-1.0, 1.0);
  const double level = draws.uniform(-1.0, 1.0), gap = draws.uniform(0.1, 1.0);
  switch (seed % 3) {
    case 0:
      append(made.A, made.b, a, level + gap);
      append(made.A, made.b, -a, -level);
      break;
    case 1:
      append(made.C, made.d, a, level);
      append(made.C, made.d, b, gap);
      append(made.A, made.b, 2.0 * a - b, 2.0 * level);  // is 2 level - gap
      break;
    default:
      made.lower = made.lower.cwiseMax(-3.0);
      made.upper = made.upper.cwiseMin((made.lower.array() + 5.0).matrix());
      append(made.C, made.d, a, a.cwiseProduct(made.upper).cwiseMax(a.cwiseProduct(made.lower)).sum() + gap);
  }
  return made;
}

// M v = 0 and C v = 0 without rounding, A v >= 0, q'v < 0, bounds open where v goes.
AffineProblem falling(nsds_class problem_class, std::uint64_t seed) {
  Draws draws(seed);
  const Index n = draws.integer(2, 9);
  AffineProblem made(problem_class, n);
  VectorXd v(n);
  for (double& entry : v) entry = draws.integer(-1, 1);
  v[0] = 1.0;
  const auto orthogonal = [&] {
    VectorXd row(n);
    for (double& entry : row) entry = draws.integer(-16, 16) / 16.0;
    row[0] = -row.tail(n - 1).dot(v.tail(n - 1));
    return row;
  };
  for (Index k = 0; k < n / 2; ++k) {
    const VectorXd row = orthogonal();
    made.M += row * row.transpose();
  }
  for (Index k = 0; k < n / 3; ++k) append(made.C, made.d, orthogonal(), draws.uniform(-1.0, 1.0));
  for (Index k = 0; k < n / 2; ++k) {
    VectorXd row(n);
    for (double& entry : row) entry = draws.uniform(-1.0, 1.0);
    append(made.A, made.b, row.dot(v) < 0.0 ? VectorXd(-row) : row, draws.uniform(-1.0, 0.0));
  }
  for (Index j = 0; j < n; ++j) {
    made.q[j] = draws.uniform(-1.0, 1.0);
    if (v[j] > 0.0 && draws.integer(0, 1) == 0) made.lower[j] = draws.uniform(-1.0, 0.0);
    if (v[j] < 0.0 && draws.integer(0, 1) == 0) made.upper[j] = draws.uniform(0.0, 1.0);
  }
  made.q[0] -= made.q.dot(v) + draws.uniform(0.1, 1.0);
  return made;
}

// Never called solved, called infeasible or unbounded only with a proof of just that.
void expect_no_false_claim(const AffineProblem& problem, const Outcome& outcome) {
  EXPECT_NE(outcome.status, NSDS_OK) << outcome.report.message;
  if (outcome.status == NSDS_NOT_APPLICABLE) return;
  EXPECT_TRUE(outcome.is_finite());
  if (outcome.status == NSDS_INFEASIBLE) {
    EXPECT_TRUE(proves_infeasible(problem, outcome.certificate)) << outcome.report.message;
  }
  if (outcome.status == NSDS_UNBOUNDED) {
    EXPECT_TRUE(proves_unbounded(problem, outcome.certificate)) << outcome.report.message;
  }
}

TEST_P(ProgramSolver, NothingFalseIsSaidOfProgramsWithoutASolution) {
  const nn::Options limited = nn::Options(options_).set("max_iterations", 300);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const AffineProblem empty = contradictory(class_, seed), open = falling(class_, seed);
    expect_no_false_claim(empty, solve(empty, limited));
    expect_no_false_claim(open, solve(open, limited));
  }
}

INSTANTIATE_TEST_SUITE_P(Program, ProgramSolver,
                         ::testing::ValuesIn(solvers_of({NSDS_CLASS_QP, NSDS_CLASS_AVI})),
                         [](const auto& row) { return row.param.name(); });

TEST(QuadraticProgram, ContradictionsAreRecognised) {
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(test::effort(50, 1000)); ++seed) {
    const AffineProblem problem = contradictory(NSDS_CLASS_QP, seed);
    const Outcome outcome = solve(problem, nn::Options(NSDS_CLASS_QP));
    ASSERT_EQ(outcome.status, NSDS_INFEASIBLE) << "seed " << seed << ": " << outcome.report.message;
    EXPECT_TRUE(proves_infeasible(problem, outcome.certificate)) << "seed " << seed;
  }
}

// Not all: for some the proximal steps stall before their direction is a proof.
TEST(QuadraticProgram, NearlyAllUnboundedObjectivesAreRecognised) {
  int recognised = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const AffineProblem problem = falling(NSDS_CLASS_QP, seed);
    const Outcome outcome = solve(problem, nn::Options(NSDS_CLASS_QP));
    expect_no_false_claim(problem, outcome);
    recognised += outcome.status == NSDS_UNBOUNDED ? 1 : 0;
  }
  EXPECT_GE(recognised, 975);
}

// Flat objectives over unbounded sets: where there is a solution nothing may call the program infeasible.
TEST_P(ProgramSolver, SolvableProgramsAreNotCalledInfeasible) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    AffineProblem problem = falling(class_, seed);
    // Zero is feasible, and p in the range of M keeps the objective from falling for ever.
    problem.d.setZero();
    problem.b = problem.b.cwiseMin(0.0);
    problem.lower = problem.lower.cwiseMin(-0.1);
    problem.upper = problem.upper.cwiseMax(0.1);
    problem.q = problem.M * VectorXd::LinSpaced(problem.size(), -1.0, 1.0);
    const Outcome outcome = solve(problem, nn::Options(options_).set("max_iterations", 2000));
    EXPECT_NE(outcome.status, NSDS_INFEASIBLE) << "seed " << seed << ": " << outcome.report.message;
    EXPECT_NE(outcome.status, NSDS_UNBOUNDED) << "seed " << seed << ": " << outcome.report.message;
    if (GetParam().solver == "auto") {
      EXPECT_TRUE(outcome.ok()) << "seed " << seed << ": " << outcome.report.message;
    }
  }
}

// Degenerate and linear programs are solved in one run of the method, however far the units of the residual
// are from those it works in: a second one from the boundary took hundreds of iterations, or stalled.
TEST(SparsePrograms, InteriorPointsNeedFewIterations) {
  for (const char* spec : {"sparse:2000", "linear:2000", "degenerate:2000", "contact:1500", "skew:2000"}) {
    SCOPED_TRACE(spec);
    const Program program = make_program(spec);
    const nsds_class problem_class = program.symmetric ? NSDS_CLASS_QP : NSDS_CLASS_AVI;
    const ProgramViews views(program);
    nn::Options options(problem_class, "interior_point");
    options.set("tolerance", 1e-10).set("max_iterations", 100);
    const nn::PolyhedronSolution solution = solve(views, problem_class, options);
    EXPECT_EQ(solution.report.status, NSDS_OK) << solution.report.message;
    EXPECT_LE(residual(views, problem_class, solution.z, solution.multipliers), 1e-10);
    if (program.unique && program.solution) {
      EXPECT_LE((solution.z - *program.solution).lpNorm<Eigen::Infinity>(), 1e-6);
    }
  }
}

}  // namespace
}  // namespace nsds::test::polyhedron_properties_test
