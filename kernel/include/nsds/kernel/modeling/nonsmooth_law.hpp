// Nonsmooth laws say what relates the output w (a velocity or a first-order output) to its multiplier lambda.
//
//   w = U⁺ + shift(U⁻, state),    K* ∋ w ⟂ λ ∈ K,    one block of blockSize() rows at a time,
//
// where U⁻ and U⁺ are the velocities before and after a step or an impact, and K* is the dual cone of K. A set may be one of
// the output instead, and may depend on time and state in laws of first-order relations (admissible_set.hpp).
//
// The laws of the kernel are in modeling/laws. Laws are open: derive, state the block size and the set, and
// override what differs. A law is shared by the blocks of its interaction and holds parameters only; what
// evolves is in its state, which the model keeps and restores.
#pragma once

#include <string>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class NSDS_KERNEL_API NonSmoothLaw {
 public:
  virtual ~NonSmoothLaw();

  /// Gives the rows of one unitary relation, ≥ 1.
  Index blockSize() const { return blockSize_; }
  /// The name used in messages.
  const std::string& name() const { return name_; }
  /// The set of the multiplier of one block: of one kind for as long as the law is linked. Coefficients of
  /// friction and bounds of one row are asked for in every step, mixed rows and polyhedra when the active relations change.
  /// Where the set depends on time or state it is one of the kind, whose numbers say nothing.
  AdmissibleSet admissibleSet() const { return doAdmissibleSet(); }
  /// What the set depends on; the same for as long as the law is linked.
  SetDependence setDependence() const { return doSetDependence(); }
  /// The set at time t and at the states x of the linked systems, one behind the other; x is empty unless the set depends on
  /// it. Errors: Error naming the law and the time on numbers with which a set is none, or another kind of set.
  AdmissibleSet admissibleSetAt(double t, VectorConstRef x) const;
  /// True if the law speaks of velocities before and after an impact, which first-order systems do not have.
  bool needsVelocity() const { return doNeedsVelocity(); }

  /// Numbers of internal state in one block, 0 for laws without memory.
  Index stateSize() const { return stateSize_; }
  /// state: (stateSize) out, the initial internal state of one block.
  void initialState(VectorRef state) const { doInitialState(state); }

  /// shift: (blockSize) out, from uMinus: (blockSize), the velocity before (first order: zero), state:
  /// (stateSize), and theta: in [0, 1], the weight that the integrator gives to the end of a step, for laws
  /// on a mean velocity theta U+ + (1 - theta) U-. Errors: InvalidArgument if the law has no meaning for
  /// theta.
  void shift(double theta, VectorConstRef uMinus, VectorConstRef state, VectorRef shift) const {
    shift.setZero();
    doShift(theta, uMinus, state, shift);
  }
  /// coefficients: (blockSize) out. True if the shift is coefficients_i U-_i whatever the state, so that
  /// integrators need not ask for it in every step. theta and errors as for shift.
  bool restitution(double theta, VectorRef coefficients) const { return doRestitution(theta, coefficients); }
  /// The force [N], ≥ 0, that a contact of a CohesiveSet bears before it opens, from the state of its block: (stateSize).
  double cohesion(VectorConstRef state) const { return doCohesion(state); }
  /// Advances the internal state of one block after an accepted step of length h.
  /// uPlus, lambda: (blockSize); state: (stateSize) in/out.
  void updateState(double h, VectorConstRef uPlus, VectorConstRef lambda, VectorRef state) const {
    doUpdateState(h, uPlus, lambda, state);
  }

 protected:
  /// Errors: InvalidArgument if blockSize < 1 or stateSize < 0.
  NonSmoothLaw(std::string name, Index blockSize, Index stateSize = 0);
  NonSmoothLaw(const NonSmoothLaw&) = default;
  NonSmoothLaw& operator=(const NonSmoothLaw&) = default;

 private:
  virtual AdmissibleSet doAdmissibleSet() const = 0;
  virtual SetDependence doSetDependence() const { return SetDependence::none; }
  /// Overridden together with doSetDependence.
  virtual AdmissibleSet doAdmissibleSetAt(double t, VectorConstRef x) const;
  virtual bool doNeedsVelocity() const { return false; }
  virtual void doInitialState(VectorRef state) const { state.setZero(); }
  /// Gives the restitution unless overridden, zero if there is none.
  virtual void doShift(double theta, VectorConstRef uMinus, VectorConstRef state, VectorRef shift) const;
  virtual bool doRestitution(double theta, VectorRef coefficients) const;
  virtual double doCohesion(VectorConstRef) const { return 0.0; }
  virtual void doUpdateState(double h, VectorConstRef uPlus, VectorConstRef lambda, VectorRef state) const;

  std::string name_;
  Index blockSize_;
  Index stateSize_;
};

}  // namespace nsds
