// Inclusions, evolution variational and quasi-variational inequalities and their other forms: equivalences of steps, exact
// solutions.
#include "nsds/theory/first_order/evolution_inequalities.hpp"

#include "kernel/theory/front_doors/runs.hpp"

namespace nsds::evolution_inequalities_test {
namespace {

/// A rotation that is driven about, over sets of all kinds that it runs into.
VectorField driven() {
  VectorField f = VectorField::linear(Matrix{{0.2, -1.5}, {1.5, 0.1}});
  f.add([](double t, VectorRef g) { g << -std::cos(2.0 * t), 0.6 * std::sin(t); });
  return f;
}
std::vector<ConvexSet> sets() {
  Matrix H(3, 2);
  H << 1.0, 0.3, -0.5, 1.0, -0.4, -1.0;
  return {convex::box(Vector{{-0.4, -0.3}}, Vector{{0.5, 0.6}}), PolyhedronSet{H, Vector{{-0.4, -0.5, -0.6}}},
          convex::ball(Vector{{0.1, 0.0}}, 0.5),
          convex::ellipsoid(Vector::Zero(2), Matrix{{0.4, 0.1}, {0.1, 0.2}}), BoxSet{-0.5, 0.4}};
}

/// -(x' + f + g) ∈ N_K(x), the EVI and the DVI with the unknowns y and w have the same steps, and y = x.
TEST(EvolutionInequalities, InclusionAndInequalitiesHaveTheSameSteps) {
  for (const ConvexSet& K : sets()) {
    const UnboundedDifferentialInclusion udi(driven(), K);
    const Vector x0{{0.1, 0.1}};
    const Course inclusion = courseOf(udi, x0, 3.0, 0.02, 1e-14);
    const Course inequality = courseOf(toEvi(udi), x0, 3.0, 0.02, 1e-14);
    const Course dvi = courseOf(toAlgebraicVi(toEvi(udi)), x0, 3.0, 0.02, 1e-14);
    expectSameStates(inclusion, inequality, 1e-16);
    int pushed = 0;
    for (std::size_t k = 1; k < dvi.x.size(); ++k) {
      ASSERT_LT((dvi.x[k].head(2) - inclusion.x[k]).norm(), 1e-12) << k;
      ASSERT_LT((dvi.x[k].tail(2) - dvi.x[k].head(2)).norm(), 1e-14) << k;
      ASSERT_LT((dvi.lambda[k] - inclusion.lambda[k]).norm(), 1e-9) << k;
      // The inequality itself, at points of K.
      const Vector velocity = (inclusion.x[k] - inclusion.x[k - 1]) / 0.02;
      ASSERT_LT(udi.residual(0.02 * static_cast<double>(k), inclusion.x[k], velocity), 1e-9) << k;
      pushed += inclusion.lambda[k].norm() > 1e-3 ? 1 : 0;
    }
    EXPECT_GT(pushed, 20) << K.index();
    const Course back = courseOf(toUdi(toAlgebraicVi(udi)), x0, 3.0, 0.02, 1e-14);
    expectSameStates(inclusion, back, 1e-16);
  }
}

/// Over a cone the inclusion is K ∋ x ⟂ u ∈ K*; over { h ≤ 0 } it is of gradient type.
TEST(EvolutionInequalities, ConesMakeComplementaritySystems) {
  const UnboundedDifferentialInclusion quadrant(driven(), OrthantSet{});
  const Vector x0{{0.1, 0.1}};
  const Course inclusion = courseOf(quadrant, x0, 4.0, 0.02, 1e-14);
  expectSameStates(inclusion, courseOf(toConeSystem(quadrant, Cone::orthant(2)), x0, 4.0, 0.02, 1e-14),
                   1e-12);
  const UnboundedDifferentialInclusion cone(driven(), convex::lorentzCone(0.5));
  const Vector start{{1.0, 0.1}};
  const Course inCone = courseOf(cone, start, 4.0, 0.02, 1e-14);
  const Course system = courseOf(toConeSystem(cone, Cone::lorentz(0.5, 2)), start, 4.0, 0.02, 1e-14);
  expectSameStates(inCone, system, 1e-11);
  for (std::size_t k = 1; k < system.x.size(); ++k)
    ASSERT_LT(Cone::lorentz(0.5, 2).dual().residual(system.x[k], system.lambda[k]), 1e-9);
  expectPart(test::errorText<InvalidArgument>([&] { toConeSystem(cone, Cone::lorentz(0.6, 2)); }),
             "not the set");
  expectPart(test::errorText<InvalidArgument>([&] { toConeSystem(cone, Cone::lorentz(0.5, 3)); }), "3 rows");
}

TEST(EvolutionInequalities, FiniteRepresentationsMakeGradientSystems) {
  const Vector x0{{0.1, 0.1}};
  for (const ConvexSet& K : {sets()[0], sets()[1], sets()[4]}) {
    const EvolutionVariationalInequality evi(driven(), K);
    const Course inclusion = courseOf(evi, x0, 3.0, 0.02, 1e-14);
    const Course gradient = courseOf(toGradientSystem(evi, x0), x0, 3.0, 0.02, 1e-14);
    expectSameStates(inclusion, gradient, 1e-12);
  }
  // A set as small as 1e-9 has an inside, too.
  EXPECT_NO_THROW(toGradientSystem(UnboundedDifferentialInclusion(VectorField::zero(1), BoxSet{0.0, 1e-9}),
                                   Vector{{5e-10}}));
  // The ball by its projection and by h = |x - c|² - r².
  const Vector c{{0.1, 0.0}};
  const FinitelyRepresentedSet disc(
      2, 1, [=](VectorConstRef x, VectorRef h) { h[0] = (x - c).squaredNorm() - 0.25; },
      [=](VectorConstRef x, MatrixRef G) { G = 2.0 * (x - c).transpose(); });
  const EvolutionVariationalInequality evi(driven(), sets()[2]);
  const Course byProjection = courseOf(evi, x0, 3.0, 0.02, 1e-14);
  const Course byGradient = courseOf(toGradientSystem(evi, disc, x0), x0, 3.0, 0.02, 1e-14);
  expectSameStates(byProjection, byGradient, 1e-9);  // the tolerance of Newton's iterates
}

TEST(EvolutionInequalities, ConversionsAreRefusedWhereTheyDoNotHold) {
  const UnboundedDifferentialInclusion ball(driven(), sets()[2]);
  const Vector x0{{0.1, 0.1}};
  const FinitelyRepresentedSet smaller(
      2, 1, [](VectorConstRef x, VectorRef h) { h[0] = x.squaredNorm() - 0.16; },
      [](VectorConstRef x, MatrixRef G) { G = 2.0 * x.transpose(); });
  expectPart(test::errorText<InvalidArgument>([&] { toGradientSystem(ball, smaller, x0); }),
             "toGradientSystem");
  expectPart(test::errorText<InvalidArgument>([&] { toGradientSystem(ball, x0); }), "projection");
  // A line has no interior: MFCQ does not hold anywhere.
  const ConvexSet line = PolyhedronSet{Matrix{{1.0, 1.0}, {-1.0, -1.0}}, Vector{{0.0, 0.0}}};
  const UnboundedDifferentialInclusion onLine(driven(), line);
  expectPart(test::errorText<InvalidArgument>([&] {
               toGradientSystem(onLine, Vector{{0.1, -0.1}});
             }),
             "Mangasarian");
}

/// x' = -A x over the quadrant, from (1, ½), A = [0.1 1; -1 0.1]: a spiral until x₁ = 0, then down the axis x₁ = 0 while the
/// flow pushes into it, x₂' = -0.1 x₂. Exact with t* = atan 2.
TEST(LinearEvolutionInequality, SpiralsToTheAxisAndDecaysAlongIt) {
  const double hit = std::atan(2.0);
  const auto spiral = [](double t) {
    return Vector(std::exp(-0.1 * t) * Matrix{{std::cos(t), -std::sin(t)}, {std::sin(t), std::cos(t)}} *
                  Vector{{1.0, 0.5}});
  };
  const auto exact = [=](double t) {
    if (t < hit) return spiral(t);
    return Vector{{0.0, spiral(hit)[1] * std::exp(-0.1 * (t - hit))}};
  };
  EXPECT_NEAR(spiral(hit)[0], 0.0, 1e-15);
  const OrderFit fit = orderOverTwoDecades(3.0, [&](double t0, double h, Index steps) {
    const auto levi = EvolutionVariationalInequality::linear(Matrix{{0.1, 1.0}, {-1.0, 0.1}}, OrthantSet{});
    return largestError(levi, t0, h, steps, catchingUp(), exact);
  });
  EXPECT_NEAR(fit.order, 1.0, 0.15);
}

/// x' ∈ -(x - 2) - N_{K(x)}(x), K(x) = (-∞, ½ + ½ x]: x ≤ ½ + ½ x is x ≤ 1, so that x = 2 - 2 e^{-t} up to 1 and stays.
TEST(QuasiVariationalInequality, StopsAtTheFixedPointOfItsSet) {
  const auto exact = [](double t) { return Vector{{std::min(1.0, 2.0 - 2.0 * std::exp(-t))}}; };
  for (const SetEvaluation sets : {SetEvaluation::implicit, SetEvaluation::semiImplicit}) {
    const OrderFit fit = orderOverTwoDecades(2.0, [&](double t0, double h, Index steps) {
      VectorField f = VectorField::linear(Matrix{{1.0}});
      f.add(Vector{{-2.0}});
      const EvolutionQuasiVariationalInequality eqvi(
          f,
          [](double, VectorConstRef x) {
            return BoxSet{-kNoBound, 0.5 + 0.5 * x[0]};
          },
          0.5);
      return largestError(eqvi, t0, h, steps, catchingUp(FieldEvaluation::atEnd, sets), exact);
    });
    EXPECT_NEAR(fit.order, 1.0, 0.15);
  }
}

TEST(EvolutionInequalityInput, IsRefusedByName) {
  const ConvexSet K = convex::ball(Vector::Zero(2), 1.0);
  Model model(0.0, 1.0);
  const auto refused = [&](const auto& problem, const Vector& x0, const std::string& part) {
    expectPart(test::errorText<InvalidArgument>([&] { problem.addTo(model, x0); }), part);
  };
  refused(UnboundedDifferentialInclusion(driven(), K), Vector{{3.0, 0.0}},
          "UnboundedDifferentialInclusion: x0 is at a distance of 2");
  refused(EvolutionVariationalInequality(driven(), K), Vector{{3.0}}, "EvolutionVariationalInequality: x0");
  refused(AlgebraicVariationalInequality(driven(), K), Vector{{NAN, 0.0}},
          "AlgebraicVariationalInequality: x0");
  // A start is as near as it is beside the size of the set, however small that is.
  refused(UnboundedDifferentialInclusion(VectorField::zero(1), BoxSet{1e-9, 2e-9}), Vector{{0.0}},
          "x0 is at a distance");
  expectPart(test::errorText<InvalidArgument>([&] {
               EvolutionVariationalInequality(driven(), PolyhedronSet{Matrix{{1.0}}, Vector{{0.0}}});
             }),
             "H");
  expectPart(test::errorText<InvalidArgument>([&] {
               EvolutionVariationalInequality(
                   driven(), PolyhedronSet{Matrix{{1.0, 0.0}, {-1.0, 0.0}}, Vector{{1.0, 1.0}}});
             }),
             "empty");
  expectPart(test::errorText<InvalidArgument>(
                 [&] { EvolutionQuasiVariationalInequality(driven(), convex::ball(Vector::Zero(2), 1.0)); }),
             "does not depend on the state");
  const auto moving = [](double, VectorConstRef x) { return convex::ball(x, 1.0); };
  expectPart(
      test::errorText<InvalidArgument>([&] { EvolutionQuasiVariationalInequality(driven(), moving, 1.0); }),
      "L = 1");
}

}  // namespace
}  // namespace nsds::evolution_inequalities_test
