// The variational inequalities by formula, tests/support/nonlinear: `auto` finds their planted solutions from every start, no
// solver says ok of what is none, and the generalised equation with the normal cone is the same problem.
#include <gtest/gtest.h>

#include <string>

#include "nsds/numerics/registry.h"
#include "support/nonlinear/vi_of.hpp"
#include "support/slowdown.hpp"

namespace nsds::test::vi_suite_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

class ViSuite : public ::testing::TestWithParam<std::string> {};

nn::Options options_of(nsds_class problem_class, const std::string& solver, double seconds) {
  return nn::Options(problem_class, solver).set("tolerance", 1e-9).set("time_limit", seconds * slowdown);
}

TEST_P(ViSuite, TheDefaultFindsThePlantedSolution) {
  const VariationalProblem problem = *make_variational(GetParam());
  const nn::vi::Problem posed = vi_of(problem);
  for (const VectorXd& start : problem.map.starts) {
    const nn::vi::Solution found = posed.solve(start, options_of(NSDS_CLASS_VI, "auto", 60.0));
    ASSERT_TRUE(found.ok()) << found.report.message;
    EXPECT_LE(distance_to_solutions(problem.map, found.z), 1e-7) << found.report.solver;
  }
}

// The projection is evaluated without the library: z is a fixed point of z - F(z), projected.
TEST_P(ViSuite, NoSolverClaimsWhatDoesNotHold) {
  const VariationalProblem problem = *make_variational(GetParam());
  const nn::vi::Problem posed = vi_of(problem);
  const VectorXd& start = problem.map.starts.front();
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_VI); ++k) {
    const nn::Options options = options_of(NSDS_CLASS_VI, nsds_solver_at(NSDS_CLASS_VI, k)->name, 0.5);
    nn::vi::Solution found;
    try {
      found = posed.solve(start, options);
    } catch (const nn::Error& error) {
      EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE) << error.what();
      continue;
    }
    if (!found.ok() || !problem.project) continue;
    VectorXd moved = found.z - found.w;
    problem.project(moved);
    EXPECT_LE((found.z - moved).lpNorm<Eigen::Infinity>(), 1e-8) << options.solver();
  }
}

// Those whose projection is known in closed form; polyhedra with rows have none.
class ViWithProjection : public ViSuite {};

TEST_P(ViWithProjection, IsAGeneralisedEquationToo) {
  const VariationalProblem problem = *make_variational(GetParam());
  const auto found = equation_of(problem).solve(problem.map.starts.front(),
                                                options_of(NSDS_CLASS_GENERALIZED_EQUATION, "auto", 60.0));
  ASSERT_TRUE(found.ok()) << found.report.message;
  EXPECT_LE(distance_to_solutions(problem.map, found.z), 1e-7) << found.report.solver;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& row) {
  std::string name = row.param;
  for (char& letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return name;
}

// The matrices of larger polyhedra fill in: a factorisation takes seconds.
std::vector<std::string> moderate_names() {
  std::vector<std::string> names = variational_names();
  std::erase_if(names, [](const std::string& name) {
    const VariationalProblem problem = *make_variational(name);
    return problem.map.size() > 1000 && problem.A.rows() + problem.C.rows() > 0;
  });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Variational, ViSuite, ::testing::ValuesIn(moderate_names()), test_name);

std::vector<std::string> projected_names() {
  std::vector<std::string> names = variational_names();
  std::erase_if(names, [](const std::string& name) { return !make_variational(name)->project; });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Variational, ViWithProjection, ::testing::ValuesIn(projected_names()), test_name);

}  // namespace
}  // namespace nsds::test::vi_suite_test
