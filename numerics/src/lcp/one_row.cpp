#include "lcp/one_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsds::numerics {
namespace {

bool is_unit_range(const std::int32_t* starts) {
  return starts != nullptr && starts[0] == 0 && starts[1] == 1;
}

// The entry of a (1 x 1) matrix in good order; null for any other.
const double* only_entry(const nsds_matrix& M) {
  if (M.rows != 1 || M.cols != 1) return nullptr;
  switch (M.storage) {
    case NSDS_DENSE:
      return M.as.dense.leading_dimension >= 1 ? M.as.dense.values : nullptr;
    case NSDS_CSC: {
      const nsds_csc_arrays& csc = M.as.csc;
      const bool good =
          is_unit_range(csc.column_starts) && csc.row_indices != nullptr && csc.row_indices[0] == 0;
      return good ? csc.values : nullptr;
    }
    case NSDS_BSR: {
      const nsds_bsr_arrays& bsr = M.as.bsr;
      const bool good = bsr.block_rows == 1 && bsr.block_cols == 1 && is_unit_range(bsr.row_offsets) &&
                        is_unit_range(bsr.col_offsets) && is_unit_range(bsr.row_starts) &&
                        bsr.block_columns != nullptr && bsr.block_columns[0] == 0 &&
                        is_unit_range(bsr.value_starts);
      return good ? bsr.values : nullptr;
    }
    default:
      return nullptr;
  }
}

// No limit, callback, starting point or other solver; no claim that builds with assertions check.
bool is_plain(const LcpArguments& arguments) {
  const nsds_options& options = arguments.options;
#ifndef NDEBUG
  if (options.reuse() != NSDS_REUSE_NONE) return false;
#endif
  return options.problem_class == NSDS_CLASS_LCP && options.solver_index == 0 &&
         options.callback == nullptr && !options.warm_start() &&
         options.time_limit() == std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<OneRow> solve_one_row(const LcpArguments& arguments) {
  const nsds_lcp* problem = arguments.problem;
  if (problem == nullptr || problem->struct_size != sizeof(nsds_lcp) || problem->size != 1 ||
      problem->M == nullptr || problem->q == nullptr || !is_plain(arguments))
    return std::nullopt;
  const double* entry = only_entry(*problem->M);
  if (entry == nullptr) return std::nullopt;
  const double m = *entry;
  const double q = *problem->q;
  if (!(m > 0.0 && std::isfinite(m) && std::isfinite(q))) return std::nullopt;

  OneRow row{q < 0.0 ? -q / m : 0.0, 0.0, {}, q >= 0.0};
  row.w = q + m * row.z;
  const double s_w = q == 0.0 ? 1.0 : std::fabs(q);
  const double scaled_z = row.z / (s_w / m);
  const double scaled_w = row.w / s_w;
  const double map = std::min(scaled_z, scaled_w);
  row.residual.struct_size = sizeof(nsds_residual);
  row.residual.value = std::fabs(map);
  row.residual.primal = std::max(0.0, -scaled_z);
  row.residual.dual = std::max(0.0, -scaled_w);
  row.residual.complementarity = std::max(0.0, map);
  row.residual.roundoff_floor = (std::fabs(q) + m * row.z) * (std::numeric_limits<double>::epsilon() / s_w);
  row.residual.worst = 0;
  const bool good =
      row.residual.value <= arguments.options.tolerance() && std::isfinite(scaled_z) && std::isfinite(row.z);
  if (!good) return std::nullopt;
  return row;
}

}  // namespace nsds::numerics
