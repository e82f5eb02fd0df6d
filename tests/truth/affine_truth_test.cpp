// No answer to an odd problem is called ok that is none, by any solver.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "nsds/numerics/registry.h"
#include "support/effort.hpp"
#include "truth/hearing.hpp"

namespace nsds::test::affine_truth_test {
namespace {

void expect_nothing_false(const Tally& tally) {
  for (std::size_t k = 0; k < tally.false_ok.size() && k < 20; ++k) ADD_FAILURE() << tally.false_ok[k];
  EXPECT_EQ(tally.false_ok.size(), 0U) << "of " << tally.ok << " answers called ok";
}

class AffineTruth : public ::testing::TestWithParam<nsds_class> {};

TEST_P(AffineTruth, HoldsForTheDefaultSolver) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(350, 20000)); ++seed)
    hear(GetParam(), seed, nsds_solver_at(GetParam(), 0)->name, 0.0, tally);
  expect_nothing_false(tally);
  RecordProperty("ok", static_cast<int>(tally.ok));
  EXPECT_GE(3 * tally.ok, tally.problems);  // a generator of nothing solvable would show nothing
}

TEST_P(AffineTruth, HoldsForEverySolver) {
  for (std::int32_t solver = 0; solver < nsds_solver_count(GetParam()); ++solver) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(50, 2000)); ++seed)
      hear(GetParam(), 1000000 + seed, nsds_solver_at(GetParam(), solver)->name, 0.01, tally);
    expect_nothing_false(tally);
  }
}

INSTANTIATE_TEST_SUITE_P(Truth, AffineTruth, ::testing::ValuesIn(odd_classes()),
                         [](const auto& instance) { return std::string(nsds_class_name(instance.param)); });

}  // namespace
}  // namespace nsds::test::affine_truth_test
