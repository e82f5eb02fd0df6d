#include "linalg/polyhedron_projection.hpp"

#include <fmt/core.h>

#include "nsds/kernel/error.hpp"
#include "nsds/numerics/cpp/qp.hpp"

namespace nsds {

namespace {

/// min |z - x|² / 2 over the polyhedron
numerics::qp::Solution nearestOfPolyhedron(const Matrix& H, const Vector& K, VectorConstRef x) {
  const Matrix unit = Matrix::Identity(x.size(), x.size());
  numerics::Constraints constraints;
  constraints.A = numerics::view(H);
  constraints.b = K;
  return numerics::qp::Problem(numerics::view(unit), -x, std::move(constraints))
      .solve(numerics::Options(NSDS_CLASS_QP).set("tolerance", 1e-13));
}

}  // namespace

bool projectOntoPolyhedron(const Matrix& H, const Vector& K, VectorConstRef x, VectorRef p) {
  const numerics::qp::Solution solution = nearestOfPolyhedron(H, K, x);
  if (solution.report.status == NSDS_INFEASIBLE) return false;
  if (!solution.ok() && solution.report.status != NSDS_ROUNDOFF_LIMIT)
    throw Error(fmt::format("a projection onto a polyhedron was not found: {}", solution.report.message));
  p = solution.z;
  return true;
}

bool isEmptyPolyhedron(const Matrix& H, const Vector& K) {
  return nearestOfPolyhedron(H, K, Vector::Zero(H.cols())).report.status == NSDS_INFEASIBLE;
}

}  // namespace nsds
