// A nonlinear problem over rows with intervals, for steps that linearisations do not solve.
#pragma once

#include <functional>
#include <optional>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// False where the map is not defined.
using NonlinearRows = std::function<bool(VectorConstRef z, VectorRef value)>;

/// A z with -F(z) in the normal cone of [lower, upper] at z, from `start`, all (n); none if no solver of class mcp finds one.
/// Jacobians are dense, by differences. Errors: what F throws.
std::optional<Vector> solveNonlinearRows(const NonlinearRows& F, const Vector& lower, const Vector& upper,
                                         const Vector& start);

}  // namespace nsds
