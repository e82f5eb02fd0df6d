// Moreau's sweeping process by its front door: exact solutions, its schemes, what it refuses.
#include "kernel/theory/front_doors/runs.hpp"
#include "nsds/theory/first_order/plasticity.hpp"
#include "nsds/theory/first_order/sweeping_process.hpp"

namespace nsds::sweeping_processes_test {
namespace {

/// The play operator: K = [u - r, u + r] under a u that turns at instants of steps is exact there, and the stop is what is left.
TEST(SweepingProcess, PlayAndStopAreExact) {
  const double r = 0.3;
  const auto u = [](double t) { return t < 1.0 ? t : t < 2.5 ? 2.0 - t : t - 3.0; };  // 0, 1, -0.5, 0.5
  const SweepingProcess play(1, [=](double t) { return BoxSet{u(t) - r, u(t) + r}; });
  const Course course = courseOf(play, Vector{{0.0}}, 3.5, 0.125);
  Vector path(std::ssize(course.x));
  for (Index k = 0; k < path.size(); ++k) path[k] = u(0.125 * static_cast<double>(k));
  const Vector exact = playOperator(r, path);
  const Vector stop = stopOperator(r, path);
  for (Index k = 0; k < path.size(); ++k) {
    EXPECT_NEAR(course.x[static_cast<std::size_t>(k)][0], exact[k], 1e-15);
    EXPECT_LE(std::abs(stop[k]), r + 1e-15);
  }
  EXPECT_NEAR(exact[path.size() - 1], 0.2, 1e-15);
}

/// The play follows sin t with turning points between instants of steps, exactly: max of what the lower end was, then min.
TEST(SweepingProcess, PlayConvergesWhereItsDriveTurnsWithinSteps) {
  const double r = 0.4;
  const auto exact = [=](double t) {
    if (t < 0.5 * M_PI) return Vector{{std::max(0.0, std::sin(t) - r)}};
    return Vector{{std::min(1.0 - r, std::sin(t) + r)}};
  };
  const OrderFit fit = orderOverTwoDecades(4.0, [&](double t0, double h, Index steps) {
    const SweepingProcess play(1, [=](double t) { return BoxSet{std::sin(t) - r, std::sin(t) + r}; });
    return largestError(play, t0, h, steps, catchingUp(), exact);
  });
  EXPECT_GT(fit.order, 1.85);  // 2.08 by the theory page: the value at a turn is off by h²
}

/// The tractrix: the unit ball around (t, 0) drags x = (t + cos a, sin a), tan(a/2) = eᵗ.
TEST(SweepingProcess, FollowsTheTractrix) {
  const auto exact = [](double t) {
    const double a = 2.0 * std::atan(std::exp(t));
    return Vector{{t + std::cos(a), std::sin(a)}};
  };
  const OrderFit fit = orderOverTwoDecades(2.0, [&](double t0, double h, Index steps) {
    const SweepingProcess process(2, [](double t) { return convex::ball(Vector{{t, 0.0}}, 1.0); });
    return largestError(process, t0, h, steps, catchingUp(), exact);
  });
  EXPECT_GT(fit.order, 0.98 - 0.15);
  EXPECT_LT(fit.order, 1.1);
}

/// x' = cos t - dmeasure, x ≥ 0: x = ½ + sin t + m, m = max(0, -min over s ≤ t of (½ + sin s)), the measure that pushes.
struct Reflected {
  static double push(double t) {
    const double lowest = t < M_PI ? 0.5 : t < 1.5 * M_PI ? 0.5 + std::sin(t) : -0.5;
    return std::max(0.0, -lowest);
  }
  static Vector exact(double t) { return Vector{{0.5 + std::sin(t) + push(t)}}; }
  static SweepingProcess process() {
    VectorField f = VectorField::zero(1);
    f.add([](double t, VectorRef value) { value[0] = -std::cos(t); });
    SweepingProcess process(1, convex::halfSpace(Vector{{1.0}}, 0.0));
    process.setField(f);
    return process;
  }
};

TEST(SweepingProcess, ReflectsWithOrderOneByBothSchemes) {
  for (const FieldEvaluation scheme : {FieldEvaluation::atEnd, FieldEvaluation::atStart}) {
    const OrderFit fit = orderOverTwoDecades(8.0, [&](double t0, double h, Index steps) {
      return largestError(Reflected::process(), t0, h, steps, catchingUp(scheme), Reflected::exact);
    });
    EXPECT_GT(fit.order, 0.85);
    EXPECT_LT(fit.order, 1.15);
  }
}

/// The measure function itself: the sum of h λ.
TEST(SweepingProcess, TheMeasureThatPushesConvergesToo) {
  const OrderFit fit = orderOverTwoDecades(8.0, [&](double t0, double h, Index steps) {
    DoorRun run(Reflected::process(), Reflected::exact(t0), t0, h, steps, catchingUp());
    double pushed = 0.0;
    double worst = 0.0;
    run.simulation.run([&](const Simulation& s) {
      pushed += s.lastTimeStep() * run.parts.interaction.lambda()[0];
      worst = std::max(worst, std::abs(pushed - Reflected::push(s.time())));
    });
    return worst;
  });
  EXPECT_GT(fit.order, 0.85);
  EXPECT_LT(fit.order, 1.15);
}

/// Explicit catching-up is x_{k+1} = P_K(x_k - h f(t_k, x_k)), whatever f is.
TEST(SweepingProcess, TheExplicitSchemeProjectsAfterAStepOfTheField) {
  const auto field = [](double t, VectorConstRef x) {
    return Vector{{x[1] * x[1] - t, std::sin(3.0 * x[0]) + 1.0}};
  };
  SweepingProcess process(2, convex::ball(Vector::Zero(2), 0.5));
  process.setField(VectorField(2, [=](double t, VectorConstRef x, VectorRef f) { f = field(t, x); }));
  Vector x{{0.3, 0.2}};
  const Course course = courseOf(process, x, 1.0, 0.02, 1e-13, catchingUp(FieldEvaluation::atStart));
  int held = 0;
  for (std::size_t k = 1; k < course.x.size(); ++k) {
    const Vector free = x - 0.02 * field(0.02 * static_cast<double>(k - 1), x);
    x = free.norm() > 0.5 ? Vector(0.5 * free.normalized()) : free;
    EXPECT_LT((course.x[k] - x).norm(), 1e-9) << k;
    held += free.norm() > 0.5 ? 1 : 0;
  }
  EXPECT_GT(held, 10);
}

/// K = [sin t + L x, ∞) pushes x = max of sin s / (1 - L): the implicit scheme is exact at instants but where sin turns between
/// them, the semi-implicit one of order one.
TEST(StateDependentProcess, HasTheOrdersOfItsSchemes) {
  const auto exact = [](double t) { return Vector{{2.0 * (t < 0.5 * M_PI ? std::sin(t) : 1.0)}}; };
  const auto order = [&](SetEvaluation sets) {
    return orderOverTwoDecades(3.0,
                               [&](double t0, double h, Index steps) {
                                 SweepingProcess process(1, [](double t, VectorConstRef x) {
                                   return BoxSet{std::sin(t) + 0.5 * x[0], kNoBound};
                                 });
                                 process.setContraction(0.5);
                                 return largestError(process, t0, h, steps,
                                                     catchingUp(FieldEvaluation::atEnd, sets), exact);
                               })
        .order;
  };
  EXPECT_GT(order(SetEvaluation::implicit), 0.85);
  EXPECT_GT(order(SetEvaluation::semiImplicit), 0.97 - 0.15);
  EXPECT_LT(order(SetEvaluation::semiImplicit), 1.15);
}

/// The semi-implicit step takes K(t_{k+1}, x_k), by itself: a ball that follows the state by half.
TEST(StateDependentProcess, SemiImplicitStepsTakeTheSetOfTheStart) {
  const auto center = [](double t, VectorConstRef x) { return Vector{{t + 0.5 * x[0], 0.5 * x[1]}}; };
  const SweepingProcess process(2,
                                [=](double t, VectorConstRef x) { return convex::ball(center(t, x), 0.4); });
  const EulerMoreauOSI scheme = catchingUp(FieldEvaluation::atEnd, SetEvaluation::semiImplicit);
  EXPECT_EQ(scheme.setEvaluation(), SetEvaluation::semiImplicit);
  expectPart(scheme.description(), "sets at the start of the step");
  Vector x{{0.0, 0.2}};
  const Course course = courseOf(process, x, 2.0, 0.05, 0.0, scheme);
  for (std::size_t k = 1; k < course.x.size(); ++k) {
    const Vector c = center(0.05 * static_cast<double>(k), x);
    if ((x - c).norm() > 0.4) x = c + 0.4 * (x - c).normalized();
    EXPECT_LT((course.x[k] - x).norm(), 1e-13) << k;
  }
  EXPECT_GT(x[0], 1.0);
}

TEST(StateDependentProcess, IsRefusedFromOneOnWhereTheConstantIsGiven) {
  SweepingProcess process(1, [](double t, VectorConstRef x) { return BoxSet{t + x[0], kNoBound}; });
  for (const double L : {1.0, 1.5, -0.1, std::nan("")})
    expectPart(test::errorText<InvalidArgument>([&] { process.setContraction(L); }), "solutions are known");
  // A constant below one is held against what iterates measure.
  SweepingProcess half(1, [](double t, VectorConstRef x) { return BoxSet{t + 0.5 * x[0], kNoBound}; });
  half.setContraction(0.4);
  const std::string text =
      test::errorText<ContractionError>([&] { courseOf(half, Vector{{0.0}}, 1.0, 0.1, 0.0, catchingUp()); });
  expectPart(text, "moves by 0.5");
  expectPart(text, "given 0.4");
}

TEST(StateDependentProcess, EndsByNameWhereIteratesMeasureOneOrMore) {
  for (const double L : {1.0, 1.5, 4.0}) {
    const SweepingProcess process(1, [=](double t, VectorConstRef x) {
      return BoxSet{std::sin(t) + L * x[0], kNoBound};
    });
    Model model(0.0, 3.0);
    const FirstOrderParts parts = process.addTo(model, Vector{{0.0}});
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), catchingUp());
    try {
      simulation.run();
      FAIL() << L;
    } catch (const ContractionError& error) {
      EXPECT_NEAR(error.lipschitz(), L, 1e-6);
      expectPart(error.what(), "t = 0.01");
    }
    EXPECT_EQ(parts.system.x()[0], 0.0);
    EXPECT_EQ(simulation.time(), 0.0);
  }
  // A ball in the plane that runs ahead of the state: only its projection is known.
  const SweepingProcess ball(2, [](double t, VectorConstRef x) {
    return convex::ball(Vector{{2.0 * t + 1.2 * x[0], 1.2 * x[1]}}, 0.01);
  });
  Model model(0.0, 1.0);
  ball.addTo(model, Vector::Zero(2));
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), catchingUp());
  try {
    simulation.run();
    FAIL();
  } catch (const ContractionError& error) {
    EXPECT_NEAR(error.lipschitz(), 1.2, 1e-3);
  }
}

/// A process in a metric P moves along P⁻¹ of the normals: a half plane { x₁ ≥ t } in P = [2 1; 1 2] pushes along (2, -1)/2.
TEST(SweepingProcess, AMetricTurnsTheNormals) {
  SweepingProcess process(2, [](double t) { return convex::halfSpace(Vector{{1.0, 0.0}}, t); });
  process.setMetric(Matrix{{2.0, 1.0}, {1.0, 2.0}});
  const Course course = courseOf(process, Vector::Zero(2), 1.0, 0.125, 1e-13);
  for (std::size_t k = 0; k < course.x.size(); ++k) {
    const double t = 0.125 * static_cast<double>(k);
    EXPECT_LT((course.x[k] - Vector{{t, -0.5 * t}}).norm(), 1e-11);
  }
}

TEST(SweepingProcessInput, IsRefusedByName) {
  const VaryingSet ball = convex::ball(Vector::Zero(2), 1.0);
  SweepingProcess process(2, ball);
  Model model(0.0, 1.0);
  expectPart(test::errorText<InvalidArgument>([&] { SweepingProcess(0, ball); }), "0 states");
  expectPart(test::errorText<InvalidArgument>([&] { process.addTo(model, Vector{{0.0, NAN}}); }), "x0");
  expectPart(test::errorText<InvalidArgument>([&] { process.addTo(model, Vector{{0.0}}); }), "x0");
  expectPart(
      test::errorText<InvalidArgument>([&] { SweepingProcess(2, convex::halfSpace(Vector{{1.0}}, 0.0)); }),
      "H");
  // x ↦ 2 x is no projection.
  const ProjectorSet doubled{[](VectorConstRef x, VectorRef p) { p = 2.0 * x; }, 1.0};
  expectPart(test::errorText<InvalidArgument>([&] { SweepingProcess(2, doubled); }), "projector");
  expectPart(test::errorText<InvalidArgument>([&] { process.setField(VectorField::zero(3)); }), "3 entries");
  expectPart(test::errorText<InvalidArgument>([&] {
               process.setMetric(Matrix{{1.0, 2.0}, {2.0, 1.0}});
             }),
             "positive definite");
  expectPart(test::errorText<InvalidArgument>([&] {
               process.setMetric(Matrix{{1.0, 2.0}, {0.0, 1.0}});
             }),
             "symmetric");
  expectPart(test::errorText<InvalidArgument>([&] { process.setLipschitz(-1.0); }), "Lipschitz");
  expectPart(test::errorText<InvalidArgument>([&] { process.setJumps({NAN}); }), "jump");
}

/// A set that becomes empty at t = ½ ends the run there; the error names the instant and the rows, and the state stays.
TEST(SweepingProcessInput, EmptySetsAreNamed) {
  const auto run = [](const SweepingProcess& process) {
    Model model(0.0, 1.0);
    const FirstOrderParts parts = process.addTo(model, Vector::Zero(process.states()));
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), catchingUp());
    const std::string text = test::errorText<Error>([&] { simulation.run(); });
    EXPECT_NEAR(simulation.time(), 0.5, 1e-12);
    EXPECT_TRUE(parts.system.x().allFinite());
    return text;
  };
  const std::string rows = run({2, [](double t) {
                                  return PolyhedronSet{Matrix{{0.0, 1.0}, {1.0, 1.0}, {-1.0, -1.0}},
                                                       Vector{{-3.0, 2.0 * t - 1.05, 0.0}}};
                                }});
  expectPart(rows, "t = 0.6");
  expectPart(rows, "the rows 1, 2 exclude each other");
  const std::string interval = run({1, [](double t) { return BoxSet{2.0 * t - 1.05, 0.0}; }});
  expectPart(interval, "t = 0.6");
  expectPart(interval, "empty");
}

}  // namespace
}  // namespace nsds::sweeping_processes_test
