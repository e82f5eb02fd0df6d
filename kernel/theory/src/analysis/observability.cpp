#include "nsds/theory/analysis/observability.hpp"

#include <fmt/core.h>

#include "analysis/passivity/quadruple.hpp"
#include "linalg/spectra.hpp"

namespace nsds {

namespace {

/// Of the states of (A, C) in balanced units.
StateSpaceAnswer answerOfSpace(const Matrix& A, const Unobservable& space, const Vector& states,
                               const char* property) {
  const Index n = A.rows();
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
  const GeneralEigen modes = generalEigen(space.basis.transpose() * A * space.basis);
  if (!modes.values.allFinite()) {
    result.message = fmt::format("whether the system is {} is not known: its modes were not found", property);
    return result;
  }
  result.answer = Answer::no;
  result.eigenvalue = modes.values[0];
  result.witness = states.asDiagonal() * (space.basis * modes.vectors.col(0));
  result.witness.normalize();
  result.message = fmt::format(
      "the system is not {}: {} of {} states are, and the mode of eigenvalue {:.4g}{:+.4g}i is not", property,
      result.rank, n, result.eigenvalue.real(), result.eigenvalue.imag());
  return result;
}

StateSpaceAnswer answerOfSingular(const char* property) {
  StateSpaceAnswer result;
  result.message =
      fmt::format("whether the system is {} is not known: M is singular, or nearly so", property);
  return result;
}

}  // namespace

StateSpaceAnswer observability(const LinearComplementaritySystem& system) {
  const auto form = explicitForm(system);
  if (!form) return answerOfSingular("observable");
  const Units units = balancingUnits(*form);
  const Quadruple scaled = inUnits(*form, units);
  const Unobservable space = unobservable(scaled.A, scaled.C, scaled.roundingA());
  return answerOfSpace(scaled.A, space, units.states, "observable");
}

StateSpaceAnswer controllability(const LinearComplementaritySystem& system) {
  const auto form = explicitForm(system);
  if (!form) return answerOfSingular("controllable");
  const Units units = balancingUnits(*form);
  const Quadruple scaled = inUnits(*form, units);
  const Matrix A = scaled.A.transpose();
  const Unobservable space = unobservable(A, scaled.B.transpose(), scaled.roundingA(), scaled.roundingB());
  return answerOfSpace(A, space, units.states.cwiseInverse(), "controllable");
}

}  // namespace nsds
