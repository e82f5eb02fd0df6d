#include "simulation/event_driven/contacts/saved_sets.hpp"

#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// A member of an index set, without padding.
struct SavedMember {
  std::uint64_t contact;  // its place among all
  std::int64_t row;
  std::int64_t rowInInteraction;
  std::int64_t rows;
  std::uint64_t part;
};

}  // namespace

void writeSet(ByteWriter& to, const ContactSet& set) {
  std::vector<SavedMember> members;
  for (std::size_t k = 0; k < set.contacts.size(); ++k) {
    const UnitaryRelation& relation = set.relations[k];
    members.push_back({set.contacts[k], relation.row, relation.rowInInteraction, relation.rows,
                       static_cast<std::uint64_t>(relation.part)});
  }
  to.write(members);
}

void readSet(ByteReader& from, const ContactStates& contacts, ContactSet& set) {
  std::vector<SavedMember> members;
  from.read(members);
  set.clear();
  for (const SavedMember& member : members) {
    check::that(member.contact < contacts.size(), "the saved state has a contact that the model has not");
    const Contact& contact = contacts[member.contact];
    UnitaryRelation relation = contact.relation;
    relation.row = static_cast<std::int32_t>(member.row);
    relation.rowInInteraction = static_cast<std::int32_t>(member.rowInInteraction);
    relation.rows = static_cast<std::int32_t>(member.rows);
    relation.part = static_cast<RelationPart>(member.part);
    set.add(member.contact, contact, relation);
  }
}

}  // namespace nsds
