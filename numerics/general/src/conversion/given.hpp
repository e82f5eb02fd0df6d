// The checks of the problems that are to be converted. Each returns NSDS_OK, or another status and a
// sentence that names the culprit.
#pragma once

#include "core/sentence.hpp"
#include "nsds/numerics/friction_contact.h"
#include "nsds/numerics/lcp.h"
#include "nsds/numerics/mlcp.h"
#include "nsds/numerics/qp.h"
#include "nsds/numerics/relay.h"

namespace nsds::numerics::conversion {

nsds_status check_given(const nsds_lcp* problem, const Sentence& sentence);
nsds_status check_given(const nsds_mlcp* problem, const Sentence& sentence);
nsds_status check_given(const nsds_relay* problem, const Sentence& sentence);
nsds_status check_given(const nsds_qp* problem, const Sentence& sentence);
nsds_status check_given(const nsds_friction_contact* problem, const Sentence& sentence);

// |A_ij - A_ji| <= 1e-12 max(|A_ij|, |A_ji|, sqrt |A_ii A_jj|) everywhere; says where not. A is square.
bool check_symmetric(const char* name, const nsds_matrix& A, const Sentence& sentence);

}  // namespace nsds::numerics::conversion
