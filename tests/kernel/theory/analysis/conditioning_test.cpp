// Systems whose M is ill-conditioned: what rounding leaves in M⁻¹A and M⁻¹B is taken for no property of theirs. And systems whose M only
// looks ill-conditioned, in its units.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <nsds/kernel/well_posedness/relative_degree.hpp>
#include <nsds/theory/analysis/observability.hpp>
#include <nsds/theory/analysis/passivity.hpp>
#include <nsds/theory/analysis/small_steps.hpp>
#include <nsds/theory/analysis/step_matrix.hpp>

namespace nsds::test::conditioning_test {
namespace {

/// x' = B₀ λ, y = B₀ᵀ x loses no energy: P = 1. M has the determinant 1 and a condition number of 1e6.
TEST(IllConditionedMass, MakesNoLosslessSystemGiveOffEnergy) {
  const Matrix M{
      {1.0, 4.0, -4.0, 0.0}, {2.0, 9.0, -9.0, 1.0}, {5.0, 27.0, -26.0, 0.0}, {1.0, 8.0, 1.0, -58.0}};
  const Matrix B{{-2.0, -2.0}, {-3.0, -3.0}, {0.0, -1.0}, {3.0, -2.0}};
  const Passivity found = passivity({Matrix::Zero(4, 4), M * B, B.transpose(), Matrix(), M});
  EXPECT_NE(found.answer, Answer::no) << found.message;
  if (found.answer == Answer::yes) {
    EXPECT_GT(found.violation, 1e-13);  // with what rounding may add
    EXPECT_LE(found.violation, 1e-8);
  }
}

/// M⁻¹B = B for B = (1, −1, 0), which C = (1, 1, −2) does not see; 1e-8 of it is left.
TEST(IllConditionedMass, MakesNoDegree) {
  const Matrix M = Matrix::Identity(3, 3) + 1e8 * Matrix::Ones(3, 3);
  const LinearComplementaritySystem hidden(-M, Matrix{{1.0}, {-1.0}, {0.0}}, Matrix{{1.0, 1.0, -2.0}},
                                           Matrix(), M);
  EXPECT_EQ(relativeDegree(hidden).kind, DegreeKind::undecided) << relativeDegree(hidden).message;
  EXPECT_FALSE(markovParameters(hidden, 2)[1].certain);
  // One that is far beyond what is left is seen.
  const LinearComplementaritySystem seen(-M, Matrix{{1.0}, {-1.0}, {0.0}}, Matrix{{1.0, -1.0, 0.0}}, Matrix(),
                                         M);
  EXPECT_EQ(relativeDegree(seen).degree, 1) << relativeDegree(seen).message;
}

/// M = L U with integers and the determinant 1; M⁻¹A = −diag(1, 2, 3, 5), whose last mode C does not see.
TEST(IllConditionedMass, ShowsNoHiddenMode) {
  const Matrix L{{1.0, 0.0, 0.0, 0.0}, {7.0, 1.0, 0.0, 0.0}, {-5.0, 9.0, 1.0, 0.0}, {3.0, -8.0, 6.0, 1.0}};
  const Matrix M = L * L.transpose();
  const Matrix A = M * Matrix(Vector{{-1.0, -2.0, -3.0, -5.0}}.asDiagonal());
  const Matrix row{{1.0, 1.0, 1.0, 0.0}};
  const StateSpaceAnswer hidden = observability({A, row.transpose(), row, Matrix(), M});
  EXPECT_NE(hidden.answer, Answer::yes) << hidden.message;
  const StateSpaceAnswer unreached = controllability({A, M * row.transpose(), row, Matrix(), M});
  EXPECT_NE(unreached.answer, Answer::yes) << unreached.message;
  const Matrix all = Matrix::Ones(1, 4);
  EXPECT_EQ(observability({A, all.transpose(), all, Matrix(), M}).answer, Answer::yes);
}

/// M x' = −M x + M (1, 1)ᵀ λ, y = x₁ + x₂: S(h) = 2 h/(1 + h), H(s) = 2/(s + 1).
TEST(MassInUnits, IsNotSingular) {
  const Matrix M{{1e-12, 0.0}, {0.0, 1e5}};
  const LinearComplementaritySystem system(-M, M * Matrix::Ones(2, 1), Matrix::Ones(1, 2), Matrix(), M);
  const StepWellPosedness steps = stepWellPosedness(system, 1e-3, 10.0);
  EXPECT_EQ(steps.answer, Answer::yes) << steps.message;
  EXPECT_NEAR(stepMatrix(system, 0.5)(0, 0), 2.0 / 3.0, 1e-15);
  EXPECT_EQ(smallSteps(system).answer, Answer::yes);
  EXPECT_EQ(relativeDegree(system).degree, 1);
  EXPECT_EQ(passivity(system).answer, Answer::yes);
  EXPECT_EQ(controllability(system).answer, Answer::no);  // two modes of one eigenvalue
}

/// Rows that differ by one rounding: whether M is singular is not known, and no step is called ill posed.
TEST(NearlySingularMass, LeavesStepsUndecided) {
  const Matrix M{{1.0, 1.0}, {1.0, 1.0 + 0x1p-52}};
  const LinearComplementaritySystem system(Matrix::Zero(2, 2), Matrix{{1.0}, {0.0}}, Matrix{{1.0, 0.0}},
                                           Matrix(), M);
  const StepWellPosedness steps = stepWellPosedness(system, 0.1, 0.1);
  EXPECT_EQ(steps.answer, Answer::undecided) << steps.message;
  EXPECT_EQ(smallSteps(system).answer, Answer::undecided);
  EXPECT_EQ(relativeDegree(system).kind, DegreeKind::undecided);
  EXPECT_EQ(passivity(system).answer, Answer::undecided);
  EXPECT_EQ(observability(system).answer, Answer::undecided);
}

/// C B = [0 1; −1 1] up to rounding, which decides no sign: 2.4·7.3 − 2.4·4.3 − 6·1.2 = 0.
TEST(RoundedEntries, AreNoPositiveMinors) {
  const double d = (2.4 * 7.3 + 1.0) / 4.3;
  const Matrix B{{7.3, 1.0 / 2.4}, {-4.3, 0.0}, {-1.2, 0.0}};
  const Matrix C{{2.4, 2.4, 6.0}, {2.4, d, 0.0}};
  for (const double sign : {1.0, -1.0}) {
    Matrix turned = B;
    turned.row(2) *= 1.0 + sign * 0x1p-50;
    const LinearComplementaritySystem system(Matrix::Zero(3, 3), turned, C);
    const RelativeDegree degree = relativeDegree(system);
    EXPECT_EQ(degree.degree, 1) << degree.message;
    EXPECT_EQ(degree.leading(0, 0), 0.0);
    EXPECT_EQ(degree.p.answer, Answer::no);
    EXPECT_EQ(stepWellPosedness(system, 0.1, 1.0).answer, Answer::undecided);
  }
}

}  // namespace
}  // namespace nsds::test::conditioning_test
