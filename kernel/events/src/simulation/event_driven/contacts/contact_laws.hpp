// The laws of contacts and joints that motion between events and impacts at instants have a meaning for.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

/// Errors: InvalidArgument naming an interaction whose law is not for `simulation`, which the message names too: laws that are
/// neither equalities nor impact laws, friction in space, laws with a memory or of mean velocities.
void checkContactLaws(std::span<const std::unique_ptr<Interaction>> interactions,
                      std::string_view simulation);

}  // namespace nsds
