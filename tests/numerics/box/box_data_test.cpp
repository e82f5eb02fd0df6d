// Every solver of the classes over boxes on every problem file, with what is expected of it; an unexpected
// success fails like an unexpected failure.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/mlcp.hpp"
#include "nsds/numerics/cpp/relay.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/relay.hpp"

namespace nsds::test::box_data_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

constexpr double tolerance = 1e-10;
// What a solver does on a file where it does not solve it.
struct Exception {
  const char* file;
  const char* solver;
  nsds_status status;
};

// pgs and rpgs need a diagonal that is not zero, and converge for symmetric matrices; extragradient is for
// monotone problems and slow where they are badly scaled; enumeration takes 65536 choices; lcp needs regular
// equality rows; deltasigma is far from monotone. relay1 has condition 1e15.
constexpr Exception exceptions[] = {
    {"Buck2_mlcp", "proximal", NSDS_MAX_ITERATIONS},
    {"Buck2_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"Buck2_mlcp", "rpgs", NSDS_NOT_APPLICABLE},
    {"Buck2_mlcp", "extragradient", NSDS_STALLED},
    {"BuckConverter_mlcp", "newton_fb", NSDS_MAX_ITERATIONS},
    {"BuckConverter_mlcp", "proximal", NSDS_MAX_ITERATIONS},
    {"BuckConverter_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"BuckConverter_mlcp", "rpgs", NSDS_NOT_APPLICABLE},
    {"BuckConverter_mlcp", "extragradient", NSDS_STALLED},
    {"BuckFirstStep_mlcp", "newton_fb", NSDS_MAX_ITERATIONS},
    {"BuckFirstStep_mlcp", "proximal", NSDS_MAX_ITERATIONS},
    {"BuckFirstStep_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"BuckFirstStep_mlcp", "rpgs", NSDS_NOT_APPLICABLE},
    {"BuckFirstStep_mlcp", "extragradient", NSDS_STALLED},
    {"PD_mlcp", "lcp", NSDS_SINGULAR},
    {"PD_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"PD_mlcp", "rpgs", NSDS_STALLED},
    {"PD_mlcp", "extragradient", NSDS_STALLED},
    {"RCD_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"RCD_mlcp", "rpgs", NSDS_STALLED},
    {"RCD_mlcp", "extragradient", NSDS_STALLED},
    {"RLCD_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"RLCD_mlcp", "rpgs", NSDS_STALLED},
    {"RLCD_mlcp", "extragradient", NSDS_STALLED},
    {"deltasigma_mlcp", "lcp", NSDS_STALLED},
    {"deltasigma_mlcp", "newton_min", NSDS_MAX_ITERATIONS},
    {"deltasigma_mlcp", "newton_fb", NSDS_MAX_ITERATIONS},
    {"deltasigma_mlcp", "interior_point", NSDS_STALLED},
    {"deltasigma_mlcp", "proximal", NSDS_STALLED},
    {"deltasigma_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"deltasigma_mlcp", "rpgs", NSDS_STALLED},
    {"deltasigma_mlcp", "extragradient", NSDS_STALLED},
    {"deltasigma_mlcp", "enumeration", NSDS_NOT_APPLICABLE},
    {"diodeBridge20_mlcp", "lcp", NSDS_SINGULAR},
    {"diodeBridge20_mlcp", "active_set", NSDS_STALLED},
    {"diodeBridge20_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"diodeBridge20_mlcp", "rpgs", NSDS_STALLED},
    {"diodeBridge20_mlcp", "extragradient", NSDS_STALLED},
    {"diodeBridge20_mlcp", "enumeration", NSDS_NOT_APPLICABLE},
    {"diodeBridge_mlcp", "lcp", NSDS_SINGULAR},
    {"diodeBridge_mlcp", "active_set", NSDS_STALLED},
    {"diodeBridge_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"diodeBridge_mlcp", "rpgs", NSDS_STALLED},
    {"diodeBridge_mlcp", "extragradient", NSDS_STALLED},
    {"relay2_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"relay2_mlcp", "rpgs", NSDS_NOT_APPLICABLE},
    {"relay2_mlcp", "extragradient", NSDS_STALLED},
    {"relay3_mlcp", "pgs", NSDS_NOT_APPLICABLE},
    {"relay3_mlcp", "rpgs", NSDS_NOT_APPLICABLE},
    {"relay3_mlcp", "extragradient", NSDS_STALLED},
    {"relay1", "pgs", NSDS_STALLED},
    {"relay1", "rpgs", NSDS_STALLED},
    {"relay1", "extragradient", NSDS_STALLED},
    {"relay1", "enumeration", NSDS_NOT_APPLICABLE},
};

nsds_status expected_of(const std::string& file, const char* solver) {
  for (const Exception& exception : exceptions)
    if (file == exception.file && std::string(solver) == exception.solver) return exception.status;
  return NSDS_OK;
}

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

// solve(options, z, report); residual(z). unique: Nullable, the only solution.
template <class Solve, class Residual>
void expect_all(const std::string& file, nsds_class problem_class, Eigen::Index n, Solve solve,
                Residual residual, const VectorXd* unique) {
  for (int k = 0; k < nsds_solver_count(problem_class); ++k) {
    const char* const solver = nsds_solver_at(problem_class, k)->name;
    SCOPED_TRACE(solver);
    const nn::Options options = nn::Options(problem_class, solver).set("tolerance", tolerance);
    VectorXd z = VectorXd::Zero(n);
    nn::Report report;
    solve(options, z, report);
    EXPECT_EQ(std::string(nsds_status_name(report.status)), nsds_status_name(expected_of(file, solver)))
        << report.message;
    if (report.status != NSDS_OK) continue;
    EXPECT_LE(residual(z), tolerance);
    if (unique != nullptr) {
      EXPECT_LE((z - *unique).norm(), 1e-6 * (1.0 + unique->norm()));
    }
  }
}

class MlcpFile : public ::testing::TestWithParam<const char*> {};

TEST_P(MlcpFile, EverySolverDoesWhatIsExpected) {
  const problems::Mlcp file = problems::readMlcp(folder("MLCP") / (std::string(GetParam()) + ".dat"));
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
  const nlohmann::json reference = reference_of(std::string("MLCP/") + GetParam() + ".dat");
  VectorXd unique;
  if (reference.is_object() && reference.value("unique", false))
    unique = vector_of(reference.at("basic_solutions").at(0));
  expect_all(GetParam(), NSDS_CLASS_MLCP, problem.size, solve, residual,
             unique.size() == problem.size ? &unique : nullptr);
}

class RelayFile : public ::testing::TestWithParam<const char*> {};

TEST_P(RelayFile, EverySolverDoesWhatIsExpected) {
  const problems::Relay file = problems::readRelay(folder("Relay") / (std::string(GetParam()) + ".dat"));
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
  const VectorXd unique = vector_of(reference_of(std::string("Relay/") + GetParam() + ".dat").at("z"));
  expect_all(GetParam(), NSDS_CLASS_RELAY, problem.size, solve, residual, &unique);
}

std::string name_of(const ::testing::TestParamInfo<const char*>& row) {
  return row.param;
}
constexpr const char* mixed_files[] = {
    "Buck2_mlcp",       "BuckConverter_mlcp", "BuckFirstStep_mlcp", "PDSym_mlcp",  "PD_mlcp",
    "RCD_mlcp",         "RLCD_mlcp",          "deltasigma_mlcp",    "deudeu_mlcp", "diodeBridge20_mlcp",
    "diodeBridge_mlcp", "m2n1_mlcp",          "relay2_mlcp",        "relay3_mlcp"};
constexpr const char* relay_files[] = {"relay1",        "relay_2x2", "relay_4x4",
                                       "relay_simple2", "step_1x1",  "step_2x2"};
INSTANTIATE_TEST_SUITE_P(Collection, MlcpFile, ::testing::ValuesIn(mixed_files), name_of);
INSTANTIATE_TEST_SUITE_P(Collection, RelayFile, ::testing::ValuesIn(relay_files), name_of);

// A matrix of three rows and two columns is no problem of this class.
TEST(MlcpCollection, ARectangularMatrixIsRefused) {
  EXPECT_THROW(problems::readMlcp(folder("MLCP") / "Rectangular_mlcp.dat"), problems::FileError);
}

TEST(MlcpCollection, HasNoFileThatIsNotTested) {
  const auto count = [](const char* name) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder(name)))
      if (entry.path().extension() == ".dat") ++files;
    return files;
  };
  EXPECT_EQ(count("MLCP"), std::size(mixed_files) + 1);  // the rectangular one
  EXPECT_EQ(count("Relay"), std::size(relay_files));
  for (const Exception& exception : exceptions) {
    const std::string file = std::string(exception.file) + ".dat";
    EXPECT_TRUE(std::filesystem::exists(folder("MLCP") / file) ||
                std::filesystem::exists(folder("Relay") / file))
        << file;
  }
}

}  // namespace
}  // namespace nsds::test::box_data_test
