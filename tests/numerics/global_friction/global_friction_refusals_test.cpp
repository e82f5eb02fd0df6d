// Contact in global form: bad input, singular masses and problems without a solution are named, not solved.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "numerics/global_friction/global_friction_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::global_friction_refusals_test {
namespace {

namespace nn = nsds::numerics;

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(GlobalFriction, SingularMassIsNamed) {
  GlobalData problem = chain(3, 4, 0);
  problem.M.row(7) = problem.M.row(8);
  const StoredGlobal stored(problem);
  for (const char* solver : exact_global_solvers) {
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

// A body too light for its impulse has a velocity that no number holds, also where nothing touches it.
TEST(GlobalFriction, VelocityBeyondAllNumbersIsRefused) {
  GlobalData problem = point_on_plane(1.0, {0.5, 0.0, -1.0}, 0.5);
  problem.M = Eigen::Vector4d(1.0, 1.0, 1.0, 1e-300).asDiagonal();
  problem.H = MatrixXd::Identity(4, 3);
  problem.q = Eigen::Vector4d(0.5, 0.0, -1.0, 1e300);
  for (const double touch : {0.0, 1.0}) {
    problem.H(3, 0) = touch;
    const StoredGlobal stored(problem);
    GlobalUnknowns x(stored.view);
    nsds_report report;
    EXPECT_EQ(solve(stored.view, x, {}, report), NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(report.message, "measure in other units"), nullptr) << report.message;
    nsds_residual residual;
    nsds_residual_init(&residual);
    EXPECT_EQ(nsds_global_friction_contact_residual(&stored.view, x.v.data(), x.r.data(), nullptr, &residual),
              NSDS_INVALID_ARGUMENT);
  }
}

// Each fault is refused, with its name, and nothing is written.
TEST(GlobalFriction, BadInput) {
  const StoredGlobal good(chain(3, 4, 2));
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
// v = -r keeps momentum exactly, and the map of the contact is a difference of infinities.
TEST(GlobalFriction, AStartWhoseResidualIsNoNumberIsNotASolution) {
  GlobalData data{-Eigen::MatrixXd::Identity(3, 3), Eigen::MatrixXd::Identity(3, 3), {}, {}, {}, {}, {}};
  data.G.resize(0, 3);
  data.q = Eigen::VectorXd::Zero(3);
  data.b = Eigen::Vector3d(-1.0, 0.0, 0.0);
  data.d.resize(0);
  data.mu = Eigen::VectorXd::Constant(1, 10.0);
  const StoredGlobal problem(data);
  const Eigen::Vector3d r(1e153, 9e153, 0.0), v = -r;
  nsds_residual residual;
  nsds_residual_init(&residual);
  ASSERT_EQ(
      nsds_global_friction_contact_class_residual(&problem.view, v.data(), r.data(), nullptr, &residual),
      NSDS_OK);
  EXPECT_EQ(residual.value, std::numeric_limits<double>::infinity());
}

TEST(GlobalFriction, ImpossibleContactIsNotSolved) {
  GlobalData problem = chain(3, 3, 0);
  problem.H.leftCols(3).setZero();
  problem.b.head(3) << -1.0, 0.0, 0.0;
  const StoredGlobal stored(problem);
  GlobalUnknowns x(stored.view);
  nsds_report report;
  const nsds_status status = solve(stored.view, x, {"auto"}, report);
  EXPECT_TRUE(status == NSDS_STALLED || status == NSDS_MAX_ITERATIONS) << nsds_status_name(status);
  EXPECT_TRUE(x.v.allFinite() && x.r.allFinite());
  EXPECT_NE(std::string(report.message), "");
}

}  // namespace
}  // namespace nsds::test::global_friction_refusals_test
