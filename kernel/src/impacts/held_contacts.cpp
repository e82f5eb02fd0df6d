#include "impacts/held_contacts.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "linalg/orthogonal.hpp"

namespace nsds {

namespace {

constexpr Index nowhere = -1;

using Triplets = std::vector<Eigen::Triplet<double, std::int32_t>>;

/// Where each row of W is in a list of rows, or nowhere.
std::vector<Index> placesIn(const std::vector<Index>& rows, Index of) {
  std::vector<Index> places(static_cast<std::size_t>(of), nowhere);
  for (std::size_t i = 0; i < rows.size(); ++i)
    places[static_cast<std::size_t>(rows[i])] = static_cast<Index>(i);
  return places;
}

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

/// W_jj⁺ B, in units in which the diagonal of W_jj is 1, so that its rank does not depend on theirs.
Matrix sharingOf(const Matrix& W_jj, const Matrix& B) {
  const Vector units = W_jj.diagonal().unaryExpr([](double w) { return w > 0.0 ? 1.0 / std::sqrt(w) : 1.0; });
  const Matrix scaled = units.asDiagonal() * W_jj * units.asDiagonal();
  return units.asDiagonal() * leastNorm(scaled, Matrix(units.asDiagonal() * B), pivotRounding(scaled));
}

/// Sets to zero what is rounding of the terms that made it. diagonal: of W_cc.
void dropRounding(SparseMatrix& held, const Vector& diagonal) {
  constexpr double rounding = 1e-13;
  held.prune([&](Index i, Index j, double value) {
    return i == j || std::abs(value) > rounding * std::sqrt(diagonal[i] * diagonal[j]);
  });
  for (Index i = 0; i < held.rows(); ++i) {
    double& own = held.coeffRef(i, i);
    if (own < rounding * diagonal[i]) own = 0.0;
  }
}

/// Takes joints group by group out of W.
class Reduction {
 public:
  Reduction(const SparseMatrix& W, const std::vector<Index>& contacts, const std::vector<Index>& joints)
      : W_(W),
        rowOf_(contacts),
        contactAt_(placesIn(contacts, W.rows())),
        ungrouped_(placesIn(joints, W.rows())),
        placeInGroup_(at(W.rows()), nowhere) {
    for (const Index column : contacts) addColumn(column);
  }

  /// The group of a joint, whose part is taken from the sum; nothing if the joint was in a group before.
  std::optional<JointGroup> take(Index joint) {
    if (ungrouped_[at(joint)] == nowhere) return std::nullopt;
    JointGroup group = groupOf(joint);
    const Index rows = std::ssize(group.joints);
    Matrix W_jj = Matrix::Zero(rows, rows);
    Matrix W_cj = Matrix::Zero(std::ssize(group.contacts), rows);
    for (Index j = 0; j < rows; ++j) {
      for (SparseMatrix::InnerIterator entry(W_, group.joints[at(j)]); entry; ++entry) {
        const Index place = placeInGroup_[at(entry.row())];
        if (place != nowhere)
          (contactAt_[at(entry.row())] == nowhere ? W_jj : W_cj)(place, j) = entry.value();
      }
    }
    group.sharing = sharingOf(W_jj, W_cj.transpose());
    const Matrix taken = W_cj * group.sharing;
    for (Index j = 0; j < taken.cols(); ++j) {
      for (Index i = 0; i < taken.rows(); ++i)
        add(group.contacts[at(i)], group.contacts[at(j)], -taken(i, j));
    }
    for (const Index contact : group.contacts) placeInGroup_[at(rowOf_[at(contact)])] = nowhere;
    return group;
  }

  SparseMatrix symmetricSum(Index contacts) const {
    SparseMatrix sum(contacts, contacts);
    sum.setFromTriplets(entries_.begin(), entries_.end());
    return 0.5 * (sum + SparseMatrix(sum.transpose()));
  }

 private:
  void add(Index i, Index j, double value) {
    entries_.emplace_back(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), value);
  }

  void addColumn(Index column) {
    for (SparseMatrix::InnerIterator entry(W_, column); entry; ++entry) {
      const Index i = contactAt_[at(entry.row())];
      if (i != nowhere) add(i, contactAt_[at(column)], entry.value());
    }
  }

  /// All joints that entries of W lead to from one, and the contacts that they lead to. Rows get their places in the group.
  JointGroup groupOf(Index first) {
    JointGroup group;
    const auto takeJoint = [&](Index row) {
      ungrouped_[at(row)] = nowhere;
      placeInGroup_[at(row)] = std::ssize(group.joints);
      group.joints.push_back(row);
    };
    takeJoint(first);
    for (std::size_t k = 0; k < group.joints.size(); ++k) {
      for (SparseMatrix::InnerIterator entry(W_, group.joints[k]); entry; ++entry) {
        const Index row = entry.row();
        if (ungrouped_[at(row)] != nowhere) takeJoint(row);
        if (contactAt_[at(row)] == nowhere || placeInGroup_[at(row)] != nowhere) continue;
        placeInGroup_[at(row)] = std::ssize(group.contacts);
        group.contacts.push_back(contactAt_[at(row)]);
      }
    }
    return group;
  }

  const SparseMatrix& W_;
  const std::vector<Index>& rowOf_;  // (contacts)
  std::vector<Index> contactAt_;     // (rows)
  std::vector<Index> ungrouped_;     // (rows) nowhere but for joints without a group
  std::vector<Index> placeInGroup_;  // (rows) of joints, and of contacts while their group is taken
  Triplets entries_;
};

}  // namespace

HeldContacts::HeldContacts(const SparseMatrix& W, const std::vector<Index>& contacts,
                           const std::vector<Index>& joints) {
  Reduction reduction(W, contacts, joints);
  for (const Index joint : joints) {
    if (auto group = reduction.take(joint)) groups_.push_back(std::move(*group));
  }
  held_ = reduction.symmetricSum(std::ssize(contacts));
  if (!joints.empty()) {
    const Vector diagonal = W.diagonal();
    dropRounding(held_, diagonal(contacts));
  }
  held_.makeCompressed();
}

void HeldContacts::addJointImpulses(VectorConstRef ofContacts, VectorRef impulses) const {
  for (const JointGroup& group : groups_)
    impulses(group.joints) = -group.sharing * ofContacts(group.contacts);
}

}  // namespace nsds
