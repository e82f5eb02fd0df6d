// The families of contacts that resist rolling: sizes, matrices, and that they have solutions.
#include "support/rolling_families.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <stdexcept>

#include "nsds/numerics/cpp/rolling_friction_contact.hpp"

namespace nsds::test::rolling_families_test {
namespace {

namespace nn = nsds::numerics;

TEST(RollingFamilies, HaveSolutionsAndSemidefiniteMatrices) {
  for (const char* family : {"random", "redundant", "row", "wall"})
    for (const int n : {1, 9, 36}) {
      const std::string spec = std::string(family) + ":" + std::to_string(n) + ":2";
      SCOPED_TRACE(spec);
      const RollingProblem made = make_rolling(spec);
      EXPECT_EQ(made.contacts(), std::string(family) == "row" && n % 2 == 0 ? n - 1 : n);
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(made.W);
      EXPECT_GE(spectrum.eigenvalues().minCoeff(), -1e-12 * spectrum.eigenvalues().maxCoeff());
      const nn::rolling_friction_contact::Problem problem(5, nn::view(made.W), made.q, made.mu, made.mu_r);
      const auto found =
          problem.solve(nn::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT).set("tolerance", 1e-8));
      EXPECT_TRUE(found.ok()) << found.report.message;
      EXPECT_EQ(make_rolling(spec).q, made.q);
    }
}

// A sphere that rolls has a foot at rest: u_T = 0 for v = omega x R e_z.
TEST(RollingFamilies, ASphereThatRollsDoesNotSlide) {
  const RollingProblem made = make_rolling("row:1:5");
  // W_TT of a solid sphere is 1/m + R^2/I = 3.5/m, that of rolling 1/I = 2.5/(m R^2), and the normal has 1/m.
  EXPECT_NEAR(made.W(1, 1) / made.W(0, 0), 3.5, 1e-12);
  EXPECT_NEAR(made.W(2, 2) / made.W(0, 0), 3.5, 1e-12);
  // A moment about one tangent moves the foot along the other: W_TM^2 = (R/I)^2.
  EXPECT_NEAR(made.W(1, 4) * made.W(1, 4) + made.W(1, 3) * made.W(1, 3), 2.5 * made.W(0, 0) * made.W(3, 3),
              1e-9 * made.W(0, 0) * made.W(3, 3));
}

TEST(RollingFamilies, NamesThoseThatThereAre) {
  for (const char* spec : {"", "random", "heap:4", "random:0", "random:4:x"})
    EXPECT_THROW(make_rolling(spec), std::invalid_argument) << spec;
}

}  // namespace
}  // namespace nsds::test::rolling_families_test
