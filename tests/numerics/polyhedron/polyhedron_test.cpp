// Quadratic programs and affine variational inequalities: every solver on every instance it takes, in every
// storage.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>

#include "nsds/numerics/cpp/avi.hpp"
#include "nsds/numerics/cpp/qp.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/program_instances.hpp"

namespace nsds::test::polyhedron_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::VectorXd;

constexpr double tolerance = 1e-10;

// An instance with its matrices in one storage; BSR for Q, CSC for the others where that is asked for.
struct Given {
  Given(const ProgramInstance& instance, nsds_storage storage)
      : Q(instance.Q, storage),
        A(instance.A, storage == NSDS_BSR ? NSDS_CSC : storage),
        C(instance.C, storage == NSDS_BSR ? NSDS_CSC : storage),
        constraints{A.view(), instance.b, C.view(), instance.d, instance.lower, instance.upper} {}

  Stored Q, A, C;
  nn::Constraints constraints;
};

// Calls function with the instance as a problem of its class.
template <class Function>
auto with_problem(nsds_class problem_class, const ProgramInstance& instance, const Given& given,
                  const Function& function) {
  return problem_class == NSDS_CLASS_QP
             ? function(nn::qp::Problem(given.Q.view(), instance.p, given.constraints))
             : function(nn::avi::Problem(given.Q.view(), instance.p, given.constraints));
}

nn::PolyhedronSolution solve(nsds_class problem_class, const ProgramInstance& instance, const Given& given,
                             const nn::Options& options) {
  return with_problem(problem_class, instance, given,
                      [&](const auto& problem) { return problem.solve(options); });
}

double residual(nsds_class problem_class, const ProgramInstance& instance, const Given& given,
                const nn::PolyhedronSolution& solution) {
  return with_problem(problem_class, instance, given, [&](const auto& problem) {
    return problem.residual(solution.z, solution.multipliers).value;
  });
}

// The conditions of optimality by themselves, not through the library: the largest violation.
double violation(const ProgramInstance& instance, const nn::PolyhedronSolution& solution) {
  const Index m = instance.b.size();
  const VectorXd lambda = solution.multipliers.head(m);
  const VectorXd mu = solution.multipliers.tail(instance.d.size());
  VectorXd g = instance.Q * solution.z + instance.p;
  double worst = 0.0;
  if (m > 0) {
    g -= instance.A.transpose() * lambda;
    const VectorXd y = instance.A * solution.z - instance.b;
    worst = y.cwiseMin(lambda).cwiseAbs().maxCoeff();
  }
  if (mu.size() > 0) {
    g -= instance.C.transpose() * mu;
    worst = std::max(worst, (instance.C * solution.z - instance.d).cwiseAbs().maxCoeff());
  }
  const VectorXd projected = (solution.z - g).cwiseMax(instance.lower).cwiseMin(instance.upper);
  return std::max(worst, (solution.z - projected).cwiseAbs().maxCoeff());
}

TEST(QuadraticProgram, EverySolverSolvesHockSchittkowski) {
  for (const ProgramInstance& instance : hock_schittkowski()) {
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      const Given given(instance, storage);
      for (int k = 0; k < nsds_solver_count(NSDS_CLASS_QP); ++k) {
        const char* name = nsds_solver_at(NSDS_CLASS_QP, k)->name;
        SCOPED_TRACE(instance.name + " " + storage_name(storage) + " " + name);
        const nn::Options options = nn::Options(NSDS_CLASS_QP, name).set("tolerance", tolerance);
        try {
          const nn::PolyhedronSolution solution = solve(NSDS_CLASS_QP, instance, given, options);
          EXPECT_TRUE(solution.ok()) << solution.report.message;
          EXPECT_LE(violation(instance, solution), 1e-8);
          EXPECT_LE((solution.z - instance.z).norm(), 1e-9 * (1.0 + instance.z.norm()));
        } catch (const nn::Error& error) {
          EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE);
          EXPECT_TRUE(std::string(name) == "goldfarb_idnani" || std::string(name) == "dual" ||
                      std::string(name) == "projected_gradient")
              << name;
        }
      }
    }
  }
}

// What a solver asks of Q in its row of the table.
bool takes(const std::string& solver, Curvature curvature, bool bounds_only) {
  if (solver == "projected_gradient") return bounds_only;
  if (solver == "goldfarb_idnani" || solver == "dual") return curvature == Curvature::definite;
  return true;
}

// A singular element of the generalised Jacobian may stop it, and Q = 0 has more of them; then it has to say so.
bool may_fail(const std::string& solver, Curvature curvature) {
  return solver == "newton_min" && (curvature == Curvature::semidefinite || curvature == Curvature::none);
}

struct Family {
  const char* name;
  nsds_class problem_class;
  Planting planting;
};

const Family families[] = {
    {"definite", NSDS_CLASS_QP, {20, 12, 4, Curvature::definite, true}},
    {"no_rows", NSDS_CLASS_QP, {30, 0, 0, Curvature::definite, true}},
    {"no_bounds", NSDS_CLASS_QP, {15, 20, 3, Curvature::definite, false}},
    {"degenerate", NSDS_CLASS_QP, {20, 16, 3, Curvature::definite, true, true}},
    {"redundant", NSDS_CLASS_QP, {12, 6, 2, Curvature::definite, true, false, 2}},
    {"semidefinite", NSDS_CLASS_QP, {16, 20, 3, Curvature::semidefinite, true}},
    {"linear", NSDS_CLASS_QP, {10, 24, 2, Curvature::none, true}},
    {"avi", NSDS_CLASS_AVI, {20, 12, 4, Curvature::nonsymmetric, true}},
    {"avi_degenerate", NSDS_CLASS_AVI, {16, 12, 2, Curvature::nonsymmetric, true, true}},
    {"avi_redundant", NSDS_CLASS_AVI, {12, 6, 2, Curvature::nonsymmetric, true, false, 2}},
    {"avi_symmetric", NSDS_CLASS_AVI, {20, 12, 4, Curvature::definite, true}},
};

class ProgramFamily : public ::testing::TestWithParam<std::tuple<Family, nsds_storage>> {};

TEST_P(ProgramFamily, EverySolverFindsAPlantedSolution) {
  const auto& [family, storage] = GetParam();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const ProgramInstance instance = planted_program(family.planting, seed);
    const Given given(instance, storage);
    for (int k = 0; k < nsds_solver_count(family.problem_class); ++k) {
      const std::string name = nsds_solver_at(family.problem_class, k)->name;
      if (!takes(name, family.planting.curvature, family.planting.m + family.planting.e == 0)) continue;
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      const nn::Options options = nn::Options(family.problem_class, name).set("tolerance", tolerance);
      const nn::PolyhedronSolution solution = solve(family.problem_class, instance, given, options);
      if (may_fail(name, family.planting.curvature) && !solution.ok()) {
        EXPECT_GT(residual(family.problem_class, instance, given, solution), tolerance);
        continue;
      }
      ASSERT_TRUE(solution.ok()) << solution.report.message;
      EXPECT_LE(residual(family.problem_class, instance, given, solution), tolerance);
      EXPECT_LE(violation(instance, solution), 1e-7);
      if (instance.unique) {
        EXPECT_LE((solution.z - instance.z).norm(), 1e-7 * (1.0 + instance.z.norm()));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Planted, ProgramFamily,
                         ::testing::Combine(::testing::ValuesIn(families),
                                            ::testing::Values(NSDS_DENSE, NSDS_CSC, NSDS_BSR)),
                         [](const auto& row) {
                           return std::string(std::get<0>(row.param).name) + "_" +
                                  storage_name(std::get<1>(row.param));
                         });

// 4.9e-324 z >= 0: the multiplier, measured in s_w / 4.9e-324, is not a number that a double holds.
TEST(QuadraticProgram, UnitsBeyondTheRangeOfNumbersAreRefused) {
  const double zero = 0.0;
  const double p = -3.0;
  const double tiny = std::numeric_limits<double>::denorm_min();
  const nsds_matrix Q = nsds_matrix_dense(1, 1, &zero, 1);
  const nsds_matrix A = nsds_matrix_dense(1, 1, &tiny, 1);
  nsds_qp problem;
  nsds_qp_init(&problem);
  problem.size = 1;
  problem.inequalities = 1;
  problem.Q = &Q;
  problem.p = &p;
  problem.A = &A;
  problem.b = &zero;
  problem.lower = &zero;
  problem.upper = &zero;
  double z = 7.0;
  double multiplier = 8.0;
  nn::Report report;
  EXPECT_EQ(nsds_qp_solve(&problem, &z, &multiplier, nullptr, nullptr, &report), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(report.message).find("out of range"), std::string::npos) << report.message;
  EXPECT_EQ(z, 7.0);
  EXPECT_EQ(multiplier, 8.0);
}

}  // namespace
}  // namespace nsds::test::polyhedron_test
