// The quasi-variational inequalities by formula, tests/support/nonlinear, in each form that they have: rows, a box that moves, a
// set behind a projector that moves.
#include <gtest/gtest.h>

#include <string>

#include "nsds/numerics/registry.h"
#include "support/nonlinear/qvi_of.hpp"
#include "support/slowdown.hpp"

namespace nsds::test::qvi_suite_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

nn::Options options_of(const std::string& solver, double seconds) {
  return nn::Options(NSDS_CLASS_QVI, solver).set("tolerance", 1e-10).set("time_limit", seconds * slowdown);
}

bool has_box(const std::string& name) {
  return name.starts_with("moved_box") || name.starts_with("yielding");
}

// Without a Jacobian a membrane of that many points takes more projections than are for every day.
bool suits_projections(const std::string& name, const QuasiProblem& problem) {
  return problem.c && (!name.starts_with("yielding") || problem.map.size() <= 100);
}

// |x - P(x - F)|, x = z - c(z), without the library; of problems that have c.
double moved_residual(const QuasiProblem& problem, const VectorXd& z) {
  VectorXd F(z.size()), c(z.size());
  problem.map.F(z, F);
  problem.c(z, c);
  VectorXd moved = z - c - F;
  problem.project(moved);
  return (z - c - moved).lpNorm<Eigen::Infinity>();
}

class QviSuite : public ::testing::TestWithParam<std::string> {
 protected:
  QviSuite() : problem_(*make_quasi(GetParam())) {}

  std::vector<nn::qvi::Problem> forms() const {
    std::vector<nn::qvi::Problem> made{qvi_with_rows(problem_)};
    if (has_box(GetParam())) made.push_back(qvi_with_box(problem_));
    if (suits_projections(GetParam(), problem_)) made.push_back(qvi_with_projector(problem_));
    return made;
  }

  QuasiProblem problem_;
};

TEST_P(QviSuite, TheDefaultFindsThePlantedSolution) {
  for (const nn::qvi::Problem& posed : forms()) {
    for (std::size_t k = 0; k < problem_.map.starts.size(); ++k) {
      const auto found = posed.solve(start_of(problem_.map, k), options_of("auto", 20.0));
      ASSERT_TRUE(found.ok()) << found.report.message;
      EXPECT_LE(distance_to_solutions(problem_.map, found.z), 1e-9) << found.report.solver;
    }
  }
}

class QviSolversOfTheSuite : public QviSuite {};

TEST_P(QviSolversOfTheSuite, NoneClaimsWhatDoesNotHold) {
  for (const nn::qvi::Problem& posed : forms()) {
    int solved = 0;
    for (int k = 0; k < nsds_solver_count(NSDS_CLASS_QVI); ++k) {
      const nn::Options options = options_of(nsds_solver_at(NSDS_CLASS_QVI, k)->name, 1.0);
      nn::qvi::Solution found;
      try {
        found = posed.solve(start_of(problem_.map, 0), options);
      } catch (const nn::Error& error) {
        EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE) << error.what();
        continue;
      }
      if (!found.ok()) continue;
      ++solved;
      EXPECT_LE(distance_to_solutions(problem_.map, found.z), 1e-8) << options.solver();
      if (problem_.c) {
        EXPECT_LE(moved_residual(problem_, found.z), 1e-8) << options.solver();
      }
    }
    EXPECT_GE(solved, 1);
  }
}

class QviSequence : public QviSuite {};

// A problem that has changed a little, solved from the last solution, costs less than from the start.
TEST_P(QviSequence, ALastSolutionIsAGoodStart) {
  const nn::qvi::Problem posed = qvi_with_rows(problem_);
  const auto first = posed.solve(start_of(problem_.map, 2), options_of("kkt_newton", 20.0));
  ASSERT_TRUE(first.ok()) << first.report.message;
  QuasiProblem other = problem_;
  other.map.F = [F = problem_.map.F](const VectorIn& z, VectorOut w) {
    const bool defined = F(z, w);
    w.array() += 1e-5;
    return defined;
  };
  const nn::qvi::Problem changed = qvi_with_rows(other);
  VectorXd z = first.z, multipliers = first.multipliers, w(z.size());
  const auto report =
      changed.solve(z, multipliers, w, options_of("kkt_newton", 20.0).set("warm_start", true));
  const auto afresh = changed.solve(start_of(problem_.map, 2), options_of("kkt_newton", 20.0));
  ASSERT_TRUE(report.ok() && afresh.ok()) << report.message;
  // One step, the least there is, is what a small affine problem takes from anywhere.
  EXPECT_LT(report.evaluations, std::max<std::int64_t>(3, afresh.report.evaluations));
}

std::string test_name(const ::testing::TestParamInfo<std::string>& row) {
  std::string name = row.param;
  for (char& letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return name;
}

// Harker's game has solutions next to each other.
std::vector<std::string> names_with_one_solution() {
  std::vector<std::string> names = quasi_names();
  std::erase_if(names, [](const std::string& name) { return make_quasi(name)->map.solutions.size() != 1; });
  return names;
}

// A second for each solver is too little for the largest ones, which the default solves above.
std::vector<std::string> names_of_everyday_size() {
  std::vector<std::string> names = quasi_names();
  std::erase_if(names, [](const std::string& name) { return make_quasi(name)->map.size() > 3000; });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Quasi, QviSuite, ::testing::ValuesIn(quasi_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Quasi, QviSolversOfTheSuite, ::testing::ValuesIn(names_of_everyday_size()),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Quasi, QviSequence, ::testing::ValuesIn(names_with_one_solution()), test_name);

}  // namespace
}  // namespace nsds::test::qvi_suite_test
