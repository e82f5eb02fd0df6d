#include "nsds/kernel/formulations/friction_contact.hpp"

#include "formulations/contacts/one_dimension.hpp"
#include "formulations/islandwise.hpp"
#include "nsds/numerics/friction_contact.h"

namespace nsds {

class FrictionContact::Islands final : public Implementation {
 public:
  explicit Islands(const Solver& solver)
      : Implementation("FrictionContact", NSDS_CLASS_FRICTION_CONTACT, solver) {}

 private:
  void solveIsland(const Call& call) override {
    nsds_friction_contact contacts;
    nsds_friction_contact_init(&contacts);
    contacts.contacts = call.island.relations;
    contacts.dimension = call.island.rows / call.island.relations;
    contacts.W = &call.matrix;
    contacts.q = call.q;
    contacts.floor = call.floor;
    contacts.mu = laws().mu.data() + call.island.firstRelation;
    nsds_friction_contact_solve(&contacts, call.z, nullptr, call.options, call.workspace, call.report);
  }
  void describe(const Island& island, ProblemCopy& copy) const override {
    copy.mu = VectorView(laws().mu.data() + island.firstRelation, island.relations);
  }
};

FrictionContact::FrictionContact() : FrictionContact(Solver("auto")) {}
FrictionContact::FrictionContact(const Solver& solver)
    : IslandwiseProblem(std::make_unique<Islands>(solver)) {}

void FrictionContact::checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) const {
  IslandwiseProblem::checkLaws(interactions);
  requireOneDimension(name(), interactions, [](const AdmissibleSet&) { return true; });
}

}  // namespace nsds
