// Complementarity systems by their front doors, against exact solutions.
#include "nsds/theory/first_order/complementarity_systems.hpp"

#include "kernel/theory/front_doors/runs.hpp"
#include "nsds/theory/first_order/differential_variational_inequality.hpp"
#include "nsds/theory/first_order/sweeping_process.hpp"

namespace nsds::complementarity_systems_test {
namespace {

/// x' = -x - 1 + λ, 0 ≤ x + λ ⟂ λ ≥ 0: λ = max(0, -x), so that x' = -x - 1 and from ln 2 on -2x - 1.
LinearComplementarityDynamics resistive() {
  LinearComplementarityDynamics lcs(
      LinearComplementaritySystem(Matrix{{-1.0}}, Matrix{{1.0}}, Matrix{{1.0}}, Matrix{{1.0}}));
  lcs.setB(Vector{{-1.0}});
  return lcs;
}
Vector resistiveExact(double t) {
  const double bend = std::log(2.0);
  return Vector{{t < bend ? -1.0 + 2.0 * std::exp(-t) : 0.5 * (std::exp(-2.0 * (t - bend)) - 1.0)}};
}

TEST(LinearComplementarity, DegreeZeroHasItsOrders) {
  const auto order = [](const OneStepIntegrator& integrator) {
    return orderOverTwoDecades(2.0,
                               [&](double t0, double h, Index steps) {
                                 return largestError(resistive(), t0, h, steps, integrator, resistiveExact);
                               })
        .order;
  };
  EXPECT_NEAR(order(EulerMoreauOSI(1.0)), 1.0, 0.1);
  EXPECT_NEAR(order(EulerMoreauOSI::weighted(0.5)), 2.0, 0.15);
}

/// Functions of time, M and e: 2 x' = -x + cos t + λ over the floor x ≥ -½ sin t, as a model by hand steps it, to the bit.
TEST(LinearComplementarity, IsTheModelByHand) {
  LinearComplementarityDynamics lcs(
      LinearComplementaritySystem(Matrix{{-1.0}}, Matrix{{1.0}}, Matrix{{1.0}}, Matrix(), Matrix{{2.0}}));
  lcs.setB([](double t, VectorRef b) { b[0] = std::cos(3.0 * t); });
  lcs.setE([](double t, VectorRef e) { e[0] = 0.5 * std::sin(t); });
  const Course course = courseOf(lcs, Vector{{0.2}}, 6.0, 0.01);
  Model model(0.0, 6.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.2}}, Matrix{{-1.0}});
  x.setM(Matrix{{2.0}});
  x.setB([](double t, VectorRef b) { b[0] = std::cos(3.0 * t); });
  FirstOrderLinearR relation(Matrix{{1.0}}, Matrix{{1.0}});
  relation.setE([](double t, VectorRef e) { e[0] = 0.5 * std::sin(t); });
  auto& floor = model.link(ComplementarityConditionNSL(), relation, x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
  int pushed = 0;
  simulation.run([&](const Simulation& s) {
    const auto k = static_cast<std::size_t>(s.step());
    EXPECT_EQ(x.x()[0], course.x[k][0]);
    EXPECT_EQ(floor.lambda()[0], course.lambda[k][0]);
    pushed += floor.lambda()[0] > 0.0 ? 1 : 0;
  });
  EXPECT_GT(pushed, 50);
  EXPECT_LT(pushed, 550);
}

/// x' = (0, 1, 0) + λ from (1, 0, 0) in the cone |x_T| ≤ x_N: along its side from t = 1 on, with the half of the drive that is
/// along it, (½, ½, 0). The multiplier is in the dual cone, which is the same.
TEST(ConeComplementarity, SlidesAlongALorentzCone) {
  LinearComplementarityDynamics lcs(
      LinearComplementaritySystem(Matrix::Zero(3, 3), Matrix::Identity(3, 3), Matrix::Identity(3, 3)));
  const Cone cone = Cone::lorentz(1.0, 3);
  lcs.setB(Vector{{0.0, 1.0, 0.0}}).setCone(cone);
  const Course course = courseOf(lcs, Vector{{1.0, 0.0, 0.0}}, 2.0, 0.05, 1e-12);
  for (std::size_t k = 0; k < course.x.size(); ++k) {
    const double t = 0.05 * static_cast<double>(k);
    const Vector exact = t <= 1.0 ? Vector{{1.0, t, 0.0}} : Vector{{0.5 * (t + 1.0), 0.5 * (t + 1.0), 0.0}};
    EXPECT_LT((course.x[k] - exact).norm(), 1e-9) << t;
    EXPECT_LT(cone.residual(course.x[k], course.lambda[k]), 1e-9);
    if (t > 1.01) {
      EXPECT_LT((course.lambda[k] - Vector{{0.5, -0.5, 0.0}}).norm(), 1e-8) << t;
    }
  }
}

/// The step over a product of cones with a symmetric matrix S minimises ½ λᵀSλ + qᵀλ over it, which projected gradients find too.
TEST(ConeComplementarity, AStepIsAProgramOverTheCone) {
  const Matrix C{{1.0, 0.2, 0.0, 0.1, 0.3, 0.0, 0.0}, {0.0, 1.0, 0.3, 0.0, 0.0, 0.2, 0.0},
                 {0.1, 0.0, 1.0, 0.4, 0.0, 0.0, 0.1}, {0.0, 0.2, 0.0, 1.0, 0.1, 0.0, 0.0},
                 {0.3, 0.0, 0.1, 0.0, 1.0, 0.2, 0.0}, {0.0, 0.1, 0.0, 0.2, 0.0, 1.0, 0.3},
                 {0.2, 0.0, 0.0, 0.0, 0.1, -0.3, 1.0}};
  const Cone cone = Cone::free(1)
                        .times(Cone::orthant(1))
                        .times(Cone::lorentz(0.7, 3))
                        .times(Cone::ray(Vector{{1.0, -2.0}}));
  ASSERT_EQ(cone.rows(), 7);
  LinearComplementarityDynamics lcs(
      LinearComplementaritySystem(Matrix::Zero(7, 7), C.transpose(), C, 0.1 * Matrix::Identity(7, 7)));
  const Vector x0{{0.5, -0.4, -0.3, 0.8, -0.6, -0.5, 0.7}};
  lcs.setCone(cone);
  const double h = 0.1;
  const Course course = courseOf(lcs, x0, h, h, 1e-13);
  const Matrix S = h * C * C.transpose() + 0.1 * Matrix::Identity(7, 7);
  const Vector q = C * x0;
  Vector lambda = Vector::Zero(7);
  for (int k = 0; k < 20000; ++k) lambda = cone.project(lambda - 0.5 / S.norm() * (S * lambda + q));
  EXPECT_LT(cone.residual(S * lambda + q, lambda), 1e-12);
  EXPECT_GT(lambda.norm(), 0.1);
  EXPECT_LT((course.lambda[1] - lambda).norm(), 1e-10);
}

/// Many Lorentz cones of one kind are the blocks of one law, and those of the dual are dual.
TEST(ConeComplementarity, DualsAndProductsAreWhatTheyAre) {
  const Cone product = Cone::lorentz(0.5, 2).times(Cone::lorentz(0.5, 2));
  EXPECT_EQ(product.law()->blockSize(), 2);
  EXPECT_EQ(Cone::orthant(3).law()->blockSize(), 1);
  EXPECT_EQ(Cone::free(2).times(Cone::orthant(3)).law()->blockSize(), 5);
  const Matrix H{{1.0, 2.0, 0.0}, {0.0, 1.0, -1.0}};
  const Cone all = Cone::free(1)
                       .times(Cone::zero(2))
                       .times(Cone::orthant(2))
                       .times(Cone::lorentz(0.5, 3))
                       .times(Cone::lorentz(0.0, 2))
                       .times(Cone::ray(Vector{{3.0, 4.0}}))
                       .times(Cone::polyhedral(H));
  const Cone dual = all.dual();
  for (int k = 0; k < 40; ++k) {
    Vector x(all.rows());
    for (Index i = 0; i < x.size(); ++i) x[i] = std::cos(1.3 * k + 2.1 * static_cast<double>(i * i));
    const Vector p = all.project(x);
    const Vector d = all.projectDual(-x);
    // Moreau: x = P_C(x) - P_C*(-x), with the two at right angles.
    EXPECT_LT((x - p + d).norm(), 1e-12);
    EXPECT_NEAR(p.dot(d), 0.0, 1e-12);
    EXPECT_LT((dual.project(-x) - d).norm(), 1e-12) << k;
    EXPECT_LT(all.residual(d, p), 1e-12);
  }
}

/// Logistic growth x' = x (1 - x) - λ under a cap 0 ≤ c - x ⟂ λ ≥ 0, which is reached at ln(c (1 - x₀)/(x₀ (1 - c))).
TEST(NonlinearComplementarity, LogisticGrowthStopsAtItsCap) {
  const double c = 0.7;
  const auto exact = [=](double t) {
    return Vector{{std::min(c, 1.0 / (1.0 + 4.0 * std::exp(-t)))}};  // from x(0) = 0.2
  };
  const VectorField growth(
      1, [](double, VectorConstRef x, VectorRef f) { f[0] = x[0] * (1.0 - x[0]); },
      [](double, VectorConstRef x, MatrixRef J) { J(0, 0) = 1.0 - 2.0 * x[0]; });
  const auto order = orderOverTwoDecades(4.0, [&](double t0, double h, Index steps) {
    const auto nlcs = NonlinearComplementaritySystem::withInput(
        growth, Cone::orthant(1),
        [=](double, VectorConstRef x, VectorConstRef, VectorRef y) { y[0] = c - x[0]; },
        [](VectorConstRef, MatrixRef G) { G(0, 0) = -1.0; });
    return largestError(nlcs, t0, h, steps, EulerMoreauOSI(1.0), exact);
  });
  EXPECT_NEAR(order.order, 1.0, 0.1);
}

/// x' = λ², 0 ≤ λ + x - 1 ⟂ λ ≥ 0: λ = 1 - x below 1, and 1 - x = 1/(t + 1/(1 - x₀)).
TEST(NonlinearComplementarity, TheMultiplierMayActNonlinearly) {
  const auto order = orderOverTwoDecades(3.0, [&](double t0, double h, Index steps) {
    const auto exact = [=](double t) { return Vector{{1.0 - 1.0 / (t + 1.0)}}; };
    const NonlinearComplementaritySystem dcs(
        VectorField::zero(1), Cone::orthant(1),
        [](double, VectorConstRef x, VectorConstRef lambda, VectorRef y) { y[0] = lambda[0] + x[0] - 1.0; },
        [](double, VectorConstRef, VectorConstRef lambda, VectorRef r) { r[0] = lambda[0] * lambda[0]; });
    return largestError(dcs, t0, h, steps, EulerMoreauOSI(1.0), exact);
  });
  EXPECT_NEAR(order.order, 1.0, 0.1);
}

/// A drive (1, 0) inside of the unit circle, g = ½ (1 - |x|²): to the circle and along it, tan(φ/2) = tan(φ₀/2) e^{-(t - t*)}.
TEST(GradientComplementarity, SlidesAlongACircle) {
  const auto exact = [](double t) {
    const double hit = std::sqrt(0.75);
    if (t < hit) return Vector{{t, 0.5}};
    const double phi = 2.0 * std::atan(std::tan(M_PI / 12.0) * std::exp(hit - t));
    return Vector{{std::cos(phi), std::sin(phi)}};
  };
  const auto order = orderOverTwoDecades(2.0, [&](double t0, double h, Index steps) {
    VectorField f = VectorField::zero(2);
    f.add(Vector{{-1.0, 0.0}});
    const GradientComplementaritySystem gtcs(
        f, 1, [](VectorConstRef x, VectorRef g) { g[0] = 0.5 * (1.0 - x.squaredNorm()); },
        [](VectorConstRef x, MatrixRef G) { G = -x.transpose(); });
    return largestError(gtcs, t0, h, steps, EulerMoreauOSI(1.0), exact);
  });
  EXPECT_NEAR(order.order, 1.0, 0.1);
}

/// P B = Cᵀ: a step of the LCS is the projection in the metric P of what the flow makes, onto { C x + e ≥ 0 }.
TEST(LinearComplementarity, IsCatchingUpInTheMetricOfItsStorage) {
  int pushed = 0;
  for (int seed = 0; seed < 5; ++seed) {
    const auto number = [&](Index i, Index j) {
      return std::cos(1.7 * static_cast<double>((seed + 1) * (3 * i + 5 * j + 1)));
    };
    const Index n = 4;
    const Index m = 3;
    const Matrix root = Matrix::NullaryExpr(n, n, number);
    const Matrix P = root * root.transpose() + Matrix::Identity(n, n);
    const Matrix C = Matrix::NullaryExpr(m, n, [&](Index i, Index j) { return number(j + 2, i + 7); });
    const Matrix A = Matrix::NullaryExpr(n, n, [&](Index i, Index j) { return number(i + 5, j + 3); });
    LinearComplementarityDynamics lcs(LinearComplementaritySystem(A, P.llt().solve(C.transpose()), C));
    const Vector x0 = Vector::Constant(n, 0.3);
    lcs.setB([](double t, VectorRef b) { b << std::sin(2.0 * t), -1.0, std::cos(3.0 * t), 0.5; });
    lcs.setE([](double t, VectorRef e) { e << 0.5 - 0.3 * t, 0.6, 0.4 + 0.3 * std::sin(t); });
    const SweepingProcess process = toSweepingProcess(lcs, P);
    const Course ofLcs = courseOf(lcs, x0, 2.0, 0.02, 1e-14);
    const Course ofProcess = courseOf(process, x0, 2.0, 0.02, 1e-14);
    expectSameStates(ofLcs, ofProcess, 1e-12);
    for (std::size_t k = 1; k < ofLcs.x.size(); ++k) {
      // The multiplier of the process is the sum of the gradients.
      EXPECT_LT((C.transpose() * ofLcs.lambda[k] - ofProcess.lambda[k]).norm(),
                1e-9 * (1.0 + ofProcess.lambda[k].norm()));
      pushed += ofLcs.lambda[k].norm() > 1e-6 ? 1 : 0;
    }
  }
  EXPECT_GT(pushed, 100);
}

/// An LCS as a DVI over its cone, and over the orthant back again, makes the same steps.
TEST(LinearComplementarity, IsADifferentialVariationalInequality) {
  LinearComplementarityDynamics lcs(
      LinearComplementaritySystem(Matrix{{-1.0, 0.5}, {0.0, -2.0}}, Matrix{{1.0}, {0.5}}, Matrix{{1.0, 0.2}},
                                  Matrix{{0.3}}, Matrix{{2.0, 0.0}, {0.0, 0.5}}));
  lcs.setB([](double t, VectorRef b) { b << std::cos(3.0 * t), -0.2; });
  lcs.setE([](double t, VectorRef e) { e[0] = 0.3 * std::sin(t); });
  const Vector x0{{0.1, 0.4}};
  const Course course = courseOf(lcs, x0, 5.0, 0.02, 1e-14);
  const DifferentialVariationalInequality dvi = toDvi(lcs);
  expectSameStates(course, courseOf(dvi, x0, 5.0, 0.02, 1e-14), 1e-12);
  expectSameStates(course, courseOf(toLcs(dvi), x0, 5.0, 0.02, 1e-14), 1e-12);
  int pushed = 0;
  for (const Vector& lambda : course.lambda) pushed += lambda[0] > 1e-6 ? 1 : 0;
  EXPECT_GT(pushed, 20);
  EXPECT_LT(pushed, 230);
  lcs.setCone(Cone::free(1));
  expectSameStates(courseOf(lcs, x0, 1.0, 0.02, 1e-14), courseOf(toDvi(lcs), x0, 1.0, 0.02, 1e-14), 1e-12);
  expectPart(test::errorText<InvalidArgument>([&] { toLcs(toDvi(lcs)); }), "orthant");
}

TEST(ComplementarityInput, IsRefusedByName) {
  const LinearComplementaritySystem matrices(Matrix{{-1.0}}, Matrix{{2.0}}, Matrix{{1.0}});
  const Vector x0{{1.0}};
  LinearComplementarityDynamics lcs(matrices);
  Model model(0.0, 1.0);
  expectPart(test::errorText<InvalidArgument>([&] { lcs.addTo(model, Vector::Zero(2)); }), "x0");
  expectPart(test::errorText<InvalidArgument>([&] { lcs.addTo(model, Vector{{NAN}}); }), "x0");
  expectPart(test::errorText<InvalidArgument>([&] { lcs.setB(Vector::Zero(2)); }), "b has 2");
  expectPart(test::errorText<InvalidArgument>([&] { lcs.setE(Vector{{NAN}}); }), "e(0)");
  expectPart(
      test::errorText<InvalidArgument>([&] { lcs.setB(LinearComplementarityDynamics::VectorFunction()); }),
      "b is empty");
  expectPart(test::errorText<InvalidArgument>([&] { lcs.setCone(Cone::orthant(2)); }), "cone has 2 rows");
  expectPart(test::errorText<InvalidArgument>([&] { toSweepingProcess(lcs, Matrix{{1.0}}); }),
             "not the gradient");
  EXPECT_NO_THROW(toSweepingProcess(lcs, Matrix{{0.5}}));
  // Each output has a unit of its own: that of the second is 1e-11 here, and its input has the wrong sign.
  const Matrix units = Vector{{1.0, 1e-11}}.asDiagonal(), turned = Vector{{1.0, -1e-11}}.asDiagonal();
  const Matrix I = Matrix::Identity(2, 2);
  const auto inUnits = [&](const Matrix& B) {
    return LinearComplementarityDynamics(LinearComplementaritySystem(-I, B, units));
  };
  EXPECT_NO_THROW(toSweepingProcess(inUnits(units), I));
  expectPart(test::errorText<InvalidArgument>([&] { toSweepingProcess(inUnits(turned), I); }), "row 1 of C");
  expectPart(test::errorText<InvalidArgument>([&] { Cone::lorentz(-1.0, 3); }), "mu");
  expectPart(test::errorText<InvalidArgument>([&] { Cone::lorentz(1.0, 1); }), "1 rows");
  expectPart(test::errorText<InvalidArgument>([&] { Cone::orthant(0); }), "0 rows");
  expectPart(test::errorText<InvalidArgument>([&] { Cone::ray(Vector::Zero(2)); }), "vanishes");
  const auto shifted = [](VectorConstRef x, VectorRef p) { p = x.cwiseMax(1.0); };
  expectPart(test::errorText<InvalidArgument>([&] { Cone::projected(2, shifted); }), "cones");
  const auto output = [](double, VectorConstRef x, VectorConstRef, VectorRef y) { y = x; };
  expectPart(test::errorText<InvalidArgument>(
                 [&] { NonlinearComplementaritySystem(VectorField::zero(1), Cone::orthant(1), output, {}); }),
             "g is empty");
  expectPart(test::errorText<InvalidArgument>(
                 [&] { GradientComplementaritySystem(VectorField::zero(1), 1, {}, {}); }),
             "g");
  expectPart(test::errorText<InvalidArgument>([&] {
               GradientComplementaritySystem(VectorField::zero(1), Matrix(Matrix::Ones(1, 2)), x0);
             }),
             "C is 1 x 2");
  expectPart(test::errorText<InvalidArgument>(
                 [&] { VectorField::linear(Matrix(Matrix::Ones(1, 2))).addTo(model, x0); }),
             "1 rows of 2 states");
  expectPart(test::errorText<InvalidArgument>([] { VectorField(1, {}); }), "empty");
}

}  // namespace
}  // namespace nsds::complementarity_systems_test
