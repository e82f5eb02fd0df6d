#include "integrators/curvature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace nsds {

void Curvature::compile(const Scales& scales) {
  scales_ = scales;
  Index rows = 0;
  Index widest = 0;
  std::size_t entries = 0;
  for (const CondensedInteraction& record : model_.condensed.interactions) {
    Index positions = 0;
    Index columns = 0;
    for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
      positions += model_.systems[static_cast<std::size_t>(term.system)].positions;
      columns += term.size;
    }
    rows = std::max<Index>(rows, record.rows);
    widest = std::max(widest, positions);
    entries = std::max(entries, static_cast<std::size_t>(record.rows * columns));
  }
  for (Vector* x : {&displaced_, &v_}) x->setZero(widest);
  partial_.setZero(rows);
  nearby_.setZero(3 * rows);
  H_.assign(entries, 0.0);
}

void Curvature::evaluate(std::int32_t interaction, double t, const double* q, const double* v,
                         double* gamma) {
  columns_ = 0;
  for (const CondensedTerm& term : terms(interaction)) {
    v_.segment(columns_, term.size) = view(v + term.dof, term.size);
    columns_ += term.size;
  }
  const auto index = static_cast<std::size_t>(interaction);
  auto out = view(gamma, model_.condensed.interactions[index].rows);
  const auto stacked = model_.stack(index, q);
  if (relation(interaction).hasCurvature())
    relation(interaction).curvature(t, stacked, v_.head(columns_), out);
  else
    difference(interaction, t, stacked, out);
}

/// Differentiates H(q(s), t + s) v + g_t(q(s), t + s) by s, with q(s) displaced by s v, for the velocities that
/// were stacked: differences of order four, whose step is halved until two agree. q: stacked.
void Curvature::difference(std::int32_t interaction, double t, VectorConstRef q, VectorRef gamma) {
  double speed = relation(interaction).rheonomous() ? 1.0 / scales_.time : 0.0;
  Index dof = 0;
  for (const CondensedTerm& term : terms(interaction)) {
    const MechanicalDS& ds = *model_.systems[static_cast<std::size_t>(term.system)].mechanical;
    for (Index i = 0; i < term.size; ++i)
      speed = std::max(speed, std::abs(v_[dof++]) / ds.typicalSize(i, scales_.length));
  }
  gamma.setZero();
  if (speed == 0.0) return;
  constexpr int maxHalvings = 50;
  // No step of another call is remembered: the same state gives the same bits.
  double step = 1e-3 / speed;
  const Index rows = gamma.size();
  auto last = nearby_.segment(rows, rows);
  auto best = nearby_.segment(2 * rows, rows);
  double least = std::numeric_limits<double>::infinity();
  differenceOver(interaction, t, step, q, last);
  for (int i = 0; i < maxHalvings; ++i) {
    step *= 0.5;
    const double size = differenceOver(interaction, t, step, q, gamma);
    const double change = (gamma - last).cwiseAbs().maxCoeff();
    last = gamma;
    if (change < least) {
      least = change;
      best = gamma;
    }
    const double expected = gamma.cwiseAbs().maxCoeff() + size * speed;
    // This is good enough, or rounding that grows as the step shrinks.
    if (change <= 1e-9 * expected || (change > 4.0 * least && least < 1e-2 * expected)) break;
  }
  gamma = best;
}

/// Takes the difference over a step, and returns the size of what was subtracted.
double Curvature::differenceOver(std::int32_t interaction, double t, double step, VectorConstRef q,
                                 VectorRef gamma) {
  const MechanicalRelation& relation = this->relation(interaction);
  Eigen::Map<Matrix> H(H_.data(), gamma.size(), columns_);
  // The central difference of order four of r(s) = H v + g_t is (r(−2s) − 8 r(−s) + 8 r(s) − r(2s)) / 12 s.
  constexpr std::array<std::pair<int, double>, 4> points{{{-2, 1.0}, {-1, -8.0}, {1, 8.0}, {2, -1.0}}};
  double size = 0.0;
  gamma.setZero();
  for (const auto& [multiple, weight] : points) {
    const double s = multiple * step;
    Index position = 0;
    Index dof = 0;
    // The systems of the contact go on with their velocities, quaternions included.
    for (const CondensedTerm& term : terms(interaction)) {
      const PlacedSystem& system = model_.systems[static_cast<std::size_t>(term.system)];
      system.mechanical->displace(q.segment(position, system.positions), s * v_.segment(dof, system.n),
                                  displaced_.segment(position, system.positions));
      position += system.positions;
      dof += system.n;
    }
    // Only positions and time move: γ is the derivative of H v + g_t with a constant v.
    relation.jacobian(t + s, displaced_.head(q.size()), H);
    auto rate = nearby_.head(H.rows());
    rate.noalias() = H * v_.head(H.cols());
    if (relation.rheonomous()) {
      relation.timeDerivative(t + s, displaced_.head(q.size()), partial_.head(H.rows()));
      rate += partial_.head(H.rows());
    }
    size = std::max(size, rate.cwiseAbs().maxCoeff());
    gamma += weight * rate;
  }
  gamma /= 12.0 * step;
  return size;
}

}  // namespace nsds
