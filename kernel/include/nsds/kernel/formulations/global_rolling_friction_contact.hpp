// Contacts that resist sliding and rolling, and equalities, in global form (global_contact_problem.hpp), the law of contact being
// that of rolling_friction_contact.hpp.
#pragma once

#include "nsds/kernel/formulations/global_contact_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API GlobalRollingFrictionContact final : public GlobalContactProblem {
 public:
  /// The solver "auto", which solves the reduced problem.
  GlobalRollingFrictionContact();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit GlobalRollingFrictionContact(const Solver& solver);

 private:
  class Contacts;
};

}  // namespace nsds
