// The shortest way through a call: one row, default solver, nothing to watch.
#pragma once

#include <optional>

#include "lcp/call.hpp"

namespace nsds::numerics {

// What a solve of one row comes to.
struct OneRow {
  double z;
  double w;
  nsds_residual residual;
  bool trivial;  // q >= 0
};

// w = m z + q in closed form, where the arguments are in order, m > 0, and the result is within the
// tolerance; nothing in any other case, which is then for the general way to judge. Checks everything that it
// reads.
std::optional<OneRow> solve_one_row(const LcpArguments& arguments);

}  // namespace nsds::numerics
