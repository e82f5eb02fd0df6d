// What convex QPs refuse: arguments, matrices that are not convex, projectors that fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "numerics/convex_qp/convex_qp_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::convex_qp_refusals_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::convex_qp::Problem;

using In = Eigen::Ref<const VectorXd>;
using Out = Eigen::Ref<VectorXd>;

// A projector that fails, throws, forgets an entry or writes what is no number: the problem is refused, at
// the first call and at a later one, and the unknowns stay.
TEST_P(ConvexQp, NamesAProjectorThatFails) {
  struct Fault {
    int at;  // the call that fails
    int kind;
    int calls;
  };
  const auto project = [](void* user, const double* x, double* p) -> int {
    auto& fault = *static_cast<Fault*>(user);
    for (int i = 0; i < 3; ++i) p[i] = std::min(x[i], 0.1);
    if (++fault.calls < fault.at) return 0;
    if (fault.kind == 0) return 17;
    if (fault.kind == 1) throw std::runtime_error("no projection");
    p[1] = fault.kind == 2 ? std::nan("") : infinity;
    return 0;
  };
  MatrixXd M(3, 3);
  M << 4.0, 1.0, 0.0, 1.0, 3.0, -1.0, 0.0, -1.0, 2.0;
  const nsds_matrix view = nn::view(M);
  const VectorXd q = VectorXd::Constant(3, -1.0);
  const char* culprit[] = {"project returned 17", "project has thrown", "projection[1] nan",
                           "projection[1] inf"};
  for (int kind = 0; kind < 4; ++kind) {
    for (const int at : {1, 2, 3, 5}) {
      Fault fault{at, kind, 0};
      nsds_convex_qp problem;
      nsds_convex_qp_init(&problem);
      problem.size = problem.rows = 3;
      problem.M = &view;
      problem.q = q.data();
      problem.project = project;
      problem.user = &fault;
      double z[] = {7.0, 8.0, 9.0}, xi[] = {1.0, 2.0, 3.0}, u[] = {4.0, 5.0, 6.0};
      nn::Report report;
      const nsds_status status =
          nsds_convex_qp_solve(&problem, z, xi, u, options(1e-10).get(), nullptr, &report);
      EXPECT_EQ(status, NSDS_INVALID_ARGUMENT) << kind << " " << at;
      EXPECT_EQ(report.status, status);
      EXPECT_NE(std::string(report.message).find(culprit[kind]), std::string::npos) << report.message;
      EXPECT_EQ(fault.calls, at);
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(z[i], 7.0 + i);
        EXPECT_EQ(xi[i], 1.0 + i);
        EXPECT_EQ(u[i], 4.0 + i);
      }
      nn::Report none;
      fault = {1, kind, 0};
      EXPECT_EQ(nsds_convex_qp_residual(&problem, z, xi, &none.residual), NSDS_INVALID_ARGUMENT);
    }
  }
}

// Not convex, which no diagonal shows: whoever meets a direction of negative curvature says so.
TEST(ConvexQpBadInput, NamesAnIndefiniteMatrix) {
  const MatrixXd M = (MatrixXd(2, 2) << 1.0, 10.0, 10.0, 1.0).finished();
  const VectorXd q = (VectorXd(2) << 1.0, -2.0).finished();
  const Problem problem(nn::view(M), q, ball(1.0));
  for (const auto& [solver, words] :
       {std::pair{"projected_gradient", "negative curvature"}, {"admm", "needs M positive semidefinite"}}) {
    try {
      problem.solve(nn::Options(NSDS_CLASS_CONVEX_QP, solver));
      ADD_FAILURE() << solver << " has not refused";
    } catch (const nn::Error& error) {
      EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE);
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

// What the C++ projector throws comes out of the solve as it was.
TEST(ConvexQpWrapper, LetsExceptionsThrough) {
  const MatrixXd M = MatrixXd::Identity(2, 2);
  const VectorXd q = VectorXd::Ones(2);
  const Problem problem(nn::view(M), q,
                        [](const In&, const Out&) { throw std::domain_error("out of the domain"); });
  EXPECT_THROW(problem.solve(), std::domain_error);
  EXPECT_THROW(problem.residual(q, q), std::domain_error);
  EXPECT_THROW(Problem(nn::view(M), q, q, VectorXd(3)), nn::Error);
  EXPECT_THROW(problem.residual(VectorXd(3), q), nn::Error);
}

// Each wrong argument is named, and the unknowns stay.
TEST(ConvexQpBadInput, NamesTheCulprit) {
  const MatrixXd M = MatrixXd::Identity(2, 2);
  MatrixXd skew = M;
  skew(0, 1) = 0.5;
  MatrixXd negative = M;
  negative(1, 1) = -1.0;
  MatrixXd broken = M;
  broken(1, 0) = std::nan("");
  const MatrixXd A = MatrixXd::Ones(3, 2);
  const nsds_matrix view = nn::view(M), skew_view = nn::view(skew), negative_view = nn::view(negative);
  const nsds_matrix broken_view = nn::view(broken), A_view = nn::view(A);
  const auto apply = [](void*, const double*, double*) -> int { return 0; };
  const nsds_matrix operator_view = nsds_matrix_operator(2, 2, apply, nullptr);
  double q[] = {-1.0, -2.0}, b[] = {0.0, std::nan("")};
  double lower[] = {0.0, -1.0}, upper[] = {1.0, infinity};
  double z[] = {7.0, 8.0}, xi[] = {5.0, 6.0};
  const auto refused = [&](auto spoil, const char* culprit, nsds_status expected = NSDS_INVALID_ARGUMENT) {
    nsds_convex_qp problem;
    nsds_convex_qp_init(&problem);
    problem.size = problem.rows = 2;
    problem.M = &view;
    problem.q = q;
    problem.lower = lower;
    problem.upper = upper;
    spoil(problem);
    nn::Report report;
    EXPECT_EQ(nsds_convex_qp_solve(&problem, z, xi, nullptr, nullptr, nullptr, &report), expected) << culprit;
    EXPECT_NE(std::string(report.message).find(culprit), std::string::npos) << report.message;
    EXPECT_EQ(z[0] + z[1] + xi[0] + xi[1], 26.0);
    nsds_residual residual;
    nsds_residual_init(&residual);
    EXPECT_EQ(nsds_convex_qp_residual(&problem, z, xi, &residual), expected) << culprit;
  };
  refused([](nsds_convex_qp& p) { p.struct_size = 0; }, "nsds_convex_qp_init");
  refused([](nsds_convex_qp& p) { p.size = -1; }, "problem.size is -1");
  refused([](nsds_convex_qp& p) { p.rows = -2; }, "problem.rows is -2");
  refused([](nsds_convex_qp& p) { p.size = 1; }, "problem.M is 2 x 2");
  refused([](nsds_convex_qp& p) { p.rows = 1; }, "must be equal where A is null");
  refused([](nsds_convex_qp& p) { p.M = nullptr; }, "problem.M is null");
  refused([](nsds_convex_qp& p) { p.q = nullptr; }, "problem.q is null");
  refused([](nsds_convex_qp& p) { p.lower = nullptr; }, "problem.lower is null");
  refused([](nsds_convex_qp& p) { p.upper = nullptr; }, "problem.upper is null");
  refused([&](nsds_convex_qp& p) { p.A = &A_view; }, "problem.A is 3 x 2");
  refused([&](nsds_convex_qp& p) { p.b = b; }, "problem.b[1] is nan");
  refused([&](nsds_convex_qp& p) { p.M = &broken_view; }, "problem.M");
  refused([&](nsds_convex_qp& p) { p.A = &broken_view; }, "problem.A");
  refused([&](nsds_convex_qp& p) { p.M = &skew_view; }, "problem.M is not symmetric");
  refused([&](nsds_convex_qp& p) { p.M = &negative_view; }, "M[1][1] is -1");
  refused([](nsds_convex_qp& p) { p.scale_w = 1.0; }, "problem.scale_z is 0");
  refused([](nsds_convex_qp& p) { p.scale_z = 1.0; }, "problem.scale_w is 0");
  refused([](nsds_convex_qp& p) { p.scale_z = 1.0, p.scale_w = infinity; }, "problem.scale_w is inf");
  refused([&](nsds_convex_qp& p) { p.M = &operator_view; }, "operator", NSDS_NOT_APPLICABLE);
  refused([&](nsds_convex_qp& p) { p.A = &operator_view; }, "operator", NSDS_NOT_APPLICABLE);
  refused([](nsds_convex_qp& p) { p.scale_z = 1e200, p.scale_w = 1e-200; }, "scale_z 1e+200");
  lower[1] = infinity;
  refused([](nsds_convex_qp&) {}, "lower[1] is inf");
  lower[1] = -1.0;
  upper[0] = -0.5;
  refused([](nsds_convex_qp&) {}, "above upper[0]");
  upper[0] = 1.0;
  q[1] = infinity;
  refused([](nsds_convex_qp&) {}, "problem.q[1] is inf");
}

TEST(ConvexQpBadInput, NamesCallsThatAreWrong) {
  const MatrixXd M = MatrixXd::Identity(2, 2);
  const nsds_matrix view = nn::view(M);
  const double q[] = {-1.0, -2.0}, lower[] = {0.0, 0.0};
  nsds_convex_qp problem;
  nsds_convex_qp_init(&problem);
  nsds_convex_qp_init(nullptr);
  problem.size = problem.rows = 2;
  problem.M = &view;
  problem.q = q;
  problem.lower = lower;
  problem.upper = lower;
  double z[] = {7.0, 8.0}, xi[] = {5.0, std::nan("")};
  nn::Report report;
  const nn::Options warm = nn::Options(NSDS_CLASS_CONVEX_QP).set("warm_start", true);
  const nn::Options other(NSDS_CLASS_LCP);
  const auto expect = [&](const nsds_convex_qp* p, double* at, double* with, const nsds_options* options,
                          const char* culprit) {
    EXPECT_EQ(nsds_convex_qp_solve(p, at, with, nullptr, options, nullptr, &report), NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::string(report.message).find(culprit), std::string::npos) << report.message;
    EXPECT_EQ(z[0], 7.0);
  };
  expect(nullptr, z, xi, nullptr, "problem is null");
  expect(&problem, nullptr, xi, nullptr, "z is null");
  expect(&problem, z, nullptr, nullptr, "xi is null");
  expect(&problem, z, xi, warm.get(), "xi[1] is nan");
  expect(&problem, z, xi, other.get(), "class 'lcp'");
  nsds_report unknown{};
  EXPECT_EQ(nsds_convex_qp_solve(&problem, z, xi, nullptr, nullptr, nullptr, &unknown),
            NSDS_INVALID_ARGUMENT);
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_convex_qp_residual(&problem, z, xi, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_convex_qp_residual(&problem, nullptr, xi, &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_convex_qp_residual(&problem, z, nullptr, &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_convex_qp_residual(&problem, z, xi, &residual), NSDS_OK);
  EXPECT_EQ(residual.value, infinity);  // a NaN is no solution
  EXPECT_EQ(nsds_convex_qp_solve(&problem, z, xi, nullptr, nullptr, nullptr, nullptr), NSDS_OK);
  EXPECT_EQ(z[0], 0.0);
  EXPECT_EQ(xi[1], -2.0);
}

}  // namespace
}  // namespace nsds::test::convex_qp_refusals_test
