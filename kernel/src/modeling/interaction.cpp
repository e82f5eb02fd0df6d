#include "nsds/kernel/modeling/interaction.hpp"

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_relation.hpp"

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

Matrix Interaction::jacobian(double t) const {
  // The coordinates or states of the systems, one behind the other.
  Index positions = 0;
  Index columns = 0;
  for (const DynamicalSystem* system : systems_) {
    positions += system->positionSize();
    columns += system->dimension();
  }
  Vector q(positions);
  Index begin = 0;
  for (const DynamicalSystem* system : systems_) {
    q.segment(begin, system->positionSize()) = system->positionView();
    begin += system->positionSize();
  }
  Matrix H(rows(), columns);
  if (const auto* const mechanical = dynamic_cast<const MechanicalRelation*>(relation_.get())) {
    mechanical->jacobian(t, q, H);
    return H;
  }
  const auto* const firstOrder = dynamic_cast<const FirstOrderRelation*>(relation_.get());
  check::that(firstOrder != nullptr,
              "{}: {} is neither a mechanical relation nor one of first order, and has no Jacobian", name(),
              relation_->name());
  Matrix D(rows(), rows());
  firstOrder->outputJacobians(t, q, lambda(), H, D);
  return H;
}

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
