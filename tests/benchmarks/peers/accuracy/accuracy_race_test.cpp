// The comparison with peers counts what was delivered, and its means and profiles are the ones defined. The
// solvers here return what the test says, in the time that it says.
#include "benchmarks/peers/accuracy/accuracy_race.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/peers/accuracy/accuracy_report.hpp"
#include "benchmarks/peers/accuracy/profile.hpp"

namespace nsds::bench::accuracy_race_test {
namespace {

using Eigen::VectorXd;

// Delivers `factor` times the tolerance that it is asked for, but never less than `floor`.
Contender pretends(const char* name, double seconds, double factor, double floor = 0.0) {
  return {name, [=](double tolerance, double, VectorXd& answer) {
            answer[0] = std::max(factor * tolerance, floor);
            return seconds;
          }};
}

Race race_of(const Contender& own, const std::vector<Contender>& peers) {
  return {"made up", 30, 1, own, peers, [](const VectorXd& answer) { return answer[0]; }};
}

AccuracyResult raced(const Race& race, double tolerance) {
  const auto results = run_accuracy_race("group", race, 1, {1.0, {tolerance}});
  EXPECT_EQ(results.size(), 1u);
  return results.front();
}

TEST(AccuracyRace, AFastAnswerThatIsWrongDoesNotWin) {
  const Race race =
      race_of(pretends("own", 1e-3, 0.5),
              {pretends("default", 8e-3, 0.01), pretends("wrong", 1e-6, 1e6), pretends("second", 3e-3, 1.0)});
  const AccuracyResult result = raced(race, 1e-4);
  ASSERT_NE(result.best_peer(), nullptr);
  EXPECT_EQ(result.best_peer()->solver, "second");
  EXPECT_FALSE(result.peers[1].solved);
  ASSERT_NE(result.default_peer(), nullptr);
  EXPECT_DOUBLE_EQ(result.default_peer()->delivered, 1e-6);
}

TEST(AccuracyRace, OursIsAskedForWhatThePeerDelivered) {
  const Race race = race_of(pretends("own", 1e-3, 1.0, 1e-9),
                            {pretends("default", 1e-2, 1e-3), pretends("exact", 1e-3, 0.0)});
  const AccuracyResult result = raced(race, 1e-4);
  ASSERT_TRUE(result.own_as_default && result.own_as_best);
  EXPECT_DOUBLE_EQ(result.own_as_default->asked, 1e-7);
  EXPECT_TRUE(result.own_as_default->solved);
  EXPECT_DOUBLE_EQ(result.own_as_best->asked, least_accuracy);
  EXPECT_FALSE(result.own_as_best->solved);  // ours ends at 1e-9
}

TEST(AccuracyRace, APeerThatMissesByLittleIsAskedForMore) {
  const Race race =
      race_of(pretends("own", 1e-3, 1.0), {pretends("late", 1e-3, 5.0), pretends("far", 1e-3, 1e3)});
  const AccuracyResult result = raced(race, 1e-4);
  EXPECT_TRUE(result.peers[0].solved);
  EXPECT_NEAR(result.peers[0].asked, 1e-5, 1e-17);
  EXPECT_FALSE(result.peers[1].solved);
}

TEST(AccuracyRace, ACrashAndATimeOverTheLimitAreNoSolutions) {
  const Contender crash{"crash", [](double, double, VectorXd&) -> double { std::_Exit(3); }};
  const AccuracyResult result =
      raced(race_of(pretends("own", 2.0, 1.0), {crash, pretends("slow", 1.5, 1.0)}), 1e-4);
  EXPECT_FALSE(result.own.solved);
  EXPECT_TRUE(std::isnan(result.peers[0].delivered));
  EXPECT_EQ(result.best_peer(), nullptr);
}

// Ratios 2, 8 and 0.5: the mean is 8^(1/3) = 2, and the file of 10 us is no floor.
TEST(AccuracyRace, MeansAreGeometricAndShortFilesAreNoFloor) {
  Ratios ratios;
  ratios.add("a", 2e-3, 1e-3);
  ratios.add("b", 8e-3, 1e-3);
  ratios.add("c", 1e-5, 2e-5);
  EXPECT_NEAR(ratios.geometric_mean(), 2.0, 1e-14);
  EXPECT_EQ(ratios.worst(5e-5), 0u);
  EXPECT_EQ(ratios.worst(0.0), 2u);
  EXPECT_EQ(ratios.worst(1.0), 3u);
}

TEST(AccuracyRace, WhatOnlyAPeerSolvesIsCalledLost) {
  std::ostringstream text;
  print_accuracy_table(text, {raced(race_of(pretends("own", 1e-3, 2.0), {pretends("p", 1e-3, 1.0)}), 1e-4)});
  EXPECT_NE(text.str().find("ours does not): 1: made up"), std::string::npos) << text.str();
}

// Times of two solvers: (1, 2), (3, 1), (-, 4), (-, -). Of the three problems that are solved, the first
// solver is within 1 of the fastest on one and within 3 on two, the second is so on two and, within 2, on
// all.
TEST(PerformanceProfile, CountsFractionsWithinAFactorOfTheFastest) {
  const double never = HUGE_VAL;
  const auto steps = performance_profile({{1.0, 2.0}, {3.0, 1.0}, {never, 4.0}, {never, never}});
  ASSERT_EQ(steps.size(), 3u);
  const double factors[] = {1.0, 2.0, 3.0}, first[] = {1.0, 1.0, 2.0}, second[] = {2.0, 3.0, 3.0};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_DOUBLE_EQ(steps[i].factor, factors[i]);
    EXPECT_NEAR(steps[i].fractions[0], first[i] / 3.0, 1e-15);
    EXPECT_NEAR(steps[i].fractions[1], second[i] / 3.0, 1e-15);
  }
  EXPECT_TRUE(performance_profile({{never, never}}).empty());
}

}  // namespace
}  // namespace nsds::bench::accuracy_race_test
