#include "nsds/theory/first_order/dvi_trajectory.hpp"

#include <algorithm>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/interaction.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/simulation.hpp"

namespace nsds {

namespace {

constexpr const char* trajectoryOwner = "DviTrajectory";

}  // namespace

DviTrajectory::DviTrajectory(double t0, VectorConstRef x0, Index inputs)
    : states_(x0.size()), inputs_(inputs), times_{t0}, x_(x0.data(), x0.data() + x0.size()) {
  check::finite(trajectoryOwner, "t0", t0);
  check::finite(trajectoryOwner, "x0", x0);
  check::that(inputs >= 1, "{}: {} inputs; there is at least one", trajectoryOwner, inputs);
}

void DviTrajectory::append(double t, VectorConstRef x, VectorConstRef u) {
  check::finite(trajectoryOwner, "t", t);
  check::that(t > times_.back(), "{}: the instant {} is not later than the last one, {}", trajectoryOwner, t,
              times_.back());
  check::size(trajectoryOwner, "x", x.size(), states_);
  check::size(trajectoryOwner, "u", u.size(), inputs_);
  check::finite(trajectoryOwner, "x", x);
  check::finite(trajectoryOwner, "u", u);
  times_.push_back(t);
  x_.insert(x_.end(), x.data(), x.data() + states_);
  u_.insert(u_.end(), u.data(), u.data() + inputs_);
}

void DviTrajectory::reserve(Index intervals) {
  check::that(intervals >= 0, "{}: {} intervals to reserve", trajectoryOwner, intervals);
  times_.reserve(static_cast<std::size_t>(intervals + 1));
  x_.reserve(static_cast<std::size_t>((intervals + 1) * states_));
  u_.reserve(static_cast<std::size_t>(intervals * inputs_));
}

double DviTrajectory::time(Index k) const {
  check::that(k >= 0 && k <= intervals(), "{}: there is no instant {} of {} intervals", trajectoryOwner, k,
              intervals());
  return times_[static_cast<std::size_t>(k)];
}

VectorView DviTrajectory::x(Index k) const {
  check::that(k >= 0 && k <= intervals(), "{}: there is no state {} of {} intervals", trajectoryOwner, k,
              intervals());
  return {x_.data() + k * states_, states_};
}

VectorView DviTrajectory::u(Index k) const {
  check::that(k >= 1 && k <= intervals(), "{}: there is no input {} of {} intervals", trajectoryOwner, k,
              intervals());
  return {u_.data() + (k - 1) * inputs_, inputs_};
}

/// The k with t in (t_{k-1}, t_k]; 1 for t_0.
Index DviTrajectory::intervalOf(double t) const {
  check::that(intervals() >= 1 && t >= times_.front() && t <= times_.back(),
              "{}: {} is not within its instants, {} to {}", trajectoryOwner, t, times_.front(),
              times_.back());
  const auto end = std::lower_bound(times_.begin() + 1, times_.end(), t);
  return static_cast<Index>(end - times_.begin());
}

Vector DviTrajectory::stateAt(double t) const {
  if (intervals() == 0 && t == times_.front()) return x(0);
  const Index k = intervalOf(t);
  const double share = (t - time(k - 1)) / (time(k) - time(k - 1));
  return (1.0 - share) * x(k - 1) + share * x(k);
}

Vector DviTrajectory::inputAt(double t) const {
  return u(intervalOf(t));
}

DviRecorder::DviRecorder(const Model& model, const FirstOrderParts& parts)
    : system_(&parts.system),
      interaction_(&parts.interaction),
      trajectory_(model.nsds().time(), parts.system.x(), parts.interaction.rows()) {}

void DviRecorder::step(const Simulation& simulation) {
  trajectory_.append(simulation.time(), system_->x(), interaction_->lambda());
}

}  // namespace nsds
