#include "simulation/event_driven/contacts/force_sharing.hpp"

#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"
#include "simulation/event_driven/contacts/force_program.hpp"

namespace nsds {

namespace {

constexpr double dependent = 1e-8;  // of the largest pivot

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
  const auto solution = farthestInside(A_ * Z_, A_ * lambda / size, Vector::Ones(A_.rows()));
  if (!ForceProgram::isSolved(solution))
    throw Error(fmt::format("forces of contacts that are not unique cannot be shared out: {}",
                            solution.report.message));
  lambda += size * (Z_ * solution.z.head(k));
  return size * solution.z[k];
}

bool ForceSharing::least(VectorRef lambda) {
  const Index k = Z_.cols();
  const double size = lambda.cwiseAbs().maxCoeff();
  if (!(size > 0.0)) return true;
  ForceProgram program(A_ * Z_, -(A_ * lambda) / size);
  program.metric.diagonal().head(k).setOnes();
  program.objective.head(k) = Z_.transpose() * lambda / size;
  const auto solution = program.solve();
  if (!ForceProgram::isSolved(solution)) return false;
  lambda += size * (Z_ * solution.z.head(k));
  return true;
}

}  // namespace nsds
