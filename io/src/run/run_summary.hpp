// What a run has done, in figures.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "nsds/kernel/simulation/energy_balance.hpp"
#include "nsds/kernel/simulation/simulation.hpp"

namespace nsds::io {

/// seconds: wall time of the run; energy: null where none was kept.
nlohmann::ordered_json summaryOf(const Simulation& simulation, double seconds, const EnergyBalance* energy);

/// A summary in a few lines for people.
std::string summaryText(const nlohmann::ordered_json& summary);

}  // namespace nsds::io
