#include "linalg/exponential.hpp"

#include <algorithm>
#include <cmath>

namespace nsds {

/// Scaling and squaring of both: φ(2 F) = (I + exp(F)) φ(F) / 2, exp(2 F) = exp(F)². I + F φ(F) would do for the exponential,
/// but stiff F make its rounding large.
/// Reference: Higham (2005), The scaling and squaring method for the matrix exponential revisited, SIAM J. Matrix Anal. 26.
Matrix integratedExponential(MatrixConstRef F) {
  // Scaled to ‖F‖₁ <= 1/2, the Taylor series Σ Fᵏ / (k + 1)! is cut where the first term left out is below 2⁻⁵³:
  // 2⁻¹⁴ / 15! = 4.7e-17.
  constexpr int terms = 13;
  const Index n = F.rows();
  const double norm = F.cwiseAbs().colwise().sum().maxCoeff();
  const Matrix identity = Matrix::Identity(n, n);
  if (!std::isfinite(norm)) return Matrix::Constant(n, n, norm);
  int exponent = 0;
  std::frexp(norm, &exponent);  // norm < 2^exponent
  const int squarings = std::max(0, exponent + 1);
  const Matrix scaled = F * std::ldexp(1.0, -squarings);

  // Horner's rule from the last term on: φ = I + F/2 (I + F/3 (I + ...)).
  Matrix phi = identity;
  for (int k = terms + 1; k >= 2; --k) phi = (identity + scaled * phi / static_cast<double>(k)).eval();

  Matrix exponential = identity + scaled * phi;
  for (int k = 0; k < squarings; ++k) {
    phi = (0.5 * (phi + exponential * phi)).eval();
    exponential = (exponential * exponential).eval();
  }
  return phi;
}

}  // namespace nsds
