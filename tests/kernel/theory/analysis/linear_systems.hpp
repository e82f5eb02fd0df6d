// Linear systems of known relative degree and passivity, in coordinates that do not show them.
#pragma once

#include <Eigen/Core>
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
  Matrix orthogonal(Index n);
  /// Singular values between 1 and `condition`.
  Matrix regular(Index n, double condition);
  Matrix semidefinite(Index n, Index rank);
  Matrix skew(Index n);

  /// x = T z.
  static LinearComplementaritySystem moved(const LinearComplementaritySystem& z, const Matrix& T);

  /// x' = (J - R) P x + (G - K) u, y = (G + K)'P x + (S + W) u with [R, K; K', S] ≥ 0, P > 0: it gives off no more than it
  /// holds, x'P x / 2. feedthrough: the rank of S; losses: that of R.
  LinearComplementaritySystem portHamiltonian(Index n, Index m, Index feedthrough, Index losses);

 private:
  std::mt19937 random_;
};

}  // namespace nsds::test
