#include "command/study/schemes/measure.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>

namespace nsds::command::schemes {

namespace {

double processorSeconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

/// Errors below are those of the reference.
constexpr double kLeastError = 1e-9;

/// Adds one run to the sums. Errors: those of the simulation; Error where its result is of no use.
void addRun(const Problem& problem, const Reference& reference, const Scheme& scheme, const Setting& setting,
            Delivered& mean) {
  Model model(0.0, problem.T);
  problem.addTo(model);
  Record record(problem);
  const double begin = processorSeconds();
  const Course course = scheme.make(model, problem, setting);
  course.simulation->run([&](const Simulation& s) { record.add(s); });
  const double end = processorSeconds();
  const double error = reference.meanError(record);
  if (error > 1.0) throw Error(fmt::format("the error is {:.0e} of the motion", error));
  mean.work += course.work();
  mean.seconds += std::max(end - begin, 1e-6);
  mean.error += error;
}

/// Runs over the phases, or fewer of them where one takes long. Errors: as above.
Delivered meanOf(const Problem& problem, const Reference& reference, const Scheme& scheme, double value) {
  Delivered mean{.setting = value};
  Index runs = 0;
  while (runs < kPhases && mean.seconds <= kLongestRun * static_cast<double>(kPhases))
    addRun(problem, reference, scheme, {value, runs++}, mean);
  const double part = 1.0 / static_cast<double>(runs);
  mean.work *= part;
  mean.seconds *= part;
  mean.error *= part;
  return mean;
}

Measured measure(const Problem& problem, const Reference& reference, const Scheme& scheme) {
  Measured made;
  made.scheme = scheme.name;
  made.family = scheme.family;
  for (const double value : settingsOf(scheme.family, problem)) {
    try {
      const Delivered mean = meanOf(problem, reference, scheme, value);
      made.runs.push_back(mean);
      made.works.add({value, mean.work, mean.error});
      made.seconds.add({value, mean.seconds, mean.error});
      if (mean.error < kLeastError || mean.seconds > kLongestRun) break;
    } catch (const InvalidArgument& error) {
      made.refusal = error.what();
      break;
    } catch (const Error& error) {
      if (made.failure.empty()) made.failure = fmt::format("{:.3g}: {}", value, error.what());
    }
  }
  return made;
}

}  // namespace

Cost costOf(const Measured& measured, double error) {
  return {measured.works.workFor(error), measured.seconds.workFor(error)};
}

Comparison compare(const Problem& problem) {
  const Reference reference(problem);
  Comparison made{problem, reference.disagreement(), reference.events(), {}};
  for (const Scheme& scheme : allSchemes()) made.schemes.push_back(measure(problem, reference, scheme));
  return made;
}

}  // namespace nsds::command::schemes
