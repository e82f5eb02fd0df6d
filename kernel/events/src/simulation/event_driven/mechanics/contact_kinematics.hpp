// Gaps, rates, Jacobians and accelerations of the mechanical relations of a model, of whole interactions or
// of the rows that are constraints of the smooth motion:
//
//   y = g(t, q),   U = H v + g_t,   dU/dt = H v̇ + γ,   γ = Ḣ v + 2 g_tq v + g_tt.
#pragma once

#include <cstdint>
#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "integrators/curvature.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

/// Smooth motion holds this row of a relation at zero.
struct ConstraintRow {
  std::int32_t interaction = 0;  ///< place among the model's interactions
  std::int32_t row = 0;          ///< in the interaction
  double tangentRatio = 0.0;  ///< force along the first tangent over that of this row; 0: no sliding friction
  bool velocityAlone = false;  ///< a row of friction: its rate is zero, wherever it stands
  friend bool operator==(const ConstraintRow&, const ConstraintRow&) = default;
};
using ConstraintRows = std::vector<ConstraintRow>;

class ContactKinematics {
 public:
  explicit ContactKinematics(CompiledModel& model) : model_(model) {}

  /// Follows the compilation of the model. Errors: InvalidArgument naming a relation that is not for
  /// event-driven simulation.
  void compile(const Scales& scales);

  /// Evaluates y and U of all interactions: (rows) of the model, out.
  void evaluate(double t, VectorConstRef q, VectorConstRef v, double* y, double* U);
  /// Evaluates y, U and γ of one interaction: (rows of the interaction) out.
  void outputAndRate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v, double* y,
                     double* U);
  void rate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v, double* U);
  void curvature(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v, double* gamma);

  /// Evaluates y, G, D, g_t and γ over rows: out. Rows of one interaction that stand together share its evaluation. D has in place of a
  /// row of G that row plus tangentRatio times the next.
  void gaps(const ConstraintRows& rows, double t, VectorConstRef q, VectorRef y);
  void jacobian(const ConstraintRows& rows, double t, VectorConstRef q, MatrixRef G);
  void forceDirections(const ConstraintRows& rows, double t, VectorConstRef q, MatrixRef D);
  void timeDerivative(const ConstraintRows& rows, double t, VectorConstRef q, VectorRef rate);
  void curvature(const ConstraintRows& rows, double t, VectorConstRef q, VectorConstRef v, VectorRef gamma);
  /// Writes the forces λ of rows, and those along tangents that follow from them, to `all`: (rows of the
  /// model) in/out; and Dᵀλ to p: (n) out.
  void writeForces(const ConstraintRows& rows, double t, VectorConstRef q, VectorConstRef lambda, double* all,
                   VectorRef p);

 private:
  struct Jacobian {
    Matrix H;                // columns of the systems of the interaction in their order
    bool evaluated = false;  // a constant Jacobian is in H
  };

  const CondensedInteraction& record(std::int32_t interaction) const {
    return model_.condensed.interactions[static_cast<std::size_t>(interaction)];
  }
  TermRange terms(std::int32_t interaction) const { return termsOf(model_.condensed, record(interaction)); }
  const MechanicalRelation& relation(std::int32_t interaction) const {
    return *model_.relations[static_cast<std::size_t>(interaction)].mechanical;
  }
  Eigen::Map<const Vector> stackPositions(std::int32_t interaction, VectorConstRef q) {
    return model_.stack(static_cast<std::size_t>(interaction), q.data());
  }
  void stackVelocities(std::int32_t interaction, VectorConstRef v);
  void output(std::int32_t interaction, double t, VectorConstRef q, double* y);
  const Matrix& jacobian(std::int32_t interaction, double t, VectorConstRef q);
  void fillRows(const ConstraintRows& rows, double t, VectorConstRef q, bool directions, MatrixRef out);

  CompiledModel& model_;
  std::vector<Jacobian> jacobians_;  // (interactions)
  Curvature curvature_{model_};
  Vector v_;            // stacked, of the systems of one interaction
  Vector y_, partial_;  // rows of one interaction
};

}  // namespace nsds
