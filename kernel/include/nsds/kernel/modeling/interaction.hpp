// An interaction is a relation between any number of systems, together with the nonsmooth law that its output
// obeys. Its rows fall into unitary relations, one block of the law each; index sets contain those.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "nsds/kernel/modeling/dynamical_system.hpp"
#include "nsds/kernel/modeling/nonsmooth_law.hpp"
#include "nsds/kernel/modeling/relation.hpp"

namespace nsds {

class NSDS_KERNEL_API Interaction {
 public:
  Interaction(const Interaction&) = delete;
  Interaction& operator=(const Interaction&) = delete;
  ~Interaction();

  ObjectId id() const { return id_; }
  /// The name used in messages and column headers; unless set "interaction 3" for the third that was linked, or, for a
  /// contact that a detector found, what meets: "box 3 - ground".
  std::string name() const;
  void setName(std::string name) { name_ = std::move(name); }

  const NonSmoothLaw& law() const { return *law_; }
  const Relation& relation() const { return *relation_; }
  /// The relation for code that changes it between steps, such as contact detection.
  Relation& relation() { return *relation_; }
  std::span<DynamicalSystem* const> systems() const { return systems_; }
  /// True if an InteractionManager made it.
  bool managed() const { return managed_; }

  Index rows() const { return relation_->rows(); }
  /// rows / block size of the law.
  Index unitaryRelations() const { return rows() / law_->blockSize(); }

  /// Output y: (rows): gap [m] of Lagrangian relations, y = C x + D lambda + e of first-order ones.
  VectorView y() const { return {output_, rows()}; }
  /// Relative velocity U = H v: (rows) [m/s]; zero for first-order relations.
  VectorView velocity() const { return {rate_, rows()}; }
  /// Multiplier: (rows): of the last step of time stepping an impulse [N s], in event-driven simulation the
  /// present force [N]; a force or current of first-order relations.
  VectorView lambda() const { return {multiplier_, rows()}; }
  /// H at the present coordinates and time t [s]: (rows x degrees of freedom of systems(), stacked), U = H v + g_t and
  /// p = Hᵀ lambda; of first-order relations C = dh/dx at the present state and multiplier. Errors: those of the relation.
  /// It allocates the matrix; a relation given as a MechanicalRelation writes into one (MechanicalRelation::jacobian).
  Matrix jacobian(double t) const;
  /// Internal state of the law: (unitaryRelations * stateSize).
  VectorView lawState() const { return {lawState_, unitaryRelations() * law_->stateSize()}; }

 private:
  friend class NonSmoothDynamicalSystem;
  Interaction(ObjectId id, std::unique_ptr<NonSmoothLaw> law, std::unique_ptr<Relation> relation,
              std::vector<DynamicalSystem*> systems);

  ObjectId id_;
  std::uint64_t number_ = 0;  // among those that the model has had and no manager has made
  bool managed_ = false;
  std::string name_;
  std::unique_ptr<NonSmoothLaw> law_;
  std::unique_ptr<Relation> relation_;
  std::vector<DynamicalSystem*> systems_;
  Vector initial_;  // zeros and the law's initial state: what the accessors show before the interaction is
                    // placed
  double* output_ = nullptr;
  double* rate_ = nullptr;
  double* multiplier_ = nullptr;
  double* lawState_ = nullptr;
  Index row_ = 0;
  Index lawStateOffset_ = 0;
  bool removed_ = false;
};

}  // namespace nsds
