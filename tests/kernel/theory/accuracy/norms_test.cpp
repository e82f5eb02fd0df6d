// Grid norms and uniform distances.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nsds/kernel/error.hpp>
#include <nsds/theory/accuracy/norms.hpp>
#include <nsds/theory/accuracy/sampled_function.hpp>

#include "support/numbers.hpp"

namespace nsds::test::norms_test {
namespace {

double normOf(double p, const std::vector<double>& h, const std::vector<double>& errors) {
  GridNorm norm(p);
  for (std::size_t i = 0; i < h.size(); ++i) norm.add(h[i], errors[i]);
  return norm.value();
}

// Steps ½, ¼, ¼ and errors 2, −4, 1: Σ h |e| = 2.25, Σ h e² = 6.25.
TEST(GridNorm, WeighsErrorsByTheirSteps) {
  const std::vector<double> h{0.5, 0.25, 0.25}, errors{2.0, -4.0, 1.0};
  EXPECT_DOUBLE_EQ(normOf(1.0, h, errors), 2.25);
  EXPECT_DOUBLE_EQ(normOf(2.0, h, errors), 2.5);
  EXPECT_DOUBLE_EQ(normOf(3.0, h, errors), std::cbrt(0.5 * 8.0 + 0.25 * 64.0 + 0.25));
  EXPECT_EQ(normOf(infinity, h, errors), 4.0);
  EXPECT_EQ(normOf(1.0, {}, {}), 0.0);
  EXPECT_EQ(normOf(2.0, {0.1, 0.2}, {0.0, 0.0}), 0.0);
}

TEST(GridNorm, NeitherOverflowsNorVanishes) {
  EXPECT_NEAR(normOf(50.0, {1.0, 1.0}, {1e-300, 3e-300}) / 3e-300, 1.0, 1e-14);
  EXPECT_NEAR(normOf(50.0, {0.5, 0.5}, {3e200, 3e200}) / 3e200, 1.0, 1e-14);
}

TEST(GridNorm, RefusesWhatIsNoError) {
  EXPECT_THROW(GridNorm(0.5), InvalidArgument);
  EXPECT_THROW(GridNorm(std::nan("")), InvalidArgument);
  GridNorm norm;
  EXPECT_THROW(norm.add(-1.0, 1.0), InvalidArgument);
  EXPECT_THROW(norm.add(infinity, 1.0), InvalidArgument);
  EXPECT_THROW(norm.add(1.0, std::nan("")), InvalidArgument);
  EXPECT_THROW(norm.add(1.0, infinity), InvalidArgument);
  EXPECT_EQ(norm.value(), 0.0);
}

// f falls from 0 to −1 on [0, 1], jumps to 1 and stays; g is 0. They are 1 apart on both sides of the jump; f and f moved by
// ¼ are apart by the whole jump and what f still falls.
TEST(UniformDistance, SeesBothSidesOfAJump) {
  const auto jumping = [](double t) {
    SampledFunction f;
    f.append(t, 0.0);
    f.append(t + 1.0, -1.0, 1.0);
    f.append(t + 3.0, 1.0);
    return f;
  };
  SampledFunction zero;
  zero.append(0.0, 0.0);
  zero.append(0.3, 0.0);
  zero.append(3.0, 0.0);
  EXPECT_EQ(uniformDistance(jumping(0.0), zero), 1.0);
  EXPECT_EQ(uniformDistance(zero, jumping(0.0)), 1.0);
  EXPECT_DOUBLE_EQ(uniformDistance(jumping(0.0), jumping(0.25)), 2.0);
  EXPECT_DOUBLE_EQ(uniformDistance(jumping(0.25), jumping(0.0)), 2.0);
  EXPECT_EQ(uniformDistance(jumping(0.0), jumping(3.0)), 1.0);  // one instant in common
}

// Largest in the middle of a segment of the one, at an instant of the other: (3, 4) there.
TEST(UniformDistance, IsThatOfVectors) {
  SampledFunction straight(2), bent(2);
  straight.append(0.0, Vector::Zero(2));
  straight.append(2.0, Vector{{2.0, 0.0}});
  bent.append(0.0, Vector::Zero(2));
  bent.append(1.0, Vector{{4.0, -4.0}});
  bent.append(2.0, Vector{{2.0, 0.0}});
  EXPECT_DOUBLE_EQ(uniformDistance(straight, bent), 5.0);
}

TEST(UniformDistance, RefusesWhatHasNone) {
  SampledFunction f, later, plane(2), empty;
  f.append(0.0, 1.0);
  later.append(1.0, 1.0);
  plane.append(0.0, Vector::Zero(2));
  EXPECT_THROW(uniformDistance(f, plane), InvalidArgument);
  EXPECT_THROW(uniformDistance(f, empty), InvalidArgument);
  EXPECT_THROW(uniformDistance(f, later), InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::norms_test
