#include "nsds/kernel/contact/collision_detection.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "contact/body_pose.hpp"
#include "contact/grid.hpp"
#include "contact/measures.hpp"
#include "linalg/prefetch.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

struct Body {
  MechanicalDS* ds;
  ObjectId id;
  std::size_t shape;  // among the shapes
  double radius;      // of the ball around its centre that holds it
};

struct Static {
  Shape shape;
  Pose pose;
  double radius;  // infinite for half spaces
  std::string name;
};

/// What meets what: bodies by their ids, what does not move by its number, and the features of the two.
struct ContactKey {
  std::uint64_t first;
  std::uint64_t second;
  std::uint32_t feature;
  friend bool operator==(const ContactKey&, const ContactKey&) = default;
  friend bool operator<(const ContactKey& a, const ContactKey& b) {
    return std::tie(a.first, a.second, a.feature) < std::tie(b.first, b.second, b.feature);
  }
};
constexpr std::uint64_t staticBit = std::uint64_t{1} << 63U;

/// What a state keeps of a contact, without padding: equal contacts have equal bytes.
struct SavedContact {
  std::uint64_t first;
  std::uint64_t second;
  std::uint64_t feature;
  std::uint64_t id;
  double normal[3];

  ContactKey key() const { return {first, second, static_cast<std::uint32_t>(feature)}; }
};

struct Contact {
  ContactKey key;
  ObjectId id;
  Interaction* interaction;
  ContactR* relation;  // of it
  Vector3 normal;      // of the relation
};

struct Candidate {
  ContactKey key;
  std::int32_t first;
  std::int32_t second;  // of the bodies; -1 for what does not move
  bool near;            // enough to be a contact if it is none yet
  ContactPoint point;
};

}  // namespace

struct CollisionDetection::Implementation {
  Index rows = 0;
  CollisionOptions options;
  Maker maker;
  std::vector<Body> bodies;  // by id
  std::vector<Shape> shapes;
  std::vector<Static> statics;
  std::optional<ContactBodies> kind;  // decided by the first shape that is no half space
  double smallest = std::numeric_limits<double>::infinity();

  const void* identity = nullptr;                  // of the model of the bodies
  const NonSmoothDynamicalSystem* nsds = nullptr;  // likewise
  std::optional<std::uint64_t> seenStructure;      // when bodies and contacts were looked up there

  std::vector<double> coordinates;  // of the bodies, one behind the other
  std::vector<Pose> poses;          // the same, as those of bodies in space
  Grid grid;
  std::vector<Grid::Ball> balls;
  Manifold manifold;
  std::vector<Candidate> candidates;
  std::vector<Contact> contacts;  // by key
  std::vector<Contact> built;     // contacts in the making
  std::vector<Contact> start;     // contacts of the start of the step, once they are others
  bool changed = true;            // since the start of the step
  bool remade = false;            // contacts are those of a state, and not placed yet

  void decide(ContactBodies of);
  void insert(MechanicalDS& body, const Shape& shape);
  std::size_t positions() const { return kind == ContactBodies::spatial ? 7 : 3; }
  std::span<const double> coordinatesOf(std::size_t body) const {
    return {coordinates.data() + body * positions(), positions()};
  }
  double speedOf(const Body& body) const;
  double margin() const { return options.margin > 0.0 ? options.margin : 0.05 * smallest; }
  void forgetRemoved();
  void collect(double h);
  void addCandidates(std::int32_t first, std::int32_t second, std::uint64_t secondKey);
  void match(Model& model);
  template <class Remove>
  void merge(Model& model, const Remove& removeBefore, std::vector<Contact>::iterator& present);
  void place(Model& model, const Contact& contact, const Candidate& candidate, bool fresh) const;
  void placeAt(ContactR& relation, const Candidate& candidate) const;
  void placeRemade();
  Interaction& make(Model& model, const ContactKey& key) const;
  const Body* find(std::uint64_t id) const;
};

CollisionDetection::CollisionDetection(const NonSmoothLaw& law, const CollisionOptions& options, Maker maker)
    : implementation_(std::make_unique<Implementation>()) {
  const Index rows = law.blockSize();
  check::that(rows >= 1 && rows <= 3, "a contact has 1 to 3 rows; the law has blocks of {}", rows);
  ContactR(rows, 1).checkLaw(law);
  check::that(std::isfinite(options.margin) && options.margin >= 0.0, "the margin {} is negative",
              options.margin);
  check::that(std::isfinite(options.breaking) && options.breaking >= 1.0, "breaking = {} is below 1",
              options.breaking);
  implementation_->rows = rows;
  implementation_->options = options;
  implementation_->maker = std::move(maker);
}

CollisionDetection::~CollisionDetection() = default;

void CollisionDetection::add(NewtonEulerDS& body, const Shape& shape) {
  checkShape(shape);
  check::that(!isPlanar(shape), "{}: disks and polygons are for planar bodies, LagrangianDS", body.name());
  implementation_->insert(body, shape);
}

void CollisionDetection::add(LagrangianDS& body, const Shape& shape) {
  checkShape(shape);
  check::that(isPlanar(shape), "{}: the shape of a planar body is a disk or a polygon", body.name());
  check::that(body.dimension() == 3, "{} has {} degrees of freedom; a planar body has 3: x, y, angle",
              body.name(), body.dimension());
  implementation_->insert(body, shape);
}

void CollisionDetection::addStatic(const Shape& shape, const Pose& pose, std::string name) {
  checkShape(shape);
  const Eigen::Map<const Eigen::Vector4d> quaternion(pose.quaternion.data());
  check::that(pose.x.allFinite() && std::abs(quaternion.norm() - 1.0) <= 1e-6,
              "the pose of what does not move needs finite coordinates and a unit quaternion");
  Implementation& self = *implementation_;
  if (!std::holds_alternative<HalfSpace>(shape))
    self.decide(isPlanar(shape) ? ContactBodies::planar : ContactBodies::spatial);
  check::that(self.kind != ContactBodies::planar || isInPlane(shape, pose), outOfPlane);
  if (name.empty()) name = fmt::format("{} {}", nameOf(shape), self.statics.size() + 1);
  self.statics.push_back({shape, pose, boundingRadius(shape), std::move(name)});
  self.smallest = std::min(self.smallest, smallestLength(shape));
}

/// The first body, or shape that does not move, says what the others are.
void CollisionDetection::Implementation::decide(ContactBodies of) {
  check::that(!kind || *kind == of,
              "a detection takes bodies in space or in the plane, with shapes for these, not both");
  if (of == ContactBodies::planar) {
    check::that(rows <= 2, "a contact in the plane has 1 or 2 rows; the law has blocks of {}", rows);
    for (const Static& s : statics) check::that(isInPlane(s.shape, s.pose), outOfPlane);
  }
  kind = of;
}

void CollisionDetection::Implementation::insert(MechanicalDS& body, const Shape& shape) {
  check::that(!std::holds_alternative<HalfSpace>(shape), "{}: a half space cannot move", body.name());
  check::that(body.id().value != 0, "{} belongs to no model", body.name());
  const auto at = std::lower_bound(bodies.begin(), bodies.end(), body.id().value,
                                   [](const Body& other, std::uint64_t id) { return other.id.value < id; });
  check::that(bodies.empty() || body.modelIdentity() == identity,
              "{} belongs to another model than the bodies that the detection has", body.name());
  check::that(at == bodies.end() || at->id != body.id(), "{} has a shape already", body.name());
  decide(isPlanar(shape) ? ContactBodies::planar : ContactBodies::spatial);
  identity = body.modelIdentity();
  bodies.insert(at, {&body, body.id(), shapes.size(), boundingRadius(shape)});
  shapes.push_back(shape);
  smallest = std::min(smallest, smallestLength(shape));
}

/// The largest that a point of the body can have.
double CollisionDetection::Implementation::speedOf(const Body& body) const {
  const auto v = body.ds->v();
  if (kind == ContactBodies::spatial) return v.head<3>().norm() + body.radius * v.tail<3>().norm();
  return v.head<2>().norm() + body.radius * std::abs(v[2]);
}

Index CollisionDetection::contacts() const {
  return static_cast<Index>(implementation_->contacts.size());
}

void CollisionDetection::updateInteractions(Model& model, double h) {
  Implementation& self = *implementation_;
  check::that(self.bodies.empty() || self.identity == model.nsds().identity(),
              "the bodies of the contact detection belong to another model than the simulation");
  self.nsds = &model.nsds();
  self.forgetRemoved();
  self.collect(h);
  // Contacts are the detection's also where no simulation has asked for them.
  const bool before = model.nsds().setManaging(true);
  try {
    self.match(model);
  } catch (...) {
    model.nsds().setManaging(before);
    throw;
  }
  model.nsds().setManaging(before);
}

void CollisionDetection::Implementation::forgetRemoved() {
  if (nsds == nullptr || (seenStructure == nsds->structureVersion() && !nsds->structureChanged())) return;
  seenStructure = nsds->structureVersion();
  std::erase_if(bodies, [&](const Body& body) { return nsds->findSystem(body.id) == nullptr; });
  const auto isGone = [&](const Contact& contact) { return nsds->findInteraction(contact.id) == nullptr; };
  if (std::none_of(contacts.begin(), contacts.end(), isGone)) return;
  if (!std::exchange(changed, true)) start = contacts;
  std::erase_if(contacts, isGone);
}

/// All points with a gap below the breaking distance, in the order of their keys. A ball around each body
/// reaches as far as the body may move in the step.
void CollisionDetection::Implementation::collect(double h) {
  candidates.clear();
  balls.resize(bodies.size());
  const double reach = 0.5 * options.breaking * margin();
  coordinates.resize(bodies.size() * positions());
  poses.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    if (i + prefetchDistance < bodies.size()) prefetch<384>(bodies[i + prefetchDistance].ds);
    std::copy_n(body.ds->q().data(), positions(), coordinates.data() + i * positions());
    poses[i] = poseOf(coordinates.data(), *kind, static_cast<Index>(i));
    balls[i] = {poses[i].x, body.radius + reach + h * speedOf(body)};
  }
  grid.build(balls);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(bodies.size()); ++i) {
    const std::size_t before = candidates.size();
    for (const std::int32_t j : grid.neighboursAbove(i))
      addCandidates(i, j, bodies[static_cast<std::size_t>(j)].id.value);
    for (std::size_t s = 0; s < statics.size(); ++s) addCandidates(i, -1, staticBit | s);
    std::sort(candidates.begin() + static_cast<std::ptrdiff_t>(before), candidates.end(),
              [](const Candidate& a, const Candidate& b) { return a.key < b.key; });
  }
}

void CollisionDetection::Implementation::addCandidates(std::int32_t first, std::int32_t second,
                                                       std::uint64_t secondKey) {
  const Body& a = bodies[static_cast<std::size_t>(first)];
  const Grid::Ball& ball = balls[static_cast<std::size_t>(first)];
  const double within = options.breaking * margin();
  const Pose& poseA = poses[static_cast<std::size_t>(first)];
  double slack = ball.radius - a.radius - 0.5 * within;  // how far they may come nearer in the step
  if (second >= 0) {
    const Body& b = bodies[static_cast<std::size_t>(second)];
    slack += balls[static_cast<std::size_t>(second)].radius - b.radius - 0.5 * within;
    collide(shapes[a.shape], poseA, shapes[b.shape], poses[static_cast<std::size_t>(second)], within + slack,
            manifold);
  } else {
    const Static& s = statics[static_cast<std::size_t>(secondKey & ~staticBit)];
    if ((s.pose.x - ball.centre).norm() > s.radius + ball.radius + within) return;
    collide(shapes[a.shape], poseA, s.shape, s.pose, within + slack, manifold);
  }
  for (int k = 0; k < manifold.count; ++k) {
    const ContactPoint& point = manifold.points[static_cast<std::size_t>(k)];
    candidates.push_back(
        {{a.id.value, secondKey, point.feature}, first, second, point.gap <= margin() + slack, point});
  }
}

/// Null if the detection has no such body.
const Body* CollisionDetection::Implementation::find(std::uint64_t id) const {
  const auto at =
      std::lower_bound(bodies.begin(), bodies.end(), id,
                       [](const Body& body, std::uint64_t value) { return body.id.value < value; });
  return at != bodies.end() && at->id.value == id ? &*at : nullptr;
}

Interaction& CollisionDetection::Implementation::make(Model& model, const ContactKey& key) const {
  std::vector<DynamicalSystem*> linked{find(key.first)->ds};
  const bool isStatic = (key.second & staticBit) != 0;
  if (!isStatic) linked.push_back(find(key.second)->ds);
  ContactR relation(rows, static_cast<Index>(linked.size()), *kind);
  if (isStatic) relation.setSurroundings(statics[static_cast<std::size_t>(key.second & ~staticBit)].name);
  return maker(model, std::move(relation), std::move(linked));
}

/// Walks over candidates and present contacts, both by key: places those that stay, makes those that are new
/// and within the margin, removes those that are gone.
void CollisionDetection::Implementation::match(Model& model) {
  built.clear();
  auto present = contacts.begin();
  // Present contacts before a key have no candidate any more.
  const auto removeBefore = [&](const ContactKey* key) {
    while (present != contacts.end() && (key == nullptr || present->key < *key)) {
      model.remove(*present->interaction);
      ++present;
    }
  };
  const ObjectId newest =
      model.nsds().interactions().empty() ? ObjectId{} : model.nsds().interactions().back()->id();
  try {
    merge(model, removeBefore, present);
  } catch (...) {  // what this call has made is nobody's
    for (const auto& interaction : model.nsds().interactions()) {
      if (interaction->id().value > newest.value &&
          model.nsds().findInteraction(interaction->id()) != nullptr)
        model.remove(*interaction);
    }
    throw;
  }
  removeBefore(nullptr);
  // The contacts at the start of the step are kept for a rollback.
  if (!std::exchange(changed, true)) start.swap(contacts);
  contacts.swap(built);
}

template <class Remove>
void CollisionDetection::Implementation::merge(Model& model, const Remove& removeBefore,
                                               std::vector<Contact>::iterator& present) {
  for (const Candidate& candidate : candidates) {
    removeBefore(&candidate.key);
    if (contacts.end() - present > static_cast<std::ptrdiff_t>(prefetchDistance)) {
      const Contact& soon = present[prefetchDistance];
      prefetch<sizeof(Interaction)>(soon.interaction);
      prefetch<sizeof(ContactR)>(soon.relation);
    }
    if (present != contacts.end() && present->key == candidate.key) {
      place(model, *present, candidate, false);
      built.push_back(*present++);
      built.back().normal = candidate.point.normal;
      continue;
    }
    if (!candidate.near) continue;
    Interaction& made = make(model, candidate.key);
    built.push_back(
        {candidate.key, made.id(), &made, &static_cast<ContactR&>(made.relation()), candidate.point.normal});
    place(model, built.back(), candidate, true);
  }
}

void CollisionDetection::Implementation::placeAt(ContactR& relation, const Candidate& candidate) const {
  double q[14];
  double* last = q;
  for (const std::int32_t body : {candidate.first, candidate.second}) {
    if (body < 0) continue;
    const auto own = coordinatesOf(static_cast<std::size_t>(body));
    last = std::copy(own.begin(), own.end(), last);
  }
  relation.place(candidate.point, Eigen::Map<const Vector>(q, last - q));
}

/// Puts the contact where it is; its tangential multipliers turn with its frame.
void CollisionDetection::Implementation::place(Model& model, const Contact& contact,
                                               const Candidate& candidate, bool fresh) const {
  ContactR& relation = *contact.relation;
  Vector3 impulse = Vector3::Zero();
  double* const lambda =
      fresh ? nullptr : model.nsds().flat().multiplier() + model.nsds().row(*contact.interaction);
  if (lambda != nullptr && rows == 3) impulse = lambda[1] * relation.axis(1) + lambda[2] * relation.axis(2);
  placeAt(relation, candidate);
  if (lambda == nullptr || rows != 3) return;
  lambda[1] = impulse.dot(relation.axis(1));
  lambda[2] = impulse.dot(relation.axis(2));
}

bool CollisionDetection::keepStart() {
  implementation_->forgetRemoved();
  implementation_->changed = false;
  return true;
}

void CollisionDetection::returnToStart() {
  Implementation& self = *implementation_;
  if (std::exchange(self.changed, false)) self.contacts.swap(self.start);
  self.seenStructure.reset();
  for (const Contact& contact : self.contacts) contact.relation->turn(contact.normal);
}

std::vector<CollisionShape> CollisionDetection::shapes() const {
  implementation_->forgetRemoved();
  const Implementation& self = *implementation_;
  std::vector<CollisionShape> all;
  for (const Body& body : self.bodies) {
    all.push_back(
        {body.ds, self.shapes[body.shape], poseOf(body.ds->q().data(), *self.kind, 0), body.ds->name()});
  }
  for (const Static& s : self.statics) all.push_back({nullptr, s.shape, s.pose, s.name});
  return all;
}

std::vector<std::byte> CollisionDetection::saveState() const {
  implementation_->forgetRemoved();
  const auto& contacts = implementation_->contacts;
  std::vector<std::byte> bytes(contacts.size() * sizeof(SavedContact));
  std::byte* to = bytes.data();
  for (const Contact& contact : contacts) {
    SavedContact saved{contact.key.first, contact.key.second, contact.key.feature, contact.id.value, {}};
    std::memcpy(saved.normal, contact.relation->normal().data(), sizeof saved.normal);
    std::memcpy(to, &saved, sizeof saved);
    to += sizeof saved;
  }
  return bytes;
}

namespace {

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

void CollisionDetection::restoreState(std::span<const std::byte> bytes) {
  if (bytes.size() != implementation_->contacts.size() * sizeof(SavedContact))
    return;  // taken without this manager
  if (std::exchange(implementation_->remade, false)) implementation_->placeRemade();
  auto contact = implementation_->contacts.begin();
  forEachSaved(bytes, [&](const SavedContact& saved) {
    contact->normal = Eigen::Map<const Vector3>(saved.normal);
    contact->relation->turn(contact->normal);
    ++contact;
  });
}

/// Gives contacts that were made again the points where the shapes meet now, for those who look at them before the next
/// step. Both lists are ordered by key.
void CollisionDetection::Implementation::placeRemade() {
  collect(0.0);
  auto candidate = candidates.begin();
  for (const Contact& contact : contacts) {
    while (candidate != candidates.end() && candidate->key < contact.key) ++candidate;
    if (candidate != candidates.end() && candidate->key == contact.key)
      placeAt(*contact.relation, *candidate);
  }
}

bool CollisionDetection::canRemake(std::span<const std::byte> bytes) const {
  implementation_->forgetRemoved();
  const Implementation& self = *implementation_;
  bool can = bytes.size() % sizeof(SavedContact) == 0;
  forEachSaved(bytes, [&](const SavedContact& saved) {
    const bool isStatic = (saved.second & staticBit) != 0;
    can = can && self.find(saved.first) != nullptr &&
          (isStatic ? (saved.second & ~staticBit) < self.statics.size() : self.find(saved.second) != nullptr);
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
  std::vector<Contact> made;
  bool done = false;
  forEachSaved(bytes, [&](const SavedContact& saved) {
    done = done || (made.empty() && isThere(saved.id));
    if (done) return;
    model.nsds().remakeAs(ObjectId{saved.id});
    Interaction& interaction = self.make(model, saved.key());
    auto& relation = static_cast<ContactR&>(interaction.relation());
    made.push_back(
        {saved.key(), interaction.id(), &interaction, &relation, Eigen::Map<const Vector3>(saved.normal)});
  });
  if (done) return;
  self.contacts.swap(made);
  self.start.clear();
  self.changed = true;
  self.remade = true;
  self.seenStructure.reset();
}

}  // namespace nsds
