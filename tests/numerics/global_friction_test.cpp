// Contact in global form on problems written from formulas: closed forms, joints, units, storages, bad input.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/matrix.hpp"
#include "numerics/global_friction_residual.hpp"

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const char* const solvers[] = {"auto", "reduced", "nsgs"};

// A problem that owns its dense data.
struct Problem {
  MatrixXd M, H, G;
  VectorXd q, b, d, mu;
  std::int32_t dimension = 3;
};

// The same with matrices of one storage.
class Stored {
 public:
  explicit Stored(const Problem& problem, nsds_storage storage = NSDS_DENSE)
      : data_(problem),
        M_(nn::view(data_.M), storage, 1),
        H_(nn::view(data_.H), storage, 1),
        G_(nn::view(data_.G), storage, 1) {
    nsds_global_friction_contact_init(&view);
    view.dimension = data_.dimension;
    view.contacts = static_cast<std::int32_t>(data_.mu.size());
    view.size = static_cast<std::int32_t>(data_.q.size());
    view.constraints = static_cast<std::int32_t>(data_.d.size());
    view.M = &M_.get();
    view.H = &H_.get();
    view.G = view.constraints > 0 ? &G_.get() : nullptr;
    view.q = data_.q.data();
    view.b = data_.b.data();
    view.d = data_.d.data();
    view.mu = data_.mu.data();
  }
  Stored(const Stored&) = delete;
  Stored& operator=(const Stored&) = delete;

  nsds_global_friction_contact view;

 private:
  Problem data_;
  nn::Matrix M_, H_, G_;
};

struct Options {
  const char* solver = "auto";
  double tolerance = 1e-10;
  bool warm_start = false;
};

nsds_status solve(const nsds_global_friction_contact& problem, GlobalUnknowns& x, const Options& given,
                  nsds_report& report) {
  nsds_options* options = nullptr;
  EXPECT_EQ(nsds_options_create(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, given.solver, &options), NSDS_OK);
  EXPECT_EQ(nsds_options_set_double(options, "tolerance", given.tolerance), NSDS_OK);
  EXPECT_EQ(nsds_options_set_int(options, "warm_start", given.warm_start ? 1 : 0), NSDS_OK);
  nsds_report_init(&report);
  const nsds_status status = nsds_global_friction_contact_solve(&problem, x.v.data(), x.r.data(), x.u.data(),
                                                                x.lambda.data(), options, nullptr, &report);
  nsds_options_free(options);
  return status;
}

// One point of mass m above a plane, with velocity v_0.
Problem point_on_plane(double m, const Eigen::Vector3d& v_0, double mu) {
  return {m * MatrixXd::Identity(3, 3),
          MatrixXd::Identity(3, 3),
          MatrixXd(0, 3),
          m * v_0,
          VectorXd::Zero(3),
          VectorXd(0),
          VectorXd::Constant(1, mu)};
}

// A chain of bodies, each with full inertia, one contact a body and one between neighbours, with joints of
// `joint_rows` rows between every other pair of neighbours. H and G are random but of full rank with
// probability one; the normal of b is negative, so that contacts close.
Problem chain(std::int32_t dimension, int bodies, int joint_rows, bool symmetric = true) {
  std::mt19937 generator(17);
  std::normal_distribution<double> normal;
  const auto draw = [&](Eigen::Index rows, Eigen::Index cols) {
    return MatrixXd(MatrixXd::NullaryExpr(rows, cols, [&] { return normal(generator); }));
  };
  const int dof = dimension == 2 ? 3 : 6, n = dof * bodies;
  const int contacts = 2 * bodies - 1, joints = joint_rows > 0 ? bodies / 2 : 0;
  Problem problem;
  problem.dimension = dimension;
  problem.M = MatrixXd::Zero(n, n);
  problem.H = MatrixXd::Zero(n, dimension * contacts);
  problem.G = MatrixXd::Zero(joint_rows * joints, n);
  for (int i = 0; i < bodies; ++i) {
    const MatrixXd root = draw(dof, dof);
    problem.M.block(dof * i, dof * i, dof, dof) =
        root * root.transpose() + MatrixXd::Identity(dof, dof) * (1.0 + i % 3);
    if (!symmetric) problem.M(dof * i, dof * i + 1) += 0.5;
    problem.H.block(dof * i, dimension * i, dof, dimension) = draw(dof, dimension);
    if (i + 1 < bodies)
      problem.H.block(dof * i, dimension * (bodies + i), 2 * dof, dimension) = draw(2 * dof, dimension);
  }
  for (int j = 0; j < joints; ++j)
    problem.G.block(joint_rows * j, 2 * dof * j, joint_rows, 2 * dof) = draw(joint_rows, 2 * dof);
  problem.q = draw(n, 1);
  problem.b = draw(dimension * contacts, 1);
  for (int c = 0; c < contacts; ++c) problem.b[dimension * c] = -std::abs(problem.b[dimension * c]);
  problem.d = draw(joint_rows * joints, 1);
  problem.mu = draw(contacts, 1).cwiseAbs() * 0.5;
  return problem;
}

// m v_N < 0 is stopped by r_N = -m v_N; the tangent sticks where m |v_T| <= mu r_N, else it slides and loses
// mu r_N.
TEST(GlobalFriction, PointOnPlane) {
  for (const char* solver : solvers) {
    const auto expect = [&](const Eigen::Vector3d& v_0, const Eigen::Vector3d& v, const Eigen::Vector3d& r) {
      const Stored problem(point_on_plane(2.0, v_0, 0.5));
      GlobalUnknowns x(problem.view);
      nsds_report report;
      ASSERT_EQ(solve(problem.view, x, {solver}, report), NSDS_OK) << report.message;
      EXPECT_LE((x.v - v).norm(), 1e-12) << solver;
      EXPECT_LE((x.r - r).norm(), 1e-12) << solver;
      EXPECT_LE((x.u - x.v).norm(), 1e-15) << solver;
    };
    expect({1.0, 2.0, -1.0}, {1.0, 2.0, -1.0}, {0.0, 0.0, 0.0});
    expect({-1.0, 0.3, -0.4}, {0.0, 0.0, 0.0}, {2.0, -0.6, 0.8});
    expect({-1.0, 3.0, 4.0}, {0.0, 2.7, 3.6}, {2.0, -0.6, -0.8});
  }
}

// A pendulum of length one, a point in the plane on a rod, G v = 0 along the rod at 45 degrees, hits the
// ground with velocity v_0 = (-1, 1): along the rod's normal t = (1, -1) / sqrt 2 it moves with t.v_0 =
// -sqrt 2. Without friction the contact stops it altogether: v = 0, and with m = 1 r_N e_N + lambda e = -v_0
// gives lambda / sqrt 2 = -1 and r_N = 1 - lambda / sqrt 2 = 2.
TEST(GlobalFriction, PendulumStoppedByTheGround) {
  Problem problem{MatrixXd::Identity(2, 2), MatrixXd::Identity(2, 2), MatrixXd(1, 2),    VectorXd(2),
                  VectorXd::Zero(2),        VectorXd::Zero(1),        VectorXd::Zero(1), 2};
  problem.G << std::sqrt(0.5), std::sqrt(0.5);
  problem.q << -1.0, 1.0;
  const Stored stored(problem);
  for (const char* solver : solvers) {
    GlobalUnknowns x(stored.view);
    nsds_report report;
    ASSERT_EQ(solve(stored.view, x, {solver, 1e-13}, report), NSDS_OK) << report.message;
    EXPECT_LE(x.v.norm(), 1e-12) << solver;
    EXPECT_NEAR(x.r[0], 2.0, 1e-11) << solver;
    EXPECT_NEAR(x.r[1], 0.0, 1e-12) << solver;
    EXPECT_NEAR(x.lambda[0], -std::sqrt(2.0), 1e-11) << solver;
  }
}

// The same chain, by the method of first order.
TEST(GlobalFriction, AlternatingDirections) {
  for (const std::int32_t dimension : {2, 3}) {
    for (const int joint_rows : {0, 2}) {
      for (const bool symmetric : {true, false}) {
        SCOPED_TRACE("dimension " + std::to_string(dimension) + " joints " + std::to_string(joint_rows));
        const Stored stored(chain(dimension, 9, joint_rows, symmetric), NSDS_CSC);
        GlobalUnknowns x(stored.view);
        nsds_report report;
        ASSERT_EQ(solve(stored.view, x, {"admm", 1e-7}, report), NSDS_OK) << report.message;
        EXPECT_LE(naive_residual(stored.view, x), 1e-7 + 1e-13);
        EXPECT_LE(momentum_defect(stored.view, x), 1e-12);
      }
    }
  }
}

TEST(GlobalFriction, ChainsWithAndWithoutJointsInEveryStorage) {
  for (const std::int32_t dimension : {2, 3}) {
    for (const int joint_rows : {0, 1, 2}) {
      for (const bool symmetric : {true, false}) {
        const Problem problem = chain(dimension, 9, joint_rows, symmetric);
        for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
          const Stored stored(problem, storage);
          for (const char* solver : solvers) {
            SCOPED_TRACE(std::string(solver) + " dimension " + std::to_string(dimension) + " joints " +
                         std::to_string(joint_rows) + " storage " + std::to_string(storage));
            GlobalUnknowns x(stored.view);
            nsds_report report;
            ASSERT_EQ(solve(stored.view, x, {solver}, report), NSDS_OK) << report.message;
            EXPECT_LE(naive_residual(stored.view, x), 1e-10 + 1e-13);
            EXPECT_LE(momentum_defect(stored.view, x), 1e-12);
          }
        }
      }
    }
  }
}

// Finite elements: one connected block, too large for sweeps.
TEST(GlobalFriction, ConnectedMassIsReducedAndNotSwept) {
  const int n = 120, contacts = 20;
  Problem problem{MatrixXd::Zero(n, n),
                  MatrixXd::Zero(n, 3 * contacts),
                  MatrixXd::Zero(1, n),
                  VectorXd::Constant(n, -1.0),
                  VectorXd::Zero(3 * contacts),
                  VectorXd::Zero(1),
                  VectorXd::Constant(contacts, 0.4)};
  for (int i = 0; i < n; ++i) {  // a consistent mass matrix, node by node
    problem.M(i, i) = 4.0;
    if (i + 3 < n) problem.M(i, i + 3) = problem.M(i + 3, i) = 1.0;
    if (i + 1 < n) problem.M(i, i + 1) = problem.M(i + 1, i) = 0.25;
  }
  for (int k = 0; k < 3 * contacts; ++k) problem.H(k, k) = 1.0;
  problem.G(0, n - 1) = 1.0;
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    const Stored stored(problem, storage);
    GlobalUnknowns x(stored.view);
    nsds_report report;
    ASSERT_EQ(solve(stored.view, x, {}, report), NSDS_OK) << report.message;
    EXPECT_LE(naive_residual(stored.view, x), 1e-10 + 1e-13);
    EXPECT_NEAR(x.v[n - 1], 0.0, 1e-12);
    EXPECT_EQ(solve(stored.view, x, {"nsgs"}, report), NSDS_NOT_APPLICABLE);
    EXPECT_NE(std::strstr(report.message, "120 rows"), nullptr) << report.message;
  }
}

// A joint given twice changes nothing but lambda; given twice with different speeds it has no solution, and
// nobody says OK.
TEST(GlobalFriction, RedundantJoints) {
  const Problem single = chain(3, 6, 2);
  Problem twice = single;
  twice.G.resize(2 * single.G.rows(), single.G.cols());
  twice.G << single.G, single.G;
  twice.d.resize(2 * single.d.size());
  twice.d << single.d, single.d;
  Problem contradiction = twice;
  contradiction.d[0] += 1.0;
  const Stored reference(single), redundant(twice), impossible(contradiction);
  GlobalUnknowns expected(reference.view);
  nsds_report report;
  ASSERT_EQ(solve(reference.view, expected, {"reduced", 1e-12}, report), NSDS_OK) << report.message;
  for (const char* solver : solvers) {
    SCOPED_TRACE(solver);
    GlobalUnknowns x(redundant.view);
    ASSERT_EQ(solve(redundant.view, x, {solver, 1e-11}, report), NSDS_OK) << report.message;
    EXPECT_LE(naive_residual(redundant.view, x), 2e-11);
    EXPECT_LE((x.v - expected.v).norm(), 1e-8 * expected.v.norm());
    GlobalUnknowns y(impossible.view);
    const nsds_status status = solve(impossible.view, y, {solver}, report);
    EXPECT_TRUE(status == NSDS_STALLED || status == NSDS_SINGULAR || status == NSDS_MAX_ITERATIONS)
        << nsds_status_name(status);
    EXPECT_TRUE(y.v.allFinite() && y.r.allFinite() && y.lambda.allFinite());
  }
}

// A solution is returned at once, bit by bit.
TEST(GlobalFriction, WarmStartAtTheSolution) {
  const Stored problem(chain(3, 8, 2));
  for (const char* solver : solvers) {
    GlobalUnknowns x(problem.view);
    nsds_report report;
    ASSERT_EQ(solve(problem.view, x, {solver}, report), NSDS_OK) << report.message;
    GlobalUnknowns again = x;
    ASSERT_EQ(solve(problem.view, again, {solver, 1.001e-10, true}, report), NSDS_OK);
    EXPECT_EQ(report.iterations, 0) << solver;
    EXPECT_EQ(again.v, x.v);
    EXPECT_LE((again.r - x.r).norm(), 1e-14 * x.r.norm());
    // Reactions alone are enough: their velocities are found again.
    again.v.setZero();
    ASSERT_EQ(solve(problem.view, again, {solver, 1e-9, true}, report), NSDS_OK);
    EXPECT_EQ(report.iterations, 0) << solver;
  }
}

// With kilograms in units of 2^a, metres in units of 2^b of velocity and arms in units of 2^c every number of
// the iteration is a power of two times what it was: residual and iterations stay, to the bit.
TEST(GlobalFriction, UnitsChangeNothing) {
  const Problem problem = chain(3, 8, 2);
  const double mass = 0x1p10, speed = 0x1p-7, arm = 0x1p5, row = 0x1p-3;
  Problem scaled = problem;
  scaled.M *= mass;
  scaled.H *= arm;
  scaled.q *= mass * speed;
  scaled.b *= arm * speed;
  scaled.G *= row;
  scaled.d *= row * speed;
  const Stored one(problem), other(scaled);
  for (const char* solver : {"reduced", "nsgs"}) {
    GlobalUnknowns x(one.view), y(other.view);
    nsds_report report_x, report_y;
    ASSERT_EQ(solve(one.view, x, {solver}, report_x), NSDS_OK);
    ASSERT_EQ(solve(other.view, y, {solver}, report_y), NSDS_OK);
    EXPECT_LE((y.v / speed - x.v).norm(), 1e-8 * x.v.norm()) << solver;
    EXPECT_LE((y.r * arm / (mass * speed) - x.r).norm(), 1e-8 * x.r.norm()) << solver;
    EXPECT_LE((y.lambda * row / (mass * speed) - x.lambda).norm(), 1e-8 * x.lambda.norm()) << solver;
    // The residual at the same point is the same number.
    GlobalUnknowns z(other.view);
    z.v = x.v * speed;
    z.r = x.r * mass * speed / arm;
    z.lambda = x.lambda * mass * speed / row;
    nsds_residual residual;
    nsds_residual_init(&residual);
    ASSERT_EQ(nsds_global_friction_contact_residual(&other.view, z.v.data(), z.r.data(), z.lambda.data(),
                                                    &residual),
              NSDS_OK);
    EXPECT_NEAR(residual.value, report_x.residual.value, 1e-14) << solver;
  }
}

TEST(GlobalFriction, NoContactsAndEmptyProblems) {
  Problem problem = chain(3, 3, 0);
  problem.H.resize(problem.M.rows(), 0);
  problem.b.resize(0);
  problem.mu.resize(0);
  Problem joined = problem;
  joined.G = MatrixXd::Ones(1, problem.M.rows());
  joined.d = VectorXd::Ones(1);
  Problem nothing{MatrixXd(0, 0), MatrixXd(0, 0), MatrixXd(0, 0), VectorXd(0),
                  VectorXd(0),    VectorXd(0),    VectorXd(0)};
  const VectorXd v = problem.M.partialPivLu().solve(problem.q);
  const VectorXd response = problem.M.partialPivLu().solve(joined.G.transpose());
  for (const char* solver : solvers) {
    SCOPED_TRACE(solver);
    nsds_report report;
    const Stored free(problem), held(joined), empty(nothing);
    GlobalUnknowns x(free.view), y(held.view), z(empty.view);
    ASSERT_EQ(solve(free.view, x, {solver}, report), NSDS_OK) << report.message;
    EXPECT_LE((x.v - v).norm(), 1e-13 * v.norm());
    // v + M^-1 G' lambda with G (v + M^-1 G' lambda) = 1.
    ASSERT_EQ(solve(held.view, y, {solver, 1e-12}, report), NSDS_OK) << report.message;
    const double lambda = (1.0 - v.sum()) / response.sum();
    EXPECT_NEAR(y.lambda[0], lambda, 1e-10);
    EXPECT_LE((y.v - v - lambda * response).norm(), 1e-10);
    ASSERT_EQ(solve(empty.view, z, {solver}, report), NSDS_OK) << report.message;
  }
}

// A contact between fixed things (a column of zeros in H) neither pushes nor is pushed; a body that nothing
// touches (rows of zeros) moves freely.
TEST(GlobalFriction, EmptyRowsAndColumns) {
  Problem problem = chain(3, 4, 0);
  problem.H.leftCols(3).setZero();
  problem.b.head(3) << 1.0, 0.5, 0.0;
  problem.H.bottomRows(6).setZero();
  problem.H.rightCols(3).setZero();
  problem.b.tail(3) << 2.0, 0.0, 0.0;
  problem.H.middleCols(9, 3).setZero();
  problem.b.segment(9, 3) << 2.0, 0.0, 0.0;
  const Stored stored(problem);
  for (const char* solver : solvers) {
    GlobalUnknowns x(stored.view);
    nsds_report report;
    ASSERT_EQ(solve(stored.view, x, {solver}, report), NSDS_OK) << report.message;
    EXPECT_EQ(x.r.head(3).norm(), 0.0);
    EXPECT_EQ((x.u.head(3) - problem.b.head(3)).norm(), 0.0);
    const VectorXd free = problem.M.bottomRightCorner(6, 6).partialPivLu().solve(problem.q.tail(6));
    EXPECT_LE((x.v.tail(6) - free).norm(), 1e-13 * free.norm());
  }
}

TEST(GlobalFriction, SingularMassIsNamed) {
  Problem problem = chain(3, 4, 0);
  problem.M.row(7) = problem.M.row(8);
  const Stored stored(problem);
  for (const char* solver : solvers) {
    GlobalUnknowns x(stored.view);
    x.v.setConstant(7.0);
    nsds_report report;
    EXPECT_EQ(solve(stored.view, x, {solver}, report), NSDS_SINGULAR);
    EXPECT_NE(std::strstr(report.message, "problem.M is singular"), nullptr) << report.message;
    EXPECT_EQ(x.v, VectorXd::Constant(x.v.size(), 7.0));
    nsds_residual residual;
    nsds_residual_init(&residual);
    EXPECT_EQ(nsds_global_friction_contact_residual(&stored.view, x.v.data(), x.r.data(), nullptr, &residual),
              NSDS_SINGULAR);
  }
}

// Each fault is refused, with its name, and nothing is written.
TEST(GlobalFriction, BadInput) {
  const Stored good(chain(3, 4, 2));
  using View = nsds_global_friction_contact;
  const double bad_number[] = {0.5, nan, 0.5, 0.5, 0.5, 0.5, 0.5},
               negative[] = {0.5, 0.5, -1.0, 0.5, 0.5, 0.5, 0.5};
  std::vector<double> infinite(static_cast<std::size_t>(good.view.size), 1.0);
  infinite[5] = std::numeric_limits<double>::infinity();
  MatrixXd broken = MatrixXd::Identity(good.view.size, good.view.size);
  broken(2, 3) = nan;
  const nsds_matrix broken_view = nn::view(broken);
  struct Case {
    const char* word;
    void (*spoil)(View&, const void*);
    const void* with;
  };
  const Case cases[] = {
      {"nsds_global_friction_contact_init", [](View& p, const void*) { p.struct_size = 1; }, nullptr},
      {"dimension", [](View& p, const void*) { p.dimension = 4; }, nullptr},
      {"contacts", [](View& p, const void*) { p.contacts = -1; }, nullptr},
      {"problem.M is", [](View& p, const void*) { p.size += 1; }, nullptr},
      {"problem.H is", [](View& p, const void*) { p.contacts -= 1; }, nullptr},
      {"problem.G is", [](View& p, const void*) { p.constraints += 1; }, nullptr},
      {"problem.M is null", [](View& p, const void*) { p.M = nullptr; }, nullptr},
      {"problem.G is null", [](View& p, const void*) { p.G = nullptr; }, nullptr},
      {"problem.q is null", [](View& p, const void*) { p.q = nullptr; }, nullptr},
      {"problem.d is null", [](View& p, const void*) { p.d = nullptr; }, nullptr},
      {"problem.mu[1]", [](View& p, const void* x) { p.mu = static_cast<const double*>(x); }, bad_number},
      {"problem.mu[2]", [](View& p, const void* x) { p.mu = static_cast<const double*>(x); }, negative},
      {"problem.q[5]", [](View& p, const void* x) { p.q = static_cast<const double*>(x); }, infinite.data()},
      {"problem.M", [](View& p, const void* x) { p.M = static_cast<const nsds_matrix*>(x); }, &broken_view},
  };
  for (const Case& fault : cases) {
    SCOPED_TRACE(fault.word);
    View spoilt = good.view;
    fault.spoil(spoilt, fault.with);
    GlobalUnknowns x(good.view);
    x.v.setConstant(7.0);
    nsds_report report;
    EXPECT_EQ(solve(spoilt, x, {}, report), NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(report.message, fault.word), nullptr) << report.message;
    EXPECT_EQ(x.v, VectorXd::Constant(x.v.size(), 7.0));
  }
  GlobalUnknowns x(good.view);
  nsds_report report;
  nsds_report_init(&report);
  const auto call = [&](double* v, double* r, double* lambda) {
    return nsds_global_friction_contact_solve(&good.view, v, r, nullptr, lambda, nullptr, nullptr, &report);
  };
  EXPECT_EQ(call(nullptr, x.r.data(), x.lambda.data()), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(x.v.data(), nullptr, x.lambda.data()), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(x.v.data(), x.r.data(), nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_STREQ(report.message, "lambda is null.");
  EXPECT_EQ(call(x.v.data(), x.r.data(), x.lambda.data()), NSDS_OK);
  EXPECT_EQ(nsds_global_friction_contact_solve(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                               &report),
            NSDS_INVALID_ARGUMENT);
  nsds_options* other = nullptr;
  ASSERT_EQ(nsds_options_create(NSDS_CLASS_LCP, "auto", &other), NSDS_OK);
  EXPECT_EQ(nsds_global_friction_contact_solve(&good.view, x.v.data(), x.r.data(), nullptr, x.lambda.data(),
                                               other, nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  nsds_options_free(other);
}

// No solution: a contact between fixed things that approach each other. The best iterate is finite, nobody
// says OK.
TEST(GlobalFriction, ImpossibleContactIsNotSolved) {
  Problem problem = chain(3, 3, 0);
  problem.H.leftCols(3).setZero();
  problem.b.head(3) << -1.0, 0.0, 0.0;
  const Stored stored(problem);
  GlobalUnknowns x(stored.view);
  nsds_report report;
  const nsds_status status = solve(stored.view, x, {"auto"}, report);
  EXPECT_TRUE(status == NSDS_STALLED || status == NSDS_MAX_ITERATIONS) << nsds_status_name(status);
  EXPECT_TRUE(x.v.allFinite() && x.r.allFinite());
  EXPECT_NE(std::string(report.message), "");
}

}  // namespace
}  // namespace nsds::test
