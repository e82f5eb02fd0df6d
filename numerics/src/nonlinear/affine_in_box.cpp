#include "nonlinear/affine_in_box.hpp"

#include "box/registry.hpp"

namespace nsds::numerics::nonlinear {

SolveContext context_of_step(const SolveContext& context, std::size_t n) {
  SolveContext inner = context;
  inner.max_iterations = 100 + 20 * static_cast<std::int64_t>(n);
  inner.done_before = 0;
  inner.callback = nullptr;
  inner.own = {};
  inner.certificate = context.arena->take<double>(n);
  inner.sentence = {};
  return inner;
}

bool solve_affine(const AffineInBox& given, double tolerance, std::span<double> x,
                  const SolveContext& context) {
  return solve_affine_by(given, context, [&](const affine::BoxProblem& problem, SolveContext& inner) {
    inner.tolerance = tolerance;
    return box::solve_auto(problem, x.data(), inner);
  });
}

}  // namespace nsds::numerics::nonlinear
