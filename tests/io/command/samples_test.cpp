// The problem files that are installed: one of each class, named like it, each solved by the command.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "nsds/problems/any_problem.hpp"
#include "run_program.hpp"

namespace nsds::samples_test {
namespace {

const std::filesystem::path kSamples = NSDS_SOURCE "/io/problems/samples";

nlohmann::json solutionOf(const std::string& name) {
  return test::nsds({"solve", (kSamples / (name + ".dat")).string(), "--json"}).json()["solution"];
}

TEST(Samples, OfEveryClassAreGuessedAndSolved) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kSamples))
    files += entry.path().extension() == ".dat" ? 1 : 0;
  EXPECT_EQ(files, problems::fileClasses().size());
  for (const nsds_class problemClass : problems::fileClasses()) {
    const std::string name = nsds_class_name(problemClass);
    const std::string file = (kSamples / (name + ".dat")).string();
    const test::Outcome outcome = test::nsds({"solve", file, "--json"});
    ASSERT_EQ(outcome.status, 0) << name << outcome.errors << outcome.out;
    EXPECT_EQ(outcome.json()["class"], name);
    EXPECT_EQ(outcome.json()["status"], "ok");
  }
}

// T z = (0, 0, 0, 0, 6) is solved by z_i = i. The point of the plane z_2 + z_3 = 2 nearest to (2, 1, 3) under
// z_1 + z_2 <= 1 is (1 - t, t, 2 - t) with the least t >= 0: |(-1 - t, t - 1, -1 - t)|² grows with t.
TEST(Samples, HaveTheSolutionsThatTheirFormulasSay) {
  const nlohmann::json line = solutionOf("equality")["z"], nearest = solutionOf("qp")["z"];
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(line[i].get<double>(), static_cast<double>(i + 1), 1e-12);
  const double expected[] = {1.0, 0.0, 2.0};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(nearest[i].get<double>(), expected[i], 1e-9);
}

}  // namespace
}  // namespace nsds::samples_test
