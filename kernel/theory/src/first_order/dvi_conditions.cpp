#include "nsds/theory/first_order/dvi_conditions.hpp"

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"

namespace nsds {

namespace {

/// Boxes are bounded if their bounds are; of other sets it is not looked at.
Answer boundedness(const ConvexSet& K, Index rows) {
  const std::optional<MixedSet> box = convex::bounds(K, rows);
  return box ? answerOf(box->lower.allFinite() && box->upper.allFinite()) : Answer::undecided;
}

/// Whether C B is positive definite: `no` where its symmetric part has an eigenvalue of zero or less that is no rounding. The
/// product is known to |C| |B| m ε, which may be more than it is where terms cancel.
Answer positiveFeedback(const Matrix& C, const Matrix& B) {
  const SymmetricPart product = symmetricPart(C * B);
  const double terms = (C.cwiseAbs() * B.cwiseAbs()).norm();
  const double rounding = product.rounding + static_cast<double>(C.cols()) * epsilon * terms;
  if (product.least > rounding) return Answer::yes;
  return product.least < -rounding || rounding == 0.0 ? Answer::no : Answer::undecided;
}

std::string conditionsSentence(const DviConditions& found) {
  if (found.applies && found.growth == Answer::yes) {
    return "steps that are short enough exist and their limits are weak solutions: F = D u with D positive "
           "semidefinite, and "
           "SOL(K, q + F) grows linearly in q";
  }
  if (found.applies) {
    return "steps that are short enough exist and their limits are weak solutions: F = D u with D positive "
           "semidefinite, and C B positive definite";
  }
  std::string missing;
  const auto add = [&missing](const char* what) {
    missing += missing.empty() ? what : std::string("; ") + what;
  };
  if (found.linear != Answer::yes) add("F is no matrix times u");
  if (found.linear == Answer::yes && found.monotone != Answer::yes) add("D is not positive semidefinite");
  if (found.growth != Answer::yes && found.feedback != Answer::yes)
    add("neither is K known to be bounded or D positive definite, nor C B to be positive definite");
  return "no theorem applies: " + missing;
}

}  // namespace

DviConditions dviConditions(const DifferentialVariationalInequality& dvi) {
  DviConditions found;
  found.linear = answerOf(dvi.D() != nullptr);
  found.bounded = boundedness(dvi.K(), dvi.inputs());
  if (found.bounded == Answer::yes) found.growth = Answer::yes;
  if (dvi.D() != nullptr) {
    const SymmetricPart D = symmetricPart(*dvi.D());
    found.monotone = answerOf(D.semidefinite());
    if (D.definite()) found.growth = Answer::yes;
  }
  if (dvi.C() != nullptr && dvi.B() != nullptr) found.feedback = positiveFeedback(*dvi.C(), *dvi.B());
  found.applies =
      found.monotone == Answer::yes && (found.growth == Answer::yes || found.feedback == Answer::yes);
  found.message = conditionsSentence(found);
  return found;
}

AffineSolutions dviSolutions(const DifferentialVariationalInequality& dvi, double t, VectorConstRef x) {
  constexpr const char* solutionsOwner = "dviSolutions";
  check::that(dvi.D() != nullptr, "{}: F is no matrix times u, so that SOL is not that of an affine problem",
              solutionsOwner);
  check::size(solutionsOwner, "x", x.size(), dvi.states());
  check::finite(solutionsOwner, "x", x);
  Vector q(dvi.inputs());
  dvi.output(t, x, q);
  return affineSolutions(*dvi.D(), q, dvi.K());
}

}  // namespace nsds
