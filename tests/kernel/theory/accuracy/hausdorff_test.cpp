// The Hausdorff distance of filled-in graphs: pairs that are known exactly, brute force, and a million segments.
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <nsds/kernel/error.hpp>
#include <nsds/theory/accuracy/hausdorff.hpp>
#include <nsds/theory/accuracy/sampled_function.hpp>
#include <random>

namespace nsds::hausdorff_test {
namespace {

/// 0 before a, J after, on [0, 10].
SampledFunction heaviside(double a, double J) {
  SampledFunction f;
  f.append(0.0, 0.0);
  f.append(a, 0.0, J);
  f.append(10.0, J);
  return f;
}

// Each point of the jump at a is δ away in time from the jump at a + δ, or at most J in value from the zero before it: the
// lower ends of jumps lie in both graphs, the upper ones are min(δ, J) away.
TEST(Hausdorff, OfShiftedStepsIsTheLesserOfShiftAndHeight) {
  for (const double delta : {1e-6, 0.125, 0.7, 3.0}) {
    for (const double J : {1e-3, 0.5, 2.0}) {
      const SampledFunction f = heaviside(4.0, J), g = heaviside(4.0 + delta, J);
      EXPECT_NEAR(hausdorffDistance(f, g), std::min(delta, J), 1e-12) << delta << ' ' << J;
      EXPECT_NEAR(hausdorffDistance(g, f), std::min(delta, J), 1e-12);
    }
  }
}

// From (t, m t) the line m s + c is farthest from being reached in time alone or in value alone: s = t + r with
// |m r + c| = |r|, of which the lesser r is |c| / (1 + |m|). At the ends of an interval that both share, (0, 0) has nothing
// before it: it is c away from (0, c) where m ≥ 0 and c > 0.
TEST(Hausdorff, OfParallelLines) {
  for (const double m : {0.0, 0.5, 1.0, 3.0, -2.0}) {
    for (const double c : {0.01, 0.3}) {
      SampledFunction f, g;
      f.append(0.0, 0.0);
      f.append(100.0, 100.0 * m);
      g.append(-10.0, -10.0 * m + c);
      g.append(110.0, 110.0 * m + c);
      EXPECT_NEAR(excess(f, g), c / (1.0 + std::abs(m)), 1e-12) << m << ' ' << c;
    }
  }
  SampledFunction f, g;
  f.append(0.0, 0.0);
  f.append(100.0, 100.0);
  g.append(0.0, 0.5);
  g.append(100.0, 100.5);
  EXPECT_NEAR(hausdorffDistance(f, g), 0.5, 1e-12);
}

// The graph without a spike is part of that with it, whose tip is far away: J, where the interval is long.
TEST(Hausdorff, ExcessOfASpikeIsNotSymmetric) {
  SampledFunction flat, spike;
  flat.append(0.0, 0.0);
  flat.append(10.0, 0.0);
  spike.append(0.0, 0.0);
  spike.append(5.0, 0.0, 2.0);
  spike.append(5.5, 2.0, 0.0);
  spike.append(10.0, 0.0);
  EXPECT_NEAR(excess(spike, flat), 2.0, 1e-12);
  EXPECT_NEAR(excess(flat, spike), 0.25, 1e-12);  // under the spike ¼ s are left to either side
  EXPECT_NEAR(hausdorffDistance(flat, spike), 2.0, 1e-12);
  SampledFunction
      needle;  // a tent of no width, which is no jump: both limits are 0, and the instants are an ulp apart
  needle.append(0.0, 0.0);
  needle.append(5.0, 0.0, 2.0);
  needle.append(std::nextafter(5.0, 6.0), 2.0, 0.0);
  needle.append(10.0, 0.0);
  EXPECT_NEAR(excess(needle, flat), 2.0, 1e-12);
  EXPECT_NEAR(excess(flat, needle), 0.0, 1e-12);
}

// The tip (1, 0) of one jump is 1 away from the jump to (0, 1). A detour by way of (½, ½) is ½ away from the straight way.
TEST(Hausdorff, OfJumpsInThePlane) {
  const auto path = [](const std::vector<Vector>& points) {
    SampledFunction f(2);
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      f.append(1e-12 * static_cast<double>(i), points[i], points[i + 1]);
    return f;
  };
  const Vector o{{0.0, 0.0}}, right{{1.0, 0.0}}, up{{0.0, 1.0}}, corner{{0.5, 0.5}};
  EXPECT_NEAR(hausdorffDistance(path({o, right}), path({o, up})), 1.0, 1e-11);
  EXPECT_NEAR(hausdorffDistance(path({o, right}), path({o, corner, right})), 0.5, 1e-11);
}

SampledFunction randomGraph(std::mt19937& random, Index dimension, int instants, double size) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  SampledFunction f(dimension);
  double t = uniform(random) * 0.1;
  for (int i = 0; i < instants; ++i) {
    const Vector left = size * Vector::NullaryExpr(dimension, [&] { return uniform(random); });
    const Vector right = uniform(random) < 0.5
                             ? left
                             : Vector(size * Vector::NullaryExpr(dimension, [&] { return uniform(random); }));
    f.append(t, left, right);
    t += 0.05 + uniform(random) * 0.1;
  }
  return f;
}

struct Corner {
  double t;
  Vector x;
};

std::vector<Corner> cornersOf(const SampledFunction& f) {
  std::vector<Corner> corners;
  for (std::size_t i = 0; i < f.size(); ++i) {
    corners.push_back({f.time(i), f.left(i)});
    corners.push_back({f.time(i), f.right(i)});
  }
  return corners;
}

Corner between(const Corner& a, const Corner& b, double share) {
  return {a.t + share * (b.t - a.t), a.x + share * (b.x - a.x)};
}

double distance(const Corner& a, const Corner& b) {
  return std::max(std::abs(a.t - b.t), (a.x - b.x).norm());
}

/// The distance is convex along a segment: thirds of it are left out until nothing is left.
double distanceByThirds(const Corner& p, const Corner& a, const Corner& b) {
  double from = 0.0, to = 1.0;
  for (int i = 0; i < 64; ++i) {
    const double one = from + (to - from) / 3.0, two = to - (to - from) / 3.0;
    if (distance(p, between(a, b, one)) < distance(p, between(a, b, two))) {
      to = two;
    } else {
      from = one;
    }
  }
  return distance(p, between(a, b, 0.5 * (from + to)));
}

double distanceByBruteForce(const Corner& p, const std::vector<Corner>& G) {
  double least = HUGE_VAL;
  for (std::size_t j = 0; j + 1 < G.size(); ++j) least = std::min(least, distanceByThirds(p, G[j], G[j + 1]));
  return least;
}

struct Farthest {
  double share = 0.0;
  double distance = -1.0;
};

/// The farthest from G of `count` + 1 points of a part of a segment.
Farthest farthestOf(const Corner& a, const Corner& b, double from, double to, int count,
                    const std::vector<Corner>& G) {
  Farthest farthest;
  for (int k = 0; k <= count; ++k) {
    const double share = from + (to - from) * k / count;
    const double one = distanceByBruteForce(between(a, b, share), G);
    if (one > farthest.distance) farthest = {share, one};
  }
  return farthest;
}

struct Bounds {
  double lower = 0.0;
  double upper = 0.0;
};

/// The largest distance of points of F, and what points between them may add: the distance is 1-Lipschitz. Around points
/// that may be the farthest more points are taken, again and again.
Bounds excessByBruteForce(const SampledFunction& f, const SampledFunction& g) {
  constexpr int parts = 40;
  const std::vector<Corner> F = cornersOf(f), G = cornersOf(g);
  Bounds bounds;
  for (std::size_t i = 0; i + 1 < F.size(); ++i) {
    const double half = 0.5 * distance(F[i], F[i + 1]) / parts;
    Farthest farthest = farthestOf(F[i], F[i + 1], 0.0, 1.0, parts, G);
    bounds.upper = std::max(bounds.upper, farthest.distance + half);
    if (farthest.distance + half < bounds.lower) continue;
    double width = 1.0 / parts;
    for (int zoom = 0; zoom < 17; ++zoom, width /= 4.0) {
      const Farthest one = farthestOf(F[i], F[i + 1], std::max(0.0, farthest.share - width),
                                      std::min(1.0, farthest.share + width), 10, G);
      if (one.distance > farthest.distance) farthest = one;
    }
    bounds.lower = std::max(bounds.lower, farthest.distance);
  }
  return bounds;
}

TEST(Hausdorff, AgreesWithBruteForce) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    const Index dimension = 1 + seed % 3;
    const double size = seed % 2 == 0 ? 1.0 : 0.15;
    const SampledFunction f = randomGraph(random, dimension, 6, size),
                          g = randomGraph(random, dimension, 7, size);
    const double found = excess(f, g);
    const Bounds bounds = excessByBruteForce(f, g);
    EXPECT_LE(found, bounds.upper) << "seed " << seed;
    EXPECT_NEAR(found, bounds.lower, 1e-9) << "seed " << seed;
    EXPECT_EQ(hausdorffDistance(f, g), std::max(found, excess(g, f)));
  }
}

TEST(Hausdorff, OfAGraphFromItselfIsRounding) {
  std::mt19937 random(7);
  const SampledFunction f = randomGraph(random, 2, 1000, 1.0);
  EXPECT_LE(hausdorffDistance(f, f), 1e-15);
  SampledFunction point, other;
  point.append(1.0, 2.0);
  other.append(1.5, 4.0);
  EXPECT_EQ(hausdorffDistance(point, point), 0.0);
  EXPECT_EQ(hausdorffDistance(point, other), 2.0);
}

/// Staircases of 500 000 steps and as many jumps, the second more and more late, by 8 steps in the end.
TEST(Hausdorff, OfAMillionSegmentsTakesTwoSeconds) {
  constexpr int steps = 500000;
  const double h = 1.0 / steps;
  const auto staircase = [&](double delay) {
    SampledFunction f;
    f.reserve(steps + 1);
    const auto curve = [&](double k) {
      const double t = k * h * (1.0 - delay);
      return std::sin(6.0 * t) + 0.3 * std::sin(40.0 * t);
    };
    for (int k = 0; k <= steps; ++k) f.append(k * h, curve(k), curve(k + 1));
    return f;
  };
  const SampledFunction f = staircase(0.0), g = staircase(8.0 * h);
  const std::clock_t start = std::clock();
  const double distance = hausdorffDistance(f, g);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  RecordProperty("seconds", std::to_string(seconds));
  EXPECT_GT(distance, 4.0 * h);
  EXPECT_LE(distance, 8.0 * 18.0 * h);  // slopes are at most 18
  EXPECT_LT(seconds, 2.0);
}

TEST(Hausdorff, RefusesWhatHasNoDistance) {
  SampledFunction f, plane(2);
  EXPECT_THROW(excess(f, f), InvalidArgument);
  f.append(0.0, 1.0);
  plane.append(0.0, Vector{{1.0, 2.0}});
  EXPECT_THROW(hausdorffDistance(f, plane), InvalidArgument);
  EXPECT_THROW(excess(f, f, 1.0), InvalidArgument);
  EXPECT_THROW(excess(f, f, std::nan("")), InvalidArgument);
}

TEST(SampledFunction, RefusesWhatIsNoSample) {
  EXPECT_THROW(SampledFunction(0), InvalidArgument);
  SampledFunction f(2);
  EXPECT_TRUE(f.empty());
  EXPECT_THROW(f.append(0.0, 1.0), InvalidArgument);
  EXPECT_THROW(f.append(std::nan(""), Vector::Zero(2)), InvalidArgument);
  EXPECT_THROW(f.append(0.0, Vector::Zero(2), Vector::Zero(3)), InvalidArgument);
  EXPECT_THROW(f.append(0.0, Vector::Zero(2), Vector{{0.0, HUGE_VAL}}), InvalidArgument);
  f.append(1.0, Vector{{1.0, 2.0}}, Vector{{3.0, 4.0}});
  EXPECT_THROW(f.append(1.0, Vector::Zero(2)), InvalidArgument);
  ASSERT_EQ(f.size(), 1u);
  EXPECT_EQ(f.time(0), 1.0);
  EXPECT_EQ(Vector(f.left(0)), Vector({{1.0, 2.0}}));
  EXPECT_EQ(Vector(f.right(0)), Vector({{3.0, 4.0}}));
}

}  // namespace
}  // namespace nsds::hausdorff_test
