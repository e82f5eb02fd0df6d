#include "generic_mechanical/contradiction.hpp"

#include <algorithm>
#include <cmath>

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

// Does v, (size), prove it?
bool proves(const MechanicalIsland& island, std::span<const double> v, Arena& arena) {
  const std::span<double> product = arena.take<double>(v.size(), 0.0);
  const std::span<double> terms = arena.take<double>(v.size(), 0.0);
  double gap = 0.0, gap_terms = 0.0;
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    const double* value = island.values_of(block);
    const double* const at = &v[island.first(block)];
    for (const std::int32_t column : island.columns_of(block)) {
      for (std::size_t i = 0; i < island.rows(block); ++i, ++value) {
        product[index(column)] += at[i] * *value;
        terms[index(column)] += std::fabs(at[i] * *value);
      }
    }
  }
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!(std::fabs(product[i]) <= orthogonal * terms[i])) return false;
    gap += v[i] * island.q[i];
    gap_terms += std::fabs(v[i] * island.q[i]);
  }
  return gap > 1e-6 * gap_terms;
}

}  // namespace

bool find_contradiction(const MechanicalIsland& island, const Elimination& elimination,
                        MechanicalProgress& progress, SolveContext& context) {
  if (elimination.count() == 0) return false;
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const std::span<const std::int32_t> members = elimination.members();
  const std::span<double> part = arena.take<double>(elimination.count());
  const std::span<double> v = arena.take<double>(island.size(), 0.0);
  progress.measure(progress.lambda);
  for (std::size_t i = 0; i < island.size(); ++i)
    if (members[i] >= 0) part[index(members[i])] = progress.w()[i];
  leave_defect(elimination, part, arena);
  for (std::size_t i = 0; i < island.size(); ++i)
    if (members[i] >= 0) v[i] = part[index(members[i])];
  const bool found = proves(island, v, arena);
  if (found) {
    std::fill(context.certificate.begin(), context.certificate.end(), 0.0);
    for (std::size_t i = 0; i < island.size(); ++i) context.certificate[index(island.original[i])] = v[i];
    context.certified = true;
    context.sentence.write("equality rows contradict each other: the certificate v has v'W = 0, v'q > 0");
  }
  arena.rewind(mark);
  return found;
}

}  // namespace nsds::numerics
