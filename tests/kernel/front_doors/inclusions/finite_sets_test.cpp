// Finitely represented sets: active rows, constraint qualifications with their certificates, tangent cones.
#include "nsds/kernel/first_order/finite_set.hpp"
#include "runs.hpp"

namespace nsds {
namespace {

/// Two discs that meet in a lens; their common points are (0, ±√3/2) for unit circles around (±½, 0).
FiniteSet lens() {
  return {2, 2,
          [](VectorConstRef x, VectorRef h) {
            h << (x - Vector{{0.5, 0.0}}).squaredNorm() - 1.0, (x + Vector{{0.5, 0.0}}).squaredNorm() - 1.0;
          },
          [](VectorConstRef x, MatrixRef G) {
            G.row(0) = 2.0 * (x - Vector{{0.5, 0.0}}).transpose();
            G.row(1) = 2.0 * (x + Vector{{0.5, 0.0}}).transpose();
          }};
}

TEST(FiniteSets, KnowTheirActiveRowsAndTangents) {
  const FiniteSet K = lens();
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
TEST(FiniteSets, TellWhereNoConstraintQualificationHolds) {
  const FiniteSet point(
      1, 1, [](VectorConstRef x, VectorRef h) { h[0] = x[0] * x[0]; },
      [](VectorConstRef x, MatrixRef G) { G(0, 0) = 2.0 * x[0]; });
  EXPECT_EQ(point.qualification(Vector{{0.0}}).answer, Answer::no);
  expectPart(point.qualification(Vector{{0.0}}).message, "vanishes");
  const FiniteSet line =
      FiniteSet::of(PolyhedronSet{Matrix{{1.0, 1.0}, {-1.0, -1.0}}, Vector{{0.0, 0.0}}}, 2);
  EXPECT_EQ(line.qualification(Vector{{1.0, -1.0}}).answer, Answer::no);
  // y ≤ x³, y ≥ -x³, x ≥ 0 at the cusp 0: the gradients are (0, 1) and (0, -1).
  const FiniteSet cusp(
      2, 2, [](VectorConstRef x, VectorRef h) { h << x[1] - std::pow(x[0], 3), -x[1] - std::pow(x[0], 3); },
      [](VectorConstRef x, MatrixRef G) { G << -3.0 * x[0] * x[0], 1.0, -3.0 * x[0] * x[0], -1.0; });
  EXPECT_EQ(cusp.qualification(Vector{{0.0, 0.0}}).answer, Answer::no);
  EXPECT_EQ(cusp.qualification(Vector{{1.0, 1.0}}).answer, Answer::yes);
  EXPECT_THROW(cusp.qualification(Vector{{1.0, 2.0}}), InvalidArgument);
}

TEST(FiniteSets, AreMadeOfBoxesAndPolyhedra) {
  const FiniteSet box =
      FiniteSet::of(convex::box(Vector{{-1.0, 0.0, -kNoBound}}, Vector{{kNoBound, 2.0, kNoBound}}), 3);
  EXPECT_EQ(box.rows(), 3);
  EXPECT_LT((box.at(Vector{{0.5, 0.5, 9.0}}) - Vector{{-1.5, -0.5, -1.5}}).norm(), 1e-15);
  EXPECT_NE(box.polyhedron(), nullptr);
  EXPECT_EQ(lens().polyhedron(), nullptr);
  EXPECT_THROW(FiniteSet::of(FreeSet{}, 2), InvalidArgument);
  EXPECT_THROW(FiniteSet::of(convex::ball(Vector::Zero(2), 1.0), 2), InvalidArgument);
  EXPECT_THROW(FiniteSet(0, 1, {}, {}), InvalidArgument);
  expectPart(messageOf<InvalidArgument>([] { FiniteSet(1, 1, {}, {}); }), "function h is empty");
  EXPECT_THROW(lens().at(Vector(3)), InvalidArgument);
}

}  // namespace
}  // namespace nsds
