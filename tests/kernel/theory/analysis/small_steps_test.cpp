// Whether all small steps are well posed, and what is said of the seed's example where they are not.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/analysis/passivity.hpp>
#include <nsds/theory/analysis/small_steps.hpp>
#include <nsds/theory/analysis/step_matrix.hpp>

#include "kernel/theory/analysis/linear_systems.hpp"

namespace nsds::test::small_steps_test {
namespace {

const Matrix one{{1.0}};

TEST(SmallSteps, EndWhereAMinorChangesItsSign) {
  // D = 1, x' = -x + λ, y = -k x + λ: S(h) = 1 - k h/(1 + h) > 0 for h < 1/(k - 1).
  for (const double k : {1.5, 4.0, 1e4}) {
    const SmallSteps found = smallSteps({-one, one, -k * one, one});
    EXPECT_EQ(found.answer, Answer::yes);
    EXPECT_NEAR(found.limit * (k - 1.0), 1.0, 1e-10);
  }
  const SmallSteps all = smallSteps({-one, one, one, one});
  EXPECT_EQ(all.answer, Answer::yes);
  EXPECT_EQ(all.limit, std::numeric_limits<double>::infinity());
  // An unstable state: M - hA is singular at h = 1/2.
  const SmallSteps unstable = smallSteps({2.0 * one, one, one});
  EXPECT_EQ(unstable.answer, Answer::yes);
  EXPECT_NEAR(unstable.limit, 0.5, 1e-10);
}

TEST(SmallSteps, OfPassiveSystemsAreAllWellPosed) {
  LinearSystems random(7);
  for (int k = 0; k < 10; ++k) {
    const LinearComplementaritySystem system = random.portHamiltonian(6, 3, k % 2 == 0 ? 3 : 0, 4);
    ASSERT_EQ(passivity(system).answer, Answer::yes);
    const SmallSteps found = smallSteps(system);
    EXPECT_EQ(found.answer, Answer::yes) << found.message;
    EXPECT_EQ(found.limit, std::numeric_limits<double>::infinity());
  }
}

TEST(SmallSteps, OfChainsOfAnyDegree) {
  for (Index r = 1; r <= 4; ++r) {
    Matrix A = Matrix::Zero(r, r);
    A.diagonal(1).setOnes();
    const Matrix B = Vector::Unit(r, r - 1), C = Vector::Unit(r, 0).transpose();
    EXPECT_EQ(smallSteps({A, B, C}).answer, Answer::yes) << r;  // S = h^r
    const SmallSteps negative = smallSteps({A, -B, C});
    EXPECT_EQ(negative.answer, Answer::no) << r;
    EXPECT_EQ(negative.p.minor, std::vector<Index>{0});
    EXPECT_GT(negative.step, 0.0);
  }
}

TEST(SmallSteps, OfManyRowsAreJudgedByLeadingTerms) {
  const Index m = 12;
  LinearSystems random(8);
  const Matrix B = random.regular(m, 2.0);
  const SmallSteps found = smallSteps({random.normal(m, m), B, B.transpose()});
  EXPECT_EQ(found.answer, Answer::yes) << found.message;
  EXPECT_EQ(found.limit, 0.0);
  const SmallSteps negative = smallSteps({random.normal(m, m), B, -B.transpose()});
  EXPECT_EQ(negative.answer, Answer::no) << negative.message;
  EXPECT_EQ(negative.p.answer, Answer::no);
  EXPECT_GT(negative.step, 0.0);
}

/// θ = 0: S(h) = D + γ h C B does not see outputs of degree 2, in 9 rows as in one.
TEST(SmallSteps, WithExplicitStepsDoNotSeeHigherDegrees) {
  for (const Index m : {1, 9}) {
    Matrix A = Matrix::Zero(2 * m, 2 * m), B = Matrix::Zero(2 * m, m), C = Matrix::Zero(m, 2 * m);
    A.topRightCorner(m, m).setIdentity();
    B.bottomRows(m).setIdentity();
    C.leftCols(m).setIdentity();
    const SmallSteps found = smallSteps({A, B, C}, 0.0);
    EXPECT_EQ(found.answer, Answer::no) << m << ": " << found.message;
    EXPECT_EQ(stepMatrix({A, B, C}, found.step, 0.0), Matrix(Matrix::Zero(m, m)));
    EXPECT_EQ(smallSteps({A, B, C}, 1.0).answer, Answer::yes) << m;
    const SmallSteps first = smallSteps({A, B, C + C * A}, 0.0);
    EXPECT_EQ(first.answer, Answer::yes) << m << ": " << first.message;
  }
}

/// S(h) = D + h/(1 + h) with a tiny D: what holds as h → 0 is told by D, below all roots that are looked for.
TEST(SmallSteps, ThatAreTinyAreJudgedByLeadingTerms) {
  const SmallSteps no = smallSteps({-one, one, one, -1e-13 * one});
  EXPECT_EQ(no.answer, Answer::no) << no.message;
  EXPECT_LT(no.step, 1.001e-13);  // S(h) < 0 for h < 1e-13 + 1e-26
  EXPECT_LT(stepMatrix({-one, one, one, -1e-13 * one}, no.step)(0, 0), 0.0);
  const SmallSteps yes = smallSteps({-one, one, -one, 1e-13 * one});
  EXPECT_EQ(yes.answer, Answer::yes) << yes.message;
  EXPECT_EQ(yes.limit, 0.0);
}

/// In any coordinates a chain of four integrators has S(h) = h⁴, whose sign rounding hides for small h.
TEST(SmallSteps, OfChainsInAnyCoordinates) {
  LinearSystems random(9);
  for (int k = 0; k < 10; ++k) {
    const Index r = random.integer(2, 4);
    Matrix A = Matrix::Zero(r, r);
    A.diagonal(1).setOnes();
    const LinearComplementaritySystem chain = LinearSystems::moved(
        {A, Vector::Unit(r, r - 1), Vector::Unit(r, 0).transpose()}, random.regular(r, 5.0));
    EXPECT_EQ(smallSteps(chain).answer, Answer::yes) << smallSteps(chain).message;
    const LinearComplementaritySystem negative(chain.A, -chain.B, chain.C);
    EXPECT_EQ(smallSteps(negative).answer, Answer::no) << smallSteps(negative).message;
  }
}

TEST(SmallSteps, RefusesBadInput) {
  EXPECT_THROW((void)smallSteps({-one, one, one}, 1.5), InvalidArgument);
  EXPECT_THROW((void)smallSteps({-one, one, one}, 1.0, 0.0), InvalidArgument);
  EXPECT_EQ(smallSteps({-one, one, one, Matrix{{0.0}}, Matrix{{0.0}}}).answer, Answer::undecided);
}

/// x' = -x + λ, y = x - λ, 0 ≤ y ⟂ λ ≥ 0: no solution from x < 0, two from x > 0.
TEST(SeedExample, HasNoSolutionOrTwoAndIsReportedAsThat) {
  const LinearComplementaritySystem system(-one, one, one, -one);
  EXPECT_EQ(relativeDegree(system).degree, 0);
  EXPECT_EQ(relativeDegree(system).p.answer, Answer::no);
  const SmallSteps steps = smallSteps(system);
  EXPECT_EQ(steps.answer, Answer::no);
  EXPECT_EQ(steps.limit, std::numeric_limits<double>::infinity());
  EXPECT_EQ(passivity(system).answer, Answer::no);

  // At an instant: y = x - λ with λ = 0 or y = 0.
  const std::array<double, 1> none{0.0};
  const Vector lower = Eigen::Map<const Vector>(none.data(), 1), upper = Vector::Constant(1, HUGE_VAL);
  EXPECT_TRUE(boxSolutions(system.D, Vector{{-0.7}}, lower, upper).empty());
  const std::vector<BoxSolution> two = boxSolutions(system.D, Vector{{0.7}}, lower, upper);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_NEAR(two[0].lambda[0] + two[1].lambda[0], 0.7, 1e-15);

  // A step: from x > 0 both x/(1 + h) and x solve it; from x < 0 the error has the proof that none does, a row whose output is
  // negative and that no multiplier raises.
  const double h = 0.1;
  const auto addTo = [](Model& model, double x0) -> FirstOrderLinearDS& {
    auto& x = model.add<FirstOrderLinearDS>(Vector{{x0}}, -one);
    FirstOrderLinearTIR relation(one, one);
    relation.setD(-one);
    model.link(ComplementarityConditionNSL(), relation, x);
    return x;
  };
  Model several(0.0, 1.0);
  const auto& x = addTo(several, 0.7);
  TimeStepping simulation(several, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
  simulation.initialize();
  simulation.computeOneStep();
  const StepSolutions solutions = stepSolutions(simulation);
  ASSERT_EQ(solutions.all.size(), 2U);
  ASSERT_GE(solutions.taken, 0);
  const double taken = solutions.all[static_cast<std::size_t>(solutions.taken)].lambda[0];
  EXPECT_NEAR(x.x()[0], taken == 0.0 ? 0.7 / (1.0 + h) : 0.7, 1e-14);

  Model nothing(0.0, 1.0);
  addTo(nothing, -0.7);
  TimeStepping fails(nothing, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
  try {
    fails.initialize();
    fails.computeOneStep();
    FAIL() << "no error";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("no multiplier raises it"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace nsds::test::small_steps_test
