// Whole trajectories against those of another program, column by column.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "reference/cases.hpp"
#include "reference/reference_file.hpp"

namespace nsds::test {
namespace {

struct Case {
  const char* name;
  const char* file;
  Rows (*run)();
  double tolerance;                // absolute
  std::vector<double> scale = {};  // of the columns, 1 unless given: tolerance is multiplied by it
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class Reference : public testing::TestWithParam<Case> {};

TEST_P(Reference, EveryColumnOfEveryRow) {
  const Case& c = GetParam();
  const Table expected = readReference(c.file);
  const Rows actual = c.run();
  ASSERT_GE(actual.size(), expected.rows.size());

  double worst = 0.0;
  std::size_t worstRow = 0;
  std::size_t worstColumn = 0;
  for (std::size_t row = 0; row < expected.rows.size(); ++row) {
    ASSERT_EQ(actual[row].size(), expected.columns) << "row " << row;
    for (std::size_t column = 0; column < expected.columns; ++column) {
      const double scale = c.scale.empty() ? 1.0 : c.scale[column];
      const double deviation = std::abs(actual[row][column] - expected.rows[row][column]) / scale;
      ASSERT_TRUE(std::isfinite(deviation)) << "row " << row << ", column " << column;
      if (deviation <= worst) continue;
      worst = deviation;
      worstRow = row;
      worstColumn = column;
    }
  }
  RecordProperty("max_deviation", testing::PrintToString(worst));
  EXPECT_LE(worst, c.tolerance) << "row " << worstRow << ", column " << worstColumn << ": "
                                << actual[worstRow][worstColumn] << " instead of "
                                << expected.rows[worstRow][worstColumn];
}

/// For the tolerance relative to the largest number of each column of the bar, whose forces are of size 4e3.
std::vector<double> sizesOfBar() {
  // t, q_0, v_0, p/h, lambda, q K q, v M v, q_99, v_99, q_50, v_50, power: the force is the only large
  // column; 1 elsewhere is the absolute tolerance.
  std::vector<double> sizes(12, 1.0);
  sizes[3] = 3.6e3;
  return sizes;
}

INSTANTIATE_TEST_SUITE_P(
    Kernel, Reference,
    testing::Values(Case{"BouncingBall", "BouncingBallTS/BouncingBallTS.ref", bouncingBall, 1e-12},
                    Case{"BouncingBallWithLateGround", "BouncingBallTS-Dynamic/BouncingBallTS-Dynamic.ref",
                         bouncingBallWithLateGround, 1e-12},
                    Case{"ColumnOfBeads", "ColumnOfBeadsTS/ColumnOfBeadsTS.ref", columnOfBeads, 1e-12},
                    Case{"ImpactingBar", "ImpactingBar/ImpactingBar.ref", impactingBar, 1e-9, sizesOfBar()},
                    Case{"DoublePendulum", "DoublePendulumTS/DoublePendulumResult.ref", doublePendulum,
                         1e-11},
                    Case{"CamFollower", "CamFollower/CF.ref", camFollower, 1e-12},
                    Case{"CamFollowerMoving", "CamFollower-Rheonomous/CamFollower-Rheonomous.ref",
                         camFollowerMoving, 1e-11},
                    Case{"CircuitRLCD", "CircuitRLCD/CircuitRLCD.ref", circuitRLCD, 1e-11},
                    Case{"DiodeBridge", "DiodeBridge/DiodeBridge.ref", diodeBridge, 1e-11},
                    Case{"DiodeBridgeThetaGamma", "DiodeBridge-ThetaGamma/DiodeBridge.ref",
                         diodeBridgeThetaGamma, 1e-10}),
    [](const auto& value) { return value.param.name; });

}  // namespace
}  // namespace nsds::test
