#include "run/run_summary.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "nsds/kernel/simulation/event_driven.hpp"

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
  if (const auto* events = dynamic_cast<const EventDriven*>(&simulation))
    summary["events"] = events->events();
  if (energy != nullptr) summary["energy_residual"] = energy->worstDefect();
  return summary;
}

std::string summaryText(const Json& summary) {
  const auto seconds = [&](const char* name) { return summary.at(name).get<double>(); };
  std::string text = fmt::format(
      "{} steps to t = {:.6g} s in {:.3g} s; a step has {:.3g} Newton iterations, {:.3g} solves, {:.3g} "
      "iterations of solvers\n",
      summary.at("steps").get<std::int64_t>(), summary.at("time").get<double>(), seconds("seconds"),
      perStep(summary, "newton_iterations"), perStep(summary, "solves"),
      perStep(summary, "solver_iterations"));
  text += fmt::format(
      "{} retries, {} steps rejected, {} changes of the active set; worst residual {:.2g}",
      summary.at("retries").get<std::int64_t>(), summary.at("rejected_steps").get<std::int64_t>(),
      summary.at("active_set_changes").get<std::int64_t>(), summary.at("worst_residual").get<double>());
  if (summary.contains("events"))
    text += fmt::format(", {} events", summary.at("events").get<std::int64_t>());
  if (summary.contains("energy_residual"))
    text += fmt::format(", energy closes to {:.2g}", summary.at("energy_residual").get<double>());
  const double whole = seconds("seconds");
  if (whole <= 0.0) return text + "\n";
  const auto share = [&](const char* name) { return 100.0 * seconds(name) / whole; };
  return text + fmt::format(
                    "\ntime: {:.0f} % contacts and changes, {:.0f} % motion, {:.0f} % one-step problems, "
                    "{:.0f} % update\n",
                    share("seconds_changes"), share("seconds_motion"), share("seconds_problem"),
                    share("seconds_update"));
}

}  // namespace nsds::io
