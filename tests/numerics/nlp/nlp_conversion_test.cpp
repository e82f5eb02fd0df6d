// Nonlinear programs as mixed complementarity problems, there and back.
#include <gtest/gtest.h>

#include <vector>

#include "nsds/numerics/cpp/conversion.hpp"
#include "numerics/nlp/nlp_problems.hpp"

namespace nsds::test::nlp_conversion_test {
namespace {

using Eigen::Map;
using Eigen::VectorXd;

int outcome(bool inside) {
  return inside ? NSDS_MAP_EVALUATED : NSDS_MAP_OUTSIDE;
}

// A program behind the C interface. program: must outlive it.
nsds_nlp given_by(NonlinearProgram& program) {
  nsds_nlp nlp;
  nsds_nlp_init(&nlp);
  nlp.size = program.size();
  nlp.inequalities = program.inequalities;
  nlp.equalities = program.equalities;
  nlp.user = &program;
  const auto of = [](void* user) -> const NonlinearProgram& { return *static_cast<NonlinearProgram*>(user); };
  static constexpr auto self = of;
  nlp.objective = [](void* user, const double* x, double* f) {
    return outcome(self(user).objective(Map<const VectorXd>(x, self(user).size()), *f));
  };
  nlp.gradient = [](void* user, const double* x, double* g) {
    const int n = self(user).size();
    return outcome(self(user).gradient(Map<const VectorXd>(x, n), Map<VectorXd>(g, n)));
  };
  nlp.constraints = [](void* user, const double* x, double* c) {
    return outcome(self(user).constraints(Map<const VectorXd>(x, self(user).size()),
                                          Map<VectorXd>(c, self(user).rows())));
  };
  nlp.jacobian = [](void* user, const double* x, double* values) {
    const int n = self(user).size();
    return outcome(
        self(user).jacobian(Map<const VectorXd>(x, n), Map<Eigen::MatrixXd>(values, self(user).rows(), n)));
  };
  nlp.hessian = [](void* user, const double* x, double weight, const double* multipliers, double* values) {
    const int n = self(user).size();
    return outcome(self(user).hessian(Map<const VectorXd>(x, n), weight,
                                      Map<const VectorXd>(multipliers, self(user).rows()),
                                      Map<Eigen::MatrixXd>(values, n, n)));
  };
  nlp.lower = program.lower.data();
  nlp.upper = program.upper.data();
  return nlp;
}

// A solution of the complementarity problem, found from the start of the program.
VectorXd solve(const nn::Conversion& conversion, const VectorXd& start) {
  VectorXd y = conversion.forward({start, {}}).z;
  const auto options = nn::Options(NSDS_CLASS_MCP).set("tolerance", 1e-9).set("warm_start", true);
  EXPECT_EQ(nsds_mcp_solve(conversion.mcp(), y.data(), nullptr, options.get(), nullptr, nullptr), NSDS_OK);
  return y;
}

double residual_of(const nsds_nlp& nlp, const nn::CarriedPoint& point) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_nlp_residual(&nlp, point.z.data(), point.multipliers.data(), &residual), NSDS_OK);
  return residual.value;
}

class NlpConversion : public ::testing::TestWithParam<int> {};

// Convex programs, whose conditions are monotone where multipliers are, and others with equations and bounds.
TEST_P(NlpConversion, ASolutionComesBack) {
  NonlinearProgram program = hock_schittkowski(GetParam());
  const nsds_nlp nlp = given_by(program);
  const nn::Conversion conversion = nn::nlp_to_mcp(nlp);
  EXPECT_EQ(conversion.info().given_class, NSDS_CLASS_NLP);
  EXPECT_EQ(conversion.info().converted_class, NSDS_CLASS_MCP);
  ASSERT_EQ(conversion.info().converted_size, program.size() + program.rows());
  const VectorXd start = program.start.cwiseMax(program.lower).cwiseMin(program.upper);
  const VectorXd y = solve(conversion, start);
  const nn::CarriedPoint back = conversion.back({y, {}});
  EXPECT_LE(residual_of(nlp, back), 1e-9);
  EXPECT_LE(conditions_violated(program, back.z, back.multipliers), 1e-9);
  EXPECT_LE((conversion.forward(back).z - y).norm(), 1e-12 * (1.0 + y.norm()));
}

INSTANTIATE_TEST_SUITE_P(Numbers, NlpConversion, ::testing::Values(3, 21, 28, 35, 43, 48, 51, 65, 76, 113));

// Units change the unknowns of the complementarity problem, not the point that comes back.
TEST(NlpConversion, MeasuresInTheUnitsOfTheProgram) {
  NonlinearProgram program = hock_schittkowski(43);
  nsds_nlp nlp = given_by(program);
  const VectorXd x_unit = VectorXd::LinSpaced(program.size(), 0.1, 5.0);
  const VectorXd c_unit = VectorXd::LinSpaced(program.rows(), 2.0, 8.0);
  const nn::CarriedPoint plain = [&] {
    const nn::Conversion conversion = nn::nlp_to_mcp(nlp);
    return conversion.back({solve(conversion, program.start), {}});
  }();
  nlp.scale_x = x_unit.data();
  nlp.scale_c = c_unit.data();
  nlp.scale_f = 40.0;
  const nn::Conversion conversion = nn::nlp_to_mcp(nlp);
  const VectorXd y = solve(conversion, program.start);
  const nn::CarriedPoint back = conversion.back({y, {}});
  EXPECT_LE((back.z - plain.z).norm(), 1e-7);
  EXPECT_LE((back.multipliers - plain.multipliers).norm(), 1e-6);
  EXPECT_LE((y.head(program.size()).cwiseProduct(x_unit) - back.z).norm(), 1e-14);
}

// The bounds and patterns of the caller may change afterwards.
TEST(NlpConversion, OwnsWhatItNeeds) {
  NonlinearProgram program = hock_schittkowski(21);
  auto lower = std::make_unique<VectorXd>(program.lower);
  nsds_nlp nlp = given_by(program);
  nlp.lower = lower->data();
  const nn::Conversion conversion = nn::nlp_to_mcp(nlp);
  lower->setConstant(1e3);
  lower.reset();
  EXPECT_NEAR(conversion.back({solve(conversion, program.start), {}}).z[0], 2.0, 1e-9);
}

TEST(NlpConversion, RefusesWhatTheClassRefuses) {
  nsds_nlp nlp;
  nsds_nlp_init(&nlp);
  nlp.size = 2;
  nsds_conversion* made = nullptr;
  char message[200] = "";
  EXPECT_EQ(nsds_nlp_to_mcp(&nlp, &made, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(made, nullptr);
  EXPECT_STRNE(message, "");
}

}  // namespace
}  // namespace nsds::test::nlp_conversion_test
