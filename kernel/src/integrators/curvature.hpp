// The curvature γ = Ḣ v + 2 g_tq v + g_tt of mechanical relations, dU/dt = H v̇ + γ: by the relation itself, or by differences.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

class NSDS_KERNEL_API Curvature {
 public:
  explicit Curvature(CompiledModel& model) : model_(model) {}

  /// Follows the compilation of the model, whose relations are all mechanical.
  void compile(const Scales& scales);
  /// gamma: (rows of the interaction) out; q: (positions) and v: (dofs) of the model.
  void evaluate(std::int32_t interaction, double t, const double* q, const double* v, double* gamma);

 private:
  void difference(std::int32_t interaction, double t, VectorConstRef q, VectorRef gamma);
  double differenceOver(std::int32_t interaction, double t, double step, VectorConstRef q, VectorRef gamma);

  TermRange terms(std::int32_t interaction) const {
    return termsOf(model_.condensed, model_.condensed.interactions[static_cast<std::size_t>(interaction)]);
  }
  const MechanicalRelation& relation(std::int32_t interaction) const {
    return *model_.relations[static_cast<std::size_t>(interaction)].mechanical;
  }

  CompiledModel& model_;
  Scales scales_{1.0, 1.0, 1.0};
  Index columns_ = 0;        // of the present interaction
  Vector displaced_, v_;     // stacked, of the systems of one interaction
  Vector partial_, nearby_;  // rows of one interaction; nearby_: three times
  std::vector<double> H_;    // of one interaction, (rows x columns) column-major
};

}  // namespace nsds
