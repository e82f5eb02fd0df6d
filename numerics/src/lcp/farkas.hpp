// Proofs that an LCP has no feasible point: y >= 0, M'y <= 0, q'y < 0 (then y'w = (M'y)'z + q'y < 0 for z >=
// 0).
#pragma once

#include <span>

#include "core/arena.hpp"
#include "core/solve_context.hpp"
#include "lcp/pivoting/dictionary.hpp"
#include "lcp/pivoting/ratio_test.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

// Clips y to y >= 0, scales it to ||y||_inf = 1 and checks the rest. M'y <= 0 is taken up to the rounding of
// the product itself and q'y < 0 needs six digits that do not cancel, so that a feasible point, if there were
// one after all, would have entries beyond 1e6 s_z. y: (n) in/out.
bool verify_farkas(const Lcp& problem, std::span<double> y, Arena& arena);

// Looks for a row with q_i < 0 and no positive entry; y is then its unit vector.
bool find_row_certificate(const Lcp& problem, std::span<double> y, Arena& arena);

// Starts from a feasible dictionary with the covering variable basic, and minimises it by the simplex method.
// At a positive minimum its row holds a Farkas vector, which goes to context.certificate: NSDS_INFEASIBLE.
// NSDS_RAY: a feasible point exists, or nothing was proved within the number of pivots allowed; else the
// limit of the context that was reached. pivots: in/out, the count so far.
nsds_status prove_infeasible(const Lcp& problem, Dictionary& dictionary, RatioTest& test, int pivots_allowed,
                             const SolveContext& context, std::int64_t& pivots);

}  // namespace nsds::numerics::lcp
