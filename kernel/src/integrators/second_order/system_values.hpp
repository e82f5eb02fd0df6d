// Masses and forces of the systems of a compiled model at given states, and how velocities move their coordinates.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"

namespace nsds {

class SystemValues {
 public:
  explicit SystemValues(CompiledModel& model) : model_(model) {}

  /// The iteration matrices of the model become M of each system; those that are constant stay.
  void compile();
  bool constantMasses() const { return varying_.empty(); }
  /// M(q) of the others. Errors: Error if one is singular.
  void masses(const double* q);
  /// F: (dofs) out, gyroscopic terms and K q + C v of linear systems included.
  void forces(double t, const double* q, const double* v, double* force) const;
  /// result: (positions) out, q displaced by factor v; result may be q. Errors: Error naming the system that overflows.
  void displace(const double* q, double factor, const double* v, double* result);

 private:
  void mass(std::size_t system, const double* q);

  CompiledModel& model_;
  std::vector<std::size_t> varying_;  // systems whose mass follows q
  Matrix mass_;                       // of one system
  Vector displacement_;               // of one system
};

/// x += R lambda over the active rows of a condensed operator; lambda: over them one after the other, x: (dofs) in/out.
void addRight(const CondensedOperator& condensed, const IndexSet& active, const double* lambda, double* x);
/// x += factor Lᵀ lambda over all rows; lambda: (rows of the model), x: (dofs) in/out.
void addLeft(const CondensedOperator& condensed, double factor, const double* lambda, double* x);

}  // namespace nsds
