#include "convex_qp/set.hpp"

#include <algorithm>
#include <limits>

#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::convex_qp {
namespace {

int call_projector(const ConvexSet& set, const double* x, double* projection) {
  try {
    return set.project(set.user, x, projection);
  } catch (...) {
    throw ProjectorFailed{0, true, -1, 0.0};
  }
}

}  // namespace

void ProjectorFailed::describe(const Sentence& sentence) const {
  if (threw) return sentence.write("problem.project has thrown an exception.");
  if (row < 0) return sentence.write("problem.project returned {}, which stands for failure.", code);
  sentence.write("problem.project left projection[{}] {}; it has to write a finite number.", row, value);
}

void project(const ConvexSet& set, const double* x, double* projection) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::size_t m = index(set.m);
  if (!all_finite(x, m)) {
    std::fill_n(projection, m, nan);
    return;
  }
  if (set.is_box()) {
    for (std::size_t i = 0; i < m; ++i) projection[i] = std::clamp(x[i], set.lower[i], set.upper[i]);
    return;
  }
  if (m == 0) return;
  std::fill_n(projection, m, nan);  // an entry that is forgotten shows
  const int code = call_projector(set, x, projection);
  if (code != 0) throw ProjectorFailed{code, false, -1, 0.0};
  const std::int32_t bad = first_not_finite(projection, set.m);
  if (bad >= 0) throw ProjectorFailed{0, false, bad, projection[bad]};
}

}  // namespace nsds::numerics::convex_qp
