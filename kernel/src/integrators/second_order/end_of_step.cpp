#include "integrators/second_order/end_of_step.hpp"

#include <algorithm>

namespace nsds {

void EndOfStep::compileOperators() {
  NonSmoothDynamicalSystem& nsds = *model_.nsds;
  systems_.compile();
  values_.compile(nsds.time());
  for (std::size_t c = 0; c < relations_.list.size(); ++c) {
    if (relations_.list[c].constantOperator) model_.condense(c);
  }
  rhs_.assign(static_cast<std::size_t>(nsds.flat().dofs()), 0.0);
}

void EndOfStep::evaluateState() {
  FlatVectors& flat = model_.nsds->flat();
  const double t = model_.nsds->time();
  evaluateForces(t);
  values_.outputs(t, flat.position(), flat.output());
  values_.jacobians(t, flat.position());
  values_.rates(t, flat.position(), flat.velocity(), flat.rate());
}

void EndOfStep::evaluateForces(double t) {
  FlatVectors& flat = model_.nsds->flat();
  systems_.forces(t, flat.position(), flat.velocity(), flat.force());
}

void EndOfStep::evaluate(double t) {
  const double* const q = model_.nsds->flat().position();
  t_ = t;
  systems_.masses(q);
  values_.jacobians(t_, q);
}

void EndOfStep::takeJacobians(const EndOfStep& other) {
  t_ = other.t_;
  const double* const from = other.model_.condensed.pool.data();
  double* const to = model_.condensed.pool.data();
  for (const CondensedInteraction& record : model_.condensed.interactions) {
    for (const CondensedTerm& term : termsOf(model_.condensed, record))
      std::copy_n(from + term.left, record.rows * term.size, to + term.left);
  }
}

void EndOfStep::accelerate(const StepInterval& step, const double* v, const double* from,
                           const double* removed, double* velocity) {
  evaluate(step.t1);
  forces(t_, v, rhs_.data());
  for (double& entry : rhs_) entry *= 0.5 * step.h;
  if (removed != nullptr) addImpulse(-1.0, removed, rhs_.data());
  for (std::size_t s = 0; s < model_.systems.size(); ++s)
    model_.matrices.solve(s, rhs_.data() + model_.systems[s].dof);
  for (std::size_t i = 0; i < rhs_.size(); ++i) velocity[i] = from[i] + rhs_[i];
}

void EndOfStep::condense(const IndexSet& active) {
  forEachInteraction(active, [&](std::size_t c) {
    if (!relations_.list[c].constantOperator) model_.condense(c);
  });
}

void EndOfStep::ratesOf(const UnitaryRelation& relation, const double* v, double* w) {
  const auto c = static_cast<std::size_t>(relation.interactionIndex);
  const double* const offset = values_.timeDerivative(c, t_, model_.nsds->flat().position());
  for (std::int32_t r = 0; r < relation.rows; ++r) {
    const std::int32_t row = relation.rowInInteraction + r;
    w[r] = dotLeft(model_.condensed, model_.condensed.interactions[c], row, v) + offset[row];
  }
}

void EndOfStep::rates(const double* v, double* u) {
  values_.rates(t_, model_.nsds->flat().position(), v, u);
}

}  // namespace nsds
