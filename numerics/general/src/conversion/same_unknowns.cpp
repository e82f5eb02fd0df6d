#include "conversion/same_unknowns.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics::conversion {
namespace {

const nsds_matrix* pointer(const std::optional<OwnedMatrix>& A) {
  return A ? &*A : nullptr;
}

// This is what nsds_qp and nsds_avi have in common.
template <class Problem>
void bind_constraints(const SameUnknowns& arrays, Problem& problem) {
  problem.size = arrays.info.given_size;
  problem.inequalities = static_cast<std::int32_t>(arrays.b.size());
  problem.equalities = static_cast<std::int32_t>(arrays.d.size());
  problem.A = pointer(arrays.A);
  problem.b = arrays.b.data();
  problem.C = pointer(arrays.C);
  problem.d = arrays.d.data();
  problem.lower = arrays.lower.data();
  problem.upper = arrays.upper.data();
}

}  // namespace

SameUnknowns::SameUnknowns(nsds_class given_class, std::int32_t size, std::int32_t multipliers) {
  info.given_class = given_class;
  info.given_size = size;
  info.given_multipliers = multipliers;
}

void SameUnknowns::bind_qp() {
  nsds_qp qp;
  nsds_qp_init(&qp);
  bind_constraints(*this, qp);
  qp.Q = &square;
  qp.p = linear.data();
  problem = qp;
}

void SameUnknowns::bind_avi() {
  nsds_avi avi;
  nsds_avi_init(&avi);
  bind_constraints(*this, avi);
  avi.M = &square;
  avi.q = linear.data();
  problem = avi;
}

void SameUnknowns::back(const Point& converted, const Result& given) const {
  for (std::size_t i = 0; i < given.z.size(); ++i)
    given.z[i] = std::clamp(converted.z[i], lower[i], upper[i]);
  for (std::size_t i = 0; i < given.multipliers.size(); ++i)
    given.multipliers[i] = i < b.size() ? std::max(0.0, converted.multipliers[i]) : converted.multipliers[i];
}

void SameUnknowns::forward(const Point& given, const Result& converted) const {
  for (std::size_t i = 0; i < given.z.size(); ++i)
    converted.z[i] = std::clamp(given.z[i], lower[i], upper[i]);
  for (std::size_t i = 0; i < given.multipliers.size(); ++i)
    converted.multipliers[i] = i < b.size() ? std::max(0.0, given.multipliers[i]) : given.multipliers[i];
}

std::vector<double> bounds_of(const double* given, std::int32_t n, double missing) {
  return given == nullptr ? std::vector<double>(index(n), missing) : copy_vector(given, n);
}

}  // namespace nsds::numerics::conversion
