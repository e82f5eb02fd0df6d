// Outputs, Jacobians and rates of the relations of a compiled model at given states.
#pragma once

#include <vector>

#include "integrators/second_order/scheme_relations.hpp"

namespace nsds {

class GapValues {
 public:
  GapValues(CompiledModel& model, const SchemeRelations& relations) : model_(model), relations_(relations) {}

  /// Keeps the constant Jacobians in the condensed operator.
  void compile(double t);
  /// y: (rows) out.
  void outputs(double t, const double* q, double* y);
  /// H of all relations, to the condensed operator.
  void jacobians(double t, const double* q);
  /// g_t of a relation: (rows of the interaction), zero unless it is rheonomous; valid until the next call.
  const double* timeDerivative(std::size_t interaction, double t, const double* q);
  /// u: (rows) out, H v + g_t with H in the condensed operator.
  void rates(double t, const double* q, const double* v, double* u);

 private:
  CompiledModel& model_;
  const SchemeRelations& relations_;
  std::vector<double> timeDerivative_;  // (rows of the largest interaction)
};

}  // namespace nsds
