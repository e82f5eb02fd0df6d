// Classes of contact problems take contacts of one dimension.
#pragma once

#include <fmt/core.h>

#include <memory>
#include <span>
#include <string_view>

#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

/// isContact(set) tells the laws that count. Errors: InvalidArgument naming two contacts whose laws have blocks of different
/// sizes.
template <class IsContact>
void requireOneDimension(std::string_view formulation,
                         std::span<const std::unique_ptr<Interaction>> interactions,
                         const IsContact& isContact) {
  const Interaction* first = nullptr;
  for (const auto& interaction : interactions) {
    const NonSmoothLaw& law = interaction->law();
    if (!isContact(law.admissibleSet())) continue;
    if (first == nullptr) first = interaction.get();
    if (law.blockSize() == first->law().blockSize()) continue;
    throw InvalidArgument(
        fmt::format("the formulation {} takes contacts of one dimension: {} of {} has {}, {} of {} has {}",
                    formulation, first->law().name(), first->name(), first->law().blockSize(), law.name(),
                    interaction->name(), law.blockSize()));
  }
}

}  // namespace nsds
