// What a contact detection knows: bodies and shapes, the contacts of the present, and the workspace of finding them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "contact/convex/prepared_shape.hpp"
#include "contact/grid.hpp"
#include "nsds/kernel/contact/collision_detection.hpp"

namespace nsds {

/// What a shape meets.
struct Groups {
  std::uint32_t own = 1;
  std::uint32_t mask = ~std::uint32_t{0};

  bool meet(const Groups& other) const { return (own & other.mask) != 0 && (other.own & mask) != 0; }
};

/// Null until the detection has a shape that meets others by way of Bullet: then all are prepared.
using PreparedPointer = std::unique_ptr<const contact::PreparedShape>;

struct CollisionBody {
  MechanicalDS* ds = nullptr;
  ObjectId id;
  std::int32_t part = -1;  // the first of its shapes
  double radius = 0.0;     // of the ball around its centre that holds them
};

/// A shape of a body.
struct BodyPart {
  Shape shape;
  Pose local;           // in the frame of the body
  bool placed = false;  // local is not the identity
  double radius = 0.0;  // of the ball around its own origin that holds it
  std::string name;     // empty: that of the body
  std::size_t material = 0;
  Groups groups;
  std::int32_t next = -1;  // part of the same body
  PreparedPointer prepared = nullptr;
};

struct StaticShape {
  Shape shape;
  Pose pose;
  double radius;  // infinite for half spaces
  std::string name;
  std::size_t material;
  Groups groups;
  PreparedPointer prepared = nullptr;
};

struct Sensor {
  MechanicalDS* ds;  // null: it does not move
  ObjectId id;       // of the body
  Shape shape;
  Pose pose;  // in the frame of the body, or where it is
  double radius;
  std::string name;
  Groups groups;
  PreparedPointer prepared = nullptr;
};

inline constexpr std::uint32_t mostParts = 1U << 16U;
inline constexpr std::uint64_t staticBit = std::uint64_t{1} << 63U;

/// What meets what: bodies by their ids, what does not move by its number, and the features of the two.
struct ContactKey {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint32_t parts =
      0;  // the numbers of the shapes among those of their bodies, of the first in the upper half
  std::uint32_t feature = 0;

  bool isStatic() const { return (second & staticBit) != 0; }
  std::size_t staticNumber() const { return static_cast<std::size_t>(second & ~staticBit); }
  std::uint32_t part1() const { return parts / mostParts; }
  std::uint32_t part2() const { return parts % mostParts; }
  friend bool operator==(const ContactKey&, const ContactKey&) = default;
  friend bool operator<(const ContactKey& a, const ContactKey& b) {
    if (a.first != b.first) return a.first < b.first;
    if (a.second != b.second) return a.second < b.second;
    return a.detail() < b.detail();
  }
  std::uint64_t detail() const { return (std::uint64_t{parts} << 32U) | feature; }
};
struct DetectedContact {
  ContactKey key;
  ObjectId id;
  Interaction* interaction;
  ContactR* relation;         // of it
  Vector3 normal;             // of the relation
  std::uint32_t partner = 0;  // that the relation follows, of contacts that follow features
};

struct ContactCandidate {
  ContactKey key;
  std::int32_t first = -1;
  std::int32_t second = -1;  // of the bodies; -1 for what does not move
  bool near = false;         // enough to be a contact if it is none yet
  ContactPoint point;
};

/// A row of the features of two shapes, for event-driven simulation.
struct FeatureCandidate {
  ContactKey key;
  std::uint32_t partner = 0;
  bool near = false;  // enough to be a contact if it is none yet
};

/// Two bodies, or a body and what does not move, whose shapes are held against each other.
struct NearPair {
  ContactKey key;
  std::int32_t first;
  std::int32_t second;  // of the bodies; -1 for what does not move
  double slack;         // how far they may come nearer in the time that is looked ahead
  double reach;         // the largest gap of a candidate
};

/// Walks over candidates and contacts, both by key: calls gone(contact) for contacts without a candidate, met(candidate, contact)
/// and fresh(candidate).
template <class Candidates, class Contacts, class Gone, class Met, class Fresh>
void walkByKey(const Candidates& candidates, Contacts& contacts, const Gone& gone, const Met& met,
               const Fresh& fresh) {
  auto present = contacts.begin();
  for (const auto& candidate : candidates) {
    while (present != contacts.end() && present->key < candidate.key) gone(*present++);
    if (present != contacts.end() && present->key == candidate.key)
      met(candidate, *present++);
    else
      fresh(candidate);
  }
  while (present != contacts.end()) gone(*present++);
}

struct CollisionDetection::Implementation {
  Index rows = 0;
  bool rolling = false;  // rows of moments are among them
  CollisionOptions options;
  Maker maker;
  std::vector<std::string> materials{""};  // by their numbers; the first stands for none
  std::map<std::pair<std::size_t, std::size_t>, Maker> makersOfPairs;  // of materials, the lower number first
  std::vector<CollisionBody> bodies;                                   // by id
  std::vector<BodyPart> parts;
  std::int32_t unusedPart = -1;  // the first of those whose bodies are gone
  std::vector<StaticShape> statics;
  std::vector<Sensor> sensors;
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
  contact::PairRoom pairRoom;
  bool prepares = false;  // shapes: one of them meets others by way of Bullet
  std::vector<ContactCandidate> candidates;
  std::vector<DetectedContact> contacts;  // by key
  std::vector<DetectedContact> built;     // contacts in the making
  std::vector<DetectedContact> start;     // contacts of the start of the step, once they are others
  std::vector<FeatureCandidate> featureCandidates;
  bool followsFeatures = false;  // contacts are for event-driven simulation
  bool changed = true;           // since the start of the step
  bool remade = false;           // contacts are those of a state, and not placed yet

  void decide(ContactBodies of);
  void checkLaw(const NonSmoothLaw& law) const;
  std::size_t materialOf(const std::string& name);
  void insert(MechanicalDS& body, const Shape& shape, const ShapeOptions& given);
  void append(CollisionBody& body, BodyPart part);
  void prepare(const Shape& added);
  /// The shapes of a contact of a saved state; null where the detection has none.
  std::pair<const Shape*, const Shape*> shapesOf(const ContactKey& key) const;
  /// Null if the body has not as many.
  const BodyPart* partOf(const CollisionBody& body, std::uint32_t number) const;
  /// Calls visit(part, number) for the shapes of a body.
  template <class Visit>
  void forEachPart(const CollisionBody& body, const Visit& visit) const {
    std::uint32_t number = 0;
    for (std::int32_t k = body.part; k >= 0; ++number) {
      const BodyPart& part = parts[static_cast<std::size_t>(k)];
      visit(part, number);
      k = part.next;
    }
  }
  /// The coordinates of the bodies of a contact, one behind the other, in q.
  Eigen::Map<const Vector> gather(const ContactKey& key, std::array<double, 14>& q) const;
  std::size_t positions() const { return kind == ContactBodies::spatial ? 7 : 3; }
  std::span<const double> coordinatesOf(std::size_t body) const {
    return {coordinates.data() + body * positions(), positions()};
  }
  double speedOf(const CollisionBody& body) const;
  double margin() const { return options.margin > 0.0 ? options.margin : 0.05 * smallest; }
  void forgetRemoved();
  void collect(double h);
  void placeBodies(double reach, double h);
  // In near_pairs.hpp:
  template <class Candidate, class Hold>
  void collectPairs(double h, std::vector<Candidate>& found, const Hold& hold);
  template <class Hold>
  void holdBodies(std::int32_t first, std::int32_t second, const Hold& hold) const;
  template <class Hold>
  void holdStatics(std::int32_t first, const Hold& hold) const;
  double cameNearer(std::int32_t body) const;
  void match(Model& model);
  template <class Build>
  void rebuild(Model& model, const Build& build);
  void place(Model& model, const DetectedContact& contact, const ContactCandidate& candidate,
             bool fresh) const;
  void placeAt(ContactR& relation, const ContactCandidate& candidate) const;
  void placeRemade();
  void collectFeatures(double h);
  bool matchFeatures(Model& model);
  void takeMode(Model& model, bool features);
  bool followPartner(DetectedContact& contact, std::uint32_t partner) const;
  double gapOf(const DetectedContact& contact) const;
  const Maker& makerOf(std::size_t material1, std::size_t material2) const;
  Interaction& make(Model& model, const ContactKey& key) const;
  const CollisionBody* find(std::uint64_t id) const;
};

}  // namespace nsds
