#include "formulations/force_sharing.hpp"

#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/numerics/cpp/qp.hpp"

namespace nsds {

namespace {

constexpr double dependent = 1e-8;  // of the largest pivot

/// A program over x with rows x >= b, and one unknown more, whose solution is 1: forces are measured in parts of the largest
/// one, while b and the objective may be rounding alone, in which the residual of the class would otherwise count.
struct Program {
  Program(const Matrix& givenRows, const Vector& givenB)
      : rows(givenRows.rows(), givenRows.cols() + 1),
        b(givenB),
        metric(Matrix::Zero(rows.cols(), rows.cols())),
        objective(Vector::Zero(rows.cols())),
        upper(Vector::Constant(rows.cols(), std::numeric_limits<double>::infinity())) {
    rows << givenRows, Vector::Zero(b.size());
    metric(rows.cols() - 1, rows.cols() - 1) = 1.0;
    objective[rows.cols() - 1] = -1.0;
  }
  numerics::qp::Solution solve() const {
    numerics::Constraints constraints;
    constraints.A = numerics::view(rows);
    constraints.b = b;
    constraints.upper = upper;
    return numerics::qp::Problem(numerics::view(metric), objective, constraints)
        .solve(numerics::Options(NSDS_CLASS_QP).set("tolerance", 1e-12).set("residual", "class"));
  }

  Matrix rows;
  Vector b;
  Matrix metric;
  Vector objective;
  Vector upper;
};

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
  Program program(rows, -(A_ * lambda) / size);
  program.objective[k] = -1.0;
  program.upper[k] = 10.0;
  const auto solution = program.solve();
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
  Program program(A_ * Z_, -(A_ * lambda) / size);
  program.metric.diagonal().head(k).setOnes();
  program.objective.head(k) = Z_.transpose() * lambda / size;
  const auto solution = program.solve();
  if (!isSolved(solution)) return false;
  lambda += size * (Z_ * solution.z.head(k));
  return true;
}

}  // namespace nsds
