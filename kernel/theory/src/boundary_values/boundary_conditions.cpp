#include "nsds/theory/boundary_values/boundary_conditions.hpp"

#include <utility>

#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"

namespace nsds {

namespace {

/// What checks of results name.
struct ConditionsName {
  static const char* name() { return "BoundaryConditions"; }
};

}  // namespace

BoundaryConditions::BoundaryConditions(MatrixConstRef M, MatrixConstRef N, VectorConstRef b)
    : n_(b.size()), M_(M), N_(N), b_(b) {
  const char* const owner = ConditionsName::name();
  check::that(n_ >= 1, "{}: there is no condition", owner);
  check::shape(owner, "M", M_, n_, n_);
  check::shape(owner, "N", N_, n_, n_);
  check::finite(owner, "M", M_);
  check::finite(owner, "N", N_);
  check::finite(owner, "b", b_);
  for (Index i = 0; i < n_; ++i)
    check::that(!M_.row(i).isZero(0.0) || !N_.row(i).isZero(0.0),
                "{}: row {} of M and of N is zero, which is no condition", owner, i);
}

BoundaryConditions::BoundaryConditions(Index n, Function gamma, Jacobians jacobians)
    : n_(n), gamma_(std::move(gamma)), jacobians_(std::move(jacobians)) {
  check::that(n >= 1, "{}: there is no condition", ConditionsName::name());
  check::that(static_cast<bool>(gamma_), "{}: the function is empty", ConditionsName::name());
}

void BoundaryConditions::evaluate(VectorConstRef first, VectorConstRef last, VectorRef value) const {
  if (linear()) {
    value = -b_;
    value.noalias() += M_ * first;
    value.noalias() += N_ * last;
    return;
  }
  value.setZero();
  gamma_(first, last, value);
  check::finiteResult(ConditionsName{}, "the function", value.data(), n_);
}

void BoundaryConditions::jacobians(VectorConstRef first, VectorConstRef last, MatrixRef M,
                                   MatrixRef N) const {
  if (linear()) {
    M = M_;
    N = N_;
    return;
  }
  M.setZero();
  N.setZero();
  if (jacobians_) {
    jacobians_(first, last, M, N);
  } else {
    DifferenceScratch scratch;
    centralDifferences([&](VectorConstRef at, VectorRef y) { gamma_(at, last, y); }, first, 0.0, M, scratch);
    centralDifferences([&](VectorConstRef at, VectorRef y) { gamma_(first, at, y); }, last, 0.0, N, scratch);
  }
  check::finiteResult(ConditionsName{}, "the Jacobian at the start", M, 0.0);
  check::finiteResult(ConditionsName{}, "the Jacobian at the end", N, 0.0);
}

}  // namespace nsds
