// The contacts of event-driven simulation: rows of features whose gaps are functions of the coordinates from event to event.
#include <algorithm>
#include <utility>

#include "contact/body_pose.hpp"
#include "contact/detection.hpp"
#include "contact/features/feature_rows.hpp"
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

void CollisionDetection::Implementation::collectFeatures(double h) {
  featureCandidates.clear();
  placeBodies(0.5 * options.breaking * margin(), 2.0 * h);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(bodies.size()); ++i) {
    const std::size_t before = featureCandidates.size();
    for (const std::int32_t j : grid.neighboursAbove(i))
      addFeatures(i, j, bodies[static_cast<std::size_t>(j)].id.value);
    for (std::size_t s = 0; s < statics.size(); ++s) addFeatures(i, -1, staticBit | s);
    std::sort(featureCandidates.begin() + static_cast<std::ptrdiff_t>(before), featureCandidates.end(),
              [](const FeatureCandidate& a, const FeatureCandidate& b) { return a.key < b.key; });
  }
}

/// Contacts are made within the breaking distance and twice what the bodies may move, and have to be there within the margin and
/// what they may move.
void CollisionDetection::Implementation::addFeatures(std::int32_t first, std::int32_t second,
                                                     std::uint64_t secondKey) {
  const auto a = static_cast<std::size_t>(first);
  const double within = options.breaking * margin();
  double moved = balls[a].radius - bodies[a].radius - 0.5 * within;
  if (second >= 0) {
    const auto b = static_cast<std::size_t>(second);
    moved += balls[b].radius - bodies[b].radius - 0.5 * within;
  }
  const auto poseOf = [&](const BodyPart& part, std::size_t body) {
    return part.placed ? placedIn(poses[body], part.local) : poses[body];
  };
  const auto search = [&](const BodyPart& part, std::uint32_t number, const Shape& shape2, const Pose& pose2,
                          std::uint32_t number2) {
    const ContactKey pair{bodies[a].id.value, secondKey, number * mostParts + number2, 0};
    contact::FeatureRows found;
    contact::findRows(contact::Core(part.shape), poseOf(part, a), contact::Core(shape2), pose2,
                      within + moved, PairRows(contacts, pair), found);
    for (const contact::FeatureRow& row : found) {
      featureCandidates.push_back({pair, row.name.partner, first, second, row.gap <= margin() + 0.5 * moved});
      featureCandidates.back().key.feature = row.name.own;
    }
  };
  std::uint32_t m = 0;
  for (std::int32_t k = bodies[a].part; k >= 0; k = parts[static_cast<std::size_t>(k)].next, ++m) {
    const BodyPart& part = parts[static_cast<std::size_t>(k)];
    if (second < 0) {
      const StaticShape& s = statics[static_cast<std::size_t>(secondKey & ~staticBit)];
      if ((s.pose.x - balls[a].centre).norm() <= s.radius + balls[a].radius + within &&
          part.groups.meet(s.groups))
        search(part, m, s.shape, s.pose, 0);
      continue;
    }
    const auto b = static_cast<std::size_t>(second);
    std::uint32_t n = 0;
    for (std::int32_t l = bodies[b].part; l >= 0; l = parts[static_cast<std::size_t>(l)].next, ++n) {
      const BodyPart& other = parts[static_cast<std::size_t>(l)];
      if (part.groups.meet(other.groups)) search(part, m, other.shape, poseOf(other, b), n);
    }
  }
}

/// Has a contact follow a partner. Returns false if the shapes have no such features.
bool CollisionDetection::Implementation::followPartner(DetectedContact& contact,
                                                       std::uint32_t partner) const {
  const CollisionBody& first = *find(contact.key.first);
  const bool isStatic = (contact.key.second & staticBit) != 0;
  const StaticShape* fixed =
      isStatic ? &statics[static_cast<std::size_t>(contact.key.second & ~staticBit)] : nullptr;
  const CollisionBody* second = isStatic ? nullptr : find(contact.key.second);
  const BodyPart& part1 = partOf(first, contact.key.parts >> 16U);
  const BodyPart* const part2 = isStatic ? nullptr : &partOf(*second, contact.key.parts % mostParts);
  const contact::Core core1(part1.shape);
  const contact::Core core2(isStatic ? fixed->shape : part2->shape);
  const Pose* const pose1 = part1.placed ? &part1.local : nullptr;
  const Pose* const pose2 = isStatic ? &fixed->pose : part2->placed ? &part2->local : nullptr;
  const contact::RowName name{contact.key.feature, partner};
  if (!contact::namesRow(core1, core2, name)) return false;
  double q[14];
  double* last = std::copy_n(first.ds->q().data(), positions(), q);
  if (second != nullptr) last = std::copy_n(second->ds->q().data(), positions(), last);
  contact.relation->follow(
      std::make_shared<const FeatureGap>(contact::describeRow(core1, pose1, core2, pose2, name)),
      Eigen::Map<const Vector>(q, last - q));
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
  built.clear();
  auto present = contacts.begin();
  bool removed = false;
  const auto removeBefore = [&](const ContactKey* key) {
    for (; present != contacts.end() && (key == nullptr || present->key < *key); ++present) {
      model.remove(*present->interaction);
      removed = true;
    }
  };
  const std::uint64_t newest = newestId(model);
  bool differs = false;
  try {
    differs = mergeFeatures(model, removeBefore, present);
  } catch (...) {  // what this call has made is nobody's
    removeNewer(model, newest);
    throw;
  }
  removeBefore(nullptr);
  contacts.swap(built);
  return differs || removed;
}

template <class Remove>
bool CollisionDetection::Implementation::mergeFeatures(Model& model, const Remove& removeBefore,
                                                       std::vector<DetectedContact>::iterator& present) {
  bool differs = false;
  for (const FeatureCandidate& candidate : featureCandidates) {
    removeBefore(&candidate.key);
    if (present != contacts.end() && present->key == candidate.key) {
      built.push_back(*present++);
      if (built.back().partner == candidate.partner) continue;
    } else {
      Interaction& made = make(model, candidate.key);
      built.push_back({candidate.key, made.id(), &made, &static_cast<ContactR&>(made.relation()), {}, 0});
    }
    followPartner(built.back(), candidate.partner);
    differs = true;
  }
  return differs;
}

double CollisionDetection::Implementation::gapOf(const DetectedContact& contact) const {
  double q[14];
  double* last = std::copy_n(find(contact.key.first)->ds->q().data(), positions(), q);
  if (const CollisionBody* second =
          (contact.key.second & staticBit) != 0 ? nullptr : find(contact.key.second))
    last = std::copy_n(second->ds->q().data(), positions(), last);
  Vector y(rows);
  contact.relation->output(0.0, Eigen::Map<const Vector>(q, last - q), y);
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
  auto present = self.contacts.begin();
  // A contact that is no row any more counts unless it is far.
  const auto missed = [&](const ContactKey* key) {
    for (; present != self.contacts.end() && (key == nullptr || present->key < *key); ++present) {
      if (self.gapOf(*present) <= self.margin()) return true;
    }
    return false;
  };
  for (const FeatureCandidate& candidate : self.featureCandidates) {
    if (missed(&candidate.key)) return true;
    if (present != self.contacts.end() && present->key == candidate.key) {
      if (present->partner != candidate.partner) return true;
      ++present;
    } else if (candidate.near) {
      return true;
    }
  }
  return missed(nullptr);
}

}  // namespace nsds
