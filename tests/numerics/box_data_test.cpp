// Every solver of the classes over boxes on every problem file, with what is expected of it; an unexpected
// success fails like an unexpected failure.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "nsds/numerics/cpp/mlcp.hpp"
#include "nsds/numerics/cpp/relay.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/relay.hpp"

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

constexpr double tolerance = 1e-10;
constexpr nsds_status ok = NSDS_OK;
constexpr nsds_status zero_diagonal = NSDS_NOT_APPLICABLE;  // pgs
constexpr nsds_status too_large = NSDS_NOT_APPLICABLE;      // enumeration
constexpr nsds_status limit = NSDS_MAX_ITERATIONS;
constexpr nsds_status singular =
    NSDS_SINGULAR;  // lcp: the equality rows cannot be solved for the free unknowns

struct Expectation {
  const char* file;
  nsds_status automatic, lcp, newton_min, newton_fb, pgs, enumeration;
};

constexpr Expectation mixed[] = {
    {"Buck2_mlcp", ok, ok, ok, ok, zero_diagonal, ok},
    {"BuckConverter_mlcp", ok, ok, ok, limit, zero_diagonal, ok},
    {"BuckFirstStep_mlcp", ok, ok, ok, limit, zero_diagonal, ok},
    {"PDSym_mlcp", ok, ok, ok, ok, ok, ok},
    {"PD_mlcp", ok, singular, ok, ok, zero_diagonal, ok},
    {"RCD_mlcp", ok, ok, ok, ok, zero_diagonal, ok},
    {"RLCD_mlcp", ok, ok, ok, ok, zero_diagonal, ok},
    {"deltasigma_mlcp", ok, ok, limit, limit, zero_diagonal, too_large},
    {"deudeu_mlcp", ok, ok, ok, ok, ok, ok},
    {"diodeBridge20_mlcp", ok, singular, ok, ok, zero_diagonal, too_large},
    {"diodeBridge_mlcp", ok, singular, ok, ok, zero_diagonal, ok},
    {"m2n1_mlcp", ok, ok, ok, ok, ok, ok},
    {"relay2_mlcp", ok, ok, ok, ok, zero_diagonal, ok},
    {"relay3_mlcp", ok, ok, ok, ok, zero_diagonal, ok},
};

// relay1: condition 1e15, where Gauss-Seidel stands still.
constexpr Expectation relays[] = {
    {"relay1", ok, ok, ok, ok, NSDS_STALLED, too_large},
    {"relay_2x2", ok, ok, ok, ok, ok, ok},
    {"relay_4x4", ok, ok, ok, ok, ok, ok},
    {"relay_simple2", ok, ok, ok, ok, ok, ok},
    {"step_1x1", ok, ok, ok, ok, ok, ok},
    {"step_2x2", ok, ok, ok, ok, ok, ok},
};

std::filesystem::path folder(const char* name) {
  const char* root = std::getenv("NSDS_TEST_DATA");
  return std::filesystem::path(root == nullptr ? "" : root) / "data" / "numerics" / name;
}

nlohmann::json reference_of(const std::string& key) {
  std::ifstream stream(folder("reference_solutions.json"));
  const nlohmann::json all = nlohmann::json::parse(stream);
  return all.contains(key) ? all.at(key) : nlohmann::json();
}

VectorXd vector_of(const nlohmann::json& values) {
  const auto numbers = values.get<std::vector<double>>();
  return Eigen::Map<const VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

constexpr const char* solvers[] = {"auto", "lcp", "newton_min", "newton_fb", "pgs", "enumeration"};

nsds_status expected_of(const Expectation& row, int solver) {
  const nsds_status all[] = {row.automatic, row.lcp, row.newton_min, row.newton_fb, row.pgs, row.enumeration};
  return all[solver];
}

// solve(options, z, report); residual(z). unique: Nullable, the only solution.
template <class Solve, class Residual>
void expect_all(const Expectation& row, nsds_class problem_class, Eigen::Index n, Solve solve,
                Residual residual, const VectorXd* unique) {
  for (int k = 0; k < 6; ++k) {
    SCOPED_TRACE(solvers[k]);
    const nn::Options options = nn::Options(problem_class, solvers[k]).set("tolerance", tolerance);
    VectorXd z = VectorXd::Zero(n);
    nn::Report report;
    solve(options, z, report);
    EXPECT_EQ(std::string(nsds_status_name(report.status)), nsds_status_name(expected_of(row, k)))
        << report.message;
    if (report.status != NSDS_OK) continue;
    EXPECT_LE(residual(z), tolerance);
    if (unique != nullptr) {
      EXPECT_LE((z - *unique).norm(), 1e-6 * (1.0 + unique->norm()));
    }
  }
}

class MlcpFile : public ::testing::TestWithParam<Expectation> {};

TEST_P(MlcpFile, EverySolverDoesWhatIsExpected) {
  const problems::Mlcp file = problems::read_mlcp(folder("MLCP") / (std::string(GetParam().file) + ".dat"));
  const nsds_mlcp& problem = file.view();
  const auto solve = [&](const nn::Options& options, VectorXd& z, nn::Report& report) {
    nsds_mlcp_solve(&problem, z.data(), nullptr, options.get(), nullptr, &report);
  };
  const auto residual = [&](const VectorXd& z) {
    nsds_residual value;
    nsds_residual_init(&value);
    EXPECT_EQ(nsds_mlcp_residual(&problem, z.data(), &value), NSDS_OK);
    return value.value;
  };
  const nlohmann::json reference = reference_of(std::string("MLCP/") + GetParam().file + ".dat");
  VectorXd unique;
  if (reference.is_object() && reference.value("unique", false))
    unique = vector_of(reference.at("basic_solutions").at(0));
  expect_all(GetParam(), NSDS_CLASS_MLCP, problem.size, solve, residual,
             unique.size() == problem.size ? &unique : nullptr);
}

class RelayFile : public ::testing::TestWithParam<Expectation> {};

TEST_P(RelayFile, EverySolverDoesWhatIsExpected) {
  const problems::Relay file =
      problems::read_relay(folder("Relay") / (std::string(GetParam().file) + ".dat"));
  const nsds_relay& problem = file.view();
  const auto solve = [&](const nn::Options& options, VectorXd& z, nn::Report& report) {
    nsds_relay_solve(&problem, z.data(), nullptr, options.get(), nullptr, &report);
  };
  const auto residual = [&](const VectorXd& z) {
    nsds_residual value;
    nsds_residual_init(&value);
    EXPECT_EQ(nsds_relay_residual(&problem, z.data(), &value), NSDS_OK);
    return value.value;
  };
  const VectorXd unique = vector_of(reference_of(std::string("Relay/") + GetParam().file + ".dat").at("z"));
  expect_all(GetParam(), NSDS_CLASS_RELAY, problem.size, solve, residual, &unique);
}

std::string name_of(const ::testing::TestParamInfo<Expectation>& row) {
  return row.param.file;
}
INSTANTIATE_TEST_SUITE_P(Collection, MlcpFile, ::testing::ValuesIn(mixed), name_of);
INSTANTIATE_TEST_SUITE_P(Collection, RelayFile, ::testing::ValuesIn(relays), name_of);

// A matrix of three rows and two columns is no problem of this class.
TEST(MlcpCollection, ARectangularMatrixIsRefused) {
  EXPECT_THROW(problems::read_mlcp(folder("MLCP") / "Rectangular_mlcp.dat"), problems::FileError);
}

TEST(MlcpCollection, HasNoFileWithoutAnExpectation) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder("MLCP")))
    if (entry.path().extension() == ".dat") ++files;
  EXPECT_EQ(files, std::size(mixed) + 1);
  files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder("Relay")))
    if (entry.path().extension() == ".dat") ++files;
  EXPECT_EQ(files, std::size(relays));
}

}  // namespace
}  // namespace nsds::test
