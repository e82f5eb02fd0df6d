#include "trajectory/about.hpp"

#include <nlohmann/json.hpp>

#include "nsds/kernel/simulation/time_stepping.hpp"
#include "nsds/numerics/version.h"
#include "provenance/provenance.hpp"

namespace nsds::io {

namespace {

using Json = nlohmann::ordered_json;

const char* nameOf(RecordedContacts contacts) {
  switch (contacts) {
    case RecordedContacts::none:
      return "none";
    case RecordedContacts::loaded:
      return "loaded";
    case RecordedContacts::all:
      return "all";
  }
  return "";
}

/// What solves the problem of a step, with the options that were set.
Json formulationOf(const TimeStepping& simulation) {
  const OneStepNSProblem& problem = simulation.nonSmoothProblem();
  Json options = Json::object();
  for (const auto& [name, value] : problem.solver().options())
    std::visit([&option = options[name]](const auto& one) { option = one; }, value);
  return {{"name", problem.name()}, {"solver", problem.solver().name()}, {"options", options}};
}

}  // namespace

std::string aboutText(const Simulation& simulation, const RecordOptions& options,
                      const std::vector<Column>& columns, const std::string& recording) {
  Json named = Json::array();
  for (const Column& column : columns) named.push_back({{"name", column.name}, {"unit", column.unit}});
  const Model& model = simulation.model();
  Json about{{"format", kTrajectoryFormat},
             {"version", kTrajectoryVersion},
             {"recording", recording},
             {"program", programPath()},
             {"nsds", nsds_version()},
             {"created", timeNow()},
             {"processor", processorName()},
             {"libraries", buildIdentifiers()},
             {"parameters", options.parameters},
             {"simulation", simulation.stateDescription()},
             {"t0", model.t0()},
             {"T", model.T()},
             {"systems", model.nsds().systems().size()},
             {"columns", named},
             {"rate", options.rate},
             {"contacts", nameOf(options.contacts)},
             {"velocities", options.velocities},
             {"links", options.links},
             {"energies", options.energies},
             {"solver", options.solver},
             {"compression", options.compression}};
  if (const auto* stepping = dynamic_cast<const TimeStepping*>(&simulation))
    about["formulation"] = formulationOf(*stepping);
  return about.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace nsds::io
