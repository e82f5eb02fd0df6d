// What a mixed complementarity problem is refused for, by name, with nothing written.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "nsds/numerics/cpp/mcp.hpp"
#include "nsds/numerics/registry.h"
#include "support/numbers.hpp"

namespace nsds::test::mcp_refusals_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

int shifted(void*, const double* z, double* F) {
  for (int i = 0; i < 2; ++i) F[i] = z[i] - 1.0;
  return NSDS_MAP_EVALUATED;
}

// A well-formed problem in arrays that a case of the table spoils.
struct Given {
  std::int32_t starts[3] = {0, 1, 2}, rows[2] = {0, 1};
  double lower[2] = {0.0, 0.0}, upper[2] = {5.0, 5.0}, scale_z[2] = {1.0, 1.0}, scale_w[2] = {1.0, 1.0};
  double z[2] = {2.0, 2.0}, w[2] = {9.0, 9.0};
  nsds_mcp problem;

  Given() {
    nsds_mcp_init(&problem);
    problem.size = 2;
    problem.F = {shifted, nullptr, starts, rows, nullptr};
    problem.lower = lower;
    problem.upper = upper;
    problem.scale_z = scale_z;
    problem.scale_w = scale_w;
  }
};

struct Fault {
  const char* says;
  std::function<void(Given&)> spoil;
};

const double nan = std::nan("");

const Fault faults[] = {
    {"struct_size", [](Given& given) { given.problem.struct_size = 3; }},
    {"problem.size is -1", [](Given& given) { given.problem.size = -1; }},
    {"problem.F.evaluate is null", [](Given& given) { given.problem.F.evaluate = nullptr; }},
    {"column_starts[0] is 1", [](Given& given) { given.starts[0] = 1; }},
    {"column_starts decreases", [](Given& given) { given.starts[1] = 3; }},
    {"row_indices[1] is 2", [](Given& given) { given.rows[1] = 2; }},
    {"row_indices[0] is -1", [](Given& given) { given.rows[0] = -1; }},
    {"row_indices is null", [](Given& given) { given.problem.F.row_indices = nullptr; }},
    {"column_starts is null", [](Given& given) { given.problem.F.column_starts = nullptr; }},
    {"lower[1]", [](Given& given) { given.lower[1] = 6.0; }},
    {"lower[0]", [](Given& given) { given.lower[0] = nan; }},
    {"lower[0]", [](Given& given) { given.lower[0] = infinity; }},
    {"upper[1]", [](Given& given) { given.upper[1] = -infinity; }},
    {"upper[0] is -1",
     [](Given& given) {
       given.problem.lower = nullptr;
       given.upper[0] = -1.0;
     }},
    {"scale_z[1] is 0", [](Given& given) { given.scale_z[1] = 0.0; }},
    {"scale_w[0] is -2", [](Given& given) { given.scale_w[0] = -2.0; }},
    {"scale_w[1] is nan", [](Given& given) { given.scale_w[1] = nan; }},
    {"z[1]", [](Given& given) { given.z[1] = nan; }},
    {"evaluate returned -7",
     [](Given& given) { given.problem.F.evaluate = [](void*, const double*, double*) { return -7; }; }},
    {"evaluate has thrown",
     [](Given& given) {
       given.problem.F.evaluate = [](void*, const double*, double*) -> int {
         throw std::runtime_error("no");
       };
     }},
    {"jacobian returned -1",
     [](Given& given) { given.problem.F.jacobian = [](void*, const double*, double*) { return -1; }; }},
    {"F is not defined",
     [](Given& given) { given.problem.F.evaluate = [](void*, const double*, double*) { return 1; }; }},
    {"F is not defined",
     [](Given& given) {
       given.problem.F.evaluate = [](void*, const double*, double* F) {
         F[0] = F[1] = nan;
         return 0;
       };
     }},
    {"F is not defined",  // a value is forgotten
     [](Given& given) {
       given.problem.F.evaluate = [](void*, const double* z, double* F) {
         F[0] = z[0];
         return 0;
       };
     }},
};

TEST(McpBadInput, NamesTheCulpritAndWritesNothing) {
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.says);
    Given given;
    fault.spoil(given);
    const nn::Options warm = nn::Options(NSDS_CLASS_MCP).set("warm_start", true);
    const double z[] = {given.z[0], given.z[1]};
    nn::Report report;
    EXPECT_EQ(nsds_mcp_solve(&given.problem, given.z, given.w, warm.get(), nullptr, &report),
              NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::string(report.message).find(fault.says), std::string::npos) << report.message;
    EXPECT_EQ(given.z[0], z[0]);
    EXPECT_TRUE(given.z[1] == z[1] || std::isnan(z[1]));
    EXPECT_EQ(given.w[0], 9.0);
    EXPECT_EQ(given.w[1], 9.0);
  }
}

TEST(McpBadInput, TheUnspoiltProblemIsSolved) {
  Given given;
  nn::Report report;
  EXPECT_EQ(nsds_mcp_solve(&given.problem, given.z, given.w, nullptr, nullptr, &report), NSDS_OK)
      << report.message;
  EXPECT_NEAR(given.z[0], 1.0, 1e-12);
  EXPECT_NEAR(given.w[1], 0.0, 1e-12);
}

TEST(McpBadInput, RefusesNullAndOptionsOfAnotherClass) {
  Given given;
  nn::Report report;
  EXPECT_EQ(nsds_mcp_solve(nullptr, given.z, given.w, nullptr, nullptr, &report), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_mcp_solve(&given.problem, nullptr, given.w, nullptr, nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(report.message).find("z is null"), std::string::npos) << report.message;
  const nn::Options other(NSDS_CLASS_LCP);
  EXPECT_EQ(nsds_mcp_solve(&given.problem, given.z, given.w, other.get(), nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(report.message).find("class 'lcp'"), std::string::npos) << report.message;
}

TEST(McpBadInput, TheResidualRefusesPointsOutsideTheBoundsAndTheDomain) {
  Given given;
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_mcp_residual(&given.problem, given.z, &residual), NSDS_OK);
  EXPECT_DOUBLE_EQ(residual.value, 1.0 / 3.0);  // 1 of terms of 1 + 2
  given.z[1] = 5.5;
  EXPECT_EQ(nsds_mcp_residual(&given.problem, given.z, &residual), NSDS_INVALID_ARGUMENT);
  given.z[1] = 2.0;
  given.problem.F.evaluate = [](void*, const double*, double*) { return 1; };
  EXPECT_EQ(nsds_mcp_residual(&given.problem, given.z, &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_mcp_residual(&given.problem, given.z, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_mcp_residual(&given.problem, nullptr, &residual), NSDS_INVALID_ARGUMENT);
}

// What the functions of a C++ user throw comes out, wherever it is thrown.
TEST(McpBadInput, RethrowsWhatTheMapThrows) {
  for (int at = 1; at <= 4; ++at) {
    int calls = 0;
    const auto F = [&](const auto& z, auto value) {
      if (++calls == at) throw std::domain_error("no value");
      value[0] = z[0] * z[0] - 3.0;
    };
    const nn::mcp::Problem problem{nn::NonlinearMap{F}, 1};
    EXPECT_THROW(problem.solve(VectorXd::Constant(1, 10.0)), std::domain_error) << at;
  }
  const auto sizes = [](const auto& z, auto value) { value = z; };
  const nn::mcp::Problem problem{nn::NonlinearMap{sizes}, 3};
  EXPECT_THROW(problem.solve(VectorXd::Zero(2)), nn::Error);
}

TEST(McpBadInput, AnEmptyProblemIsSolved) {
  nsds_mcp problem;
  nsds_mcp_init(&problem);
  problem.F.evaluate = [](void*, const double*, double*) { return 0; };
  nn::Report report;
  EXPECT_EQ(nsds_mcp_solve(&problem, nullptr, nullptr, nullptr, nullptr, &report), NSDS_OK) << report.message;
}

}  // namespace
}  // namespace nsds::test::mcp_refusals_test
