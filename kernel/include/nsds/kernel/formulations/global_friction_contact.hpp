// Contacts with Coulomb friction and equalities in global form (global_contact_problem.hpp), the law of contact being
//
//   K*_mu ∋ u + (μ |u_T|, 0)  ⟂  r in K_mu,   K_mu = { |r_T| ≤ μ r_N }.
#pragma once

#include "nsds/kernel/formulations/global_contact_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API GlobalFrictionContact final : public GlobalContactProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  GlobalFrictionContact();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit GlobalFrictionContact(const Solver& solver);

 private:
  class Contacts;
};

}  // namespace nsds
