// Everything of nsds::kernel.
#pragma once

#include "nsds/kernel/formulations/lcp.hpp"
#include "nsds/kernel/integrators/euler_moreau_osi.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"
#include "nsds/kernel/modeling/check_jacobians.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/lagrangian_ds.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"
#include "nsds/kernel/modeling/nonsmooth_law.hpp"
#include "nsds/kernel/modeling/relation.hpp"
#include "nsds/kernel/simulation/time_stepping.hpp"
