// Detects contacts among rigid bodies of shapes: spheres, capsules, boxes, and half spaces that do not move; hulls, cylinders, cones
// and, where they do not move, meshes and height maps in builds with NSDS_BULLET; or, in the plane z = 0, disks, polygons and half
// planes. A body may have several shapes, each with a place in its
// frame, a material and groups that it is in and meets. Sensors tell what they touch, and make no contacts.
//
//   CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
//   contacts.add(ball, Sphere{0.1});
//   contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
//   simulation.setInteractionManager(contacts);  // TimeStepping or EventDriven
//
// A grid finds the pairs that are near, with work proportional to their number; functions for pairs of shapes
// find their points. A contact keeps its interaction, and so its multiplier for the warm start, while the
// same features meet; tangential multipliers turn with the frame. Against what does not move a contact is at the surface of
// the body, whose lever arm is then exact whatever the gap. Between two bodies it is midway, where both have the same point
// and angular momentum is kept; the arms are wrong by half the gap at the start of the step, which is of order one in h. A state of the model can be restored whatever contacts
// have come or gone since.
//
// In event-driven simulation a contact is between two features, corner, edge or face, whose gap is a function of the coordinates;
// where others become the nearest ones there is an event. Bodies in space are then frictionless: a law of one row. Corners without
// a radius have no gap to corners and, in space, to edges: polygons and boxes that meet so exactly meet where one is past the other.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "nsds/kernel/contact/contact_relation.hpp"
#include "nsds/kernel/contact/gap_manager.hpp"
#include "nsds/kernel/contact/shapes.hpp"
#include "nsds/kernel/modeling/lagrangian_ds.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"

namespace nsds {

struct CollisionOptions {
  /// Points are made where the gap is below margin [m], and what the bodies can move in a step; 0 takes 1/20
  /// of the smallest radius or half edge.
  double margin = 0.0;
  /// An interaction is removed where its gap is above `breaking` times the margin; ≥ 1.
  double breaking = 2.0;
};

/// How a shape belongs to its body, and what it meets. Two shapes meet if each is in a group that the other meets.
struct ShapeOptions {
  std::string name =
      {};  ///< what messages call it; empty: as its body, or "half space 1" and so on where it does not move
  std::string material = {};  ///< for setLaw(); empty: none
  Pose pose =
      {};  ///< of the shape in the frame of the body, or of space; of planar bodies in the plane z = 0
  std::uint32_t groups = 1;                ///< bits: the groups that it is in; ≥ 1
  std::uint32_t mask = ~std::uint32_t{0};  ///< bits: the groups that it meets
  bool sensor = false;                     ///< it tells what it touches, sensed(), and makes no contacts
};

/// A shape as a detection knows it: of a body, or of what does not move.
struct CollisionShape {
  const MechanicalDS* body;  ///< null: it does not move
  Shape shape;
  Pose pose;         ///< where it is now
  Pose local;        ///< in the frame of the body, or of what does not move
  std::string name;  ///< its own, or that of the body
};

/// A sensor, and a shape that it touches or overlaps.
struct SensedPair {
  const MechanicalDS* sensorBody;  ///< null: the sensor does not move
  const MechanicalDS* body;        ///< null: what it touches does not move
  std::string sensorName;          ///< names, as CollisionShape has them
  std::string touchedName;
};

class NSDS_KERNEL_API CollisionDetection final : public GapManager {
 public:
  /// Takes the law of all contacts that setLaw() gives no other, of 1, 2 or 3 rows in a block, 1 or 2 for planar bodies; of 5
  /// rows, 3 for planar bodies, where it resists rolling. Tresca's law and renewed bonds are taken; an ellipse, whose directions
  /// contacts do not have, and brittle bonds are not. Errors: InvalidArgument on other laws and on options out of range.
  template <class Law>
  explicit CollisionDetection(Law law, const CollisionOptions& options = {})
      : CollisionDetection(law, options, makerOf(law)) {}
  ~CollisionDetection() override;

  /// Gives a law of its own to contacts between shapes of these materials, which may be one, or empty for shapes without
  /// one. Errors: InvalidArgument if it has not as many rows as the law of all others, or only one of the two resists rolling
  /// (a coefficient of rolling friction of 0 is for contacts that do not), or contacts were made already.
  template <class Law>
  void setLaw(const std::string& material1, const std::string& material2, Law law) {
    setMaker(material1, material2, law, makerOf(law));
  }

  /// A body of the model and a shape of it; called again it gives the body another one, so that its shape is their union. Shapes of
  /// one body do not meet. A body removed from the model is forgotten. Errors: InvalidArgument on sizes that are not positive, a
  /// half space, a pose out of the plane, no groups, a body of another model than those before; at the next step, if it is another
  /// model than that of the simulation.
  void add(NewtonEulerDS& body, const Shape& shape, const ShapeOptions& options = {});
  /// Adds a planar body, q = (x, y, angle) of its centre of mass, and a shape of it: a disk or a polygon. All
  /// bodies of a detection are planar, or none is. Errors as above; InvalidArgument on other dimensions.
  void add(LagrangianDS& body, const Shape& shape, const ShapeOptions& options = {});
  /// A shape that does not move, options.pose its place; in the plane z = 0 if bodies are planar: half spaces then have their normal
  /// in it, poses turn about z. Errors: InvalidArgument.
  void addStatic(const Shape& shape, const ShapeOptions& options = {});
  /// The shapes that were added and are still there, without sensors: those of bodies first.
  std::vector<CollisionShape> shapes() const;
  /// What sensors touch where the bodies are now: (sensors · shapes) pairs are looked at. Bodies in the order of the model, shapes of
  /// one in the order in which they were added.
  std::vector<SensedPair> sensed() const;

  /// The number of contacts at present, those with a positive gap included.
  Index contacts() const;

  void updateInteractions(Model& model, double h) override;
  /// Errors: InvalidArgument for bodies in space whose law has friction; Error naming shapes that overlap.
  bool updateGaps(Model& model, double h) override;
  bool gapsDiffer(double h) override;
  bool keepStart() override;
  void returnToStart() override;
  std::string stateDescription() const override;
  /// The contacts: what meets, and the frames in which their multipliers are given.
  std::vector<std::byte> saveState() const override;
  void restoreState(std::span<const std::byte> bytes) override;
  bool canRemake(std::span<const std::byte> bytes) const override;
  void remakeInteractions(Model& model, std::span<const std::byte> bytes) override;

 private:
  using Maker = std::function<Interaction&(Model&, ContactR, std::vector<DynamicalSystem*>)>;
  template <class Law>
  static Maker makerOf(const Law& law) {
    return [law](Model& model, ContactR relation, std::vector<DynamicalSystem*> bodies) -> Interaction& {
      return model.link(law, std::move(relation), std::move(bodies));
    };
  }
  CollisionDetection(const NonSmoothLaw& law, const CollisionOptions& options, Maker maker);
  void setMaker(const std::string& material1, const std::string& material2, const NonSmoothLaw& law,
                Maker maker);

  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds
