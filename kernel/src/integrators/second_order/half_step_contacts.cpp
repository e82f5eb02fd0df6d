// What the first half of a step makes of the rates that active contacts have at its start: drifts of those at rest, slips that turn.
#include <algorithm>
#include <cmath>
#include <utility>

#include "integrators/second_order/half_step.hpp"

namespace nsds {

namespace {

// [rad] Friction that is turned by less is what a solver of the usual tolerance, 1e-8, cannot tell.
constexpr double negligibleTurn = 1e-9;

// Between errors of the scheme, up to h ω = 0.45, and bounces, down to e = 1/9.
constexpr double largestDrift = 0.05;

}  // namespace

/// Of a contact that was pressed in the last step, by the impulse P. A rate that the scheme's error has made in that step of h is
/// (h ω)²/4 of W P, what P has changed the rate by, with ω that of the motion on the surface: 0.023 at h ω = 0.3. A bounce that is
/// shorter than the step has e/(2 (1 + e)) of it.
bool HalfStep::drifts(const UnitaryRelation& relation) {
  const auto row = static_cast<std::size_t>(relation.row);
  const double impulse = 2.0 * multipliers_[row];
  const double rate = std::abs(model_.nsds->flat().startRate()[relation.row]);
  const bool drift =
      impulse > 0.0 && (rate <= rules_.atRest || rate <= largestDrift * compliance(relation) * impulse);
  drifts_[row] = drift ? 1 : 0;
  return drift;
}

/// W = H M⁻¹Hᵀ of the first row of a block, at the start.
double HalfStep::compliance(const UnitaryRelation& relation) {
  double sum = 0.0;
  for (const CondensedTerm& term :
       termsOf(model_.condensed,
               model_.condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)])) {
    const double* const H =
        startH_.data() + term.left + std::ptrdiff_t{relation.rowInInteraction} * term.size;
    std::copy_n(H, term.size, rhs_.data());
    model_.matrices.solve(static_cast<std::size_t>(term.system), rhs_.data());
    sum += dot(term.size, H, rhs_.data());
  }
  return sum;
}

void HalfStep::takeDriftBack(const IndexSet& active, double* gamma) const {
  for (const UnitaryRelation& relation : active) {
    if (accelerates(relation, 0) && drifts_[static_cast<std::size_t>(relation.row)] != 0)
      gamma[relation.row] += model_.nsds->flat().startRate()[relation.row] / step_.h;
  }
}

/// The first iterate has friction against the slip in the middle of the step, from which that at its start differs by O(h); the
/// next one has it against that slip less its turn, which differs by O(h²).
void HalfStep::takeTurns(const IndexSet& active) {
  turnsTaken_ = false;
  if (std::exchange(turnsKnown_, true)) return;
  for (const UnitaryRelation& relation : active) {
    const bool friction = relations_.list[static_cast<std::size_t>(relation.interactionIndex)].friction;
    if (friction && relation.rows > 2 && takeTurn(relation)) turnsTaken_ = true;
  }
}

/// False where the slip does not turn, or changes by more than its size: it could end, or turn around, before the middle of the
/// step, against which friction is then to act.
bool HalfStep::takeTurn(const UnitaryRelation& relation) {
  const double* const start = model_.nsds->flat().startRate() + relation.row;
  double* const turn = turn_.data() + relation.row;
  double slip = 0.0, along = 0.0, size = 0.0;
  for (std::int32_t r = 1; r < relation.rows; ++r) {
    turn[r] = freeRow(relation, r) - start[r];
    slip += start[r] * start[r];
    along += start[r] * turn[r];
    size += turn[r] * turn[r];
  }
  const double across = size - (slip > 0.0 ? along * along / slip : 0.0);
  if (size < slip && across > negligibleTurn * negligibleTurn * slip) return true;
  std::fill(turn + 1, turn + relation.rows, 0.0);
  return false;
}

}  // namespace nsds
