// Outputs that stay in convex sets: sweeping processes, play and stop, against exact solutions and independent projections.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nsds/kernel.hpp>
#include <string>

namespace nsds::output_sets_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// x' = λ, w = x, −λ ∈ N_K(x), by the catching-up algorithm.
struct Sweeping {
  Sweeping(const Vector& x0, const VaryingSet& K, double h, double end, double first = 1.0,
           const Matrix& B = Matrix())
      : model(0.0, end),
        x(model.add<FirstOrderLinearDS>(x0, Matrix::Zero(x0.size(), x0.size()))),
        law(model.link(SweepingNSL(x0.size(), K),
                       FirstOrderLinearTIR(Matrix::Identity(x0.size(), x0.size()),
                                           B.size() > 0 ? B : Matrix::Identity(x0.size(), x0.size())),
                       x)),
        simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(first)) {}

  Model model;
  FirstOrderLinearDS& x;
  Interaction& law;
  TimeStepping simulation;
};

/// A half line whose end moves forward to 2 sin t and back: x is pushed and then left behind, x = max of what was.
TEST(Sweeping, AMovingHalfLinePushesAndLeavesBehind) {
  const auto end = [](double t) { return 2.0 * std::sin(t); };
  Sweeping run(
      Vector{{0.5}},
      [=](double t) {
        return BoxSet{end(t), inf};
      },
      1e-2, 3.0);
  double pushed = 0.5;
  run.simulation.run([&](const Simulation& s) {
    if (s.step() == 0) return;
    const double before = pushed;
    pushed = std::max(pushed, end(s.time()));
    EXPECT_NEAR(run.x.x()[0], pushed, 1e-15);
    EXPECT_NEAR(1e-2 * run.law.lambda()[0], pushed - before, 1e-15);
  });
  EXPECT_NEAR(pushed, 2.0, 1e-4);
}

/// The play operator: the interval [u − r, u + r] is exact at every grid point, since its ends turn where steps end.
TEST(Sweeping, PlayIsExact) {
  const double r = 0.3;
  const auto u = [](double t) { return t < 1.0 ? t : t < 2.5 ? 2.0 - t : t - 3.0; };  // 0, 1, −0.5, 0.5
  Sweeping run(
      Vector{{0.0}},
      [=](double t) {
        return BoxSet{u(t) - r, u(t) + r};
      },
      0.125, 3.5);
  double play = 0.0;
  run.simulation.run([&](const Simulation& s) {
    play = std::min(std::max(play, u(s.time()) - r), u(s.time()) + r);
    EXPECT_NEAR(run.x.x()[0], play, 1e-15) << s.time();
  });
  EXPECT_NEAR(run.x.x()[0], 0.5 - r, 1e-15);
}

/// The stop operator σ = u − play: σ' = u' − λ', |σ| ≤ r, the elastic, ideally plastic spring under a load path with closed
/// hysteresis: back to the yield stress after 2 r of unloading.
TEST(Sweeping, StopIsExact) {
  const double r = 0.3;
  Model model(0.0, 2.0);
  auto& stress = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  stress.setB([](double t, VectorRef b) { b[0] = t <= 1.0 + 1e-12 ? 1.0 : -1.0; });
  model.link(SweepingNSL(1, BoxSet{-r, r}), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), stress);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.05), EulerMoreauOSI(1.0));
  simulation.run([&](const Simulation& s) {
    const double t = s.time();
    const double exact = t <= 1.0 + 1e-12 ? std::min(t, r) : std::max(r - (t - 1.0), -r);
    EXPECT_NEAR(stress.x()[0], exact, 1e-13) << t;
  });
}

/// A ball that moves along a line with x at its back: x is carried. Each step is the projection.
TEST(Sweeping, AMovingBallCarriesWhatItCatches) {
  const Vector velocity{{0.6, -0.8}};
  const double radius = 0.5;
  const Vector x0 = -radius * velocity;
  const auto set = [=](double t) { return convex::ball(velocity * t, radius); };
  Sweeping run(x0, set, 0.01, 2.0);
  run.simulation.run([&](const Simulation& s) {
    EXPECT_LT((run.x.x() - (x0 + velocity * s.time())).norm(), 1e-13);
    if (s.step() > 0) {
      EXPECT_LT((run.law.lambda() - velocity).norm(), 1e-11);
    }
  });
}

/// The catching-up algorithm projects the last state onto the set of the present instant.
void expectCatchingUp(const std::function<Vector(double, const Vector&)>& projection, const Vector& x0,
                      const VaryingSet& K, double tolerance) {
  Sweeping run(x0, K, 0.02, 1.0);
  Vector expected = x0;
  run.simulation.run([&](const Simulation& s) {
    if (s.step() == 0) return;
    expected = projection(s.time(), expected);
    EXPECT_LT((run.x.x() - expected).norm(), tolerance) << "t = " << s.time();
  });
}

Vector onBall(const Vector& x, const Vector& c, double r) {
  return (x - c).norm() <= r ? x : Vector(c + r * (x - c).normalized());
}

TEST(Sweeping, StepsProjectOntoTheSet) {
  const auto center = [](double t) { return Vector{{std::cos(3.0 * t) - 1.0, std::sin(3.0 * t)}}; };
  expectCatchingUp([&](double t, const Vector& x) { return onBall(x, center(t), 0.4); }, Vector{{0.2, 0.1}},
                   [=](double t) { return convex::ball(center(t), 0.4); }, 1e-12);
  // A square that turns about its corner, as a polyhedron; its projection is found in its own axes.
  const auto turn = [](double t) { return Matrix{{std::cos(t), -std::sin(t)}, {std::sin(t), std::cos(t)}}; };
  expectCatchingUp(
      [&](double t, const Vector& x) {
        const Matrix Q = turn(t);
        return Vector(Q * (Q.transpose() * x).cwiseMax(0.0).cwiseMin(1.0));
      },
      Vector{{0.9, 0.1}},
      [=](double t) {
        Matrix H(4, 2);
        H << turn(t).transpose(), -turn(t).transpose();
        return PolyhedronSet{H, Vector{{0.0, 0.0, -1.0, -1.0}}};
      },
      1e-12);
}

/// The tractrix: the unit ball around (t, 0) drags x from (0, 1), x = (t + cos a, sin a) with tan(a/2) = eᵗ. Order one.
TEST(Sweeping, ADraggedPointFollowsTheTractrix) {
  const auto error = [](double h) {
    Sweeping run(
        Vector{{0.0, 1.0}},
        [](double t) {
          return convex::ball(Vector{{t, 0.0}}, 1.0);
        },
        h, 1.0);
    double worst = 0.0;
    run.simulation.run([&](const Simulation& s) {
      const double a = 2.0 * std::atan(std::exp(s.time()));
      worst = std::max(worst, (run.x.x() - Vector{{s.time() + std::cos(a), std::sin(a)}}).norm());
    });
    return worst;
  };
  const double coarse = error(1.0 / 64.0);
  const double fine = error(1.0 / 512.0);
  EXPECT_LT(fine, 1e-3);
  EXPECT_GT(std::log(coarse / fine) / std::log(8.0), 0.9);
}

/// A set that depends on the state, K = [sin t + x/2, ∞): x = max of 2 sin up to now. The implicit scheme finds it to the
/// tolerance of its iterates.
TEST(Sweeping, AStateDependentSetIsImplicit) {
  Model model(0.0, 3.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  model.link(SweepingNSL(1,
                         [](double t, VectorConstRef state) {
                           return BoxSet{std::sin(t) + 0.5 * state[0], inf};
                         }),
             FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
  double exact = 0.0;
  simulation.run([&](const Simulation& s) {
    exact = std::max(exact, 2.0 * std::sin(s.time()));
    EXPECT_NEAR(x.x()[0], exact, 1e-10);
  });
}

/// Where the set moves faster than the state, no iterates converge; the step says so and the state stays.
TEST(Sweeping, ASetThatOutrunsTheStateIsRefused) {
  Model model(0.0, 3.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  model.link(SweepingNSL(1,
                         [](double t, VectorConstRef state) {
                           return BoxSet{std::sin(t) + 1.5 * state[0], inf};
                         }),
             FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
  EXPECT_THROW(simulation.run(), NewtonError);
  EXPECT_EQ(x.x()[0], 0.0);
}

/// x' = cos t + λ, x ≥ 0, from x = 1/2: the reflected motion x = ½ + sin t + max(0, max −(½ + sin)), of order one.
TEST(Sweeping, ReflectsADrivenMotion) {
  const auto error = [](double h) {
    Model model(0.0, 8.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{0.5}}, Matrix{{0.0}});
    x.setB([](double t, VectorRef b) { b[0] = std::cos(t); });
    model.link(SweepingNSL(1, convex::halfSpace(Vector{{1.0}}, 0.0)),
               FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
    double worst = 0.0;
    simulation.run([&](const Simulation& s) {
      const double t = s.time();
      const double lowest = t < 1.5 * M_PI ? 0.5 + std::sin(t) : -0.5;
      const double push = t < M_PI ? 0.0 : std::max(0.0, -lowest);
      worst = std::max(worst, std::abs(x.x()[0] - (0.5 + std::sin(t) + push)));
    });
    return worst;
  };
  const double coarse = error(8.0 / 512.0);
  const double fine = error(8.0 / 4096.0);
  EXPECT_GT(std::log(coarse / fine) / std::log(8.0), 0.9);
}

/// A box of outputs of x' = A x + b + λ is what complementarity rows at both of its ends are: x' = A x + b + λ₁ − λ₂.
TEST(OutputSets, ABoxIsComplementarityAtBothEnds) {
  const Matrix A{{-0.3, 1.0}, {-2.0, -0.1}};
  const Vector lower{{-0.5, -0.4}};
  const Vector upper{{0.6, 0.9}};
  const auto force = [](double t, VectorRef b) { b << std::sin(2.0 * t), std::cos(3.0 * t); };
  Model boxed(0.0, 5.0);
  auto& x = boxed.add<FirstOrderLinearDS>(Vector{{0.1, 0.2}}, A);
  x.setB(force);
  auto& law = boxed.link(SweepingNSL(2, convex::box(lower, upper)),
                         FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix::Identity(2, 2)), x);
  Model rows(0.0, 5.0);
  auto& y = rows.add<FirstOrderLinearDS>(Vector{{0.1, 0.2}}, A);
  y.setB(force);
  Matrix C(4, 2);
  C << Matrix::Identity(2, 2), -Matrix::Identity(2, 2);
  FirstOrderLinearTIR relation(C, C.transpose());
  Vector e(4);
  e << -lower, upper;
  relation.setE(e);
  auto& ends = rows.link(ComplementarityConditionNSL(), relation, y);
  const Solver exact = Solver("auto").set("tolerance", 1e-13);
  TimeStepping first(boxed, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(0.5, 1.0), Relay(exact));
  TimeStepping second(rows, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(0.5, 1.0), LCP(exact));
  first.initialize();
  second.initialize();
  int held = 0;
  for (int k = 0; k < 500; ++k) {
    first.computeOneStep();
    first.nextStep();
    second.computeOneStep();
    second.nextStep();
    ASSERT_LT((x.x() - y.x()).norm(), 1e-11) << k;
    const Vector both = ends.lambda().head(2) - ends.lambda().tail(2);
    ASSERT_LT((law.lambda() - both).norm(), 1e-8) << k;
    held += both.norm() > 0.0 ? 1 : 0;
  }
  EXPECT_GT(held, 100);
  EXPECT_LT(held, 500);
}

/// The whole space is λ = 0, the orthant what it is of the multiplier.
TEST(OutputSets, TheWholeSpaceAndTheOrthantAreWhatTheyAreOfMultipliers) {
  Sweeping free(Vector{{1.0, -2.0}}, FreeSet{}, 0.1, 1.0);
  free.simulation.run();
  EXPECT_EQ(free.x.x(), (Vector{{1.0, -2.0}}));
  EXPECT_EQ(free.law.lambda(), (Vector{{0.0, 0.0}}));
  Sweeping orthant(Vector{{1.0, -2.0}}, OrthantSet{}, 0.1, 1.0);
  orthant.simulation.run();
  EXPECT_LT((orthant.x.x() - Vector{{1.0, 0.0}}).norm(), 1e-15);
  EXPECT_LT((orthant.simulation.jumpImpulse(orthant.law) - Vector{{0.0, 2.0}}).norm(), 1e-14);
}

/// With inputs that are not along the outputs the step is −λ ∈ N_K(x), x = x_k + h B λ, which is looked at by itself:
/// x in the ball, on its sphere where λ is not zero, λ against its normal.
TEST(OutputSets, OtherInputsKeepTheLaw) {
  const Matrix B{{1.0, 0.7}, {-0.4, 0.5}};
  const double radius = 0.8;
  Model model(0.0, 3.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.1, 0.0}}, Matrix{{0.2, 1.0}, {-1.0, 0.2}});
  x.setB(Vector{{0.5, 0.0}});
  auto& law = model.link(SweepingNSL(2, convex::ball(Vector::Zero(2), radius)),
                         FirstOrderLinearTIR(Matrix::Identity(2, 2), B), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(0.5, 1.0),
                          VI(Solver("auto").set("tolerance", 1e-11)));
  int held = 0;
  simulation.run([&](const Simulation&) {
    const Vector lambda = law.lambda();
    EXPECT_LE(x.x().norm(), radius + 1e-11);
    // The multiplier of a step is the impulse h λ.
    EXPECT_LT((onBall(x.x() - 0.01 * lambda, Vector::Zero(2), radius) - x.x()).norm(), 1e-10);
    held += lambda.norm() > 1e-3 ? 1 : 0;
  });
  EXPECT_GT(held, 50);
}

/// A ball in three dimensions, turned about its center with all that is around it, gives the turned motion.
TEST(OutputSets, TheBallHasNoDirection) {
  const Matrix Q = Eigen::AngleAxisd(0.8, Eigen::Vector3d(1.0, 2.0, -0.5).normalized()).toRotationMatrix();
  const Matrix A = Matrix{{0.1, 1.0, 0.0}, {-1.0, 0.3, 0.4}, {0.2, -0.5, 0.2}};
  const Matrix B = Matrix{{1.0, 0.3, 0.0}, {-0.3, 1.2, 0.1}, {0.0, 0.2, 0.9}};
  const Vector center{{0.3, -0.1, 0.2}};
  const auto end = [&](const Matrix& R) {
    Model model(0.0, 2.0);
    auto& x =
        model.add<FirstOrderLinearDS>(Vector(R * Vector{{0.4, 0.1, -0.2}}), Matrix(R * A * R.transpose()));
    x.setB(Vector(R * Vector{{0.7, 0.5, -0.2}}));
    model.link(SweepingNSL(3, convex::ball(R * center, 0.5)),
               FirstOrderLinearTIR(Matrix::Identity(3, 3), Matrix(R * B * R.transpose())), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0),
                            VI(Solver("auto").set("tolerance", 1e-12)));
    simulation.run();
    EXPECT_NEAR((x.x() - R * center).norm(), 0.5, 1e-10);
    return Vector(R.transpose() * x.x());
  };
  EXPECT_LT((end(Matrix::Identity(3, 3)) - end(Q)).norm(), 1e-9);
}

/// Rows of all kinds in one island: a ball of outputs, a diode, a relay, an equality, checked by their laws.
TEST(OutputSets, MixWithRowsOfMultipliers) {
  Model model(0.0, 4.0);
  const Matrix A{{0.0, 1.0, 0.2, 0.0, 0.1},
                 {-1.0, 0.0, 0.0, 0.3, 0.0},
                 {0.0, -0.4, -0.1, 1.0, 0.0},
                 {0.0, 0.0, -1.0, -0.2, 0.5},
                 {-0.3, 0.0, 0.0, 0.0, -0.1}};
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.2, 0.1, 0.5, 0.0, 0.0}}, A);
  x.setB([](double t, VectorRef b) {
    b << std::cos(t), std::sin(2.0 * t), std::sin(t) - 0.5, 0.6 * std::cos(3.0 * t), 0.2;
  });
  const auto rows = [](std::initializer_list<Index> columns) {
    Matrix C = Matrix::Zero(std::ssize(columns), 5);
    Index row = 0;
    for (const Index column : columns) C(row++, column) = 1.0;
    return C;
  };
  const auto link = [&](const auto& law, const Matrix& C) -> Interaction& {
    return model.link(law, FirstOrderLinearTIR(C, C.transpose()), x);
  };
  auto& ball = link(SweepingNSL(2, convex::ball(Vector::Zero(2), 0.6)), rows({0, 1}));
  Matrix coupled = rows({2});
  coupled(0, 0) = 0.3;
  auto& diode = link(ComplementarityConditionNSL(), coupled);
  auto& relay = link(RelayNSL(-0.4, 0.4), rows({3}));
  Matrix fixed = rows({4});
  fixed(0, 1) = -0.5;
  FirstOrderLinearTIR equality(fixed, fixed.transpose());
  equality.setE(Vector{{0.05}});
  auto& joint = model.link(EqualityConditionNSL(1), equality, x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(0.5, 1.0),
                          VI(Solver("auto").set("tolerance", 1e-11)));
  int held = 0;
  int conducting = 0;
  int sticking = 0;
  simulation.run([&](const Simulation& s) {
    if (s.step() == 0) return;
    EXPECT_NEAR(joint.y()[0], 0.0, 1e-9);
    EXPECT_GE(diode.y()[0], -1e-9);
    EXPECT_GE(diode.lambda()[0], -1e-9);
    EXPECT_LT(std::abs(std::min(diode.y()[0], diode.lambda()[0])), 1e-8);
    EXPECT_LE(std::abs(relay.lambda()[0]), 0.4 + 1e-9);
    EXPECT_NEAR(std::clamp(relay.lambda()[0] - relay.y()[0], -0.4, 0.4), relay.lambda()[0], 1e-8);
    EXPECT_LE(ball.y().norm(), 0.6 + 1e-9);
    const Vector natural = onBall(ball.y() - ball.lambda(), Vector::Zero(2), 0.6);
    EXPECT_LT((natural - ball.y()).norm(), 1e-7);
    held += ball.lambda().norm() > 1e-6 ? 1 : 0;
    conducting += diode.lambda()[0] > 1e-6 ? 1 : 0;
    sticking += std::abs(relay.y()[0]) < 1e-8 ? 1 : 0;
  });
  EXPECT_GT(held, 20);
  EXPECT_GT(conducting, 20);
  EXPECT_GT(sticking, 5);
}

/// A sliding mode in the plane, with multipliers in a ball: −x/|x| until zero is reached at |x₀|, then a multiplier that
/// holds against the load.
TEST(OutputSets, ABallOfMultipliersIsFrictionInThePlane) {
  const Vector load{{0.3, -0.4}};
  Model model(0.0, 3.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.6, -0.8}}, Matrix::Zero(2, 2));
  x.setB(load);
  auto& law = model.link(NormalConeNSL(2, convex::ball(Vector::Zero(2), 1.0)),
                         FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix::Identity(2, 2)), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
  simulation.run([&](const Simulation& s) {
    const double t = s.time();
    // The load is along x: |x|' = 1/2 − 1.
    const double size = std::max(0.0, 1.0 - 0.5 * t);
    EXPECT_LT((x.x() - size * Vector{{0.6, -0.8}}).norm(), 1e-12) << t;
    if (t > 2.005) {
      EXPECT_LT((law.lambda() + load).norm(), 1e-12) << t;
    }
  });
}

/// Relays whose levels are switched at an instant, and by the state.
TEST(OutputSets, RelaysAreSwitched) {
  Model model(0.0, 2.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{3.0}}, Matrix{{0.0}});
  model.link(RelayNSL([](double t) {
               return t < 1.0 + 1e-9 ? BoxSet{-1.0, 1.0} : BoxSet{-2.0, 0.5};
             }),
             FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
  simulation.run([&](const Simulation& s) {
    const double t = s.time();
    EXPECT_NEAR(x.x()[0], t <= 1.0 ? 3.0 - t : 2.0 - 2.0 * (t - 1.0), 1e-12) << t;
  });
  // x' = −|x| sgn x decays as e^{-t}: implicit Euler makes it (1 + h)^{-k}, whatever the sign.
  for (const double start : {1.0, -2.0}) {
    Model decay(0.0, 1.0);
    auto& y = decay.add<FirstOrderLinearDS>(Vector{{start}}, Matrix{{0.0}});
    decay.link(RelayNSL([](double, VectorConstRef state) {
                 return BoxSet{-std::abs(state[0]), std::abs(state[0])};
               }),
               FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), y);
    TimeStepping steps(decay, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
    steps.run([&](const Simulation& s) {
      EXPECT_NEAR(y.x()[0], start * std::pow(1.01, -static_cast<double>(s.step())), 1e-9);
    });
  }
}

/// Bounds of several rows that move.
TEST(OutputSets, MixedBoundsMove) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0, 5.0}}, Matrix::Zero(2, 2));
  model.link(MixedComplementarityNSL(2,
                                     [](double t) {
                                       return MixedSet{Vector{{-t, -1.0}}, Vector{{t, 1.0 + t}}};
                                     }),
             FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix::Identity(2, 2)), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  double first = 1.0;
  simulation.run([&](const Simulation& s) {
    if (s.step() > 0) first -= 0.1 * s.time();
    EXPECT_NEAR(x.x()[0], first, 1e-13);
    EXPECT_NEAR(x.x()[1], 5.0 - s.time(), 1e-13);
  });
}

/// Starts outside of the set jump to it along the inputs, and jumps of the set are declared.
TEST(OutputSets, JumpsGoToTheSet) {
  Sweeping run(Vector{{3.0, 4.0}}, convex::ball(Vector::Zero(2), 1.0), 0.1, 1.0);
  run.simulation.initialize();
  run.simulation.run();
  EXPECT_LT((run.x.x() - Vector{{0.6, 0.8}}).norm(), 1e-12);
  EXPECT_LT((run.simulation.jumpImpulse(run.law) - Vector{{-2.4, -3.2}}).norm(), 1e-12);

  Sweeping leaping(
      Vector{{0.0, 0.0}},
      [](double t) {
        return convex::ball(Vector{{t < 0.5 ? 0.0 : 2.0, 0.0}}, 1.0);
      },
      0.1, 1.0);
  leaping.simulation.declareJump(0.5);
  leaping.simulation.run([&](const Simulation& s) {
    EXPECT_LT((leaping.x.x() - Vector{{s.time() < 0.55 ? 0.0 : 1.0, 0.0}}).norm(), 1e-12) << s.time();
  });
  EXPECT_EQ(leaping.simulation.jumpRecord().count, 1);
  EXPECT_LT((leaping.simulation.jumpImpulse(leaping.law) - Vector{{1.0, 0.0}}).norm(), 1e-12);

  // Inputs that are not along the outputs: −μ in the normal cone at x⁺ = x⁻ + B μ.
  const Matrix B{{1.0, 0.5}, {-0.5, 1.0}};
  Sweeping oblique(Vector{{3.0, 0.0}}, convex::ball(Vector::Zero(2), 1.0), 0.1, 1.0, 1.0, B);
  oblique.simulation.run();
  const Vector mu = oblique.simulation.jumpImpulse(oblique.law);
  EXPECT_NEAR(oblique.x.x().norm(), 1.0, 1e-11);
  EXPECT_LT((mu.normalized() + oblique.x.x().normalized()).norm(), 1e-10);
  EXPECT_LT((Vector{{3.0, 0.0}} + B * mu - oblique.x.x()).norm(), 1e-11);
}

/// Polyhedra and intervals jump by the same rule, beside a diode that is pulled along.
TEST(OutputSets, JumpsTakeOtherRowsAlong) {
  Model model(0.0, 0.2);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{2.0, 0.5}}, Matrix::Zero(2, 2));
  auto& interval = model.link(SweepingNSL(1, BoxSet{-1.0, 1.0}),
                              FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{1.0}, {1.0}}), x);
  auto& diode = model.link(ComplementarityConditionNSL(),
                           FirstOrderLinearTIR(Matrix{{0.0, 1.0}}, Matrix{{0.0}, {1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5, 0.5));
  simulation.run();
  // The interval takes 1 from both; the diode gives back what the second is short of zero.
  EXPECT_LT((x.x() - Vector{{1.0, 0.0}}).norm(), 1e-12);
  EXPECT_NEAR(simulation.jumpImpulse(interval)[0], -1.0, 1e-12);
  EXPECT_NEAR(simulation.jumpImpulse(diode)[0], 0.5, 1e-12);
}

/// A nonlinear system whose output stays in a ball that moves and grows with the state; inputs are not along the outputs.
struct Growing {
  Growing()
      : model(0.0, 2.0),
        x(model.add<FirstOrderNonLinearDS>(Vector{{0.1, 0.2}},
                                           [](double, VectorConstRef s, VectorRef f) {
                                             f << s[1] - 0.2 * s[0] * s[0] * s[0] + 0.4, 0.3 - s[0];
                                           })),
        simulation(model, TimeDiscretisation(0.0, 0.02), EulerMoreauOSI(0.5, 1.0)) {
    model.link(SweepingNSL(2, [](double, VectorConstRef s) { return convex::ball(center(s), radius(s)); }),
               FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix{{1.0, 0.2}, {-0.3, 1.5}}), x);
    simulation.initialize();
  }
  static Vector center(VectorConstRef s) { return Vector{{0.05, 0.1 * s[1]}}; }
  static double radius(VectorConstRef s) { return 0.4 + 0.1 * std::sin(s[0]); }
  State after(int steps) {
    for (int k = 0; k < steps; ++k) {
      simulation.computeOneStep();
      simulation.nextStep();
      EXPECT_LE((x.x() - center(x.x())).norm(), radius(x.x()) + 1e-8);
    }
    return model.state();
  }

  Model model;
  FirstOrderNonLinearDS& x;
  TimeStepping simulation;
};

TEST(OutputSets, RepeatToTheBit) {
  Growing run;
  Growing again;
  const State start = run.after(40);
  EXPECT_NEAR((run.x.x() - Growing::center(run.x.x())).norm(), Growing::radius(run.x.x()), 1e-8);
  again.after(40);
  EXPECT_EQ(run.x.x(), again.x.x());
  const State end = run.after(20);
  run.model.setState(start);
  EXPECT_TRUE(end == run.after(20));
}

/// Multipliers in a cone K are outputs in the dual cone: of |x_T| ≤ 2 x_N that is 2 |x_T| ≤ x_N. The start is outside of it, so
/// that both begin with the jump to the nearest point of the dual cone.
TEST(OutputSets, AConeOfMultipliersIsTheDualConeOfOutputs) {
  const auto run = [](const auto& law) {
    Model model(0.0, 4.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{0.2, 1.0, -0.5}},
                                            Matrix{{-0.3, 0.5, 0.0}, {-0.5, 0.0, 1.0}, {0.0, -1.0, 0.1}});
    x.setB([](double t, VectorRef b) { b << std::cos(2.0 * t), std::sin(3.0 * t), 0.2; });
    auto& link = model.link(law, FirstOrderLinearTIR(Matrix::Identity(3, 3), Matrix::Identity(3, 3)), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.02), EulerMoreauOSI(1.0),
                            VI(Solver("auto").set("tolerance", 1e-12)));
    std::vector<Vector> states;
    int pushed = 0;
    simulation.run([&](const Simulation&) {
      states.emplace_back(x.x());
      EXPECT_LE(2.0 * x.x().tail(2).norm(), x.x()[0] + 1e-9);
      EXPECT_LE(link.lambda().tail(2).norm(), 2.0 * link.lambda()[0] + 1e-7);
      EXPECT_NEAR(link.lambda().dot(x.x()), 0.0, 1e-7);
      pushed += link.lambda().norm() > 1e-3 ? 1 : 0;
    });
    EXPECT_GT(pushed, 20);
    states.emplace_back(simulation.jumpImpulse(link));
    return states;
  };
  const auto ofMultipliers = run(NormalConeNSL(3, convex::lorentzCone(2.0)));
  const auto ofOutputs = run(SweepingNSL(3, convex::lorentzCone(0.5)));
  ASSERT_EQ(ofMultipliers.size(), ofOutputs.size());
  for (std::size_t k = 0; k < ofOutputs.size(); ++k)
    EXPECT_LT((ofMultipliers[k] - ofOutputs[k]).norm(), 1e-9) << k;
  EXPECT_GT(ofOutputs.back().norm(), 0.1);
}

/// Sets that vary in a model of both orders, and the exact hold: x' = −x + λ below a ceiling that sinks.
TEST(OutputSets, GoWithOtherIntegrators) {
  const auto ceiling = [](double t) { return BoxSet{-inf, 1.0 - 0.5 * t}; };
  const auto check = [&](auto integrator, bool mass) {
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{0.5}}, Matrix{{-1.0}});
    x.setB(Vector{{2.0}});
    model.link(SweepingNSL(1, ceiling), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
    if (mass) model.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Ones(1), Matrix::Identity(1, 1));
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), std::move(integrator));
    simulation.run([&](const Simulation& s) {
      EXPECT_LE(x.x()[0], 1.0 - 0.5 * s.time() + 1e-13);
      if (s.time() > 0.5) {
        EXPECT_NEAR(x.x()[0], 1.0 - 0.5 * s.time(), 1e-13);
      }
    });
  };
  check(ZeroOrderHoldOSI(), false);
  check(EulerMoreauOSI(0.5, 1.0), false);
  check(MixedOrderOSI(MoreauJeanOSI(0.5), EulerMoreauOSI(1.0)), true);
}

/// A box a million of its widths away from zero holds its output as well as one at zero does.
TEST(OutputSets, ABoxFarAwayHoldsAsWell) {
  const auto run = [](double origin) {
    Model model(0.0, 3.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{0.3, 0.3}}, Matrix::Zero(2, 2));
    x.setB([](double t, VectorRef b) { b << 2.0 * std::sin(3.0 * t), 2.0 * std::cos(2.0 * t); });
    const Vector far = Vector::Constant(2, origin);
    FirstOrderLinearTIR relation(Matrix::Identity(2, 2), Matrix{{1.0, 0.4}, {-0.3, 0.8}});
    relation.setE(far);
    model.link(SweepingNSL(2, convex::box(far, far + Vector::Ones(2))), relation, x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
    std::vector<Vector> states;
    simulation.run([&](const Simulation&) { states.emplace_back(x.x()); });
    return states;
  };
  const auto near = run(0.0);
  const auto far = run(1048576.0);
  for (std::size_t k = 0; k < near.size(); ++k) {
    EXPECT_LT((near[k] - far[k]).norm(), 1e-8) << k;  // rounding of 1e6 a step, and of the sum
    EXPECT_GE(far[k].minCoeff(), -1e-9);
    EXPECT_LE(far[k].maxCoeff(), 1.0 + 1e-9);
  }
}

/// Bounded multipliers have no impulses, wherever and however long their set is.
TEST(BoundedSets, MakeNoJump) {
  for (const ProjectorSet& set :
       {convex::ball(Vector{{1e3, 0.0}}, 1.0),
        convex::ellipsoid(Vector::Zero(2), Matrix(Vector{{1e6, 0.01}}.asDiagonal())),
        convex::ball(Vector::Zero(2), 1.0)}) {
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0, 0.5}}, Matrix(Matrix::Zero(2, 2)));
    const Matrix I = Matrix::Identity(2, 2);
    model.link(NormalConeNSL(2, set), FirstOrderLinearTIR(I, I), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    simulation.initialize();
    EXPECT_EQ(Vector(x.x()), (Vector{{-1.0, 0.5}}));
  }
}

}  // namespace
}  // namespace nsds::output_sets_test
