// Laws whose sets depend on time and state: where they are asked, and whether that is where the step has gone.
#include <cmath>

#include "integrators/euler_moreau/implementation.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

void EulerMoreauOSI::Implementation::compileSets() {
  sets = SetDependence::none;
  setPositions.clear();
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    if (model.relations[c].firstOrder == nullptr) continue;
    const SetDependence dependence = model.nsds->interactions()[c]->law().setDependence();
    sets = std::max(sets, dependence);
    if (dependence != SetDependence::state) continue;
    for (const CondensedTerm& term : termsOf(model.condensed, model.condensed.interactions[c]))
      for (std::int32_t i = 0; i < model.systems[static_cast<std::size_t>(term.system)].n; ++i)
        setPositions.push_back(term.position + i);
  }
  setState.assign(sets == SetDependence::state ? static_cast<std::size_t>(model.nsds->flat().positions()) : 0,
                  0.0);
}

/// Laws hold at the mixed state: their sets are those at the point that the iterate begins at, or semi-implicitly those at the
/// start of the step, of the same instant.
void EulerMoreauOSI::Implementation::placeLaws() {
  model.condensed.lawPoint.t = mixedTime();
  if (sets != SetDependence::state) return;
  if (!iteratesSets()) {
    model.condensed.lawPoint.x = model.nsds->flat().startPosition();
    return;
  }
  mix(point);
  setState = mixed;
  model.condensed.lawPoint.x = setState.data();
}

/// How far the mixed state is from where the sets were taken, relative to the change of the step, beyond rounding. The iterates
/// converge where a set moves by less than the state that moves it.
double EulerMoreauOSI::Implementation::setDefect() {
  const FlatVectors& flat = model.nsds->flat();
  mix(flat.position());
  double worst = 0.0;
  setMerit = 0.0;
  for (const std::int32_t position : setPositions) {
    const double now = mixed[static_cast<std::size_t>(position)];
    const double off = now - setState[static_cast<std::size_t>(position)];
    const double moved = std::abs(flat.position()[position] - flat.startPosition()[position]);
    worst = std::max(worst, beyondRounding(off, std::abs(now), moved));
    if (moved > 0.0) setMerit = std::max(setMerit, std::abs(off) / moved);
  }
  return worst;
}

}  // namespace nsds
