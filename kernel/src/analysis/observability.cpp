#include "nsds/kernel/analysis/observability.hpp"

#include <fmt/format.h>

#include "analysis/passivity/quadruple.hpp"

namespace nsds {

namespace {

StateSpaceAnswer answerOf(const Matrix& A, const Matrix& C, const Vector& states, const char* property) {
  const Index n = A.rows();
  const Unobservable space = unobservable(A, C);
  StateSpaceAnswer result;
  result.rank = n - space.basis.cols();
  if (!space.certain) {
    result.message = fmt::format("whether the system is {} is not known: rounding hides a rank", property);
    return result;
  }
  if (space.basis.cols() == 0) {
    result.answer = Answer::yes;
    result.margin = space.margin;
    result.message =
        fmt::format("the system is {}, by singular values from {:.2g} on", property, space.margin);
    return result;
  }
  result.answer = Answer::no;
  const Eigen::EigenSolver<Matrix> eigen(space.basis.transpose() * A * space.basis);
  result.eigenvalue = eigen.eigenvalues()[0];
  result.witness = states.asDiagonal() * (space.basis * eigen.eigenvectors().col(0));
  result.witness.normalize();
  result.message = fmt::format(
      "the system is not {}: {} of {} states are, and the mode of eigenvalue {:.4g}{:+.4g}i is not", property,
      result.rank, n, result.eigenvalue.real(), result.eigenvalue.imag());
  return result;
}

StateSpaceAnswer singular(const char* property) {
  StateSpaceAnswer result;
  result.message = fmt::format("whether the system is {} is not known: M is singular", property);
  return result;
}

}  // namespace

StateSpaceAnswer observability(const LinearComplementaritySystem& system) {
  const auto form = explicitForm(system);
  if (!form) return singular("observable");
  const Units units = balancingUnits(*form);
  const Quadruple scaled = inUnits(*form, units);
  return answerOf(scaled.A, scaled.C, units.states, "observable");
}

StateSpaceAnswer controllability(const LinearComplementaritySystem& system) {
  const auto form = explicitForm(system);
  if (!form) return singular("controllable");
  const Units units = balancingUnits(*form);
  const Quadruple scaled = inUnits(*form, units);
  return answerOf(scaled.A.transpose(), scaled.B.transpose(), units.states.cwiseInverse(), "controllable");
}

}  // namespace nsds
