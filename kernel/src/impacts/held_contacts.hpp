// Contacts while joints hold: the matrix of their impulses, and the impulses that joints add to them.
#pragma once

#include <vector>

#include "nsds/kernel/modeling/system_matrix.hpp"

namespace nsds {

/// Joints that systems connect, and the contacts at the same systems.
struct JointGroup {
  std::vector<Index> joints;    ///< rows of W
  std::vector<Index> contacts;  ///< among the contacts
  Matrix sharing;               ///< (joints x contacts) W_jj⁺ W_jc
};

/// W_cc − W_cj W_jj⁺ W_jc, symmetric: work and memory grow with the pairs of contacts at one group of joints.
/// Redundant joints share their impulses.
class HeldContacts {
 public:
  /// W: (rows x rows); contacts, joints: their rows.
  HeldContacts(const SparseMatrix& W, const std::vector<Index>& contacts, const std::vector<Index>& joints);

  /// (contacts x contacts), compressed. Entries that joints cancel but for rounding are zero.
  const SparseMatrix& matrix() const { return held_; }
  /// ofContacts: (contacts); impulses: (rows), those of joints are written.
  void addJointImpulses(VectorConstRef ofContacts, VectorRef impulses) const;

 private:
  SparseMatrix held_;
  std::vector<JointGroup> groups_;
};

}  // namespace nsds
