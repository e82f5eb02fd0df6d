#include "nsds/kernel/modeling/interaction.hpp"

#include "modeling/checks.hpp"

namespace nsds {

Interaction::Interaction(ObjectId id, std::unique_ptr<NonSmoothLaw> law, std::unique_ptr<Relation> relation,
                         std::vector<DynamicalSystem*> systems)
    : id_(id), law_(std::move(law)), relation_(std::move(relation)), systems_(std::move(systems)) {
  const Index stateSize = law_->stateSize();
  initial_ = Vector::Zero(3 * rows() + unitaryRelations() * stateSize);
  for (Index k = 0; k < unitaryRelations(); ++k) {
    law_->initialState(initial_.segment(3 * rows() + k * stateSize, stateSize));
  }
  check::finite(law_->name(), "initial state", initial_.tail(unitaryRelations() * stateSize));
  output_ = initial_.data();
  rate_ = output_ + rows();
  multiplier_ = rate_ + rows();
  lawState_ = multiplier_ + rows();
}

Interaction::~Interaction() = default;

std::string Interaction::name() const {
  if (!name_.empty()) return name_;
  if (!managed_) return fmt::format("interaction {}", number_);
  std::string meeting;
  for (const DynamicalSystem* system : systems_) {
    if (!meeting.empty()) meeting += " - ";
    meeting += system->name();
  }
  const std::string surroundings = relation_->surroundings();
  return surroundings.empty() ? meeting : meeting + " - " + surroundings;
}

}  // namespace nsds
