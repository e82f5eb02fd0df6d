// Tells whether the vectors of a call are admissible. Each check writes a sentence and returns false on a
// fault.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>

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

// An output of a solve. at: (size), Nullable.
struct Output {
  const char* name;
  const double* at;
  std::int32_t size;
};

inline bool share_memory(const Output& a, const Output& b) {
  if (b.at == nullptr || a.at == nullptr || a.size <= 0 || b.size <= 0) return false;
  // Addresses of different arrays compare by std::less alone.
  constexpr std::less<const double*> before;
  return before(a.at, b.at + b.size) && before(b.at, a.at + a.size);
}

// Checks that no two outputs of a solve share memory.
NSDS_NUMERICS_API bool check_apart(std::initializer_list<Output> outputs, const Sentence& sentence);

// Checks that problem.floor, (n), Nullable, has numbers of at least zero.
NSDS_NUMERICS_API bool check_floor(const double* floor, std::int32_t n, const Sentence& sentence);

// Checks that lower ≤ upper in the problem, neither of them infinite on its wrong side. lower, upper: (n),
// Nullable: no bounds on that side.
NSDS_NUMERICS_API bool check_bounds(std::int32_t n, const double* lower, const double* upper,
                                    const Sentence& sentence);

}  // namespace nsds::numerics
