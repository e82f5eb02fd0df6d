// proximal_interior_point on the problems of Maros and Meszaros [1999, Optim. Methods Softw. 11], judged as the public
// benchmark of them does: by absolute residuals in the units of the files, and by the known optima.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/qp.hpp"
#include "nsds/problems/qp.hpp"
#include "support/draws.hpp"
#include "support/numbers.hpp"

namespace nsds::test::proximal_interior_point_data_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

const char* const names[] = {
    "AUG3D",    "AUG3DCQP", "CONT-050", "CVXQP1_M", "CVXQP2_M", "CVXQP3_M", "DTOC3",    "DUAL1",
    "DUAL3",    "DUALC1",   "DUALC5",   "GENHS28",  "GOULDQP3", "HS21",     "HS35",     "HS51",
    "HS53",     "LASER",    "LISWET1",  "MOSARQP1", "POWELL20", "PRIMAL2",  "PRIMAL4",  "PRIMALC2",
    "PRIMALC8", "QADLITTL", "QBANDM",   "QBORE3D",  "QCAPRI",   "QETAMACR", "QFFFFF80", "QFORPLAN",
    "QGROW15",  "QGROW7",   "QPCBLEND", "QPCBOEI1", "QPCBOEI2", "QRECIPE",  "QSCAGR25", "QSCFXM1",
    "QSCFXM2",  "QSCRS8",   "QSCSD6",   "QSCTAP1",  "QSCTAP3",  "QSHARE1B", "QSHIP04L", "QSHIP04S",
    "QSHIP08S", "QSTANDAT", "STADAT1",  "TAME",     "VALUES",   "ZECEVIC2"};

std::filesystem::path folder() {
  const char* const root = std::getenv("NSDS_TEST_DATA");
  return std::filesystem::path(root == nullptr ? "." : root) / "data" / "qp";
}

Sparse sparse(const nsds_matrix* A, Index rows, Index cols) {
  Sparse made(rows, cols);
  if (A == nullptr || A->storage != NSDS_CSC) return made;
  std::vector<Eigen::Triplet<double>> entries;
  for (std::int32_t j = 0; j < A->cols; ++j)
    for (std::int32_t k = A->as.csc.column_starts[j]; k < A->as.csc.column_starts[j + 1]; ++k)
      entries.emplace_back(A->as.csc.row_indices[k], j, A->as.csc.values[k]);
  made.setFromTriplets(entries.begin(), entries.end());
  return made;
}

VectorXd vector(const double* values, Index size, double absent = 0.0) {
  return values == nullptr ? VectorXd::Constant(size, absent)
                           : VectorXd(Eigen::Map<const VectorXd>(values, size));
}

struct Given {
  Sparse Q, A, C;
  VectorXd p, b, d, lower, upper;
  double constant = 0.0;  // of the objective
};

Given read(const std::string& name) {
  const std::filesystem::path file = folder() / "maros_meszaros" / (name + ".qp");
  const problems::Qp problem = problems::readQp(file);
  const nsds_qp& qp = problem.view();
  Given given{sparse(qp.Q, qp.size, qp.size),       sparse(qp.A, qp.inequalities, qp.size),
              sparse(qp.C, qp.equalities, qp.size), vector(qp.p, qp.size),
              vector(qp.b, qp.inequalities),        vector(qp.d, qp.equalities),
              vector(qp.lower, qp.size, -infinity), vector(qp.upper, qp.size, infinity)};
  std::ifstream lines(file);
  const std::string words = "# objective constant ";
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(words, 0) == 0) given.constant = std::stod(line.substr(words.size()));
  return given;
}

nn::PolyhedronSolution solve(const Given& given) {
  const nsds_matrix Q = nn::view(given.Q);
  const nsds_matrix A = nn::view(given.A);
  const nsds_matrix C = nn::view(given.C);
  nn::Constraints constraints{.b = given.b, .d = given.d, .lower = given.lower, .upper = given.upper};
  if (given.b.size() > 0) constraints.A = A;
  if (given.d.size() > 0) constraints.C = C;
  const nn::Options options = nn::Options(NSDS_CLASS_QP, "proximal_interior_point").set("tolerance", 1e-9);
  return nn::qp::Problem(Q, given.p, constraints).solve(options);
}

struct Judged {
  double primal = 0.0, dual = 0.0, gap = 0.0;
  double objective = 0.0;
  double terms =
      0.0;  // of the gap, and of rows with the price of their multipliers: their rounding is left in it

  double worst() const { return std::max({primal, dual, gap}); }
};

Judged judge(const Given& given, const VectorXd& z, const VectorXd& multipliers) {
  const VectorXd lambda = multipliers.head(given.b.size());
  const VectorXd mu = multipliers.tail(given.d.size());
  const VectorXd Qz = given.Q * z;
  const VectorXd g = Qz + given.p - given.A.transpose() * lambda - given.C.transpose() * mu;
  Judged judged;
  const auto violate = [&](double by) { judged.primal = std::max(judged.primal, by); };
  const VectorXd y = given.A * z - given.b;
  for (Index i = 0; i < y.size(); ++i) violate(-y[i]);
  const VectorXd defect = given.C * z - given.d;
  for (Index i = 0; i < defect.size(); ++i) violate(std::fabs(defect[i]));
  double carried = 0.0;  // by bounds
  for (Index j = 0; j < z.size(); ++j) {
    violate(std::max(given.lower[j] - z[j], z[j] - given.upper[j]));
    const double bound = g[j] > 0.0 ? given.lower[j] : given.upper[j];
    if (std::fabs(bound) < infinity)
      carried += g[j] * bound;
    else
      judged.dual = std::max(judged.dual, std::fabs(g[j]));
  }
  judged.gap = std::fabs(z.dot(Qz) + given.p.dot(z) - given.b.dot(lambda) - given.d.dot(mu) - carried);
  judged.objective = 0.5 * z.dot(Qz) + given.p.dot(z) + given.constant;
  judged.terms = given.p.cwiseAbs().dot(z.cwiseAbs()) + Qz.cwiseAbs().dot(z.cwiseAbs()) +
                 given.b.cwiseAbs().dot(lambda.cwiseAbs()) + given.d.cwiseAbs().dot(mu.cwiseAbs()) +
                 (given.A.cwiseAbs() * z.cwiseAbs()).dot(lambda.cwiseAbs()) +
                 (given.C.cwiseAbs() * z.cwiseAbs()).dot(mu.cwiseAbs());
  return judged;
}

// Names in small letters.
std::map<std::string, double> optima() {
  std::map<std::string, double> found;
  std::ifstream lines(folder() / "optima.txt");
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> row;
    for (std::string word; words >> word;) row.push_back(word);
    if (row.size() == 7 && row[0] != "#") found[row[0]] = std::stod(row[6]);
  }
  return found;
}

// Each residual is below 1e-6, as far as rounding lets it be: a few units of that of the terms of the gap. Optima were
// published with eight digits.
TEST(MarosMeszaros, ResidualsAreSmallAndOptimaKnown) {
  const std::map<std::string, double> known = optima();
  for (const std::string name : names) {
    SCOPED_TRACE(name);
    const Given given = read(name);
    const nn::PolyhedronSolution solution = solve(given);
    const Judged judged = judge(given, solution.z, solution.multipliers);
    EXPECT_LE(judged.primal, 1e-6) << solution.report.message;
    EXPECT_LE(judged.dual, 1e-6) << solution.report.message;
    EXPECT_LE(judged.gap, 1e-6 + 1e-15 * judged.terms) << solution.report.message;
    std::string small = name;
    std::transform(small.begin(), small.end(), small.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    const double optimum = known.at(small);
    const double size = std::max({std::fabs(optimum), std::fabs(given.p.dot(solution.z)), 1e-6});
    EXPECT_NEAR(judged.objective, optimum, 1e-6 * size);
  }
}

// Rows, columns and cost by powers of ten from 1e-6 to 1e6: nearly all residuals, in the units of the files, are small as
// before. Two of 54 are left to luck: their solution is lost in the rounding of such data.
TEST(MarosMeszaros, UnitsOfRowsColumnsAndCostDoNotMatter) {
  int solved = 0;
  for (std::size_t k = 0; k < std::size(names); ++k) {
    const Given given = read(names[k]);
    Draws draws(k);
    const auto power = [&] { return std::pow(10.0, draws.integer(-6, 6)); };
    const auto powers = [&](Index size) {
      VectorXd made(size);
      for (double& value : made) value = power();
      return made;
    };
    const VectorXd D = powers(given.p.size());
    const VectorXd R = powers(given.b.size());
    const VectorXd S = powers(given.d.size());
    const double cost = power();
    Given scaled = given;
    scaled.Q = cost * Sparse(D.asDiagonal() * given.Q * D.asDiagonal());
    scaled.A = R.asDiagonal() * given.A * D.asDiagonal();
    scaled.C = S.asDiagonal() * given.C * D.asDiagonal();
    scaled.p = cost * D.cwiseProduct(given.p);
    scaled.b = R.cwiseProduct(given.b);
    scaled.d = S.cwiseProduct(given.d);
    scaled.lower = given.lower.cwiseQuotient(D);
    scaled.upper = given.upper.cwiseQuotient(D);
    const nn::PolyhedronSolution solution = solve(scaled);
    VectorXd multipliers(R.size() + S.size());
    multipliers << solution.multipliers.head(R.size()).cwiseProduct(R) / cost,
        solution.multipliers.tail(S.size()).cwiseProduct(S) / cost;
    const Judged judged = judge(given, solution.z.cwiseProduct(D), multipliers);
    solved += judged.worst() <= 1e-3 + 1e-15 * judged.terms ? 1 : 0;
  }
  EXPECT_GE(solved, 52);
}

}  // namespace
}  // namespace nsds::test::proximal_interior_point_data_test
