// Tells whether the vectors of a call are admissible. Each check writes a sentence and returns false on a
// fault.
#pragma once

#include <cstdint>

#include "core/sentence.hpp"
#include "nsds/numerics/export.h"

namespace nsds::numerics {

// name: as it stands in the sentence. x: (n), there and finite.
NSDS_NUMERICS_API bool check_finite(const char* name, const double* x, std::int32_t n,
                                    const Sentence& sentence);

// Checks that the vector problem.name, (n), is there and finite.
NSDS_NUMERICS_API bool check_vector(const char* name, const double* x, std::int32_t n,
                                    const Sentence& sentence);

// Checks that the unknown x of a solve, (n), is there, and finite where it is read because the start is warm.
NSDS_NUMERICS_API bool check_unknown(const char* name, const double* x, std::int32_t n, bool is_read,
                                     const Sentence& sentence);

// Checks that the outputs x and w of a solve are two arrays. w: Nullable.
NSDS_NUMERICS_API bool check_apart(const char* name_of_x, const double* x, const char* name_of_w,
                                   const double* w, const Sentence& sentence);

// Checks that problem.floor, (n), Nullable, has numbers of at least zero.
NSDS_NUMERICS_API bool check_floor(const double* floor, std::int32_t n, const Sentence& sentence);

// Checks that lower ≤ upper in the problem, neither of them infinite on its wrong side. lower, upper: (n),
// Nullable: no bounds on that side.
NSDS_NUMERICS_API bool check_bounds(std::int32_t n, const double* lower, const double* upper,
                                    const Sentence& sentence);

}  // namespace nsds::numerics
