// The nonsmooth dynamical system of a model: its systems, its interactions, and the flat vectors they live
// in. Users reach it through Model; integrators and formulations read and write the flat vectors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "nsds/kernel/log.hpp"
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

  DynamicalSystem& insert(std::unique_ptr<DynamicalSystem> system);
  /// Errors: InvalidArgument naming what does not fit: rows and block size, columns and dimensions, orders, a
  /// system that is linked twice or belongs to another model.
  Interaction& insert(std::unique_ptr<NonSmoothLaw> law, std::unique_ptr<Relation> relation,
                      std::vector<DynamicalSystem*> systems);
  /// The interactions of a removed system go with it.
  void remove(DynamicalSystem& system);
  void remove(Interaction& interaction);

  /// True if systems or interactions were added or removed since the last applyChanges.
  bool structureChanged() const { return structureChanged_; }
  /// Lays out the flat vectors again, in one batch: objects that stay keep their values, new ones begin with
  /// their initial values, removed ones are destroyed. Views, and references to removed objects, become
  /// invalid.
  void applyChanges(double time);

  /// Keeps a copy of interactions and flat vectors, to return to if the step fails for which interactions are
  /// now made and removed. Until forgetKept() removed interactions are not destroyed. No structural change
  /// may wait to be applied.
  void keepInteractions();
  void forgetKept();
  /// True if interactions alone have changed since they were kept, and in one batch at most.
  bool canReturnToKept() const;
  /// Restores interactions, flat vectors and structure version. Views become invalid, references to kept
  /// objects stay valid.
  void returnToKept();

  /// Counts applied structural changes.
  std::uint64_t structureVersion() const { return structureVersion_; }
  /// Counts operators set and states overwritten by the user.
  const ChangeCounters& changes() const { return changes_; }
  /// To be called when the flat vectors were replaced as a whole.
  void statesOverwritten() { ++changes_.states; }
  /// To be called when something was set that integrators compile: the scales.
  void operatorsOverwritten() { ++changes_.operators; }

  Index positions() const { return positions_; }
  Index dofs() const { return dofs_; }
  Index rows() const { return rows_; }
  Index lawStates() const { return lawStates_; }
  Placement placement(const DynamicalSystem& system) const { return system.placement_; }
  Index row(const Interaction& interaction) const { return interaction.row_; }

  /// The flat vectors in one block of memory, see the accessors below.
  std::vector<double>& values() { return values_; }
  const std::vector<double>& values() const { return values_; }
  double& time() { return values_[0]; }
  double time() const { return values_[0]; }
  // NOLINTBEGIN(readability-make-member-function-const): who may not change the system may not write the vectors.
  double* position() { return now_.position; }      ///< (positions) q and x
  double* velocity() { return now_.velocity; }      ///< (dofs) v
  double* input() { return now_.input; }            ///< (dofs) p and r
  double* force() { return now_.force; }            ///< (dofs) F at the present state
  double* output() { return now_.output; }          ///< (rows) y
  double* rate() { return now_.rate; }              ///< (rows) U
  double* multiplier() { return now_.multiplier; }  ///< (rows) lambda
  // NOLINTEND(readability-make-member-function-const)
  const double* position() const { return now_.position; }
  const double* force() const { return now_.force; }
  /// Keeps a copy of the block: the start of a step, which integrators read and failed steps go back to.
  void keepStart() { std::copy(values_.begin(), values_.end(), start_.begin()); }
  void returnToStart() { std::copy(start_.begin(), start_.end(), values_.begin()); }
  const double* startPosition() const { return atStart_.position; }  ///< (positions)
  const double* startVelocity() const { return atStart_.velocity; }  ///< (dofs)
  double startTime() const { return start_[0]; }
  const double* startOutput() const { return atStart_.output; }  ///< (rows)
  const double* startForce() const { return atStart_.force; }    ///< (dofs)
  const double* startRate() const { return atStart_.rate; }      ///< (rows)
  double* lawState(const Interaction& interaction) { return interaction.lawState_; }

  void setLogSink(LogSink sink) { log_ = std::move(sink); }
  void log(LogLevel level, std::string_view message) const;

 private:
  /// Interactions as they were, and what came after.
  struct Kept {
    bool valid = false;
    std::uint64_t version = 0;
    std::uint64_t begin = 0;  // ids that were given since, from one to the other
    std::uint64_t end = 0;
    std::size_t systems = 0;  // how many there were, and the last of them
    ObjectId newestSystem;
    std::vector<double> values;
    std::vector<std::unique_ptr<Interaction>> removed;
  };

  /// Where the flat vectors begin in a block of memory.
  struct FlatVectors {
    double* position;
    double* velocity;
    double* input;
    double* force;
    double* output;
    double* rate;
    double* multiplier;
    double* lawState;
  };

  std::size_t layOut();
  FlatVectors vectorsIn(std::vector<double>& block) const;
  void point(DynamicalSystem& system);
  void point(Interaction& interaction);
  void place(DynamicalSystem& system);
  void place(Interaction& interaction);

  std::vector<std::unique_ptr<DynamicalSystem>> systems_;
  std::vector<std::unique_ptr<Interaction>> interactions_;
  Kept kept_;
  std::uint64_t nextId_ = 1;
  bool structureChanged_ = true;
  std::uint64_t structureVersion_ = 0;
  ChangeCounters changes_;
  Index positions_ = 0;
  Index dofs_ = 0;
  Index rows_ = 0;
  Index lawStates_ = 0;
  std::vector<double> values_;
  std::vector<double> start_;  // as large as values_
  FlatVectors now_;            // in values_
  FlatVectors atStart_;        // in start_
  std::vector<double>
      retired_;  // builds with assertions keep the last block, full of NaN, so that stale views show
  LogSink log_;
};

}  // namespace nsds
