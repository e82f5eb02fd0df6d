// Problems of the set of Maros and Mészáros (1999), each as a QPS file and as text that others converted from the
// matrices of the set: both are the same problem, and have the objective that is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "io/problems/matrix_entries.hpp"
#include "io/temporary_folder.hpp"
#include "nsds/problems/qp.hpp"
#include "nsds/problems/qps.hpp"

namespace nsds::problems::qps_data_test {
namespace {

using Doubles = std::vector<double>;

const char* const kNames[] = {"DUAL1",    "DUALC1",   "DUALC5",   "GENHS28",  "HS21",     "HS35",
                              "HS51",     "HS53",     "PRIMALC2", "PRIMALC8", "QADLITTL", "QBANDM",
                              "QBORE3D",  "QCAPRI",   "QGROW7",   "QPCBLEND", "QPCBOEI1", "QPCBOEI2",
                              "QRECIPE",  "QSCAGR25", "QSCFXM1",  "QSCRS8",   "QSCTAP1",  "QSHARE1B",
                              "QSTANDAT", "TAME",     "VALUES",   "ZECEVIC2"};

std::filesystem::path collection() {
  const char* folder = std::getenv("NSDS_TEST_DATA");
  return std::filesystem::path(folder == nullptr ? "" : folder) / "data" / "qp";
}

class QpsData : public testing::TestWithParam<const char*> {
 protected:
  std::filesystem::path file = collection() / "maros_meszaros" / GetParam();
  Qp text = readQp(file.string() + ".qp");

  // Stands in the remark behind the text: "# objective constant -100.0".
  double constantOfText() const {
    const std::string all = test::contents(file.string() + ".qp");
    return std::strtod(all.c_str() + all.rfind(' '), nullptr);
  }
};

Doubles randomPoint(std::int32_t n, std::uint32_t seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  Doubles z(static_cast<std::size_t>(n));
  for (double& value : z) value = draw(engine);
  return z;
}

double objective(const nsds_qp& problem, const Doubles& z) {
  Doubles gradient(problem.p, problem.p + problem.size);
  nsds_matrix_multiply(problem.Q, 0.5, z.data(), 1.0, gradient.data());
  double sum = 0.0;
  for (std::size_t i = 0; i < z.size(); ++i) sum += z[i] * gradient[i];
  return sum;
}

// The constraints of a problem as a set: the conversion made bounds of some rows that have one entry and left out
// rows that have none, so that all are treated so here. rows: a z - b of the others at a point.
struct FeasibleSet {
  FeasibleSet(const nsds_qp& problem, const Doubles& z)
      : lower(problem.lower, problem.lower + problem.size),
        upper(problem.upper, problem.upper + problem.size) {
    if (problem.inequalities > 0) take(*problem.A, problem.b, z, false);
    if (problem.equalities > 0) take(*problem.C, problem.d, z, true);
    std::sort(inequalities.begin(), inequalities.end());
    std::sort(equalities.begin(), equalities.end());
  }

  Doubles lower, upper;
  Doubles inequalities, equalities;  // sorted; equalities without their signs

 private:
  void take(const nsds_matrix& matrix, const double* sides, const Doubles& z, bool equal) {
    std::map<std::int32_t, std::vector<std::pair<std::int32_t, double>>> rows;
    for (const auto& [place, value] : test::stored_entries(matrix))
      rows[place.first].emplace_back(place.second, value);
    for (const auto& [row, entries] : rows) {
      double slack = -sides[row];
      for (const auto& [col, value] : entries) slack += value * z[static_cast<std::size_t>(col)];
      const auto j = static_cast<std::size_t>(entries.front().first);
      const double bound = sides[row] / entries.front().second;
      if (entries.size() > 1) {
        equal ? equalities.push_back(std::abs(slack)) : inequalities.push_back(slack);
        continue;
      }
      if (equal || entries.front().second > 0.0) lower[j] = std::max(lower[j], bound);
      if (equal || entries.front().second < 0.0) upper[j] = std::min(upper[j], bound);
    }
  }
};

void expectSame(const Doubles& a, const Doubles& b, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;  // infinities
    EXPECT_NEAR(a[i], b[i], 1e-12 * std::max(1.0, std::abs(a[i]))) << what << ' ' << i;
  }
}

// The conversion takes the lower bound as -inf where QRECIPE has upper bounds of 0 and no lower ones.
QpsProblem asConverted(const std::filesystem::path& file) {
  std::string all = test::contents(file);
  for (const char* column : {"JHH1IOBE", "JHX1IOBE"}) {
    const std::string line = std::string(" BOUND     ") + column;
    const std::size_t at = all.find(" UP" + line);
    if (at != std::string::npos) all.insert(at, " MI" + line + "\n");
  }
  return readQpsText(all, file.string());
}

TEST_P(QpsData, HasTheObjectiveAndTheFeasibleSetOfTheText) {
  const QpsProblem qps = asConverted(file.string() + ".QPS");
  const nsds_qp &a = qps.problem.view(), &b = text.view();
  ASSERT_EQ(a.size, b.size);
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    const Doubles z = randomPoint(a.size, seed);
    const double f = qps.file.objective(objective(a, z));
    // The terms of the sum are larger than it and are added in two orders.
    EXPECT_NEAR(f, objective(b, z) + constantOfText(), 1e-10 * std::max(1.0, std::abs(f)));
    const FeasibleSet first(a, z), second(b, z);
    expectSame(first.lower, second.lower, "lower");
    expectSame(first.upper, second.upper, "upper");
    expectSame(first.inequalities, second.inequalities, "inequality");
    expectSame(first.equalities, second.equalities, "equality");
  }
  EXPECT_EQ(qps.file.warnings, std::vector<std::string>{});
}

double solved(const nsds_qp& problem) {
  Doubles z(static_cast<std::size_t>(problem.size), 0.0);
  Doubles multipliers(static_cast<std::size_t>(problem.inequalities + problem.equalities), 0.0);
  EXPECT_EQ(nsds_qp_solve(&problem, z.data(), multipliers.data(), nullptr, nullptr, nullptr), NSDS_OK);
  return objective(problem, z);
}

// optima.txt has a line a problem: its name in small letters, six numbers, the objective with eight digits.
double knownObjective(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::ifstream in(collection() / "optima.txt");
  std::string line;
  while (std::getline(in, line))
    if (line.starts_with(name + " ")) return std::strtod(line.c_str() + line.rfind(' '), nullptr);
  ADD_FAILURE() << "optima.txt has no line for " << name;
  return 0.0;
}

TEST_P(QpsData, HasTheSolutionOfTheText) {
  const QpsProblem qps = readQps(file.string() + ".QPS");
  const double ofQps = qps.file.objective(solved(qps.problem.view()));
  const double ofText = solved(text.view()) + constantOfText();
  const double unit = std::max(1.0, std::abs(ofQps));
  EXPECT_NEAR(ofQps, ofText, 1e-7 * unit);
  EXPECT_NEAR(ofQps, knownObjective(GetParam()), 1e-7 * unit);
}

INSTANTIATE_TEST_SUITE_P(MarosMeszaros, QpsData, testing::ValuesIn(kNames),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace nsds::problems::qps_data_test
