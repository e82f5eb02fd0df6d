#include "nlp/minimality.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"
#include "nlp/steps.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr std::size_t largest_tested = 300;  // n + m + e
// Of the largest entry of the Hessian. One that the caller makes by differences of gradients has lost √ε of that, and 60 times as much is
// allowed for.
constexpr double lost_by_differences = 1e-6;

double largest_entry(const Program& program) {
  double largest = 0.0;
  for_each_entry(program.hessian(), [&](std::int32_t, std::int32_t, double value) {
    largest = std::max(largest, std::fabs(value));
  });
  return largest;
}

// Tells whether direction' H direction, of length one, is more than what rounding makes of zero: H is the difference of the Hessian of f and of
// those of constraints times multipliers, whose entries may be larger than what is left of them.
bool falls_along(Program& program, std::span<const double> x, std::span<const double> multipliers,
                 std::span<const double> direction, std::span<double> zero) {
  if (!program.curve(x, 1.0, multipliers)) return false;
  double curvature = 0.0;
  for_each_entry(program.hessian(), [&](std::int32_t i, std::int32_t j, double value) {
    curvature += value * direction[index(i)] * direction[index(j)];
  });
  double largest = largest_entry(program);
  if (!program.curve(x, 1.0, zero)) return false;
  largest = std::max(largest, largest_entry(program));
  return curvature < -lost_by_differences * largest;
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
  const std::span<double> zero = arena.take<double>(c.size(), 0.0);
  const bool falls = steps.find_negative_curvature(at, multipliers, direction) &&
                     falls_along(program, at.x, multipliers, direction, zero);
  arena.rewind(mark);
  return falls ? Curvature::negative : Curvature::positive;
}

}  // namespace nsds::numerics::nlp
