// The one table of which formulation takes which laws is behind checkLaw and the choice of a formulation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

/// The names of the formulations that take the law of an interaction; empty if none does.
std::vector<std::string_view> formulationsFor(const NonSmoothLaw& law);

/// Errors: InvalidArgument with a sentence that names the law, its interaction and what takes it, unless the
/// formulation of that name takes it.
void requireLaw(std::string_view formulation, const Interaction& interaction);

/// Errors: InvalidArgument that names the law, its interaction and the set, unless some formulation takes it.
void requireSomeFormulation(const Interaction& interaction);

}  // namespace nsds
