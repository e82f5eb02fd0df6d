#include "nsds/kernel/contact/interaction_manager.hpp"

namespace nsds {

InteractionManager::~InteractionManager() = default;

void InteractionManager::restoreState(std::span<const std::byte>) {}
void InteractionManager::remakeInteractions(Model&, std::span<const std::byte>) {}

}  // namespace nsds
