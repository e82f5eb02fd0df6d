// Mixed linear complementarity problems have a box that is [0, inf) or everything, row by row.
#include "nsds/numerics/mlcp.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "box/driver.hpp"
#include "core/guard.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::mlcp {
namespace {

bool check(const nsds_mlcp* problem, const Sentence& sentence) {
  if (!check_struct(problem, "nsds_mlcp_init", sentence)) return false;
  if (!check_shape(problem->size, problem->M, sentence)) return false;
  if (problem->size == 0) return true;
  if (problem->q == nullptr || problem->complementary == nullptr) {
    sentence.write("problem.{} is null.", problem->q == nullptr ? "q" : "complementary");
    return false;
  }
  for (std::int32_t i = 0; i < problem->size; ++i) {
    if (problem->complementary[i] <= 1) continue;
    sentence.write("problem.complementary[{}] is {}, it must be 0 or 1.", i, problem->complementary[i]);
    return false;
  }
  return true;
}

std::optional<box::Problem> describe(const nsds_mlcp* problem, nsds_workspace* workspace, nsds_reuse reuse,
                                     Arena& arena, const Sentence& sentence) {
  if (!check(problem, sentence)) return std::nullopt;
  const std::size_t n = index(problem->size);
  const std::span<double> lower = arena.take<double>(n);
  const std::span<double> upper = arena.take<double>(n, infinity);
  for (std::size_t i = 0; i < n; ++i) lower[i] = problem->complementary[i] == 1 ? 0.0 : -infinity;
  return box::checked(
      {NSDS_CLASS_MLCP, problem->size, problem->M, problem->q, lower.data(), upper.data(), problem->floor},
      workspace, reuse, sentence);
}

bool has_size(const nsds_matrix* M, std::int32_t rows, std::int32_t cols) {
  if (rows == 0 || cols == 0) return true;  // may be null
  return M != nullptr && M->rows == rows && M->cols == cols && M->storage != NSDS_OPERATOR &&
         well_formed(*M, {});
}

bool is_vector(const double* x, std::int32_t n) {
  return n == 0 || (x != nullptr && first_not_finite(x, n) < 0);
}

bool check_blocks(const nsds_mlcp_blocks& blocks) {
  return blocks.struct_size == sizeof(nsds_mlcp_blocks) && blocks.n >= 0 && blocks.m >= 0 &&
         std::int64_t{blocks.n} + blocks.m <= std::numeric_limits<std::int32_t>::max() &&
         has_size(blocks.A, blocks.n, blocks.n) && has_size(blocks.C, blocks.n, blocks.m) &&
         has_size(blocks.D, blocks.m, blocks.n) && has_size(blocks.B, blocks.m, blocks.m) &&
         is_vector(blocks.a, blocks.n) && is_vector(blocks.b, blocks.m);
}

void place(const nsds_matrix* block, std::size_t row, std::size_t column, std::size_t size, double* values) {
  if (block == nullptr || block->rows == 0 || block->cols == 0) return;
  for_each_entry(*block, [&](std::int32_t i, std::int32_t j, double value) {
    values[(column + index(j)) * size + row + index(i)] = value;
  });
}

}  // namespace
}  // namespace nsds::numerics::mlcp

using namespace nsds::numerics;
using namespace nsds::numerics::mlcp;

void nsds_mlcp_init(nsds_mlcp* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_mlcp_solve(const nsds_mlcp* problem, double* z, double* w, const nsds_options* options,
                            nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  return box::solve({{NSDS_CLASS_MLCP, options, workspace, report},
                     box::solvers(),
                     {.z = z, .w = w},
                     [=](Arena& arena, const Sentence& sentence) {
                       return describe(problem, workspace, box::reuse_of(options), arena, sentence);
                     }});
}

nsds_status nsds_mlcp_residual(const nsds_mlcp* problem, const double* z, nsds_residual* residual) {
  return box::evaluate_residual(
      NSDS_CLASS_MLCP,
      [problem](Arena& arena, const Sentence& sentence) {
        return describe(problem, nullptr, NSDS_REUSE_NONE, arena, sentence);
      },
      {z, nullptr}, residual);
}

void nsds_mlcp_blocks_init(nsds_mlcp_blocks* blocks) {
  initialise(blocks);
}

nsds_status nsds_mlcp_assemble(const nsds_mlcp_blocks* blocks, nsds_matrix** M, double* q,
                               unsigned char* complementary) {
  return guarded([&] {
    if (blocks == nullptr || !check_blocks(*blocks) || M == nullptr) return NSDS_INVALID_ARGUMENT;
    const std::size_t n = index(blocks->n);
    const std::size_t size = n + index(blocks->m);
    if (size > 0 && (q == nullptr || complementary == nullptr)) return NSDS_INVALID_ARGUMENT;
    std::vector<double> values(size * size, 0.0);
    place(blocks->A, 0, 0, size, values.data());
    place(blocks->C, 0, n, size, values.data());
    place(blocks->D, n, 0, size, values.data());
    place(blocks->B, n, n, size, values.data());
    const auto order = static_cast<std::int32_t>(size);
    const nsds_matrix view = nsds_matrix_dense(order, order, values.data(), std::max<std::int32_t>(1, order));
    const nsds_status status = nsds_matrix_convert(&view, NSDS_DENSE, 0, M);
    if (status != NSDS_OK) return status;
    std::copy_n(blocks->a, n, q);
    std::copy_n(blocks->b, size - n, q + n);
    std::fill_n(complementary, n, static_cast<unsigned char>(0));
    std::fill_n(complementary + n, size - n, static_cast<unsigned char>(1));
    return NSDS_OK;
  });
}
