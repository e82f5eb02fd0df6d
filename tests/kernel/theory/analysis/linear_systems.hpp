// Linear systems of known relative degree and passivity, in coordinates that do not show them.
#pragma once

#include <Eigen/Dense>
#include <nsds/kernel/well_posedness/linear_complementarity_system.hpp>
#include <random>

namespace nsds::test {

class LinearSystems {
 public:
  explicit LinearSystems(unsigned seed) : random_(seed) {}

  double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random_); }
  Index integer(Index from, Index to) { return std::uniform_int_distribution<Index>(from, to)(random_); }
  Matrix normal(Index rows, Index cols) {
    return Matrix::NullaryExpr(rows, cols, [&] { return std::normal_distribution<double>()(random_); });
  }
  Matrix orthogonal(Index n) { return normal(n, n).householderQr().householderQ() * Matrix::Identity(n, n); }
  /// Singular values between 1 and `condition`.
  Matrix regular(Index n, double condition) {
    const Vector values = Vector::NullaryExpr(n, [&] { return std::pow(condition, uniform(0.0, 1.0)); });
    return orthogonal(n) * values.asDiagonal() * orthogonal(n);
  }
  Matrix semidefinite(Index n, Index rank) {
    const Matrix factor = normal(n, rank);
    return factor * factor.transpose() / static_cast<double>(n);
  }
  Matrix skew(Index n) {
    const Matrix any = normal(n, n);
    return 0.5 * (any - any.transpose());
  }

  /// x = T z.
  static LinearComplementaritySystem moved(const LinearComplementaritySystem& z, const Matrix& T) {
    const Matrix inverse = T.inverse();
    return {T * z.A * inverse, T * z.B, z.C * inverse, z.D};
  }

  /// x' = (J - R) P x + (G - K) u, y = (G + K)'P x + (S + W) u with [R, K; K', S] ≥ 0, P > 0: it gives off no more than it
  /// holds, x'P x / 2. feedthrough: the rank of S; losses: that of R.
  LinearComplementaritySystem portHamiltonian(Index n, Index m, Index feedthrough, Index losses) {
    // The rows of a factor make the dissipation: of both for S regular, else of each apart.
    const Matrix both = semidefinite(n + feedthrough, std::max(losses, feedthrough) + feedthrough);
    Matrix R = losses == 0 ? Matrix(Matrix::Zero(n, n)) : semidefinite(n, losses);
    Matrix K = Matrix::Zero(n, m);
    Matrix S = Matrix::Zero(m, m);
    const Matrix turn = orthogonal(m);
    if (feedthrough > 0) {
      R += both.topLeftCorner(n, n);
      K = both.topRightCorner(n, feedthrough) * turn.topRows(feedthrough);
      S = turn.topRows(feedthrough).transpose() *
          (both.bottomRightCorner(feedthrough, feedthrough) +
           0.1 * Matrix::Identity(feedthrough, feedthrough)) *
          turn.topRows(feedthrough);
    }
    const Matrix factor = regular(n, 3.0);
    const Matrix P = factor.transpose() * factor;
    const Matrix G = normal(n, m);
    return {(skew(n) - R) * P, G - K, (G + K).transpose() * P, S + 0.3 * skew(m)};
  }

 private:
  std::mt19937 random_;
};

}  // namespace nsds::test
