// The compiled form of a model: where its systems stand in the flat vectors and what its relations are, the
// iteration matrices W of the systems, H and W⁻¹Hᵀ of the interactions. Integrators, the projection and
// event-driven motion each keep one, from one change of the structure to the next, and fill it with the
// matrices of their scheme.
#pragma once

#include <cstdint>
#include <vector>

#include "compiled_model/condensation.hpp"
#include "compiled_model/flat_rows.hpp"
#include "compiled_model/iteration_matrices.hpp"
#include "compiled_model/output_rounding.hpp"
#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_relation.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// A system and its place in the flat vectors. Of the pointers those are null that do not apply.
struct PlacedSystem {
  MechanicalDS* mechanical;
  const LinearMotion* linear;  // of the mechanical system, as it was when the model was compiled
  const FirstOrderDS* firstOrder;
  std::int32_t n;          // degrees of freedom, or states
  std::int32_t position;   // first entry in q or x
  std::int32_t positions;  // entries there
  std::int32_t dof;        // first entry in v and the forces
};

/// True if a first-order system has constant M and A in other storage than a dense one, which is faster up to 16 states.
bool hasSparseOperators(const PlacedSystem& system);

/// The relation of an interaction. Of the pointers those are null that do not apply.
struct CompiledRelation {
  const MechanicalRelation* mechanical;
  const FirstOrderRelation* firstOrder;
};

struct NSDS_KERNEL_API CompiledModel {
  /// What the condensed operator has room for beside H and W⁻¹Hᵀ.
  struct Layout {
    bool feedthrough = false;  // D of first-order and compliant relations
    bool matrices = false;     // W of the systems
    bool supports = false;  // R of large first-order systems with sparse operators is kept on their supports
  };

  Layout layout;  // to be set before the model is compiled
  NonSmoothDynamicalSystem* nsds = nullptr;
  std::vector<PlacedSystem> systems;        // of the model, in its order
  std::vector<CompiledRelation> relations;  // of its interactions, in their order
  std::vector<std::int32_t> supported;      // systems with a support (condensed_operator.hpp)
  IterationMatrices matrices;
  CondensedOperator condensed;
  FlatRows flat;  // rows of the condensed operator, as far as the integrator appends them

  /// Places systems and relations, with zeros for the matrices of both. Errors: InvalidArgument naming a system
  /// whose linear motion or coordinates contradict its size.
  void compile(NonSmoothDynamicalSystem& model);
  /// Errors: Error naming the mechanical system whose velocity is not finite.
  void checkVelocities() const;
  /// The stacked coordinates of a mechanical interaction's systems: a look into q where it is one system, else
  /// a copy that the next call overwrites.
  Eigen::Map<const Vector> stack(std::size_t interaction, const double* q);
  /// H of a mechanical interaction: (rows x width), column-major, in memory that the next call overwrites.
  const double* jacobian(std::size_t interaction, double t, const double* q);
  /// H of a mechanical interaction becomes its block L of the condensed operator.
  void keepJacobian(std::size_t interaction, double t, const double* q);
  /// R = W⁻¹Lᵀ of an interaction; zero where velocities are prescribed.
  void condense(std::size_t interaction);
  /// The block of the condensed operator at R of a term, which holds the rows of some H, becomes W⁻¹Hᵀ.
  void solveRight(const CondensedInteraction& record, const CondensedTerm& term);
  /// Where W of a system is kept: (n x n) column-major; null unless the layout asks for it.
  double* keptMatrix(std::size_t system);

 private:
  void placeSupports();
  void layOut();

  struct Support {
    std::int32_t first = -1;  // in condensed.supports; -1 if there is none
    std::int32_t size = 0;
  };
  ModelRounding rounding_{*this};
  std::vector<Support> supports_;  // (systems)
  std::vector<double> stacked_;
  std::vector<double> jacobian_;
};

/// A look at contiguous numbers as a vector.
inline Eigen::Map<const Vector> view(const double* data, Index n) {
  return {data, n};
}
inline Eigen::Map<Vector> view(double* data, Index n) {
  return {data, n};
}

}  // namespace nsds
