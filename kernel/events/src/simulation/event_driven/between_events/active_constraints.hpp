// The constraint rows of the smooth motion, those of joints and pressed contacts, and their forces where
// these are not unique.
//
// Contacts that stick may share a load in more ways than one: their forces are not unique, their motion is.
// They stick while there is one way within all cones; how far inside, at most, is what events are searched
// on. The model shows the least forces.
#pragma once

#include <span>
#include <vector>

#include "simulation/event_driven/contacts/contact_states.hpp"
#include "simulation/event_driven/contacts/force_sharing.hpp"

namespace nsds {

/// A contact or joint is active while its rows are constraints.
struct ActiveContact {
  std::size_t contact = 0;  ///< place among all
  Index row = 0;            ///< its first among the constraint rows
  Index rows = 0;
  bool shared = false;  ///< its forces are not unique
};

class ActiveConstraints {
 public:
  /// The kinematics are borrowed, for the directions of forces.
  explicit ActiveConstraints(ContactKinematics& kinematics) : kinematics_(kinematics) {}

  /// Takes the rows of joints and pressed contacts, at q: (positions), with n = dofs.
  void take(const ContactStates& contacts, double t, VectorConstRef q, Index dofs);
  /// Takes any rows, which belong to no active contacts.
  void take(ConstraintRows rows);

  const ConstraintRows& rows() const { return rows_; }
  Index size() const { return static_cast<Index>(rows_.size()); }
  /// Lists the active contacts in the order of rows.
  std::span<const ActiveContact> contacts() const { return contacts_; }
  /// Tells whether the forces of some contacts are not unique.
  bool share() const { return share_; }

  /// Moves forces as far inside the cones as they can be, and returns how far that is [N]; forces: over the
  /// rows.
  double insideCones(double t, VectorConstRef q, VectorRef forces);
  /// Takes forces that are not unique to the least ones within the cones.
  void makeLeast(double t, VectorConstRef q, VectorRef forces);

 private:
  void findShared(const ContactStates& contacts);
  void setCones(const ContactStates& contacts);
  void setDirections(double t, VectorConstRef q);

  ContactKinematics& kinematics_;
  ConstraintRows rows_;
  std::vector<ActiveContact> contacts_;
  bool share_ = false;
  ForceSharing sharing_;
  Matrix D_;  // (rows x n) directions of forces
};

}  // namespace nsds
