// What each kind of picture shows, read from the SVG.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/plot/svg.hpp"
#include "io/plot/tables.hpp"
#include "io/png.hpp"
#include "nsds/io/plot.hpp"

namespace nsds::io::kinds_test {
namespace {

using test::instants;
using test::Point;
using test::Svg;
using test::tabulated;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPixel = 0.02;  // gnuplot writes coordinates to 1/100

class Kinds : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  }
  Svg drawn(const std::vector<PlotTable>& tables, const PlotOptions& options) {
    plot(tables, folder / "a.svg", options);
    return Svg(folder / "a.svg");
  }
  Svg drawn(const Trajectory& table, const PlotOptions& options) {
    return drawn(std::vector<PlotTable>{{"", table}}, options);
  }
  test::TemporaryFolder folder;
};

double cosine(double t) {
  return std::cos(t);
}
double minusSine(double t) {
  return -std::sin(t);
}

Trajectory oscillator() {
  return tabulated({"t", "s"}, instants(60), {{{"ball.q0", "m"}, cosine}, {{"ball.v0", "m/s"}, minusSine}});
}

TEST_F(Kinds, SeriesOfSeveralTablesDifferInColour) {
  const Trajectory a = oscillator(), b = oscillator();
  const Svg svg = drawn({{"first", a}, {"second", b}}, {});
  EXPECT_TRUE(svg.says("ball.q0 [m]"));
  EXPECT_TRUE(svg.says("ball.v0 [m/s]"));
  EXPECT_TRUE(svg.says("t [s]"));
  EXPECT_EQ(svg.count("first"), 1) << "one key serves both panels";
  EXPECT_EQ(svg.count("second"), 1);
  EXPECT_NE(svg.attribute(1, 'a', "stroke"), svg.attribute(2, 'a', "stroke"));
  EXPECT_EQ(svg.attribute(1, 'a', "stroke"), svg.attribute(1, 'b', "stroke"));
}

TEST_F(Kinds, SeveralColumnsOfSeveralTablesDifferInDashesToo) {
  const Trajectory a = tabulated({"t", "s"}, instants(60), {{{"p", "m"}, cosine}, {{"q", "m"}, minusSine}});
  const Svg svg = drawn({{"first", a}, {"second", a}}, {});
  for (const char* name : {"p, first", "q, first", "p, second", "q, second"}) EXPECT_TRUE(svg.says(name));
  EXPECT_EQ(svg.attribute(1, 'a', "stroke"), svg.attribute(3, 'a', "stroke"));
  EXPECT_NE(svg.source().find("stroke-dasharray"), std::string::npos);
}

// The common part of the names stands at the axis, what differs in the key.
TEST_F(Kinds, SystemsAreToldApartInTheKey) {
  const Svg svg =
      drawn(tabulated({"t", "s"}, instants(9), {{{"a.gap", "m"}, cosine}, {{"b.gap", "m"}, minusSine}}), {});
  EXPECT_TRUE(svg.says("gap [m]"));
  EXPECT_TRUE(svg.says("a"));
  EXPECT_TRUE(svg.says("b"));
}

// q = cos t, v = -sin t: the portrait begins at the right, and goes down.
TEST_F(Kinds, PhaseFindsPositionsAndVelocities) {
  const Svg svg = drawn(oscillator(), {.kind = "phase"});
  EXPECT_TRUE(svg.says("ball.q0 [m]"));
  EXPECT_TRUE(svg.says("ball.v0 [m/s]"));
  EXPECT_TRUE(svg.says("start"));
  const std::vector<Point> circle = svg.curve(1);
  ASSERT_EQ(circle.size(), 60U);
  const auto byX = [](const Point& a, const Point& b) { return a.x < b.x; };
  EXPECT_EQ(std::max_element(circle.begin(), circle.end(), byX)->x, circle.front().x) << "q(0) is largest";
  EXPECT_GT(circle[1].y, circle[0].y) << "the velocity becomes negative, and y points downwards";
}

TEST_F(Kinds, PhaseTakesTheOnlyColumnsInSuchUnits) {
  const Trajectory rod = tabulated(
      {"t", "s"}, instants(9),
      {{{"tilt", "rad"}, cosine}, {{"rate of tilt", "rad/s"}, minusSine}, {{"contacts", "1"}, cosine}});
  const Svg svg = drawn(rod, {.kind = "phase"});
  EXPECT_TRUE(svg.says("tilt [rad]"));
  EXPECT_TRUE(svg.says("rate of tilt [rad/s]"));
}

TEST_F(Kinds, PhaseDrawsWhatIsNamed) {
  const Svg svg = drawn(oscillator(), {.kind = "phase", .abscissa = "t", .columns = {"ball.v0"}});
  EXPECT_TRUE(svg.says("t [s]"));
  EXPECT_FALSE(svg.says("ball.q0 [m]"));
}

// 0 ≤ g ⟂ λ ≥ 0 with a violation in the third row: g = -0.25, λ = 2.
TEST_F(Kinds, ComplementarityShowsTheProductAndWhatIsViolated) {
  Trajectory table({{"t", "s"}, {"c.gap", "m"}, {"c.impulse", "N s"}});
  for (const auto& row : {std::vector{0.0, 1.0, 0.0}, {1.0, 0.0, 4.0}, {2.0, -0.25, 2.0}}) table.append(row);
  const Svg svg = drawn(table, {.kind = "complementarity"});
  EXPECT_TRUE(svg.says("c.gap [m]"));
  EXPECT_TRUE(svg.says("c.impulse [N s]"));
  EXPECT_TRUE(svg.says("product [J s]"));
  EXPECT_TRUE(svg.says("least -0.25 m"));
  EXPECT_TRUE(svg.says("least 0 N s"));
  EXPECT_TRUE(svg.says("largest 0.5 J s"));
  const std::vector<Point> product = svg.curve(1, 'c');
  ASSERT_EQ(product.size(), 3U);
  EXPECT_EQ(product[0].y, product[1].y);
  EXPECT_GT(product[2].y, product[1].y);
}

// The product is of the size of rounding, and its curve is straight.
TEST_F(Kinds, ComplementarityDrawsRoundingAsNothing) {
  Trajectory table({{"t", "s"}, {"gap", "m"}, {"force", "N"}});
  for (int i = 0; i < 50; ++i) table.append(std::vector{0.1 * i, i % 2 == 0 ? 1.0 : 1e-17, i % 2 * 1.0});
  const Svg svg = drawn(table, {.kind = "complementarity"});
  EXPECT_TRUE(svg.says("product [J]"));
  EXPECT_TRUE(svg.says("largest 1e-17 J"));
  for (const Point& point : svg.curve(1, 'c')) EXPECT_EQ(point.y, svg.curve(1, 'c').front().y);
}

TEST_F(Kinds, ComplementarityTakesAPositionBeforeAVelocity) {
  const Svg svg = drawn(
      tabulated({"t", "s"}, instants(9),
                {{{"height", "m"}, cosine}, {{"velocity", "m/s"}, cosine}, {{"impulse", "N s"}, cosine}}),
      {.kind = "complementarity"});
  EXPECT_TRUE(svg.says("height [m]"));
  EXPECT_FALSE(svg.says("velocity [m/s]"));
}

TEST_F(Kinds, ComplementarityOfDiodes) {
  const Svg svg = drawn(tabulated({"t", "s"}, instants(9),
                                  {{{"voltage", "V"}, [](double t) { return std::max(0.0, cosine(t)); }},
                                   {{"diode", "A"}, [](double t) { return std::max(0.0, -cosine(t)); }}}),
                        {.kind = "complementarity"});
  EXPECT_TRUE(svg.says("product [W]"));
  EXPECT_TRUE(svg.says("largest 0 W"));
}

// cos² + sin² = 1: the sum is a straight line, and stands above both.
TEST_F(Kinds, EnergyAddsUp) {
  const Trajectory table =
      tabulated({"t", "s"}, instants(200),
                {{{"height", "m"}, cosine},
                 {{"kinetic energy", "J"}, [](double t) { return std::sin(t) * std::sin(t); }},
                 {{"potential energy", "J"}, [](double t) { return std::cos(t) * std::cos(t); }}});
  const Svg svg = drawn(table, {.kind = "energy"});
  EXPECT_TRUE(svg.says("energy [J]"));
  EXPECT_TRUE(svg.says("change of the sum [J]"));
  EXPECT_FALSE(svg.says("height"));
  const std::vector<Point> kinetic = svg.curve(1), potential = svg.curve(2), sum = svg.curve(3);
  ASSERT_EQ(sum.size(), 200U);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    EXPECT_NEAR(sum[i].y, sum[0].y, kPixel);
    // Heights above the zero, where the kinetic energy begins.
    const double zero = kinetic[0].y;
    EXPECT_NEAR(zero - sum[i].y, (zero - kinetic[i].y) + (zero - potential[i].y), 2 * kPixel);
  }
}

TEST_F(Kinds, EnergyTakesATotalForTheSum) {
  const Svg svg = drawn(tabulated({"t", "s"}, {0.0, 1.0, 2.0},
                                  {{{"kinetic energy", "J"}, [](double t) { return t; }},
                                   {{"energy", "J"}, [](double t) { return 5.0 - 2.0 * t; }}}),
                        {.kind = "energy"});
  EXPECT_FALSE(svg.says("sum"));
  EXPECT_TRUE(svg.says("largest -4 J"));
}

// Errors h^p: the order in the key is p, and the guide is parallel to the curve.
TEST_F(Kinds, OrdersAreFitted) {
  const Trajectory table = tabulated({"h", "s"}, test::halvedSteps(8),
                                     {{{"midpoint", "1"}, [](double h) { return 3.0 * h * h; }},
                                      {{"impact", "1"}, [](double h) { return std::sqrt(h); }}});
  const Svg svg = drawn(table, {.kind = "orders"});
  EXPECT_TRUE(svg.says("midpoint, order 2.00"));
  EXPECT_TRUE(svg.says("impact, order 0.50"));
  EXPECT_TRUE(svg.says("slope 2"));
  EXPECT_TRUE(svg.says("slope 0.5"));
  EXPECT_TRUE(svg.says("h [s]"));
  const auto slope = [](const std::vector<Point>& p) {
    return (p.back().y - p.front().y) / (p.back().x - p.front().x);
  };
  EXPECT_NEAR(slope(svg.curve(4)), slope(svg.curve(1)), 1e-4) << "guides come in the order of their slopes";
  EXPECT_NEAR(slope(svg.curve(3)), slope(svg.curve(2)), 1e-4);
  EXPECT_NEAR(slope(svg.curve(1)), 4.0 * slope(svg.curve(2)), 1e-4);
}

// Below h = 0.1 / 2^6 the error grows again, as rounding does.
TEST_F(Kinds, OrdersLeaveRoundingOut) {
  const double turn = 0.1 / 64.0;
  const Trajectory table =
      tabulated({"h", "s"}, test::halvedSteps(12),
                {{{"error", "1"}, [&](double h) { return h >= turn ? h * h : turn * turn * turn / h; }}});
  EXPECT_TRUE(drawn(table, {.kind = "orders"}).says("order 2.00"));
}

TEST_F(Kinds, WorkPrecisionNamesTheMethods) {
  Trajectory table(
      {{"tolerance", "1"}, {"A.time", "s"}, {"A.error", "m"}, {"B.time", "s"}, {"B.error", "m"}});
  for (const auto& row : {std::vector{1e-2, 1.0, 1e-2, 2.0, 1e-3}, {1e-4, 10.0, 1e-4, 8.0, 1e-6}})
    table.append(row);
  const Svg svg = drawn(table, {.kind = "work-precision"});
  for (const char* word : {"A", "B", "time [s]", "error [m]"}) EXPECT_TRUE(svg.says(word)) << word;
  const std::vector<Point> a = svg.curve(1), b = svg.curve(2);
  ASSERT_EQ(a.size(), 2U);
  EXPECT_LT(a[0].x, b[0].x) << "A takes less time";
  EXPECT_LT(a[0].y, b[0].y) << "and errs more: y points downwards";
}

TEST_F(Kinds, WorkPrecisionOfATableForEachMethod) {
  const Trajectory table = tabulated({"tolerance", "1"}, {1e-2, 1e-3},
                                     {{{"work", "evaluations"}, [](double tol) { return 1.0 / tol; }},
                                      {{"error", "1"}, [](double tol) { return tol; }}});
  const Svg svg = drawn({{"RK4", table}, {"DOPRI5", table}}, {.kind = "work-precision"});
  for (const char* word : {"RK4", "DOPRI5", "work [evaluations]", "error"})
    EXPECT_TRUE(svg.says(word)) << word;
}

// Three problems, nan is a failure. Factors over the least time of each: A 1, 4, never; B 2, 1, 1; C never.
// A: 1/3 from τ = 1, 2/3 from 4. B: 2/3 from τ = 1, 1 from 2.
TEST_F(Kinds, ProfileCountsWhatIsSolvedWithinAFactor) {
  Trajectory table({{"problem", ""}, {"A", "s"}, {"B", "s"}, {"C", "s"}});
  for (const auto& row : {std::vector{0.0, 1.0, 2.0, kNan}, {1.0, 4.0, 1.0, kNan}, {2.0, kNan, 3.0, kNan}})
    table.append(row);
  const Svg svg = drawn(table, {.kind = "profile"});
  for (const char* word : {"A, 2 of 3", "B, 3 of 3", "C, 0 of 3"}) EXPECT_TRUE(svg.says(word)) << word;
  const std::vector<Point> a = svg.curve(1), b = svg.curve(2), c = svg.curve(3);
  const double zero = c.front().y, one = b.back().y;
  EXPECT_EQ(c.back().y, zero);
  EXPECT_NEAR((zero - a.front().y) / (zero - one), 1.0 / 3.0, 1e-4);
  EXPECT_NEAR((zero - a.back().y) / (zero - one), 2.0 / 3.0, 1e-4);
  EXPECT_NEAR((zero - b.front().y) / (zero - one), 2.0 / 3.0, 1e-4);
  // The step of A at τ = 4 is twice as far from τ = 1, in logarithms, as that of B at 2.
  ASSERT_GE(a.size(), 3U);
  ASSERT_GE(b.size(), 3U);
  EXPECT_NEAR(a[1].x - a[0].x, 2.0 * (b[1].x - b[0].x), 2 * kPixel);
}

TEST_F(Kinds, ProfileHasAPanelForEachTable) {
  Trajectory table({{"A", "s"}, {"B", "s"}});
  table.append(std::vector{1.0, 2.0});
  const Svg svg = drawn({{"easy", table}, {"hard", table}}, {.kind = "profile"});
  EXPECT_TRUE(svg.says("easy"));
  EXPECT_TRUE(svg.says("hard"));
  EXPECT_FALSE(svg.curve(2, 'b').empty());
}

// The key stands above the panels, or beside them where it is too wide, and never outside the picture.
TEST_F(Kinds, KeysStayInThePicture) {
  for (const int count : {2, 3, 4, 5, 6, 8, 12}) {
    for (const std::size_t length : {2U, 10U, 14U, 18U, 24U}) {
      std::vector<Column> columns{{"t", "s"}};
      for (int i = 0; i < count; ++i) {
        std::string name = std::to_string(i) + "_";
        columns.push_back({name.append(length - name.size() + 1, 'm'), "J"});
      }
      Trajectory table(columns);
      for (int k = 0; k < 3; ++k) table.append(std::vector<double>(columns.size(), k));
      for (const char* kind : {"series", "energy"}) {
        const Svg svg = drawn(table, {.kind = kind});
        for (const Point& p : svg.anchors()) {
          EXPECT_GE(p.y, 14.0) << kind << ", " << count << " curves with names of " << length;
          EXPECT_LT(p.x, 1000.0) << kind << ", " << count << " curves with names of " << length;
        }
      }
    }
  }
}

// A million points are drawn as what a screen can show of them, single spikes among them included.
TEST_F(Kinds, LongSeriesKeepTheirExtremes) {
  Trajectory table({{"t", "s"}, {"q", "m"}});
  for (int i = 0; i < 1000000; ++i)
    table.append(std::vector{1e-6 * i, i == 654321 ? 7.0 : i == 123456 ? -5.0 : std::sin(1e-4 * i)});
  const Svg svg = drawn(table, {});
  EXPECT_LT(svg.source().size(), 1000000U);
  const std::vector<Point> curve = svg.curve(1);
  const auto higher = [](const Point& a, const Point& b) { return a.y < b.y; };
  const auto [up, down] = std::minmax_element(curve.begin(), curve.end(), higher);
  const double length = curve.back().x - curve.front().x, zero = curve.front().y;
  EXPECT_NEAR((up->x - curve.front().x) / length, 0.654321, 1e-4);
  EXPECT_NEAR((down->x - curve.front().x) / length, 0.123456, 1e-4);
  EXPECT_NEAR((zero - up->y) / (down->y - zero), 7.0 / 5.0, 1e-3);
}

}  // namespace
}  // namespace nsds::io::kinds_test
