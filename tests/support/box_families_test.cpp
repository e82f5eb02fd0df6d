// Every family over boxes has the property that it is used for.
#include "support/box_families.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "nsds/numerics/cpp/relay.hpp"
#include "support/decompositions.hpp"

namespace nsds::test::box_families_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double infinite = std::numeric_limits<double>::infinity();

nsds_matrix view(const BoxProblem& problem) {
  return problem.is_sparse() ? numerics::view(problem.sparse) : numerics::view(problem.M);
}

double residual(const BoxProblem& problem, const VectorXd& z) {
  return numerics::relay::Problem(view(problem), problem.q, problem.lower, problem.upper).residual(z).value;
}

VectorXd solve(const BoxProblem& problem) {
  numerics::Options options(NSDS_CLASS_RELAY);
  options.set("tolerance", 1e-12);
  const auto solution =
      numerics::relay::Problem(view(problem), problem.q, problem.lower, problem.upper).solve(options);
  EXPECT_LE(residual(problem, solution.z), 1e-10) << problem.spec << ": " << solution.report.message;
  return solution.z;
}

// How many rows are strictly inside, at a bound with w_i != 0, at a bound with w_i = 0.
struct Shares {
  int inside = 0, pressed = 0, degenerate = 0;
};

Shares shares(const BoxProblem& problem, const VectorXd& z) {
  const VectorXd w = problem.M * z + problem.q;
  Shares found;
  for (int i = 0; i < problem.size(); ++i) {
    const bool at_bound =
        std::fabs(z[i] - problem.lower[i]) < 1e-9 || std::fabs(z[i] - problem.upper[i]) < 1e-9;
    ++(!at_bound ? found.inside : std::fabs(w[i]) > 1e-9 ? found.pressed : found.degenerate);
  }
  return found;
}

constexpr const char* small[] = {
    "obstacle:30:1", "obstacle:30:2", "obstacle:30:3", "bearing:30:0.5", "nash:20:1",     "nash:7:3",
    "diodes:24:2",   "floating:24:2", "monotone:30:2", "sparse:40:2",    "degenerate:30", "qp:64:2",
    "redundant:64",  "twosided:100",  "torsion:30",    "sliding:30:2",   "relay:30:2",    "boxes:60:2"};

TEST(BoxFamilies, TheSameTextGivesTheSameBits) {
  for (const char* spec : small) {
    const BoxProblem first = make_box(spec), second = make_box(spec);
    EXPECT_EQ(first.M, second.M) << spec;
    EXPECT_EQ(first.q, second.q) << spec;
    EXPECT_EQ(first.lower, second.lower) << spec;
  }
  EXPECT_NE(make_box("monotone:9:3").q, make_box("monotone:9:4").q);
  EXPECT_EQ(make_box("monotone:9").q, make_box("monotone:9:1").q);
}

TEST(BoxFamilies, EveryMatrixIsMonotoneAndTheMarksSayTheBoxes) {
  for (const char* spec : small) {
    const BoxProblem problem = make_box(spec);
    const int n = problem.size();
    ASSERT_EQ(problem.M.rows(), n) << spec;
    if (problem.is_sparse()) {
      EXPECT_EQ(MatrixXd(problem.sparse), problem.M) << spec;
    }
    EXPECT_EQ(problem.symmetric, problem.M == problem.M.transpose()) << spec;
    // Prices have the unit of another equation: monotone is the problem without them.
    if (problem.family != "nash") {
      EXPECT_GE(least_eigenvalue_of_symmetric_part(problem.M), -1e-10) << spec;
    }
    EXPECT_TRUE((problem.lower.array() <= problem.upper.array()).all()) << spec;
    if (!problem.is_mixed()) continue;
    const BoxProblem::Marks marks = problem.complementary();
    for (int i = 0; i < n; ++i) EXPECT_EQ(problem.lower[i], marks[i] == 1 ? 0.0 : -infinite) << spec;
  }
}

TEST(BoxFamilies, PlantedSolutionsSolveAndUniqueOnesAreFound) {
  int known = 0;
  for (const char* spec : small) {
    const BoxProblem problem = make_box(spec);
    const VectorXd z = solve(problem);
    if (!problem.solution) continue;
    ++known;
    EXPECT_LE(residual(problem, *problem.solution), 1e-13) << spec;
    if (problem.unique) {
      EXPECT_LE((z - *problem.solution).cwiseAbs().maxCoeff(), 1e-8) << spec;
    }
  }
  EXPECT_EQ(known, 8);
}

TEST(BoxFamilies, PlantedSharesAreThoseAskedFor) {
  const BoxProblem relay = make_box("relay:200:1"), degenerate = make_box("degenerate:200:1");
  const Shares of_relay = shares(relay, *relay.solution);
  EXPECT_NEAR(of_relay.degenerate, 40, 15);
  EXPECT_NEAR(of_relay.pressed, 80, 25);
  EXPECT_NEAR(of_relay.inside, 80, 25);
  const Shares of_degenerate = shares(degenerate, *degenerate.solution);
  const auto lines = static_cast<int>((degenerate.complementary().array() == 0).count());
  EXPECT_NEAR(of_degenerate.inside - lines, 15, 12);
  EXPECT_NEAR(of_degenerate.degenerate, 70, 20);
}

// The error of finite differences falls with the mesh: 1/h doubles three times. What the free boundary adds
// is of the order of h^2 as well, but irregular.
TEST(BoxFamilies, ObstacleProblemsApproachTheirSolutions) {
  const auto worst_error = [](int kind, int side) {
    const BoxProblem problem =
        make_box("obstacle:" + std::to_string(side * side) + ":" + std::to_string(kind));
    const VectorXd z = solve(problem);
    const double half = kind == 2 ? 2.0 : 1.5, h = 2.0 * half / (side + 1), r0 = 0.6979651482;
    double worst = 0.0;
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        const double r = std::hypot((i + 1) * h - half, (j + 1) * h - half);
        const double ball = r < 1.0 ? std::sqrt(1.0 - r * r) : 0.0;
        const double on_ball = r <= r0 ? ball : -r0 * r0 * std::log(r / 2) / std::sqrt(1 - r0 * r0);
        const double on_plane = r <= 1.0 ? 0.0 : 0.5 * r * r - std::log(r) - 0.5;
        const double u = kind == 2 ? z[j * side + i] + ball : z[j * side + i];
        worst = std::max(worst, std::fabs(u - (kind == 2 ? on_ball : on_plane)));
      }
    return worst;
  };
  for (const int kind : {2, 3}) {
    EXPECT_LE(worst_error(kind, 39), 0.01) << kind;
    EXPECT_LE(worst_error(kind, 39), worst_error(kind, 9) / 6.0) << kind;
  }
}

TEST(BoxFamilies, EveryMembraneTouchesWhatLimitsItAndIsFreeElsewhere) {
  for (const char* spec : {"obstacle:400:1", "obstacle:400:2", "obstacle:400:3", "bearing:400:0.5",
                           "twosided:900", "torsion:400:5"}) {
    const BoxProblem problem = make_box(spec);
    const Shares found = shares(problem, solve(problem));
    EXPECT_GE(found.inside, problem.size() / 10) << spec;
    EXPECT_GE(found.pressed, problem.size() / 20) << spec;
    EXPECT_TRUE(is_positive_definite(problem.M)) << spec;
  }
  const BoxProblem both = make_box("twosided:900");
  const VectorXd u = solve(both);
  EXPECT_GT(((u - both.lower).array() < 1e-9).count(), 20);
  EXPECT_GT(((both.upper - u).array() < 1e-9).count(), 20);
}

// The stress function has the symmetries of the section, and where the bar is plastic its gradient is 1.
TEST(BoxFamilies, TorsionHasTheSymmetryOfTheSquare) {
  const BoxProblem problem = make_box("torsion:441:20");
  const VectorXd u = solve(problem);
  const Eigen::Map<const MatrixXd> field(u.data(), 21, 21);
  EXPECT_LE((field - field.transpose()).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LE((field - field.rowwise().reverse()).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_NEAR(field(0, 10), 1.0 / 22.0, 1e-9);
}

TEST(BoxFamilies, SomeFirmsStayOutOfTheMarket) {
  const BoxProblem problem = make_box("nash:50:1");
  const auto supplies = problem.solution->head(50).array();
  EXPECT_GE((supplies == 0.0).count(), 5);
  EXPECT_GE((supplies > 0.0).count(), 5);
  // Without the prices: the Schur complement is symmetric positive definite.
  const BoxProblem several = make_box("nash:8:3");
  const MatrixXd S =
      several.M.topLeftCorner(24, 24) - several.M.topRightCorner(24, 3) * several.M.bottomLeftCorner(3, 24);
  EXPECT_LE((S - S.transpose()).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_GT(least_eigenvalue_of_symmetric_part(S), 0.0);
}

// Energy: what the sources give is what the resistors take, as ideal diodes take none. In the unknowns:
// V'(G V - J) + V'N i = 0 and i'(-N'V) = 0, so V'G V = V'J.
TEST(BoxFamilies, BridgesConductAndBlockAndKeepTheEnergy) {
  for (const char* spec : {"diodes:40:3", "floating:40:3"}) {
    const BoxProblem problem = make_box(spec);
    ASSERT_EQ(problem.size(), 79);
    const VectorXd z = solve(problem);
    const BoxProblem::Marks marks = problem.complementary();
    const VectorXd V = (marks.array() == 0).select(z, 0.0);
    EXPECT_NEAR(V.dot(problem.M * V), -V.dot(problem.q), 1e-8 * V.dot(problem.M * V)) << spec;
    int conducting = 0;
    for (int i = 0; i < problem.size(); ++i) conducting += marks[i] == 1 && z[i] > 1e-6 ? 1 : 0;
    EXPECT_GE(conducting, 6) << spec;
    EXPECT_LE(conducting, 34) << spec;
  }
  // The rows of the voltages alone: regular only with the leakage.
  for (const auto& [spec, regular] : {std::pair{"diodes:24:1", true}, {"floating:24:1", false}}) {
    const BoxProblem problem = make_box(spec);
    std::vector<int> voltages;
    for (int i = 0; i < problem.size(); ++i)
      if (problem.complementary()[i] == 0) voltages.push_back(i);
    const MatrixXd G = problem.M(voltages, voltages);
    EXPECT_EQ(rank(G) == G.rows(), regular) << spec;
  }
}

TEST(BoxFamilies, SlidingModesAndSaturatedOnes) {
  const BoxProblem problem = make_box("sliding:60:2");
  const VectorXd z = solve(problem);
  EXPECT_GT(least_eigenvalue_of_symmetric_part(problem.M), 0.0);
  EXPECT_GT((z.array().abs() < 1.0 - 1e-6).count(), 10);
  EXPECT_GT((z.array().abs() >= 1.0 - 1e-12).count(), 10);
}

TEST(BoxFamilies, QuadraticProgramsHaveTheRanksThatUniquenessNeeds) {
  for (const char* spec : {"qp:64:1", "qp:400:2", "qp:1000:3", "redundant:64:1"}) {
    const BoxProblem problem = make_box(spec);
    const int n = problem.size(), equalities = n / 8, variables = n - n / 8 - 3 * n / 8;
    EXPECT_GT(least_eigenvalue_of_symmetric_part(problem.M.topLeftCorner(variables, variables)), 0.05)
        << spec;
    std::vector<int> active;
    for (int i = variables; i < n; ++i)
      if (i < variables + equalities || (*problem.solution)[i] > 0.0) active.push_back(i);
    const MatrixXd rows = problem.M(active, Eigen::seqN(0, variables));
    const bool full = rank(rows, 1e-8) == rows.rows();
    EXPECT_EQ(full, problem.unique) << spec;
  }
}

TEST(BoxFamilies, LargeOnesAreSparseAlone) {
  for (const char* spec : {"obstacle:100000:1", "bearing:100000", "sparse:100000:1", "qp:100000:1",
                           "boxes:100000:1", "torsion:100000", "diodes:40000", "nash:5000:4"}) {
    const BoxProblem problem = make_box(spec);
    EXPECT_EQ(problem.M.size(), 0) << spec;
    EXPECT_GE(problem.size(), 20000) << spec;
    EXPECT_LE(problem.sparse.nonZeros(), 12L * problem.size()) << spec;
    if (problem.solution) {
      EXPECT_LE(residual(problem, *problem.solution), 1e-13) << spec;
    }
  }
}

TEST(BoxFamilies, WhatNamesNoProblemIsRefusedWithTheFamilies) {
  for (const char* spec : {"", "relay", "nothing:3", "relay:0:1", "relay:x:1", "relay:3:", "relay:3:1:2",
                           "relay:3:-1", "obstacle:9:4", "bearing:9:1", "diodes:6:1", "nash:5:1.5"})
    EXPECT_THROW(make_box(spec), std::invalid_argument) << spec;
  try {
    make_box("nothing:3");
  } catch (const std::invalid_argument& error) {
    for (const std::string& form : box_spec_forms())
      EXPECT_NE(std::string(error.what()).find(form), std::string::npos) << form;
  }
  EXPECT_LT(box_spec_forms(true).size(), box_spec_forms().size());
}

}  // namespace
}  // namespace nsds::test::box_families_test
