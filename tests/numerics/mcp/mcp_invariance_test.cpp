// What must not matter to a mixed complementarity problem: units that are told, the order of its rows, the storage of its
// Jacobian.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "nsds/numerics/registry.h"
#include "support/draws.hpp"
#include "support/nonlinear/mcp_of.hpp"

namespace nsds::test::mcp_invariance_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::NonlinearMap;
using nn::mcp::Problem;

nn::Options close_options(const std::string& solver = "auto") {
  return nn::Options(NSDS_CLASS_MCP, solver).set("tolerance", 1e-10);
}

// The Jacobian of a problem by formula as a dense matrix.
bool dense_jacobian(const NonlinearProblem& problem, const VectorIn& z, MatrixXd& J) {
  VectorXd values(problem.values());
  if (!problem.J(z, values)) return false;
  const auto n = problem.size();
  if (problem.is_dense()) {
    J = Eigen::Map<MatrixXd>(values.data(), n, n);
    return true;
  }
  J = MatrixXd(Eigen::Map<const Eigen::SparseMatrix<double>>(
      n, n, values.size(), problem.pattern.outerIndexPtr(), problem.pattern.innerIndexPtr(), values.data()));
  return true;
}

constexpr const char* instances[] = {"kojima_shindo:4", "josephy:4",  "nash:10:1",
                                     "scarf:19",        "capital:20", "mixed:100:1"};

// The names that the suite has; sizes may differ from those above.
std::vector<NonlinearProblem> problems() {
  std::vector<NonlinearProblem> made;
  for (const char* name : instances)
    if (std::optional<NonlinearProblem> problem = make_nonlinear(name)) made.push_back(std::move(*problem));
  return made;
}

TEST(McpInvariance, HasItsInstances) {
  EXPECT_GE(problems().size(), 4u);
}

// z = D x, G(x) = E F(D x) with scales D⁻¹ and E, beside those of ones: powers of two change no bit, so that every step is the same.
TEST(McpInvariance, UnitsThatAreToldDoNotMatter) {
  for (const NonlinearProblem& problem : problems()) {
    SCOPED_TRACE(problem.name);
    const auto n = problem.size();
    Draws draws(11);
    VectorXd D(n), E(n);
    for (double& d : D) d = std::ldexp(1.0, draws.integer(-20, 20));
    for (double& e : E) e = std::ldexp(1.0, draws.integer(-20, 20));
    const auto F = [&](const VectorIn& x, VectorOut value) {
      if (!problem.F(D.cwiseProduct(x), value)) return false;
      value = E.cwiseProduct(value);
      return true;
    };
    const auto J = [&](const VectorIn& x, Eigen::Ref<MatrixXd> out) {
      MatrixXd inner;
      if (!dense_jacobian(problem, D.cwiseProduct(x), inner)) return false;
      out = E.asDiagonal() * inner * D.asDiagonal();
      return true;
    };
    const auto plain = [&](const VectorIn& z, Eigen::Ref<MatrixXd> out) {
      MatrixXd inner;
      if (!dense_jacobian(problem, z, inner)) return false;
      out = inner;
      return true;
    };
    const VectorXd start = start_of(problem, 0);
    Problem unscaled(NonlinearMap(problem.F, plain), problem.lower, problem.upper);
    unscaled.set_scales(VectorXd::Ones(n), VectorXd::Ones(n));
    const nn::mcp::Solution given = unscaled.solve(start, close_options());
    Problem scaled(NonlinearMap(F, J), problem.lower.cwiseQuotient(D), problem.upper.cwiseQuotient(D));
    scaled.set_scales(D.cwiseInverse(), E);
    const nn::mcp::Solution other = scaled.solve(start.cwiseQuotient(D), close_options());
    ASSERT_TRUE(given.ok()) << given.report.message;
    ASSERT_TRUE(other.ok()) << other.report.message;
    EXPECT_EQ(other.report.iterations, given.report.iterations);
    EXPECT_EQ(other.report.residual.value, given.report.residual.value);
    EXPECT_EQ(D.cwiseProduct(other.z), given.z);
  }
}

// Another order of the unknowns leads to a solution too, and to the same one where there is no other.
TEST(McpInvariance, TheOrderOfTheRowsDoesNotMatter) {
  for (const NonlinearProblem& problem : problems()) {
    SCOPED_TRACE(problem.name);
    const auto n = problem.size();
    const auto mirrored = [](const VectorXd& x) -> VectorXd { return x.reverse(); };
    const auto F = [&](const VectorIn& x, VectorOut value) {
      VectorXd inner(n);
      if (!problem.F(mirrored(x), inner)) return false;
      value = mirrored(inner);
      return true;
    };
    const auto J = [&](const VectorIn& x, Eigen::Ref<MatrixXd> out) {
      MatrixXd inner;
      if (!dense_jacobian(problem, mirrored(x), inner)) return false;
      out = inner.reverse();
      return true;
    };
    const nn::mcp::Solution found =
        Problem(NonlinearMap(F, J), mirrored(problem.lower), mirrored(problem.upper))
            .solve(mirrored(start_of(problem, 0)), close_options());
    ASSERT_TRUE(found.ok()) << found.report.message;
    const VectorXd z = mirrored(found.z);
    EXPECT_LE(contract_residual(problem, z), 1e-10);
    EXPECT_LE(distance_to_solutions(problem, z), admissible_distance(problem));
  }
}

// A row that is there twice makes the Jacobian singular where both are equations.
TEST(McpInvariance, DuplicatedEquationsAreSolved) {
  const auto F = [](const VectorIn& z, VectorOut value) {
    value[0] = z[0] * z[0] + z[1] - 3.0;
    value[1] = value[0];
    value[2] = z[2] - z[0];
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const VectorXd lower = VectorXd::Constant(3, -infinity), upper = VectorXd::Constant(3, infinity);
  const nn::mcp::Solution found =
      Problem(NonlinearMap(F), lower, upper).solve(VectorXd::Ones(3), close_options());
  ASSERT_TRUE(found.ok()) << found.report.message;
  EXPECT_LE(found.w.norm(), 1e-9);
}

}  // namespace
}  // namespace nsds::test::mcp_invariance_test
