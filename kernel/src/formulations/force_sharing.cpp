#include "formulations/force_sharing.hpp"

#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/numerics/cpp/qp.hpp"

namespace nsds {

namespace {

constexpr double dependent = 1e-8;  // of the largest pivot

numerics::Options accurate() {
  return numerics::Options(NSDS_CLASS_QP).set("tolerance", 1e-12).set("residual", "class");
}

/// A program whose residual is rounding alone has been solved as well as its numbers allow.
bool isSolved(const numerics::qp::Solution& solution) {
  return solution.ok() || solution.report.status == NSDS_ROUNDOFF_LIMIT;
}

}  // namespace

void ForceSharing::setDirections(MatrixConstRef D) {
  // Rows of unit length, so that rotations and translations have equal rights.
  const Vector norms = D.rowwise().norm().cwiseMax(std::numeric_limits<double>::min());
  const Matrix unit = norms.cwiseInverse().asDiagonal() * D;
  CompleteLu lu;
  lu.compute(unit.transpose(), dependent);
  const Index k = D.rows() - lu.rank();
  Z_.resize(D.rows(), k);
  if (k == 0) return;
  const Matrix kernel = norms.cwiseInverse().asDiagonal() * lu.kernel();
  Z_ = orthonormalBasis(kernel);
}

double ForceSharing::widest(VectorRef lambda) {
  const Index k = Z_.cols();
  const double size = lambda.cwiseAbs().maxCoeff();
  if (!(size > 0.0)) return 0.0;
  // The unknowns are (y, s), in parts of the largest force: max s, A Z y - s >= -A lambda.
  Matrix rows(A_.rows(), k + 1);
  rows << A_ * Z_, Vector::Constant(A_.rows(), -1.0);
  const Matrix none = Matrix::Zero(k + 1, k + 1);
  Vector objective = Vector::Zero(k + 1);
  objective[k] = -1.0;
  numerics::Constraints constraints;
  constraints.A = numerics::view(rows);
  constraints.b = -(A_ * lambda) / size;
  constraints.upper = Vector::Constant(k + 1, std::numeric_limits<double>::infinity());
  constraints.upper[k] = 10.0;
  const auto solution = numerics::qp::Problem(numerics::view(none), objective, constraints).solve(accurate());
  if (!isSolved(solution))
    throw Error(fmt::format("forces of contacts that are not unique cannot be shared out: {}",
                            solution.report.message));
  lambda += size * (Z_ * solution.z.head(k));
  return size * solution.z[k];
}

bool ForceSharing::least(VectorRef lambda) {
  const Index k = Z_.cols();
  const double size = lambda.cwiseAbs().maxCoeff();
  if (!(size > 0.0)) return true;
  const Matrix rows = A_ * Z_;
  const Matrix metric = Matrix::Identity(k, k);
  numerics::Constraints constraints;
  constraints.A = numerics::view(rows);
  constraints.b = -(A_ * lambda) / size;
  const Vector objective = Z_.transpose() * lambda / size;
  const auto solution =
      numerics::qp::Problem(numerics::view(metric), objective, constraints).solve(accurate());
  if (!isSolved(solution)) return false;
  lambda += size * (Z_ * solution.z);
  return true;
}

}  // namespace nsds
