// Whole trajectories against those of another program, column by column.
#include <gtest/gtest.h>

#include "reference/case_table.hpp"

namespace nsds::test::reference_test {

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

namespace {

class Reference : public testing::TestWithParam<Case> {};

TEST_P(Reference, EveryColumnOfEveryRow) {
  const Case& c = GetParam();
  const Table expected = readReference(c.file);
  const Rows actual = c.run();
  for (const auto& row : actual) ASSERT_EQ(row.size(), expected.columns);
  const Deviation worst = largestDeviation(expected, actual, c.scale, c.rows);
  RecordProperty("max_deviation", testing::PrintToString(worst.size));
  EXPECT_LE(worst.size, c.tolerance) << "row " << worst.row << ", column " << worst.column << ": "
                                     << actual[worst.row][worst.column] << " instead of "
                                     << expected.rows[worst.row][worst.column];
}

INSTANTIATE_TEST_SUITE_P(Kernel, Reference, testing::ValuesIn(allCases().begin(), allCases().end()),
                         [](const auto& value) { return value.param.name; });

/// The file has ten digits, no header, and multipliers that are not unique; of the eight numbers of a row the current is
/// compared.
TEST(ReferenceWithoutHeader, CurrentOfTheIdealSwitch) {
  const Table expected = readReferenceRows("IdealSwitch-NonLinearSwitch/NonLinearSwitch.ref", 8);
  const Rows actual = idealSwitch();
  ASSERT_EQ(expected.rows.size(), 2000u);
  ASSERT_EQ(actual.size(), expected.rows.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < actual.size(); ++k) {
    ASSERT_EQ(actual[k][0], expected.rows[k][0]);
    worst = std::max(worst, std::abs(actual[k][1] - expected.rows[k][1]));
  }
  EXPECT_LE(worst, 1e-6);
}

/// From an impact at t = 0 with v = -1 and e = 0.9 impacts accumulate at t = 2 e / (g (1 - e)) = 1.8349. The
/// reference finds 140 of them before its thresholds end the sequence; then both rest under the weight.
TEST(ReferenceAfterAccumulation, BallRestsAtTheSampledInstants) {
  const Table expected = readReference("BouncingBallED-initialImpact/BouncingBallED-initialImpact.ref");
  const Rows actual = bouncingBallFromImpact();
  auto row = actual.begin();
  int compared = 0;
  for (std::size_t i = 648; i < expected.rows.size(); ++i) {
    const std::vector<double>& rest = expected.rows[i];
    while (row != actual.end() && (*row)[0] < rest[0] - 1e-9) ++row;
    ASSERT_NE(row, actual.end());
    ASSERT_NEAR((*row)[0], rest[0], 1e-9);
    EXPECT_NEAR((*row)[1], rest[1], 1e-9);
    for (std::size_t column = 2; column < rest.size(); ++column)
      EXPECT_NEAR((*row)[column], rest[column], 1e-9) << "at t = " << rest[0] << ", column " << column;
    ++compared;
  }
  EXPECT_GT(compared, 1000);
}

}  // namespace
}  // namespace nsds::test::reference_test
