#include "nsds/kernel/simulation/event_sequence.hpp"

namespace nsds {

EventSequence::~EventSequence() = default;

}  // namespace nsds
