// The nonsmooth dynamical system of a model has its systems and its interactions. Users reach it through
// Model.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "nsds/kernel/log.hpp"
#include "nsds/kernel/modeling/flat_vectors.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

class NSDS_KERNEL_API NonSmoothDynamicalSystem {
 public:
  NonSmoothDynamicalSystem();
  ~NonSmoothDynamicalSystem();
  NonSmoothDynamicalSystem(const NonSmoothDynamicalSystem&) = delete;
  NonSmoothDynamicalSystem& operator=(const NonSmoothDynamicalSystem&) = delete;

  /// Systems and interactions in the order of their ids, those added or removed since the last step included
  /// or not.
  std::span<const std::unique_ptr<DynamicalSystem>> systems() const { return systems_; }
  std::span<const std::unique_ptr<Interaction>> interactions() const { return interactions_; }
  /// Null if no object has that id (any more).
  DynamicalSystem* findSystem(ObjectId id) const;
  Interaction* findInteraction(ObjectId id) const;

  /// Errors (here and below): Error in the middle of a step.
  DynamicalSystem& insert(std::unique_ptr<DynamicalSystem> system);
  /// Errors: InvalidArgument naming what does not fit: rows that are no multiple of the law's block size, columns
  /// other than the sum of the systems' dimensions, a relation of first order between mechanical systems or the
  /// reverse, a law that the relation does not take, a system that is linked twice or belongs to another model.
  Interaction& insert(std::unique_ptr<NonSmoothLaw> law, std::unique_ptr<Relation> relation,
                      std::vector<DynamicalSystem*> systems);
  /// The interactions of a removed system go with it.
  void remove(DynamicalSystem& system);
  void remove(Interaction& interaction);

  /// The ids of the interactions that managers have made, in their order.
  std::vector<ObjectId> managedInteractions() const;
  /// Counts what the user adds and removes: systems and links, not the interactions of a manager.
  std::uint64_t userStructure() const { return userStructure_; }
  /// Gives the next interaction the id that it had in a state; for InteractionManager::remakeInteractions() alone.
  void remakeAs(ObjectId id) { remakeId_ = id; }
  std::uint64_t nextManagedId() const { return nextManagedId_; }

  /// To be called by a simulation when it begins or ends a step: in between nothing can be added, removed or moved by
  /// the user.
  void setInStep(bool inStep) { changes_.inStep = inStep; }
  /// What systems know this model by (DynamicalSystem::modelIdentity()).
  const void* identity() const { return &changes_; }
  /// True if systems or interactions were added or removed since the last applyChanges.
  bool structureChanged() const { return structureChanged_; }
  /// Lays out the flat vectors again, in one batch: objects that stay keep their values, new ones begin with
  /// their initial values, removed ones are destroyed. Views, and references to removed objects, become
  /// invalid.
  void applyChanges(double time);

  /// Counts applied structural changes.
  std::uint64_t structureVersion() const { return structureVersion_; }
  /// Counts operators set and states overwritten by the user.
  const ChangeCounters& changes() const { return changes_; }
  /// To be called when the flat vectors were replaced as a whole.
  void statesOverwritten() { ++changes_.states; }
  /// To be called when something was set that integrators compile: the scales.
  void operatorsOverwritten() { ++changes_.operators; }

  Placement placement(const DynamicalSystem& system) const { return system.placement_; }
  /// The numbers of a system, q or x, and v, also while it has no place in the flat vectors yet.
  const double* position(const DynamicalSystem& system) const { return system.position_; }
  const double* velocity(const DynamicalSystem& system) const { return system.velocity_; }
  Index row(const Interaction& interaction) const { return interaction.row_; }

  /// The numbers of all systems and interactions.
  FlatVectors& flat() { return flat_; }
  const FlatVectors& flat() const { return flat_; }
  double time() const { return flat_.time(); }
  double* lawState(const Interaction& interaction) { return interaction.lawState_; }

  /// Empty: the default of log.hpp.
  void setLogSink(LogSink sink) { log_ = std::move(sink); }
  void log(LogLevel level, std::string_view message) const;

 private:
  friend class InteractionRemaking;
  friend class ManagingScope;
  friend class StepRollback;

  /// Takes interactions back: those with ids from firstNewId on go, `removed` come back, the flat vectors get
  /// `values`, and the structure its version.
  void returnTo(std::uint64_t firstNewId, std::vector<std::unique_ptr<Interaction>> removed,
                const std::vector<double>& values, std::uint64_t version);
  void requireBetweenSteps() const;
  void sortInteractions();
  std::vector<double> layOut();
  void point(DynamicalSystem& system);
  void point(Interaction& interaction);
  void place(DynamicalSystem& system);
  void place(Interaction& interaction);

  std::vector<std::unique_ptr<DynamicalSystem>> systems_;
  std::vector<std::unique_ptr<Interaction>> interactions_;
  std::vector<std::unique_ptr<Interaction>>* retained_ = nullptr;  // null: removed ones are destroyed
  bool managing_ = false;  // interactions that are inserted belong to a manager
  ObjectId remakeId_;      // of the next interaction; none: a new one
  std::uint64_t userStructure_ = 0;
  std::uint64_t systemsMade_ = 0;  // which systems and links are numbered by
  std::uint64_t linksMade_ = 0;
  // Interactions of managers have ids of their own, above all others: what the user adds has the same ids whatever
  // contacts have come and gone.
  std::uint64_t nextId_ = 1;
  std::uint64_t nextManagedId_ = std::uint64_t{1} << 40U;
  std::uint64_t appliedId_ = nextId_ + nextManagedId_;  // their sum when changes were applied last
  bool structureChanged_ = true;
  std::uint64_t structureVersion_ = 0;
  ChangeCounters changes_;
  FlatVectors flat_;
  std::vector<double> retired_;  // the last block, full of NaN, in builds with assertions
  LogSink log_;
  mutable std::vector<std::string> told_;  // warnings on stderr, without their numbers
};

}  // namespace nsds
