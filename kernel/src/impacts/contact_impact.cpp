#include "impacts/contact_impact.hpp"

#include "impacts/held_contacts.hpp"
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

}  // namespace

void ContactImpact::checkLaws(std::span<const std::unique_ptr<Interaction>> interactions,
                              std::string_view simulation) const {
  if (law_ == nullptr) return;
  for (const auto& interaction : interactions) {
    const AdmissibleSet set = interaction->law().admissibleSet();
    check::that(!isFrictional(set),
                "{}: {} with {} takes contacts without friction or cohesion, not {}; without an impact law "
                "contacts obey "
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
    const HeldContacts held(W, kinds.contacts, kinds.joints);
    report_ = law_->solve({held.matrix(), kinds.uMinus, kinds.laws}, ofContacts);
    impulses(kinds.contacts) = ofContacts;
    held.addJointImpulses(ofContacts, impulses);
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
