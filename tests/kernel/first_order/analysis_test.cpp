// Relative degree and well-posedness of linear complementarity systems, and what an error says of them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/analysis/step_matrix.hpp>
#include <random>

namespace nsds::analysis_test {
namespace {

/// x^(r) = lambda, y = x: a chain of r integrators in coordinates T x.
LinearComplementaritySystem chain(Index r, const Matrix& T) {
  Matrix A = Matrix::Zero(r, r);
  A.diagonal(1).setOnes();
  const Matrix inverse = T.inverse();
  return {T * A * inverse, T.col(r - 1), inverse.row(0)};
}

LinearComplementaritySystem chain(Index r) {
  return chain(r, Matrix::Identity(r, r));
}

TEST(MarkovParameters, AreThoseOfTheTransferFunctionAtInfinity) {
  // H(s) = D + C (sM - A)⁻¹ B = D + H_1 / s + H_2 / s² + ...
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto matrix = [&](Index rows, Index cols) {
    return Matrix(Matrix::NullaryExpr(rows, cols, [&] { return uniform(random); }));
  };
  const Matrix M = matrix(5, 5) + 3.0 * Matrix::Identity(5, 5);
  const LinearComplementaritySystem system(matrix(5, 5), matrix(5, 2), matrix(2, 5), matrix(2, 2), M);
  const std::vector<MarkovParameter> H = markovParameters(system, 12);
  const double s = 40.0;
  const Matrix transfer = system.D + system.C * (s * M - system.A).inverse() * system.B;
  Matrix series = Matrix::Zero(2, 2);
  for (std::size_t i = H.size(); i-- > 0;) series = series / s + H[i].value;
  EXPECT_LT((transfer - series).norm(), 1e-13);
  for (const MarkovParameter& parameter : H) {
    EXPECT_EQ(parameter.rank, 2);
    EXPECT_TRUE(parameter.certain);
  }
}

TEST(RelativeDegrees, OfChainsInAnyCoordinates) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (Index r = 1; r <= 6; ++r) {
    for (int sample = 0; sample < 20; ++sample) {
      const Matrix T = Matrix::NullaryExpr(r, r, [&] { return normal(random); }) +
                       3.0 * std::sqrt(static_cast<double>(r)) * Matrix::Identity(r, r);
      const RelativeDegree degree = relativeDegree(chain(r, T));
      ASSERT_EQ(degree.kind, DegreeKind::uniform) << degree.message;
      EXPECT_EQ(degree.degree, r);
      EXPECT_NEAR(degree.leading(0, 0), 1.0, 1e-9);
      EXPECT_EQ(degree.p.answer, Answer::yes);
    }
  }
}

/// Units of states, of outputs and of multipliers change no degree.
TEST(RelativeDegrees, DoNotDependOnUnits) {
  const LinearComplementaritySystem plain = chain(3);
  const Vector units{{1e-9, 1.0, 1e12}};
  const LinearComplementaritySystem scaled(units.asDiagonal() * plain.A * units.cwiseInverse().asDiagonal(),
                                           1e-7 * units.asDiagonal() * plain.B,
                                           1e5 * plain.C * units.cwiseInverse().asDiagonal());
  EXPECT_EQ(relativeDegree(scaled).degree, 3);
}

TEST(RelativeDegrees, OfSeveralOutputs) {
  // Two outputs over a chain of one and one of two: a vector degree, unless one multiplier moves both alike.
  const Matrix A{{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, 0.0}};
  const Matrix C{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
  const RelativeDegree vector = relativeDegree({A, Matrix{{1.0, 0.0}, {0.0, 0.0}, {0.0, 1.0}}, C});
  EXPECT_EQ(vector.kind, DegreeKind::vector);
  EXPECT_EQ(vector.outputs, (std::vector<Index>{1, 2}));
  const RelativeDegree none = relativeDegree({A, Matrix{{1.0, 1.0}, {0.0, 0.0}, {1.0, 1.0}}, C});
  EXPECT_EQ(none.kind, DegreeKind::none);
  EXPECT_EQ(none.degree, -1);
  const RelativeDegree unreached = relativeDegree({A, Matrix{{1.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}}, C});
  EXPECT_EQ(unreached.kind, DegreeKind::none);
  EXPECT_EQ(unreached.outputs, (std::vector<Index>{1, -1}));

  // One of degree 1 whose CB is regular and no P-matrix.
  const Matrix turn{{0.0, 1.0}, {-1.0, 0.0}};
  const RelativeDegree turned = relativeDegree({Matrix::Zero(2, 2), turn, Matrix::Identity(2, 2)});
  EXPECT_EQ(turned.kind, DegreeKind::uniform);
  EXPECT_EQ(turned.degree, 1);
  EXPECT_EQ(turned.p.answer, Answer::no);
}

TEST(RelativeDegrees, AreNotGuessedWhereMIsSingular) {
  const Matrix M{{1.0, 0.0}, {0.0, 0.0}};
  const Matrix A{{0.0, 1.0}, {0.0, -1.0}};
  const LinearComplementaritySystem descriptor(A, Matrix{{0.0}, {1.0}}, Matrix{{1.0, 0.0}}, Matrix{{0.0}}, M);
  EXPECT_EQ(relativeDegree(descriptor).kind, DegreeKind::undecided);
  EXPECT_THROW((void)markovParameters(descriptor, 2), InvalidArgument);
  // x₂ = λ, x₁' = x₂: the step of h adds h λ to the output.
  EXPECT_NEAR(stepMatrix(descriptor, 0.01)(0, 0), 0.01, 1e-16);
}

/// x' = -x + λ, y = x - λ: S(h) = -1 / (1 + h).
TEST(WellPosedness, FailsForAnOutputThatItsMultiplierLowers) {
  const LinearComplementaritySystem system(Matrix{{-1.0}}, Matrix{{1.0}}, Matrix{{1.0}}, Matrix{{-1.0}});
  EXPECT_EQ(relativeDegree(system).degree, 0);
  for (const double h : {1e-3, 0.1, 10.0}) EXPECT_NEAR(stepMatrix(system, h)(0, 0), -1.0 / (1.0 + h), 1e-15);
  const StepWellPosedness answer = stepWellPosedness(system, 1e-3, 10.0);
  EXPECT_EQ(answer.answer, Answer::no);
  for (const StepSample& sample : answer.samples) {
    EXPECT_EQ(sample.p.answer, Answer::no);
    EXPECT_EQ(sample.p.minor, std::vector<Index>{0});
    ASSERT_EQ(sample.p.witness.size(), 1);
    EXPECT_LE(sample.p.witness[0] * stepMatrix(system, sample.h)(0, 0) * sample.p.witness[0], 0.0);
  }

  // From x < 0 no multiplier helps; from x > 0 both λ = 0 and y = 0 solve the step, with x₁ = x / (1 + h) and x₁ = x.
  const double h = 0.1;
  for (const double x : {-1.0, 1.0}) {
    const double S = stepMatrix(system, h)(0, 0);
    const double q = x / (1.0 + h);
    const double closed = -q / S;
    EXPECT_EQ(q >= 0.0, x > 0.0);
    EXPECT_EQ(closed >= 0.0, x > 0.0);
    EXPECT_NEAR((x + h * closed) / (1.0 + h), x, 1e-15);
  }
}

/// D = 1, x' = -x + λ, y = -k x + λ: S(h) = 1 - k h / (1 + h) changes its sign at h = 1 / (k - 1).
TEST(WellPosedness, FindsTheStepWhereItEnds) {
  const double k = 4.0;
  const LinearComplementaritySystem system(Matrix{{-1.0}}, Matrix{{1.0}}, Matrix{{-k}}, Matrix{{1.0}});
  const StepWellPosedness small = stepWellPosedness(system, 1e-6, 0.33);
  EXPECT_EQ(small.answer, Answer::yes);
  EXPECT_TRUE(small.everyStep);
  const StepWellPosedness large = stepWellPosedness(system, 1e-6, 0.34);
  EXPECT_EQ(large.answer, Answer::no);
  for (const StepSample& sample : large.samples)
    EXPECT_EQ(sample.p.answer == Answer::yes, sample.h < 1.0 / (k - 1.0) - 1e-12) << sample.h;
}

/// Between two samples of the grid a minor dips below zero: S(h) = (h/h₀ - 1)² - 1e-4.
TEST(WellPosedness, SeesWhatLiesBetweenSamples) {
  const double h0 = std::pow(10.0, -1.0 + 1.0 / 9.0);
  // With A nilpotent, S(h) = D + h CB + h² CAB.
  const Matrix A{{0.0, 1.0}, {0.0, 0.0}};
  const LinearComplementaritySystem system(A, Matrix{{-2.0 / h0}, {1.0 / (h0 * h0)}}, Matrix{{1.0, 0.0}},
                                           Matrix{{1.0 - 1e-4}});
  const StepWellPosedness answer = stepWellPosedness(system, 1e-2, 1.0);
  EXPECT_EQ(answer.answer, Answer::no);
  for (const StepSample& sample : answer.samples) {
    if (sample.p.answer == Answer::no) {
      EXPECT_NEAR(sample.h, h0, 0.0101 * h0);
    }
  }
}

/// A passive circuit is well posed for every step, and every theta and gamma that keep the signs.
TEST(WellPosedness, HoldsForPassiveCircuits) {
  const Matrix A{{0.0, -1.0}, {1.0, -0.1}};
  const LinearComplementaritySystem circuit(A, Matrix{{1.0, 0.0}, {0.0, 1.0}},
                                            Matrix{{1.0, 0.0}, {0.0, 1.0}});
  for (const auto& [theta, gamma] : {std::pair{1.0, 1.0}, {0.5, 1.0}, {0.5, 0.5}}) {
    const StepWellPosedness answer = stepWellPosedness(circuit, 1e-5, 10.0, theta, gamma);
    EXPECT_EQ(answer.answer, Answer::yes) << answer.message;
    EXPECT_TRUE(answer.everyStep);
  }
}

TEST(WellPosedness, RefusesWhatHasNoMeaning) {
  const LinearComplementaritySystem system = chain(2);
  EXPECT_THROW((void)stepWellPosedness(system, 0.0, 1.0), InvalidArgument);
  EXPECT_THROW((void)stepWellPosedness(system, 1.0, 0.5), InvalidArgument);
  EXPECT_THROW((void)stepMatrix(system, 0.1, 2.0), InvalidArgument);
  EXPECT_THROW((void)stepMatrix(system, 0.1, 1.0, 0.0), InvalidArgument);
  EXPECT_THROW(LinearComplementaritySystem(Matrix{{1.0}}, Matrix{{1.0}}, Matrix{{1.0, 2.0}}),
               InvalidArgument);
  // 1 - h A is singular at h = 1.
  const LinearComplementaritySystem growing(Matrix{{1.0}}, Matrix{{1.0}}, Matrix{{1.0}});
  EXPECT_THROW((void)stepMatrix(growing, 1.0), Error);
}

/// Two diodes over three systems, of which they share one.
TEST(SystemOfInteractions, StacksTheSystemsThatTheyLink) {
  Model model(0.0, 1.0);
  auto& a = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{-1.0}});
  auto& b = model.add<FirstOrderLinearDS>(Vector{{0.0, 0.0}}, Matrix{{0.0, 1.0}, {-1.0, 0.0}});
  auto& c = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{-2.0}});
  c.setM(Matrix{{4.0}});
  const auto relation = [](Matrix C, Matrix B, double d) {
    return FirstOrderLinearTIR(C, B).setD(Matrix{{d}});
  };
  const Interaction& first =
      model.link(ComplementarityConditionNSL(),
                 relation(Matrix{{1.0, 2.0, 3.0}}, Matrix{{4.0}, {5.0}, {6.0}}, 7.0), a, b);
  const Interaction& second = model.link(ComplementarityConditionNSL(),
                                         relation(Matrix{{1.0, 10.0}}, Matrix{{20.0}, {30.0}}, 0.0), c, a);
  const std::array<const Interaction*, 2> both{&first, &second};
  const LinearComplementaritySystem system = linearComplementaritySystem(both);
  EXPECT_EQ(system.M, Matrix(Vector{{1.0, 1.0, 1.0, 4.0}}.asDiagonal()));
  EXPECT_EQ(
      system.A,
      (Matrix{{-1.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {0.0, -1.0, 0.0, 0.0}, {0.0, 0.0, 0.0, -2.0}}));
  EXPECT_EQ(system.C, (Matrix{{1.0, 2.0, 3.0, 0.0}, {10.0, 0.0, 0.0, 1.0}}));
  EXPECT_EQ(system.B, (Matrix{{4.0, 30.0}, {5.0, 0.0}, {6.0, 0.0}, {0.0, 20.0}}));
  EXPECT_EQ(system.D, (Matrix{{7.0, 0.0}, {0.0, 0.0}}));
  EXPECT_EQ(relativeDegree(system).outputs, (std::vector<Index>{0, 1}));

  auto& driven = model.add<FirstOrderLinearDS>(
      Vector{{0.0}}, FirstOrderLinearDS::MatrixFunction([](double t, MatrixRef A) { A(0, 0) = t; }));
  const Interaction& third =
      model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), driven);
  EXPECT_THROW((void)linearComplementaritySystem(third), InvalidArgument);
}

std::string errorOf(Model& model, double h) {
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
  try {
    simulation.computeOneStep();
  } catch (const SolverError& error) {
    return error.what();
  }
  return {};
}

TEST(UnsolvedSteps, AreToldWithDegreeStepMatrixAndRow) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{-1.0}});
  model
      .link(ComplementarityConditionNSL(),
            FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}).setD(Matrix{{-1.0}}), x)
      .setName("the valve");
  const std::string text = errorOf(model, 0.1);
  for (const char* part : {"the relative degree is 0", "not a P-matrix", "minor over the valve (row 0)",
                           "the valve (row 0) has the output -0.909091"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

/// A ray or a certificate of an island of two rows, of which none alone has no solution.
TEST(UnsolvedSteps, NameTheMinorOfSeveralRows) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0, -1.0}}, Matrix::Zero(2, 2));
  model
      .link(ComplementarityConditionNSL(),
            FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix::Identity(2, 2))
                .setD(Matrix{{1.0, -2.0}, {-2.0, 1.0}}),
            x)
      .setName("the pair");
  const std::string text = errorOf(model, 0.1);
  for (const char* part : {"minor over the pair (row 0), the pair (row 1)", "the relative degree is 0"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(text.find("no multiplier raises it"), std::string::npos) << text;
}

}  // namespace
}  // namespace nsds::analysis_test
