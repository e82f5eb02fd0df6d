// Every registered LCP solver over every family, in every storage. A new solver is tested the moment its row
// exists.
#include <gtest/gtest.h>

#include <cstring>
#include <tuple>
#include <utility>

#include "nsds/numerics/cpp/lcp.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"

namespace nsds::test::lcp_solvers_test {
namespace {

namespace nn = nsds::numerics;

using Parameter = std::tuple<int, int, nsds_storage>;  // solver, family, storage

const nsds_solver_info& solver_of(const Parameter& parameter) {
  return *nsds_solver_at(NSDS_CLASS_LCP, std::get<0>(parameter));
}
const Family& family_of(const Parameter& parameter) {
  return lcp_families()[static_cast<std::size_t>(std::get<1>(parameter))];
}

// Does the solver promise a solution? Its row states the requirement in words.
bool must_solve(const std::string& solver, const Knowledge& known) {
  if (known.infeasible) return false;
  if (solver == "auto") return true;
  if (solver == "lemke") return known.lemke_ends;
  if (solver == "least_index" || solver == "bard" || solver == "block_pivoting") return known.p_matrix;
  if (solver == "newton_fb" || solver == "newton_min") return known.p_matrix;
  if (solver == "pgs" || solver == "rpgs" || solver == "block_gs" || solver == "projected_cg" ||
      solver == "qp")
    return known.symmetric_definite;
  if (solver == "lemke_howson") return known.two_block;
  return solver == "enumeration" && (known.two_block || known.p_matrix || known.lemke_ends);
}

// Does the solver promise a proof? M of the infeasible family is positive semidefinite, hence
// copositive-plus, where a ray of Lemke's method is one (CPS 4.4.12).
bool must_refute(const std::string& solver, const Knowledge& known) {
  return known.infeasible && (solver == "lemke" || solver == "auto");
}

class EverySolver : public ::testing::TestWithParam<Parameter> {};

TEST_P(EverySolver, NeverClaimsMoreThanItsResidual) {
  const nsds_solver_info& solver = solver_of(GetParam());
  const Family& family = family_of(GetParam());
  constexpr double tolerance = 1e-9;
  nn::Options options(NSDS_CLASS_LCP, solver.name);
  options.set("tolerance", tolerance);
  if (std::strcmp(solver.name, "pgs") == 0) options.set("max_iterations", 200000);
  nn::Workspace workspace;

  for (const int n : {1, 2, 3, 5, 8, 12}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(::testing::Message() << family.name << " n = " << n << " seed = " << seed);
      const Instance lcp = family.make(n, seed);
      const Stored M(lcp.M, std::get<2>(GetParam()));
      const nn::lcp::Problem posed(M.view(), lcp.q);
      const nsds_lcp problem = posed.view();
      Eigen::VectorXd z = Eigen::VectorXd::Constant(n, 7.0);
      Eigen::VectorXd w = Eigen::VectorXd::Constant(n, 7.0);
      Eigen::VectorXd certificate = Eigen::VectorXd::Constant(n, -1.0);
      nn::Report report;
      report.certificate = certificate.data();
      const nsds_status status =
          nsds_lcp_solve(&problem, z.data(), w.data(), options.get(), workspace.get(), &report);
      SCOPED_TRACE(report.message);

      ASSERT_EQ(status, report.status);
      if (must_solve(solver.name, family.known)) {
        ASSERT_EQ(status, NSDS_OK);
      }
      if (must_refute(solver.name, family.known)) {
        ASSERT_EQ(status, NSDS_INFEASIBLE);
      }
      if (status == NSDS_NOT_APPLICABLE) {
        EXPECT_EQ(z, Eigen::VectorXd::Constant(n, 7.0));
        EXPECT_EQ(w, Eigen::VectorXd::Constant(n, 7.0));
        continue;
      }
      ASSERT_TRUE(z.allFinite() && w.allFinite());
      const double residual = naive_lcp_residual(lcp, z);
      EXPECT_NEAR(report.residual.value, residual, 1e-12 * (1.0 + residual));
      EXPECT_LE((lcp.M * z + lcp.q - w).cwiseAbs().maxCoeff(), 1e-12 * (1.0 + w.cwiseAbs().maxCoeff()));
      if (status == NSDS_OK) {
        EXPECT_LE(residual, tolerance);
        EXPECT_FALSE(family.known.infeasible);
      }
      if (status == NSDS_INFEASIBLE) {
        EXPECT_TRUE(is_farkas_vector(lcp, certificate));
        EXPECT_FALSE(must_solve(solver.name, family.known));
      }
    }
  }
}

std::vector<Parameter> every_combination() {
  std::vector<Parameter> all;
  for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_LCP); ++solver)
    for (std::size_t family = 0; family < lcp_families().size(); ++family)
      for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR})
        all.emplace_back(solver, static_cast<int>(family), storage);
  return all;
}

std::string combination_name(const ::testing::TestParamInfo<Parameter>& combination) {
  return std::string(solver_of(combination.param).name) + "_" + family_of(combination.param).name + "_" +
         storage_name(std::get<2>(combination.param));
}

INSTANTIATE_TEST_SUITE_P(Lcp, EverySolver, ::testing::ValuesIn(every_combination()), combination_name);

// Unique solutions are the same for every solver: enumeration decides.
TEST(AgainstEnumeration, PMatricesHaveOneSolution) {
  for (const char* name : {"spd", "pd", "murty", "harker_pang"}) {
    for (const int n : {2, 5, 9}) {
      SCOPED_TRACE(::testing::Message() << name << " n = " << n);
      const Instance lcp = lcp_family(name).make(n, 11);
      const Stored M(lcp.M, NSDS_DENSE);
      const nn::lcp::Problem posed(M.view(), lcp.q);
      const nsds_lcp problem = posed.view();
      Eigen::MatrixXd solutions(n, 4);
      int32_t count = 0;
      ASSERT_EQ(nsds_lcp_solutions(&problem, 4, solutions.data(), &count, nullptr, nullptr), NSDS_OK);
      ASSERT_EQ(count, 1);
      for (const char* solver : {"auto", "block_pivoting", "lemke", "bard", "least_index"}) {
        const auto solved = nn::lcp::Problem(M.view(), lcp.q)
                                .solve(nn::Options(NSDS_CLASS_LCP, solver).set("tolerance", 1e-11));
        ASSERT_TRUE(solved.ok()) << solved.report.message;
        EXPECT_LE((solved.z - solutions.col(0)).norm(), 1e-8 * (1.0 + solved.z.norm()));
      }
    }
  }
}

// z = 0 is no solution, (1, 0) and (0, 1) are, and so is their middle, which no regular basis has.
TEST(Solutions, AreAllFoundAndCountedOnce) {
  const Instance lcp{Eigen::MatrixXd::Ones(2, 2), -Eigen::VectorXd::Ones(2)};
  const Stored M(lcp.M, NSDS_CSC);
  const nn::lcp::Problem posed(M.view(), lcp.q);
  const nsds_lcp problem = posed.view();
  Eigen::MatrixXd solutions = Eigen::MatrixXd::Constant(2, 4, -1.0);
  int32_t count = 0;
  nn::Report report;
  ASSERT_EQ(nsds_lcp_solutions(&problem, 4, solutions.data(), &count, nullptr, &report), NSDS_OK);
  EXPECT_EQ(count, 3) << report.message;
  EXPECT_LE((solutions.leftCols(3).colwise().sum().array() - 1.0).abs().maxCoeff(), 1e-14);
  EXPECT_EQ(solutions.col(3), Eigen::VectorXd::Constant(2, -1.0));

  // Fewer places than solutions: the count is still true.
  ASSERT_EQ(nsds_lcp_solutions(&problem, 1, solutions.data(), &count, nullptr, nullptr), NSDS_OK);
  EXPECT_EQ(count, 3);

  const Instance none = lcp_family("infeasible").make(3, 1);
  const Stored N(none.M, NSDS_DENSE);
  const nn::lcp::Problem impossible(N.view(), none.q);
  const nsds_lcp unsolvable = impossible.view();
  ASSERT_EQ(nsds_lcp_solutions(&unsolvable, 0, nullptr, &count, nullptr, nullptr), NSDS_OK);
  EXPECT_EQ(count, 0);
}

// A ray that proves nothing: z = (1, 1) is a solution, but Lemke with e ends on a ray. M is indefinite. Of
// the equal rows the last one leaves first: z0 = 1 + w2 - z1, w1 = w2 + z2 - z1; then z2 enters and lowers
// neither.
TEST(Lemke, EndsOnARayThatProvesNothing) {
  Eigen::MatrixXd M(2, 2);
  M << 0.0, 1.0, 1.0, 0.0;  // the diagonal of a bimatrix game: w1 = z2 - 1, w2 = z1 - 1
  const Eigen::VectorXd q = -Eigen::VectorXd::Ones(2);
  const auto solved = nn::lcp::Problem(nn::view(M), q).solve(nn::Options(NSDS_CLASS_LCP, "lemke"));
  EXPECT_EQ(solved.report.status, NSDS_RAY) << solved.report.message;
}

// It borrows from the problem, which a temporary would take along.
template <class P>
concept Viewable = requires(P&& problem) {
  std::forward<P>(problem).view();
};
static_assert(Viewable<const nn::lcp::Problem&> && !Viewable<nn::lcp::Problem>);

TEST(Problem, KeepsItsVectorsAndBorrowsTheEntriesOfItsMatrix) {
  Eigen::VectorXd q(5);
  q << 9.0, -5.0, -6.0, 9.0, 9.0;
  Eigen::Matrix2d M;
  M << 2.0, 1.0, 1.0, 2.0;
  const nn::lcp::Problem posed(nn::view(M), q.segment<2>(1));
  q.setZero();
  const nsds_lcp problem = posed.view();
  EXPECT_EQ(problem.size, 2);
  EXPECT_EQ(problem.q[1], -6.0);
  EXPECT_EQ(problem.M->as.dense.values, M.data());
}

TEST(Solve, ReturnsTheFarkasVectorOfAnInfeasibleProblem) {
  const Instance lcp = lcp_family("infeasible").make(5, 3);
  const auto refuted = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve();
  ASSERT_EQ(refuted.report.status, NSDS_INFEASIBLE) << refuted.report.message;
  EXPECT_TRUE(is_farkas_vector(lcp, refuted.certificate));
  EXPECT_EQ(refuted.report.certificate, nullptr);
  const Instance solvable = lcp_family("spd").make(5, 3);
  EXPECT_EQ(nn::lcp::Problem(nn::view(solvable.M), solvable.q).solve().certificate.size(), 0);
}

TEST(Lemke, SolvesLargerProblems) {
  for (const char* name : {"spd", "pd"}) {
    for (const int n : {50, 100, 200}) {
      SCOPED_TRACE(::testing::Message() << name << " n = " << n);
      const Instance lcp = lcp_family(name).make(n, 3);
      const auto solved = nn::lcp::Problem(nn::view(lcp.M), lcp.q)
                              .solve(nn::Options(NSDS_CLASS_LCP, "lemke").set("tolerance", 1e-11));
      EXPECT_TRUE(solved.ok()) << solved.report.message;
      EXPECT_LE(naive_lcp_residual(lcp, solved.z), 1e-11);
    }
  }
}

}  // namespace
}  // namespace nsds::test::lcp_solvers_test
