// What ok means of contacts, and the options that change it: floors, absolute_tolerance, and norm.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "friction_oracle.hpp"
#include "support/draws.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::friction_contract_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-8;

nn::Options options_of(const std::string& solver) {
  return nn::Options(NSDS_CLASS_FRICTION_CONTACT, solver).set("tolerance", tolerance);
}

std::vector<std::string> solvers_of(int dimension) {
  std::vector<std::string> names;
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_FRICTION_CONTACT); ++k) {
    const std::string name = nsds_solver_at(NSDS_CLASS_FRICTION_CONTACT, k)->name;
    if (dimension == 2 || (name != "lcp" && name != "enumeration")) names.push_back(name);
  }
  return names;
}

// The value of the library is that of the judge, at points that solve, that nearly do, and that do not; where it is below the tolerance
// it may be a little more.
TEST(FrictionContract, IsWhatThePageSays) {
  for (int d = 2; d <= 3; ++d)
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(seed);
      const FrictionData data = random_friction(d, 6, 40, 0.1, seed);
      nsds_matrix W;
      const auto problem = view(data, W);
      const auto solved = problem.solve(options_of("auto").set("tolerance", 1e-13));
      ASSERT_TRUE(solved.ok()) << solved.report.message;
      Draws draws(seed);
      for (const double off : {0.0, 1e-10, 1e-7, 1e-3}) {
        VectorXd r = solved.r;
        for (double& entry : r) entry *= 1.0 - off * draws.uniform(0.0, 1.0);
        for (Index c = 0; c < data.contacts(); ++c) r.segment(d * c + 1, d - 1) *= 1.0 - off;
        const double found = problem.residual(r).value, judged = judged_contacts(data.judged(), r);
        EXPECT_EQ(found <= tolerance, judged <= tolerance) << off;
        if (found > tolerance) {
          EXPECT_NEAR(found, judged, 1e-9 * judged) << off;
        } else {
          EXPECT_GE(found + 1e-15, judged) << off;
          EXPECT_LE(found, 4.0 * judged + 1e-14) << off;
        }
      }
    }
}

// Two contacts, one with velocities of 1 and one of 1e-9, that hear of each other by 1e-10 of that; the small one slides. W is 1 in each.
FrictionData large_and_small(int d, double small) {
  FrictionData data{d, MatrixXd::Identity(2 * d, 2 * d), VectorXd::Zero(2 * d), VectorXd::Constant(2, 0.5)};
  for (Index k = 0; k < d; ++k) data.W(k, d + k) = data.W(d + k, k) = 1e-10 * small;
  data.q[0] = -1.0;
  data.q[1] = 0.2;
  data.q[d] = -small;
  data.q[d + 1] = 0.9 * small;
  return data;
}

void expect_small_contact(const VectorXd& r, double small) {
  const Index d = r.size() / 2;
  EXPECT_NEAR(r[0], 1.0, 1e-7);
  EXPECT_NEAR(r[1], -0.2, 1e-7);
  EXPECT_NEAR(r[d], small, 1e-7 * small);
  EXPECT_NEAR(r[d + 1], -0.5 * small, 1e-7 * small);
}

// Without the reactions of the small contact the residual of the class is 1e-9, and the contract 1.
TEST(FrictionContract, ASmallContactIsNotHidden) {
  constexpr double small = 1e-9;
  for (int d = 2; d <= 3; ++d) {
    const FrictionData data = large_and_small(d, small);
    nsds_matrix W;
    const auto problem = view(data, W);
    VectorXd wrong = VectorXd::Zero(2 * d);
    wrong[0] = 1.0;
    wrong[1] = -0.2;
    EXPECT_LE(problem.class_residual(wrong).value, tolerance);
    EXPECT_LE(problem.residual_fclib(wrong), tolerance);
    const nsds_residual judged = problem.residual(wrong);
    EXPECT_NEAR(judged.value, 1.0, 1e-9);
    EXPECT_NEAR(judged.dual, 1.0, 1e-9);
    EXPECT_EQ(judged.worst, 1);
    EXPECT_NEAR(judged_contacts(data.judged(), wrong), 1.0, 1e-9);
    for (const std::string& solver : solvers_of(d)) {
      SCOPED_TRACE(solver);
      for (const char* norm : {"class", "fclib"}) {
        VectorXd r = wrong, u(2 * d);
        const auto report = problem.solve(r, u, options_of(solver).set("warm_start", 1).set("norm", norm));
        EXPECT_TRUE(report.ok()) << norm;
        EXPECT_EQ(report.iterations, 0) << norm;
        EXPECT_NEAR(report.residual.value, problem.class_residual(r).value, 1e-20) << norm;
      }
      for (const bool warm : {false, true}) {
        VectorXd r = warm ? wrong : VectorXd::Zero(2 * d), u(2 * d);
        const auto report = problem.solve(r, u, options_of(solver).set("warm_start", warm ? 1 : 0));
        EXPECT_TRUE(report.ok()) << report.message;
        expect_claim(data.judged(), r, report);
        expect_small_contact(r, small);
      }
    }
  }
}

// What norm says is what has to be at most the tolerance, and contract is the default. The report is that of the class where it is not
// the contract.
TEST(FrictionContract, NormSaysWhatIsJudged) {
  EXPECT_STREQ(
      nsds_option_find(nsds_solver_find(NSDS_CLASS_FRICTION_CONTACT, "auto"), "norm")->default_choice,
      "contract");
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const FrictionData data = random_friction(3, 6, 40, 0.1, seed);
    nsds_matrix W;
    const auto problem = view(data, W);
    for (const std::string& solver : solvers_of(3)) {
      SCOPED_TRACE(solver + ", " + std::to_string(seed));
      const auto judged = problem.solve(options_of(solver).set("norm", "contract"));
      EXPECT_EQ(judged.r, problem.solve(options_of(solver)).r);
      EXPECT_TRUE(judged.ok()) << judged.report.message;
      EXPECT_LE(problem.residual(judged.r).value, judged.report.residual.value);
      expect_claim(data.judged(), judged.r, judged.report);

      const auto of_class = problem.solve(options_of(solver).set("norm", "class"));
      EXPECT_TRUE(of_class.ok()) << of_class.report.message;
      EXPECT_EQ(of_class.report.residual.value, problem.class_residual(of_class.r).value);
      EXPECT_LE(naive_residual(data, of_class.r), 1.001 * tolerance);

      const auto of_fclib = problem.solve(options_of(solver).set("norm", "fclib"));
      EXPECT_TRUE(of_fclib.ok()) << of_fclib.report.message;
      EXPECT_EQ(of_fclib.report.residual.value, problem.class_residual(of_fclib.r).value);
      EXPECT_LE(problem.residual_fclib(of_fclib.r), tolerance);
    }
  }
}

// The normal row of the second contact is rounding that nothing moves: whoever assembled it knows what was lost on the way.
FrictionData with_a_lost_row(int d) {
  FrictionData data{d, MatrixXd::Identity(2 * d, 2 * d), VectorXd::Zero(2 * d), VectorXd::Constant(2, 0.5)};
  data.W.bottomRightCorner(d, d).setZero();
  data.q[0] = -1.0;
  data.q[1] = 0.2;
  data.q[d] = -1e-12;
  return data;
}

TEST(FrictionContract, FloorsAreWhatARowMayBeViolatedBy) {
  for (int d = 2; d <= 3; ++d) {
    const FrictionData data = with_a_lost_row(d);
    nsds_matrix W;
    auto problem = view(data, W);
    VectorXd r = VectorXd::Zero(2 * d);
    r[0] = 1.0;
    r[1] = -0.2;
    EXPECT_EQ(problem.residual(r).value, 1.0);
    const auto says = [&](Index row, double floor) {
      ContactProblem judged = data.judged();
      judged.floor = floor * VectorXd::Unit(2 * d, row);
      problem.set_floor(judged.floor);
      const double found = problem.residual(r).value;
      EXPECT_EQ(found, judged_contacts(judged, r)) << row << ", " << floor;
      const auto solved = problem.solve(options_of("auto").set("max_iterations", 100));
      EXPECT_EQ(solved.ok(), found <= tolerance) << solved.report.message;
      return found;
    };
    EXPECT_EQ(says(d, 0.9e-12), 1.0);
    EXPECT_EQ(says(d, 1.1e-12), 0.0);
    EXPECT_EQ(says(d + 1, 1.1e-12), 1.0);  // of another part
    EXPECT_EQ(says(0, 1.1e-12), 1.0);      // of another contact
  }
}

// The first contact slides under a force of 1e12, and its normal row hears of the second one, which a velocity of 1e-6 closes. Beside
// data of 1 that is no rounding, however large forces are.
TEST(FrictionContract, ForcesMakeNoRoundingOfVelocities) {
  FrictionData data{2, MatrixXd::Identity(4, 4), VectorXd{{-1.0, 1.0, -1e-6, 0.0}},
                    VectorXd::Constant(2, 0.5)};
  data.W.topLeftCorner(2, 2) *= 1e-12;
  data.W(0, 2) = 1e-12;
  const VectorXd r{{1e12, -0.5e12, 0.0, 0.0}};
  nsds_matrix W;
  EXPECT_EQ(judged_contacts(data.judged(), r), 1.0);
  EXPECT_EQ(view(data, W).residual(r).value, 1.0);
}

// A part has the largest floor of its rows, and what it has is no more than that.
TEST(FrictionContract, FloorsOfAPartAreTheLargestOfItsRows) {
  const FrictionData data{3, MatrixXd::Identity(3, 3), VectorXd{{-1.0, 0.2, 1e-6}},
                          VectorXd::Constant(1, 0.5)};
  nsds_matrix W;
  auto problem = view(data, W);
  const VectorXd r{{1.0, -0.2, 0.0}};  // u_T = (0, 1e-6)
  EXPECT_GT(problem.residual(r).value, tolerance);
  for (const Index row : {1, 2}) {
    problem.set_floor(2e-6 * VectorXd::Unit(3, row));
    EXPECT_EQ(problem.residual(r).value, 0.0);
    problem.set_floor(0.5e-6 * VectorXd::Unit(3, row));
    EXPECT_GT(problem.residual(r).value, tolerance);
  }
}

TEST(FrictionContract, AbsoluteToleranceIsAFloorOfAllRows) {
  for (int d = 2; d <= 3; ++d) {
    const FrictionData data = with_a_lost_row(d);
    nsds_matrix W;
    const auto problem = view(data, W);
    for (const std::string& solver : solvers_of(d)) {
      SCOPED_TRACE(solver);
      const auto with = [&](double absolute) {
        return problem.solve(
            options_of(solver).set("max_iterations", 100).set("absolute_tolerance", absolute));
      };
      EXPECT_FALSE(with(0.0).ok());
      EXPECT_FALSE(with(0.9e-12).ok());
      const auto found = with(1.1e-12);
      EXPECT_TRUE(found.ok()) << found.report.message;
      EXPECT_NEAR(found.r[0], 1.0, 1e-7);
      EXPECT_NEAR(found.r[1], -0.2, 1e-7);
    }
  }
}

// What is said to be nothing is not looked at: with 1e-8 of velocities of 1 the small contact may be anything.
TEST(FrictionContract, AbsoluteToleranceHidesWhatIsBelowIt) {
  const FrictionData data = large_and_small(3, 1e-9);
  nsds_matrix W;
  const auto problem = view(data, W);
  VectorXd r = VectorXd::Zero(6), u(6);
  r[0] = 1.0;
  r[1] = -0.2;
  const VectorXd start = r;
  const auto report =
      problem.solve(r, u, options_of("auto").set("warm_start", 1).set("absolute_tolerance", 1e-8));
  EXPECT_TRUE(report.ok()) << report.message;
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(r, start);
}

}  // namespace
}  // namespace nsds::test::friction_contract_test
