// Frictional contact problems from files: the default solves them, and no solver claims what does not hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "friction_oracle.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "support/slowdown.hpp"

namespace nsds::test::friction_data_test {
namespace {

namespace nn = nsds::numerics;

// No file of a problem.
const std::set<std::string> others{"ACinputs.dat"};
// Where Newton's method alone ends at stationary points above 1e-8.
const std::set<std::string> hard{"RockPile_tob1.dat"};

std::vector<std::filesystem::path> files_of(const std::vector<const char*>& folders) {
  std::vector<std::filesystem::path> found;
  const char* root = std::getenv("NSDS_TEST_DATA");
  if (root == nullptr) return found;
  for (const char* folder : folders)
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(root) / "data/numerics" / folder))
      if (!others.contains(entry.path().filename().string())) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

// Those in which the law has several functions, but the one that Newton's method alone does not solve.
std::vector<std::filesystem::path> spatial_files() {
  std::vector<std::filesystem::path> found = files_of({"FC3D"});
  std::erase_if(found, [](const auto& file) { return hard.contains(file.filename().string()); });
  return found;
}

std::string test_name(const ::testing::TestParamInfo<std::filesystem::path>& row) {
  std::string name = row.param.filename().string();
  for (char& letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return name;
}

struct Outcome {
  nn::Report report;
  double residual;
};

Outcome solve_file(const nsds_friction_contact& given, const std::string& solver, double tolerance,
                   double seconds) {
  nn::Options options(NSDS_CLASS_FRICTION_CONTACT, solver);
  options.set("tolerance", tolerance).set("time_limit", seconds);
  const auto size = static_cast<std::size_t>(given.dimension) * static_cast<std::size_t>(given.contacts);
  std::vector<double> r(size), u(size);
  Outcome outcome{};
  nsds_friction_contact_solve(&given, r.data(), u.data(), options.get(), nullptr, &outcome.report);
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_friction_contact_residual(&given, r.data(), &residual), NSDS_OK);
  outcome.residual = residual.value;
  return outcome;
}

class FrictionFile : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(FrictionFile, TheDefaultSolvesIt) {
  const problems::FrictionContact problem = problems::readFrictionContact(GetParam());
  for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
    const Outcome found = solve_file(problem.view(), "auto", tolerance, 20.0 * slowdown);
    const bool rounding = found.report.status == NSDS_ROUNDOFF_LIMIT;
    EXPECT_TRUE(found.report.ok() || rounding) << tolerance << ": " << found.report.message;
    if (found.report.ok()) {
      EXPECT_LE(found.residual, tolerance);
    }
  }
}

TEST_P(FrictionFile, NoSolverClaimsWhatDoesNotHold) {
  const problems::FrictionContact problem = problems::readFrictionContact(GetParam());
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_FRICTION_CONTACT); ++k) {
    const char* solver = nsds_solver_at(NSDS_CLASS_FRICTION_CONTACT, k)->name;
    const Outcome found = solve_file(problem.view(), solver, 1e-8, 0.3);
    if (found.report.ok()) {
      EXPECT_LE(found.residual, 1e-8) << solver;
    }
  }
}

// The products of forces and velocities lead where the projections lead.
class SpatialFrictionFile : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(SpatialFrictionFile, TheProximalMethodSolvesItByEitherFunction) {
  const problems::FrictionContact problem = problems::readFrictionContact(GetParam());
  const nsds_friction_contact given = problem.view();
  for (const char* word : {"alart_curnier", "complementarity"}) {
    nn::Options options(NSDS_CLASS_FRICTION_CONTACT, "proximal");
    options.set("tolerance", 1e-8).set("max_iterations", 20000).set("formulation", word);
    std::vector<double> r(std::size_t{3} * static_cast<std::size_t>(given.contacts));
    nn::Report report;
    nsds_friction_contact_solve(&given, r.data(), nullptr, options.get(), nullptr, &report);
    EXPECT_TRUE(report.ok()) << word << ": " << report.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Data, FrictionFile, ::testing::ValuesIn(files_of({"FC2D", "FC3D"})), test_name);
INSTANTIATE_TEST_SUITE_P(Data, SpatialFrictionFile, ::testing::ValuesIn(spatial_files()), test_name);

}  // namespace
}  // namespace nsds::test::friction_data_test
