// Partitions whose coordinates have units of their own, and that are far from the origin.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <nsds/theory/analysis/polyhedral_partition.hpp>
#include <vector>

#include "kernel/theory/analysis/linear_systems.hpp"

namespace nsds::test::partition_units_test {
namespace {

/// [from, to] along each coordinate; infinite bounds are none.
HalfSpaces box(const Vector& from, const Vector& to) {
  const Index n = from.size();
  HalfSpaces all{Matrix(2 * n, n), Vector(2 * n)};
  all.H << Matrix::Identity(n, n), -Matrix::Identity(n, n);
  all.k << to, -from;
  std::vector<Index> finite;
  for (Index i = 0; i < 2 * n; ++i)
    if (std::isfinite(all.k[i])) finite.push_back(i);
  return {all.H(finite, Eigen::all), all.k(finite)};
}

constexpr double unbounded = HUGE_VAL;

TEST(PartitionUnits, AGapAlongAShortCoordinateIsFound) {
  const HalfSpaces domain = box(Vector{{-1e6, -unbounded}}, Vector{{1e6, unbounded}});
  const std::vector<HalfSpaces> cells{box(Vector{{-unbounded, -unbounded}}, Vector{{unbounded, 3e-5}}),
                                      box(Vector{{-unbounded, 6e-5}}, Vector{{unbounded, unbounded}})};
  const PartitionReport report = checkPartition(cells, domain);
  ASSERT_EQ(report.covers, Answer::no) << report.message;
  const Vector& point = report.findings.back().point;
  EXPECT_GT(point[1], 3e-5);
  EXPECT_LT(point[1], 6e-5);
  EXPECT_LE(std::abs(point[0]), 1e6);
}

TEST(PartitionUnits, ALongCellIsNoEmptyOne) {
  const HalfSpaces domain = box(Vector{{0.0, 0.0}}, Vector{{1e6, 1e-4}});
  std::vector<HalfSpaces> cells{box(Vector{{0.0, 0.0}}, Vector{{1e6, 5e-5}}),
                                box(Vector{{0.0, 5e-5}}, Vector{{1e6, 1e-4}})};
  const PartitionReport report = checkPartition(cells, domain);
  EXPECT_EQ(report.answer(), Answer::yes) << report.message;
  ASSERT_EQ(report.facets.size(), 1U);
  EXPECT_NEAR(report.facets[0].center[1], 5e-5, 1e-16);
  EXPECT_NEAR(report.facets[0].offset, 5e-5, 1e-16);
  EXPECT_GT(report.facets[0].across[1], 1e-6);
  // An overlap of a part of the short side
  cells[0].k[1] = 6e-5;
  EXPECT_EQ(checkPartition(cells, domain).disjoint, Answer::no);
}

/// Cells of widths that differ by 1e12: the thin one is not seen, and not called empty.
TEST(PartitionUnits, ACellThatIsThinBesideTheOthersIsADoubt) {
  const HalfSpaces domain = box(Vector{{0.0}}, Vector{{1e6}});
  const std::vector<HalfSpaces> cells{box(Vector{{0.0}}, Vector{{1e-6}}), box(Vector{{1e-6}}, Vector{{1e6}})};
  const PartitionReport report = checkPartition(cells, domain);
  EXPECT_EQ(report.disjoint, Answer::undecided) << report.message;
  EXPECT_TRUE(report.findings.empty());
}

/// The grid of [a, a + 1]² in 3 x 3 cells far from the origin, with units that differ by 1e9; then without its middle.
TEST(PartitionUnits, TheOriginMayBeFarAway) {
  const Vector units{{1e-5, 1e4}};
  const Vector origin{{1e3, -2e3}};
  const auto at = [&](double i, double j) { return Vector((origin + Vector{{i, j}}).cwiseProduct(units)); };
  std::vector<HalfSpaces> cells;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) cells.push_back(box(at(i, j), at(i + 1, j + 1)));
  const HalfSpaces domain = box(at(0, 0), at(3, 3));
  const PartitionReport report = checkPartition(cells, domain);
  EXPECT_EQ(report.answer(), Answer::yes) << report.message;
  EXPECT_EQ(report.facets.size(), 12U);
  for (Index i = 0; i < 2; ++i) {
    EXPECT_LT(std::abs(report.center[i] - at(1.5, 1.5)[i]), 0.5 * units[i]);
    EXPECT_GT(report.extents[i], units[i]);
    EXPECT_LT(report.extents[i], 8.0 * units[i]);
  }
  cells.erase(cells.begin() + 4);
  const PartitionReport holed = checkPartition(cells, domain);
  ASSERT_EQ(holed.covers, Answer::no);
  EXPECT_NEAR(holed.findings.back().point[0] / units[0], origin[0] + 1.5, 1e-6);
  EXPECT_NEAR(holed.findings.back().size, 0.5 * units[0], 0.5 * units[0]);
}

/// Random partitions in random units are what they are in one unit.
TEST(PartitionUnits, DoNotMatter) {
  LinearSystems random(21);
  for (int k = 0; k < 20; ++k) {
    const Index n = random.integer(2, 3);
    const Vector units = Vector::NullaryExpr(n, [&] { return std::pow(10.0, random.uniform(-8.0, 8.0)); });
    const Vector normal = random.normal(n, 1).normalized();
    const HalfSpaces cube = box(-Vector::Ones(n), Vector::Ones(n));
    const double gap = k % 2 == 0 ? 0.0 : 1e-3;
    std::vector<HalfSpaces> cells;
    for (const double side : {1.0, -1.0}) {
      HalfSpaces cell{Matrix(2 * n + 1, n), Vector(2 * n + 1)};
      cell.H << cube.H, side * normal.transpose();
      cell.k << cube.k, -gap;
      cell.H = (cell.H * units.cwiseInverse().asDiagonal()).eval();
      cells.push_back(cell);
    }
    const HalfSpaces domain{cube.H * units.cwiseInverse().asDiagonal(), cube.k};
    const PartitionReport report = checkPartition(cells, domain);
    EXPECT_EQ(report.answer(), gap == 0.0 ? Answer::yes : Answer::no) << k << ": " << report.message;
    EXPECT_EQ(report.facets.size(), gap == 0.0 ? 1U : 0U) << k;
  }
}

/// f is 1e6 in one place and 1e-3 in another, where it jumps by a tenth: f counts by its size at the facet.
TEST(Continuity, AJumpCountsByTheSizeOfFThere) {
  std::vector<HalfSpaces> cells;
  for (int i = 0; i < 4; ++i) cells.push_back(box(Vector{{1.0 * i}}, Vector{{i + 1.0}}));
  const PartitionReport report = checkPartition(cells, box(Vector{{0.0}}, Vector{{4.0}}));
  ASSERT_EQ(report.answer(), Answer::yes);
  const auto f = [](double jump) {
    return [jump](Index cell, VectorConstRef x) {
      if (cell == 0) return Vector{{1e6 * (1.0 - x[0]) + 1e-3}};
      return Vector{{cell == 3 ? 1e-3 + jump : 1e-3}};
    };
  };
  EXPECT_EQ(checkContinuity(report.facets, f(0.0)).answer, Answer::yes);
  const ContinuityReport found = checkContinuity(report.facets, f(1e-4));
  ASSERT_EQ(found.answer, Answer::no);
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_EQ(found.findings[0].second, 3);
  // Of 1e-9 of f there it may be a jump, and it may be what cancels in terms of 1e6.
  EXPECT_EQ(checkContinuity(report.facets, f(1e-10)).answer, Answer::undecided);
}

}  // namespace
}  // namespace nsds::test::partition_units_test
