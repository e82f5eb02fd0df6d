#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iterator>
#include <limits>
#include <string>
#include <unordered_set>
#include <utility>

#include "modeling/checks.hpp"
#include "modeling/law_checks.hpp"

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
  // The law takes the rows of the relation block by block.
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
  // The orders of law, relation and systems have to agree, and the coordinates of the systems are the columns
  // of the relation.
  check::that(relation.order() == 2 || !law.needsVelocity(),
              "{} speaks of impact velocities, which the first-order relation {} does not have", law.name(),
              relation.name());
  check::that(relation.order() == 1 ||
                  !(std::holds_alternative<OutputSet>(set) || std::holds_alternative<ProjectorSet>(set) ||
                    law.setDependence() != SetDependence::none),
              "{} does not take the law {}: sets of the output, sets that are known by a projector, and sets "
              "that depend on time or state are for first-order relations",
              relation.name(), law.name());
  Index columns = 0;
  for (const DynamicalSystem* system : systems) {
    check::that(system->order() == relation.order(), "{} is of order {}, but {} is for systems of order {}",
                system->name(), system->order(), relation.name(), relation.order());
    columns += system->dimension();
  }
  check::that(relation.columns() < 0 || relation.columns() == columns,
              "{} has {} columns, but the linked systems have {} coordinates in all", relation.name(),
              relation.columns(), columns);
  check::setOf(law);
  relation.checkLaw(law);
  relation.checkSystems(systems);
  // A system that is linked twice would have two blocks of columns over one velocity.
  std::unordered_set<const DynamicalSystem*> seen;
  for (const DynamicalSystem* system : systems) {
    check::that(seen.insert(system).second, "{}: {} is linked to itself; each system may appear once",
                relation.name(), system->name());
  }
}

}  // namespace

NonSmoothDynamicalSystem::NonSmoothDynamicalSystem() = default;
NonSmoothDynamicalSystem::~NonSmoothDynamicalSystem() = default;

DynamicalSystem* NonSmoothDynamicalSystem::findSystem(ObjectId id) const {
  DynamicalSystem* system = find(systems_, id);
  return system != nullptr && !system->removed_ ? system : nullptr;
}

Interaction* NonSmoothDynamicalSystem::findInteraction(ObjectId id) const {
  Interaction* interaction = find(interactions_, id);
  return interaction != nullptr && !interaction->removed_ ? interaction : nullptr;
}

void NonSmoothDynamicalSystem::requireBetweenSteps() const {
  if (!changes_.inStep) return;
  throw Error(
      "systems and interactions can be added and removed between steps, not in the middle of one; do it "
      "after nextStep(), "
      "as observers do");
}

DynamicalSystem& NonSmoothDynamicalSystem::insert(std::unique_ptr<DynamicalSystem> system) {
  check::that(system != nullptr, "a null system cannot be inserted");
  requireBetweenSteps();
  system->id_ = ObjectId{nextId_++};
  system->number_ = ++systemsMade_;
  ++userStructure_;
  system->changes_ = &changes_;
  structureChanged_ = true;
  return *systems_.emplace_back(std::move(system));
}

Interaction& NonSmoothDynamicalSystem::insert(std::unique_ptr<NonSmoothLaw> law,
                                              std::unique_ptr<Relation> relation,
                                              std::vector<DynamicalSystem*> systems) {
  check::that(law != nullptr && relation != nullptr, "an interaction needs a law and a relation");
  requireBetweenSteps();
  for (const DynamicalSystem* system : systems) {
    check::that(system != nullptr, "{}: a linked system is null", relation->name());
    check::that(findSystem(system->id()) == system,
                "{}: the linked {} does not belong to this model, or was removed", relation->name(),
                system->name());
  }
  checkLink(*law, *relation, systems);
  relation->changes_.reportTo(changes_);
  const bool remade = remakeId_ != ObjectId{};
  std::uint64_t& next = managing_ ? nextManagedId_ : nextId_;
  const ObjectId id = remade ? std::exchange(remakeId_, {}) : ObjectId{next};
  std::unique_ptr<Interaction> interaction(
      new Interaction(id, std::move(law), std::move(relation), std::move(systems)));
  interaction->managed_ = managing_;
  if (!managing_) {
    interaction->number_ = ++linksMade_;
    ++userStructure_;
  }
  if (!remade) ++next;
  structureChanged_ = true;
  if (managing_) return *interactions_.emplace_back(std::move(interaction));
  // Those of managers stand behind, by their ids.
  const auto behind = std::find_if(interactions_.begin(), interactions_.end(),
                                   [](const auto& other) { return other->managed_; });
  return **interactions_.insert(behind, std::move(interaction));
}

void NonSmoothDynamicalSystem::remove(DynamicalSystem& system) {
  requireBetweenSteps();
  check::that(findSystem(system.id()) == &system, "{} does not belong to this model, or was removed already",
              system.name());
  for (const auto& interaction : interactions_) {
    if (std::find(interaction->systems_.begin(), interaction->systems_.end(), &system) !=
        interaction->systems_.end()) {
      interaction->removed_ = true;
    }
  }
  system.removed_ = true;
  ++userStructure_;
  structureChanged_ = true;
}

void NonSmoothDynamicalSystem::remove(Interaction& interaction) {
  requireBetweenSteps();
  check::that(findInteraction(interaction.id()) == &interaction,
              "{} does not belong to this model, or was removed already", interaction.name());
  interaction.removed_ = true;
  if (!interaction.managed_) ++userStructure_;
  structureChanged_ = true;
}

void NonSmoothDynamicalSystem::applyChanges(double time) {
  // Interactions that a rollback would bring back are kept aside.
  if (retained_ != nullptr) {
    for (auto& interaction : interactions_)
      if (interaction->removed_) retained_->push_back(std::move(interaction));
  }
  appliedId_ = nextId_ + nextManagedId_;
  std::erase_if(interactions_,
                [](const auto& interaction) { return interaction == nullptr || interaction->removed_; });
  std::erase_if(systems_, [](const auto& system) { return system->removed_; });
  // Values move to a new block of memory, in which every object gets its place.
  std::vector<double> last = layOut();
  flat_.time() = time;
  for (const auto& system : systems_) place(*system);
  for (const auto& interaction : interactions_) place(*interaction);
  flat_.keepStart();
#ifndef NDEBUG
  // Until the next change a stale view reads NaN instead of plausible numbers.
  retired_.swap(last);
  std::fill(retired_.begin(), retired_.end(), std::numeric_limits<double>::quiet_NaN());
#endif
  ++structureVersion_;
  structureChanged_ = false;
}

void NonSmoothDynamicalSystem::returnTo(std::uint64_t firstNewId,
                                        std::vector<std::unique_ptr<Interaction>> removed,
                                        const std::vector<double>& values, std::uint64_t version) {
  std::erase_if(interactions_,
                [&](const auto& interaction) { return interaction->id().value >= firstNewId; });
  std::move(removed.begin(), removed.end(), std::back_inserter(interactions_));
  for (const auto& interaction : interactions_) interaction->removed_ = false;
  sortInteractions();
  const std::vector<double> last = layOut();
  std::copy(values.begin(), values.end(), flat_.values().begin());
  flat_.keepStart();
  for (const auto& system : systems_) point(*system);
  for (const auto& interaction : interactions_) point(*interaction);
  nextManagedId_ = firstNewId;
  appliedId_ = nextId_ + nextManagedId_;
  structureVersion_ = version;
  structureChanged_ = false;
}

std::vector<ObjectId> NonSmoothDynamicalSystem::managedInteractions() const {
  std::vector<ObjectId> ids;
  for (const auto& interaction : interactions_)
    if (interaction->managed_) ids.push_back(interaction->id_);
  return ids;
}

void NonSmoothDynamicalSystem::sortInteractions() {
  std::sort(interactions_.begin(), interactions_.end(),
            [](const auto& a, const auto& b) { return a->id().value < b->id().value; });
}

/// Numbers systems and interactions through, and makes flat vectors for them; returns the block that was.
std::vector<double> NonSmoothDynamicalSystem::layOut() {
  Index positions = 0;
  Index dofs = 0;
  Index rows = 0;
  Index lawStates = 0;
  for (const auto& system : systems_) {
    system->placement_ = {positions, dofs};
    positions += system->positionSize();
    dofs += system->dimension();
  }
  for (const auto& interaction : interactions_) {
    interaction->row_ = rows;
    interaction->lawStateOffset_ = lawStates;
    rows += interaction->rows();
    lawStates += interaction->unitaryRelations() * interaction->law().stateSize();
  }
  return flat_.resize(positions, dofs, rows, lawStates);
}

/// Turns the accessors of a system to the flat vectors.
void NonSmoothDynamicalSystem::point(DynamicalSystem& system) {
  system.position_ = flat_.position() + system.placement_.position;
  system.velocity_ = flat_.velocity() + system.placement_.dof;
  system.input_ = flat_.input() + system.placement_.dof;
}

void NonSmoothDynamicalSystem::point(Interaction& interaction) {
  interaction.output_ = flat_.output() + interaction.row_;
  interaction.rate_ = flat_.rate() + interaction.row_;
  interaction.multiplier_ = flat_.multiplier() + interaction.row_;
  interaction.lawState_ = flat_.lawState() + interaction.lawStateOffset_;
}

/// Turns the accessors of a system to the flat vectors, and takes along the values that they have shown so
/// far.
void NonSmoothDynamicalSystem::place(DynamicalSystem& system) {
  const double* const from[] = {system.position_, system.velocity_, system.input_};
  point(system);
  std::copy_n(from[0], system.positionSize(), system.position_);
  std::copy_n(from[1], system.dimension(), system.velocity_);
  std::copy_n(from[2], system.dimension(), system.input_);
}

void NonSmoothDynamicalSystem::place(Interaction& interaction) {
  const double* const from[] = {interaction.output_, interaction.rate_, interaction.multiplier_};
  const double* const state = interaction.lawState_;
  point(interaction);
  std::copy_n(from[0], interaction.rows(), interaction.output_);
  std::copy_n(from[1], interaction.rows(), interaction.rate_);
  std::copy_n(from[2], interaction.rows(), interaction.multiplier_);
  std::copy_n(state, interaction.unitaryRelations() * interaction.law().stateSize(), interaction.lawState_);
}

void NonSmoothDynamicalSystem::log(LogLevel level, std::string_view message) const {
  if (log_) return log_(level, message);
  if (level != LogLevel::warning) return;
  std::string kind(message);
  std::erase_if(kind, [](unsigned char c) { return std::isdigit(c) != 0; });
  if (std::find(told_.begin(), told_.end(), kind) != told_.end()) return;
  told_.push_back(std::move(kind));
  std::fprintf(stderr, "nsds: warning: %.*s\n", static_cast<int>(message.size()), message.data());
}

}  // namespace nsds
