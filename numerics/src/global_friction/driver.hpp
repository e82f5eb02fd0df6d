// Does what happens around every solver of the class: checks, starting point, verdict, report.
#pragma once

#include <span>

#include "core/call_frame.hpp"
#include "global_friction/registry.hpp"
#include "nsds/numerics/global_friction_contact.h"

namespace nsds::numerics::global_friction {

// Given: the public struct of the class.
template <class Given>
struct Call {
  CallArguments common;
  const Given* given;
  double* v;
  double* r;
  double* u;       // Nullable
  double* lambda;  // Nullable where m = 0
};

// table: the solvers of the class.
template <class Given>
nsds_status solve(const Call<Given>& call, std::span<const Solver> (*table)() noexcept);

}  // namespace nsds::numerics::global_friction
