// Writes sets of contacts to saved states, and reads them.
#pragma once

#include "modeling/byte_stream.hpp"
#include "simulation/event_driven/contacts/contact_states.hpp"

namespace nsds {

void writeSet(ByteWriter& to, const ContactSet& set);
/// Errors: InvalidArgument if the bytes have contacts that are not among these.
void readSet(ByteReader& from, const ContactStates& contacts, ContactSet& set);

}  // namespace nsds
