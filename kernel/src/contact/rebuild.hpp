// What becomes of contacts in the making where making one fails.
#pragma once

#include "contact/detection.hpp"

namespace nsds {

/// Calls build(), which fills `built`. Where it throws, what it has made is nobody's and is removed.
template <class Build>
void CollisionDetection::Implementation::rebuild(Model& model, const Build& build) {
  built.clear();
  const auto interactions = model.nsds().interactions();
  const std::uint64_t newest = interactions.empty() ? 0 : interactions.back()->id().value;
  try {
    build();
  } catch (...) {
    for (const auto& interaction : model.nsds().interactions()) {
      if (interaction->id().value > newest && model.nsds().findInteraction(interaction->id()) != nullptr)
        model.remove(*interaction);
    }
    throw;
  }
}

}  // namespace nsds
