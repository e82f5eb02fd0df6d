#include "integrators/second_order/gap_values.hpp"

#include <algorithm>

namespace nsds {

void GapValues::compile(double t) {
  std::int32_t most = 1;
  for (std::size_t c = 0; c < relations_.list.size(); ++c) {
    most = std::max(most, model_.condensed.interactions[c].rows);
    if (relations_.list[c].relation->constantJacobian())
      model_.keepJacobian(c, t, model_.nsds->flat().position());
  }
  timeDerivative_.assign(static_cast<std::size_t>(most), 0.0);
}

void GapValues::outputs(double t, const double* q, double* y) {
  for (std::size_t c = 0; c < relations_.list.size(); ++c) {
    const CondensedInteraction& record = model_.condensed.interactions[c];
    relations_.list[c].relation->output(t, model_.stack(c, q), view(y + record.row, record.rows));
  }
}

void GapValues::jacobians(double t, const double* q) {
  for (std::size_t c = 0; c < relations_.list.size(); ++c) {
    if (!relations_.list[c].relation->constantJacobian()) model_.keepJacobian(c, t, q);
  }
}

const double* GapValues::timeDerivative(std::size_t interaction, double t, const double* q) {
  const std::int32_t rows = model_.condensed.interactions[interaction].rows;
  const MechanicalRelation& relation = *relations_.list[interaction].relation;
  if (relation.rheonomous()) {
    relation.timeDerivative(t, model_.stack(interaction, q), view(timeDerivative_.data(), rows));
  } else {
    std::fill_n(timeDerivative_.begin(), rows, 0.0);
  }
  return timeDerivative_.data();
}

void GapValues::rates(double t, const double* q, const double* v, double* u) {
  for (std::size_t c = 0; c < relations_.list.size(); ++c) {
    const CondensedInteraction& record = model_.condensed.interactions[c];
    const double* const offset = timeDerivative(c, t, q);
    for (std::int32_t r = 0; r < record.rows; ++r)
      u[record.row + r] = dotLeft(model_.condensed, record, r, v) + offset[r];
  }
}

}  // namespace nsds
