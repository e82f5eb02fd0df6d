// Ranks of observability and controllability of systems with planted modes that are not.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <nsds/theory/analysis/observability.hpp>

#include "kernel/theory/analysis/linear_systems.hpp"

namespace nsds::test::controllability_test {
namespace {

TEST(Observability, FindsPlantedModes) {
  LinearSystems random(6);
  for (int k = 0; k < 40; ++k) {
    const Index seen = random.integer(1, 12), hidden = k % 4 == 0 ? 0 : random.integer(1, 5),
                n = seen + hidden;
    const Index m = random.integer(1, 3);
    Matrix A = random.normal(n, n), C = random.normal(m, n);
    A.topRightCorner(seen, hidden).setZero();
    C.rightCols(hidden).setZero();
    const Matrix T = random.regular(n, 5.0);
    const LinearComplementaritySystem system = LinearSystems::moved({A, random.normal(n, m), C}, T);
    const StateSpaceAnswer found = observability(system);
    ASSERT_EQ(found.answer, hidden == 0 ? Answer::yes : Answer::no) << found.message;
    EXPECT_EQ(found.rank, seen);
    const LinearComplementaritySystem transposed(system.A.transpose(), system.C.transpose(),
                                                 system.B.transpose());
    const StateSpaceAnswer dual = controllability(transposed);
    ASSERT_EQ(dual.answer, found.answer) << dual.message;
    EXPECT_EQ(dual.rank, seen);
    if (hidden == 0) continue;
    const double size = system.A.norm();
    EXPECT_LT(
        (system.A.cast<std::complex<double>>() * found.witness - found.eigenvalue * found.witness).norm(),
        1e-11 * size);
    EXPECT_LT((system.C.cast<std::complex<double>>() * found.witness).norm(), 1e-11 * system.C.norm());
    EXPECT_LT((transposed.A.transpose().cast<std::complex<double>>() * dual.witness -
               dual.eigenvalue * dual.witness)
                  .norm(),
              1e-11 * size);
    EXPECT_LT((transposed.B.transpose().cast<std::complex<double>>() * dual.witness).norm(),
              1e-11 * system.C.norm());
  }
}

TEST(Observability, DoesNotDependOnUnitsAndIsNotGuessed) {
  // A chain of three integrators whose units differ by 1e20.
  const Vector units{{1e-10, 1.0, 1e10}};
  Matrix A = Matrix::Zero(3, 3);
  A.diagonal(1).setOnes();
  A = units.asDiagonal() * A * units.cwiseInverse().asDiagonal();
  const Matrix B = units.asDiagonal() * Matrix{{0.0}, {0.0}, {1.0}};
  const Matrix C = Matrix{{1.0, 0.0, 0.0}} * units.cwiseInverse().asDiagonal();
  EXPECT_EQ(observability({A, B, C}).answer, Answer::yes);
  EXPECT_EQ(controllability({A, B, C}).answer, Answer::yes);
  // Seen through its third state only the last is.
  const StateSpaceAnswer last = observability({A, B, Matrix{{0.0, 0.0, 1.0}}});
  EXPECT_EQ(last.answer, Answer::no);
  EXPECT_EQ(last.rank, 1);
  EXPECT_EQ(observability({A, B, C, Matrix(), Matrix::Zero(3, 3)}).answer, Answer::undecided);
  // Between rounding and a thousand times that.
  const Matrix nearly{{1.0, 0.0}, {1e-13, 2.0}};
  EXPECT_EQ(controllability({nearly, Matrix{{1.0}, {0.0}}, Matrix{{1.0, 1.0}}}).answer, Answer::undecided);
}

TEST(Observability, RefusesBadInput) {
  const Matrix A = Matrix::Identity(2, 2), B = Matrix::Ones(2, 1), C = Matrix::Ones(1, 2);
  EXPECT_THROW((void)observability({A, B, Matrix::Ones(1, 3)}), InvalidArgument);
  EXPECT_THROW((void)controllability({A, Matrix::Ones(3, 1), C}), InvalidArgument);
  EXPECT_THROW((void)observability({std::nan("") * A, B, C}), InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::controllability_test
