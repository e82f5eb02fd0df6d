// The study of frictional contact counts as solved only what holds, and goes on where it was cut off.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/collection/views.hpp"
#include "benchmarks/command.hpp"
#include "benchmarks/friction/measurement.hpp"
#include "benchmarks/friction/profiles.hpp"
#include "benchmarks/friction/study.hpp"
#include "benchmarks/friction/table.hpp"
#include "benchmarks/friction/tails.hpp"
#include "benchmarks/friction/variants.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::bench {
namespace {

using test::contents;
using test::TemporaryFolder;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

// What a solver says it solved, and did.
Record solved_record() {
  Record record;
  record.instance = "drop:corners=1:speed=1:restitution=0:mu=0.5";
  record.family = "drop";
  record.group = "small";
  record.problem_class = "friction_contact";
  record.contacts = 1;
  record.solver = "nsgs";
  record.tolerance = 1e-8;
  record.limit = 2.0;
  record.verdict = Verdict::solved;
  record.status = "ok";
  record.residual = record.reported = 0.7e-8;
  record.floor = 1e-15;
  record.iterations = 12;
  record.seconds = 1.25e-5;
  return record;
}

Record with(const char* status, double residual) {
  Record record = solved_record();
  record.status = status;
  record.residual = record.reported = residual;
  return record;
}

TEST(FrictionRecord, SolvedIsWhatWasSaidAndHolds) {
  EXPECT_EQ(judge(with("ok", 1e-8)), Verdict::solved);
  EXPECT_EQ(judge(with("ok", std::nextafter(1e-8, 1.0))), Verdict::untruthful);
  EXPECT_EQ(judge(with("ok", nan)), Verdict::untruthful);
  EXPECT_EQ(judge(with("stalled", 1e-9)), Verdict::unsolved);  // not said
}

TEST(FrictionRecord, RoundOffIsWithinAFactorOfItsFloor) {
  Record record = with("roundoff_limit", 4e-7);
  record.floor = 1e-7;
  EXPECT_EQ(judge(record), Verdict::roundoff);
  record.residual = record.reported = 4.1e-7;
  EXPECT_EQ(judge(record), Verdict::untruthful);
}

TEST(FrictionRecord, FailuresAreUnsolvedWhenTruthful) {
  for (const char* status : {"time_limit", "stalled", "max_iterations"}) {
    EXPECT_EQ(judge(with(status, 0.3)), Verdict::unsolved);
    EXPECT_EQ(judge(with(status, nan)), Verdict::untruthful);  // a NaN was returned
    EXPECT_EQ(judge(with(status, inf)), Verdict::untruthful);
  }
  EXPECT_EQ(judge(with("invalid_argument", nan)), Verdict::unsolved);
  EXPECT_EQ(judge(with(status_overrun, nan)), Verdict::unsolved);
  EXPECT_EQ(judge(with(status_crashed, nan)), Verdict::untruthful);
  EXPECT_EQ(judge(with("not_applicable", nan)), Verdict::not_applicable);
  EXPECT_EQ(judge(with(status_irreducible, nan)), Verdict::not_applicable);
}

// What stalled would stall at a tighter tolerance too, but that is no matter of time.
TEST(FrictionRecord, TimeIsLackingWhereALimitEndedIt) {
  const auto lacks_time = [](const char* status) {
    Record record = with(status, 0.3);
    record.verdict = judge(record);
    return ran_out_of_time(record);
  };
  for (const char* status : {"time_limit", "interrupted", status_overrun}) EXPECT_TRUE(lacks_time(status));
  for (const char* status : {"stalled", "max_iterations", "invalid_argument"})
    EXPECT_FALSE(lacks_time(status));
}

TEST(FrictionRecord, AReportIsOfWhatWasReturned) {
  Record record = with("stalled", 1e-3);
  record.reported = 1e-4;
  EXPECT_EQ(judge(record), Verdict::untruthful);
  record.reported = 1e-3 * (1.0 + 1e-9);
  EXPECT_EQ(judge(record), Verdict::unsolved);
  record.reported = nan;
  EXPECT_EQ(judge(record), Verdict::untruthful);
}

// An instance of the collection has a solution; that a file has one is not known.
TEST(FrictionRecord, NoProofOfInfeasibilityOfWhatHasASolution) {
  Record record = with("infeasible", 0.1);
  EXPECT_EQ(judge(record), Verdict::untruthful);
  record.group = "files";
  EXPECT_EQ(judge(record), Verdict::unsolved);
}

TEST(FrictionRecord, ALineGivesTheSameBits) {
  Record record = solved_record();
  record.residual = record.reported = 1.0 / 3.0 * 1e-8;
  record.inferred = true;
  const Record read = parse_record(csv_line(record));
  EXPECT_EQ(csv_line(read), csv_line(record));
  EXPECT_EQ(read.residual, record.residual);
  EXPECT_EQ(key_of(read), key_of(record));
  EXPECT_TRUE(std::isnan(parse_record(csv_line(with("not_applicable", nan))).residual));
  record.instance = "a,b";
  EXPECT_THROW(csv_line(record), std::invalid_argument);
  EXPECT_THROW(parse_record("a,b,c"), std::invalid_argument);
}

// Three tolerances of one solver over two instances, by a solver that needs as long as it is told.
class FrictionStudy : public ::testing::Test {
 protected:
  FrictionStudy() {
    for (const char* corners : {"1", "2"}) {
      const std::string name = std::string("drop:corners=") + corners + ":speed=1:restitution=0:mu=0.5";
      plan_.subjects.push_back({name, "drop", "small", {NSDS_CLASS_FRICTION_CONTACT}});
    }
    plan_.classes = {NSDS_CLASS_FRICTION_CONTACT};
    plan_.solvers = {"nsgs"};
    plan_.tolerances = {1e-4, 1e-8, 1e-12};
    plan_.limit = 1.0;
  }

  StudyCount run() {
    Results results(file_);
    std::ostringstream said;
    return run_study(
        plan_,
        [this](const Posed& problem, Record& record) {
          EXPECT_EQ(problem.contacts, record.instance.find("corners=2") == std::string::npos ? 1 : 2);
          record.status = needed_ <= record.limit ? "ok" : "time_limit";
          record.residual = record.reported = record.status == "ok" ? 0.5 * record.tolerance : 0.1;
          record.seconds = std::min(needed_, record.limit);
          record.verdict = judge(record);
        },
        results, said);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "study.csv";
  StudyPlan plan_;
  double needed_ = 0.5;  // [s]
};

TEST_F(FrictionStudy, GoesOnWhereItWasCutOff) {
  EXPECT_EQ(run().run, 6);
  const std::string whole = contents(file_);
  const StudyCount again = run();
  EXPECT_EQ(again.there, 6);
  EXPECT_EQ(again.run, 0);
  EXPECT_EQ(contents(file_), whole);
  // Cut anywhere in the last line, it is run again; cut between lines, nothing else is.
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (const std::size_t length : {last, last + 1, whole.size() - 1}) {
    folder_.write("study.csv", whole.substr(0, length));
    const StudyCount count = run();
    EXPECT_EQ(count.there, 5) << length;
    EXPECT_EQ(count.run, 1) << length;
    EXPECT_EQ(contents(file_), whole) << length;
  }
  folder_.write("study.csv", whole.substr(0, 10));  // in the header
  EXPECT_EQ(run().run, 6);
  EXPECT_EQ(contents(file_), whole);
}

TEST_F(FrictionStudy, RefusesWhatIsNoFileOfItsOwn) {
  folder_.write("study.csv", "name,value\na,1\n");
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(contents(file_), "name,value\na,1\n");
  folder_.write("study.csv", csv_header() + "\n" + csv_line(solved_record()) + "\na,1\n");
  try {
    run();
    FAIL() << "a line that is no record";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("line 3"), std::string::npos) << error.what();
  }
}

TEST_F(FrictionStudy, InfersWhatTimeDidNotSufficeForAndSaysSo) {
  needed_ = 2.0;
  const StudyCount count = run();
  EXPECT_EQ(count.run, 2);
  EXPECT_EQ(count.inferred, 4);
  int inferred = 0;
  for (const Record& record : read_results(file_)) {
    EXPECT_EQ(record.verdict, Verdict::unsolved);
    EXPECT_EQ(verdict_of(record), Verdict::unsolved);
    EXPECT_EQ(record.inferred, record.tolerance < 1e-4);
    EXPECT_EQ(std::isnan(record.residual), record.inferred);
    inferred += record.inferred ? 1 : 0;
  }
  EXPECT_EQ(inferred, 4);
}

TEST_F(FrictionStudy, RunsTheTighterTolerancesWhereAskedTo) {
  needed_ = 2.0;
  plan_.skip_harder = false;
  EXPECT_EQ(run().run, 6);
}

// What failed within a second may succeed within three.
TEST_F(FrictionStudy, InfersNothingFromASmallerLimit) {
  needed_ = 2.0;
  plan_.tolerances = {1e-4};
  EXPECT_EQ(run().run, 2);
  plan_.tolerances = {1e-4, 1e-8};
  plan_.limit = 3.0;
  const StudyCount count = run();
  EXPECT_EQ(count.there, 2);
  EXPECT_EQ(count.run, 2);
  EXPECT_EQ(count.inferred, 0);
}

// One body on one corner: every solver but those for the plane solves it, in both forms.
TEST(FrictionMeasurement, RecomputesWhatSolversReturn) {
  for (const nsds_class problem_class : {NSDS_CLASS_FRICTION_CONTACT, NSDS_CLASS_GLOBAL_FRICTION_CONTACT}) {
    const Subject subject{"drop:corners=1:speed=1:restitution=0:mu=0.5", "drop", "small", {problem_class}};
    const Posed problem = pose(subject, problem_class);
    int solved = 0;
    for (int s = 0; s < nsds_solver_count(problem_class); ++s) {
      Record record = solved_record();
      record.problem_class = nsds_class_name(problem_class);
      record.solver = nsds_solver_at(problem_class, s)->name;
      measure(problem, record);
      EXPECT_EQ(verdict_of(record), record.verdict);
      if (record.verdict == Verdict::not_applicable) continue;
      EXPECT_EQ(record.verdict, Verdict::solved) << record.solver << ' ' << record.status;
      EXPECT_LE(record.residual, 1e-8);
      EXPECT_GT(record.floor, 0.0);
      EXPECT_GT(record.seconds, 0.0);
      ++solved;
    }
    EXPECT_GE(solved, 3);
  }
}

TEST(FrictionMeasurement, WhatHasNoReducedFormIsNotForIt) {
  Record record = solved_record();
  measure(Posed{}, record);
  EXPECT_EQ(record.verdict, Verdict::not_applicable);
  EXPECT_EQ(record.status, status_irreducible);
}

// The residual does not depend on the order of the contacts, and mu is as told.
TEST(FrictionVariants, AreTheSameProblemInAnotherOrder) {
  const Reduced reduced = reduce(make_instance("packing:side=2:mu=0.3:ratio=1:seed=1"));
  const ReducedView given(reduced);
  const Eigen::Index d = 3, contacts = reduced.contacts();
  Eigen::VectorXd r(d * contacts);
  for (Eigen::Index c = 0; c < contacts; ++c) {
    const auto x = static_cast<double>(c);
    r.segment(d * c, d) << 1.0 + 0.1 * x, 0.05 * x, -0.02 * x;
  }
  nsds_residual expected;
  nsds_residual_init(&expected);
  ASSERT_EQ(nsds_friction_contact_residual(&given.problem(), r.data(), &expected), NSDS_OK);

  const Reduced same = variant_of(given.problem(), 2.0, "given");
  EXPECT_EQ(same.values, reduced.values);
  EXPECT_EQ(same.mu, 2.0 * reduced.mu);
  const Reduced reversed = variant_of(given.problem(), 1.0, "reversed");
  const ReducedView view(reversed);
  Eigen::VectorXd permuted(d * contacts);
  for (Eigen::Index c = 0; c < contacts; ++c)
    permuted.segment(d * c, d) = r.segment(d * (contacts - 1 - c), d);
  nsds_residual found;
  nsds_residual_init(&found);
  ASSERT_EQ(nsds_friction_contact_residual(&view.problem(), permuted.data(), &found), NSDS_OK);
  EXPECT_NEAR(found.value, expected.value, 1e-12 * expected.value);

  const Reduced shuffled = variant_of(given.problem(), 1.0, "shuffled");
  EXPECT_NE(shuffled.q, reduced.q);
  EXPECT_NEAR(shuffled.q.norm(), reduced.q.norm(), 1e-12);
  EXPECT_EQ(shuffled.values, variant_of(given.problem(), 1.0, "shuffled").values);
  EXPECT_THROW(variant_of(given.problem(), 1.0, "sorted"), std::invalid_argument);
}

std::string document_of(const std::vector<Record>& records) {
  std::ostringstream out;
  write_friction_document(records, out);
  return out.str();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
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
}  // namespace nsds::bench
