#include "nsds/kernel/first_order/set_distance.hpp"

#include <algorithm>
#include <cmath>

#include "first_order/set_instants.hpp"
#include "formulations/output_sets/polyhedron_projection.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/first_order/sweeping_process.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/simulation/simulation.hpp"

namespace nsds {

namespace {

/// The bounds of sets that are intervals row by row.
std::optional<MixedSet> boundsOf(const ConvexSet& set, Index rows) {
  if (const auto* const mixed = std::get_if<MixedSet>(&set)) return *mixed;
  if (const auto* const box = std::get_if<BoxSet>(&set))
    return MixedSet{Vector::Constant(rows, box->lower), Vector::Constant(rows, box->upper)};
  if (std::holds_alternative<OrthantSet>(set))
    return MixedSet{Vector::Zero(rows), Vector::Constant(rows, infinity)};
  if (std::holds_alternative<FreeSet>(set))
    return MixedSet{Vector::Constant(rows, -infinity), Vector::Constant(rows, infinity)};
  return std::nullopt;
}

/// By how much a bound of A is beyond that of B: the excess of A over B is the length of these, reached in a corner.
double beyond(double ofA, double ofB) {
  return ofA == ofB ? 0.0 : std::max(0.0, ofA - ofB);
}

double boxExcess(const MixedSet& a, const MixedSet& b) {
  double squares = 0.0;
  for (Index i = 0; i < a.lower.size(); ++i) {
    const double most = std::max(beyond(-a.lower[i], -b.lower[i]), beyond(a.upper[i], b.upper[i]));
    squares += most * most;
  }
  return std::sqrt(squares);
}

Vector nearest(const ConvexSet& set, const Vector& x) {
  Vector p(x.size());
  if (const auto* const polyhedron = std::get_if<PolyhedronSet>(&set)) {
    if (!projectOnto(*polyhedron, x, p)) throw Error("setDistance: a polyhedron is empty");
  } else {
    convex::project(set, x, p);
  }
  return p;
}

/// Points on a sphere that are looked from: both ends of the axes, and a few directions beside them, the same in every run.
std::vector<Vector> directionsIn(Index n) {
  std::vector<Vector> directions;
  for (Index i = 0; i < std::min<Index>(n, 8); ++i) {
    directions.emplace_back(Vector::Unit(n, i));
    directions.emplace_back(-Vector::Unit(n, i));
  }
  constexpr double goldenRatio = 0.6180339887498949;
  for (Index k = 0; n > 1 && k < 8; ++k) {
    Vector u(n);
    for (Index i = 0; i < n; ++i) {
      const double multiple = goldenRatio * static_cast<double>(k * n + i + 1);
      u[i] = multiple - std::floor(multiple) - 0.5;
    }
    directions.emplace_back(u.normalized());
  }
  return directions;
}

/// The excess of A over B near the center, sup over a ∈ A of d(a, B), which is convex in a: the point of A that lies furthest in
/// the direction away from B is better than the last, as far as a projection from afar finds it.
double climbedExcess(const ConvexSet& A, const ConvexSet& B, const Vector& center, double radius,
                     Vector from) {
  double best = 0.0;
  constexpr int most = 60;  // two balls as far apart as they are wide take 20
  constexpr double far = 1e3;
  for (int k = 0; k < most; ++k) {
    const Vector a = nearest(A, from);
    if ((a - center).norm() > radius * (1.0 + 1e-9)) return best;
    const Vector away = a - nearest(B, a);
    const double distance = away.norm();
    if (!(distance > best * (1.0 + 1e-12))) return best;
    best = distance;
    from = a + (far * radius / distance) * away;
  }
  return best;
}

double probedDistance(const ConvexSet& a, const ConvexSet& b, const Vector& center, double radius) {
  const auto difference = [&](const Vector& p) {
    return std::abs((p - nearest(a, p)).norm() - (p - nearest(b, p)).norm());
  };
  double worst = difference(center);
  for (const Vector& u : directionsIn(center.size())) {
    const Vector p = center + radius * u;
    worst = std::max({worst, difference(p), climbedExcess(a, b, center, radius, p),
                      climbedExcess(b, a, center, radius, p)});
  }
  return worst;
}

/// Twice the factor that a set may move faster by in a step than in the one before would be two steps of a start from rest; a
/// search that finds no jump costs time alone.
constexpr double kSuspicious = 4.0;

}  // namespace

double setDistance(const ConvexSet& a, const ConvexSet& b, VectorConstRef center, double radius) {
  check::that(std::isfinite(radius) && radius > 0.0, "setDistance: the radius is {}, positive expected",
              radius);
  const std::optional<MixedSet> boundsA = boundsOf(a, center.size());
  const std::optional<MixedSet> boundsB = boundsOf(b, center.size());
  if (boundsA && boundsB) return std::max(boxExcess(*boundsA, *boundsB), boxExcess(*boundsB, *boundsA));
  return probedDistance(a, b, center, radius);
}

std::optional<SetJump> findSetJump(const VaryingSet& K, double from, double to, VectorConstRef x,
                                   double radius) {
  check::that(from < to, "findSetJump: [{}, {}] is no interval", from, to);
  ConvexSet first = first_order::setAtInstant(K, from, x);
  ConvexSet last = first_order::setAtInstant(K, to, x);
  const double whole = setDistance(first, last, x, radius);
  if (whole == 0.0) return std::nullopt;
  double distance = whole;
  constexpr int halvings = 30;
  for (int k = 0; k < halvings; ++k) {
    const double middle = from + 0.5 * (to - from);
    if (middle <= from || middle >= to) break;
    ConvexSet between = first_order::setAtInstant(K, middle, x);
    const double early = setDistance(first, between, x, radius);
    const double late = setDistance(between, last, x, radius);
    distance = std::max(early, late);
    if (early >= late) {
      to = middle;
      last = std::move(between);
    } else {
      from = middle;
      first = std::move(between);
    }
  }
  constexpr double share = 0.05;  // motion as √t has 2⁻¹⁵ left, Lipschitz motion 2⁻³⁰
  if (distance < share * whole) return std::nullopt;
  return SetJump{to, distance};
}

UndeclaredJump::UndeclaredJump(const std::string& message, const SetJump& jump)
    : Error(message), jump_(jump) {}
UndeclaredJump::~UndeclaredJump() = default;

SetJumpWatch::SetJumpWatch(const SweepingProcess& process, const FirstOrderDS& system)
    : process_(std::make_unique<const SweepingProcess>(process)), system_(&system) {
  check::size("SetJumpWatch", "the system", system.dimension(), process.x0().size());
}
SetJumpWatch::~SetJumpWatch() = default;
SetJumpWatch::SetJumpWatch(SetJumpWatch&&) noexcept = default;

/// A declared jump is an instant of steps, up to the rounding of both.
bool SetJumpWatch::declared(double from, double to) const {
  const double rounding = 1e-9 * (to - from);
  return std::ranges::any_of(process_->jumps(),
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
  const VaryingSet& K = process_->set();
  if (K.dependence() == SetDependence::none || declared(from, to)) return;
  const double h = to - from;
  const double radius = process_->radius(from);
  const double distance =
      setDistance(first_order::setAtInstant(K, from, x), first_order::setAtInstant(K, to, x), x, radius);
  const double lipschitz = process_->lipschitz();
  const double allowed = lipschitz >= 0.0 ? (1.0 + 1e-9) * lipschitz * h : kSuspicious * rate_ * h;
  const double rounding = 64.0 * epsilon * (radius + x.norm());
  if (!(distance <= allowed + rounding)) {
    if (const std::optional<SetJump> jump = findSetJump(K, from, to, x, radius); jump.has_value())
      throw UndeclaredJump(
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
