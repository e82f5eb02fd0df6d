// The compiled form of a model under MoreauJeanOSI: flat records of systems and contacts, and the step over
// them.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "integrators/condensation.hpp"
#include "integrators/contact_activation.hpp"
#include "integrators/flat_rows.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"

namespace nsds {

struct MoreauJeanOSI::Implementation {
  struct System {
    MechanicalDS* ds;                    // null if another integrator steps the system
    const LagrangianLinearTIDS* linear;  // null unless there may be K and C
    const NewtonEulerDS* body;           // null unless its gyroscopic moment is taken at the mean velocity
    bool steady;                         // constant W, forces that depend on time alone but for K q + C v
    std::int32_t n;
    std::int32_t position;         // first entry in q
    std::int32_t positions;        // entries in q
    std::int32_t dof;              // first entry in v
    std::int32_t prescribedFirst;  // into prescribedColumns, n entries for each prescribed velocity
  };
  struct DofRange {
    std::int32_t first;
    std::int32_t last;
  };
  struct CoordinateRange {  // of Lagrangian systems next to each other: q' = v, entry by entry
    std::int32_t position;
    std::int32_t dof;
    std::int32_t size;
  };
  struct Contact {
    const MechanicalRelation* relation = nullptr;  // null if it is one between systems of another integrator
    const NonSmoothLaw* law = nullptr;
    double* lawState = nullptr;
    bool linear = false;           // H constant
    bool affine = true;            // and the output H q + b
    bool frozen = true;            // H does not follow q: as compiled, or of the last evaluateState()
    bool constantOperator = true;  // H and the iteration matrices of all its systems constant
    bool compliant = false;        // its law holds for the output
    bool callsLaw = false;         // its shift is not a multiple of U-
    std::int32_t direction = -1;   // into `directions`; -1: impulses act along H of the end of the step
  };

  Implementation(double theta, Activation activation);

  // Compilation, moreau_jean_compile.cpp
  void compile(Model& model, double h);
  void compileSystems();
  void compileMatrices();
  double* keptMatrix(std::size_t system);
  void compileContacts();
  void compileContact(const Interaction& interaction);
  void sortSystems();
  void compileLaws();
  void compileActivation();
  void condenseConstant(std::size_t contact);
  void reserve();

  // The step, moreau_jean_step.cpp
  void evaluateState();
  void beginStep(const StepInterval& interval);
  void activate(const IndexSet& all, const IndexSet& last, IndexSet& active);
  void linearise(const IndexSet& active);
  void lineariseContact(std::size_t contact);
  void checkKept(std::size_t contact);
  void compliantOffset(std::size_t contact);
  void freeVelocities();
  void freeVelocity(std::size_t index);
  void freeVelocityNonlinear(std::size_t index);
  void addGyroscopic(const System& system, const double* v, double* rhs, Matrix& W) const;
  void condense(std::size_t contact);
  void condenseCentral(std::size_t contact);
  void solveRight(const CondensedInteraction& record, const CondensedTerm& term);
  /// H v in row `row` of a relation.
  double rateOf(const UnitaryRelation& relation, std::int32_t row, const double* v) const {
    const auto contact = static_cast<std::size_t>(relation.interactionIndex);
    if (contacts[contact].affine) return flat.dot(relation.row + row, v);
    return dotLeft(condensed, condensed.interactions[contact], relation.rowInInteraction + row, v);
  }
  void freeOutput(const IndexSet& active, double* w);
  const double* withoutApproach(const UnitaryRelation& relation);
  const double* callLaw(const Contact& contact, const UnitaryRelation& relation, const double* minus);
  void update(const IndexSet& active, const double* lambda);
  void addImpulses(const IndexSet& active, const double* lambda) const;
  void addTerms(const UnitaryRelation& relation, const double* lambda, double* v, double* p) const;
  void addCentral(std::size_t contact, std::int32_t first, std::int32_t rows, const double* lambda) const;
  void advancePositions(const double* v, double late);
  void displacePositions(const double* v, double late, double early, double* q);
  void displaceTurning(const double* v, double late, double early, double* q);
  void checkVelocities() const;
  void evaluateDisplaced();
  void predictRates(const IndexSet& active);
  double residual(const IndexSet& active);
  double momentumDefect(const System& system);
  void endStep(const IndexSet& active);

  // Prescribed velocities, moreau_jean_prescribed.cpp
  void condensePrescribed(const System& system, Eigen::Ref<Matrix> W);
  void condensePrescribed(const System& system, SystemMatrix& W);
  void imposePrescribed(const System& system, const double* v, double* rhs) const;
  double prescribedAt(const MechanicalDS& ds, Index dof, const PrescribedVelocity& velocity) const;
  void evaluateReactions();

  // Pieces, moreau_jean_evaluate.cpp
  void evaluateForce(const System& system, double t) const;
  void evaluateForces(const std::vector<std::size_t>& list, double t) const;
  void evaluateOutputs(double t, const double* q, const double* v, double* y, double* u);
  void evaluateContacts(double t, const double* q, const double* v, double* y, double* u);
  void evaluateOutput(std::size_t contact, double t, const double* q, const double* v, double* y, double* u);
  void evaluateRelation(std::size_t contact, double t, const double* q, const double* v, double* y,
                        double* u);
  void expectRelation(std::size_t contact) const;
  void keepJacobian(std::size_t contact);
  const double* evaluateJacobian(std::size_t contact, double t, const double* q);
  Eigen::Map<const Vector> gather(std::size_t contact, const double* q);
  void addCompliance(std::size_t contact, double* y) const;
  void equationDefect(const System& system);
  void addInertia(const System& system);
  void addLinearInertia(const System& system);

  double theta;
  ContactActivation activation;
  Scales scales{1.0, 1.0, 1.0};
  NonSmoothDynamicalSystem* nsds = nullptr;
  StepInterval step{0.0, 0.0, 0.0};
  bool keepMatrices = false;
  bool shared = false;  // the model may have first-order systems, which another integrator steps
  bool linear = true;
  bool forceIsCurrent = false;

  std::unordered_set<std::uint64_t> told;  // ids of what the log knows to have no Jacobian
  std::vector<System> systems;
  std::vector<DofRange> plain;  // of steady systems with diagonal W and no K, C: stepped as one batch
  std::vector<CoordinateRange> coordinates;
  std::vector<std::size_t> turning;  // systems whose coordinates advance by a displacement
  std::vector<std::size_t> driven;   // steady systems whose F_ext depends on time
  std::vector<std::size_t> coupled;  // steady systems that are not plain
  std::vector<std::size_t> nonlinear;
  std::vector<Contact> contacts;
  bool constantOperators = true;  // of all contacts
  bool flatOutputs = true;        // all contacts are affine and none is compliant: y = H q + b
  bool shiftsOutput = false;      // any contact is rheonomous or compliant
  bool anyPrescribed = false;
  std::vector<double> offset;      // (rows) b of affine contacts: y = H q + b
  std::vector<double> rateOffset;  // (rows) what the free output has beyond H v: g_t of the rheonomous, y /
                                   // (h theta) of the compliant
  IterationMatrices matrices;
  CondensedOperator condensed;
  FlatRows flat;                          // its rows of affine contacts, for the loops of the step
  std::vector<double> prescribedColumns;  // of W before the prescribed rows and columns were taken out

  std::vector<double> correction;      // of the velocity of one system; the defect of its equation of motion
  std::vector<double> magnitude;       // sizes of the terms of that
  std::vector<double> constantForces;  // (dofs) F_ext of steady systems where it does not depend on time
  std::vector<double> predictedGap;    // (rows) y of rule P
  std::vector<double> predictedRate;   // (rows) U of rule P
  const double* uMinus = nullptr;      // (rows) U_k of the laws
  std::vector<double>
      linearRate;              // (rows) U predicted by the linearisation, against which the new H is compared
  std::vector<double> middle;  // q of the middle of the step, empty unless central impulses ask for it
  std::vector<double> directions;  // H of the middle of the step of those, like the left blocks
  std::vector<double> gathered;    // stacked q of one interaction
  std::vector<double> jacobian;    // H of one interaction, column-major
  std::vector<double> slow;        // one block of U-, nothing of it to restitute
  std::vector<double> shift;
  std::vector<double> restitution;  // (rows) shift / U- where that is a constant
  std::vector<double> displacement;
  Matrix massScratch;
  Matrix dqScratch;
  Matrix dvScratch;
};

/// A Map over part of a scratch matrix, or over contiguous numbers.
inline Eigen::Map<const Vector> view(const double* data, Index n) {
  return {data, n};
}
inline Eigen::Map<Vector> view(double* data, Index n) {
  return {data, n};
}

}  // namespace nsds
