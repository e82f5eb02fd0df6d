// Says what a model is made of, so that saved states are given back to no other one.
#pragma once

#include <string>
#include <vector>

#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

/// One line for the interval of time, for equal systems and links in a row (those of managers left out), for the ids and
/// for initial values and masses, each summed up in a number, and for each simulation.
std::string describe(const Model& model, const std::vector<StateParticipant*>& participants);

/// Errors: InvalidArgument with the first lines that differ.
void requireSameDescription(const std::string& saved, const std::string& present);

}  // namespace nsds
