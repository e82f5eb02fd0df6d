#include "nsds/kernel/contact/collision_detection.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "contact/body_pose.hpp"
#include "contact/detection.hpp"
#include "contact/measures.hpp"
#include "modeling/checks.hpp"
#include "modeling/managing_scope.hpp"

namespace nsds {

namespace {

bool resistsRolling(const NonSmoothLaw& law) {
  return std::holds_alternative<RollingSet>(law.admissibleSet());
}

bool isIdentity(const Pose& pose) {
  return pose.x.isZero(0.0) && pose.quaternion == std::array<double, 4>{1.0, 0.0, 0.0, 0.0};
}

void checkPose(std::string_view owner, const Pose& pose) {
  const Eigen::Map<const Eigen::Vector4d> quaternion(pose.quaternion.data());
  check::that(pose.x.allFinite() && std::abs(quaternion.norm() - 1.0) <= 1e-6,
              "{}: a pose needs finite coordinates and a unit quaternion", owner);
}

void checkOptions(std::string_view owner, const ShapeOptions& options) {
  checkPose(owner, options.pose);
  check::that(options.groups != 0, "{}: a shape has to be in a group; its bits are all 0", owner);
}

}  // namespace

CollisionDetection::CollisionDetection(const NonSmoothLaw& law, const CollisionOptions& options, Maker maker)
    : implementation_(std::make_unique<Implementation>()) {
  const Index rows = law.blockSize();
  check::that((rows >= 1 && rows <= 3) || rows == 5,
              "a contact has 1 to 3 or 5 rows; the law has blocks of {}", rows);
  check::that(std::isfinite(options.margin) && options.margin >= 0.0, "the margin {} is negative",
              options.margin);
  check::that(std::isfinite(options.breaking) && options.breaking >= 1.0, "breaking = {} is below 1",
              options.breaking);
  implementation_->rows = rows;
  implementation_->rolling = resistsRolling(law);
  implementation_->checkLaw(law);
  implementation_->options = options;
  implementation_->maker = std::move(maker);
}

CollisionDetection::~CollisionDetection() = default;

void CollisionDetection::setMaker(const std::string& material1, const std::string& material2,
                                  const NonSmoothLaw& law, Maker maker) {
  Implementation& self = *implementation_;
  check::that(self.contacts.empty(), "laws of materials are set before the first contacts are made");
  check::that(law.blockSize() == self.rows,
              "the law of \"{}\" and \"{}\" has blocks of {} rows, that of all other contacts of {}",
              material1, material2, law.blockSize(), self.rows);
  check::that(
      resistsRolling(law) == self.rolling,
      "the law of \"{}\" and \"{}\" {} rolling, that of all other contacts {}; a coefficient of rolling "
      "friction of 0 is for contacts that do not resist it",
      material1, material2, self.rolling ? "does not resist" : "resists", self.rolling ? "does" : "does not");
  self.checkLaw(law);
  self.makersOfPairs[std::minmax({self.materialOf(material1), self.materialOf(material2)})] =
      std::move(maker);
}

std::size_t CollisionDetection::Implementation::materialOf(const std::string& name) {
  const auto found = std::find(materials.begin(), materials.end(), name);
  if (found != materials.end()) return static_cast<std::size_t>(found - materials.begin());
  materials.push_back(name);
  return materials.size() - 1;
}

void CollisionDetection::add(NewtonEulerDS& body, const Shape& shape, const ShapeOptions& options) {
  checkShape(body.name(), shape);
  check::that(!isPlanar(shape), "{}: disks and polygons are for planar bodies, LagrangianDS", body.name());
  implementation_->insert(body, shape, options);
}

void CollisionDetection::add(LagrangianDS& body, const Shape& shape, const ShapeOptions& options) {
  checkShape(body.name(), shape);
  check::that(isPlanar(shape), "{}: the shape of a planar body is a disk or a polygon", body.name());
  check::that(body.dimension() == 3, "{} has {} degrees of freedom; a planar body has 3: x, y, angle",
              body.name(), body.dimension());
  implementation_->insert(body, shape, options);
}

void CollisionDetection::addStatic(const Shape& shape, const ShapeOptions& options) {
  const std::string owner = options.name.empty() ? "what does not move" : options.name;
  checkShape(owner, shape);
  checkOptions(owner, options);
  Implementation& self = *implementation_;
  if (!std::holds_alternative<HalfSpace>(shape))
    self.decide(isPlanar(shape) ? ContactBodies::planar : ContactBodies::spatial);
  if (self.kind == ContactBodies::planar) checkInPlane(owner, shape, options.pose);
  self.prepare(shape);
  const auto prepared = [&] {
    return self.prepares ? std::make_unique<const contact::PreparedShape>(shape) : nullptr;
  };
  std::string name = options.name;
  if (name.empty())
    name =
        fmt::format("{} {}", nameOf(shape), (options.sensor ? self.sensors.size() : self.statics.size()) + 1);
  const Groups groups{options.groups, options.mask};
  if (options.sensor) {
    self.sensors.push_back(
        {nullptr, {}, shape, options.pose, boundingRadius(shape), std::move(name), groups, prepared()});
    return;
  }
  self.statics.push_back({shape, options.pose, boundingRadius(shape), std::move(name),
                          self.materialOf(options.material), groups, prepared()});
  self.smallest = std::min(self.smallest, smallestLength(shape));
}

/// The first body, or shape that does not move, says what the others are.
void CollisionDetection::Implementation::decide(ContactBodies of) {
  check::that(!kind || *kind == of,
              "a detection takes bodies in space or in the plane, with shapes for these, not both");
  if (of == ContactBodies::planar) {
    check::that(rows <= (rolling ? 3 : 2),
                "a contact in the plane has 1 or 2 rows, 3 if it resists rolling; the law has blocks of {}",
                rows);
    for (const StaticShape& s : statics) checkInPlane(s.name, s.shape, s.pose);
  }
  check::that(of == ContactBodies::planar || !rolling || rows == 5,
              "a contact in space that resists rolling has 5 rows; the law has blocks of {}", rows);
  kind = of;
}

/// Rolling with three rows is in the plane, as every other law may be in space.
void CollisionDetection::Implementation::checkLaw(const NonSmoothLaw& law) const {
  ContactR(rows, 1, rolling && rows == 3 ? ContactBodies::planar : ContactBodies::spatial).checkLaw(law);
}

void CollisionDetection::Implementation::insert(MechanicalDS& body, const Shape& shape,
                                                const ShapeOptions& given) {
  check::that(!isOnlyStatic(shape), "{}: a {} cannot move", body.name(), nameOf(shape));
  check::that(body.id().value != 0, "{} belongs to no model", body.name());
  check::that(bodies.empty() || body.modelIdentity() == identity,
              "{} belongs to another model than the bodies that the detection has", body.name());
  checkOptions(body.name(), given);
  if (isPlanar(shape)) checkInPlane(body.name(), shape, given.pose);
  decide(isPlanar(shape) ? ContactBodies::planar : ContactBodies::spatial);
  identity = body.modelIdentity();
  prepare(shape);
  const Groups groups{given.groups, given.mask};
  const double radius = boundingRadius(shape);
  if (given.sensor) {
    sensors.push_back({&body, body.id(), shape, given.pose, radius, given.name, groups,
                       prepares ? std::make_unique<const contact::PreparedShape>(shape) : nullptr});
    return;
  }
  auto at =
      std::lower_bound(bodies.begin(), bodies.end(), body.id().value,
                       [](const CollisionBody& other, std::uint64_t id) { return other.id.value < id; });
  const bool isKnown = at != bodies.end() && at->id == body.id();
  check::that(!isKnown || partOf(*at, mostParts - 1) == nullptr, "{} has {} shapes, which is the most",
              body.name(), mostParts);
  if (!isKnown) at = bodies.insert(at, {&body, body.id()});
  append(*at, {shape, given.pose, !isIdentity(given.pose), radius, given.name, materialOf(given.material),
               groups, -1, prepares ? std::make_unique<const contact::PreparedShape>(shape) : nullptr});
  smallest = std::min(smallest, smallestLength(shape));
}

/// Prepares all shapes once one of them needs it, and those that come later as they come.
void CollisionDetection::Implementation::prepare(const Shape& added) {
  if (prepares || !needsBullet(added)) return;
  contact::requireBullet(nameOf(added));
  const auto prepareAll = [](auto& all) {
    for (auto& one : all) one.prepared = std::make_unique<const contact::PreparedShape>(one.shape);
  };
  prepareAll(parts);
  prepareAll(statics);
  prepareAll(sensors);
  prepares = true;
}

/// Makes the shape the last of its body. Those of bodies that are gone leave their places.
void CollisionDetection::Implementation::append(CollisionBody& body, BodyPart part) {
  body.radius = std::max(body.radius, part.local.x.norm() + part.radius);
  std::int32_t place = unusedPart;
  if (place < 0) {
    place = static_cast<std::int32_t>(parts.size());
    parts.push_back(std::move(part));
  } else {
    unusedPart = parts[static_cast<std::size_t>(place)].next;
    parts[static_cast<std::size_t>(place)] = std::move(part);
  }
  std::int32_t* last = &body.part;
  while (*last >= 0) last = &parts[static_cast<std::size_t>(*last)].next;
  *last = place;
}

const BodyPart* CollisionDetection::Implementation::partOf(const CollisionBody& body,
                                                           std::uint32_t number) const {
  std::int32_t part = body.part;
  for (; number > 0 && part >= 0; --number) part = parts[static_cast<std::size_t>(part)].next;
  return part < 0 ? nullptr : &parts[static_cast<std::size_t>(part)];
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
  const ManagingScope managing(model.nsds());
  self.takeMode(model, false);
  self.match(model);
}

void CollisionDetection::Implementation::forgetRemoved() {
  if (nsds == nullptr || (seenStructure == nsds->structureVersion() && !nsds->structureChanged())) return;
  seenStructure = nsds->structureVersion();
  std::erase_if(bodies, [&](const CollisionBody& body) {
    if (nsds->findSystem(body.id) != nullptr) return false;
    std::int32_t* last = &parts[static_cast<std::size_t>(body.part)].next;
    while (*last >= 0) last = &parts[static_cast<std::size_t>(*last)].next;
    *last = std::exchange(unusedPart, body.part);
    return true;
  });
  std::erase_if(sensors, [&](const Sensor& sensor) {
    return sensor.ds != nullptr && nsds->findSystem(sensor.id) == nullptr;
  });
  const auto isGone = [&](const DetectedContact& contact) {
    return nsds->findInteraction(contact.id) == nullptr;
  };
  if (std::none_of(contacts.begin(), contacts.end(), isGone)) return;
  if (!std::exchange(changed, true)) start = contacts;
  std::erase_if(contacts, isGone);
}

/// Null if the detection has no such body.
const CollisionBody* CollisionDetection::Implementation::find(std::uint64_t id) const {
  const auto at =
      std::lower_bound(bodies.begin(), bodies.end(), id,
                       [](const CollisionBody& body, std::uint64_t value) { return body.id.value < value; });
  return at != bodies.end() && at->id.value == id ? &*at : nullptr;
}

const CollisionDetection::Maker& CollisionDetection::Implementation::makerOf(std::size_t material1,
                                                                             std::size_t material2) const {
  const auto found = makersOfPairs.find(std::minmax({material1, material2}));
  return found == makersOfPairs.end() ? maker : found->second;
}

Interaction& CollisionDetection::Implementation::make(Model& model, const ContactKey& key) const {
  const CollisionBody& first = *find(key.first);
  const std::size_t material = partOf(first, key.part1())->material;
  if (key.isStatic()) {
    const StaticShape& second = statics[key.staticNumber()];
    ContactR relation(rows, 1, *kind);
    relation.setSurroundings(second.name);
    return makerOf(material, second.material)(model, std::move(relation), {first.ds});
  }
  const CollisionBody& second = *find(key.second);
  return makerOf(material, partOf(second, key.part2())->material)(model, ContactR(rows, 2, *kind),
                                                                  {first.ds, second.ds});
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
  for (const DetectedContact& contact : self.contacts) contact.relation->turn(contact.normal);
}

std::vector<CollisionShape> CollisionDetection::shapes() const {
  implementation_->forgetRemoved();
  const Implementation& self = *implementation_;
  std::vector<CollisionShape> all;
  for (const CollisionBody& body : self.bodies) {
    const Pose pose = poseOf(body.ds->q().data(), *self.kind, 0);
    self.forEachPart(body, [&](const BodyPart& part, std::uint32_t) {
      all.push_back({body.ds, part.shape, part.placed ? placedIn(pose, part.local) : pose, part.local,
                     part.name.empty() ? body.ds->name() : part.name});
    });
  }
  for (const StaticShape& s : self.statics) all.push_back({nullptr, s.shape, s.pose, {}, s.name});
  return all;
}

}  // namespace nsds
