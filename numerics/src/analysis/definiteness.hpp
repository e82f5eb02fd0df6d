// Signs of the quadratic form of a matrix.
#pragma once

#include <cstdint>

#include "core/arena.hpp"
#include "nsds/numerics/analysis.h"

namespace nsds::numerics::analysis {

// Gives the least tolerance that rounding allows.
double least_tolerance(std::int32_t n);

// Decides the definiteness of M in dense storage or CSC, entries of the order 1. tolerance: at least the
// least one. v: (n) out, Nullable: v'Mv < 0 where the form takes negative values.
nsds_definiteness definiteness(const nsds_matrix& M, double tolerance, double* v);

// Tells whether (M + M')/2 + shift I is positive definite. M: in dense storage or CSC.
bool is_positive_definite(const nsds_matrix& M, double shift);

// Tells whether v'Mv takes negative values, beyond rounding, as far as a factorisation of at most so many
// operations tells; where the diagonal does, there is none. given: square, well formed, any storage with entries.
// scratch: what a dense matrix takes.
enum class Negative { no, yes, untested };
Negative takes_negative_values(const nsds_matrix& given, double most_operations, Arena& scratch);

// A shift under which a factorisation that finds S - shift I positive definite shows that S is, for M with a
// diagonal of at most 2. Dense: a bound in any case [Rump 2006, BIT 46, 433]; CSC: one by experience.
double definite_margin(const nsds_matrix& M);

}  // namespace nsds::numerics::analysis
