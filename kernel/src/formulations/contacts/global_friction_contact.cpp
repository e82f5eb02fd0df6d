#include "nsds/kernel/formulations/global_friction_contact.hpp"

#include "formulations/contacts/global_contact.hpp"
#include "nsds/numerics/global_friction_contact.h"

namespace nsds {

class GlobalFrictionContact::Contacts final : public Implementation {
 public:
  explicit Contacts(const Solver& solver)
      : Implementation("GlobalFrictionContact", NSDS_CLASS_GLOBAL_FRICTION_CONTACT, solver) {}

  bool isContact(const AdmissibleSet& set) const override { return std::holds_alternative<CoulombSet>(set); }

 private:
  void clearCoefficients() override { mu_.clear(); }
  void addCoefficients(const AdmissibleSet& set) override { mu_.push_back(std::get<CoulombSet>(set).mu); }
  void solveContacts(const Matrices& matrices) override {
    nsds_global_friction_contact problem;
    nsds_global_friction_contact_init(&problem);
    state(matrices, problem);
    problem.mu = mu_.data();
    call(problem, nsds_global_friction_contact_solve);
  }
  void describe(ProblemCopy& copy) const override { copy.mu = VectorView(mu_.data(), std::ssize(mu_)); }

  std::vector<double> mu_;
};

GlobalFrictionContact::GlobalFrictionContact() : GlobalFrictionContact(Solver("auto")) {}
GlobalFrictionContact::GlobalFrictionContact(const Solver& solver)
    : GlobalContactProblem(std::make_unique<Contacts>(solver)) {}

}  // namespace nsds
