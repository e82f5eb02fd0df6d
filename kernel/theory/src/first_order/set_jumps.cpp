#include "nsds/theory/first_order/set_jumps.hpp"

#include <algorithm>

#include "first_order/set_instants.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/simulation/simulation.hpp"
#include "nsds/theory/first_order/set_distance.hpp"

namespace nsds {

namespace {

/// What distances of sets near x are not told from.
double distanceRounding(VectorConstRef x, double radius) {
  return 64.0 * epsilon * (radius + x.norm());
}

/// Twice the factor that a set may move faster by in a step than in the one before would be two steps of a start from rest; a
/// search that finds no jump costs time alone.
constexpr double kSuspicious = 4.0;

}  // namespace

std::optional<SetJump> findSetJump(const VaryingSet& K, double from, double to, VectorConstRef x,
                                   double radius) {
  check::that(from < to, "findSetJump: [{}, {}] is no interval", from, to);
  ConvexSet first = first_order::setAtInstant(K, from, x);
  ConvexSet last = first_order::setAtInstant(K, to, x);
  double distance = setDistance(first, last, x, radius);
  double largest = distance;
  constexpr int halvings = 30;
  for (int k = 0; k < halvings; ++k) {
    const double middle = from + 0.5 * (to - from);
    if (middle <= from || middle >= to) break;
    ConvexSet between = first_order::setAtInstant(K, middle, x);
    const double early = setDistance(first, between, x, radius);
    const double late = setDistance(between, last, x, radius);
    distance = std::max(early, late);
    largest = std::max(largest, distance);
    if (early >= late) {
      to = middle;
      last = std::move(between);
    } else {
      from = middle;
      first = std::move(between);
    }
  }
  constexpr double share = 0.05;  // motion as √t has 2⁻¹⁵ left, Lipschitz motion 2⁻³⁰
  if (distance <= distanceRounding(x, radius) || distance < share * largest) return std::nullopt;
  return SetJump{to, distance};
}

UndeclaredJumpError::UndeclaredJumpError(const std::string& message, const SetJump& jump)
    : Error(message), jump_(jump) {}
UndeclaredJumpError::~UndeclaredJumpError() = default;

SetJumpWatch::SetJumpWatch(const SweepingProcess& process, const FirstOrderDS& system)
    : process_(process), system_(&system) {
  check::size("SetJumpWatch", "the system", system.dimension(), process.states());
}

/// A declared jump is an instant of steps, up to the rounding of both.
bool SetJumpWatch::declared(double from, double to) const {
  const double rounding = 1e-9 * (to - from);
  return std::ranges::any_of(process_.jumps(),
                             [&](double t) { return t > from + rounding && t <= to + rounding; });
}

void SetJumpWatch::begin(const Simulation& simulation) {
  time_ = simulation.time();
  x_ = system_->x();
}

void SetJumpWatch::step(const Simulation& simulation) {
  const double from = time_;
  const double to = simulation.time();
  const Vector x = x_;
  time_ = to;
  x_ = system_->x();
  const VaryingSet& K = process_.set();
  if (K.dependence() == SetDependence::none || declared(from, to)) return;
  const double h = to - from;
  const double radius = process_.radius(from, x);
  const double distance =
      setDistance(first_order::setAtInstant(K, from, x), first_order::setAtInstant(K, to, x), x, radius);
  const double lipschitz = process_.lipschitz();
  const double allowed = lipschitz >= 0.0 ? (1.0 + 1e-9) * lipschitz * h : kSuspicious * rate_ * h;
  if (!(distance <= allowed + distanceRounding(x, radius))) {
    if (const std::optional<SetJump> jump = findSetJump(K, from, to, x, radius); jump.has_value())
      throw UndeclaredJumpError(
          fmt::format("SetJumpWatch: the set jumps at t = {} by {}, its Hausdorff distance; declare "
                      "that by SweepingProcess::setJumps and declareJumps",
                      jump->time, jump->distance),
          *jump);
    check::that(lipschitz < 0.0,
                "SetJumpWatch: from t = {} to {} the set moves by {}, more than its Lipschitz constant {} "
                "allows",
                from, to, distance, lipschitz);
  }
  rate_ = distance / h;
  fastest_ = std::max(fastest_, rate_);
}

}  // namespace nsds
