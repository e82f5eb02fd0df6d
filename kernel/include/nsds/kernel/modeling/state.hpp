// The state of a model is a value: copy it, keep it, give it back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/dynamical_system.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// A state holds everything that influences later bits: the flat vectors of the model and one section from
/// each simulation. It belongs to the systems of one model and the interactions that its user linked, and is refused
/// where these are others. Contacts that a detector found may have come and gone: they are made as they were.
class NSDS_KERNEL_API State {
 public:
  /// Time [s] at which it was taken.
  double time() const { return values_[0]; }
  /// The flat vectors: time, q and x, v, p and r, F, y, U, lambda, internal states of the laws.
  const std::vector<double>& values() const { return values_; }

  /// True if both are equal to the last bit.
  friend NSDS_KERNEL_API bool operator==(const State&, const State&);

 private:
  friend class Model;
  struct Section {
    std::string name;
    std::vector<std::byte> bytes;
    friend bool operator==(const Section&, const Section&) = default;
  };
  std::shared_ptr<const void> model_;  // shared with the model: no later model is taken for it
  std::uint64_t userStructure_ = 0;
  std::uint64_t structureVersion_ = 0;  // tells whether interactions of managers have to be made anew
  std::uint64_t nextManagedId_ = 0;
  std::uint64_t operators_ = 0;    // ChangeCounters::operators: whether some were set since
  std::vector<ObjectId> managed_;  // the interactions of managers
  std::vector<double> values_{0.0};
  std::vector<Section> sections_;
};

/// Something whose memory belongs to the state of the model: a simulation.
class NSDS_KERNEL_API StateParticipant {
 public:
  virtual ~StateParticipant();
  /// A name unique in the model.
  virtual std::string stateName() const = 0;
  /// What the bytes depend on beside the model, as far as it is fixed: the name of the scheme, the instants. Bytes of a
  /// file are refused where this differs.
  virtual std::string stateDescription() const { return stateName(); }
  /// Errors: Error in the middle of a step, where the state is not defined.
  virtual std::vector<std::byte> saveState() const = 0;
  /// bytes: as given by saveState; interactions: whether those of its manager have to be made anew. Errors: Error where
  /// no state can be taken up: within a solve, from which a check function is called; InvalidArgument if the manager
  /// cannot make the interactions of then.
  virtual void checkRestorable(std::span<const std::byte> bytes, bool interactions) const = 0;
  /// Makes the interactions anew that its manager had when the bytes were saved, if it has a manager. To be called only
  /// after checkRestorable().
  virtual void remakeInteractions(std::span<const std::byte>) {}
  /// bytes: as given by saveState; operatorsSet: some operators of the model were set since. Interactions and flat
  /// vectors are already in place. Errors: InvalidArgument where the bytes are damaged.
  virtual void restoreState(std::span<const std::byte> bytes, bool operatorsSet) = 0;
};

}  // namespace nsds
