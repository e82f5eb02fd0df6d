// Finitely represented sets: active rows, constraint qualifications with their certificates, tangent cones.
#include "kernel/theory/front_doors/runs.hpp"
#include "nsds/theory/first_order/finitely_represented_set.hpp"

namespace nsds::finite_sets_test {
namespace {

/// Two discs that meet in a lens; their common points are (0, ±√3/2) for unit circles around (±½, 0).
FinitelyRepresentedSet lens() {
  return {2, 2,
          [](VectorConstRef x, VectorRef h) {
            h << (x - Vector{{0.5, 0.0}}).squaredNorm() - 1.0, (x + Vector{{0.5, 0.0}}).squaredNorm() - 1.0;
          },
          [](VectorConstRef x, MatrixRef G) {
            G.row(0) = 2.0 * (x - Vector{{0.5, 0.0}}).transpose();
            G.row(1) = 2.0 * (x + Vector{{0.5, 0.0}}).transpose();
          }};
}

TEST(FinitelyRepresentedSets, KnowTheirActiveRowsAndTangents) {
  const FinitelyRepresentedSet K = lens();
  const Vector corner{{0.0, std::sqrt(0.75)}};
  EXPECT_EQ(K.active(corner), (std::vector<Index>{0, 1}));
  EXPECT_TRUE(K.active(Vector{{0.0, 0.0}}).empty());
  const ConstraintQualification mfcq = K.qualification(corner);
  EXPECT_EQ(mfcq.answer, Answer::yes);
  const Vector slopes = K.jacobian(corner) * mfcq.direction;
  EXPECT_LE(slopes.maxCoeff(), -2.0 + 1e-9);  // of gradients of length 2
  // Straight up is a normal; along a side it may go.
  EXPECT_LT(K.projectTangent(corner, Vector{{0.0, 1.0}}).norm(), 1e-9);
  const Vector down{{0.3, -1.0}};
  EXPECT_LT((K.projectTangent(corner, down) - down).norm(), 1e-12);
}

/// { x² ≤ 0 } = { 0 } is represented without a qualification; so is a line as two half planes, and a cusp.
TEST(FinitelyRepresentedSets, TellWhereNoConstraintQualificationHolds) {
  const FinitelyRepresentedSet point(
      1, 1, [](VectorConstRef x, VectorRef h) { h[0] = x[0] * x[0]; },
      [](VectorConstRef x, MatrixRef G) { G(0, 0) = 2.0 * x[0]; });
  EXPECT_EQ(point.qualification(Vector{{0.0}}).answer, Answer::no);
  expectPart(point.qualification(Vector{{0.0}}).message, "vanishes");
  const FinitelyRepresentedSet line =
      FinitelyRepresentedSet::of(PolyhedronSet{Matrix{{1.0, 1.0}, {-1.0, -1.0}}, Vector{{0.0, 0.0}}}, 2);
  EXPECT_EQ(line.qualification(Vector{{1.0, -1.0}}).answer, Answer::no);
  // y ≤ x³, y ≥ -x³, x ≥ 0 at the cusp 0: the gradients are (0, 1) and (0, -1).
  const FinitelyRepresentedSet cusp(
      2, 2, [](VectorConstRef x, VectorRef h) { h << x[1] - std::pow(x[0], 3), -x[1] - std::pow(x[0], 3); },
      [](VectorConstRef x, MatrixRef G) { G << -3.0 * x[0] * x[0], 1.0, -3.0 * x[0] * x[0], -1.0; });
  EXPECT_EQ(cusp.qualification(Vector{{0.0, 0.0}}).answer, Answer::no);
  EXPECT_EQ(cusp.qualification(Vector{{1.0, 1.0}}).answer, Answer::yes);
  EXPECT_THROW(cusp.qualification(Vector{{1.0, 2.0}}), InvalidArgument);
}

/// The middle of a set is at none of its rows, however small the set is, and a curved one may say how small.
TEST(FinitelyRepresentedSets, MayBeSmall) {
  const FinitelyRepresentedSet interval = FinitelyRepresentedSet::of(BoxSet{0.0, 1e-9}, 1);
  EXPECT_TRUE(interval.active(Vector{{5e-10}}).empty());
  EXPECT_EQ(interval.active(Vector{{1e-9}}), (std::vector<Index>{1}));
  EXPECT_EQ(interval.active(Vector{{0.0}}), (std::vector<Index>{0}));
  const FinitelyRepresentedSet disc(
      2, 1, [](VectorConstRef x, VectorRef h) { h[0] = x.squaredNorm() - 1e-18; },
      [](VectorConstRef x, MatrixRef G) { G = 2.0 * x.transpose(); }, 1e-9);
  EXPECT_TRUE(disc.active(Vector{{5e-10, 0.0}}).empty());
  EXPECT_EQ(disc.active(Vector{{6e-10, 8e-10}}).size(), 1U);
  EXPECT_THROW(FinitelyRepresentedSet(
                   1, 1, [](VectorConstRef, VectorRef) {}, [](VectorConstRef, MatrixRef) {}, -1.0),
               InvalidArgument);
}

TEST(FinitelyRepresentedSets, AreMadeOfBoxesAndPolyhedra) {
  const FinitelyRepresentedSet box = FinitelyRepresentedSet::of(
      convex::box(Vector{{-1.0, 0.0, -kNoBound}}, Vector{{kNoBound, 2.0, kNoBound}}), 3);
  EXPECT_EQ(box.rows(), 3);
  EXPECT_LT((box.at(Vector{{0.5, 0.5, 9.0}}) - Vector{{-1.5, -0.5, -1.5}}).norm(), 1e-15);
  EXPECT_NE(box.polyhedron(), nullptr);
  EXPECT_EQ(lens().polyhedron(), nullptr);
  EXPECT_THROW(FinitelyRepresentedSet::of(FreeSet{}, 2), InvalidArgument);
  EXPECT_THROW(FinitelyRepresentedSet::of(convex::ball(Vector::Zero(2), 1.0), 2), InvalidArgument);
  EXPECT_THROW(FinitelyRepresentedSet(0, 1, {}, {}), InvalidArgument);
  expectPart(test::errorText<InvalidArgument>([] { FinitelyRepresentedSet(1, 1, {}, {}); }),
             "function h is empty");
  EXPECT_THROW(lens().at(Vector(3)), InvalidArgument);
}

}  // namespace
}  // namespace nsds::finite_sets_test
