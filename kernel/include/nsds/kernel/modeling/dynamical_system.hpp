// Dynamical systems, which move between events. A system belongs to a model, which keeps its state in flat
// vectors; the accessors look into them.
#pragma once

#include <cstdint>
#include <string>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/change_counters.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// Names an object of a model for good: an id is never used twice, so that one of a removed object finds
/// nothing.
struct ObjectId {
  std::uint64_t value = 0;  ///< 0: none
  friend bool operator==(ObjectId, ObjectId) = default;
};

/// A placement says where a system lives in the model's flat vectors.
struct Placement {
  Index position = 0;  ///< first entry in q (or x)
  Index dof = 0;       ///< first entry in v, p (or r) and F
};

class NSDS_KERNEL_API DynamicalSystem {
 public:
  DynamicalSystem(const DynamicalSystem&) = delete;
  DynamicalSystem& operator=(const DynamicalSystem&) = delete;
  virtual ~DynamicalSystem();

  ObjectId id() const { return id_; }
  /// 1: M x' = f + r;  2: M v' = F + p, q' = T(q) v.
  int order() const { return order_; }
  /// Degrees of freedom (order 2) or states (order 1), ≥ 1: the size of v, F and p, or of x and r.
  Index dimension() const { return initialVelocity_.size(); }
  /// Gives the size of q or x: more than the degrees of freedom where rotations are unit quaternions.
  Index positionSize() const { return initialPosition_.size(); }
  /// The name used in messages and column headers; unless set "system 3" for the third system of the model.
  std::string name() const;
  void setName(std::string name) { name_ = std::move(name); }
  bool isNamed() const { return !name_.empty(); }
  /// True if functions or a class of the user take part in its operators: they may keep numbers that no state of the
  /// model knows. Classes of the kernel say whether functions were set.
  virtual bool callsUser() const { return true; }

  /// Tells which model the system belongs to: all systems of one return the same (NonSmoothDynamicalSystem::identity()),
  /// and null before they are inserted.
  const void* modelIdentity() const { return changes_; }

  const Vector& initialPosition() const { return initialPosition_; }
  const Vector& initialVelocity() const { return initialVelocity_; }

 protected:
  /// Errors: InvalidArgument if position is empty or anything is not finite.
  DynamicalSystem(int order, VectorConstRef position, VectorConstRef velocity);

  VectorView positionView() const { return {position_, positionSize()}; }
  VectorView velocityView() const { return {velocity_, dimension()}; }
  VectorView inputView() const { return {input_, dimension()}; }
  /// Overwrites the state between steps; outputs and forces are evaluated again before the next step. Errors:
  /// InvalidArgument on size or NaN; Error in the middle of a step.
  void overwritePosition(VectorConstRef position);
  void overwriteVelocity(VectorConstRef velocity);
  /// To be called by every setter of an operator: constants are compiled again before the next step.
  void operatorsChanged() {
    if (changes_ != nullptr) ++changes_->operators;
  }

 private:
  friend class Interaction;  // stacks the positions of its systems
  friend class NonSmoothDynamicalSystem;

  void requireBetweenSteps(const char* what) const;

  ObjectId id_;
  std::uint64_t number_ = 0;  // among the systems that the model has had; 0 before it is inserted
  std::string name_;
  int order_;
  Vector initialPosition_;
  Vector initialVelocity_;
  Vector initialInput_;         // zeros: what p() shows before the system is placed
  double* position_ = nullptr;  // into the model's flat vectors once placed, else into the vectors above
  double* velocity_ = nullptr;
  double* input_ = nullptr;
  Placement placement_;
  bool removed_ = false;
  ChangeCounters* changes_ = nullptr;  // of the model; null before it is inserted
};

}  // namespace nsds
