#include "run/run_summary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "joined.hpp"
#include "nsds/kernel/simulation/event_sequence.hpp"

namespace nsds::io {

namespace {

using Json = nlohmann::ordered_json;

double perStep(const Json& summary, const char* count) {
  const double steps = summary.at("steps").get<double>();
  return steps > 0.0 ? summary.at(count).get<double>() / steps : 0.0;
}

}  // namespace

Json summaryOf(const Simulation& simulation, double seconds, const EnergyBalance* energy) {
  const Statistics& statistics = simulation.statistics();
  const PhaseTimes& phases = simulation.phaseTimes();
  Json summary{{"time", simulation.time()},
               {"steps", statistics.steps},
               {"newton_iterations", statistics.newtonIterations},
               {"solves", statistics.solves},
               {"solver_iterations", statistics.solverIterations},
               {"retries", statistics.retries},
               {"rejected_steps", statistics.rejectedSteps},
               {"active_set_changes", statistics.indexSetChanges},
               {"worst_residual", statistics.worstResidual},
               {"seconds", seconds},
               {"seconds_changes", phases.changes},
               {"seconds_motion", phases.motion},
               {"seconds_problem", phases.problem},
               {"seconds_update", phases.update}};
  if (const auto* events = dynamic_cast<const EventSequence*>(&simulation))
    summary["events"] = events->events();
  if (energy != nullptr) summary["energy_residual"] = energy->worstDefect();
  return summary;
}

std::string summaryText(const Json& summary) {
  const auto seconds = [&](const char* name) { return summary.at(name).get<double>(); };
  std::string text =
      fmt::format("{} steps to t = {:.6g} s in {:.3g} s", summary.at("steps").get<std::int64_t>(),
                  summary.at("time").get<double>(), seconds("seconds"));
  if (summary.at("solves").get<std::int64_t>() > 0) {
    text += fmt::format("; a step has {:.3g} Newton iterations, {:.3g} solves, {:.3g} iterations of solvers",
                        perStep(summary, "newton_iterations"), perStep(summary, "solves"),
                        perStep(summary, "solver_iterations"));
  }
  text += '\n';
  std::vector<std::string> parts;
  const auto count = [&](const char* name, const char* words) {
    const auto number = summary.value(name, std::int64_t{0});
    if (number > 0) parts.push_back(fmt::format("{} {}", number, words));
  };
  count("events", "events");
  count("retries", "retries");
  count("rejected_steps", "steps rejected");
  count("active_set_changes", "changes of the active set");
  if (summary.at("solves").get<std::int64_t>() > 0)
    parts.push_back(fmt::format("worst residual {:.2g}", summary.at("worst_residual").get<double>()));
  if (summary.contains("energy_residual"))
    parts.push_back(fmt::format("energy balance to {:.2g}", summary.at("energy_residual").get<double>()));
  if (!parts.empty()) text += text::joined(parts) + "\n";
  const double whole = seconds("seconds");
  const double stepping = seconds("seconds_changes") + seconds("seconds_motion") +
                          seconds("seconds_problem") + seconds("seconds_update");
  if (whole <= 0.0 || stepping <= 0.0) return text;
  const auto share = [&](double part) { return 100.0 * part / whole; };
  return text +
         fmt::format(
             "time: {:.0f} % contacts and changes, {:.0f} % motion, {:.0f} % one-step problems, {:.0f} % "
             "update, {:.0f} % observers and files\n",
             share(seconds("seconds_changes")), share(seconds("seconds_motion")),
             share(seconds("seconds_problem")), share(seconds("seconds_update")),
             share(std::max(0.0, whole - stepping)));
}

}  // namespace nsds::io
