// Saves the contacts that a detection has made, and makes those of a state again.
#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "contact/detection.hpp"
#include "contact/features/feature_rows.hpp"

namespace nsds {

namespace {

/// What a state keeps of a contact, without padding: equal contacts have equal bytes.
struct SavedContact {
  std::uint64_t first;
  std::uint64_t second;
  std::uint64_t parts;
  std::uint64_t feature;  // below 2^32; above it 1 + the partner of contacts that follow features
  std::uint64_t id;
  double normal[3];

  ContactKey key() const {
    return {first, second, static_cast<std::uint32_t>(parts), static_cast<std::uint32_t>(feature)};
  }
  bool follows() const { return feature >> 32U != 0; }
  std::uint32_t partner() const { return static_cast<std::uint32_t>((feature >> 32U) - 1U); }
};

/// Calls loop(contact) for each contact of a state.
template <class Loop>
void forEachSaved(std::span<const std::byte> bytes, const Loop& loop) {
  for (; bytes.size() >= sizeof(SavedContact); bytes = bytes.subspan(sizeof(SavedContact))) {
    SavedContact saved{};
    std::memcpy(&saved, bytes.data(), sizeof saved);
    loop(saved);
  }
}

}  // namespace

std::string CollisionDetection::stateDescription() const {
  const Implementation& self = *implementation_;
  const double margin = self.options.margin;
  std::string text =
      fmt::format("contacts of {} rows within {} between {} bodies and {} shapes that do not move", self.rows,
                  margin > 0.0 ? fmt::format("{} m", margin) : "the default margin", self.bodies.size(),
                  self.statics.size());
  if (!self.makersOfPairs.empty())
    text += fmt::format(", with laws for {} pairs of materials", self.makersOfPairs.size());
  return text;
}

std::vector<std::byte> CollisionDetection::saveState() const {
  implementation_->forgetRemoved();
  const auto& contacts = implementation_->contacts;
  std::vector<std::byte> bytes(contacts.size() * sizeof(SavedContact));
  std::byte* to = bytes.data();
  for (const DetectedContact& contact : contacts) {
    const std::uint64_t follows =
        implementation_->followsFeatures ? std::uint64_t{contact.partner} + 1U : std::uint64_t{0};
    SavedContact saved{contact.key.first, contact.key.second,
                       contact.key.parts, contact.key.feature | (follows << 32U),
                       contact.id.value,  {}};
    std::memcpy(saved.normal, contact.relation->normal().data(), sizeof saved.normal);
    std::memcpy(to, &saved, sizeof saved);
    to += sizeof saved;
  }
  return bytes;
}

void CollisionDetection::restoreState(std::span<const std::byte> bytes) {
  if (bytes.size() != implementation_->contacts.size() * sizeof(SavedContact))
    return;  // taken without this manager
  const bool remade = std::exchange(implementation_->remade, false);
  if (remade && !implementation_->followsFeatures) implementation_->placeRemade();
  auto contact = implementation_->contacts.begin();
  forEachSaved(bytes, [&](const SavedContact& saved) {
    if (saved.follows()) {
      if (remade || contact->partner != saved.partner())
        implementation_->followPartner(*contact, saved.partner());
      ++contact;
      return;
    }
    contact->normal = Eigen::Map<const Vector3>(saved.normal);
    contact->relation->turn(contact->normal);
    ++contact;
  });
}

/// Gives contacts that were made again the points where the shapes meet now, for those who look at them before the next
/// step. Both lists are ordered by key.
void CollisionDetection::Implementation::placeRemade() {
  collect(0.0);
  walkByKey(
      candidates, contacts, [](const DetectedContact&) {},
      [this](const ContactCandidate& candidate, const DetectedContact& contact) {
        placeAt(*contact.relation, candidate);
      },
      [](const ContactCandidate&) {});
}

std::pair<const Shape*, const Shape*> CollisionDetection::Implementation::shapesOf(
    const ContactKey& key) const {
  const auto shapeOf = [&](std::uint64_t id, std::uint32_t number) -> const Shape* {
    const CollisionBody* const body = find(id);
    const BodyPart* const part = body == nullptr ? nullptr : partOf(*body, number);
    return part == nullptr ? nullptr : &part->shape;
  };
  const Shape* const first = shapeOf(key.first, key.part1());
  if (!key.isStatic()) return {first, shapeOf(key.second, key.part2())};
  const bool isThere = key.staticNumber() < statics.size() && key.part2() == 0;
  return {first, isThere ? &statics[key.staticNumber()].shape : nullptr};
}

bool CollisionDetection::canRemake(std::span<const std::byte> bytes) const {
  implementation_->forgetRemoved();
  const Implementation& self = *implementation_;
  bool can = bytes.size() % sizeof(SavedContact) == 0;
  forEachSaved(bytes, [&](const SavedContact& saved) {
    const auto [first, second] = self.shapesOf(saved.key());
    can = can && first != nullptr && second != nullptr;
    if (can && saved.follows())
      can = contact::namesRow(contact::Core(*first), contact::Core(*second),
                              {saved.key().feature, saved.partner()});
  });
  return can;
}

void CollisionDetection::remakeInteractions(Model& model, std::span<const std::byte> bytes) {
  Implementation& self = *implementation_;
  // Another simulation with the same detection may have had them made.
  const auto isThere = [&](std::uint64_t id) {
    const auto interactions = model.nsds().interactions();
    return std::any_of(interactions.begin(), interactions.end(),
                       [id](const auto& interaction) { return interaction->id().value == id; });
  };
  std::vector<DetectedContact> made;
  bool done = false;
  bool follows = self.followsFeatures;
  forEachSaved(bytes, [&](const SavedContact& saved) {
    follows = saved.follows();
    done = done || (made.empty() && isThere(saved.id));
    if (done) return;
    model.nsds().remakeAs(ObjectId{saved.id});
    Interaction& interaction = self.make(model, saved.key());
    auto& relation = static_cast<ContactR&>(interaction.relation());
    made.push_back(
        {saved.key(), interaction.id(), &interaction, &relation, Eigen::Map<const Vector3>(saved.normal), 0});
  });
  if (done) return;
  self.contacts.swap(made);
  self.followsFeatures = follows;
  self.start.clear();
  self.changed = true;
  self.remade = true;
  self.seenStructure.reset();
}

}  // namespace nsds
