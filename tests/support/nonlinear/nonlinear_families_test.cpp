// Every instance is what README.md says: derivatives, patterns, starts, known solutions, monotonicity.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "support/decompositions.hpp"
#include "support/draws.hpp"
#include "support/nonlinear/derivative_check.hpp"
#include "support/nonlinear/nonlinear_problem.hpp"

namespace nsds::test::nonlinear_families_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = NonlinearProblem::Kind;

NonlinearProblem made(const std::string& name) {
  auto problem = make_nonlinear(name);
  if (!problem) throw std::invalid_argument("no problem " + name);
  return *problem;
}

// Runs check(problem) for every instance; a failure says which.
template <class Check>
void for_each_instance(Check check) {
  for (const std::string& name : nonlinear_names()) {
    SCOPED_TRACE(name);
    check(made(name));
  }
}

VectorXd value_at(const NonlinearProblem& problem, const VectorXd& z) {
  VectorXd F(problem.size());
  EXPECT_TRUE(problem.F(z, F));
  return F;
}

bool is_in_box(const NonlinearProblem& problem, const VectorXd& z) {
  return z.size() == problem.size() && (z.array() >= problem.lower.array()).all() &&
         (z.array() <= problem.upper.array()).all();
}

// max_i |z_i - mid(l_i, z_i - F_i, u_i)|
double natural_map(const NonlinearProblem& problem, const VectorXd& z) {
  const VectorXd F = value_at(problem, z);
  return (z - (z - F).cwiseMax(problem.lower).cwiseMin(problem.upper)).cwiseAbs().maxCoeff();
}

// A point of the box and of the domain: anywhere in finite boxes, else above a start by up to `reach` of its
// size and 0.1.
VectorXd random_point(const NonlinearProblem& problem, Draws& draws, double reach) {
  const VectorXd& start = problem.starts[static_cast<std::size_t>(draws.integer(0, 2))];
  VectorXd z(problem.size());
  for (Index i = 0; i < z.size(); ++i) {
    const double low = problem.lower[i], high = problem.upper[i], share = draws.uniform(0.1, 0.9);
    const bool finite = std::isfinite(low) && std::isfinite(high);
    z[i] = finite ? low + share * (high - low) : start[i] + share * reach * (0.1 + std::fabs(start[i]));
    z[i] = std::clamp(z[i], low, high);
  }
  return z;
}

VectorXd derivative(const NonlinearProblem& problem, const VectorXd& z, const VectorXd& d) {
  return quotient([&](const VectorXd& y) { return value_at(problem, y); }, z, d);
}

TEST(NonlinearFamilies, SizesBoxesAndPatternsFit) {
  for_each_instance([](const NonlinearProblem& problem) {
    const Index n = problem.size();
    EXPECT_GE(n, 1);
    ASSERT_EQ(problem.upper.size(), n);
    EXPECT_TRUE((problem.lower.array() <= problem.upper.array()).all());
    EXPECT_TRUE(problem.pattern.isCompressed());
    if (problem.is_dense()) return;
    EXPECT_EQ(problem.pattern.rows(), n);
    EXPECT_EQ(problem.pattern.cols(), n);
  });
}

TEST(NonlinearFamilies, TheThreeStartsAreInTheBoxAndInTheDomain) {
  for_each_instance([](const NonlinearProblem& problem) {
    ASSERT_EQ(problem.starts.size(), 3u);
    for (const VectorXd& start : problem.starts) {
      EXPECT_TRUE(is_in_box(problem, start));
      EXPECT_TRUE(value_at(problem, start).allFinite());
    }
    EXPECT_NE(problem.starts[0], problem.starts[1]);
    EXPECT_NE(problem.starts[0], problem.starts[2]);
    EXPECT_NE(problem.starts[1], problem.starts[2]);
  });
}

// Along random directions: an entry that the pattern lacks, or that is wrong, changes the product.
TEST(NonlinearFamilies, TheJacobianIsTheDerivativeOfTheMap) {
  for_each_instance([](const NonlinearProblem& problem) {
    Draws draws(1);
    VectorXd values(problem.values()), d(problem.size());
    for (const double reach : {0.05, 0.5, 0.05, 0.5}) {
      const VectorXd z = random_point(problem, draws, reach);
      ASSERT_TRUE(problem.J(z, values));
      ASSERT_TRUE(values.allFinite());
      for (Index i = 0; i < z.size(); ++i) d[i] = draws.uniform(-1.0, 1.0) * (0.01 + std::fabs(z[i]));
      const VectorXd expected = derivative(problem, z, d);
      const double rounding = 1e-15 * value_at(problem, z).cwiseAbs().maxCoeff() / 1e-5;
      EXPECT_LE((times(problem.pattern, values, d) - expected).cwiseAbs().maxCoeff(),
                1e-6 * expected.cwiseAbs().maxCoeff() + rounding);
    }
  });
}

TEST(NonlinearFamilies, ThePatternHoldsEveryNonzero) {
  for_each_instance([](const NonlinearProblem& problem) {
    const Index n = problem.size();
    if (n > 150) return;
    Draws draws(2);
    const VectorXd z = random_point(problem, draws, 0.3);
    VectorXd values(problem.values());
    ASSERT_TRUE(problem.J(z, values));
    const double size = value_at(problem, z).cwiseAbs().maxCoeff() + 1.0;
    for (Index j = 0; j < n; ++j) {
      const VectorXd unit = (0.01 + std::fabs(z[j])) * VectorXd::Unit(n, j),
                     expected = derivative(problem, z, unit);
      EXPECT_LE((times(problem.pattern, values, unit) - expected).cwiseAbs().maxCoeff(),
                1e-6 * expected.cwiseAbs().maxCoeff() + 1e-15 * size / 1e-5)
          << j;
    }
  });
}

TEST(NonlinearFamilies, KnownSolutionsSolve) {
  for_each_instance([](const NonlinearProblem& problem) {
    EXPECT_TRUE(problem.kind == Kind::unknown || !problem.solutions.empty());
    for (const VectorXd& solution : problem.solutions) {
      EXPECT_TRUE(is_in_box(problem, solution));
      EXPECT_LE(natural_map(problem, solution), 1e-10 * (1.0 + solution.cwiseAbs().maxCoeff()));
      if (!problem.distance) continue;
      EXPECT_LE(problem.distance(solution), 1e-15);
      VectorXd away = solution;
      away[away.size() - 1] += 1.0;
      EXPECT_GT(problem.distance(away), 0.1);
    }
  });
}

// Where a solution is called regular, strict complementarity holds and the Jacobian of the unknowns that are
// at no bound is regular: then the error is bounded by a multiple of the residual [Robinson 1980].
TEST(NonlinearFamilies, RegularSolutionsAreRegular) {
  for_each_instance([](const NonlinearProblem& problem) {
    const Index n = problem.size();
    if (problem.kind != Kind::regular || n > 700) return;
    for (const VectorXd& solution : problem.solutions) {
      VectorXd values(problem.values());
      ASSERT_TRUE(problem.J(solution, values));
      const VectorXd F = value_at(problem, solution);
      std::vector<Index> free;
      for (Index i = 0; i < n; ++i) {
        const double room = std::min(solution[i] - problem.lower[i], problem.upper[i] - solution[i]);
        EXPECT_TRUE(room > 1e-4 || std::fabs(F[i]) > 1e-4 || problem.lower[i] == problem.upper[i]) << i;
        if (room > 0.0) free.push_back(i);
      }
      MatrixXd J(n, n);
      for (Index j = 0; j < n; ++j) J.col(j) = times(problem.pattern, values, VectorXd::Unit(n, j));
      const MatrixXd active = J(free, free);
      EXPECT_EQ(rank(active), active.rows());
    }
  });
}

TEST(NonlinearFamilies, MarkedMapsAreMonotoneOnSamples) {
  for_each_instance([](const NonlinearProblem& problem) {
    if (!problem.monotone_feasible) return;
    Draws draws(3);
    for (int trial = 0; trial < 24; ++trial) {
      const double reach = trial % 3 == 0 ? 0.01 : trial % 3 == 1 ? 0.3 : 2.0;
      const VectorXd x = random_point(problem, draws, reach), y = random_point(problem, draws, reach);
      const VectorXd change = value_at(problem, x) - value_at(problem, y);
      const double rounding = 1e-12 * change.cwiseAbs().dot((x - y).cwiseAbs());
      EXPECT_GE(change.dot(x - y), -rounding) << trial;
    }
  });
}

// A uniform P function has a row with (F_i(x) - F_i(y)) (x_i - y_i) > 0 for any two points.
TEST(NonlinearFamilies, MarkedMapsArePOnSamples) {
  for_each_instance([](const NonlinearProblem& problem) {
    if (!problem.uniformly_p) return;
    Draws draws(4);
    for (int trial = 0; trial < 24; ++trial) {
      const VectorXd x = random_point(problem, draws, 0.5), y = random_point(problem, draws, 0.5);
      const VectorXd change = value_at(problem, x) - value_at(problem, y);
      EXPECT_GT((change.array() * (x - y).array()).maxCoeff(), 0.0) << trial;
    }
  });
}

TEST(NonlinearFamilies, TheSameNameGivesTheSameBits) {
  for_each_instance([](const NonlinearProblem& problem) {
    const NonlinearProblem again = made(problem.name);
    EXPECT_EQ(again.name, problem.name);
    EXPECT_EQ(again.lower, problem.lower);
    EXPECT_EQ(value_at(again, again.starts[1]), value_at(problem, problem.starts[1]));
  });
}

TEST(NonlinearNames, AreManyAndDifferent) {
  const std::vector<std::string> names = nonlinear_names();
  EXPECT_GE(names.size(), 70u);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(NonlinearNames, OthersMakeNothing) {
  for (const char* name : {"", "billups", "billups:2", "billups:1:1", "mathiesen:4", "mathiesen:4:4",
                           "nash:7:1", "nothing:3", "bratu:100", "obstacle:101:1", "braess:4:3",
                           "traffic:3:1.5", "monotone:10:0.5", "lubrication:50", "control:50:4"})
    EXPECT_FALSE(make_nonlinear(name).has_value()) << name;
}

TEST(NonlinearNames, MapsSayWhereTheyAreNotDefined) {
  const auto is_outside = [](const char* name, double everywhere) {
    const NonlinearProblem problem = made(name);
    const VectorXd z = VectorXd::Constant(problem.size(), everywhere);
    VectorXd F(problem.size()), values(problem.values());
    return !problem.F(z, F) && !problem.J(z, values);
  };
  for (const char* name :
       {"nash:5:1", "nash:100:3", "mathiesen:4:1", "hs112:13", "domain:9:1", "walras:5", "fisher:6"})
    EXPECT_TRUE(is_outside(name, 0.0)) << name;
  for (const char* name : {"flat:5", "lubrication:50:1"}) EXPECT_TRUE(is_outside(name, -1.0)) << name;
  for (const char* name : {"watson:5", "diodes:10"}) EXPECT_TRUE(is_outside(name, 100.0)) << name;
}

// The figures that the papers print.
TEST(NonlinearSolutions, AreThoseOfTheLiterature) {
  const VectorXd five = made("nash:5:1").solutions.front();
  EXPECT_NEAR(five[0], 36.93, 5e-3);
  EXPECT_NEAR(five[4], 39.18, 5e-3);
  const VectorXd river = made("river:5").solutions.front();
  EXPECT_NEAR(river[0], 21.145, 5e-4);
  EXPECT_NEAR(river[3], 0.574, 5e-4);
  const VectorXd mathiesen = made("mathiesen:4:1").solutions.front();
  EXPECT_LE((mathiesen - Eigen::Vector4d(3.0, 6.0, 1.0, 5.0)).cwiseAbs().maxCoeff(), 1e-13);
}

// The cells of the row of each instance in README.md, without blanks.
std::map<std::string, std::vector<std::string>> rows_of_readme() {
  std::ifstream file(NSDS_NONLINEAR_README);
  std::map<std::string, std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    std::vector<std::string> cells;
    std::istringstream rest(line.substr(1));
    for (std::string cell; std::getline(rest, cell, '|');) {
      const auto first = cell.find_first_not_of(" `"), last = cell.find_last_not_of(" `");
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    rows[cells.front()] = cells;
  }
  return rows;
}

// Columns: instance, n, starts, solutions, known, monotone, P.
TEST(NonlinearReadme, SaysOfEachInstanceWhatItIs) {
  const auto rows = rows_of_readme();
  EXPECT_EQ(rows.size(), nonlinear_names().size());
  for_each_instance([&](const NonlinearProblem& problem) {
    const auto row = rows.find(problem.name);
    ASSERT_NE(row, rows.end());
    const std::vector<std::string>& cells = row->second;
    ASSERT_EQ(cells.size(), 7u);
    EXPECT_EQ(cells[1], std::to_string(problem.size()));
    const std::string kind = problem.distance                   ? "set"
                             : problem.kind == Kind::regular    ? "regular"
                             : problem.kind == Kind::degenerate ? "degenerate"
                                                                : "unknown";
    EXPECT_EQ(cells[3], kind);
    EXPECT_EQ(cells[5], problem.monotone_feasible ? "yes" : "no");
    EXPECT_EQ(cells[6], problem.uniformly_p ? "yes" : "no");
  });
}

}  // namespace
}  // namespace nsds::test::nonlinear_families_test
