// The sections of nsds-bench survey for programs, variational inequalities and linear equations.
#pragma once

#include <iosfwd>

#include "nsds/numerics/registry.h"

namespace nsds::bench {

// problem_class: NSDS_CLASS_QP or NSDS_CLASS_AVI.
void survey_program(nsds_class problem_class, std::ostream& out);
void survey_convex_qp(std::ostream& out);
void survey_equality(std::ostream& out);

}  // namespace nsds::bench
