// A range that an example declares for a parameter is one that it has been run over: both ends and a value
// between, the others at their defaults. Each run takes at most ten seconds of processor time, agrees with the
// theory and says nothing on the error stream. Where one does not, it is the range that has to give.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <sstream>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::ranges_test {
namespace {

std::vector<std::string> examples() {
  std::istringstream words(NSDS_EXAMPLES);
  std::vector<std::string> names;
  for (std::string name; words >> name;) names.push_back(name);
  return names;
}

// Between the ends, by ratio where they are a hundred times apart: the default of most is far below the mean.
double between(double low, double high) {
  return low > 0.0 && high > 100.0 * low ? std::sqrt(low * high) : 0.5 * (low + high);
}

class Ranges : public testing::TestWithParam<std::string> {};

TEST_P(Ranges, AreThoseThatTheExampleHolds) {
  const test::TemporaryFolder folder;
  const nlohmann::json description = test::nsds({"run", GetParam(), "--parameters", "--json"}).json();
  EXPECT_EQ(description["program"], GetParam());
  for (const auto& parameter : description["parameters"]) {
    const std::string name = parameter["name"];
    ASSERT_TRUE(parameter["minimum"].is_number() && parameter["maximum"].is_number())
        << name << " has no range";
    const double low = parameter["minimum"], high = parameter["maximum"];
    const double middle = parameter["integer"] ? std::round(between(low, high)) : between(low, high);
    for (const double value : std::set{low, middle, high}) {
      std::ostringstream setting;
      setting.precision(17);
      setting << name << "=" << value;
      const test::Outcome outcome =
          test::run_program({"sh", "-c", "ulimit -t 10; exec \"$@\"", "sh", NSDS_COMMAND, "run", GetParam(),
                             "--set", setting.str(), "--output", (folder / "out.csv").string()});
      EXPECT_EQ(outcome.status, 0) << GetParam() << " --set " << setting.str() << "\n"
                                   << outcome.out << outcome.errors;
      EXPECT_EQ(outcome.errors, "") << GetParam() << " --set " << setting.str();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, Ranges, testing::ValuesIn(examples()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace nsds::ranges_test
