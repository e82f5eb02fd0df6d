// Eliminates the equality rows of an island: with E these rows and R the others,
//
//   lambda_E = start_E - W_EE^+ (W_EE start_E + W_ER lambda_R + q_E),
//   (W_RR - W_RE W_EE^+ W_ER) lambda_R + q_R - W_RE W_EE^+ q_E = w_R,
//
// exact where the range of W_EE holds those of W_ER and q_E, as it does for a semidefinite W and equality
// rows that do not contradict each other; the residual of the class judges. The multipliers are those nearest
// to the start. What is left is solved as a problem of its class: friction, rows that are complementary as
// contacts with mu = 0 and tangents of their own, or over a box.
#pragma once

#include <cstdint>

#include "core/solve_context.hpp"
#include "generic_mechanical/island.hpp"
#include "generic_mechanical/progress.hpp"

namespace nsds::numerics::generic_mechanical {

inline constexpr std::size_t most_eliminated = 2000;  // rows
inline constexpr std::size_t most_remaining = 6000;   // rows, where some are eliminated

// Counts what an island has, by rows.
struct RowCounts {
  std::size_t equality = 0, contact = 0, interval = 0, box = 0;
};
RowCounts count_rows(const Island& island);

// Tells whether what is left after the elimination is a problem of one class, and of a size that can be
// thought of.
bool is_reducible(const RowCounts& counts);

// Estimates the operations of the elimination.
double elimination_work(const RowCounts& counts);

// NSDS_OK once progress.is_solved(), or why not: NSDS_TIME_LIMIT, with nothing done, where the elimination
// would take more time than is left.
nsds_status solve_reduced(const MechanicalProblem& problem, const Island& island, Progress& progress,
                          SolveContext& context);

}  // namespace nsds::numerics::generic_mechanical
