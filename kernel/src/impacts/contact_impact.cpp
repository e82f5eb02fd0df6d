#include "impacts/contact_impact.hpp"

#include <Eigen/QR>

#include "impacts/row_matrix.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// The rows of contacts and joints among the rows of a set.
struct RowKinds {
  std::vector<Index> contacts, joints;
  std::vector<const NonSmoothLaw*> laws;  // (contacts)
  Vector uMinus;                          // (contacts)
};

RowKinds kindsOf(const IndexSet& set, const double* rates) {
  RowKinds kinds;
  std::vector<double> before;
  Index row = 0;
  for (const UnitaryRelation& relation : set) {
    const AdmissibleSet law = relation.interaction->law().admissibleSet();
    for (std::int32_t r = 0; r < relation.rows; ++r, ++row) {
      if (std::holds_alternative<FreeSet>(law)) kinds.joints.push_back(row);
      if (!std::holds_alternative<OrthantSet>(law)) continue;
      kinds.contacts.push_back(row);
      kinds.laws.push_back(&relation.interaction->law());
      before.push_back(rates[relation.row + r]);
    }
  }
  kinds.uMinus = VectorView(before.data(), std::ssize(before));
  return kinds;
}

/// W of some rows and columns.
Matrix denseBlock(const SparseMatrix& W, const std::vector<Index>& rows, const std::vector<Index>& columns) {
  std::vector<Index> place(static_cast<std::size_t>(W.rows()), -1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    place[static_cast<std::size_t>(rows[i])] = static_cast<Index>(i);
  Matrix block = Matrix::Zero(std::ssize(rows), std::ssize(columns));
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (SparseMatrix::InnerIterator entry(W, columns[j]); entry; ++entry) {
      const Index i = place[static_cast<std::size_t>(entry.row())];
      if (i >= 0) block(i, static_cast<Index>(j)) = entry.value();
    }
  }
  return block;
}

SparseMatrix contactMatrix(const SparseMatrix& W, const RowKinds& kinds) {
  if (std::ssize(kinds.contacts) == W.rows()) return W;
  SparseMatrix of = denseBlock(W, kinds.contacts, kinds.contacts).sparseView();
  of.makeCompressed();
  return of;
}

}  // namespace

void ContactImpact::checkLaws(std::span<const std::unique_ptr<Interaction>> interactions,
                              std::string_view simulation) const {
  if (law_ == nullptr) return;
  for (const auto& interaction : interactions) {
    const AdmissibleSet set = interaction->law().admissibleSet();
    const bool friction = std::holds_alternative<CoulombSet>(set) || std::holds_alternative<RollingSet>(set);
    check::that(!friction,
                "{}: {} with {} takes contacts without friction, not {}; without an impact law contacts obey "
                "their own laws",
                interaction->name(), simulation, law_->name(), interaction->law().name());
    if (std::holds_alternative<OrthantSet>(set)) law_->checkContact(interaction->law(), interaction->name());
  }
}

void ContactImpact::solve(double t, const CondensedOperator& condensed, const IndexSet& set,
                          const double* rates, double* P) {
  const SparseMatrix W = rowMatrix(condensed, set);
  Eigen::Map<Vector> impulses(P, W.rows());
  impulses.setZero();
  const RowKinds kinds = kindsOf(set, rates);
  Vector ofContacts(kinds.uMinus.size());
  try {
    if (kinds.joints.empty()) {
      report_ = law_->solve({contactMatrix(W, kinds), kinds.uMinus, kinds.laws}, ofContacts);
      impulses(kinds.contacts) = ofContacts;
      return;
    }
    // Joints hold after the impact as before: they take the impulses that keep their velocities. Redundant ones share them.
    const Matrix W_jc = denseBlock(W, kinds.joints, kinds.contacts);
    const Eigen::CompleteOrthogonalDecomposition<Matrix> W_jj(denseBlock(W, kinds.joints, kinds.joints));
    const Matrix sharing = W_jj.solve(W_jc);
    const Matrix reduced = denseBlock(W, kinds.contacts, kinds.contacts) - W_jc.transpose() * sharing;
    SparseMatrix held = Matrix(0.5 * (reduced + reduced.transpose())).sparseView();
    held.makeCompressed();
    report_ = law_->solve({held, kinds.uMinus, kinds.laws}, ofContacts);
    impulses(kinds.contacts) = ofContacts;
    impulses(kinds.joints) = -sharing * ofContacts;
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("impact at t = {}: {}", t, error.what()));
  } catch (const Error& error) {
    throw Error(fmt::format("impact at t = {}: {}", t, error.what()));
  }
}

void ContactImpact::addVelocities(const CondensedOperator& condensed, const IndexSet& set, const double* P,
                                  double* w) {
  const SparseMatrix W = rowMatrix(condensed, set);
  Eigen::Map<Vector>(w, W.rows()) += W * VectorView(P, W.rows());
}

}  // namespace nsds
