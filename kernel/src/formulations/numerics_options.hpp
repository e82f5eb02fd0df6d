// A Solver of the kernel as options of numerics.
#pragma once

#include <memory>

#include "nsds/kernel/formulations/solver.hpp"
#include "nsds/numerics/options.h"
#include "nsds/numerics/workspace.h"

namespace nsds {

struct FreeOptions {
  void operator()(nsds_options* options) const { nsds_options_free(options); }
};
using OptionsHandle = std::unique_ptr<nsds_options, FreeOptions>;

struct FreeWorkspace {
  void operator()(nsds_workspace* workspace) const { nsds_workspace_free(workspace); }
};
using WorkspaceHandle = std::unique_ptr<nsds_workspace, FreeWorkspace>;

/// Warm start is on unless the solver says otherwise: the kernel hands in the last multipliers.
/// Errors: InvalidArgument naming the unknown solver and those there are, or the option at fault.
OptionsHandle makeOptions(nsds_class problemClass, const Solver& solver);

/// Errors: std::bad_alloc.
WorkspaceHandle makeWorkspace();

}  // namespace nsds
