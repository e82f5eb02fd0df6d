// What a call must do whatever the variational inequality: residual, units, starts, limits, counts, workspaces.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>
#include <tuple>

#include "nsds/numerics/cpp/avi.hpp"
#include "numerics/vi/vi_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::vi_contract_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::vi::Box;
using nn::vi::Cone;
using nn::vi::Problem;

VectorXd clamped(const VectorXd& x, const VectorXd& lower, const VectorXd& upper) {
  return x.cwiseMax(lower).cwiseMin(upper);
}

const Eigen::Vector4d some_z(0.5, -0.25, 1.0, 0.75);

// Unsymmetric, and the same values for whoever evaluates it by hand.
const nn::NonlinearMap some_map([](const auto& z, auto w) {
  w[0] = z[1] - 2.0 * z[2];
  w[1] = 3.0 * z[0] + z[3] * z[3];
  w[2] = z[2] - z[0] + 0.5;
  w[3] = std::exp(z[3]) - 4.0;
});

VectorXd some_w() {
  return Eigen::Vector4d(-2.25, 2.0625, 1.0, std::exp(0.75) - 4.0);
}

TEST(ViResidual, OfABoxIsTheLargestRow) {
  const VectorXd lower = Eigen::Vector4d(0.0, -1.0, -infinity, -infinity),
                 upper = Eigen::Vector4d(0.6, 1.0, infinity, 2.0);
  const Problem box = Problem(some_map, Box{lower, upper}).set_scales(0.5, 4.0);
  const VectorXd rows = some_z / 0.5 - clamped(some_z / 0.5 - some_w() / 4.0, lower / 0.5, upper / 0.5);
  const nsds_residual residual = box.class_residual(some_z);
  EXPECT_NEAR(residual.value, rows.cwiseAbs().maxCoeff(), 1e-15);
  Eigen::Index worst = 0;
  rows.cwiseAbs().maxCoeff(&worst);
  EXPECT_EQ(residual.worst, worst);
}

TEST(ViResidual, OfConesIsTheNormOfABlock) {
  const Problem cones = Problem(some_map, {Cone::nonnegative(1), Cone::lorentz(3, 0.5)}).set_scales(0.5, 4.0);
  const VectorXd a = some_z / 0.5, b = some_w() / 4.0;
  const double first = std::fabs(a[0] - std::max(a[0] - b[0], 0.0));
  const VectorXd tail = a.tail(3), dual = b.tail(3);
  const double second = (tail - onto_lorentz(tail - dual, 0.5)).norm();
  const nsds_residual residual = cones.class_residual(some_z);
  EXPECT_NEAR(residual.value, std::max(first, second), 1e-15);
  EXPECT_NEAR(residual.primal, (tail - onto_lorentz(tail, 0.5)).norm(), 1e-15);
  EXPECT_NEAR(residual.dual, std::max(std::max(-b[0], 0.0), onto_lorentz(-dual, 0.5).norm()), 1e-15);
  EXPECT_EQ(residual.worst, first > second ? 0 : 1);
}

TEST(ViResidual, OfAProjectorIsTheNorm) {
  const Problem ball = Problem(some_map, 4, onto_ball(1.0)).set_scales(0.5, 4.0);
  const VectorXd moved = some_z / 0.5 - some_w() / 4.0;
  const VectorXd projection = moved * std::min(1.0, 2.0 / moved.norm());  // the ball has the radius 1 / s_z
  EXPECT_NEAR(ball.class_residual(some_z).value, (some_z / 0.5 - projection).norm(), 1e-15);
}

TEST(ViResidual, OfAPolyhedronIsThatOfTheConditions) {
  const MatrixXd A = (MatrixXd(2, 4) << 2.0, 0.0, -8.0, 1.0, 0.0, 0.5, 0.0, 0.25).finished();
  const MatrixXd C = (MatrixXd(1, 4) << 1.0, 1.0, 4.0, 0.0).finished();
  nn::Constraints constraints;
  constraints.A = nn::view(A);
  constraints.b = Eigen::Vector2d(-6.0, 0.1);
  constraints.C = nn::view(C);
  constraints.d = VectorXd::Constant(1, 4.0);
  constraints.lower = VectorXd::Constant(4, -1.0);
  const Problem polyhedron = Problem(some_map, 4, constraints).set_scales(0.5, 4.0);
  const Eigen::Vector3d multipliers(0.3, 0.2, -0.7);
  const VectorXd g = some_w() - A.transpose() * multipliers.head(2) - C.transpose() * multipliers.tail(1);
  VectorXd rows(7);
  rows.head(4) = some_z / 0.5 - (some_z / 0.5 - g / 4.0).cwiseMax(-2.0);
  const VectorXd y = A * some_z - constraints.b;
  rows[4] = std::min(y[0] / (8.0 * 0.5), 8.0 * 0.3 / 4.0);
  rows[5] = std::min(y[1] / (0.5 * 0.5), 0.5 * 0.2 / 4.0);
  rows[6] = (C * some_z - constraints.d)[0] / (4.0 * 0.5);
  EXPECT_NEAR(polyhedron.class_residual(some_z, multipliers).value, rows.cwiseAbs().maxCoeff(), 1e-14);
  // The multipliers that are found make it no larger than any that are given, at a solution.
  const auto solved = polyhedron.solve(VectorXd::Zero(4), nn::Options(NSDS_CLASS_VI).set("tolerance", 1e-11));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE(polyhedron.class_residual(solved.z, solved.multipliers).value, 1e-11);
  EXPECT_LE(polyhedron.class_residual(solved.z).value, 1e-10);
}

TEST_P(ViSolvers, ReturnsASolutionAtOnce) {
  for (const PlantedVi& vi : planted_vis()) {
    if (!takes(vi.kind)) continue;
    SCOPED_TRACE(vi.name);
    const auto solved = vi.problem.solve(VectorXd::Zero(vi.solution.size()), options(1e-11));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    VectorXd z = solved.z, multipliers = solved.multipliers, w(z.size());
    const nn::Report again =
        vi.problem.solve(z, multipliers, w, options(1e-10).set("warm_start", true).set("max_iterations", 1));
    EXPECT_EQ(again.status, NSDS_OK) << again.message;
    EXPECT_EQ(again.iterations, 0);
    EXPECT_EQ(z, solved.z);
    EXPECT_EQ(multipliers, solved.multipliers);
    EXPECT_EQ(w, solved.w);
  }
}

// z -> z / a and F -> c F, with the scales changed accordingly: powers of two change no bit.
TEST_P(ViSolvers, ChangeOfUnitsChangesNothing) {
  const MatrixXd M = (MatrixXd(3, 3) << 3.0, 1.0, 0.0, -1.0, 2.0, 0.5, 0.0, -0.5, 4.0).finished();
  const Eigen::Vector3d q(-1.0, 2.0, 0.5);
  const MatrixXd sum = MatrixXd::Ones(1, 3);
  const auto make = [&](double a, double c, SetKind kind) {
    const nn::NonlinearMap F([M, q, a, c](const auto& z, auto w) { w = c * (M * (a * z) + q); });
    nn::Constraints constraints;
    constraints.C = nn::view(sum);
    constraints.d = VectorXd::Constant(1, 2.0 / a);
    constraints.lower = VectorXd::Zero(3);
    Problem made = kind == SetKind::box ? Problem(F, Box{VectorXd::Zero(3), VectorXd::Constant(3, 0.25 / a)})
                   : kind == SetKind::polyhedron ? Problem(F, 3, constraints)
                   : kind == SetKind::cones      ? Problem(F, {Cone::lorentz(3, 0.5)})
                                                 : Problem(F, 3, onto_ball(0.25 / a));
    return made.set_scales(1.0 / a, c);
  };
  for (const SetKind kind : {SetKind::box, SetKind::polyhedron, SetKind::cones, SetKind::ball}) {
    if (!takes(kind)) continue;
    const auto reference = make(1.0, 1.0, kind).solve(VectorXd::Zero(3), options(1e-9));
    ASSERT_TRUE(reference.ok()) << reference.report.message;
    for (const auto& [a, c] : {std::tuple{0x1p10, 1.0}, {1.0, 0x1p-20}, {0x1p-6, 0x1p30}}) {
      const auto solved = make(a, c, kind).solve(VectorXd::Zero(3), options(1e-9));
      EXPECT_EQ(solved.report.iterations, reference.report.iterations) << a << " " << c;
      EXPECT_EQ(solved.z * a, reference.z);
      EXPECT_EQ(solved.w / c, reference.w);
      EXPECT_EQ(solved.multipliers / c, reference.multipliers);
    }
  }
}

TEST_P(ViSolvers, LimitsAreRespected) {
  Random random(5);
  const PlantedVi vi = takes(SetKind::box) ? planted_in_box(30, random) : planted_in_cones(2, random);
  const VectorXd start = VectorXd::Zero(vi.solution.size());
  const auto once = vi.problem.solve(start, options(1e-13).set("max_iterations", 1));
  EXPECT_EQ(once.report.status, NSDS_MAX_ITERATIONS) << once.report.message;
  EXPECT_EQ(once.report.iterations, 1);
  EXPECT_TRUE(once.z.allFinite());
  EXPECT_NEAR(once.report.residual.value, vi.problem.residual(once.z).value, 1e-12);
  const auto never = vi.problem.solve(start, options(1e-13).set("time_limit", 0.0));
  EXPECT_EQ(never.report.status, NSDS_TIME_LIMIT) << never.report.message;
  int calls = 0;
  const auto stop = [](const nsds_progress*, void* user) { return ++*static_cast<int*>(user) >= 2 ? 1 : 0; };
  const auto stopped = vi.problem.solve(start, options(1e-13).set_callback(stop, &calls));
  EXPECT_EQ(stopped.report.status, NSDS_INTERRUPTED) << stopped.report.message;
  EXPECT_EQ(calls, 2);
}

TEST_P(ViSolvers, CountsWhatItCalls) {
  int evaluations = 0, jacobians = 0;
  const nn::NonlinearMap F(
      [&](const auto& z, auto w) {
        ++evaluations;
        w = 2.0 * z + z.array().cube().matrix() - VectorXd::Ones(3);
      },
      [&](const auto& z, auto J) {
        ++jacobians;
        J = MatrixXd((2.0 + 3.0 * z.array().square()).matrix().asDiagonal());
      });
  const Problem box(F, Box{VectorXd::Zero(3), VectorXd::Constant(3, 5.0)});
  const auto solved = box.solve(VectorXd::Constant(3, 4.0), options(1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_EQ(solved.report.evaluations, evaluations);
  EXPECT_EQ(solved.report.jacobians, jacobians);
  // The affine problems of three rows are solved by pivots, and projections have nothing to factorise.
  EXPECT_EQ(solved.report.factorizations > 0, is_newton_over_cones());
  EXPECT_GT(jacobians, 0);  // the point is judged by the map that touches F there, whatever the method
}

TEST_P(ViSolvers, SameBitsWithAnyWorkspace) {
  Random random(8);
  nn::Workspace workspace;
  for (const PlantedVi& vi : planted_vis()) {
    if (!takes(vi.kind)) continue;
    const VectorXd start = VectorXd::Zero(vi.solution.size());
    const auto none = vi.problem.solve(start, options(1e-8));
    const auto used = vi.problem.solve(start, options(1e-8), &workspace);
    EXPECT_EQ(none.z, used.z) << vi.name;
    EXPECT_EQ(none.report.evaluations, used.report.evaluations);
  }
}

// A NaN is a point outside the domain, whatever the callback says.
TEST_P(ViSolvers, NaNGoesNowhere) {
  const auto F = [](const auto& z, auto w) {
    w = 2.0 * z - VectorXd::Constant(2, 3.0);
    if (z[0] > 1.6) w[1] = std::nan("");
  };
  const Problem box(nn::NonlinearMap(F), Box{VectorXd::Zero(2), VectorXd::Constant(2, 10.0)});
  const auto solved = box.solve(VectorXd::Zero(2), options(1e-9));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - VectorXd::Constant(2, 1.5)).norm(), 1e-8);
}

TEST_P(ViSolvers, ThrowsWhatCallbacksThrow) {
  for (const int at : {1, 2, 4}) {
    int calls = 0;
    const nn::NonlinearMap F([&](const auto& z, auto w) {
      if (++calls >= at) throw std::domain_error("of the map");
      w = z.array().cube().matrix() + z - VectorXd::Ones(2);
    });
    VectorXd z = VectorXd::Constant(2, 7.0), w = z, none(0);
    EXPECT_THROW(
        Problem(F, Box{VectorXd::Zero(2), VectorXd::Constant(2, 9.0)}).solve(z, none, w, options(1e-9)),
        std::domain_error);
    EXPECT_EQ(z, VectorXd::Constant(2, 7.0));
  }
  if (!takes(SetKind::ball)) return;
  const nn::NonlinearMap F([](const auto& z, auto w) { w = z - VectorXd::Ones(2); });
  const auto throwing = [](const auto&, auto) { throw std::range_error("of the projector"); };
  EXPECT_THROW(Problem(F, 2, throwing).solve(VectorXd::Zero(2), options(1e-9)), std::range_error);
  EXPECT_THROW(
      Problem(F, {Cone::free(1), Cone::projected(1, throwing)}).solve(VectorXd::Zero(2), options(1e-9)),
      std::range_error);
}

// Rows that are there twice change the multipliers at most.
TEST_P(ViSolvers, DuplicatedRowsChangeNothing) {
  if (!takes(SetKind::polyhedron)) return;
  Random random(12);
  const MatrixXd A = random.matrix(4, 6, -1.0, 1.0);
  MatrixXd twice(8, 6);
  twice << A, A;
  const VectorXd z = random.vector(6, -1.0, 1.0);
  const nn::NonlinearMap F =
      strongly_monotone(z, A.transpose() * Eigen::Vector4d(0.5, 0.0, 1.0, 0.0), random);
  nn::Constraints constraints;
  constraints.A = nn::view(twice);
  constraints.b.resize(8);
  constraints.b << A * z, A * z;
  const auto solved = Problem(F, 6, constraints).solve(VectorXd::Zero(6), options(1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - z).norm(), 1e-8);
  const VectorXd sum = solved.multipliers.head(4) + solved.multipliers.tail(4);
  EXPECT_LE((sum - Eigen::Vector4d(0.5, 0.0, 1.0, 0.0)).norm(), 1e-8);
}

// Nothing claims to have solved what has no solution: an empty polyhedron, and a map that points out of the orthant for ever.
TEST_P(ViSolvers, ClaimsNothingOfWhatHasNoSolution) {
  const auto limited = options(1e-8).set("max_iterations", 3000);
  const nn::NonlinearMap away([](const auto&, auto w) { w.setConstant(-1.0); });
  const auto falling = Problem(away, Box{VectorXd::Zero(2), VectorXd::Constant(2, infinity)})
                           .solve(VectorXd::Zero(2), limited);
  EXPECT_TRUE(falling.report.status == NSDS_STALLED || falling.report.status == NSDS_MAX_ITERATIONS)
      << falling.report.message;
  EXPECT_TRUE(falling.z.allFinite());
  EXPECT_EQ(falling.report.residual.value, 1.0);
  // Nor far away, where w is lost in the rounding of z - w.
  EXPECT_EQ(Problem(away, Box{VectorXd::Zero(2), VectorXd::Constant(2, infinity)})
                .residual(VectorXd::Constant(2, 1e20))
                .value,
            1.0);
  const VectorXd far = Eigen::Vector2d(1e20, 0.0);
  EXPECT_GE(Problem(away, {Cone::lorentz(2, 1.0)}).residual(far).value, 1.0);
  const Problem behind(away, 2, [](const auto& x, auto p) { p = x.cwiseMax(0.0); });
  EXPECT_GE(behind.class_residual(far).value, 1.0);
  EXPECT_NEAR(behind.residual(far).value, 1.0, 1e-15);  // of the terms of w, all of it
  if (!takes(SetKind::polyhedron)) return;
  const MatrixXd A = MatrixXd::Ones(1, 2);
  nn::Constraints constraints;
  constraints.A = nn::view(A);
  constraints.b = VectorXd::Constant(1, 3.0);
  constraints.upper = VectorXd::Ones(2);
  const nn::NonlinearMap F([](const auto& z, auto w) { w = z; });
  const auto empty = Problem(F, 2, constraints).solve(VectorXd::Zero(2), limited);
  EXPECT_TRUE(empty.report.status == NSDS_STALLED || empty.report.status == NSDS_MAX_ITERATIONS)
      << empty.report.message;
  EXPECT_TRUE(empty.z.allFinite() && empty.multipliers.allFinite());
  EXPECT_GE(empty.report.residual.value, 0.1);
}

// The time is looked at between evaluations of 2 ms; every method needs more than five.
TEST_P(ViSolvers, TheTimeLimitHoldsBetweenSlowCallbacks) {
  const auto F = [](const auto& z, auto w) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    w = z.array().cube().matrix() - VectorXd::LinSpaced(3, 1.0, 900.0);
  };
  const Problem problem(nn::NonlinearMap(F), Box{VectorXd::Zero(3), VectorXd::Constant(3, 100.0)});
  const auto begin = std::chrono::steady_clock::now();
  const auto solved = problem.solve(VectorXd::Constant(3, 50.0), options(1e-15).set("time_limit", 0.01));
  EXPECT_EQ(solved.report.status, NSDS_TIME_LIMIT) << solved.report.message;
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 2.0);
}

TEST_P(ViSolvers, TakesEmptyProblems) {
  const nn::NonlinearMap F([](const auto&, auto) {});
  EXPECT_TRUE(Problem(F, Box{VectorXd(0), VectorXd(0)}).solve(VectorXd(0), options(1e-9)).ok());
  if (!takes(SetKind::cones)) return;
  EXPECT_TRUE(Problem(F, std::vector<Cone>{}).solve(VectorXd(0), options(1e-9)).ok());
}

INSTANTIATE_TEST_SUITE_P(All, ViSolvers, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_VI)),
                         [](const auto& test) {
                           return std::string(nsds_solver_at(NSDS_CLASS_VI, test.param)->name);
                         });

// K ∋ z ⟂ M z + q ∈ K* with M symmetric is a convex quadratic program over K.
TEST(ViAgreement, ConeComplementarityIsTheProgram) {
  Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    const MatrixXd R = random.matrix(9, 9, -1.0, 1.0);
    const MatrixXd M = R * R.transpose() + MatrixXd::Identity(9, 9);
    const VectorXd q = random.vector(9, -2.0, 2.0);
    const nn::NonlinearMap F([&](const auto& z, auto w) { w = M * z + q; },
                             [&](const auto&, auto J) { J = M; });
    const std::vector<Cone> cones{Cone::lorentz(3, 0.5), Cone::lorentz(3, 1.0), Cone::lorentz(3, 2.0)};
    const auto project = [](const auto& x, auto p) {
      p.segment(0, 3) = onto_lorentz(x.segment(0, 3), 0.5);
      p.segment(3, 3) = onto_lorentz(x.segment(3, 3), 1.0);
      p.segment(6, 3) = onto_lorentz(x.segment(6, 3), 2.0);
    };
    const auto program = nn::convex_qp::Problem(nn::view(M), q, project)
                             .solve(nn::Options(NSDS_CLASS_CONVEX_QP).set("tolerance", 1e-12));
    ASSERT_TRUE(program.ok()) << program.report.message;
    for (const char* solver : {"auto", "normal_map_newton", "golden_ratio"}) {
      const auto solved = Problem(F, cones).solve(VectorXd::Zero(9),
                                                  nn::Options(NSDS_CLASS_VI, solver).set("tolerance", 1e-12));
      ASSERT_TRUE(solved.ok()) << solver << " " << solved.report.message;
      EXPECT_LE((solved.z - program.z).norm(), 1e-10) << solver << " " << trial;
    }
  }
}

TEST(ViAgreement, AnAffineMapOverAPolyhedronIsAnAvi) {
  Random random(9);
  for (int trial = 0; trial < 10; ++trial) {
    const MatrixXd R = random.matrix(6, 6, -1.0, 1.0);
    const MatrixXd M = R * R.transpose() + MatrixXd::Identity(6, 6) + random.matrix(6, 6, -0.2, 0.2);
    const VectorXd q = random.vector(6, -2.0, 2.0);
    const MatrixXd A = random.matrix(4, 6, -1.0, 1.0);
    nn::Constraints constraints;
    constraints.A = nn::view(A);
    constraints.b = random.vector(4, -1.0, 0.5);
    constraints.upper = VectorXd::Constant(6, 1.0);
    const auto avi = nn::avi::Problem(nn::view(M), q, constraints)
                         .solve(nn::Options(NSDS_CLASS_AVI).set("tolerance", 1e-12));
    const nn::NonlinearMap F([&](const auto& z, auto w) { w = M * z + q; },
                             [&](const auto&, auto J) { J = M; });
    const auto vi = Problem(F, 6, constraints)
                        .solve(VectorXd::Zero(6), nn::Options(NSDS_CLASS_VI).set("tolerance", 1e-12));
    ASSERT_TRUE(avi.ok() && vi.ok()) << avi.report.message << vi.report.message;
    EXPECT_LE((avi.z - vi.z).norm(), 1e-10);
    EXPECT_LE((avi.multipliers - vi.multipliers).norm(), 1e-9);
  }
}

// A pattern makes the matrices of Newton's method sparse; differences take the place of a Jacobian. 30 cones in a chain.
TEST(ViAgreement, SparseAndDenseAndDifferences) {
  const int count = 30, n = 3 * count;
  const VectorXd q = Random(3).vector(n, -1.0, 1.0);
  Eigen::SparseMatrix<double> pattern(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = std::max(0, i - 3); j <= std::min(n - 1, i + 3); ++j)
      pattern.insert(i, j) = i == j ? 3.0 : (i < j ? -0.4 : 0.3);
  pattern.makeCompressed();
  const MatrixXd M = pattern;
  const auto F = [&](const auto& z, auto w) { w = M * z + z.array().cube().matrix() + q; };
  const auto J = [&](const auto& z, auto values) {
    values = M;
    values.diagonal().array() += 3.0 * z.array().square();
  };
  const auto entries = [&](const auto& z, auto values) {
    Eigen::SparseMatrix<double> at = pattern;
    at.diagonal().array() += 3.0 * z.array().square();
    values = Eigen::Map<const VectorXd>(at.valuePtr(), at.nonZeros());
  };
  std::vector<Cone> cones;
  for (int k = 0; k < count; ++k)
    cones.push_back(k % 5 == 4 ? Cone::nonnegative(3) : Cone::lorentz(3, 0.2 + 0.1 * k));
  const auto options = nn::Options(NSDS_CLASS_VI, "normal_map_newton").set("tolerance", 1e-12);
  const auto dense = Problem(nn::NonlinearMap(F, J), cones).solve(VectorXd::Zero(n), options);
  ASSERT_TRUE(dense.ok()) << dense.report.message;
  EXPECT_LE(dense.report.iterations, 20);
  for (const auto& map :
       {nn::NonlinearMap(F, pattern, entries), nn::NonlinearMap(F, pattern), nn::NonlinearMap(F)}) {
    const auto other = Problem(map, cones).solve(VectorXd::Zero(n), options);
    ASSERT_TRUE(other.ok()) << other.report.message;
    EXPECT_LE((other.z - dense.z).norm(), 1e-11);
    EXPECT_EQ(other.report.iterations, dense.report.iterations);
  }
}

// Newton's steps on the normal map converge quadratically where the solution is regular.
TEST(ViNewton, DigitsDouble) {
  Random random(11);
  const PlantedVi vi = planted_in_cones(1, random);
  std::vector<double> residuals;
  const auto note = [](const nsds_progress* progress, void* user) {
    static_cast<std::vector<double>*>(user)->push_back(progress->residual);
    return 0;
  };
  const auto solved = vi.problem.solve(
      VectorXd::Zero(vi.solution.size()),
      nn::Options(NSDS_CLASS_VI, "normal_map_newton").set("tolerance", 1e-13).set_callback(note, &residuals));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  ASSERT_GE(residuals.size(), 3U);
  EXPECT_LE(residuals.back(), 10.0 * residuals[residuals.size() - 2] * residuals[residuals.size() - 2]);
}

}  // namespace
}  // namespace nsds::test::vi_contract_test
