// Each wrong argument gives its status, the culprit stands in the message, and the outputs keep their values.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "nsds/numerics/cpp/soclcp.hpp"
#include "support/numbers.hpp"

namespace nsds::test::soclcp_refusals_test {
namespace {

namespace nn = nsds::numerics;

int apply_nothing(void*, const double*, double*) {
  return 0;
}

int project_nothing(void*, const double*, double*) {
  return 0;
}

// A call that would succeed; the cases below spoil one thing each.
struct Call {
  double values[4] = {2.0, 0.5, -0.5, 2.0};
  double q[2] = {-1.0, 0.25};
  nsds_matrix M = nsds_matrix_dense(2, 2, values, 2);
  nsds_cone cones[2] = {{NSDS_CONE_LORENTZ, 1, 0.5, nullptr, nullptr},
                        {NSDS_CONE_NONNEGATIVE, 1, 0.0, nullptr, nullptr}};
  nsds_soclcp problem{};
  double z[2] = {0.25, 0.5}, w[2] = {7.0, 8.0};
  double* z_argument = z;
  const nsds_soclcp* problem_argument = &problem;
  nn::Options options{NSDS_CLASS_SOCLCP};
  nn::Report report;

  Call() {
    nsds_soclcp_init(&problem);
    problem.size = 2;
    problem.M = &M;
    problem.q = q;
    problem.cone_count = 2;
    problem.cones = cones;
  }
  nsds_status solve() {
    return nsds_soclcp_solve(problem_argument, z_argument, w, options.get(), nullptr, &report);
  }
};

struct Case {
  const char* culprit;
  std::function<void(Call&)> spoil;
  nsds_status status = NSDS_INVALID_ARGUMENT;
};

const Case cases[] = {
    {"problem is null", [](Call& c) { c.problem_argument = nullptr; }},
    {"nsds_soclcp_init", [](Call& c) { c.problem.struct_size = 0; }},
    {"problem.size is -1", [](Call& c) { c.problem.size = -1; }},
    {"problem.M is null", [](Call& c) { c.problem.M = nullptr; }},
    {"problem.M", [](Call& c) { c.M.rows = 1; }},
    {"problem.M", [](Call& c) { c.values[3] = nan; }},
    {"problem.M", [](Call& c) { c.values[0] = infinity; }},
    {"problem.M", [](Call& c) { c.M = nsds_matrix_operator(2, 2, apply_nothing, nullptr); },
     NSDS_NOT_APPLICABLE},
    {"problem.q is null", [](Call& c) { c.problem.q = nullptr; }},
    {"problem.q[1]", [](Call& c) { c.q[1] = nan; }},
    {"problem.cone_count is -1", [](Call& c) { c.problem.cone_count = -1; }},
    {"problem.cones is null", [](Call& c) { c.problem.cones = nullptr; }},
    {"1 unknowns together, problem.size is 2", [](Call& c) { c.problem.cone_count = 1; }},
    {"problem.cones[0].size is 0", [](Call& c) { c.cones[0].size = 0; }},
    {"problem.cones[1].size is -1", [](Call& c) { c.cones[1].size = -1; }},
    {"problem.cones[0].mu is -1", [](Call& c) { c.cones[0].mu = -1.0; }},
    {"problem.cones[0].mu is nan", [](Call& c) { c.cones[0].mu = nan; }},
    {"problem.cones[0].mu is inf", [](Call& c) { c.cones[0].mu = infinity; }},
    {"problem.cones[1].mu is 0.5", [](Call& c) { c.cones[1].mu = 0.5; }},
    {"problem.cones[1].project", [](Call& c) { c.cones[1].project = project_nothing; }},
    {"problem.cones[1].kind is that of a projector",
     [](Call& c) {
       c.cones[1] = {NSDS_CONE_PROJECTOR, 1, 0.0, project_nothing, nullptr};
     }},
    {"problem.scale_z is -1", [](Call& c) { c.problem.scale_z = -1.0; }},
    {"problem.scale_w is nan", [](Call& c) { c.problem.scale_w = nan; }},
    {"units of z and w", [](Call& c) { c.values[0] = c.values[3] = 1e-300, c.q[0] = 1e300; }},
    {"z is null", [](Call& c) { c.z_argument = nullptr; }},
    {"z[0]", [](Call& c) { c.z[0] = nan, c.options.set("warm_start", true); }},
    {"options", [](Call& c) { c.options = nn::Options(NSDS_CLASS_VI); }},
    {"not symmetric", [](Call& c) { c.options = nn::Options(NSDS_CLASS_SOCLCP, "convex_qp"); },
     NSDS_NOT_APPLICABLE},
    {"M[1][1]", [](Call& c) { c.values[3] = 0.0, c.options = nn::Options(NSDS_CLASS_SOCLCP, "pgs"); },
     NSDS_NOT_APPLICABLE},
};

TEST(SoclcpRefusals, NameTheCulpritAndTouchNothing) {
  ASSERT_EQ(Call().solve(), NSDS_OK);
  for (const Case& row : cases) {
    SCOPED_TRACE(row.culprit);
    Call call;
    row.spoil(call);
    const double z = call.z[0];
    EXPECT_EQ(call.solve(), row.status) << call.report.message;
    EXPECT_EQ(call.report.status, row.status);
    EXPECT_NE(std::string(call.report.message).find(row.culprit), std::string::npos) << call.report.message;
    EXPECT_TRUE(call.z[0] == z || std::isnan(z));
    EXPECT_EQ(call.z[1], 0.5);
    EXPECT_EQ(call.w[0], 7.0);
    EXPECT_EQ(call.w[1], 8.0);
  }
}

TEST(SoclcpRefusals, OfTheResidual) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  Call call;
  EXPECT_EQ(nsds_soclcp_residual(&call.problem, call.z, &residual), NSDS_OK);
  EXPECT_EQ(nsds_soclcp_residual(nullptr, call.z, &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_soclcp_residual(&call.problem, nullptr, &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_soclcp_residual(&call.problem, call.z, nullptr), NSDS_INVALID_ARGUMENT);
  const double far[] = {1e308, 1e308};
  EXPECT_EQ(nsds_soclcp_residual(&call.problem, far, &residual), NSDS_INVALID_ARGUMENT);
  call.M = nsds_matrix_operator(2, 2, apply_nothing, nullptr);
  EXPECT_EQ(nsds_soclcp_residual(&call.problem, call.z, &residual), NSDS_NOT_APPLICABLE);
}

TEST(SoclcpRefusals, OfTheWrapper) {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(2, 2);
  const nn::soclcp::Problem problem(nn::view(M), Eigen::Vector2d(1.0, 1.0),
                                    {nn::soclcp::Cone::lorentz(2, 0.5)});
  EXPECT_THROW(static_cast<void>(problem.residual(Eigen::VectorXd::Zero(3))), nn::Error);
  EXPECT_THROW(nn::soclcp::Problem(nn::view(M), Eigen::Vector2d(1.0, 1.0),
                                   {nn::soclcp::Cone::projected(2, [](const auto& x, auto p) { p = x; })}),
               nn::Error);
}

}  // namespace
}  // namespace nsds::test::soclcp_refusals_test
