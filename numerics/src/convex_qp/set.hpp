// The convex set C: a box, or what the user's projector projects onto.
#pragma once

#include <cstdint>

#include "core/sentence.hpp"
#include "nsds/numerics/convex_qp.h"

namespace nsds::numerics::convex_qp {

// Thrown where the user's projector fails, and caught by the driver: the problem is invalid.
struct ProjectorFailed {
  int code;          // what it returned
  bool threw;        // it did not return
  std::int32_t row;  // of an entry that is not finite; -1: it failed
  double value;      // that entry

  void describe(const Sentence& sentence) const;
};

struct ConvexSet {
  std::int32_t m;
  const double* lower;            // (m) the box, where project is null
  const double* upper;            // (m)
  nsds_project_function project;  // Nullable
  void* user;

  bool is_box() const noexcept { return project == nullptr; }
};

// projection: (m) out, not x. Where x is not finite, an iteration that has run away, it is NaN and the
// projector is not asked. Throws ProjectorFailed.
void project(const ConvexSet& set, const double* x, double* projection);

}  // namespace nsds::numerics::convex_qp
