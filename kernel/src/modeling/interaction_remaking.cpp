#include "modeling/interaction_remaking.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nsds {

InteractionRemaking::InteractionRemaking(NonSmoothDynamicalSystem& nsds)
    : nsds_(nsds), managing_(nsds), changed_(nsds.structureChanged_) {
  std::vector<std::unique_ptr<Interaction>> kept;
  for (auto& interaction : nsds.interactions_)
    (interaction->managed() ? aside_ : kept).push_back(std::move(interaction));
  nsds.interactions_ = std::move(kept);
}

InteractionRemaking::~InteractionRemaking() {
  nsds_.remakeId_ = {};
  if (finished_) return;
  auto& interactions = nsds_.interactions_;
  std::erase_if(interactions, [](const auto& interaction) { return interaction->managed(); });
  std::move(aside_.begin(), aside_.end(), std::back_inserter(interactions));
  nsds_.structureChanged_ = changed_;
  nsds_.sortInteractions();
}

bool InteractionRemaking::finish(double time, std::uint64_t nextManagedId, const std::vector<ObjectId>& ids) {
  nsds_.sortInteractions();
  if (nsds_.managedInteractions() != ids) return false;
  finished_ = true;
  nsds_.nextManagedId_ = nextManagedId;
  nsds_.applyChanges(time);
  return true;
}

}  // namespace nsds
