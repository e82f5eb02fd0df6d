// Contact states say what each contact of a model does: whether it is open, at rest or pressed, and how it
// slips; and the sets of those that are closed (I1) and at rest (I2).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nsds/kernel/modeling/index_set.hpp"
#include "simulation/event_driven/contacts/impact_history.hpp"
#include "simulation/event_driven/contacts/thresholds.hpp"
#include "simulation/event_driven/mechanics/contact_kinematics.hpp"

namespace nsds {

class DynamicalSystem;

/// Contacts of I1 are joints, resting or pressed.
enum class ContactState : std::uint8_t {
  joint,    ///< an equality; a constraint of the smooth motion
  open,     ///< the gap is positive, or about to open
  resting,  ///< closed and at rest without force: others carry the load, or it is undecided
  pressed,  ///< closed and at rest with a force; a constraint of the smooth motion
};

/// A unitary relation and what it does at present.
struct Contact {
  UnitaryRelation relation;
  ContactState state = ContactState::open;
  double mu = 0.0;    ///< coefficient of friction; 0: none
  double slip = 0.0;  ///< of a pressed contact with friction: the sign of U_T, 0 if it sticks
  ImpactHistory impacts = {};

  bool joint() const { return state == ContactState::joint; }
  bool sticks() const { return state == ContactState::pressed && mu != 0.0 && slip == 0.0; }
  /// Counts the rows that hold while it is a constraint: of a sliding contact that of the gap alone.
  std::int32_t constraintRows() const { return joint() || sticks() ? relation.rows : 1; }
  /// Returns λ_T / λ_N while it slides.
  double tangentRatio() const { return -mu * slip; }
};

/// A set holds some of the contacts in their order, with the part of each that a problem is about.
struct ContactSet {
  IndexSet relations;
  std::vector<std::size_t> contacts;  ///< of each relation, its place among all
  bool joints = false;                ///< some of them are joints
  bool slides = false;                ///< some of them slide with friction

  bool empty() const { return contacts.empty(); }
  void clear();
  void add(std::size_t place, const Contact& contact, const UnitaryRelation& relation);
};

/// The sets I1 and I2 of the last event.
struct ClosedContacts {
  ContactSet closed;
  ContactSet atRest;
};

/// The problem of accelerations decides this of a contact at rest.
struct RestDecision {
  ContactState state = ContactState::open;
  double slip = 0.0;
  double force = 0.0;    ///< λ_N
  double tangent = 0.0;  ///< λ_T of one that does not slide
  double start = 0.0;    ///< acceleration along the tangent of one that does not slide
  double parting = 0.0;  ///< acceleration of the gap
};

/// A sequence of impacts that accumulate.
struct Accumulation {
  std::size_t contact;
  double end;  ///< predicted [s]
};

/// The systems of each pressed contact, by their addresses.
using PressedPairs = std::vector<std::vector<const DynamicalSystem*>>;

class ContactStates {
 public:
  /// Makes a contact of each relation of I0. Relations that were known keep their state and impacts.
  void compile(const IndexSet& all);
  /// Takes the coefficients of friction that the laws have now. Returns true if one changed.
  bool takeFriction() { return friction_ && readFriction(); }

  std::size_t size() const { return contacts_.size(); }
  const Contact& operator[](std::size_t i) const { return contacts_[i]; }
  auto begin() const { return contacts_.begin(); }
  auto end() const { return contacts_.end(); }
  /// Tells whether there are joints alone.
  bool jointsAlone() const { return jointsAlone_; }

  /// Tells whether each contact has the state and the slip that it has in `other`, of the same relations.
  bool sameStates(const ContactStates& other) const;
  /// Tells whether an impact would take place at these gaps and rates: (rows) of the model.
  bool approaching(const double* gaps, const double* rates, const Thresholds& zero) const;
  /// Finds I1: contacts that were closed, those whose gap is zero, and those that an impact is about. Returns
  /// true if one of them closes further.
  bool findClosed(const double* gaps, const double* rates, const Thresholds& zero,
                  std::span<const std::size_t> closing, ContactSet& closed) const;
  /// Finds I2: closed contacts whose rate is zero, and those that were pressed unless an impact made them
  /// part. The others open.
  void findAtRest(const ContactSet& closed, const double* rates, double zeroRate, bool afterImpact,
                  ContactSet& atRest);
  /// Takes a decision for each contact at rest; those of joints are not looked at.
  void decide(const ContactSet& atRest, std::span<const RestDecision> decisions);

  /// Opens contacts that were closed and are not any more, as gap and rate alone say.
  void release(const double* gaps, const double* rates, double zeroGap, double zeroRate);
  /// Keeps contacts closed that opened so slowly that they close before their gaps differ from zero by more
  /// than rounding: one plastic impact, where no scheme could tell the bounces from rounding. Returns the
  /// rows of all contacts whose velocities become zero, none if there is no such contact.
  ConstraintRows stopMicroBounces(std::span<const std::size_t> closing, const double* rates, double zeroRate);
  /// Returns the rows whose velocities become zero where pressed contacts slip against the sense that their friction was taken for,
  /// with those of all other constraints; none if there is no such contact. It sticks then.
  ConstraintRows stopReversedSlip(const double* rates, double zeroRate);
  /// Returns the rows of joints and pressed contacts.
  ConstraintRows constraintRows() const;
  /// Closes contacts that took part in a step of event-capturing, unless they part, and opens the others.
  void takeCapturedStep(const IndexSet& active, const double* rates, double zeroRate);

  /// Counts the impacts at t of the contacts that an impulse struck: (rows) of the model. Returns the last of those whose
  /// impacts accumulate, with intervals below `shortest` [s].
  std::optional<Accumulation> countImpacts(const double* impulses, double t, double shortest);
  /// Marks the contacts that were hit within `interval` [s] before t: those of one sequence. rates: (rows) of the model.
  /// Returns the largest of their normal rates.
  double markSequence(const double* rates, double t, double interval);
  /// Tells whether every contact of that sequence is closed.
  bool sequenceRests() const;
  void endSequence();

  /// Keeps contacts closed that have closed without an approach and are about to part so slowly that their gaps are rounding: watched
  /// for what exceeds it, they do not close again at once.
  void restUnlessPressed(std::span<const std::size_t> contacts);
  /// Lists the systems of contacts that are pressed.
  PressedPairs pressedPairs() const;
  /// Presses an open contact between systems that are among these.
  void goOn(std::size_t contact, const PressedPairs& pressed);
  /// Gives a contact the state, slip, friction and impacts that were saved.
  void restore(std::size_t contact, ContactState state, double slip, double mu, const ImpactHistory& impacts);

 private:
  bool readFriction();

  std::vector<Contact> contacts_;
  bool jointsAlone_ = true;
  bool friction_ = false;  // some contacts have rows along tangents
};

}  // namespace nsds
