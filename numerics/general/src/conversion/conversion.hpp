// What every conversion is: the converted problem and the two maps. A conversion owns all arrays that its
// problem points at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <variant>

#include "core/guard.hpp"
#include "core/sentence.hpp"
#include "linalg/matrix_builder.hpp"
#include "nsds/numerics/conversion.h"

struct nsds_conversion {
  nsds_conversion_info info{};
  std::variant<nsds_lcp, nsds_mlcp, nsds_qp, nsds_avi, nsds_mcp, nsds_vi, nsds_soclcp, nsds_convex_qp>
      problem;

  nsds_conversion() = default;
  nsds_conversion(const nsds_conversion&) = delete;
  nsds_conversion& operator=(const nsds_conversion&) = delete;
  virtual ~nsds_conversion() = default;

  // A point with its multipliers, each of the size that info says.
  struct Point {
    std::span<const double> z, multipliers;
  };
  struct Result {
    std::span<double> z, multipliers;
  };
  virtual void back(const Point& converted, const Result& given) const = 0;
  virtual void forward(const Point& given, const Result& converted) const = 0;
};

namespace nsds::numerics::conversion {

// A function that converts leaves its result and its sentence here.
struct Call {
  nsds_conversion** out = nullptr;
  Sentence sentence;
};

// Sets info.converted_*, and refuses a problem with entries that are not finite.
nsds_status deliver(std::unique_ptr<nsds_conversion> made, const Call& call);

// Surrounds everything that converts. out: where the result, of that name, goes. body: () -> nsds_status.
// Clears the message, refuses a null output, catches what is thrown.
template <class Body>
nsds_status convert(const char* name, const void* out, const Sentence& sentence, Body&& body) noexcept {
  sentence.write("{}", "");
  if (out == nullptr) {
    sentence.write("{} is null.", name);
    return NSDS_INVALID_ARGUMENT;
  }
  return guarded([&] {
    try {
      return body();
    } catch (const TooLarge&) {
      sentence.write("problem: a matrix of the conversion would have more than {} entries, or 2^31 - 1 rows.",
                     most_entries);
      return NSDS_NOT_APPLICABLE;
    }
  });
}

template <class Body>
nsds_status convert(const Call& call, Body&& body) noexcept {
  return convert("conversion", call.out, call.sentence, body);
}

// Checks a size of a converted problem. Throws TooLarge.
inline std::int32_t checked_size(std::int64_t size) {
  if (size > std::numeric_limits<std::int32_t>::max()) throw TooLarge();
  return static_cast<std::int32_t>(size);
}

}  // namespace nsds::numerics::conversion
