// The solver proximal_interior_point of quadratic programs: multipliers of what its presolve takes out, last digits,
// proofs, limits. The suites of the class run it over every instance besides.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "nsds/numerics/cpp/qp.hpp"
#include "support/draws.hpp"
#include "support/numbers.hpp"
#include "support/program_families.hpp"
#include "support/program_instances.hpp"
#include "support/program_views.hpp"

namespace nsds::test::proximal_interior_point_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

nn::Options options(double tolerance = 1e-10) {
  return nn::Options(NSDS_CLASS_QP, "proximal_interior_point").set("tolerance", tolerance);
}

// A program that owns its matrices.
struct Dense {
  MatrixXd Q;
  VectorXd p;
  MatrixXd A;
  VectorXd b;
  MatrixXd C;
  VectorXd d, lower, upper;

  explicit Dense(Index n)
      : Q(MatrixXd::Zero(n, n)),
        p(VectorXd::Zero(n)),
        A(0, n),
        C(0, n),
        lower(VectorXd::Constant(n, -infinity)),
        upper(VectorXd::Constant(n, infinity)) {}

  // row'z >= right, or row'z = right
  void add(const VectorXd& row, double right, bool equality = false) {
    MatrixXd& rows = equality ? C : A;
    VectorXd& rights = equality ? d : b;
    rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
    rows.bottomRows(1) = row.transpose();
    rights.conservativeResize(rights.size() + 1);
    rights(rights.size() - 1) = right;
  }

  nn::PolyhedronSolution solve(const nn::Options& given = options()) const {
    const nsds_matrix Q_view = nn::view(Q);
    const nsds_matrix A_view = nn::view(A);
    const nsds_matrix C_view = nn::view(C);
    nn::Constraints constraints{.b = b, .d = d, .lower = lower, .upper = upper};
    if (b.size() > 0) constraints.A = A_view;
    if (d.size() > 0) constraints.C = C_view;
    return nn::qp::Problem(Q_view, p, constraints).solve(given);
  }
};

// The largest violation of the conditions of optimality, by themselves.
double violation(const Dense& program, const nn::PolyhedronSolution& solution) {
  const VectorXd lambda = solution.multipliers.head(program.b.size());
  VectorXd g = program.Q * solution.z + program.p;
  double worst = 0.0;
  if (lambda.size() > 0) {
    g -= program.A.transpose() * lambda;
    worst = (program.A * solution.z - program.b).cwiseMin(lambda).cwiseAbs().maxCoeff();
  }
  if (program.d.size() > 0) {
    g -= program.C.transpose() * solution.multipliers.tail(program.d.size());
    worst = std::max(worst, (program.C * solution.z - program.d).cwiseAbs().maxCoeff());
  }
  const VectorXd inside = (solution.z - g).cwiseMax(program.lower).cwiseMin(program.upper);
  return std::max(worst, (solution.z - inside).cwiseAbs().maxCoeff());
}

// min (x - t)²/2 under -1 <= 2 x <= 3, given as two rows: x = 3/2 beyond, x = -1/2 below, x = t between. The multiplier
// of the row that holds is |x - t| / 2, that of the other is zero.
TEST(ProximalInteriorPoint, OneOfTwoOppositeRowsHolds) {
  for (const double target : {5.0, -4.0, 0.25}) {
    SCOPED_TRACE(target);
    Dense program(1);
    program.Q(0, 0) = 1.0;
    program.p[0] = -target;
    program.add(VectorXd{{2.0}}, -1.0);
    program.add(VectorXd{{-2.0}}, -3.0);
    const nn::PolyhedronSolution solution = program.solve();
    ASSERT_TRUE(solution.ok()) << solution.report.message;
    const double x = std::clamp(target, -0.5, 1.5);
    EXPECT_NEAR(solution.z[0], x, 1e-12);
    EXPECT_NEAR(solution.multipliers[0], std::max(0.0, x - target) / 2.0, 1e-12);
    EXPECT_NEAR(solution.multipliers[1], std::max(0.0, target - x) / 2.0, 1e-12);
  }
}

// x1 = 2 by a row of one unknown; then x1 + x2 = 5 makes x2 = 3, and x2 - x3 >= 1 is x3 <= 2, where the cost
// (x3 - 4)²/2 + x1 + 2 x2 wants more: g3 = -2 goes to the last row, whose multiplier 2 leaves g2 = 2 - 2 = 0 for the
// second, 0, and g1 = 1 for the first.
TEST(ProximalInteriorPoint, ChainsOfRowsOfOneUnknownGetTheirMultipliers) {
  Dense program(3);
  program.Q(2, 2) = 1.0;
  program.p << 1.0, 2.0, -4.0;
  program.add(VectorXd{{0.0, 1.0, -1.0}}, 1.0);
  program.add(VectorXd{{3.0, 0.0, 0.0}}, 6.0, true);
  program.add(VectorXd{{1.0, 1.0, 0.0}}, 5.0, true);
  const nn::PolyhedronSolution solution = program.solve();
  ASSERT_TRUE(solution.ok()) << solution.report.message;
  EXPECT_LE((solution.z - VectorXd{{2.0, 3.0, 2.0}}).norm(), 1e-12);
  EXPECT_LE((solution.multipliers - VectorXd{{2.0, 1.0 / 3.0, 0.0}}).norm(), 1e-12);
}

// Of rows a'z >= 1, 2 a'z >= 6 and -a'z >= -9 the second is the tightest: with a = (1, 1) and the cost |z|²/2 the
// solution is (3/2, 3/2) and its multiplier 3/4.
TEST(ProximalInteriorPoint, TheTightestOfParallelRowsHolds) {
  Dense program(2);
  program.Q.setIdentity();
  program.add(VectorXd{{1.0, 1.0}}, 1.0);
  program.add(VectorXd{{2.0, 2.0}}, 6.0);
  program.add(VectorXd{{-1.0, -1.0}}, -9.0);
  const nn::PolyhedronSolution solution = program.solve();
  ASSERT_TRUE(solution.ok()) << solution.report.message;
  EXPECT_LE((solution.z - VectorXd{{1.5, 1.5}}).norm(), 1e-12);
  EXPECT_LE((solution.multipliers - VectorXd{{0.0, 0.75, 0.0}}).norm(), 1e-12);
}

// Unknowns in no row: at the bound that the cost asks for, at zero or next to it without one.
TEST(ProximalInteriorPoint, UnusedUnknownsStandAtTheirBounds) {
  Dense program(4);
  program.p << 1.0, -2.0, 0.0, 0.0;
  program.lower << -3.0, -1.0, 2.0, -infinity;
  program.upper << 8.0, 7.0, 5.0, infinity;
  const nn::PolyhedronSolution solution = program.solve();
  ASSERT_TRUE(solution.ok()) << solution.report.message;
  EXPECT_EQ(solution.z, (VectorXd{{-3.0, 7.0, 2.0, 0.0}}));
}

// What a presolve takes out is put beside planted programs: rows of one unknown instead of the bounds, copies in other
// units, opposite and looser rows, sums of equations, an unknown without meaning and one that is fixed. The solution
// stays, and with the multipliers it satisfies the conditions of the longer program.
TEST(ProximalInteriorPoint, WhatThePresolveTakesOutComesBack) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Draws draws(seed);
    const Curvature curvature = seed % 3 == 0 ? Curvature::none : Curvature::definite;
    const ProgramInstance planted = planted_program({12, 10, 3, curvature, true, seed % 2 == 0}, seed);
    const Index n = planted.p.size();
    Dense program(n + 2);
    program.Q.topLeftCorner(n, n) = planted.Q;
    program.p.head(n) = planted.p;
    const auto unit = [&](Index j, double size) { return VectorXd(size * VectorXd::Unit(n + 2, j)); };
    const auto with_zeros = [&](const VectorXd& row) {
      VectorXd longer = VectorXd::Zero(n + 2);
      longer.head(n) = row;
      return longer;
    };
    for (Index i = 0; i < planted.b.size(); ++i) {
      const VectorXd row = with_zeros(planted.A.row(i).transpose());
      const double size = draws.uniform(0.1, 10.0);
      program.add(row, planted.b[i]);
      program.add(size * row, size * planted.b[i]);
      program.add(-size * row, -size * (planted.b[i] + 100.0));
    }
    for (Index j = 0; j < n; ++j) {
      const double size = draws.uniform(0.1, 10.0);
      if (planted.lower[j] > -infinity) program.add(unit(j, size), size * planted.lower[j]);
      if (planted.upper[j] < infinity) program.add(unit(j, -size), -size * planted.upper[j]);
    }
    VectorXd sum = VectorXd::Zero(n + 2);
    for (Index i = 0; i < planted.d.size(); ++i) {
      const VectorXd row = with_zeros(planted.C.row(i).transpose());
      program.add(row, planted.d[i], true);
      sum += row;
    }
    program.add(sum + unit(n, 1.0), planted.d.sum() + 4.0, true);
    program.lower[n] = program.upper[n] = 4.0;
    const nn::PolyhedronSolution solution = program.solve();
    ASSERT_TRUE(solution.ok()) << solution.report.message;
    EXPECT_LE(violation(program, solution), 1e-9);
    EXPECT_NEAR(solution.z[n], 4.0, 1e-14);
    if (planted.unique) {
      EXPECT_LE((solution.z.head(n) - planted.z).norm(), 1e-8 * (1.0 + planted.z.norm()));
    }
  }
}

// The clean-up on the active set brings regular programs to the last digits, which no smaller mu would.
TEST(ProximalInteriorPoint, RegularProgramsEndAtTheLastDigits) {
  for (const char* spec : {"sparse:400:1", "dense:60:2", "linear:300:3", "control:300:4", "portfolio:300:5",
                           "isotonic:400:6", "contact:300:7"}) {
    SCOPED_TRACE(spec);
    const Program program = make_program(spec);
    const ProgramViews views(program);
    const nn::qp::Problem problem(views.Q(), views.p, views.constraints);
    const nn::PolyhedronSolution solution = problem.solve(options());
    ASSERT_TRUE(solution.ok()) << solution.report.message;
    EXPECT_LE(problem.residual(solution.z, solution.multipliers).value, 1e-12);
    EXPECT_LE(solution.report.iterations, 40);
  }
}

// Much fill, which is eliminated by panels: another method finds the same point.
TEST(ProximalInteriorPoint, MuchFillChangesNothing) {
  for (const char* spec : {"svm:200:1", "dense:150:2", "semidefinite:120"}) {
    SCOPED_TRACE(spec);
    const Program program = make_program(spec);
    const ProgramViews views(program);
    const nn::qp::Problem problem(views.Q(), views.p, views.constraints);
    const nn::PolyhedronSolution solution = problem.solve(options());
    const nn::PolyhedronSolution other =
        problem.solve(nn::Options(NSDS_CLASS_QP, "semidefinite_active_set").set("tolerance", 1e-10));
    ASSERT_TRUE(solution.ok()) << solution.report.message;
    ASSERT_TRUE(other.ok()) << other.report.message;
    const auto objective = [&](const VectorXd& z) {
      return 0.5 * z.dot(program.dense_Q() * z) + program.p.dot(z);
    };
    EXPECT_NEAR(objective(solution.z), objective(other.z), 1e-9 * (1.0 + std::fabs(objective(other.z))));
    if (program.unique) {
      EXPECT_LE((solution.z - other.z).norm(), 1e-7 * (1.0 + other.z.norm()));
    }
  }
}

// D Q D, D p, R A D, R b, with D and R powers of ten from 1e-6 to 1e6: D^-1 z solves it.
TEST(ProximalInteriorPoint, UnitsOfUnknownsAndRowsDoNotMatter) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Draws draws(seed);
    const ProgramInstance planted = planted_program({10, 8, 3, Curvature::definite, true}, seed);
    const Index n = planted.p.size();
    const auto powers = [&](Index count) {
      VectorXd made(count);
      for (double& value : made) value = std::pow(10.0, draws.integer(-6, 6));
      return made;
    };
    const VectorXd D = powers(n);
    const VectorXd R = powers(planted.b.size());
    const VectorXd S = powers(planted.d.size());
    Dense program(n);
    program.Q = D.asDiagonal() * planted.Q * D.asDiagonal();
    program.p = D.cwiseProduct(planted.p);
    program.A = R.asDiagonal() * planted.A * D.asDiagonal();
    program.b = R.cwiseProduct(planted.b);
    program.C = S.asDiagonal() * planted.C * D.asDiagonal();
    program.d = S.cwiseProduct(planted.d);
    program.lower = planted.lower.cwiseQuotient(D);
    program.upper = planted.upper.cwiseQuotient(D);
    const nn::PolyhedronSolution solution = program.solve(options(1e-6));
    ASSERT_TRUE(solution.ok()) << solution.report.message;
    EXPECT_LE((D.cwiseProduct(solution.z) - planted.z).norm(), 1e-8 * (1.0 + planted.z.norm()));
  }
}

// lambda >= 0, A'lambda = 0 on free unknowns, b'lambda > 0.
void expect_contradiction(const Dense& program, const nn::PolyhedronSolution& solution) {
  EXPECT_EQ(solution.report.status, NSDS_INFEASIBLE) << solution.report.message;
  ASSERT_EQ(solution.certificate.size(), program.p.size() + program.b.size() + program.d.size());
  const VectorXd lambda = solution.certificate.segment(program.p.size(), program.b.size());
  const VectorXd mu = solution.certificate.tail(program.d.size());
  const double size = solution.certificate.cwiseAbs().maxCoeff();
  EXPECT_GE(lambda.minCoeff(), 0.0);
  EXPECT_LE((program.A.transpose() * lambda + program.C.transpose() * mu).norm(), 1e-12 * size);
  EXPECT_GT(program.b.dot(lambda) + program.d.dot(mu), 1e-6 * size);
}

// x1 = 1, x1 + x2 = 3, and 2 - x2 >= 1: by the first two x2 = 2, by the last x2 <= 1.
TEST(ProximalInteriorPoint, ThePresolveProvesContradictions) {
  Dense program(2);
  program.Q.setIdentity();
  program.add(VectorXd{{0.0, -1.0}}, -1.0);
  program.add(VectorXd{{2.0, 0.0}}, 2.0, true);
  program.add(VectorXd{{1.0, 1.0}}, 3.0, true);
  const nn::PolyhedronSolution solution = program.solve();
  expect_contradiction(program, solution);
  EXPECT_EQ(solution.report.iterations, 0);
}

// x + y >= 1, -x + z >= 1, -y - z >= -1: the sum is 0 >= 1, which no presolve sees.
TEST(ProximalInteriorPoint, TheIterationProvesContradictions) {
  Dense program(3);
  program.Q.setIdentity();
  program.add(VectorXd{{1.0, 1.0, 0.0}}, 1.0);
  program.add(VectorXd{{-1.0, 0.0, 1.0}}, 1.0);
  program.add(VectorXd{{0.0, -1.0, -1.0}}, -1.0);
  expect_contradiction(program, program.solve());
}

// x >= 0 and 0.19 x <= -3e-18, beside numbers of size one: the rounding of whoever computed the data, no contradiction.
TEST(ProximalInteriorPoint, BoundsThatCrossByRoundingAreEqual) {
  Dense program(2);
  program.Q.setIdentity();
  program.p << -1.0, -1.0;
  program.lower[0] = 0.0;
  program.upper[1] = 0.75;
  program.add(VectorXd{{-0.19, 0.0}}, 3e-18);
  const nn::PolyhedronSolution solution = program.solve();
  ASSERT_TRUE(solution.ok()) << solution.report.message;
  EXPECT_NEAR(solution.z[0], 0.0, 1e-15);
  EXPECT_NEAR(solution.z[1], 0.75, 1e-15);
}

// The objective falls along the certificate: by an unknown without a bound that is in no row, and along (1, 1), which
// is in the kernel of Q and of C.
TEST(ProximalInteriorPoint, ObjectivesThatFallForEverAreProved) {
  Dense unused(2);
  unused.Q(0, 0) = 1.0;
  unused.p << 1.0, -1.0;
  unused.lower[1] = 0.0;
  const nn::PolyhedronSolution along_unknown = unused.solve();
  EXPECT_EQ(along_unknown.report.status, NSDS_UNBOUNDED) << along_unknown.report.message;
  EXPECT_EQ(along_unknown.certificate, (VectorXd{{0.0, 1.0}}));

  Dense flat(3);
  flat.Q << 1.0, -1.0, 0.0, -1.0, 1.0, 0.0, 0.0, 0.0, 1.0;
  flat.p << -1.0, -1.0, 0.5;
  flat.lower.setZero();
  flat.add(VectorXd{{1.0, -1.0, 1.0}}, 2.0, true);
  const nn::PolyhedronSolution along_kernel = flat.solve();
  EXPECT_EQ(along_kernel.report.status, NSDS_UNBOUNDED) << along_kernel.report.message;
  const VectorXd v = along_kernel.certificate.head(3);
  EXPECT_GT(v[0], 0.0);
  EXPECT_NEAR(v[1], v[0], 1e-14 * v[0]);
  EXPECT_NEAR(v[2], 0.0, 1e-14 * v[0]);
}

// A sequence in which the cost moves a little: from the last solution the active set is known, and one step is enough. From
// a start that is far away it takes as long as from nowhere, and gets there.
TEST(ProximalInteriorPoint, AStartNearASolutionNeedsOneStep) {
  const Program program = make_program("control:300:1");
  const ProgramViews views(program);
  const nn::Options warm = options().set("warm_start", true);
  nn::PolyhedronSolution last = nn::qp::Problem(views.Q(), views.p, views.constraints).solve(options());
  ASSERT_TRUE(last.ok()) << last.report.message;
  ASSERT_GT(last.report.iterations, 3);
  const VectorXd p =
      views.p + 1e-7 * views.p.cwiseAbs().maxCoeff() * VectorXd::LinSpaced(program.size(), -1.0, 1.0);
  const nn::qp::Problem next(views.Q(), p, views.constraints);
  const nn::PolyhedronSolution cold = next.solve(options());
  const nn::Report report = next.solve(last.z, last.multipliers, warm);
  EXPECT_TRUE(report.ok()) << report.message;
  EXPECT_EQ(report.iterations, 1);
  EXPECT_LE((last.z - cold.z).norm(), 1e-10 * cold.z.norm());

  VectorXd z = VectorXd::Constant(program.size(), 3.0);
  VectorXd multipliers = VectorXd::Constant(next.rows(), 1.0);
  EXPECT_TRUE(next.solve(z, multipliers, warm).ok());
  EXPECT_LE((z - cold.z).norm(), 1e-10 * cold.z.norm());
}

// Of two parallel rows the one that is kept has the side of the other, and takes its multiplier from a start.
TEST(ProximalInteriorPoint, AStartKnowsTheSourcesOfSides) {
  MatrixXd A(3, 3);
  A << 1.0, 2.0, 1.0, 2.0, 4.0, 2.0, 1.0, -1.0, 3.0;
  const MatrixXd Q = MatrixXd::Identity(3, 3);
  const VectorXd p = VectorXd::Zero(3);
  nn::Constraints constraints;
  constraints.A = nn::view(A);
  constraints.b = VectorXd{{1.0, 6.0, -5.0}};
  const nn::qp::Problem problem(nn::view(Q), p, constraints);
  VectorXd z = VectorXd::Constant(3, 2.0);
  VectorXd multipliers{{0.0, 0.2, 0.0}};
  const nn::Report report = problem.solve(z, multipliers, options().set("warm_start", true));
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_LE((z - VectorXd{{0.5, 1.0, 0.5}}).norm(), 1e-9);
  EXPECT_NEAR(multipliers[0] + 2.0 * multipliers[1], 0.5, 1e-9);
}

TEST(ProximalInteriorPoint, LimitsEndIt) {
  const Program program = make_program("sparse:300:1");
  const ProgramViews views(program);
  const nn::qp::Problem problem(views.Q(), views.p, views.constraints);
  const nn::PolyhedronSolution few = problem.solve(options().set("max_iterations", 3));
  EXPECT_EQ(few.report.status, NSDS_MAX_ITERATIONS) << few.report.message;
  EXPECT_EQ(few.report.iterations, 3);
  EXPECT_TRUE(few.z.allFinite() && few.multipliers.allFinite());
  EXPECT_EQ(problem.solve(options().set("time_limit", 0.0)).report.status, NSDS_TIME_LIMIT);
  nn::Options stopped = options();
  stopped.set_callback([](const nsds_progress* progress, void*) { return progress->iteration >= 2 ? 1 : 0; });
  const nn::PolyhedronSolution ended = problem.solve(stopped);
  EXPECT_EQ(ended.report.status, NSDS_INTERRUPTED) << ended.report.message;
  EXPECT_EQ(ended.report.iterations, 2);
}

// A factorisation of a dense Q of 2000 unknowns takes 2.7e9 operations, which do not fit a tenth of a second on any
// processor: it is not begun, or not brought to its end.
TEST(ProximalInteriorPoint, AFactorisationEndsWithTheTime) {
  const Index n = 2000;
  Dense program(n);
  program.Q = MatrixXd::Constant(n, n, 1e-3);
  program.Q.diagonal().setOnes();
  program.p.setConstant(-1.0);
  program.lower.setZero();
  nn::Options limited = options();
  limited.set("time_limit", 0.5);
  const nn::PolyhedronSolution solution = program.solve(limited);
  EXPECT_EQ(solution.report.status, NSDS_TIME_LIMIT) << solution.report.message;
  EXPECT_LE(solution.report.seconds, 5.0);  // with sanitizers reading the matrix takes two
}

}  // namespace
}  // namespace nsds::test::proximal_interior_point_test
