// Says which laws a relation can have, by their admissible sets.
#pragma once

#include <string_view>
#include <variant>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/nonsmooth_law.hpp"
#include "nsds/kernel/modeling/relation.hpp"

namespace nsds::check {

/// `wanted` names the laws with one of Sets, for the message. Errors: InvalidArgument on other laws.
template <class... Sets>
void lawWith(const Relation& relation, const NonSmoothLaw& law, std::string_view wanted) {
  const AdmissibleSet set = law.admissibleSet();
  that((std::holds_alternative<Sets>(set) || ...), "{} does not take the law {}: it takes {}",
       relation.name(), law.name(), wanted);
}

}  // namespace nsds::check
