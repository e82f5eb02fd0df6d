// Random partitions, sound ones and ones with a planted gap, overlap or jump, which is found with a point of it.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <nsds/kernel/error.hpp>
#include <nsds/theory/analysis/polyhedral_partition.hpp>
#include <vector>

#include "kernel/theory/analysis/linear_systems.hpp"

namespace nsds::test::partition_test {
namespace {

HalfSpaces cube(Index n, double half) {
  HalfSpaces box{Matrix(2 * n, n), Vector::Constant(2 * n, half)};
  box.H << Matrix::Identity(n, n), -Matrix::Identity(n, n);
  return box;
}

/// The largest violation of the rows at x, in distance: negative inside.
double outside(const HalfSpaces& cell, const Vector& x) {
  return ((cell.H * x - cell.k).array() / cell.H.rowwise().norm().array()).maxCoeff();
}

HalfSpaces halved(const HalfSpaces& cell, const Vector& normal, double offset) {
  HalfSpaces half{Matrix(cell.H.rows() + 1, cell.H.cols()), Vector(cell.k.size() + 1)};
  half.H << cell.H, normal.transpose();
  half.k << cell.k, offset;
  return half;
}

struct Partition {
  HalfSpaces domain;
  std::vector<HalfSpaces> cells;
  std::vector<Matrix> A;  // of a continuous field, cell by cell
  std::vector<Vector> a;

  Vector field(Index i, const Vector& x) const {
    return A[static_cast<std::size_t>(i)] * x + a[static_cast<std::size_t>(i)];
  }
};

/// Cells of a cube that are halved by planes through points well inside, each by its own plane; one affine field.
Partition tree(LinearSystems& random) {
  const Index n = random.integer(1, 3);
  Partition made{cube(n, 1.0), {cube(n, 1.0)}, {}, {}};
  std::vector<Vector> centers{Vector::Zero(n)};
  std::vector<double> radii{1.0};
  const Index splits = random.integer(1, n == 1 ? 3 : 6);
  for (Index s = 0; s < splits; ++s) {
    // The cell with the largest ball known; its halves have balls of half the radius.
    const auto i = static_cast<std::size_t>(std::max_element(radii.begin(), radii.end()) - radii.begin());
    const Vector normal = random.normal(n, 1).normalized();
    const HalfSpaces cell = made.cells[i];
    const Vector center = centers[i];
    const double offset = normal.dot(center), radius = radii[i];
    made.cells[i] = halved(cell, normal, offset);
    made.cells.push_back(halved(cell, -normal, -offset));
    centers[i] = center - 0.5 * radius * normal;
    centers.push_back(center + 0.5 * radius * normal);
    radii[i] = 0.5 * radius;
    radii.push_back(0.5 * radius);
  }
  const Matrix A = random.normal(n, n);
  const Vector a = random.normal(n, 1);
  made.A.assign(made.cells.size(), A);
  made.a.assign(made.cells.size(), a);
  return made;
}

/// All space by the signs of p'x - d, the normals independent; the field A x + Σ b_l |p_l'x - d_l| is continuous.
Partition signs(LinearSystems& random) {
  const Index n = random.integer(2, 4), planes = random.integer(1, n);
  const Matrix P = random.regular(n, 3.0).topRows(planes);
  const Vector d = random.normal(planes, 1);
  const Matrix A = random.normal(n, n), b = random.normal(n, planes);
  Partition made{{Matrix(0, n), Vector(0)}, {}, {}, {}};
  for (Index s = 0; s < Index{1} << planes; ++s) {
    Vector sign(planes);
    for (Index l = 0; l < planes; ++l) sign[l] = (s >> l & 1) != 0 ? 1.0 : -1.0;
    made.cells.push_back({Matrix(-(sign.asDiagonal() * P)), Vector(-sign.cwiseProduct(d))});
    made.A.push_back(A + b * sign.asDiagonal() * P);
    made.a.push_back(-b * sign.cwiseProduct(d));
  }
  return made;
}

Partition sound(LinearSystems& random, int k) {
  return k % 2 == 0 ? tree(random) : signs(random);
}

ContinuityReport continuityOf(const Partition& partition, const PartitionReport& report) {
  return checkContinuity(report.facets, [&](Index i, VectorConstRef x) { return partition.field(i, x); });
}

TEST(Partitions, SoundOnesAreAccepted) {
  LinearSystems random(11);
  int undecided = 0;
  for (int k = 0; k < 100; ++k) {
    const Partition partition = sound(random, k);
    const PartitionReport report = checkPartition(partition.cells, partition.domain);
    ASSERT_NE(report.answer(), Answer::no) << k << ": " << report.message;
    const ContinuityReport continuity = continuityOf(partition, report);
    ASSERT_NE(continuity.answer, Answer::no) << k << ": " << continuity.message;
    const bool decided = report.answer() == Answer::yes && continuity.answer == Answer::yes;
    undecided += decided ? 0 : 1;
    if (!decided) continue;
    // As many facets as at least connect the cells, each with its corners in both cells.
    EXPECT_GE(report.facets.size() + 1, partition.cells.size());
    for (const CommonFacet& facet : report.facets) {
      for (Index c = 0; c < facet.corners.cols(); ++c) {
        EXPECT_LT(outside(partition.cells[static_cast<std::size_t>(facet.first)], facet.corners.col(c)),
                  1e-9);
        EXPECT_LT(outside(partition.cells[static_cast<std::size_t>(facet.second)], facet.corners.col(c)),
                  1e-9);
      }
    }
  }
  EXPECT_LE(undecided, 2);
  RecordProperty("undecided", undecided);
}

TEST(Partitions, PlantedDefectsAreFoundWithAPoint) {
  LinearSystems random(12);
  for (int k = 0; k < 100; ++k) {
    Partition partition = sound(random, k / 3);
    const auto victim = static_cast<std::size_t>(random.integer(0, std::ssize(partition.cells) - 1));
    HalfSpaces& cell = partition.cells[victim];
    const Index row = cell.H.rows() - 1;  // of the last plane that made it, which another cell lies behind
    const double width = std::pow(10.0, random.uniform(-5.0, -1.0)) * cell.H.row(row).norm();
    if (k % 3 == 0) {  // a gap: the cell withdraws from the plane
      cell.k[row] -= width;
      const PartitionReport report = checkPartition(partition.cells, partition.domain);
      ASSERT_EQ(report.covers, Answer::no) << k << ": " << report.message;
      const PartitionFinding& found = report.findings.back();
      ASSERT_EQ(found.defect, PartitionDefect::gap);
      for (const HalfSpaces& any : partition.cells) EXPECT_GT(outside(any, found.point), 0.0);
      if (partition.domain.k.size() > 0) {
        EXPECT_LT(outside(partition.domain, found.point), 0.0);
      }
    } else if (k % 3 == 1) {  // an overlap: it goes beyond
      cell.k[row] += width;
      const PartitionReport report = checkPartition(partition.cells, partition.domain);
      ASSERT_EQ(report.disjoint, Answer::no) << k << ": " << report.message;
      for (const PartitionFinding& found : report.findings) {
        ASSERT_EQ(found.defect, PartitionDefect::overlap);
        EXPECT_TRUE(found.first == static_cast<Index>(victim) || found.second == static_cast<Index>(victim));
        EXPECT_LT(outside(partition.cells[static_cast<std::size_t>(found.first)], found.point), 0.0);
        EXPECT_LT(outside(partition.cells[static_cast<std::size_t>(found.second)], found.point), 0.0);
      }
    } else {  // a jump of the field on the facets of the cell
      const double jump = std::pow(10.0, random.uniform(-6.0, 0.0));
      partition.a[victim] += jump * random.normal(partition.a[victim].size(), 1).normalized();
      const PartitionReport report = checkPartition(partition.cells, partition.domain);
      ASSERT_EQ(report.answer(), Answer::yes) << k << ": " << report.message;
      const ContinuityReport continuity = continuityOf(partition, report);
      ASSERT_EQ(continuity.answer, Answer::no) << k << ": " << continuity.message;
      for (const PartitionFinding& found : continuity.findings) {
        EXPECT_TRUE(found.first == static_cast<Index>(victim) || found.second == static_cast<Index>(victim));
        const Vector difference =
            partition.field(found.first, found.point) - partition.field(found.second, found.point);
        EXPECT_NEAR(difference.norm(), found.size, 1e-12 * (1.0 + found.size));
        EXPECT_NEAR(found.size, jump, 1e-9 * (1.0 + jump));
        EXPECT_LT(outside(partition.cells[static_cast<std::size_t>(found.first)], found.point), 1e-9);
        EXPECT_LT(outside(partition.cells[static_cast<std::size_t>(found.second)], found.point), 1e-9);
      }
    }
  }
}

TEST(Partitions, NameCellsWithoutInteriorAndAMissingCell) {
  HalfSpaces flat = cube(2, 1.0);
  flat.k[0] = -1.0;  // x ≤ -1 and x ≥ -1
  const std::vector<HalfSpaces> cells{cube(2, 1.0), flat};
  const PartitionReport report = checkPartition(cells, cube(2, 1.0));
  EXPECT_EQ(report.disjoint, Answer::no);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].defect, PartitionDefect::emptyCell);
  EXPECT_EQ(report.findings[0].first, 1);

  const std::vector<HalfSpaces> half{{Matrix{{1.0, 0.0}}, Vector{{0.0}}}};
  const PartitionReport space = checkPartition(half, {Matrix(0, 2), Vector(0)});
  EXPECT_EQ(space.covers, Answer::no);
  EXPECT_GT(space.findings.back().point[0], 0.0);
  EXPECT_EQ(checkPartition(half, {Matrix(0, 2), Vector(0)}, 1).covers, Answer::undecided);
}

TEST(Partitions, RefuseBadInput) {
  const std::vector<HalfSpaces> cells{cube(2, 1.0)};
  EXPECT_THROW((void)checkPartition({}, cube(2, 1.0)), InvalidArgument);
  EXPECT_THROW((void)checkPartition(cells, cube(3, 1.0)), InvalidArgument);
  const std::vector<HalfSpaces> zero{{Matrix{{0.0, 0.0}}, Vector{{1.0}}}};
  EXPECT_THROW((void)checkPartition(zero, cube(2, 1.0)), InvalidArgument);
  const std::vector<HalfSpaces> nan{{Matrix{{1.0, 0.0}}, Vector{{NAN}}}};
  EXPECT_THROW((void)checkPartition(nan, cube(2, 1.0)), InvalidArgument);
  const std::vector<HalfSpaces> two{{Matrix{{1.0}}, Vector{{0.0}}}, {Matrix{{-1.0}}, Vector{{0.0}}}};
  const PartitionReport report = checkPartition(two, {Matrix(0, 1), Vector(0)});
  EXPECT_EQ(report.answer(), Answer::yes);
  EXPECT_THROW((void)checkContinuity(report.facets,
                                     [](Index i, VectorConstRef) { return Vector(Vector::Zero(i + 1)); }),
               InvalidArgument);
  EXPECT_THROW((void)checkContinuity(report.facets,
                                     [](Index, VectorConstRef) { return Vector(Vector::Constant(1, NAN)); }),
               InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::partition_test
