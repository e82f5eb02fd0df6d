#include "nsds/kernel/formulations/global_rolling_friction_contact.hpp"

#include "formulations/contacts/global_contact.hpp"
#include "nsds/numerics/global_rolling_friction_contact.h"

namespace nsds {

class GlobalRollingFrictionContact::Contacts final : public Implementation {
 public:
  explicit Contacts(const Solver& solver)
      : Implementation("GlobalRollingFrictionContact", NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT, solver) {}

  bool isContact(const AdmissibleSet& set) const override { return std::holds_alternative<RollingSet>(set); }

 private:
  void clearCoefficients() override {
    mu_.clear();
    muR_.clear();
  }
  void addCoefficients(const AdmissibleSet& set) override {
    mu_.push_back(std::get<RollingSet>(set).mu);
    muR_.push_back(std::get<RollingSet>(set).muR);
  }
  void solveContacts(const Matrices& matrices) override {
    nsds_global_rolling_friction_contact problem;
    nsds_global_rolling_friction_contact_init(&problem);
    state(matrices, problem);
    problem.mu = mu_.data();
    problem.mu_r = muR_.data();
    call(problem, nsds_global_rolling_friction_contact_solve);
  }
  void describe(ProblemCopy& copy) const override {
    copy.mu = VectorView(mu_.data(), std::ssize(mu_));
    copy.muR = VectorView(muR_.data(), std::ssize(muR_));
  }

  std::vector<double> mu_;
  std::vector<double> muR_;
};

GlobalRollingFrictionContact::GlobalRollingFrictionContact() : GlobalRollingFrictionContact(Solver("auto")) {}
GlobalRollingFrictionContact::GlobalRollingFrictionContact(const Solver& solver)
    : GlobalContactProblem(std::make_unique<Contacts>(solver)) {}

}  // namespace nsds
