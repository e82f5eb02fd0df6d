// These matrix operations are used inside the library. Arguments are trusted: the C interface has checked
// them.
#pragma once

#include <cstdint>

#include "core/sentence.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

// Writes what is wrong, if anything is.
NSDS_NUMERICS_API bool well_formed(const nsds_matrix& A, const Sentence& sentence);

// The part of well_formed that is about values: the structure is known to be well formed.
bool finite_entries(const nsds_matrix& A, const Sentence& sentence);

// Index of the first NaN or Inf, -1 if there is none.
NSDS_NUMERICS_API std::int32_t first_not_finite(const double* x, std::int32_t count);

// y = A x by the operator's function; false where that fails, also by an exception of C++.
bool apply(const nsds_operator_arrays& op, const double* x, double* y) noexcept;

// y += alpha A x. Not for operators.
NSDS_NUMERICS_API void add_product(const nsds_matrix& A, double alpha, const double* x, double* y);

// y += A x and magnitude += |A| |x| in one pass. Not for operators.
NSDS_NUMERICS_API void add_product_and_magnitude(const nsds_matrix& A, const double* x, double* y,
                                                 double* magnitude);

// y += A' x and magnitude += |A|' |x| in one pass. Not for operators.
void add_transposed_and_magnitude(const nsds_matrix& A, const double* x, double* y, double* magnitude);

// FNV-1a over the index arrays, and over the bits of the values.
std::uint64_t structure_hash(const nsds_matrix& A);
std::uint64_t value_hash(const nsds_matrix& A);

}  // namespace nsds::numerics
