#include "affine/contract/data_of_rounding.hpp"

#include <algorithm>

#include "affine/contract/islands.hpp"

namespace nsds::numerics::affine {
namespace {

// The largest sum of terms of the rows of each island that hold, in the units of the caller. (n).
std::span<const double> largest_terms(const BoxProblem& problem, const Rows& rows,
                                      std::span<const unsigned char> fails,
                                      std::span<const std::int32_t> island, Arena& arena) {
  const std::span<double> largest = arena.take<double>(island.size(), 0.0);
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    if (fails[index(i)] != 0) continue;
    double& known = largest[index(island[index(i)])];
    known = std::max(known, in_units_of_caller(problem, i, rows.terms[index(i)]));
  }
  return largest;
}

}  // namespace

std::span<const double> unnoticed_moves(const BoxProblem& problem, const Rows& rows,
                                        std::span<const unsigned char> fails, Arena& arena) {
  const std::span<double> moves = arena.take<double>(fails.size(), infinity);
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0 || fails[index(i)] != 0 || rows.terms[index(i)] == 0.0) return;
    moves[index(j)] = std::min(moves[index(j)], rounding_of_data * (rows.terms[index(i)] / std::fabs(value)));
  });
  for (double& move : moves)
    if (move == infinity) move = 0.0;
  return moves;
}

int forgive_data_of_rounding(const BoxProblem& problem, const Rows& rows, const double* x,
                             std::span<unsigned char> fails, Arena& arena) {
  // A row with a term is violated by less than the sum of its terms.
  const auto may_be = [&](std::int32_t i) {
    return fails[index(i)] != 0 && rows.terms[index(i)] == std::fabs(problem.map.q[i]);
  };
  bool any = false;
  for (std::int32_t i = 0; i < problem.map.n; ++i) any = any || may_be(i);
  if (!any) return 0;

  const Arena::Mark mark = arena.mark();
  const std::span<const double> moves = unnoticed_moves(problem, rows, fails, arena);
  const std::span<double> cancelled = arena.take<double>(fails.size(), 0.0);
  const std::span<unsigned char> has_terms = arena.take<unsigned char>(fails.size(), 0);
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0) return;
    cancelled[index(i)] += std::fabs(value) * moves[index(j)];
    if (x[j] != 0.0) has_terms[index(i)] = 1;
  });
  const std::span<const std::int32_t> island = islands_of(problem.map.M, arena);
  const std::span<const double> largest = largest_terms(problem, rows, fails, island, arena);
  int forgiven = 0;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const double datum = std::fabs(problem.map.q[i]);
    if (!may_be(i) || has_terms[index(i)] != 0 || datum > cancelled[index(i)]) continue;
    if (in_units_of_caller(problem, i, datum) > rounding_of_data * largest[index(island[index(i)])]) continue;
    fails[index(i)] = 0;
    ++forgiven;
  }
  arena.rewind(mark);
  return forgiven;
}

}  // namespace nsds::numerics::affine
