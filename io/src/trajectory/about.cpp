#include "trajectory/about.hpp"

#include <nlohmann/json.hpp>

#include "nsds/kernel/simulation/event_driven.hpp"
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

}  // namespace

std::string aboutText(const Simulation& simulation, const RecordOptions& options,
                      const std::vector<Column>& columns) {
  Json named = Json::array();
  for (const Column& column : columns) named.push_back({{"name", column.name}, {"unit", column.unit}});
  const Model& model = simulation.model();
  const bool events = dynamic_cast<const EventDriven*>(&simulation) != nullptr;
  const Json about{{"format", kTrajectoryFormat},
                   {"version", kTrajectoryVersion},
                   {"program", programPath()},
                   {"nsds", nsds_version()},
                   {"created", timeNow()},
                   {"processor", processorName()},
                   {"libraries", buildIdentifiers()},
                   {"parameters", options.parameters},
                   {"simulation", simulation.stateDescription()},
                   {"multipliers", events ? "forces" : "impulses"},
                   {"t0", model.t0()},
                   {"T", model.T()},
                   {"systems", model.nsds().systems().size()},
                   {"columns", named},
                   {"rate", options.rate},
                   {"contacts", nameOf(options.contacts)},
                   {"compression", options.compression}};
  return about.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace nsds::io
