// Convex sets: projections against what characterises them, intersections against closed forms, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <random>
#include <string>

#include "kernel/error_text.hpp"

namespace nsds::convex_sets_test {
namespace {

Vector projected(const ConvexSet& set, const Vector& x) {
  Vector p(x.size());
  convex::project(set, x, p);
  return p;
}

Vector sample(std::mt19937& random, Index size, double scale) {
  std::normal_distribution<double> normal(0.0, scale);
  return Vector::NullaryExpr(size, [&] { return normal(random); });
}

/// The cone of opening zero is a half line.
TEST(ConvexSets, AConeMayBeAHalfLine) {
  const auto cone = convex::lorentzCone(0.0);
  EXPECT_EQ(projected(cone, Vector{{-5.0, 0.0, 0.0}}), Vector(Vector::Zero(3)));
  EXPECT_EQ(projected(cone, Vector{{-5.0, 1e-9, 0.0}}), Vector(Vector::Zero(3)));
  EXPECT_EQ(projected(cone, Vector{{2.0, 1.0, 0.0}}), (Vector{{2.0, 0.0, 0.0}}));
}

/// On the surface of an ellipsoid, x − P(x) is along the gradient Q⁻¹(P(x) − c).
TEST(ConvexSets, EllipsoidsAreProjectedOntoAlongTheirNormals) {
  std::mt19937 random(7);
  for (int k = 0; k < 200; ++k) {
    const Index n = 2 + k % 4;
    const Matrix root = Matrix::NullaryExpr(n, n, [&] { return sample(random, 1, 1.0)[0]; });
    const Matrix shape = root * root.transpose() + 1e-4 * Matrix::Identity(n, n);
    const Vector center = sample(random, n, 2.0);
    const auto set = convex::ellipsoid(center, shape);
    const Vector x = center + sample(random, n, k % 3 == 0 ? 0.05 : 5.0);
    const Vector p = projected(set, x);
    const Vector gradient = shape.ldlt().solve(p - center);
    const double level = (p - center).dot(gradient);
    if ((x - center).dot(shape.ldlt().solve(x - center)) <= 1.0) {
      EXPECT_EQ(p, x);
    } else {
      EXPECT_NEAR(level, 1.0, 1e-9);
      EXPECT_GT((x - p).normalized().dot(gradient.normalized()), 1.0 - 1e-12);
    }
  }
  // A ball is one, and axes of lengths 1 to 1e-3 are no trouble.
  const auto thin = convex::ellipsoid(Vector::Zero(2), Vector{{1.0, 1e-6}}.asDiagonal().toDenseMatrix());
  EXPECT_LT((projected(thin, Vector{{0.0, 7.0}}) - Vector{{0.0, 1e-3}}).norm(), 1e-17);
  EXPECT_LT((projected(thin, Vector{{9.0, 0.0}}) - Vector{{1.0, 0.0}}).norm(), 1e-14);
}

/// Two unit balls around (±a, 0) have a lens in common, whose corners are (0, ±√(1 − a²)).
TEST(ConvexSets, TwoBallsHaveALensInCommon) {
  const double a = 0.6;
  const auto lens =
      convex::intersection({convex::ball(Vector{{-a, 0.0}}, 1.0), convex::ball(Vector{{a, 0.0}}, 1.0)}, 2);
  const auto exact = [&](const Vector& x) -> Vector {
    const double side = x[0] >= 0.0 ? -1.0 : 1.0;
    const Vector center{{side * a, 0.0}};  // of the arc on the side of x
    if ((x - center).norm() <= 1.0) return x;
    const Vector p = center + (x - center).normalized();
    if (p[0] * side <= 0.0) return p;
    return Vector{{0.0, std::copysign(std::sqrt(1.0 - a * a), x[1])}};
  };
  std::mt19937 random(3);
  for (int k = 0; k < 300; ++k) {
    const Vector x = sample(random, 2, 1.5);
    EXPECT_LT((projected(lens, x) - exact(x)).norm(), 1e-11) << x.transpose();
  }
}

/// A corner of half spaces, and a cone by its two ways of being said.
TEST(ConvexSets, ConesAndHalfSpaces) {
  const auto wedge = convex::intersection(
      {convex::halfSpace(Vector{{1.0, 1.0}}, 0.0), convex::halfSpace(Vector{{-1.0, 1.0}}, 0.0)}, 2);
  const auto cone = convex::lorentzCone(1.0);
  std::mt19937 random(5);
  for (int k = 0; k < 100; ++k) {
    const Vector x = sample(random, 2, 1.0);  // (tangential, normal) of the wedge
    const Vector p = projected(wedge, x);
    const Vector q = projected(cone, Vector{{x[1], x[0]}});
    EXPECT_LT((p - Vector{{q[1], q[0]}}).norm(), 1e-12);
  }
}

/// A user's projector that is a ball gives the steps of the ball, where it is not a single projection either.
TEST(ConvexSets, AUsersBallIsTheBall) {
  const auto run = [](const ProjectorSet& set) {
    Model model(0.0, 2.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{0.1, 0.0}}, Matrix{{0.2, 1.0}, {-1.0, 0.2}});
    x.setB(Vector{{0.5, 0.3}});
    model.link(SweepingNSL(2, set),
               FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix{{1.0, 0.7}, {-0.4, 0.5}}), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0),
                            VI(Solver("auto").set("tolerance", 1e-12)));
    simulation.run();
    return Vector(x.x());
  };
  const Vector users = run({[](VectorConstRef x, VectorRef p) { p = x / std::max(1.0, x.norm() / 0.8); }});
  EXPECT_LT((users - run(convex::ball(Vector::Zero(2), 0.8))).norm(), 1e-10);
  EXPECT_NEAR(users.norm(), 0.8, 1e-10);
}

/// The polyhedron of an output against a quadratic program of its own: active-set enumeration of a triangle.
TEST(ConvexSets, PolyhedraOfOutputsAreProjectedOnto) {
  Matrix H(3, 2);
  H << 1.0, 0.0, 0.0, 1.0, -1.0, -1.0;
  const Vector K{{0.0, 0.0, -1.0}};
  const auto exact = [&](const Vector& x) {
    std::vector<Vector> candidates{x, Vector{{0.0, 0.0}}, Vector{{1.0, 0.0}}, Vector{{0.0, 1.0}}};
    for (Index i = 0; i < 3; ++i) {
      const Vector n = H.row(i).transpose();
      candidates.emplace_back(x + (K[i] - n.dot(x)) / n.squaredNorm() * n);
    }
    Vector best;
    for (const Vector& p : candidates)
      if (((H * p - K).array() >= -1e-14).all() && (best.size() == 0 || (p - x).norm() < (best - x).norm()))
        best = p;
    return best;
  };
  std::mt19937 random(11);
  for (int k = 0; k < 20; ++k) {
    Model model(0.0, 0.1);
    const Vector load = sample(random, 2, 30.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{0.3, 0.3}}, Matrix::Zero(2, 2));
    x.setB(load);
    model.link(SweepingNSL(2, PolyhedronSet{H, K}),
               FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix::Identity(2, 2)), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    simulation.run();
    EXPECT_LT((x.x() - exact(Vector{{0.3, 0.3}} + 0.1 * load)).norm(), 1e-12);
    EXPECT_EQ(simulation.nonSmoothProblem().name(), "AVI");
  }
}

// What is refused.

template <class Law>
void step(const Law& law, const Vector& x0, bool twice = false) {
  Model model(0.0, 1.0);
  const Index n = x0.size();
  auto& x = model.add<FirstOrderLinearDS>(x0, Matrix::Zero(n, n));
  const FirstOrderLinearTIR relation(Matrix::Identity(n, n), Matrix::Identity(n, n));
  model.link(law, relation, x).setName("the sweep");
  if (twice) model.link(law, relation, x).setName("the other");
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.setJumps(JumpRule::accept);
  try {
    simulation.run();
  } catch (...) {
    EXPECT_EQ(x.x(), x0);
    EXPECT_EQ(simulation.time(), 0.0);
    throw;
  }
}

#define EXPECT_REFUSED(statement, words)                                        \
  EXPECT_NE(test::errorText([&] { statement; }).find(words), std::string::npos) \
      << test::errorText([&] { statement; })

TEST(ConvexSets, ProjectorsThatAreNoneAreRefused) {
  const auto onto = [](auto project) { return SweepingNSL(2, ProjectorSet{project}); };
  EXPECT_REFUSED(onto([](VectorConstRef x, VectorRef p) {
                   p = 0.5 * x;
                   p[0] += 1.0;
                 }),
                 "projects it again");
  // Onto a line, but not at a right angle; onto a circle, which is not convex.
  EXPECT_REFUSED(onto([](VectorConstRef x, VectorRef p) { p << x[0] + 3.0 * x[1], 0.0; }),
                 "onto a convex set");
  EXPECT_REFUSED(onto([](VectorConstRef x, VectorRef p) {
                   p = x.norm() > 0.0 ? Vector(x.normalized()) : Vector{{1.0, 0.0}};
                 }),
                 "onto a convex set");
  EXPECT_REFUSED(onto([](VectorConstRef x, VectorRef p) { p = x * std::nan(""); }), "nan");
  EXPECT_REFUSED(SweepingNSL(2, ProjectorSet{}), "no projector");
  // Where a set varies its projector is looked at in the steps.
  EXPECT_REFUSED(
      step(SweepingNSL(
               2, [](double) { return ProjectorSet{[](VectorConstRef x, VectorRef p) { p = 0.5 * x; }}; }),
           Vector{{1.0, 1.0}}),
      "the sweep");
}

TEST(ConvexSets, EmptySetsAreNamed) {
  EXPECT_REFUSED(step(SweepingNSL(1,
                                  [](double t) {
                                    return BoxSet{t, -t};
                                  }),
                      Vector{{0.0}}),
                 "the sweep: SweepingNSL: its interval");
  const Matrix H{{1.0, 0.0}, {-1.0, 0.0}};
  const std::string empty = test::errorText([&] {
    step(SweepingNSL(2, PolyhedronSet{H, Vector{{1.0, 0.0}}}), Vector{{0.0, 0.0}});
  });
  EXPECT_NE(empty.find("infeasible"), std::string::npos) << empty;
  EXPECT_NE(empty.find("The polyhedron of the sweep is empty"), std::string::npos) << empty;
  const auto apart = convex::intersection(
      {convex::ball(Vector{{-2.0, 0.0}}, 1.0), convex::ball(Vector{{2.0, 0.0}}, 1.0)}, 2);
  Vector p(2);
  EXPECT_REFUSED(apart.project(Vector{{0.0, 1.0}}, p), "no point in common");
}

TEST(ConvexSets, WrongNumbersAreNamed) {
  EXPECT_REFUSED(convex::ball(Vector{{0.0}}, -1.0), "radius -1");
  EXPECT_REFUSED(convex::ellipsoid(Vector{{0.0, 0.0}}, Matrix{{1.0, 0.0}, {0.0, 0.0}}), "positive definite");
  EXPECT_REFUSED(convex::halfSpace(Vector{{0.0, 0.0}}, 1.0), "vanishes");
  EXPECT_REFUSED(convex::lorentzCone(-0.1), "mu = -0.1");
  EXPECT_REFUSED(convex::intersection({}, 2), "at least one set");
  EXPECT_REFUSED(SweepingNSL(3, convex::ball(Vector{{0.0, 0.0}}, 1.0)), "2 expected");
  EXPECT_REFUSED(step(RelayNSL([](double t) {
                        return BoxSet{t > 0.05 ? std::nan("") : -1.0, 1.0};
                      }),
                      Vector{{0.0}}),
                 "at t = 0.1");
}

/// One output under two laws is refused, since their multipliers are not determined one by one; it has to be one law.
TEST(ConvexSets, TheSameOutputTwiceIsOneIntersection) {
  const std::string text = test::errorText([&] {
    step(SweepingNSL(2, convex::ball(Vector::Zero(2), 1.0)), Vector{{3.0, 0.0}}, true);
  });
  EXPECT_NE(text.find("singular"), std::string::npos) << text;
  EXPECT_NE(text.find("the other"), std::string::npos) << text;
  EXPECT_NE(text.find("intersection"), std::string::npos) << text;
}

TEST(ConvexSets, AreForFirstOrderRelations) {
  Model model(0.0, 1.0);
  auto& q = model.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1), Matrix::Identity(1, 1));
  EXPECT_REFUSED(model.link(SweepingNSL(1, BoxSet{-1.0, 1.0}), LagrangianLinearTIR(Matrix{{1.0}}), q),
                 "first-order relations");
  EXPECT_REFUSED(model.link(RelayNSL([](double t) {
                              return BoxSet{-t, t};
                            }),
                            LagrangianLinearTIR(Matrix{{1.0}}), q),
                 "first-order relations");
}

}  // namespace
}  // namespace nsds::convex_sets_test
