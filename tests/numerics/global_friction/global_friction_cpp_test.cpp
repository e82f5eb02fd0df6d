// The C++ interface of contact in global form: what it returns is what the C interface returns, and every
// refusal is an exception that says why.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cstring>

#include "nsds/numerics/cpp/global_friction_contact.hpp"
#include "numerics/global_friction/global_friction_problems.hpp"

namespace nsds::test::global_friction_cpp_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::global_friction_contact::Problem;

// The views of the matrices of `data` stay in use.
Problem wrap(const GlobalData& data) {
  Problem problem(data.dimension, nn::view(data.M), nn::view(data.H), data.q, data.b, data.mu);
  if (data.d.size() > 0) problem.set_constraints(nn::view(data.G), data.d);
  return problem;
}

nn::Options options_of(const char* solver, double tolerance = 1e-10) {
  return nn::Options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, solver).set("tolerance", tolerance);
}

// The same bits as by the C interface, and a residual of the class that is that of the report.
TEST(GlobalFrictionCpp, GivesWhatTheCInterfaceGives) {
  for (const std::int32_t dimension : {2, 3}) {
    for (const int joint_rows : {0, 2}) {
      const GlobalData data = chain(dimension, 7, joint_rows);
      const Problem problem = wrap(data);
      EXPECT_EQ(problem.dimension(), dimension);
      EXPECT_EQ(problem.contacts(), 13);
      EXPECT_EQ(problem.size(), data.q.size());
      EXPECT_EQ(problem.constraints(), 3 * joint_rows);
      for (const char* solver : exact_global_solvers) {
        const auto found = problem.solve(options_of(solver));
        ASSERT_TRUE(found.ok()) << found.report.message;
        const StoredGlobal stored(data);
        GlobalUnknowns x(stored.view);
        nsds_report report;
        ASSERT_EQ(solve(stored.view, x, {solver}, report), NSDS_OK);
        EXPECT_EQ(found.v, x.v) << solver;
        EXPECT_EQ(found.r, x.r) << solver;
        EXPECT_EQ(found.u, x.u) << solver;
        EXPECT_EQ(found.lambda, x.lambda) << solver;
        EXPECT_EQ(problem.class_residual(found.v, found.r, found.lambda).value, found.report.residual.value);
        EXPECT_LE(problem.residual_fclib(found.v, found.r, found.lambda), 1e-6);
      }
    }
  }
}

// A copy outlives the vectors it was made of, and is solved in place from where the last solve ended.
TEST(GlobalFrictionCpp, KeepsItsVectorsAndStartsWarm) {
  const GlobalData data = chain(3, 6, 1);
  GlobalData changed = data;
  const Problem original = wrap(changed);
  Problem copy = wrap(chain(2, 3, 0));
  copy = original;
  changed.q.setZero();
  changed.b.setZero();
  changed.mu.setZero();
  changed.d.setZero();
  nn::Options options = options_of("auto");
  nn::Workspace workspace;
  auto found = copy.solve(options, &workspace);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.v, wrap(data).solve(options).v);
  options.set("warm_start", true).set("tolerance", 1.01e-10);
  const nn::Report again = copy.solve(found.v, found.r, found.u, found.lambda, options, &workspace);
  EXPECT_TRUE(again.ok());
  EXPECT_EQ(again.iterations, 0);
}

// A mass without inverse is an outcome of a solve, not a misuse; its residual is none.
TEST(GlobalFrictionCpp, SingularMassIsReportedAndHasNoResidual) {
  GlobalData data = chain(2, 3, 0);
  data.M.row(1).setZero();
  const Problem problem = wrap(data);
  const auto found = problem.solve();
  EXPECT_EQ(found.report.status, NSDS_SINGULAR);
  EXPECT_EQ(found.v, VectorXd::Zero(problem.size()));
  try {
    problem.residual(found.v, found.r, found.lambda);
    FAIL() << "a residual of a singular mass";
  } catch (const nn::Error& error) {
    EXPECT_EQ(error.status(), NSDS_SINGULAR);
  }
}

TEST(GlobalFrictionCpp, RefusalsAreExceptionsWithAReason) {
  const GlobalData data = chain(3, 4, 2);
  const Problem problem = wrap(data);
  EXPECT_THROW(Problem(2, nn::view(data.M), nn::view(data.H), data.q, data.b, data.mu), nn::Error);
  VectorXd v(problem.size()), r(data.b.size()), u(data.b.size()), lambda(problem.constraints()), longer(1000);
  const nn::Options options = options_of("auto");
  EXPECT_THROW(problem.solve(longer, r, u, lambda, options), nn::Error);
  EXPECT_THROW(problem.solve(v, longer, u, lambda, options), nn::Error);
  EXPECT_THROW(problem.solve(v, r, longer, lambda, options), nn::Error);
  EXPECT_THROW(problem.solve(v, r, u, longer, options), nn::Error);
  EXPECT_THROW(problem.residual(v, r, longer), nn::Error);
  EXPECT_THROW(problem.residual_fclib(longer, r, lambda), nn::Error);
  GlobalData negative = data;
  negative.mu[1] = -0.5;
  const auto expect_refusal = [](const Problem& bad, const char* word) {
    try {
      bad.solve();
      FAIL() << word;
    } catch (const nn::Error& error) {
      EXPECT_EQ(error.status(), NSDS_INVALID_ARGUMENT);
      EXPECT_NE(std::strstr(error.what(), word), nullptr) << error.what();
    }
  };
  expect_refusal(wrap(negative), "problem.mu[1]");
  expect_refusal(Problem(problem).set_constraints(nn::view(data.M), data.d), "problem.G is");
  EXPECT_THROW(wrap(negative).residual(VectorXd::Zero(24), VectorXd::Zero(21), VectorXd::Zero(4)), nn::Error);
  EXPECT_THROW(problem.solve(nn::Options(NSDS_CLASS_LCP)), nn::Error);
}

}  // namespace
}  // namespace nsds::test::global_friction_cpp_test
