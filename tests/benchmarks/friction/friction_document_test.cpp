// What the study of friction makes of its lines: tables, profiles, and the commands that write them.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/friction/friction_records.hpp"
#include "benchmarks/friction/profiles.hpp"
#include "benchmarks/friction/results.hpp"
#include "benchmarks/friction/table.hpp"
#include "benchmarks/measurements/short_times.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::bench::friction_document_test {
namespace {

using test::contents;
using test::TemporaryFolder;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

std::string document_of(const std::vector<Record>& records) {
  std::ostringstream out;
  write_friction_document(records, out);
  return out.str();
}

// Two instances, of which nsgs solves one and auto both.
std::vector<Record> small_study() {
  std::vector<Record> records;
  for (const char* solver : {"nsgs", "auto"})
    for (const char* instance : {"drop:a", "stack:b"}) {
      records.push_back(solved_record());
      records.back().instance = instance;
      records.back().family = std::string(instance).substr(0, 4) == "drop" ? "drop" : "stack";
      records.back().solver = solver;
    }
  records[1].status = "time_limit";
  records[1].residual = records[1].reported = 0.25;
  records[1].seconds = 2.0;
  records[1].verdict = judge(records[1]);
  return records;
}

TEST(FrictionTable, CountsEveryOutcome) {
  std::vector<Record> records = small_study();
  std::string document = document_of(records);
  EXPECT_TRUE(contains(document, "## Untruthful: 0\n"));
  EXPECT_TRUE(contains(document, "| auto | 2 / 0 / 0 / 0 |\n| nsgs | 1 / 0 / 1 / 0 |\n")) << document;
  EXPECT_TRUE(contains(document, "| drop | 1/1 | 1/1 |\n| stack | 1/1 | 0/1 |\n")) << document;
  EXPECT_TRUE(contains(document, "## What auto does not solve at 1e-8: 0 of 2\n"));
  // auto stops at round-off in one, of which the last line counts
  records.push_back(records[2]);
  records.back().status = "roundoff_limit";
  records.back().residual = records.back().reported = records.back().floor = 3e-8;
  records.back().verdict = judge(records.back());
  document = document_of(records);
  EXPECT_TRUE(contains(document, "| auto | 1 / 1 / 0 / 0 |\n")) << document;
  // and does not solve the other one
  records.push_back(records[3]);
  records.back().status = "stalled";
  records.back().residual = records.back().reported = 0.25;
  records.back().verdict = judge(records.back());
  document = document_of(records);
  EXPECT_TRUE(contains(document, "## What auto does not solve at 1e-8: 1 of 2\n")) << document;
  EXPECT_TRUE(contains(document, "| stack:b | friction_contact | 1 | stalled | 2.5e-01 |")) << document;
}

// A line that calls solved what its own numbers deny, and one that hides what it should not have returned.
TEST(FrictionTable, BelievesNoForgedLine) {
  std::vector<Record> records = small_study();
  records[1].verdict = Verdict::solved;
  EXPECT_EQ(verdict_of(records[1]), Verdict::untruthful);
  records[2].residual = nan;
  records[2].verdict = Verdict::unsolved;
  const std::string document = document_of(records);
  EXPECT_TRUE(contains(document, "## Untruthful: 2\n")) << document;
  EXPECT_TRUE(contains(document, "| stack:b | friction_contact | nsgs | 1e-8 | time_limit | 0.25 |"))
      << document;
  EXPECT_TRUE(contains(document, "| auto | 1 / 0 / 0 / 1 |\n| nsgs | 1 / 0 / 0 / 1 |\n")) << document;
}

TEST(FrictionTable, KeepsVariantsAndTheUncertifiedApart) {
  std::vector<Record> records = small_study();
  records[0].group = records[1].group = "uncertified";
  records[2].group = records[3].group = "variants";
  records[2].family = records[3].family = "FC3D/a.dat";
  const std::string document = document_of(records);
  EXPECT_TRUE(contains(document, "| FC3D/a.dat | 1 | auto | 2/2 |")) << document;
  EXPECT_TRUE(contains(document, "| nsgs | 1 / 0 / 1 / 0 |")) << document;
  EXPECT_TRUE(contains(document, "## What auto does not solve at 1e-8: 0 of 0\n")) << document;
}

// The smallest value at or below which the share lies: of 1 .. 20 the median is 10, the 95 % 19.
TEST(FrictionTable, QuantilesAreValues) {
  std::vector<double> values;
  for (int i = 20; i >= 1; --i) values.push_back(i);
  EXPECT_EQ(quantile(values, 0.5), 10.0);
  EXPECT_EQ(quantile(values, 0.95), 19.0);
  EXPECT_EQ(quantile(values, 1.0), 20.0);
  EXPECT_EQ(quantile({3.0}, 0.5), 3.0);
}

// a takes 1 and 4 s, b 2 and 1 s: each is the fastest once, a within 4 times the fastest always, b within 2.
// What only one of them was run on does not count.
TEST(FrictionProfiles, AreSharesOfTheInstances) {
  std::vector<Record> records(5, solved_record());
  const char* const solvers[] = {"auto", "auto", "nsgs", "nsgs", "nsgs"};
  const char* const instances[] = {"x", "y", "x", "y", "z"};
  const double seconds[] = {1.0, 4.0, 2.0, 1.0, 1.0};
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].solver = solvers[i];
    records[i].instance = instances[i];
    records[i].seconds = seconds[i];
  }
  std::vector<Profile> profiles = performance_profiles(last_of_each(records));
  ASSERT_EQ(profiles.size(), 2U);
  EXPECT_EQ(profiles[0].solver, "auto");
  for (const Profile& profile : profiles) {
    EXPECT_EQ(profile.instances, 2);
    EXPECT_EQ(profile.at(1.0), 0.5);
    EXPECT_EQ(profile.at(inf), 1.0);
  }
  EXPECT_EQ(profiles[0].at(3.9), 0.5);
  EXPECT_EQ(profiles[0].at(4.0), 1.0);
  EXPECT_EQ(profiles[1].at(2.0), 1.0);
  // Where auto fails on y, nothing reaches it there.
  records[1].status = "time_limit";
  records[1].residual = records[1].reported = 0.1;
  records[1].verdict = judge(records[1]);
  profiles = performance_profiles(last_of_each(records));
  EXPECT_EQ(profiles[0].at(inf), 0.5);
  EXPECT_EQ(profiles[1].at(inf), 1.0);
}

struct Outcome {
  int status;
  std::string out, err;
};

Outcome run_program(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "nsds-bench");
  std::vector<const char*> words;
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  std::ostringstream out, err;
  const int status = run_bench(static_cast<int>(words.size()), words.data(), out, err);
  return {status, out.str(), err.str()};
}

TEST(FrictionStudyCommand, MeasuresAndWritesTheDocument) {
  const TemporaryFolder folder;
  const std::string file = folder / "study.csv";
  const std::vector<std::string> study = {
      "friction-study", "--results", file,        "--collection", "small", "--tolerances", "1e-8", "--filter",
      "drop:corners=1", "--solvers", "auto,nsgs", "--memory",     "0"};  // sanitizers take terabytes
  Outcome outcome = run_program(study);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::size_t lines = read_results(file).size();
  EXPECT_GE(lines, 16U);  // two forms, two solvers, with and without friction, restitution
  outcome = run_program(study);
  EXPECT_TRUE(contains(outcome.out, std::to_string(lines) + " lines were there, 0 solves run"))
      << outcome.out;
  outcome = run_program({"friction-table", "--results", file, "--profiles", folder / "profiles"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "## Untruthful: 0\n"));
  const std::string script = contents(folder / "profiles/profiles.gp");
  EXPECT_TRUE(contains(script, "set output 'profile-friction_contact-1e-8.png'")) << script;
  EXPECT_TRUE(contains(contents(folder / "profiles/profiles.csv"), "friction_contact,1e-8,auto,1,"));
}

TEST(FrictionStudyCommand, RefusesWrongWords) {
  const TemporaryFolder folder;
  const std::string file = folder / "study.csv";
  EXPECT_EQ(run_program({"friction-study"}).status, 2);
  EXPECT_EQ(run_program({"friction-study", "--results", file, "--class", "dual"}).status, 2);
  EXPECT_EQ(run_program({"friction-study", "--results", file, "--collection", "huge"}).status, 2);
  EXPECT_EQ(
      run_program({"friction-study", "--results", file, "--collection", "small", "--solvers", "x"}).status,
      1);
  EXPECT_EQ(run_program({"friction-table", "--results", folder / "nothing.csv"}).status, 1);
}

}  // namespace
}  // namespace nsds::bench::friction_document_test
