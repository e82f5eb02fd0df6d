// Checks the admissible sets of laws: whether they are sets, and whether a relation takes them.
#pragma once

#include <string_view>
#include <variant>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/nonsmooth_law.hpp"
#include "nsds/kernel/modeling/relation.hpp"

namespace nsds::check {

/// Errors: InvalidArgument naming the law and what is wrong with the numbers of its set: bounds that cross, a negative
/// coefficient of friction, matrices of a polyhedron that do not fit the block or each other, a projector that is none at some
/// points. A set that varies is left for the time when its numbers are known.
void setOf(const NonSmoothLaw& law);
/// Errors: Error naming the law, the time and what is wrong with a set that it has given for that time.
void setAt(const NonSmoothLaw& law, const AdmissibleSet& set, double t);

/// `wanted` names the laws with one of Sets, for the message. Errors: InvalidArgument on other laws.
template <class... Sets>
void lawWith(const Relation& relation, const NonSmoothLaw& law, std::string_view wanted) {
  const AdmissibleSet set = law.admissibleSet();
  that((std::holds_alternative<Sets>(set) || ...), "{} does not take the law {}: it takes {}",
       relation.name(), law.name(), wanted);
}

}  // namespace nsds::check
