#include "generic_mechanical/reduction.hpp"

#include <algorithm>
#include <cmath>

#include "box/registry.hpp"
#include "friction/islands/contact_memory.hpp"
#include "friction/registry.hpp"
#include "generic_mechanical/by_islands.hpp"
#include "generic_mechanical/contradiction.hpp"
#include "generic_mechanical/elimination.hpp"
#include "linalg/factors/bounded_factorization.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

constexpr int attempts = 3;

// The rest is a problem of its class: rows that are not eliminated, and where each is in that problem.
struct Rest {
  std::int32_t dimension;          // of its contacts, 0 where it has none
  std::span<std::int32_t> place;   // (size), -1 for equality rows
  std::span<double> mu;            // (contacts)
  std::span<double> lower, upper;  // (rows), where it has no contacts
  std::int32_t rows;
};

Rest lay_out(const Island& island, const RowCounts& counts, Arena& arena) {
  Rest rest{0, arena.take<std::int32_t>(island.size(), -1), {}, {}, {}, 0};
  // One contact makes the rest a problem of frictional contact, in its dimension.
  for (std::size_t block = 0; block < island.blocks(); ++block)
    if (island.is_contact(block))
      rest.dimension = std::max(rest.dimension, static_cast<std::int32_t>(island.rows(block)));
  const std::size_t most = counts.contact + counts.interval;
  rest.mu = arena.take<double>(most);
  rest.lower = arena.take<double>(most);
  rest.upper = arena.take<double>(most);
  std::size_t contacts = 0;
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    if (island.kinds[block] == NSDS_BLOCK_EQUALITY) continue;
    const std::size_t first = island.first(block), rows = island.rows(block);
    // Rows over intervals alone are a problem over a box.
    if (rest.dimension == 0) {
      for (std::size_t i = first; i < first + rows; ++i) {
        rest.lower[index(rest.rows)] = island.lower[i];
        rest.upper[index(rest.rows)] = island.upper[i];
        rest.place[i] = rest.rows++;
      }
      continue;
    }
    // A contact, or rows each of which is one without friction.
    const std::size_t step = island.is_contact(block) ? rows : 1;
    for (std::size_t i = first; i < first + rows; i += step) {
      rest.mu[contacts++] = island.mu[block];
      for (std::size_t k = 0; k < step; ++k) rest.place[i + k] = rest.rows + static_cast<std::int32_t>(k);
      rest.rows += rest.dimension;
    }
  }
  rest.mu = rest.mu.first(contacts);
  return rest;
}

// Tangents that no row has got are rows u = r of their own, with r = 0.
nsds_matrix matrix_of(const Island& island, const Rest& rest, const Elimination& elimination, Arena& arena) {
  const auto n = index(rest.rows);
  const std::span<std::int32_t> owner = arena.take<std::int32_t>(n, -1);
  for (std::size_t i = 0; i < island.size(); ++i)
    if (rest.place[i] >= 0) owner[index(rest.place[i])] = static_cast<std::int32_t>(i);
  // Elimination fills the matrix, which is dense then.
  if (elimination.count() > 0) {
    const std::span<double> S = arena.take<double>(n * n, 0.0);
    for (std::size_t k = 0; k < n; ++k)
      if (owner[k] < 0) S[k * n + k] = 1.0;
    elimination.fill(rest.place, n, S);
    return nsds_matrix_dense(rest.rows, rest.rows, S.data(), std::max(1, rest.rows));
  }
  // Where nothing is eliminated, the entries of the island go to their places by columns.
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(n + 1, 0);
  const auto for_each = [&](auto&& put) {  // by rows, which increase
    std::size_t row = 0;
    for (std::size_t block = 0; block < island.blocks(); ++block) {
      const std::size_t first = island.first(block), rows = island.rows(block);
      for (std::size_t i = 0; i < rows; ++i) {
        for (; row < index(rest.place[first + i]); ++row) put(row, row, 1.0);
        const std::span<const std::int32_t> columns = island.columns_of(block);
        for (std::size_t k = 0; k < columns.size(); ++k)
          put(row, index(rest.place[index(columns[k])]), island.values_of(block)[k * rows + i]);
        ++row;
      }
    }
    for (; row < n; ++row) put(row, row, 1.0);
  };
  for_each([&](std::size_t, std::size_t column, double) { ++starts[column + 1]; });
  for (std::size_t j = 0; j < n; ++j) starts[j + 1] += starts[j];
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(index(starts[n])),
                                next = arena.take<std::int32_t>(n);
  const std::span<double> values = arena.take<double>(index(starts[n]));
  std::copy_n(starts.begin(), n, next.begin());
  for_each([&](std::size_t row, std::size_t column, double value) {
    const auto to = index(next[column]++);
    rows[to] = static_cast<std::int32_t>(row);
    values[to] = value;
  });
  return nsds_matrix_csc(rest.rows, rest.rows, starts.data(), rows.data(), values.data());
}

// Solves the rest, in units in which s_w = s_r = 1, by the default solver of its class. x: (rows) in/out.
SolverClaim solve_rest(const Rest& rest, const nsds_matrix& W, std::span<const double> q, double* x,
                       SolveContext context) {
  Arena& arena = *context.arena;
  const nsds_solver_info& solver = rest.dimension > 0 ? friction::solvers()[0].info : box::solvers()[0].info;
  const std::span<double> own = arena.take<double>(index(solver.option_count));
  for (std::size_t k = 0; k < own.size(); ++k) own[k] = solver.options[k].default_number;
  context.own = own;
  context.certificate = arena.take<double>(index(rest.rows));
  context.sentence = {};
  if (rest.dimension == 0) {
    const affine::Problem map{rest.rows, W, q.data(), 1.0, 1.0};
    const box::Problem box{map, rest.lower.data(), rest.upper.data(), 1.0, rest.rows};
    return box::solve_auto(box, x, context);
  }
  friction::ContactMemory memory;
  memory.keep(NSDS_REUSE_NONE);
  const friction::Problem friction{
      rest.dimension, static_cast<std::int32_t>(rest.mu.size()), W, q.data(), rest.mu.data(), 1.0, 1.0, 1.0,
      &memory};
  return friction::solve_auto(friction, x, context);
}

}  // namespace

RowCounts count_rows(const Island& island) {
  RowCounts counts;
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    const std::size_t rows = island.rows(block);
    if (island.kinds[block] == NSDS_BLOCK_EQUALITY)
      counts.equality += rows;
    else if (island.is_contact(block))
      counts.contact += rows;
    else
      counts.interval += rows;
    if (island.kinds[block] == NSDS_BLOCK_BOX) counts.box += rows;
  }
  return counts;
}

bool is_reducible(const RowCounts& counts) {
  if (counts.contact > 0 && counts.box > 0) return false;
  return counts.equality == 0 ||
         (counts.equality <= most_eliminated && counts.contact + counts.interval <= most_remaining);
}

double elimination_work(const RowCounts& counts) {
  const auto eliminated = static_cast<double>(counts.equality);
  const auto others = static_cast<double>(counts.contact + counts.interval);
  return 4.0 * eliminated * eliminated * (eliminated + others);
}

nsds_status solve_reduced(const MechanicalProblem& problem, const Island& island, Progress& progress,
                          SolveContext& context) {
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  nsds_status status = context.limit(progress.iterations, progress.error);
  if (status != NSDS_OK) return status;
  // The elimination cannot be interrupted, and is not begun if there is no time for it.
  const RowCounts counts = count_rows(island);
  if (elimination_work(counts) > operations_within(context.seconds_left())) {
    context.sentence.write("the time that is left is not enough to eliminate {} equality rows; try 'newton'",
                           counts.equality);
    return NSDS_TIME_LIMIT;
  }
  ++progress.iterations;
  Elimination elimination(island, progress.start, counts.equality, arena);
  if (!elimination.factorise()) {
    arena.rewind(mark);
    return NSDS_SINGULAR;
  }
  // The rest starts from the multipliers at hand, and the equality rows follow from its solution.
  const Rest rest = lay_out(island, counts, arena);
  const nsds_matrix W = matrix_of(island, rest, elimination, arena);
  const std::span<double> q = arena.take<double>(index(rest.rows), 0.0),
                          x = arena.take<double>(index(rest.rows), 0.0),
                          lambda = arena.take<double>(island.size());
  elimination.fill_vector(rest.place, q);
  const auto to_lambda = [&] {
    for (std::size_t i = 0; i < island.size(); ++i)
      if (rest.place[i] >= 0) lambda[i] = x[index(rest.place[i])];
    elimination.recover(lambda);
  };
  for (std::size_t i = 0; i < island.size(); ++i)
    if (rest.place[i] >= 0) x[index(rest.place[i])] = progress.lambda[i];
  // What rounding on the way back takes away is asked for in advance the next time.
  SolveContext inner = context;
  inner.tolerance = progress.tolerance;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (rest.rows > 0) {
      const Arena::Mark before = arena.mark();
      inner.done_before = context.done_before + progress.iterations;
      const SolverClaim claim = solve_rest(rest, W, q, x.data(), inner);
      arena.rewind(before);
      progress.iterations += claim.iterations;
      status = claim.status;
    }
    // The residual of the island decides whether the rest was solved closely enough.
    to_lambda();
    const double error = progress.keep(lambda);
    if (progress.is_solved() || status != NSDS_OK || rest.rows == 0) break;
    inner.tolerance *= std::clamp(0.5 * progress.tolerance / error, 1e-3, 0.5);
  }
  // Equality rows may contradict each other, which can be proved.
  if (!progress.is_solved()) {
    if (refute(problem, island, context))
      status = NSDS_INFEASIBLE;
    else if (!ends_the_call(status) && status != NSDS_MAX_ITERATIONS)
      status = NSDS_STALLED;
  }
  arena.rewind(mark);
  return progress.is_solved() ? NSDS_OK : status;
}

SolverClaim solve_reduction(const MechanicalProblem& problem, double* lambda, SolveContext& context) {
  return solve_by_islands(problem, lambda, context, [&](const Island& island, Progress& progress) {
    const RowCounts counts = count_rows(island);
    if (is_reducible(counts)) return solve_reduced(problem, island, progress, context);
    if (counts.contact > 0 && counts.box > 0)
      context.sentence.write(
          "solver '{}' takes no island with both contacts with friction and boxes, that of row {} is "
          "one; "
          "try 'auto'.",
          context.solver, island.original[0]);
    else
      context.sentence.write(
          "solver '{}' takes at most {} equality rows and {} others an island, there are {} and {}; try "
          "'auto'.",
          context.solver, most_eliminated, most_remaining, counts.equality, counts.contact + counts.interval);
    return NSDS_NOT_APPLICABLE;
  });
}

}  // namespace nsds::numerics::generic_mechanical
