#include "nsds/kernel/first_order/dvi_conditions.hpp"

#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

Answer asAnswer(bool yes) {
  return yes ? Answer::yes : Answer::no;
}

/// Boxes are bounded if their bounds are; of other sets it is not looked at.
struct Boundedness {
  Answer operator()(const FreeSet&) const { return Answer::no; }
  Answer operator()(const OrthantSet&) const { return Answer::no; }
  Answer operator()(const BoxSet& K) const {
    return asAnswer(std::isfinite(K.lower) && std::isfinite(K.upper));
  }
  Answer operator()(const MixedSet& K) const { return asAnswer(K.lower.allFinite() && K.upper.allFinite()); }
  Answer operator()(const PolyhedronSet&) const { return Answer::undecided; }
  Answer operator()(const ProjectorSet&) const { return Answer::undecided; }
};

std::string sentence(const DviConditions& found) {
  if (found.applies && found.growth == Answer::yes) {
    return "steps exist and their limits are weak solutions: F = D u with D positive semidefinite, and "
           "SOL(K, q + F) grows linearly in q";
  }
  if (found.applies) {
    return "steps exist and their limits are weak solutions: F = D u with D positive semidefinite, and C B "
           "positive definite";
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
  found.linear = asAnswer(dvi.D() != nullptr);
  found.bounded = std::visit(Boundedness{}, dvi.K());
  if (found.bounded == Answer::yes) found.growth = Answer::yes;
  if (dvi.D() != nullptr) {
    const SymmetricPart D = symmetricPart(*dvi.D());
    found.monotone = asAnswer(D.semidefinite());
    if (D.definite()) found.growth = Answer::yes;
  }
  if (dvi.C() != nullptr && dvi.B() != nullptr)
    found.feedback = asAnswer(symmetricPart(*dvi.C() * *dvi.B()).definite());
  found.applies =
      found.monotone == Answer::yes && (found.growth == Answer::yes || found.feedback == Answer::yes);
  found.message = sentence(found);
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
