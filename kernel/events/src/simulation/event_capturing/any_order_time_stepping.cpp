#include "nsds/kernel/simulation/any_order_time_stepping.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "simulation/event_capturing/implementation.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"

namespace nsds {

/// What a step remembers of its events.
struct AnyOrderTimeStepping::Course {
  Event event;
  std::vector<std::size_t> struck;   // contacts of the last event
  std::vector<std::size_t> plastic;  // contacts of the present one that end a flight shorter than a bracket
};

AnyOrderTimeStepping::AnyOrderTimeStepping(Model& model, TimeDiscretisation grid,
                                           std::unique_ptr<SmoothIntegrator> integrator,
                                           std::unique_ptr<OneStepNSProblem> impact,
                                           const AnyOrderOptions& options)
    : EventCapturing(model, std::move(grid), std::move(integrator), std::move(impact)),
      options_(options),
      course_(std::make_unique<Course>()) {
  check::that(std::isfinite(options.bracket) && options.bracket > 0.0,
              "the bracket {} of time stepping of any order is not positive", options.bracket);
  check::that(options.maxEventsPerStep >= 1, "{} events in a step are too few", options.maxEventsPerStep);
}

AnyOrderTimeStepping::~AnyOrderTimeStepping() = default;

double AnyOrderTimeStepping::bracketLength(double H) const {
  const double T = model_.scales().time;
  const int p = implementation().integrator->order();
  const double length = options_.bracket * T * std::pow(H / T, p + 1);
  // Time moves by more than its rounding, and most of the step is not in a bracket.
  constexpr double roundings = 64.0 * std::numeric_limits<double>::epsilon();
  return std::max(std::min(length, 0.25 * H),
                  roundings * std::max(std::abs(model_.t0()), std::abs(model_.T())));
}

void AnyOrderTimeStepping::advanceTo(double end) {
  ContactMotion& motion = implementation().motion;
  const double bracket = bracketLength(end - time());
  auto& [event, struck, plastic] = *course_;
  struck.clear();
  double lastEnd = time();  // of a bracket
  for (std::int64_t events = 0; motion.findEvent(end, event); ++events) {
    if (events == options_.maxEventsPerStep) {
      const Interaction* first = motion.course().contacts[event.members.front()].relation.interaction;
      throw Error(
          fmt::format("{} events in the step to t = {}, the last of {} at t = {}: contacts chatter, or "
                      "events accumulate too slowly; take "
                      "shorter steps, or raise maxEventsPerStep",
                      events, end, first->name(), event.time));
    }
    // The bracket lies about the event. Pieces of motion shorter than it are part of it.
    const SmoothIntegrator& integrator = motion.integrator();
    const double from = integrator.beginTime();
    const double begin = event.time - 0.5 * bracket > from ? event.time - 0.5 * bracket : from;
    double close = std::max(event.time, begin) + 0.5 * bracket;
    if (close + 0.5 * bracket > integrator.endTime()) close = integrator.endTime();
    motion.joinClosing(close, event);
    // Contacts that flew for less than a bracket come to rest, unless others were hit in between.
    plastic.clear();
    for (const std::size_t contact : event.members) {
      if (begin - lastEnd < 0.5 * bracket && std::find(struck.begin(), struck.end(), contact) != struck.end())
        plastic.push_back(contact);
    }
    motion.shortenTo(begin);
    motion.bridge(close, event.members, plastic);
    struck = event.members;
    lastEnd = close;
  }
  if (time() < end) motion.moveTo(end);
}

int AnyOrderTimeStepping::orderThroughEvents() const {
  return implementation().integrator->order();
}

/// A bracket leaves a gap that a body covers in it; integrators that do not project drift.
double AnyOrderTimeStepping::penetrationLeft() const {
  const Scales& scales = model_.scales();
  const double speed = std::max(scales.velocity(), velocityOf(model_.nsds()).cwiseAbs().maxCoeff());
  return allowedDrift * scales.length + 2.0 * bracketLength(lastTimeStep()) * speed;
}

}  // namespace nsds
