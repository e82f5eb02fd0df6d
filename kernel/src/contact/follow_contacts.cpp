// The contacts of event-driven simulation: rows of features whose gaps are functions of the coordinates from event to event.
#include <algorithm>
#include <utility>

#include "contact/features/feature_rows.hpp"
#include "contact/near_pairs.hpp"
#include "contact/rebuild.hpp"
#include "modeling/checks.hpp"
#include "modeling/managing_scope.hpp"

namespace nsds {

namespace {

/// The rows that a pair of shapes has among the contacts.
class PairRows final : public contact::PresentRows {
 public:
  /// pair: its feature does not matter.
  PairRows(const std::vector<DetectedContact>& contacts, const ContactKey& pair)
      : contacts_(contacts), pair_(pair) {}
  std::optional<std::uint32_t> partnerOf(std::uint32_t own) const override {
    ContactKey key = pair_;
    key.feature = own;
    const auto at = std::lower_bound(
        contacts_.begin(), contacts_.end(), key,
        [](const DetectedContact& contact, const ContactKey& sought) { return contact.key < sought; });
    if (at == contacts_.end() || !(at->key == key)) return std::nullopt;
    return at->partner;
  }

 private:
  const std::vector<DetectedContact>& contacts_;
  ContactKey pair_;
};

}  // namespace

/// Contacts are made within the breaking distance and twice what the bodies may move, and have to be there within the margin and
/// what they may move.
void CollisionDetection::Implementation::collectFeatures(double h) {
  collectPairs(
      2.0 * h, featureCandidates,
      [this](const NearPair& pair, const BodyPart& part, const Pose& pose, const auto& other,
             const Pose& pose2) {
        contact::FeatureRows found;
        contact::findRows(contact::Core(part.shape), pose, contact::Core(other.shape), pose2, pair.reach,
                          PairRows(contacts, pair.key), found);
        ContactKey key = pair.key;
        for (const contact::FeatureRow& row : found) {
          key.feature = row.name.own;
          featureCandidates.push_back({key, row.name.partner, row.gap <= margin() + 0.5 * pair.slack});
        }
      });
}

/// Has a contact follow a partner. Returns false if the shapes have no such features.
bool CollisionDetection::Implementation::followPartner(DetectedContact& contact,
                                                       std::uint32_t partner) const {
  const ContactKey& key = contact.key;
  const StaticShape* const fixed = key.isStatic() ? &statics[key.staticNumber()] : nullptr;
  const BodyPart& part1 = *partOf(*find(key.first), key.part1());
  const BodyPart* const part2 = fixed != nullptr ? nullptr : partOf(*find(key.second), key.part2());
  const contact::Core core1(part1.shape);
  const contact::Core core2(fixed != nullptr ? fixed->shape : part2->shape);
  const contact::RowName name{key.feature, partner};
  if (!contact::namesRow(core1, core2, name)) return false;
  const Pose* const pose1 = part1.placed ? &part1.local : nullptr;
  const Pose* const pose2 = fixed != nullptr ? &fixed->pose : part2->placed ? &part2->local : nullptr;
  std::array<double, 14> q;
  contact.relation->follow(
      std::make_shared<const FeatureGap>(contact::describeRow(core1, pose1, core2, pose2, name)),
      gather(key, q));
  contact.partner = partner;
  contact.normal = contact.relation->normal();
  return true;
}

/// The contacts of the other kind of simulation go.
void CollisionDetection::Implementation::takeMode(Model& model, bool features) {
  if (std::exchange(followsFeatures, features) == features) return;
  for (const DetectedContact& contact : contacts) model.remove(*contact.interaction);
  contacts.clear();
  start.clear();
  changed = true;
}

/// Makes the contacts those of the candidates. Returns true if something changed.
bool CollisionDetection::Implementation::matchFeatures(Model& model) {
  bool differs = false;
  rebuild(model, [&] {
    walkByKey(
        featureCandidates, contacts,
        [&](const DetectedContact& contact) {
          model.remove(*contact.interaction);
          differs = true;
        },
        [&](const FeatureCandidate& candidate, const DetectedContact& contact) {
          built.push_back(contact);
          if (contact.partner == candidate.partner) return;
          followPartner(built.back(), candidate.partner);
          differs = true;
        },
        [&](const FeatureCandidate& candidate) {
          Interaction& made = make(model, candidate.key);
          built.push_back({candidate.key, made.id(), &made, &static_cast<ContactR&>(made.relation()),
                           Vector3::Zero(), 0});
          followPartner(built.back(), candidate.partner);
          differs = true;
        });
  });
  contacts.swap(built);
  return differs;
}

Eigen::Map<const Vector> CollisionDetection::Implementation::gather(const ContactKey& key,
                                                                    std::array<double, 14>& q) const {
  double* last = std::copy_n(find(key.first)->ds->q().data(), positions(), q.data());
  if (!key.isStatic()) last = std::copy_n(find(key.second)->ds->q().data(), positions(), last);
  return {q.data(), last - q.data()};
}

double CollisionDetection::Implementation::gapOf(const DetectedContact& contact) const {
  std::array<double, 14> q;
  Vector y(rows);
  contact.relation->output(0.0, gather(contact.key, q), y);
  return y[0];
}

bool CollisionDetection::updateGaps(Model& model, double h) {
  Implementation& self = *implementation_;
  check::that(self.bodies.empty() || self.identity == model.nsds().identity(),
              "the bodies of the contact detection belong to another model than the simulation");
  check::that(
      self.kind != ContactBodies::spatial || self.rows == 1,
      "event-driven simulation takes friction between planar contacts; a detection of bodies in space needs "
      "a law of one row, such as NewtonImpactNSL, and has {}; TimeStepping takes all laws",
      self.rows);
  self.nsds = &model.nsds();
  self.forgetRemoved();
  check::that(
      !self.prepares,
      "event-driven simulation takes spheres, capsules, boxes, half spaces and planar shapes; convex hulls, "
      "cylinders, cones, meshes and height maps are for TimeStepping");
  const ManagingScope managing(model.nsds());
  self.takeMode(model, true);
  self.collectFeatures(h);
  return self.matchFeatures(model);
}

bool CollisionDetection::gapsDiffer(double h) {
  Implementation& self = *implementation_;
  self.collectFeatures(h);
  bool differ = false;
  walkByKey(
      self.featureCandidates, self.contacts,
      // A contact that is no row any more counts unless it is far.
      [&](const DetectedContact& contact) { differ = differ || self.gapOf(contact) <= self.margin(); },
      [&](const FeatureCandidate& candidate, const DetectedContact& contact) {
        differ = differ || contact.partner != candidate.partner;
      },
      [&](const FeatureCandidate& candidate) { differ = differ || candidate.near; });
  return differ;
}

}  // namespace nsds
