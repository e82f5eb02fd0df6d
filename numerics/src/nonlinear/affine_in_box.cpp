#include "nonlinear/affine_in_box.hpp"

#include "box/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::nonlinear {

bool solve_affine(const AffineInBox& given, std::span<double> x, SolveContext& context) {
  const std::size_t n = x.size();
  const auto size = static_cast<std::int32_t>(n);
  const double* const q = given.q.data();
  const double* const lower = given.lower.data();
  const double* const upper = given.upper.data();
  const double s_w = affine::vector_scale(q, size);
  const std::optional<affine::Problem> in_units =
      affine::in_its_units({size, given.M, q, s_w, 1.0}, affine::matrix_scale(given.M), {});
  if (!in_units) return false;
  const affine::BoxProblem problem{*in_units, lower, upper,
                                   affine::free_row_unit(size, q, lower, upper, in_units->s_w), size};
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  SolveContext inner = context;
  inner.tolerance = given.tolerance;
  inner.max_iterations = 100 + 20 * static_cast<std::int64_t>(n);
  inner.done_before = 0;
  inner.callback = nullptr;
  inner.own = {};
  inner.certificate = arena.take<double>(n);
  inner.sentence = {};
  const SolverClaim claim = box::solve_auto(problem, x.data(), inner);
  arena.rewind(mark);
  return claim.status == NSDS_OK;
}

}  // namespace nsds::numerics::nonlinear
