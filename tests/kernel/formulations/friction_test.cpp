// Coulomb friction against what is known in closed form: sliding and sticking, oblique impacts, energies.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "kernel/formulations/particle.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"

namespace nsds::test::friction_test {
namespace {

/// A particle over the plane N = 0, coordinates (N, T1 [, T2]), so that U = v and the Delassus matrix is the
/// inverse of the mass.
struct Particle {
  Particle(const Vector& v0, const Matrix& mass, double T)
      : run(0.0, T), ds(run.model->add<LagrangianLinearTIDS>(Vector::Zero(v0.size()), v0, mass)) {}

  template <class Law>
  Interaction& on(const Law& law) {
    return run.model->link(law, LagrangianLinearTIR(Matrix(Matrix::Identity(ds.dimension(), ds.dimension()))),
                           ds);
  }

  Trial run;
  LagrangianLinearTIDS& ds;
};

Matrix massOf(Index dimension, double m) {
  return m * Matrix::Identity(dimension, dimension);
}

class Sliding : public testing::TestWithParam<Index> {
 protected:
  /// A unit direction in the tangent plane.
  Vector direction() const {
    return GetParam() == 2 ? Vector(Vector{{0.0, -1.0}}) : Vector(Vector{{0.0, 0.6, -0.8}});
  }
};

/// On a horizontal plane the speed is v0 - mu g t until it is 0, and stays there; so in the scheme, whose
/// normal impulse is m g h in every step.
TEST_P(Sliding, BlockSlowsDownAndSticks) {
  const double mu = 0.3, m = 2.5, v0 = 1.0, h = 1e-2;
  Particle block(v0 * direction(), massOf(GetParam(), m), 0.5);
  block.ds.setFExt(-m * g * Vector::Unit(GetParam(), 0));
  auto& plane = block.on(NewtonImpactFrictionNSL(0.0, 0.0, mu, GetParam()));
  block.run.simulateWith(h, MoreauJeanOSI(0.5));
  EXPECT_EQ(block.run.simulation->nonSmoothProblem().name(), "FrictionContact");
  double path = 0.0;
  double before = v0;
  for (int k = 1; k <= 50; ++k) {
    block.run.step();
    const double speed = std::max(0.0, v0 - mu * g * k * h);
    path += 0.5 * h * (speed + before);
    before = speed;
    EXPECT_LT((block.ds.v() - speed * direction()).norm(), 1e-12) << "step " << k;
    EXPECT_LT((block.ds.q() - path * direction()).norm(), 1e-12) << "step " << k;
    EXPECT_NEAR(plane.lambda()[0], m * g * h, 1e-12);
  }
  EXPECT_EQ(before, 0.0);
}

/// On an incline of slope s the acceleration is g (sin s - mu cos s) downhill, and 0 for mu > tan s.
TEST_P(Sliding, InclineHoldsBelowTheFrictionAngle) {
  const double mu = 0.3, h = 1e-2;
  for (const double slope : {0.9 * std::atan(mu), 1.1 * std::atan(mu), 1.0}) {
    Particle block(Vector::Zero(GetParam()), massOf(GetParam(), 1.0), 1.0);
    block.ds.setFExt(-g * std::cos(slope) * Vector::Unit(GetParam(), 0) + g * std::sin(slope) * direction());
    block.on(NewtonImpactFrictionNSL(0.0, 0.0, mu, GetParam()));
    block.run.simulateWith(h, MoreauJeanOSI(0.5));
    const double acceleration = std::max(0.0, g * (std::sin(slope) - mu * std::cos(slope)));
    for (int k = 1; k <= 100; ++k) {
      block.run.step();
      ASSERT_LT((block.ds.v() - acceleration * k * h * direction()).norm(), 1e-12 * (1.0 + k))
          << "slope " << slope << ", step " << k;
    }
  }
}

/// An oblique impact: the normal velocity is -e_n times that before; the tangential one -e_t times that
/// before if |(1 + e_t) U_T| <= mu (1 + e_n) |U_N|, else it loses mu (1 + e_n) |U_N|.
TEST_P(Sliding, ObliqueImpactSticksOrSlides) {
  const double e_n = 0.5, e_t = 0.25, mu = 0.4, approach = 2.0, m = 3.0;
  const double cone = mu * (1.0 + e_n) * approach;
  for (const double slip : {0.0, 0.9, 0.999, 1.001, 5.0}) {
    const double before = slip * cone / (1.0 + e_t);
    Particle ball(before * direction() - approach * Vector::Unit(GetParam(), 0), massOf(GetParam(), m), 1.0);
    auto& contact = ball.on(NewtonImpactFrictionNSL(e_n, e_t, mu, GetParam()));
    ball.run.simulateWith(1e-3, MoreauJeanOSI(0.5));
    ball.run.step();
    const double after = slip <= 1.0 ? -e_t * before : before - cone;
    const Vector expected = after * direction() + e_n * approach * Vector::Unit(GetParam(), 0);
    EXPECT_LT((ball.ds.v() - expected).norm(), 1e-12) << "slip " << slip;
    EXPECT_NEAR(contact.lambda()[0], m * (1.0 + e_n) * approach, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, Sliding, testing::Values(2, 3),
                         [](const auto& value) { return std::to_string(value.param) + "D"; });

/// What an impulse does on the mean velocity.
struct Work {
  double normal;
  double tangential;
};

template <class Law>
Work impact(const Law& law, const Matrix& mass, const Vector& before, double theta,
            double* kinetic = nullptr) {
  Particle body(before, mass, 1.0);
  auto& contact = body.on(law);
  body.run.simulateWith(1e-3, MoreauJeanOSI(theta), FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  body.run.step();
  const Vector after = body.ds.v();
  if (kinetic != nullptr) *kinetic = 0.5 * (after.dot(mass * after) - before.dot(mass * before));
  const Vector work = (0.5 * contact.lambda().array() * (after + before).array()).matrix();
  return {work[0], work.tail(work.size() - 1).sum()};
}

/// A slender body: W = [2, 1; 1, 1]. Sliding backwards at 0.8 while it approaches at 1, it is turned by the
/// normal impulse 2 / (2 - 0.2) = 10/9 to slide forwards at 0.8/9: friction of 0.2 has pulled the way it
/// went, and Newton's law with e_n = 1 gives it the energy (2/9) (6.4/9) / 2 in addition.
TEST(Energy, NewtonCoulombCreatesItWhenSlidingReverses) {
  const Matrix mass{{1.0, -1.0}, {-1.0, 2.0}};
  const Vector before{{-1.0, -0.8}};
  double kinetic = 0.0;
  const Work work = impact(NewtonImpactFrictionNSL(1.0, 0.0, 0.2, 2), mass, before, 0.5, &kinetic);
  EXPECT_NEAR(work.normal, 0.0, 1e-12);
  EXPECT_NEAR(work.tangential, 2.0 / 9.0 * 6.4 / 9.0 / 2.0, 1e-12);
  EXPECT_NEAR(kinetic, work.normal + work.tangential, 1e-12);
  const Work fremond = impact(FremondImpactFrictionNSL(1.0, 0.2, 2), mass, before, 0.5, &kinetic);
  EXPECT_LE(fremond.tangential, 1e-14);
  EXPECT_LE(kinetic, 1e-14);
}

/// The impulse of Fremond's law does no positive work along the tangents, whatever the body and the impact;
/// with e = 0, nor does that of Coulomb's law with Newton's restitution, in sum.
TEST(Energy, OfRandomImpactsIsNotCreated) {
  Draws draws(1);
  for (int trial = 0; trial < test::effort(50, 200); ++trial) {
    const Index d = 2 + trial % 2;
    const Matrix root = Matrix::NullaryExpr(d, d, [&] { return draws.normal(); });
    const Matrix mass = root * root.transpose() + 0.2 * Matrix::Identity(d, d);
    Vector before = Vector::NullaryExpr(d, [&] { return draws.normal(); });
    before[0] = -std::abs(before[0]);
    const double e = draws.uniform(0.0, 1.0), mu = draws.uniform(0.0, 1.0);
    double kinetic = 0.0;
    const Work work = impact(FremondImpactFrictionNSL(e, mu, d), mass, before, 0.5, &kinetic);
    const double scale = before.dot(mass * before);
    EXPECT_LE(work.tangential, 1e-11 * scale) << "trial " << trial;
    EXPECT_LE(work.normal, 1e-11 * scale) << "trial " << trial;
    EXPECT_NEAR(kinetic, work.normal + work.tangential, 1e-11 * scale) << "trial " << trial;
    impact(NewtonImpactFrictionNSL(0.0, 0.0, mu, d), mass, before, 0.5, &kinetic);
    EXPECT_LE(kinetic, 1e-11 * scale) << "trial " << trial;
  }
}

/// theta U+ + (1 - theta) U- = 0 where Fremond's law sticks, also below a threshold of restitution, which is
/// of the normal velocity.
TEST(Fremond, SticksAtZeroMeanVelocity) {
  for (const double threshold : {0.0, 1.0}) {
    for (const double theta : {0.5, 0.75, 1.0}) {
      Particle block(Vector{{0.0, 0.1, -0.2}}, massOf(3, 1.0), 1.0);
      block.ds.setFExt(Vector{{-g, 0.0, 0.0}});
      block.on(FremondImpactFrictionNSL(0.5, 10.0, 3));
      block.run.simulateWith(1e-2, MoreauJeanOSI(theta, {.restitutionThreshold = threshold}));
      block.run.step();
      const Vector expected = -(1.0 - theta) / theta * Vector{{0.0, 0.1, -0.2}};
      EXPECT_LT((block.ds.v() - expected).norm(), 1e-12) << "theta " << theta << ", threshold " << threshold;
    }
  }
}

/// A column of beads without friction: Coulomb's cones are then half-lines, and the steps those of the LCP.
TEST(Friction, WithoutCoefficientIsTheImpactLaw) {
  const auto column = [](bool cones) {
    Trial run(0.0, 1.0);
    run.model->setScales({1.0, 1.0, 1.0});
    LagrangianLinearTIDS* below = nullptr;
    std::vector<LagrangianLinearTIDS*> beads;
    for (int i = 0; i < 4; ++i) {
      auto& bead = run.model->add<LagrangianLinearTIDS>(Vector{{0.2 + 0.21 * i, 0.0}},
                                                        Vector{{-0.1 * i, 0.3}}, massOf(2, 1.0 + 0.5 * i));
      bead.setFExt(Vector{{-g * (1.0 + 0.5 * i), 0.0}});
      Matrix H = massOf(2, 1.0);
      if (below != nullptr) {
        H.resize(2, 4);
        H << -massOf(2, 1.0), massOf(2, 1.0);
      }
      std::vector<DynamicalSystem*> systems{&bead};
      if (below != nullptr) systems.insert(systems.begin(), below);
      const Vector b{{below == nullptr ? 0.0 : -0.2, 0.0}};
      if (cones) {
        run.model->link(NewtonImpactFrictionNSL(0.5, 0.0, 0.0, 2), LagrangianLinearTIR(H, b), systems);
      } else {
        run.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix(H.row(0)), b[0]), systems);
      }
      below = &bead;
      beads.push_back(&bead);
    }
    run.simulateWith(1e-3, MoreauJeanOSI(0.5));
    run.simulation->nonSmoothProblem().setSolver(Solver("auto").set("tolerance", 1e-13));
    std::vector<Vector> heights;
    for (int k = 0; k < 400; ++k) {
      run.step();
      Vector q(4);
      for (Index i = 0; i < 4; ++i) q[i] = beads[static_cast<std::size_t>(i)]->q()[0];
      heights.push_back(q);
      for (const auto* bead : beads) EXPECT_EQ(bead->v()[1], 0.3);
    }
    return heights;
  };
  const auto cones = column(true);
  const auto impacts = column(false);
  for (std::size_t k = 0; k < cones.size(); ++k)
    ASSERT_LT((cones[k] - impacts[k]).norm(), 1e-9) << "step " << k;
}

/// A mass on a spring that rubs on a plane: the normal impulse is m g h in every step, and friction is a
/// relay of mu m g h. It comes to rest off the middle in both.
TEST(Friction, UnderAKnownNormalForceIsARelay) {
  const double m = 2.0, mu = 0.1, h = 1e-2, stiffness = 50.0;
  Trial coulomb(0.0, 5.0);
  auto& block = coulomb.model->add<LagrangianLinearTIDS>(Vector{{0.0, 0.3}}, Vector::Zero(2), massOf(2, m),
                                                         Matrix(Vector{{0.0, stiffness}}.asDiagonal()),
                                                         Matrix::Zero(2, 2));
  block.setFExt(Vector{{-m * g, 0.0}});
  auto& plane = coulomb.model->link(NewtonImpactFrictionNSL(0.0, 0.0, mu, 2),
                                    LagrangianLinearTIR(massOf(2, 1.0)), block);
  Trial relay(0.0, 5.0);
  auto& line = relay.model->add<LagrangianLinearTIDS>(Vector{{0.3}}, Vector::Zero(1), massOf(1, m),
                                                      massOf(1, stiffness), Matrix::Zero(1, 1));
  auto& rubbing =
      relay.model->link(RelayNSL(-mu * m * g * h, mu * m * g * h), LagrangianLinearTIR(massOf(1, 1.0)), line);
  for (Trial* run : {&coulomb, &relay}) {
    run->simulateWith(h, MoreauJeanOSI(0.5));
    run->simulation->nonSmoothProblem().setSolver(Solver("auto").set("tolerance", 1e-13));
  }
  for (int k = 0; k < 500; ++k) {
    coulomb.step();
    relay.step();
    ASSERT_NEAR(block.q()[1], line.q()[0], 1e-10) << "step " << k;
    ASSERT_NEAR(block.v()[1], line.v()[0], 1e-10) << "step " << k;
    ASSERT_NEAR(plane.lambda()[1], rubbing.lambda()[0], 1e-10) << "step " << k;
  }
  EXPECT_LT(std::abs(line.v()[0]), 1e-12);
  EXPECT_GT(std::abs(line.q()[0]), 1e-4);
  EXPECT_LT(std::abs(stiffness * line.q()[0]), mu * m * g);  // friction holds it
}

/// Three balls in a corner of two walls and a floor, pushed: a pile of contacts that share bodies. frame(k):
/// the angle by which the tangents of contact k are turned.
template <class Frame>
Vector pileVelocities(const Frame& frame) {
  Trial run(0.0, 0.2);
  std::vector<LagrangianLinearTIDS*> balls;
  for (int k = 0; k < 3; ++k) {
    balls.push_back(&run.model->add<LagrangianLinearTIDS>(Vector{{1.0 * k, 0.0, 0.0}},
                                                          Vector{{-1.0 + 0.3 * k, 0.4 * k, -0.2}},
                                                          Matrix(Matrix::Identity(3, 3))));
    balls.back()->setFExt(Vector{{-3.0, 1.0, -g}});
  }
  int contact = 0;
  const auto rows = [&](const Eigen::Vector3d& n) {
    const Eigen::Vector3d any = std::abs(n[2]) < 0.5 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitX();
    const Eigen::Vector3d t = n.cross(any).normalized();
    const Eigen::Vector3d s = n.cross(t);
    const double a = frame(contact++);
    Matrix H(3, 3);
    H << n.transpose(), (std::cos(a) * t + std::sin(a) * s).transpose(),
        (std::cos(a) * s - std::sin(a) * t).transpose();
    return H;
  };
  const NewtonImpactFrictionNSL law(0.3, 0.0, 0.4, 3);
  for (auto* ball : balls) run.model->link(law, LagrangianLinearTIR(rows(Eigen::Vector3d::UnitZ())), *ball);
  run.model->link(law, LagrangianLinearTIR(rows(Eigen::Vector3d::UnitX())), *balls[0]);
  for (std::size_t k = 0; k + 1 < balls.size(); ++k) {
    const Matrix side = rows(Eigen::Vector3d::UnitX());
    Matrix H(3, 6);
    H << -side, side;
    run.model->link(law, LagrangianLinearTIR(H, Vector{{-1.0, 0.0, 0.0}}), *balls[k], *balls[k + 1]);
  }
  run.simulateWith(1e-2, MoreauJeanOSI(0.5), FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  // Then the ball in the middle sticks between its neighbours: what it passes on to them is not unique, and
  // solutions with residuals of 1e-14 differ by 4e-8 in their speeds.
  run.steps(6);
  Vector v(9);
  for (std::size_t k = 0; k < balls.size(); ++k) v.segment<3>(3 * static_cast<Index>(k)) = balls[k]->v();
  return v;
}

/// Tangents may be chosen at will: turning them changes nothing but rounding.
TEST(Invariance, OfTheChoiceOfTangents) {
  const Vector plain = pileVelocities([](int) { return 0.0; });
  const Vector turned = pileVelocities([](int k) { return 0.7 + 1.3 * k; });
  EXPECT_GT(plain.norm(), 0.1);
  EXPECT_LT((plain - turned).norm(), 1e-9);
}

/// Two blocks as two systems are two islands; as one system they are one problem. They move alike.
TEST(Islands, AreOneProblemInParts) {
  const Vector v0{{-0.5, 1.0, 0.0, 2.0}};
  const Vector force{{-g, 0.5, -2.0 * g, 0.0}};
  const NewtonImpactFrictionNSL law(0.4, 0.0, 0.3, 2);
  Trial apart(0.0, 0.5);
  Trial joined(0.0, 0.5);
  std::vector<LagrangianLinearTIDS*> blocks;
  for (Index k = 0; k < 2; ++k) {
    blocks.push_back(&apart.model->add<LagrangianLinearTIDS>(Vector::Zero(2), v0.segment(2 * k, 2),
                                                             massOf(2, 1.0 + static_cast<double>(k))));
    blocks.back()->setFExt(force.segment(2 * k, 2));
    apart.model->link(law, LagrangianLinearTIR(massOf(2, 1.0)), *blocks.back());
  }
  auto& both = joined.model->add<LagrangianLinearTIDS>(Vector::Zero(4), v0,
                                                       Matrix(Vector{{1.0, 1.0, 2.0, 2.0}}.asDiagonal()));
  both.setFExt(force);
  joined.model->link(law, LagrangianLinearTIR(massOf(4, 1.0)), both);
  int islands = 0;
  for (Trial* trial : {&apart, &joined}) {
    trial->simulateWith(1e-2, MoreauJeanOSI(0.5), FrictionContact(Solver("auto").set("tolerance", 1e-13)));
    trial->simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
      islands = outcome.islands;
      return outcome.status == SolverStatus::ok ? SolverAction::accept : SolverAction::stop;
    });
    trial->step();
    EXPECT_EQ(islands, trial == &apart ? 2 : 1);
  }
  for (int k = 1; k < 50; ++k) {
    for (Index b = 0; b < 2; ++b)
      ASSERT_LT((blocks[static_cast<std::size_t>(b)]->v() - both.v().segment(2 * b, 2)).norm(), 1e-11)
          << "step " << k;
    apart.step();
    joined.step();
  }
}

/// Stacks of two that share nothing move together, bit for bit, as each does alone.
TEST(Islands, OfFrictionMoveAsEachDoesAlone) {
  const auto addStack = [](Model& model, int k) {
    const NewtonImpactFrictionNSL law(0.2 * k, 0.1, 0.2 + 0.1 * k, 2);
    const auto add = [&](double height, double speed) -> LagrangianLinearTIDS& {
      auto& ball = model.add<LagrangianLinearTIDS>(Vector{{height, 0.0}}, Vector{{-0.1 * k, speed}},
                                                   massOf(2, 1.0 + k));
      ball.setFExt(Vector{{-g * (1.0 + k), 0.3}});
      return ball;
    };
    auto& lower = add(0.01 * k, 1.0);
    auto& upper = add(0.12 + 0.01 * k, -0.5 - k);
    model.link(law, LagrangianLinearTIR(massOf(2, 1.0)), lower);
    Matrix H(2, 4);
    H << -massOf(2, 1.0), massOf(2, 1.0);
    model.link(law, LagrangianLinearTIR(H, Vector{{-0.1, 0.0}}), lower, upper);
    return std::vector<LagrangianLinearTIDS*>{&lower, &upper};
  };
  const auto trajectory = [&](const std::vector<int>& stacks) {
    Trial trial(0.0, 0.3);
    std::vector<LagrangianLinearTIDS*> balls;
    for (const int k : stacks) {
      for (auto* ball : addStack(*trial.model, k)) balls.push_back(ball);
    }
    trial.model->setScales({1.0, 1.0, 1.0});
    trial.simulateWith(1e-3, MoreauJeanOSI(0.5));
    std::vector<std::vector<double>> rows;
    while (trial.simulation->hasNextEvent()) {
      trial.step();
      auto& row = rows.emplace_back();
      for (const auto* ball : balls) {
        for (const auto& part : {ball->q(), ball->v(), ball->p()})
          row.insert(row.end(), part.begin(), part.end());
      }
    }
    return rows;
  };
  const auto all = trajectory({0, 1, 2});
  for (int k = 0; k < 3; ++k) {
    const auto own = trajectory({k});
    ASSERT_EQ(own.size(), all.size());
    for (std::size_t step = 0; step < own.size(); ++step) {
      const auto first = all[step].begin() + std::ptrdiff_t{12} * k;
      const std::vector<double> part(first, first + 12);
      ASSERT_EQ(own[step], part) << "stack " << k << ", step " << step;
    }
  }
}

/// The copy of a failed problem holds the coefficients of its contacts.
TEST(ProblemCopy, HasTheCoefficients) {
  Particle block(Vector{{0.0, 1.0, 0.0}}, massOf(3, 2.0), 1.0);
  block.ds.setFExt(Vector{{-g, 0.0, 0.0}});
  block.on(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 3));
  block.run.simulateWith(1e-2, MoreauJeanOSI(0.5));
  block.run.step();
  const nsds::ProblemCopy copy = block.run.simulation->nonSmoothProblem().copyProblem();
  EXPECT_EQ(copy.problemClass, "friction_contact");
  EXPECT_EQ(copy.mu, (Vector{{0.3}}));
  EXPECT_TRUE(copy.M.isApprox(0.5 * Matrix::Identity(3, 3)));
  EXPECT_NEAR(copy.q[0], -0.5 * g * 1e-2, 1e-14);
  EXPECT_EQ(copy.lower.size(), 0);
}

}  // namespace
}  // namespace nsds::test::friction_test
