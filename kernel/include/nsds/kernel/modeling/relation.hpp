// Relations: how the output y of an interaction depends on the states of the systems it links, and how its
// multiplier lambda acts back on them. Rows of a relation are grouped in blocks by the law of its
// interaction. Arguments are stacked over the linked systems, in the order in which they were linked.
#pragma once

#include <span>
#include <string>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/change_counters.hpp"
#include "nsds/kernel/modeling/difference_scratch.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class DynamicalSystem;
class NonSmoothLaw;

class NSDS_KERNEL_API Relation {
 public:
  virtual ~Relation();

  const std::string& name() const { return name_; }
  /// 1: outputs of first-order systems; 2: outputs of mechanical systems.
  int order() const { return order_; }
  /// Number of outputs, ≥ 1.
  Index rows() const { return rows_; }
  /// Sum of the degrees of freedom (states, first order) of the systems to be linked; -1 if the relation
  /// takes any.
  Index columns() const { return columns_; }
  /// The name of what the relation holds the systems against that is not one itself, such as the ground; empty if there
  /// is nothing of the kind.
  virtual std::string surroundings() const { return {}; }
  /// True if functions or a class of the user take part in it, see DynamicalSystem::callsUser().
  virtual bool callsUser() const { return true; }
  /// Errors: InvalidArgument if the relation does not take these systems, for a reason beyond their size.
  void checkSystems(std::span<DynamicalSystem* const> systems) const { doCheckSystems(systems); }
  /// Errors: InvalidArgument if a law on the output has no meaning, such as an impact law on a joint.
  void checkLaw(const NonSmoothLaw& law) const { doCheckLaw(law); }

 protected:
  /// Errors: InvalidArgument if rows < 1.
  Relation(std::string name, int order, Index rows, Index columns);
  Relation(const Relation&) = default;
  /// Errors: InvalidArgument if this relation is linked and has other rows or columns.
  Relation& operator=(const Relation& other);
  /// To be called by every setter of a constant, so that it is compiled again before the next step. The relation that
  /// counts is that of the interaction (Interaction::relation()), a copy of the one that was linked.
  void operatorsChanged() { changes_.operatorsChanged(); }

 private:
  friend class NonSmoothDynamicalSystem;
  virtual void doCheckSystems(std::span<DynamicalSystem* const> systems) const;
  virtual void doCheckLaw(const NonSmoothLaw& law) const;

  std::string name_;
  int order_;
  Index rows_;
  Index columns_;
  ChangeReport changes_;
};

/// Holonomic: y = g(q, t),   U = H(q, t) v + g_t(q, t),   p = Hᵀ lambda,   H over the degrees of freedom of
/// the systems: dg/dq for Lagrangian ones, dg/dq T(q) for bodies whose rotations are quaternions. q: the
/// coordinates of the systems, stacked.
class NSDS_KERNEL_API MechanicalRelation : public Relation {
 public:
  /// y: (rows) out; q: (sum of the position sizes). Errors: Error if the result is not finite (names the
  /// relation and the row).
  void output(double t, VectorConstRef q, VectorRef y) const;
  /// H: (rows x columns) out. Errors as output.
  void jacobian(double t, VectorConstRef q, MatrixRef H) const;
  /// g_t: (rows) out, zero unless the relation is rheonomous. Errors as output.
  void timeDerivative(double t, VectorConstRef q, VectorRef rate) const;
  /// gamma = H' v + 2 g_tq v + g_tt, the terms of the second derivative of the output other than H v': (rows)
  /// out; v: (columns). To be called only if hasCurvature(). Errors as output.
  void curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) const;
  /// False if event-driven simulation has to take gamma by finite differences.
  virtual bool hasCurvature() const { return constantJacobian_ && !rheonomous(); }

  /// True if H depends neither on q nor on t, so that it is evaluated once. The output is then H q + b.
  bool constantJacobian() const { return constantJacobian_; }
  /// True if H does not follow q: it changes only where an InteractionManager places the relation, between
  /// steps (contacts that a detector finds).
  virtual bool frozenJacobian() const { return constantJacobian_; }
  /// True if impulses act along H of the middle of the step, U being taken at its end (joints). Bilateral
  /// impulses then do work of order h³ in a step instead of h², and schemes with theta = 1/2 are of order
  /// two; the price is an operator H W⁻¹ H_middleᵀ that is not quite symmetric.
  bool centralImpulses() const { return centralImpulses_; }
  /// A closed chain, or a pendulum, whose equality is a relation of the user's keeps its energy with theta = 1/2 only so.
  void setCentralImpulses(bool central) {
    centralImpulses_ = central;
    operatorsChanged();
  }
  /// True if the output depends on time.
  virtual bool rheonomous() const { return false; }
  /// True if the law holds for the velocity alone and does not bring the output to zero, as for a prescribed
  /// rate.
  virtual bool holdsForVelocityAlone() const { return false; }
  /// False if the Jacobian is taken by central finite differences.
  bool exactJacobian() const { return doExactJacobian(); }
  /// Compliance D [m/N]: (rows x rows), empty for rigid relations. A compliant relation has y = g(q, t) + D
  /// f, f the force, and its law holds for y instead of the velocity.
  virtual const Matrix& compliance() const;

 protected:
  MechanicalRelation(std::string name, Index rows, Index columns, bool constantJacobian);

 private:
  virtual void doOutput(double t, VectorConstRef q, VectorRef y) const = 0;
  virtual void doJacobian(double t, VectorConstRef q, MatrixRef H) const = 0;
  virtual void doTimeDerivative(double t, VectorConstRef q, VectorRef rate) const;
  virtual void doCurvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) const;
  virtual bool doExactJacobian() const { return true; }

  bool constantJacobian_;
  bool centralImpulses_ = false;
};

/// This relation is holonomic and scleronomous, between Lagrangian systems: y = g(q), U = H(q) v, H = dg/dq.
class NSDS_KERNEL_API LagrangianRelation : public MechanicalRelation {
 public:
  using MechanicalRelation::jacobian;
  using MechanicalRelation::output;
  void output(VectorConstRef q, VectorRef y) const { output(0.0, q, y); }
  void jacobian(VectorConstRef q, MatrixRef H) const { jacobian(0.0, q, H); }

 protected:
  LagrangianRelation(std::string name, Index rows, Index columns, bool constantJacobian);

 private:
  void doCheckSystems(std::span<DynamicalSystem* const> systems) const override;
  void doOutput(double, VectorConstRef q, VectorRef y) const final { doOutput(q, y); }
  void doJacobian(double, VectorConstRef q, MatrixRef H) const final { doJacobian(q, H); }
  virtual void doOutput(VectorConstRef q, VectorRef y) const = 0;
  virtual void doJacobian(VectorConstRef q, MatrixRef H) const = 0;
};

/// y = H q + b (time-invariant).
class NSDS_KERNEL_API LagrangianLinearTIR final : public LagrangianRelation {
 public:
  bool callsUser() const override { return false; }
  /// H: (rows x columns); b: (rows), zero if left out. Errors: InvalidArgument on sizes that do not fit, NaN.
  explicit LagrangianLinearTIR(MatrixConstRef H);
  LagrangianLinearTIR(MatrixConstRef H, VectorConstRef b);
  /// Makes one row with a scalar offset.
  LagrangianLinearTIR(MatrixConstRef H, double b);

  const Matrix& H() const { return H_; }
  const Vector& b() const { return b_; }

 private:
  void doOutput(VectorConstRef q, VectorRef y) const override;
  void doJacobian(VectorConstRef q, MatrixRef H) const override;

  Matrix H_;
  Vector b_;
};

/// y = g(q) by callables, or by overriding doOutput and doJacobian in a class derived from
/// LagrangianRelation.
class NSDS_KERNEL_API LagrangianScleronomousR final : public LagrangianRelation {
 public:
  using Output = Callable<void(VectorConstRef q, VectorRef y)>;
  using Jacobian = Callable<void(VectorConstRef q, MatrixRef H)>;
  using Curvature = Callable<void(VectorConstRef q, VectorConstRef v, VectorRef gamma)>;

  /// rows: number of outputs. jacobian: empty means central finite differences (logged once by the model).
  LagrangianScleronomousR(Index rows, Output output, Jacobian jacobian = {});
  /// gamma_i = vᵀ g_i'' v: (rows) out, for event-driven simulation; without it, finite differences are taken.
  LagrangianScleronomousR& setCurvature(Curvature curvature);
  bool hasCurvature() const override { return static_cast<bool>(curvature_); }

 private:
  void doCurvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) const override;
  void doOutput(VectorConstRef q, VectorRef y) const override;
  void doJacobian(VectorConstRef q, MatrixRef H) const override;
  bool doExactJacobian() const override { return static_cast<bool>(jacobian_); }

  Output output_;
  Jacobian jacobian_;
  Curvature curvature_;
  mutable DifferenceScratch scratch_;  // so that evaluations allocate nothing
};

/// Rheonomous: y = g(q, t),   U = H(q, t) v + g_t(q, t), between Lagrangian systems: moving obstacles, cams,
/// driven joints.
class NSDS_KERNEL_API LagrangianRheonomousR final : public MechanicalRelation {
 public:
  using Output = Callable<void(double t, VectorConstRef q, VectorRef y)>;
  using Jacobian = Callable<void(double t, VectorConstRef q, MatrixRef H)>;
  using TimeDerivative = Callable<void(double t, VectorConstRef q, VectorRef rate)>;
  using Curvature = Callable<void(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma)>;

  /// rows: number of outputs. timeDerivative, jacobian: empty means central finite differences.
  LagrangianRheonomousR(Index rows, Output output, TimeDerivative timeDerivative = {},
                        Jacobian jacobian = {});
  /// gamma = H' v + 2 g_tq v + g_tt: (rows) out, for event-driven simulation; without it, finite differences
  /// are taken.
  LagrangianRheonomousR& setCurvature(Curvature curvature);
  bool rheonomous() const override { return true; }
  bool hasCurvature() const override { return static_cast<bool>(curvature_); }

 private:
  void doCurvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) const override;
  void doCheckSystems(std::span<DynamicalSystem* const> systems) const override;
  void doOutput(double t, VectorConstRef q, VectorRef y) const override;
  void doJacobian(double t, VectorConstRef q, MatrixRef H) const override;
  void doTimeDerivative(double t, VectorConstRef q, VectorRef rate) const override;
  bool doExactJacobian() const override { return static_cast<bool>(jacobian_); }

  Output output_;
  TimeDerivative timeDerivative_;
  Jacobian jacobian_;
  Curvature curvature_;
  mutable DifferenceScratch scratch_;
};

/// y = H q + b + D f, f the force of the contact: elastic seals, layers, springs with one-sided action. The
/// law holds between y and f: no velocity, no restitution, every row in every step.
class NSDS_KERNEL_API LagrangianCompliantLinearTIR final : public LagrangianRelation {
 public:
  bool callsUser() const override { return false; }
  /// H: (rows x columns); b: (rows) [m]; D: (rows x rows) [m/N], positive semidefinite. Errors:
  /// InvalidArgument on sizes that do not fit, NaN, D = 0.
  LagrangianCompliantLinearTIR(MatrixConstRef H, VectorConstRef b, MatrixConstRef D);
  const Matrix& compliance() const override { return D_; }

 private:
  void doOutput(VectorConstRef q, VectorRef y) const override;
  void doJacobian(VectorConstRef q, MatrixRef H) const override;

  Matrix H_;
  Vector b_;
  Matrix D_;
};

}  // namespace nsds
