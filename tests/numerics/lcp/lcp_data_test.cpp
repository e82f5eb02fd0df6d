// Every LCP solver over the field's collection of problem files, with what is expected of each. An unexpected
// success fails like an unexpected failure: the table must say what is true.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/problems/lcp.hpp"
#include "support/numbers.hpp"
#include "truth/judge.hpp"

namespace nsds::test::lcp_data_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

constexpr nsds_status ok = NSDS_OK;
constexpr nsds_status not_p =
    NSDS_NOT_APPLICABLE;  // least_index, bard, block_pivoting: a pivot is not positive
constexpr nsds_status zero_diagonal = NSDS_NOT_APPLICABLE;  // pgs
constexpr nsds_status unsymmetric = NSDS_NOT_APPLICABLE;    // projected_cg
constexpr nsds_status stalled = NSDS_STALLED;
constexpr nsds_status no_game = NSDS_NOT_APPLICABLE;    // lemke_howson: not two-block
constexpr nsds_status too_large = NSDS_NOT_APPLICABLE;  // enumeration: n > 24

struct Expectation {
  const char* file;
  nsds_status lemke, least_index, pgs, enumeration;  // in this order in every row
  nsds_status automatic, block_pivoting, lemke_howson, bard;
  nsds_status newton;  // newton_min and newton_fb alike
  nsds_status rpgs, block_gs, projected_cg;
  nsds_status interior_point = NSDS_OK;
};

// lcp_CPS_3: solvable, but Lemke with the covering vector of ones ends on a ray.
// Lemke-Howson solves it.
// lcp_Pang_isolated_sol, perturbed or not: two-block with no negative q in one block, where Lemke-Howson has
// nothing to begin with.
// lcp_Pang_isolated_sol_perturbed: no feasible point, which Lemke and the enumeration prove.
// lcp_tobenna: the merit of Newton methods has minima that are no solutions, and M is not monotone.
constexpr Expectation expectations[] = {
    {"lcp_CPS_1.dat", ok, ok, ok, ok, ok, ok, no_game, ok, ok, ok, ok, ok},
    {"lcp_CPS_2.dat", ok, not_p, zero_diagonal, ok, ok, not_p, no_game, not_p, ok, stalled, ok, unsymmetric},
    {"lcp_CPS_3.dat", NSDS_RAY, not_p, zero_diagonal, ok, ok, ok, ok, not_p, ok, stalled, stalled,
     unsymmetric},
    {"lcp_CPS_4.dat", ok, not_p, zero_diagonal, ok, ok, not_p, no_game, not_p, ok, ok, stalled, unsymmetric},
    {"lcp_CPS_5.dat", ok, ok, ok, ok, ok, ok, no_game, ok, ok, ok, ok, ok},
    {"lcp_Pang_isolated_sol.dat", ok, not_p, zero_diagonal, ok, ok, not_p, NSDS_RAY, not_p, ok, stalled, ok,
     unsymmetric},
    {"lcp_Pang_isolated_sol_perturbed.dat", NSDS_INFEASIBLE, not_p, zero_diagonal, NSDS_INFEASIBLE,
     NSDS_INFEASIBLE, not_p, NSDS_RAY, not_p, NSDS_MAX_ITERATIONS, stalled, stalled, unsymmetric, stalled},
    {"lcp_deudeu.dat", ok, ok, ok, ok, ok, ok, no_game, ok, ok, ok, ok, ok},
    {"lcp_deudeu_block.dat", ok, ok, ok, ok, ok, ok, no_game, ok, ok, ok, ok, ok},
    {"lcp_enum_fails.dat", ok, ok, zero_diagonal, ok, ok, ok, no_game, ok, ok, ok, ok, unsymmetric},
    {"lcp_exp_murty.dat", ok, ok, ok, ok, ok, ok, no_game, ok, ok, ok, ok, unsymmetric},
    {"lcp_inf_sol_perturbed.dat", ok, not_p, zero_diagonal, ok, ok, not_p, ok, not_p, ok, stalled, ok,
     unsymmetric},
    {"lcp_mmc.dat", ok, ok, ok, too_large, ok, ok, no_game, ok, ok, ok, ok, ok},
    {"lcp_tobenna.dat", ok, not_p, zero_diagonal, too_large, ok, not_p, no_game, not_p, NSDS_MAX_ITERATIONS,
     stalled, stalled, unsymmetric},
    {"lcp_trivial.dat", ok, ok, ok, ok, ok, ok, no_game, ok, ok, ok, ok, ok},
    {"lcp_trivial_block.dat", ok, ok, ok, ok, ok, ok, no_game, ok, ok, ok, ok, ok},
};

std::filesystem::path data_folder() {
  const char* root = std::getenv("NSDS_TEST_DATA");
  return std::filesystem::path(root == nullptr ? "" : root) / "data" / "numerics";
}

Eigen::MatrixXd to_dense(const nsds_matrix& M) {
  const nn::Matrix dense(M, NSDS_DENSE);
  return Eigen::Map<const Eigen::MatrixXd>(dense.get().as.dense.values, M.rows, M.cols);
}

double naive_residual(const Eigen::MatrixXd& M, const VectorXd& q, const VectorXd& z) {
  const Eigen::Index n = q.size();
  return judged(box_problem(M, q, VectorXd::Zero(n), VectorXd::Constant(n, infinity)), z, VectorXd(), 1e-10);
}

class LcpFile : public ::testing::TestWithParam<Expectation> {
 protected:
  void SetUp() override { problem_ = std::make_unique<problems::Lcp>(problems::readLcp(path())); }
  static std::filesystem::path path() { return data_folder() / "LCP" / GetParam().file; }

  void expect(const char* solver, nsds_status expected) const {
    SCOPED_TRACE(solver);
    const nsds_lcp& problem = problem_->view();
    const Eigen::MatrixXd M = to_dense(*problem.M);
    const VectorXd q = Eigen::Map<const VectorXd>(problem.q, problem.size);
    nn::Options options(NSDS_CLASS_LCP, solver);
    options.set("tolerance", 1e-10);
    if (options.solver() == "block_gs") options.set("block_size", 3);  // the same blocks in every storage
    for (const nsds_storage storage : {problem.M->storage, NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      const nn::Matrix stored(*problem.M, storage);
      nsds_lcp converted = problem;
      converted.M = &stored.get();
      VectorXd z = VectorXd::Zero(problem.size);
      VectorXd certificate = VectorXd::Zero(problem.size);
      nn::Report report;
      report.certificate = certificate.data();
      nsds_lcp_solve(&converted, z.data(), nullptr, options.get(), nullptr, &report);
      EXPECT_EQ(nsds_status_name(report.status), std::string(nsds_status_name(expected))) << report.message;
      if (report.status == NSDS_OK) {
        EXPECT_LE(naive_residual(M, q, z), 1e-10);
        compare_with_reference(z);
      }
      if (report.status == NSDS_INFEASIBLE) {
        EXPECT_GE(certificate.minCoeff(), 0.0);
        // Rounding is measured against the same sums of absolute values: in any units of w and z the same.
        const VectorXd rounding = 1e-12 * (M.cwiseAbs().transpose() * certificate);
        EXPECT_TRUE(((M.transpose() * certificate).array() <= rounding.array()).all());
        EXPECT_LT(q.dot(certificate), -1e-6 * q.cwiseAbs().dot(certificate));
      }
    }
  }

 private:
  // Where the solution is unique, it is the one found in exact arithmetic (kept with 12 digits).
  static void compare_with_reference(const VectorXd& z) {
    std::ifstream stream(data_folder() / "reference_solutions.json");
    const nlohmann::json all = nlohmann::json::parse(stream);
    const nlohmann::json& entry = all.at(std::string("LCP/") + GetParam().file);
    if (!entry.value("unique", false)) return;
    const auto values = entry.at("basic_solutions").at(0).get<std::vector<double>>();
    const VectorXd reference =
        Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
    EXPECT_LE((z - reference).norm(), 1e-6 * reference.norm());
  }

  std::unique_ptr<problems::Lcp> problem_;
};

TEST_P(LcpFile, Lemke) {
  expect("lemke", GetParam().lemke);
}
TEST_P(LcpFile, Auto) {
  expect("auto", GetParam().automatic);
}
TEST_P(LcpFile, BlockPivoting) {
  expect("block_pivoting", GetParam().block_pivoting);
}
TEST_P(LcpFile, LemkeHowson) {
  expect("lemke_howson", GetParam().lemke_howson);
}
TEST_P(LcpFile, Bard) {
  expect("bard", GetParam().bard);
}
TEST_P(LcpFile, NewtonMin) {
  expect("newton_min", GetParam().newton);
}
TEST_P(LcpFile, NewtonFischerBurmeister) {
  expect("newton_fb", GetParam().newton);
}
TEST_P(LcpFile, LeastIndex) {
  expect("least_index", GetParam().least_index);
}
TEST_P(LcpFile, Pgs) {
  expect("pgs", GetParam().pgs);
}
TEST_P(LcpFile, RegularisedGaussSeidel) {
  expect("rpgs", GetParam().rpgs);
}
TEST_P(LcpFile, BlockGaussSeidel) {
  expect("block_gs", GetParam().block_gs);
}
TEST_P(LcpFile, ProjectedConjugateGradient) {
  expect("projected_cg", GetParam().projected_cg);
}
TEST_P(LcpFile, InteriorPoint) {
  expect("interior_point", GetParam().interior_point);
}
// Programs have to be convex: where M is no more than symmetric, none of the solvers takes it.
TEST_P(LcpFile, QuadraticProgram) {
  expect("qp", GetParam().projected_cg);
}
TEST_P(LcpFile, Enumeration) {
  expect("enumeration", GetParam().enumeration);
}

INSTANTIATE_TEST_SUITE_P(Collection, LcpFile, ::testing::ValuesIn(expectations),
                         [](const ::testing::TestParamInfo<Expectation>& row) {
                           return std::filesystem::path(row.param.file).stem().string();
                         });

TEST(Collection, HasNoFileWithoutAnExpectation) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(data_folder() / "LCP"))
    if (entry.path().extension() == ".dat") ++files;
  EXPECT_EQ(files, std::size(expectations));
}

TEST(Collection, EverySolverHasItsColumn) {
  EXPECT_EQ(nsds_solver_count(NSDS_CLASS_LCP), 15);
}

}  // namespace
}  // namespace nsds::test::lcp_data_test
