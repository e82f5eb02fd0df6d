/* Everything of nsds::numerics: problems of every class, options, reports, workspaces, matrices. The C++
 * wrapper of a class is nsds/numerics/cpp/CLASS.hpp. */
#ifndef NSDS_NUMERICS_H
#define NSDS_NUMERICS_H

#include "nsds/numerics/analysis.h"
#include "nsds/numerics/avi.h"
#include "nsds/numerics/cone_plasticity.h"
#include "nsds/numerics/conversion.h"
#include "nsds/numerics/convex_qp.h"
#include "nsds/numerics/equality.h"
#include "nsds/numerics/factorization.h"
#include "nsds/numerics/friction_complementarity.h"
#include "nsds/numerics/friction_contact.h"
#include "nsds/numerics/generic_mechanical.h"
#include "nsds/numerics/global_friction_contact.h"
#include "nsds/numerics/global_rolling_friction_contact.h"
#include "nsds/numerics/lcp.h"
#include "nsds/numerics/matrix.h"
#include "nsds/numerics/mlcp.h"
#include "nsds/numerics/options.h"
#include "nsds/numerics/polyhedral_friction.h"
#include "nsds/numerics/qp.h"
#include "nsds/numerics/registry.h"
#include "nsds/numerics/relay.h"
#include "nsds/numerics/report.h"
#include "nsds/numerics/reuse.h"
#include "nsds/numerics/rolling_friction_contact.h"
#include "nsds/numerics/scaling.h"
#include "nsds/numerics/status.h"
#include "nsds/numerics/version.h"
#include "nsds/numerics/workspace.h"

#endif
