#include "generic_mechanical/contradiction.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

constexpr double orthogonal = 1e-13;  // |v'W_j| below this fraction of |v|'|W_j| is zero
constexpr double dust = 1e-12;        // entries of v below this fraction of the largest are rounding

// The part of w on the equality rows that is not in the range of W_EE, of length one; zero where there is
// none.
void leave_defect(const Elimination& elimination, std::span<double> v, Arena& arena) {
  const std::size_t n = elimination.count();
  const std::span<double> part = arena.take<double>(n);
  std::copy(v.begin(), v.end(), part.begin());
  if (!elimination.solve(part)) return std::fill(v.begin(), v.end(), 0.0);
  const std::span<const double> W = elimination.matrix();
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) v[i] -= W[j * n + i] * part[j];
  double length = 0.0;
  for (const double value : v) length = std::max(length, std::fabs(value));
  for (double& value : v) value = length == 0.0 || std::fabs(value) <= dust * length ? 0.0 : value / length;
}

// Does v, (size of the problem), prove it?
bool proves(const MechanicalProblem& problem, std::span<const double> v, Arena& arena) {
  const std::span<double> product = arena.take<double>(v.size(), 0.0);
  const std::span<double> terms = arena.take<double>(v.size(), 0.0);
  add_transposed_and_magnitude(problem.W, v.data(), product.data(), terms.data());
  double gap = 0.0, gap_terms = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!(std::fabs(product[i]) <= orthogonal * terms[i]) || !std::isfinite(terms[i])) return false;
    gap += v[i] * problem.q[i];
    gap_terms += std::fabs(v[i] * problem.q[i]);
  }
  return gap > 1e-6 * gap_terms;
}

}  // namespace

bool find_contradiction(const MechanicalProblem& problem, const MechanicalIsland& island,
                        const Elimination& elimination, MechanicalProgress& progress, SolveContext& context) {
  if (elimination.count() == 0 || context.certified) return false;
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const std::span<const std::int32_t> members = elimination.members();
  const std::span<double> part = arena.take<double>(elimination.count());
  const std::span<double> v = context.certificate;
  progress.measure(progress.lambda);
  for (std::size_t i = 0; i < island.size(); ++i)
    if (members[i] >= 0) part[index(members[i])] = progress.w()[i];
  leave_defect(elimination, part, arena);
  // In the units of the problem, its largest entry about one.
  double unit = infinity;
  for (std::size_t i = 0; i < island.size(); ++i)
    if (members[i] >= 0 && part[index(members[i])] != 0.0)
      unit = std::min(unit, problem.weight[index(island.original[i])]);
  std::fill(v.begin(), v.end(), 0.0);
  for (std::size_t i = 0; i < island.size(); ++i) {
    const auto row = index(island.original[i]);
    if (members[i] >= 0 && unit < infinity) v[row] = part[index(members[i])] * (unit / problem.weight[row]);
  }
  context.certified = proves(problem, v, arena);
  if (context.certified)
    context.sentence.write("equality rows contradict each other: the certificate v has v'W = 0, v'q > 0");
  arena.rewind(mark);
  return context.certified;
}

}  // namespace nsds::numerics
