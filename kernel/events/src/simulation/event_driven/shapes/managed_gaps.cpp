#include "simulation/event_driven/shapes/managed_gaps.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "modeling/managing_scope.hpp"

namespace nsds {

namespace {

// Features that change this often, each time within this part of the time scale after the last, are held for `moment` of it. The
// figures are guesses: a change that is real happens once or twice at one instant, where rows of two shapes take turns.
constexpr std::int64_t mostRepetitions = 32;
constexpr double nextToNoTime = 1e-9;
constexpr double moment = 1e-6;

/// Looks of one step of the integrator.
constexpr int looks = 4;

}  // namespace

void ManagedGaps::update(Model& model, double h) {
  const ManagingScope managing(model.nsds());
  manager_->updateGaps(model, h);
}

bool ManagedGaps::note(double t, double time) {
  course_.repeated = t - course_.lastChange <= nextToNoTime * time ? course_.repeated + 1 : 0;
  course_.lastChange = t;
  if (course_.repeated < mostRepetitions) return false;
  course_.repeated = 0;
  course_.heldUntil = t + moment * time;
  ++course_.held;
  return true;
}

void ManagedGaps::findFirst(double begin, double end, const std::function<bool(double)>& differs,
                            Event& found) const {
  begin = std::max(begin, course_.heldUntil);
  if (!(begin <= end)) return;
  const auto take = [&](double t) {
    if (t < found.time) found.admits(t, EventKind::features);
  };
  if (differs(begin)) return take(begin);
  double same = begin;
  for (int k = 1; k <= looks; ++k) {
    double other = k < looks ? begin + (end - begin) * k / looks : end;
    if (!differs(other)) {
      same = other;
      continue;
    }
    // The change lies between the two times, which are brought together as far as times can tell.
    while (other - same > 4.0 * epsilon * std::max(std::abs(same), std::abs(other))) {
      const double middle = 0.5 * (same + other);
      if (!(middle > same && middle < other)) break;
      (differs(middle) ? other : same) = middle;
    }
    return take(other);
  }
}

}  // namespace nsds
