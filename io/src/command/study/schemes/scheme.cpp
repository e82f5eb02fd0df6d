#include "command/study/schemes/scheme.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nsds::command::schemes {

namespace {

/// Instants at which schemes with a tolerance are looked at.
constexpr Index kGridSamples = 128;

/// Events in a step of any order: enough for an accumulation, and the end of chatter that is not of the problem.
constexpr std::int64_t kMostEvents = 50;

/// Steps near the setting, so that impacts fall elsewhere in them.
TimeDiscretisation grid(const Problem& problem, const Setting& setting) {
  return {0.0, problem.T / (setting.value + static_cast<double>(setting.phase))};
}
TimeDiscretisation sampling(const Problem& problem) {
  return {0.0, problem.T / static_cast<double>(kGridSamples)};
}
double share(const Setting& setting) {
  return static_cast<double>(setting.phase) / static_cast<double>(kPhases);
}

template <class Integrator, class... Arguments>
Scheme fixedSteps(std::string name, Arguments... arguments) {
  return {std::move(name), Family::fixedSteps,
          [=](Model& model, const Problem& problem, const Setting& setting) {
            auto simulation =
                std::make_unique<TimeStepping>(model, grid(problem, setting), Integrator(arguments...));
            const TimeStepping* const seen = simulation.get();
            return Course{std::move(simulation),
                          [seen] { return static_cast<double>(seen->statistics().steps); }};
          }};
}

template <class Integrator, class... Arguments>
Scheme adaptive(std::string name, int extrapolation, Arguments... arguments) {
  return {
      std::move(name), Family::adaptive, [=](Model& model, const Problem& problem, const Setting& setting) {
        StepControl control;
        control.relativeTolerance = control.absoluteTolerance = control.violationTolerance = setting.value;
        control.firstStep = 1e-3 * problem.T * (1.0 + share(setting));
        control.extrapolation = extrapolation;
        auto simulation = std::make_unique<AdaptiveTimeStepping>(model, sampling(problem),
                                                                 Integrator(arguments...), control);
        const AdaptiveTimeStepping* const seen = simulation.get();
        return Course{std::move(simulation),
                      [seen] { return static_cast<double>(seen->stepControlReport().computed); }};
      }};
}

template <class Integrator>
Scheme anyOrder(std::string name) {
  return {
      std::move(name), Family::anyOrder, [](Model& model, const Problem& problem, const Setting& setting) {
        auto simulation = std::make_unique<AnyOrderTimeStepping>(
            model, grid(problem, setting), Integrator(), AnyOrderOptions{.maxEventsPerStep = kMostEvents});
        AnyOrderTimeStepping* const seen = simulation.get();
        return Course{std::move(simulation), [seen] {
                        return static_cast<double>(seen->integrator().statistics().forceEvaluations);
                      }};
      }};
}

Scheme splitting(std::string name, SplittingComposition composition) {
  return {std::move(name), Family::splitting,
          [composition](Model& model, const Problem& problem, const Setting& setting) {
            auto simulation = std::make_unique<SplittingTimeStepping>(
                model, grid(problem, setting), Rkf45(), SplittingOptions{.composition = composition});
            SplittingTimeStepping* const seen = simulation.get();
            return Course{std::move(simulation), [seen] {
                            return static_cast<double>(seen->integrator().statistics().forceEvaluations);
                          }};
          }};
}

template <class Integrator>
Scheme eventDriven(std::string name) {
  return {std::move(name), Family::eventDriven,
          [](Model& model, const Problem& problem, const Setting& setting) {
            const double tolerance = setting.value * std::exp2(-share(setting));
            const double size = *std::min_element(problem.sizes.begin(), problem.sizes.end());
            auto simulation = std::make_unique<EventDriven>(
                model, sampling(problem),
                Integrator({.relativeTolerance = tolerance, .absoluteTolerance = tolerance * size}));
            EventDriven* const seen = simulation.get();
            return Course{std::move(simulation), [seen] {
                            return static_cast<double>(seen->integrator().statistics().forceEvaluations);
                          }};
          }};
}

}  // namespace

std::vector<Scheme> allSchemes() {
  return {fixedSteps<MoreauJeanOSI>("Moreau-Jean 1/2", 0.5),
          fixedSteps<MoreauJeanOSI>("Moreau-Jean 1", 1.0),
          fixedSteps<MoreauJeanOSI>("Moreau-Jean middle", 0.5, Evaluation::middle),
          fixedSteps<SchatzmanPaoliOSI>("Schatzman-Paoli", 0.5),
          fixedSteps<RattleOSI>("RATTLE"),
          fixedSteps<D1MinusOSI>("D1-minus"),
          fixedSteps<NonsmoothGeneralizedAlphaOSI>("generalised-alpha", 0.8),
          adaptive<MoreauJeanOSI>("adaptive Moreau-Jean", 1, 0.5),
          adaptive<MoreauJeanOSI>("adaptive two columns", 2, 0.5),
          adaptive<RattleOSI>("adaptive RATTLE", 1),
          adaptive<NonsmoothGeneralizedAlphaOSI>("adaptive alpha", 1, 0.8),
          anyOrder<Heun2>("any order Heun2"),
          anyOrder<Bs3>("any order Bs3"),
          anyOrder<Dopri5>("any order Dopri5"),
          anyOrder<RadauIIA5>("any order RadauIIA5"),
          splitting("splitting Lie", SplittingComposition::lie),
          splitting("splitting Strang", SplittingComposition::strang),
          eventDriven<Dopri5>("event driven Dopri5"),
          eventDriven<RadauIIA5>("event driven RadauIIA5")};
}

bool takesTolerance(Family family) {
  return family == Family::adaptive || family == Family::eventDriven;
}

std::vector<double> settingsOf(Family family, const Problem& problem) {
  std::vector<double> settings;
  if (takesTolerance(family)) {
    const int finest = family == Family::adaptive ? 7 : 11;
    for (int exponent = 2; exponent <= finest; ++exponent) settings.push_back(std::pow(10.0, -exponent));
    return settings;
  }
  const bool fixed = family == Family::fixedSteps;
  const Index fewest = fixed ? problem.fewestSteps : problem.fewestSmoothSteps;
  const Index most = fixed ? problem.mostSteps : problem.mostSmoothSteps;
  for (Index steps = fewest; steps <= most; steps *= 2) settings.push_back(static_cast<double>(steps));
  return settings;
}

}  // namespace nsds::command::schemes
