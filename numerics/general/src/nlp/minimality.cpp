#include "nlp/minimality.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"
#include "nlp/steps.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr std::size_t largest_tested = 300;  // n + m + e
constexpr double clearly = 1e-6;  // of the largest entry of the Hessian: what is less may be rounding

// direction' H direction over the largest entry of H, of the Hessian that was evaluated last.
double curvature_along(const Program& program, std::span<const double> direction) {
  double sum = 0.0, largest = 0.0;
  for_each_entry(program.hessian(), [&](std::int32_t i, std::int32_t j, double value) {
    sum += value * direction[index(i)] * direction[index(j)];
    largest = std::max(largest, std::fabs(value));
  });
  return largest == 0.0 ? 0.0 : sum / largest;
}

}  // namespace

Curvature curvature_at(Program& program, std::span<const double> x, std::span<const double> c,
                       std::span<const double> multipliers, SolveContext& context) {
  const std::size_t n = program.size();
  if (!program.has_hessian() || n + program.rows() > largest_tested) return Curvature::untested;
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  Steps steps(program, context);
  Iterate at{arena.take<double>(n), arena.take<double>(c.size())};
  std::copy(x.begin(), x.end(), at.x.begin());
  std::copy(c.begin(), c.end(), at.c.begin());
  steps.go_to(at);
  const std::span<double> direction = arena.take<double>(n);
  const bool falls = steps.find_negative_curvature(at, multipliers, direction) &&
                     program.curve(at.x, 1.0, multipliers) && curvature_along(program, direction) < -clearly;
  arena.rewind(mark);
  return falls ? Curvature::negative : Curvature::positive;
}

}  // namespace nsds::numerics::nlp
