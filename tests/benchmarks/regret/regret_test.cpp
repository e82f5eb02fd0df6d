// What counts as regret, what the solvers are given to show it, and the problems that are made for it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/regret/entry.hpp"
#include "benchmarks/regret/mechanical.hpp"
#include "benchmarks/regret/subjects.hpp"
#include "benchmarks/regret/table.hpp"
#include "support/collection/collection.hpp"

namespace nsds::bench::regret_test {
namespace {

RegretEntry solved_entry(double seconds, const std::string& best = "", double best_seconds = 0.0) {
  RegretEntry entry;
  entry.problem = "p";
  entry.tolerance = 1e-8;
  entry.solved = true;
  entry.seconds = seconds;
  entry.best = best;
  entry.best_seconds = best_seconds;
  return entry;
}

TEST(Regret, IsTheTimeOfAutoOverTheLeastOfAll) {
  EXPECT_DOUBLE_EQ(ratio(solved_entry(0.02, "lemke", 0.001)), 20.0);
  EXPECT_DOUBLE_EQ(ratio(solved_entry(0.001, "lemke", 0.02)), 1.0);
  EXPECT_DOUBLE_EQ(ratio(solved_entry(0.001)), 1.0);
}

TEST(Regret, IsSlowAboveTenTimesAndAMillisecond) {
  EXPECT_TRUE(is_slow(solved_entry(0.0011, "lemke", 0.0001)));
  EXPECT_FALSE(is_slow(solved_entry(0.0009, "lemke", 0.00001)));
  EXPECT_FALSE(is_slow(solved_entry(0.0011, "lemke", 0.00012)));
}

TEST(Regret, FailuresCountWhereAnotherSucceeds) {
  RegretEntry entry = solved_entry(0.1, "lemke", 0.001);
  entry.solved = false;
  EXPECT_TRUE(is_missed(entry));
  EXPECT_FALSE(is_slow(entry));
  entry.best.clear();
  EXPECT_FALSE(is_missed(entry));
}

// Ratios 4 and 1 have the geometric mean 2; that of a failure is none.
TEST(Regret, IsSummarised) {
  RegretEntry failed = solved_entry(0.1, "lemke", 0.001);
  failed.solved = false;
  const RegretSummary summary = summarise({solved_entry(0.02, "lemke", 0.005), solved_entry(0.02), failed});
  EXPECT_EQ(summary.entries, 3);
  EXPECT_EQ(summary.solved, 2);
  EXPECT_EQ(summary.solved_by_any, 3);
  EXPECT_EQ(summary.missed, 1);
  EXPECT_EQ(summary.slow, 0);
  EXPECT_DOUBLE_EQ(summary.mean_ratio, 2.0);
  EXPECT_DOUBLE_EQ(summary.worst_ratio, 4.0);
}

// Solvers that answer as told; whoever is not named refuses. calls: the time that each was given.
struct Told {
  std::map<std::string, SurveyOutcome> outcomes;
  std::map<std::string, std::vector<double>> calls;

  RegretSubject subject(const std::string& family = "family") {
    return {"problem", family, 2.0, [this]() -> SurveySolve {
              return [this](const nsds_solver_info& solver,
                            const SurveyDemand& demand) -> std::optional<SurveyOutcome> {
                if (!outcomes.contains(solver.name)) return std::nullopt;
                calls[solver.name].push_back(demand.time_limit);
                return outcomes.at(solver.name);
              };
            }};
  }
};

TEST(Regret, TheFastestThatReallySolvesIsTheBest) {
  Told told{{{"auto", {0.5, 1e-12, NSDS_OK}},
             {"lemke", {0.2, 1e-12, NSDS_OK}},
             {"bard", {0.3, 1e-12, NSDS_OK}},
             {"pgs", {0.01, 1e-6, NSDS_OK}},  // the residual says otherwise
             {"rpgs", {0.02, 1e-12, NSDS_STALLED}}},
            {}};
  RegretMeasurement measurement(NSDS_CLASS_LCP);
  measurement.measure(told.subject(), {1e-8});
  ASSERT_EQ(measurement.entries().size(), 1U);
  const RegretEntry& entry = measurement.entries()[0];
  EXPECT_TRUE(entry.solved);
  EXPECT_EQ(entry.best, "lemke");
  EXPECT_DOUBLE_EQ(ratio(entry), 2.5);
  EXPECT_EQ(told.calls["auto"], std::vector<double>{2.0});
  EXPECT_EQ(told.calls["lemke"], std::vector<double>{0.5});  // more time than auto took is no regret
}

TEST(Regret, OthersHaveTheWholeTimeWhereAutoFails) {
  Told told{{{"auto", {0.5, 1e-3, NSDS_STALLED}}, {"lemke", {1.0, 1e-12, NSDS_OK}}}, {}};
  RegretMeasurement measurement(NSDS_CLASS_LCP);
  measurement.measure(told.subject(), {1e-8});
  EXPECT_TRUE(is_missed(measurement.entries()[0]));
  EXPECT_EQ(told.calls["lemke"], std::vector<double>{2.0});
}

TEST(Regret, WhoSpendsTheTimeInVainIsNotTriedInTheFamilyAgain) {
  Told told{{{"auto", {0.5, 1e-3, NSDS_STALLED}}, {"pgs", {2.0, 1e-2, NSDS_TIME_LIMIT}}}, {}};
  RegretMeasurement measurement(NSDS_CLASS_LCP);
  measurement.measure(told.subject("one"), {1e-8, 1e-10});
  measurement.measure(told.subject("one"), {1e-8});
  EXPECT_EQ(told.calls["pgs"].size(), 1U);
  measurement.measure(told.subject("two"), {1e-8});
  EXPECT_EQ(told.calls["pgs"].size(), 2U);
  EXPECT_EQ(told.calls["auto"].size(), 4U);
}

TEST(Regret, WhatIsNoProblemIsLeftOut) {
  RegretMeasurement measurement(NSDS_CLASS_LCP);
  measurement.measure({"problem", "family", 2.0, [] { return SurveySolve(); }}, {1e-8});
  EXPECT_TRUE(measurement.entries().empty());
}

// Limits are wall time: who had a quarter of the processor is given four times as much.
TEST(Regret, TheTimeThatOtherProgramsTookIsGivenBack) {
  Told told{{{"auto", {0.5, 1e-3, NSDS_TIME_LIMIT}}}, {}};
  RegretMeasurement measurement(NSDS_CLASS_LCP);
  measurement.measure(told.subject(), {1e-8});
  EXPECT_EQ(told.calls["auto"], (std::vector<double>{2.0, 8.0, 32.0}));
}

TEST(Regret, TheWorstComesFirst) {
  std::vector<RegretEntry> entries;
  for (int k = 1; k <= 30; ++k) {
    entries.push_back(solved_entry(0.02 * k, "lemke", 0.001));
    entries.back().problem = "slow:" + std::to_string(k);
  }
  entries.push_back(solved_entry(0.1, "lemke", 0.001));
  entries.back().problem = "failed:1";
  entries.back().solved = false;
  std::ostringstream out;
  print_regret({{NSDS_CLASS_LCP, entries}}, out);
  const std::string text = out.str();
  EXPECT_NE(text.find("| lcp | 1e-8 | 31 | 31 | 30 | 1 | 30 |"), std::string::npos) << text;
  EXPECT_LT(text.find("failed:1"), text.find("slow:30"));
  EXPECT_LT(text.find("slow:30"), text.find("slow:29"));
  EXPECT_EQ(text.find("slow:2 "), std::string::npos);
  EXPECT_NE(text.find("and 5 more"), std::string::npos);
  std::ostringstream lines;
  print_entries({{NSDS_CLASS_LCP, entries}}, lines);
  EXPECT_NE(lines.str().find("lcp,failed:1,1e-08,0,0.1,0,lemke,0.001,0\n"), std::string::npos) << lines.str();
}

double residual_of(const Mechanical& made, const Eigen::VectorXd& lambda) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_generic_mechanical_residual(&made.problem(), lambda.data(), &residual), NSDS_OK);
  return residual.value;
}

TEST(Regret, AProblemOverABoxIsAMechanicalOneOfTheSameSolution) {
  for (const char* spec : {"monotone:20:1", "sparse:40:2", "boxes:30:1"}) {
    const test::BoxProblem problem = test::make_box(spec);
    ASSERT_TRUE(problem.solution) << spec;
    EXPECT_LE(residual_of(Mechanical(problem), *problem.solution), 1e-12) << spec;
  }
}

TEST(Regret, APlantedInstanceIsAMechanicalProblemOfTheSameReactions) {
  const Instance instance = make_instance("planted:of=chair:size=8:mu=0.7:weak=0:seed=1");
  EXPECT_LE(residual_of(Mechanical(instance), instance.certificate.r), 1e-12);
}

// M v = q + H r + G' lambda, G v = d: what the joints of a mechanism carry makes their rows vanish.
TEST(Regret, JointsAreEqualityRowsBeforeTheContacts) {
  const Instance instance = make_instance("grasp:fingers=2:patch=1:force=10:mu=0.6");
  const Mechanical made(instance);
  ASSERT_GT(instance.constraints(), 0);
  EXPECT_EQ(made.problem().size, instance.constraints() + 3 * instance.contacts());
  for (int k = 0; k < made.problem().blocks; ++k)
    EXPECT_EQ(made.problem().kinds[k],
              k < instance.constraints() ? NSDS_BLOCK_EQUALITY : NSDS_BLOCK_FRICTION);
}

TEST(Regret, EveryClassHasItsSubjects) {
  const std::vector<RegretClass> classes = regret_classes();
  EXPECT_EQ(static_cast<int>(classes.size()), nsds_class_count());
  for (const RegretClass& one : classes) {
    // Rolling in global form and plastic flow have files alone.
    const bool of_files = one.problem_class == NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT ||
                          one.problem_class == NSDS_CLASS_CONE_PLASTICITY;
    if (of_files && std::getenv("NSDS_TEST_DATA") == nullptr) continue;
    EXPECT_FALSE(one.subjects.empty()) << nsds_class_name(one.problem_class);
    for (const RegretSubject& subject : one.subjects) EXPECT_GT(subject.limit, 0.0) << subject.name;
  }
}

}  // namespace
}  // namespace nsds::bench::regret_test
