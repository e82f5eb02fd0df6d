// Large first-order systems with sparse matrices: the same trajectories as with dense ones, in every scheme.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <nsds/kernel.hpp>
#include <string>

namespace nsds::sparse_systems_test {
namespace {

constexpr Index n = 40;  // above the size up to which sparse matrices are kept dense
constexpr Index rows = 5;

/// A chain of diffusion, with a convection that makes A unsymmetric.
Matrix chain() {
  Matrix A = Matrix::Zero(n, n);
  for (Index k = 0; k < n; ++k) {
    A(k, k) = -2.0;
    if (k > 0) A(k, k - 1) = 1.3;
    if (k + 1 < n) A(k, k + 1) = 0.7;
  }
  return A;
}

Matrix outputs() {
  Matrix C = Matrix::Zero(rows, n);
  for (Index r = 0; r < rows; ++r) {
    C(r, 7 * r) = 1.0;
    C(r, (7 * r + 3) % n) = -0.5;
  }
  return C;
}

struct Scheme {
  const char* name;
  std::unique_ptr<OneStepIntegrator> (*make)();
};

/// State, inputs, outputs and impulses over a run; sparse: of M, A, C and B.
Matrix run(bool sparse, std::unique_ptr<OneStepIntegrator> integrator, bool nonlinearNeighbour = false) {
  Model model(0.0, 2.0);
  const Vector x0 = Vector::LinSpaced(n, -1.0, 1.0).array().sin();
  const Matrix A = chain();
  const Matrix C = outputs();
  const Matrix B = C.transpose() * 0.8;
  Matrix M = Matrix::Identity(n, n);
  M(3, 3) = 2.0;
  const auto either = [&](const Matrix& matrix) {
    return sparse ? SystemMatrix(SparseMatrix(matrix.sparseView())) : SystemMatrix(matrix);
  };
  auto& x = model.add<FirstOrderLinearDS>(x0, either(A));
  x.setM(either(M));
  x.setB([](double t, VectorRef b) { b.setConstant(std::cos(3.0 * t)); });
  auto relation = sparse ? FirstOrderLinearTIR(SparseMatrix(C.sparseView()), SparseMatrix(B.sparseView()))
                         : FirstOrderLinearTIR(C, B);
  relation.setD(0.1 * Matrix::Identity(rows, rows)).setE(Vector::Constant(rows, 0.2));
  const Interaction& link = model.link(ComplementarityConditionNSL(), relation, x);
  if (nonlinearNeighbour) {
    auto& z = model.add<FirstOrderNonLinearDS>(
        Vector{{0.5}}, [](double, VectorConstRef y, VectorRef f) { f[0] = -y[0] * y[0]; });
    Matrix both = Matrix::Zero(1, n + 1);
    both(0, 11) = 1.0;
    both(0, n) = 1.0;
    const SparseMatrix joint(both.sparseView());
    model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(joint, SparseMatrix(joint.transpose())), x,
               z);
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.05), std::move(integrator));
  Matrix all(0, 2 * n + 2 * rows);
  simulation.run([&](const Simulation&) {
    all.conservativeResize(all.rows() + 1, Eigen::NoChange);
    all.row(all.rows() - 1) << x.x().transpose(), x.r().transpose(), link.y().transpose(),
        link.lambda().transpose();
  });
  return all;
}

class SparseSystems : public ::testing::TestWithParam<Scheme> {};

TEST_P(SparseSystems, MoveLikeDenseOnes) {
  const Matrix dense = run(false, GetParam().make());
  const Matrix sparse = run(true, GetParam().make());
  EXPECT_GT(dense.rightCols(rows).maxCoeff(), 0.1);  // some multipliers are at work
  EXPECT_LE((dense - sparse).cwiseAbs().maxCoeff(), 1e-11);
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, SparseSystems,
    ::testing::Values(
        Scheme{"implicit",
               [] { return std::unique_ptr<OneStepIntegrator>(std::make_unique<EulerMoreauOSI>(1.0)); }},
        Scheme{"middle",
               [] { return std::unique_ptr<OneStepIntegrator>(std::make_unique<EulerMoreauOSI>(0.5, 0.7)); }},
        Scheme{"weighted",
               [] {
                 return std::unique_ptr<OneStepIntegrator>(
                     std::make_unique<EulerMoreauOSI>(EulerMoreauOSI::weighted(0.5)));
               }},
        Scheme{"hold",
               [] { return std::unique_ptr<OneStepIntegrator>(std::make_unique<ZeroOrderHoldOSI>()); }}),
    [](const auto& test) { return test.param.name; });

TEST(SparseSystems, ShareARelationWithANonlinearOne) {
  const Matrix dense = run(false, std::make_unique<EulerMoreauOSI>(1.0), true);
  const Matrix sparse = run(true, std::make_unique<EulerMoreauOSI>(1.0), true);
  EXPECT_LE((dense - sparse).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(SparseSystems, JumpLikeDenseOnes) {
  for (const bool sparse : {false, true}) {
    Model model(0.0, 1.0);
    Matrix C = Matrix::Zero(1, n);
    C(0, 4) = 1.0;
    const SparseMatrix few(C.sparseView());
    Vector x0 = Vector::Zero(n);
    x0[4] = -1.0;
    auto& x = model.add<FirstOrderLinearDS>(
        x0, sparse ? SystemMatrix(SparseMatrix(chain().sparseView())) : SystemMatrix(chain()));
    const Interaction& link =
        model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(few, SparseMatrix(few.transpose())), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    simulation.setJumps(JumpRule::jump);
    simulation.initialize();
    simulation.computeOneStep();
    simulation.nextStep();
    EXPECT_NEAR(simulation.jumpImpulse(link)[0], 1.0, 1e-12);
  }
}

TEST(SparseSystems, NameAnEntryThatIsNotFinite) {
  SparseMatrix C(2, n);
  C.insert(1, 17) = std::numeric_limits<double>::quiet_NaN();
  try {
    FirstOrderLinearTIR(C, SparseMatrix(n, 2));
    FAIL() << "is taken";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("C(1, 17) is nan"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace nsds::sparse_systems_test
