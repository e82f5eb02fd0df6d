// Everything of nsds::io that works on problem files: readers and writers of every class whose problem is
// data.
#pragma once

#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/avi.hpp"
#include "nsds/problems/cone_plasticity.hpp"
#include "nsds/problems/equality.hpp"
#include "nsds/problems/fclib.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/generic_mechanical.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/lcp.hpp"
#include "nsds/problems/matrix.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/problem_copy.hpp"
#include "nsds/problems/program.hpp"
#include "nsds/problems/qp.hpp"
#include "nsds/problems/qps.hpp"
#include "nsds/problems/relay.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"
#include "nsds/problems/soclcp.hpp"
