// Callbacks of the user are called behind a wall: one that fails or throws ends the call.
#pragma once

#include <optional>

#include "core/sentence.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/nonlinear_map.h"

namespace nsds::numerics::nonlinear {

// Thrown where a callback fails.
struct NSDS_NUMERICS_API CallbackFailed {
  const char* where;  // of the problem: "F.", "c.", or empty
  const char* callback;
  int code;
  bool threw;

  void describe(const Sentence& sentence) const;
};

// Returns what the callback returns, which is not negative. Throws CallbackFailed.
template <class Callback>
int call_behind_wall(const char* where, const char* name, const Callback& callback) {
  int code = 0;
  try {
    code = callback();
  } catch (...) {
    throw CallbackFailed{where, name, NSDS_MAP_FAILED, true};
  }
  if (code < 0) throw CallbackFailed{where, name, code, false};
  return code;
}

// Runs body(), which tells whether a point is in the domain, as a callback itself: the map that calls it knows only that something
// has failed, and what it was is kept.
template <class Body>
int as_callback(std::optional<CallbackFailed>& failure, const Body& body) {
  try {
    return body() ? NSDS_MAP_EVALUATED : NSDS_MAP_OUTSIDE;
  } catch (const CallbackFailed& failed) {
    failure.emplace(failed);
    return NSDS_MAP_FAILED;
  }
}

}  // namespace nsds::numerics::nonlinear
