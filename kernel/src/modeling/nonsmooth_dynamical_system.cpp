#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

template <class Object>
Object* find(const std::vector<std::unique_ptr<Object>>& objects, ObjectId id) {
  const auto at =
      std::lower_bound(objects.begin(), objects.end(), id.value,
                       [](const auto& object, std::uint64_t value) { return object->id().value < value; });
  return at != objects.end() && (*at)->id() == id ? at->get() : nullptr;
}

void checkLink(const NonSmoothLaw& law, const Relation& relation,
               const std::vector<DynamicalSystem*>& systems) {
  check::that(!systems.empty(), "{}: an interaction links at least one system", relation.name());
  check::that(relation.rows() % law.blockSize() == 0,
              "{} has {} rows, which is not a multiple of the block size {} of {}", relation.name(),
              relation.rows(), law.blockSize(), law.name());
  const AdmissibleSet set = law.admissibleSet();
  check::that(law.blockSize() == 1 ||
                  !(std::holds_alternative<OrthantSet>(set) || std::holds_alternative<BoxSet>(set)),
              "{} has blocks of {} rows; on the orthant and on boxes a block is one row, so that rows become "
              "active one "
              "by one",
              law.name(), law.blockSize());
  check::that(relation.order() == 2 || !law.needsVelocity(),
              "{} speaks of impact velocities, which the first-order relation {} does not have", law.name(),
              relation.name());
  Index columns = 0;
  for (const DynamicalSystem* system : systems) {
    check::that(system->order() == relation.order(), "{} is of order {}, but {} is for systems of order {}",
                system->name(), system->order(), relation.name(), relation.order());
    columns += system->dimension();
  }
  check::that(relation.columns() < 0 || relation.columns() == columns,
              "{} has {} columns, but the linked systems have {} coordinates in all", relation.name(),
              relation.columns(), columns);
  relation.checkSystems(systems);
  std::unordered_set<const DynamicalSystem*> seen;
  for (const DynamicalSystem* system : systems) {
    check::that(seen.insert(system).second, "{}: {} is linked to itself; each system may appear once",
                relation.name(), system->name());
  }
}

}  // namespace

NonSmoothDynamicalSystem::NonSmoothDynamicalSystem() : values_(1, 0.0), start_(1, 0.0) {}
NonSmoothDynamicalSystem::~NonSmoothDynamicalSystem() = default;

DynamicalSystem* NonSmoothDynamicalSystem::findSystem(ObjectId id) const {
  DynamicalSystem* system = find(systems_, id);
  return system != nullptr && !system->removed_ ? system : nullptr;
}

Interaction* NonSmoothDynamicalSystem::findInteraction(ObjectId id) const {
  Interaction* interaction = find(interactions_, id);
  return interaction != nullptr && !interaction->removed_ ? interaction : nullptr;
}

DynamicalSystem& NonSmoothDynamicalSystem::insert(std::unique_ptr<DynamicalSystem> system) {
  check::that(system != nullptr, "a null system cannot be inserted");
  system->id_ = ObjectId{nextId_++};
  system->changes_ = &changes_;
  structureChanged_ = true;
  return *systems_.emplace_back(std::move(system));
}

Interaction& NonSmoothDynamicalSystem::insert(std::unique_ptr<NonSmoothLaw> law,
                                              std::unique_ptr<Relation> relation,
                                              std::vector<DynamicalSystem*> systems) {
  check::that(law != nullptr && relation != nullptr, "an interaction needs a law and a relation");
  for (const DynamicalSystem* system : systems) {
    check::that(system != nullptr, "{}: a linked system is null", relation->name());
    check::that(findSystem(system->id()) == system,
                "{}: the linked {} does not belong to this model, or was removed", relation->name(),
                system->name());
  }
  checkLink(*law, *relation, systems);
  std::unique_ptr<Interaction> interaction(
      new Interaction(ObjectId{nextId_}, std::move(law), std::move(relation), std::move(systems)));
  interactions_.push_back(std::move(interaction));
  ++nextId_;
  structureChanged_ = true;
  return *interactions_.back();
}

void NonSmoothDynamicalSystem::remove(DynamicalSystem& system) {
  check::that(findSystem(system.id()) == &system, "{} does not belong to this model, or was removed already",
              system.name());
  for (const auto& interaction : interactions_) {
    if (std::find(interaction->systems_.begin(), interaction->systems_.end(), &system) !=
        interaction->systems_.end()) {
      interaction->removed_ = true;
    }
  }
  system.removed_ = true;
  structureChanged_ = true;
}

void NonSmoothDynamicalSystem::remove(Interaction& interaction) {
  check::that(findInteraction(interaction.id()) == &interaction,
              "{} does not belong to this model, or was removed already", interaction.name());
  interaction.removed_ = true;
  structureChanged_ = true;
}

void NonSmoothDynamicalSystem::applyChanges(double time) {
  std::erase_if(interactions_, [](const auto& interaction) { return interaction->removed_; });
  std::erase_if(systems_, [](const auto& system) { return system->removed_; });
  std::vector<double> fresh(layOut(), 0.0);
  fresh[0] = time;
  fresh.swap(values_);
  start_ = values_;
  for (const auto& system : systems_) place(*system);
  for (const auto& interaction : interactions_) place(*interaction);
#ifndef NDEBUG
  retired_.swap(
      fresh);  // kept until the next change, so that a stale view reads NaN instead of plausible numbers
  std::fill(retired_.begin(), retired_.end(), std::numeric_limits<double>::quiet_NaN());
#endif
  ++structureVersion_;
  structureChanged_ = false;
}

std::size_t NonSmoothDynamicalSystem::layOut() {
  positions_ = dofs_ = rows_ = 0;
  Index lawStates = 0;
  for (const auto& system : systems_) {
    system->placement_ = {positions_, dofs_};
    positions_ += system->positionSize();
    dofs_ += system->dimension();
  }
  for (const auto& interaction : interactions_) {
    interaction->row_ = rows_;
    interaction->lawStateOffset_ = lawStates;
    rows_ += interaction->rows();
    lawStates += interaction->unitaryRelations() * interaction->law().stateSize();
  }
  positionOffset_ = 1;
  velocityOffset_ = positionOffset_ + positions_;
  inputOffset_ = velocityOffset_ + dofs_;
  forceOffset_ = inputOffset_ + dofs_;
  outputOffset_ = forceOffset_ + dofs_;
  rateOffset_ = outputOffset_ + rows_;
  multiplierOffset_ = rateOffset_ + rows_;
  lawStateBegin_ = multiplierOffset_ + rows_;
  return static_cast<std::size_t>(lawStateBegin_ + lawStates);
}

namespace {

/// Copies what an accessor shows to its new place, and turns the accessor there.
void move(double*& pointer, Index count, double* to) {
  std::copy_n(pointer, count, to);
  pointer = to;
}

}  // namespace

void NonSmoothDynamicalSystem::place(DynamicalSystem& system) {
  const Index n = system.dimension();
  move(system.position_, system.positionSize(), position() + system.placement_.position);
  move(system.velocity_, n, velocity() + system.placement_.dof);
  move(system.input_, n, input() + system.placement_.dof);
}

void NonSmoothDynamicalSystem::place(Interaction& interaction) {
  const Index m = interaction.rows();
  move(interaction.output_, m, output() + interaction.row_);
  move(interaction.rate_, m, rate() + interaction.row_);
  move(interaction.multiplier_, m, multiplier() + interaction.row_);
  move(interaction.lawState_, interaction.unitaryRelations() * interaction.law().stateSize(),
       values_.data() + lawStateBegin_ + interaction.lawStateOffset_);
}

void NonSmoothDynamicalSystem::log(LogLevel level, std::string_view message) const {
  if (log_) log_(level, message);
}

}  // namespace nsds
