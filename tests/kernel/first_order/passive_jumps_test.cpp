// Jumps of random passive systems: impulses in the cone that D leaves them, storage, and the projection in its metric.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <random>

namespace nsds::passive_jumps_test {
namespace {

/// A random passive system: P B = Cᵀ with P positive definite, D positive semidefinite, which may have rows of zeros and a
/// skew part.
struct Passive {
  explicit Passive(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    std::uniform_int_distribution<int> size(1, 6);
    const Index n = size(random);
    const Index m = std::min<Index>(n, size(random));
    const auto draw = [&](Index rows, Index columns) {
      return Matrix(Matrix::NullaryExpr(rows, columns, [&] { return normal(random); }));
    };
    const Matrix root = draw(n, n);
    P = root * root.transpose() + 0.1 * Matrix::Identity(n, n);
    C = draw(m, n);
    B = P.ldlt().solve(C.transpose());
    const Matrix half = draw(m, 1);
    const Matrix skew = draw(m, m);
    D = Matrix::Zero(m, m);
    switch (std::uniform_int_distribution<int>(0, 3)(random)) {
      case 1:
        D = half * half.transpose();
        break;
      case 2:
        D = skew - skew.transpose();
        break;
      case 3:
        D(0, 0) = 1.0;
        break;
      default:
        break;
    }
    x0 = draw(n, 1);
  }
  double storage(const Vector& x) const { return 0.5 * x.dot(P * x); }

  Matrix P, B, C, D;
  Vector x0;
};

TEST(PassiveSystem, NeverGainsStorageAtAJumpToWhereTheOriginIsAdmissible) {
  std::mt19937_64 random(37);
  int jumps = 0;
  for (int k = 0; k < 1000; ++k) {
    const Passive passive(random);
    Model model(0.0, 1.0);
    const Index n = passive.x0.size();
    auto& x = model.add<FirstOrderLinearDS>(passive.x0, Matrix::Zero(n, n));
    const Interaction& link = model.link(ComplementarityConditionNSL(),
                                         FirstOrderLinearTIR(passive.C, passive.B).setD(passive.D), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    simulation.initialize();
    EXPECT_LE(passive.storage(x.x()), passive.storage(passive.x0) * (1.0 + 1e-12)) << "system " << k;
    // mu is in Q, and complementary to the output.
    const Vector mu = simulation.jumpImpulse(link);
    const Vector y = passive.C * x.x();
    const double size = 1.0 + mu.lpNorm<Eigen::Infinity>() * (1.0 + passive.D.lpNorm<Eigen::Infinity>());
    EXPECT_GE(mu.minCoeff(), -1e-9 * size) << "system " << k;
    EXPECT_GE((passive.D * mu).minCoeff(), -1e-9 * size) << "system " << k;
    EXPECT_NEAR(mu.dot(passive.D * mu), 0.0, 1e-9 * size * size) << "system " << k;
    EXPECT_NEAR(mu.dot(y), 0.0, 1e-9 * size) << "system " << k;
    if (passive.D.isZero(0.0)) {
      EXPECT_GE(y.minCoeff(), -1e-9) << "system " << k;
    }
    if (simulation.jumpRecord().count > 0) ++jumps;
  }
  EXPECT_GE(jumps, 300);
}

/// With D = 0 the jump is the projection in the metric of the storage onto {C x + e >= 0}, found here by the conditions of
/// optimality over all active sets.
TEST(PassiveSystem, JumpsToTheProjectionInTheMetricOfItsStorage) {
  std::mt19937_64 random(38);
  std::normal_distribution<double> normal;
  int jumps = 0;
  for (int k = 0; k < 200; ++k) {
    Passive passive(random);
    const Index n = passive.x0.size();
    const Index m = passive.C.rows();
    const Vector e = Vector::NullaryExpr(m, [&] { return normal(random); });
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderLinearDS>(passive.x0, Matrix::Zero(n, n));
    model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(passive.C, passive.B).setE(e), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    simulation.initialize();
    double nearest = std::numeric_limits<double>::infinity();
    Vector projection = passive.x0;
    for (int set = 0; set < 1 << m; ++set) {
      std::vector<Index> active;
      for (Index i = 0; i < m; ++i)
        if ((set >> i & 1) != 0) active.push_back(i);
      Vector at = passive.x0;
      if (!active.empty()) {
        const Matrix rows = passive.C(active, Eigen::all);
        const Vector gap = rows * passive.x0 + e(active);
        at -= passive.P.ldlt().solve(
            rows.transpose() * (rows * passive.P.ldlt().solve(rows.transpose())).fullPivLu().solve(gap));
      }
      if ((passive.C * at + e).minCoeff() < -1e-9) continue;
      const double distance = passive.storage(at - passive.x0);
      if (distance < nearest) {
        nearest = distance;
        projection = at;
      }
    }
    EXPECT_LE((x.x() - projection).lpNorm<Eigen::Infinity>(),
              1e-10 * (1.0 + projection.lpNorm<Eigen::Infinity>()))
        << "system " << k;
    if (simulation.jumpRecord().count > 0) ++jumps;
  }
  EXPECT_GE(jumps, 100);
}

}  // namespace
}  // namespace nsds::passive_jumps_test
