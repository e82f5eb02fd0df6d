// No answer to an odd problem of rows and contacts is called ok that is none, by any solver, and those that are right are seen as such.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/effort.hpp"
#include "truth/mixed/mixed_hearing.hpp"

namespace nsds::test::mixed_truth_test {
namespace {

// [s]: problems of which nothing is a solution are swept for seconds, and what is one is found in milliseconds.
constexpr double patience = 0.1;

void expect_nothing_false(const Tally& tally) {
  for (std::size_t k = 0; k < tally.false_ok.size() && k < 20; ++k) ADD_FAILURE() << tally.false_ok[k];
  EXPECT_EQ(tally.false_ok.size(), 0U) << "of " << tally.ok << " answers called ok";
}

class MixedTruth : public ::testing::TestWithParam<MixedKind> {};

TEST_P(MixedTruth, HoldsForTheDefaultSolver) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(350, 20000)); ++seed)
    hear_mixed(GetParam(), seed, "auto", patience, tally);
  expect_nothing_false(tally);
  RecordProperty("ok", static_cast<int>(tally.ok));
  EXPECT_GE(2 * tally.ok, tally.problems);  // a generator of nothing solvable would show nothing
}

TEST_P(MixedTruth, HoldsForEverySolver) {
  const nsds_class problem_class = GetParam().problem_class;
  for (std::int32_t solver = 0; solver < nsds_solver_count(problem_class); ++solver) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(50, 2000)); ++seed)
      hear_mixed(GetParam(), 1000000 + seed, nsds_solver_at(problem_class, solver)->name, 0.01, tally);
    expect_nothing_false(tally);
  }
}

// Two programs that round differently see the same number on both sides of a threshold, which the leeway of the judge tells.
TEST_P(MixedTruth, TheLibraryJudgesAnyPointAsTheJudgeDoes) {
  int same = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const OddMixed odd = odd_mixed_problem(GetParam(), seed);
    MixedOutcome outcome{Eigen::VectorXd::Zero(odd.start.size()), {}};
    numerics::Options options(GetParam().problem_class, "auto");
    options.set("tolerance", 1e-6).set("norm", "class").set("time_limit", patience);
    solve_mixed(GetParam(), odd, options, outcome);
    if (numerics::detail::is_refusal(outcome.report.status)) continue;
    const double said = mixed_residual(GetParam(), odd, outcome.x).value;
    const double strict = judged_contacts(odd.judged, outcome.x);
    const double wide = judge_contacts(odd.judged, outcome.x, 1e-8, 4.0).value;
    const bool between = said >= 0.99 * wide - 1e-14 && said <= 1.01 * strict + 1e-14;
    if (between) ++same;
    EXPECT_TRUE(between) << "seed " << seed << ": " << said << ", judged " << wide << " to " << strict;
  }
  EXPECT_GE(same, 100);
}

INSTANTIATE_TEST_SUITE_P(Truth, MixedTruth, ::testing::ValuesIn(mixed_kinds()),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace nsds::test::mixed_truth_test
