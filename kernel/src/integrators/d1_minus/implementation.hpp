// The parts of a step of D1MinusOSI, which calls them in the order of its levels.
#pragma once

#include <cstdint>
#include <vector>

#include "integrators/curvature.hpp"
#include "integrators/missing_jacobians.hpp"
#include "integrators/second_order/end_of_step.hpp"
#include "integrators/second_order/half_step.hpp"
#include "integrators/second_order/law_shift.hpp"
#include "nsds/kernel/integrators/d1_minus_osi.hpp"

namespace nsds {

enum class D1MinusStage : std::uint8_t { startForces, endForces, impact };

struct D1MinusOSI::Implementation {
  explicit Implementation(const D1MinusOptions& options);
  Implementation(const Implementation&) = delete;  // the parts refer to each other
  Implementation& operator=(const Implementation&) = delete;

  void compile(Model& model, double h);
  void activateStart(const IndexSet& all, IndexSet& active);
  void beginEnd();
  void activateEnd(const IndexSet& all, IndexSet& active);
  void freeEnd(const IndexSet& active, double* w);
  void updateEnd(const IndexSet& active, const double* lambda);
  void beginImpact();
  void forgetSlowApproach(const CondensedInteraction& record, const SchemeRelation& relation);
  void activateImpact(const IndexSet& all, IndexSet& active) const;
  void dropRounding(const UnitaryRelation& relation, double* w) const;
  void freeImpact(const IndexSet& active, double* w);
  void updateImpact(const IndexSet& active, const double* lambda);
  bool accelerates() const { return options.level == D1MinusLevel::acceleration; }
  bool rests(const UnitaryRelation& relation);
  bool pressedAtStart(std::int32_t row) const { return first.multipliers()[row] > 0.0; }
  FlatVectors& flat() { return end.model().nsds->flat(); }

  D1MinusOptions options;
  D1MinusStage stage = D1MinusStage::startForces;
  StepInterval step{0.0, 0.0, 0.0};
  double closed = 0.0;      // [m]
  double atRest = 0.0;      // [m/s]
  double negligible = 0.0;  // [m/s] rates of joints below this are rounding
  SchemeRelations relations;
  HalfStepRules rules;
  HalfStep first{relations, rules};
  EndOfStep end{relations};
  Curvature curvature{end.model()};
  LawShift shift{relations};
  MissingJacobians missing;
  std::vector<double> tilde;        // (dofs) ṽ
  std::vector<double> before;       // (dofs) v⁻, at first without the forces f
  std::vector<double> endImpulses;  // (rows) h/2 f
  std::vector<double> impact;       // (rows) Λ
  std::vector<double> rateBefore;   // (rows) U⁻
  std::vector<double> gamma;        // (rows) at the end
};

}  // namespace nsds
