// Data of rounding: 1e-16 in the place of zero. A row of nothing else has no solution, and nobody means it.
#pragma once

#include <cstdint>
#include <span>

#include "affine/contract/rows.hpp"

namespace nsds::numerics::affine {

// How far each unknown may move before a row that holds notices: η min T_k / |K_kj|; 0: none does. (n).
std::span<const double> unnoticed_moves(const BoxProblem& problem, const Rows& rows,
                                        std::span<const unsigned char> fails, Arena& arena);

// Takes out of the rows that fail those in which all unknowns are exactly zero and whose datum moves of unknowns that no other row notices would
// cancel. fails: (n) in/out. Returns how many were taken out.
int forgive_data_of_rounding(const BoxProblem& problem, const Rows& rows, const double* x,
                             std::span<unsigned char> fails, Arena& arena);

}  // namespace nsds::numerics::affine
