// Makes the status that is returned, and words, of a solver's claim and the residual.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/solve_context.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/report.h"

namespace nsds::numerics {

// OK is earned by the residual alone, whatever the solver claims.
NSDS_NUMERICS_API nsds_status judge(nsds_status claim, const nsds_residual& residual, double tolerance,
                                    Proof certified);

// The parts of a residual that have to be within the tolerance beside an ok: all of them where each is that of some rows; distances where
// complementarity is a power, in the square of their unit; none where another norm was judged than the one that is reported.
enum class Parts : std::uint8_t { all, distances, none };

// Tells whether a report may say ok beside these numbers. What is no number allows nothing.
inline bool allows_ok(const nsds_residual& residual, double tolerance, Parts parts) {
  if (parts == Parts::none) return residual.value < infinity;
  const bool distances =
      residual.value <= tolerance && residual.primal <= tolerance && residual.dual <= tolerance;
  return distances && (parts == Parts::distances || residual.complementarity <= tolerance);
}

// Tells whether rounding in w = M z + q accounts for the residual. That of an iterate which has run away does
// not count: its floor is above everything.
inline bool is_rounding(const nsds_residual& residual) {
  return residual.value <= 4.0 * residual.roundoff_floor && residual.roundoff_floor < 1e-6;
}

// Writes a text as it is: a format would be read first, which is long for calls that take a microsecond.
inline void say_text(const Sentence& sentence, std::string_view text) {
  if (sentence.text == nullptr) return;
  const std::size_t length = std::min(text.size(), sentence.capacity - 1);
  std::memcpy(sentence.text, text.data(), length);
  sentence.text[length] = '\0';
}
inline constexpr std::string_view solved_text = "The residual is within the tolerance.";

// Writes one sentence: what happened, where, and what to try. reason: the solver's own words, "" for none.
NSDS_NUMERICS_API void say(const Sentence& sentence, nsds_status status, const SolverClaim& claim,
                           const nsds_residual& residual, const SolveContext& context, const char* reason);

}  // namespace nsds::numerics
