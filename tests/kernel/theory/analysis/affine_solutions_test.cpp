// How many solutions affine variational inequalities have, near to singular matrices and in any units.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/theory/analysis/affine_variational_inequality.hpp>

namespace nsds::test::affine_solutions_test {
namespace {

/// Two rows that nearly agree: three branches have solutions up to 1e-10, and one has one.
TEST(AffineSolutions, OfADefiniteMatrixAreOne) {
  const Matrix D{{1.0, 1.0}, {1.0, 1.0 + 1e-10}};
  const AffineSolutions found = affineSolutions(D, Vector{{-1.0, -1.0 - 0.5e-10}}, OrthantSet{});
  EXPECT_EQ(found.count, SolutionCount::one) << found.message;
  ASSERT_EQ(found.u.size(), 2);
  EXPECT_NEAR(found.u.sum(), 1.0, 1e-9);
}

/// D = 0, q = 0: every u in K solves, however small or large K is.
TEST(AffineSolutions, OfAFaceAreSeveralInAnyUnit) {
  for (const double unit : {1e-9, 1.0, 1e12}) {
    const AffineSolutions found = affineSolutions(Matrix{{0.0}}, Vector{{0.0}}, BoxSet{0.0, unit});
    ASSERT_EQ(found.count, SolutionCount::several) << unit << ": " << found.message;
    EXPECT_GT(std::abs(found.u[0] - found.other[0]), 0.1 * unit);
    for (const double u : {found.u[0], found.other[0]}) {
      EXPECT_GE(u, 0.0);
      EXPECT_LE(u, unit);
    }
    // u₁ + u₂ = unit/2 is a segment.
    const AffineSolutions segment = affineSolutions(Matrix::Ones(2, 2), Vector::Constant(2, -0.5 * unit),
                                                    MixedSet{Vector::Zero(2), Vector::Constant(2, unit)});
    ASSERT_EQ(segment.count, SolutionCount::several) << unit << ": " << segment.message;
    EXPECT_NEAR(segment.u.sum(), 0.5 * unit, 1e-9 * unit);
    EXPECT_NEAR(segment.other.sum(), 0.5 * unit, 1e-9 * unit);
    EXPECT_GT((segment.u - segment.other).norm(), 1e-3 * unit);
  }
}

/// b ≥ 0 with Hᵀb = 0 and kᵀb > 0 alone proves that K is empty, whatever D and q are.
TEST(AffineSolutions, AProofThatKIsEmptyNeedsNoDirection) {
  const Matrix H{{1.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
  const Vector k{{3.0, -1.0, -1.0}};
  for (const double d : {-1.0, 0.0, 1.0}) {
    const AffineSolutions found =
        affineSolutions(d * Matrix::Identity(2, 2), Vector{{5.0, -7.0}}, PolyhedronSet{H, k});
    ASSERT_EQ(found.count, SolutionCount::none);
    EXPECT_EQ(found.direction, Vector(Vector::Zero(2)));
    const double size = found.multipliers.norm();
    EXPECT_GE(found.multipliers.minCoeff(), -1e-12 * size);
    EXPECT_LE((H.transpose() * found.multipliers).norm(), 1e-9 * size);
    EXPECT_GT(k.dot(found.multipliers), 0.0);
  }
}

}  // namespace
}  // namespace nsds::test::affine_solutions_test
