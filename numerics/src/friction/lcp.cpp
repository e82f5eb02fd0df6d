// Contact with friction in two dimensions as a linear complementarity problem, which is exact there: see
// complementarity_form.hpp for the two forms. Island by island, by a solver of the class LCP. The class
// residual of what comes back decides.
//
// Default max_iterations: 10000 + 400 nc, what the solver of the LCP counts.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "core/attempts.hpp"
#include "friction/by_islands.hpp"
#include "friction/complementarity_form.hpp"
#include "lcp/registry.hpp"

namespace nsds::numerics::friction {

namespace {

enum : int { lcp_solver_option, form_option };
constexpr std::array<const char*, 3> solver_names{"lemke", "block_pivoting", "auto"};  // as in the table
constexpr std::size_t most_rows = 4000;          // n^2 numbers have to fit
constexpr std::int32_t largest_dense = 400;      // rows
constexpr double lcp_tolerance[] = {0.1, 1e-4};  // over the tolerance of the call, one after the other

const lcp::Solver& solver_named(const char* name) {
  return *std::find_if(lcp::solvers().begin(), lcp::solvers().end(),
                       [name](const lcp::Solver& row) { return std::strcmp(row.info.name, name) == 0; });
}

// Gives the unit of the rows and columns of a contact, in which all diagonals of W become about 1.
double scale(const Island<2>& island, std::size_t c) {
  return 1.0 / std::sqrt(island.weights[c]);
}

OwnedMatrix matrix_of(const Island<2>& island, const ComplementarityForm& form) {
  const auto n = static_cast<std::int32_t>(form.rows() * island.contacts);
  MatrixBuilder M(n, n, n <= largest_dense);
  const auto add_block = [&](std::size_t row, std::size_t column, const double* block) {
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t i = 0; i < 2; ++i)
        form.add_entry(M, row, i, column, j, island.mu[column],
                       scale(island, row) * block[2 * j + i] * scale(island, column));
  };
  for (std::size_t c = 0; c < island.contacts; ++c) {
    add_block(c, c, &island.diagonal[block_size<2> * c]);
    for (std::int32_t e = island.starts[c]; e < island.starts[c + 1]; ++e)
      add_block(c, index(island.columns[index(e)]), &island.blocks[block_size<2> * index(e)]);
    form.add_law(M, c, island.mu[c], 1.0 / std::max(1.0, island.mu[c]));
  }
  return M.finish();
}

nsds_status solve_as_lcp(const Island<2>& island, Criterion<2>& criterion, Progress<2>& progress,
                         SolveContext& context) {
  const bool slack = context.own[form_option] != 0.0;
  const ComplementarityForm form =
      slack ? ComplementarityForm::slack() : ComplementarityForm::facets(2, {1.0, -1.0});
  const std::size_t n = form.rows() * island.contacts;
  if (n > most_rows) {
    context.sentence.write(
        "solver '{}' takes islands of at most {} contacts, there is one of {}; try 'auto'.", context.solver,
        most_rows / form.rows(), island.contacts);
    return NSDS_NOT_APPLICABLE;
  }
  // The LCP is that of one island, in units in which the diagonal of W is about 1.
  const OwnedMatrix M = matrix_of(island, form);
  Arena& arena = *context.arena;
  const auto q = arena.take<double>(n);
  const auto z = arena.take<double>(n);
  const auto r = arena.take<double>(island.vector_size());
  for (std::size_t c = 0; c < island.contacts; ++c) {
    for (std::size_t i = 2 * c; i < 2 * c + 2; ++i) r[i] = scale(island, c) * island.q[i];
    form.fill_vector(&r[2 * c], &q[form.rows() * c]);
  }
  const double s_w = affine::vector_scale(q.data(), static_cast<std::int32_t>(n));
  const lcp::Lcp lcp{static_cast<std::int32_t>(n), M, q.data(), s_w, s_w / affine::matrix_scale(M)};

  // The solver of the LCP has its own default options, the limits of the call, and a tolerance that is
  // tightened once.
  const lcp::Solver& solver =
      solver_named(solver_names[static_cast<std::size_t>(context.own[lcp_solver_option])]);
  SolveContext nested = context;
  nested.own = default_values(solver.info, arena);
  nested.certificate = arena.take<double>(n);
  nsds_status status = NSDS_OK;
  for (const double factor : lcp_tolerance) {
    nested.tolerance = std::max(factor * progress.tolerance, 1e-15);
    nested.done_before = progress.iterations;
    // A vector q that is not negative has the solution z = 0.
    std::fill(z.begin(), z.end(), 0.0);
    const bool trivial = std::all_of(q.begin(), q.end(), [](double value) { return value >= 0.0; });
    const SolverClaim claim = trivial ? SolverClaim{} : solver.solve(lcp, z.data(), nested);
    progress.iterations += claim.iterations;
    status = claim.status;
    if (status == NSDS_NOT_APPLICABLE) {
      context.sentence.write("lcp_solver '{}' does not take this LCP, whose matrix is no P-matrix; try '{}'.",
                             solver.info.name, solver_names[0]);
      return status;
    }
    // Reactions come back into the cone, and the residual of the class decides.
    for (double& value : z) value = std::max(0.0, value);
    for (std::size_t c = 0; c < island.contacts; ++c) {
      form.carry_back(&z[form.rows() * c], island.mu[c], &r[2 * c]);
      for (std::size_t i = 2 * c; i < 2 * c + 2; ++i) r[i] *= scale(island, c);
    }
    progress.keep(criterion(r), r);
    if (progress.is_solved()) return NSDS_OK;
    if (status == NSDS_INTERRUPTED || status == NSDS_TIME_LIMIT || status == NSDS_MAX_ITERATIONS) break;
  }
  return status == NSDS_OK ? NSDS_STALLED : status;
}

}  // namespace

SolverClaim solve_lcp(const Problem& problem, double* r, SolveContext& context) {
  if (problem.dimension != 2) {
    context.sentence.write(
        "solver '{}' is for contacts in two dimensions, those of the problem have three; facets make an LCP "
        "of "
        "them, see polyhedral_friction.h.",
        context.solver);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  return solve_by_islands<2>(problem, r, context,
                             [&](const Island<2>& island, Criterion<2>& criterion, Progress<2>& progress) {
                               return solve_as_lcp(island, criterion, progress, context);
                             });
}

}  // namespace nsds::numerics::friction
