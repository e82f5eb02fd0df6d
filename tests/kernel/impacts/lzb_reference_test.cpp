// Event-driven runs with the law of Liu, Zhao and Brogliato beside those of another program, whose micro-steps are fixed
// impulses: with the same steps, and with located ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <nsds/kernel/impacts/lzb_impact_law.hpp>
#include <nsds/kernel/integrators/dormand_prince.hpp>
#include <nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp>
#include <nsds/kernel/modeling/laws/multiple_impact.hpp>
#include <nsds/kernel/modeling/model.hpp>
#include <nsds/kernel/modeling/relation.hpp>
#include <nsds/kernel/simulation/event_driven.hpp>
#include <numbers>

#include "reference/reference_file.hpp"

namespace nsds::test::lzb_reference_test {
namespace {

constexpr SmoothOptions accurate{.relativeTolerance = 1e-13, .absoluteTolerance = 1e-13};

using Row = std::vector<double>;

LZBOptions fixedSteps(double impulse) {
  LZBOptions options;
  options.steps = MicroSteps::fixed;
  options.impulseStep = impulse;
  options.zeroEnergy = std::numeric_limits<double>::epsilon();  // the reference's default
  options.zeroVelocity = 1e-15;
  return options;
}

/// The state after each sampling instant, and before and after each event; `most` rows at most.
std::vector<Row> rowsOf(EventDriven& simulation, const std::function<Row()>& state, std::size_t most) {
  std::vector<Row> rows;
  simulation.initialize();
  while (simulation.hasNextEvent() && rows.size() < most) {
    simulation.computeOneStep();
    if (simulation.event() != EventKind::sampling) rows.push_back(state());
    simulation.nextStep();
    rows.push_back(state());
  }
  return rows;
}

/// The largest difference of rows from `first` of the reference on, in columns up to `columns`.
double worstOf(const std::vector<Row>& rows, const Table& expected, std::size_t first, std::size_t columns) {
  double worst = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t c = 0; c < columns; ++c)
      worst = std::max(worst, std::abs(rows[i][c] - expected.rows[first + i][c]));
  }
  return worst;
}

/// Balls on a line, and a wall before the first where `wall` has a stiffness. Rows: t, q, v.
struct Line {
  void add(double q, double v, double mass, double force) {
    balls.push_back(&model.add<LagrangianLinearTIDS>(Vector::Constant(1, q), Vector::Constant(1, v),
                                                     Matrix::Constant(1, 1, mass)));
    balls.back()->setFExt(Vector::Constant(1, force));
  }
  void touch(const MultipleImpactNSL& law, std::size_t i, double distance) {
    model.link(law, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -distance), *balls[i], *balls[i + 1]);
  }
  Row state() const {
    Row row{model.nsds().time()};
    for (const auto* ball : balls) row.push_back(ball->q()[0]);
    for (const auto* ball : balls) row.push_back(ball->v()[0]);
    return row;
  }
  Model model;
  std::vector<LagrangianLinearTIDS*> balls;
};

/// Ten beads that touch fall onto the floor. most: rows up to the state before the second impact.
std::vector<Row> column(const LZBOptions& options, std::size_t most) {
  const double R = 0.005, g = 9.81, E = 203e9, nu = 0.3;
  const double m = 4.0 / 3.0 * 3.14159265 * R * R * R * 7780.0;
  const double floor = std::sqrt(R) * (4.0 / 3.0) * E * E / (2.0 * (1.0 - nu * nu) * E);
  const double bead = std::sqrt(R / 2.0) * (2.0 / 3.0) * E / (1.0 - nu * nu);
  Line line{.model = Model(0.0, 0.5), .balls = {}};
  double q = 0.055;
  for (int i = 0; i < 10; ++i, q += 2.0 * R) line.add(q, 0.0, m, -m * g);
  line.model.link(MultipleImpactNSL(1.0, floor), LagrangianLinearTIR(Matrix::Ones(1, 1), -R), *line.balls[0]);
  for (std::size_t i = 0; i < 9; ++i) line.touch(MultipleImpactNSL(1.0, bead), i, 2.0 * R);
  EventDriven simulation(line.model, TimeDiscretisation(0.0, 0.001), Dopri5(accurate));
  simulation.setImpactLaw(LZBImpactLaw(options));
  return rowsOf(
      simulation, [&] { return line.state(); }, most);
}

const char* const columnFile = "BeadColumnED_LZBModel/BeadColumnED_LZBModel.ref";
constexpr std::size_t columnFirst = 3;   // three rows show the start
constexpr std::size_t columnRows = 144;  // the last one is that before the second impact

TEST(LZBReference, ColumnOfBeadsWithItsFixedSteps) {
  const double worst =
      worstOf(column(fixedSteps(1e-6), columnRows), readReference(columnFile), columnFirst, 21);
  RecordProperty("max_deviation", testing::PrintToString(worst));
  EXPECT_LE(worst, 1e-9);
}

/// The largest difference of two runs in all columns of their common rows.
double differenceOf(const std::vector<Row>& a, const std::vector<Row>& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    for (std::size_t c = 0; c < a[i].size(); ++c) worst = std::max(worst, std::abs(a[i][c] - b[i][c]));
  }
  return worst;
}

/// An impulse dP is a velocity of dP over the mass of a bead, 4.1e-3 kg; ten of these are C = 2500.
constexpr double columnConstant = 2500.0;

TEST(LZBReference, ColumnOfBeadsWithLocatedEnds) {
  const double worst = worstOf(column({}, columnRows), readReference(columnFile), columnFirst, 21);
  RecordProperty("max_deviation", testing::PrintToString(worst));
  EXPECT_LE(worst, columnConstant * 1e-6);
}

/// Runs with fixed steps come to the one with located ends with order one, through the first impact: the mean over eight
/// phases of the ends in their steps.
TEST(LZBReference, FixedStepsComeToLocatedEndsWithOrderOne) {
  const std::size_t rows = 105;
  const auto located = column({}, rows);
  const auto error = [&](double dP) {
    double sum = 0.0;
    for (int k = 0; k < 8; ++k) {
      LZBOptions options = fixedSteps(dP * (1.0 + 0.03 * k));
      options.zeroEnergy = 0.0;
      sum += differenceOf(column(options, rows), located);
    }
    return sum / 8.0;
  };
  const double coarse = error(8e-6);
  const double fine = error(1e-6);
  RecordProperty("order", testing::PrintToString(std::log2(coarse / fine) / 3.0));
  EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 1.0, 0.1);
  EXPECT_LE(fine, columnConstant * 1e-6);
}

/// A block falls on its corners. Each impact is that of one contact, with e: what fixed steps add is one step.
std::vector<Row> block(const LZBOptions& options) {
  const double m = 1.0, I = (0.25 + 1.0) / 12.0, angle = std::numbers::pi / 3.0;
  Model model(0.0, 2.0);
  auto& body =
      model.add<LagrangianLinearTIDS>(Vector{{0.5 * std::cos(angle) - 0.25 * std::sin(angle),
                                              0.5 * std::sin(angle) + 0.25 * std::cos(angle), angle}},
                                      Vector::Zero(3), Vector{{m, m, I}}.asDiagonal());
  body.setFExt(Vector{{0.0, -9.81 * m, 0.0}});
  for (const double side : {-1.0, 1.0}) {
    model.link(MultipleImpactNSL(0.8, 1e10, 1.0),
               LagrangianScleronomousR(
                   1,
                   [side](VectorConstRef q, VectorRef y) {
                     y[0] = q[1] + 0.1 * side * std::sin(q[2]) - 0.05 * std::cos(q[2]);
                   },
                   [side](VectorConstRef q, MatrixRef H) {
                     H << 0.0, 1.0, 0.1 * side * std::cos(q[2]) + 0.05 * std::sin(q[2]);
                   })
                   .setCurvature([side](VectorConstRef q, VectorConstRef v, VectorRef gamma) {
                     gamma[0] = (-0.1 * side * std::sin(q[2]) + 0.05 * std::cos(q[2])) * v[2] * v[2];
                   }),
               body);
  }
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.01), Dopri5(accurate));
  simulation.setImpactLaw(LZBImpactLaw(options));
  const auto state = [&] {
    return Row{model.nsds().time(), body.q()[0], body.q()[1], body.q()[2],
               body.v()[0],         body.v()[1], body.v()[2]};
  };
  return rowsOf(simulation, state, 214);
}

const char* const blockFile = "RockingBlockED_Lsodar_LZB/RockingBlockED_Lsodar_LZBimpact.ref";

TEST(LZBReference, BlockWithItsFixedSteps) {
  const double worst = worstOf(block(fixedSteps(5e-5)), readReference(blockFile), 1, 7);
  RecordProperty("max_deviation", testing::PrintToString(worst));
  EXPECT_LE(worst, 1e-10);
}

TEST(LZBReference, BlockWithLocatedEnds) {
  const double worst = worstOf(block({}), readReference(blockFile), 1, 7);
  RecordProperty("max_deviation", testing::PrintToString(worst));
  EXPECT_LE(worst, 100.0 * 5e-5);
}

/// Balls that grow smaller, of which the first strikes. The reference has one distance of contact, that of the last two balls, for all
/// pairs (its driver overwrites one vector), so that balls strike each other one by one, but the last two, which touch.
std::vector<Row> taperedChain(const LZBOptions& options, const Table& expected) {
  Line line{.model = Model(0.0, 0.579), .balls = {}};
  std::vector<double> R;
  for (int i = 0; i < 10; ++i) R.push_back(0.01 * std::pow(0.95, i + 1));
  for (std::size_t i = 0; i < 10; ++i) {
    const double m = 4.0 / 3.0 * 3.14159265 * R[i] * R[i] * R[i] * 7780.0;
    line.add(expected.rows[0][1 + i], i == 0 ? 1.0 : 0.0, m, 0.0);
  }
  for (std::size_t i = 0; i < 9; ++i) {
    const double K = std::sqrt(R[i] * R[i + 1] / (R[i] + R[i + 1])) * (2.0 / 3.0) * 203e9 / (1.0 - 0.09);
    line.touch(MultipleImpactNSL(1.0, K), i, R[8] + R[9]);
  }
  EventDriven simulation(line.model, TimeDiscretisation(0.0, 0.001), Dopri5(accurate));
  simulation.setImpactLaw(LZBImpactLaw(options));
  return rowsOf(
      simulation, [&] { return line.state(); }, 607);
}

const char* const taperedFile = "TaperedChainOfBalls-LZB/TaperedChainOfBalls-LZBModel.ref";

TEST(LZBReference, TaperedChainWithItsDistancesAndFixedSteps) {
  const Table expected = readReference(taperedFile);
  const double worst = worstOf(taperedChain(fixedSteps(1e-6), expected), expected, 3, 21);
  RecordProperty("max_deviation", testing::PrintToString(worst));
  EXPECT_LE(worst, 1e-9);
}

TEST(LZBReference, TaperedChainWithLocatedEnds) {
  const Table expected = readReference(taperedFile);
  const double worst = worstOf(taperedChain({}, expected), expected, 3, 21);
  RecordProperty("max_deviation", testing::PrintToString(worst));
  // The lightest ball, 7e-3 kg: an impulse of 1e-6 is a velocity of 1.5e-4.
  EXPECT_LE(worst, 10.0 * 1.5e-4);
}

}  // namespace
}  // namespace nsds::test::lzb_reference_test
