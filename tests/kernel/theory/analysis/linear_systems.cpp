// The decompositions are instantiated here, once for all that draw systems.
#include "kernel/theory/analysis/linear_systems.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

namespace nsds::test {

Matrix LinearSystems::orthogonal(Index n) {
  return normal(n, n).householderQr().householderQ() * Matrix::Identity(n, n);
}
Matrix LinearSystems::regular(Index n, double condition) {
  const Vector values = Vector::NullaryExpr(n, [&] { return std::pow(condition, uniform(0.0, 1.0)); });
  return orthogonal(n) * values.asDiagonal() * orthogonal(n);
}
Matrix LinearSystems::semidefinite(Index n, Index rank) {
  const Matrix factor = normal(n, rank);
  return factor * factor.transpose() / static_cast<double>(n);
}
Matrix LinearSystems::skew(Index n) {
  const Matrix any = normal(n, n);
  return 0.5 * (any - any.transpose());
}

LinearComplementaritySystem LinearSystems::moved(const LinearComplementaritySystem& z, const Matrix& T) {
  const Matrix inverse = T.inverse();
  return {T * z.A * inverse, T * z.B, z.C * inverse, z.D};
}

LinearComplementaritySystem LinearSystems::portHamiltonian(Index n, Index m, Index feedthrough,
                                                           Index losses) {
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

}  // namespace nsds::test
