// Converts linear complementarity problems to quadratic programs [Cottle, Pang, Stone 1992, 1.4].
#include <algorithm>

#include "conversion/given.hpp"
#include "conversion/same_unknowns.hpp"
#include "core/numbers.hpp"

namespace nsds::numerics::conversion {
namespace {

// The program is over the orthant, with the linear term q.
template <class Made>
std::unique_ptr<Made> over_orthant(const nsds_lcp& lcp) {
  auto made = std::make_unique<Made>(NSDS_CLASS_LCP, lcp.size, 0);
  made->linear = copy_vector(lcp.q, lcp.size);
  made->lower = bounds_of(nullptr, lcp.size, 0.0);
  made->upper = bounds_of(nullptr, lcp.size, infinity);
  return made;
}

// Where z solves the LCP, the conditions (M + M')z + q - M'y >= 0, y >= 0 with their complementarities hold
// for y = z: the first is w.
struct Nonsymmetric final : SameUnknowns {
  using SameUnknowns::SameUnknowns;

  void forward(const Point& given, const Result& converted) const override {
    SameUnknowns::forward(given, converted);
    std::copy(converted.z.begin(), converted.z.end(), converted.multipliers.begin());
  }
};

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_lcp_to_qp_symmetric(const nsds_lcp* problem, nsds_conversion** conversion, char* message,
                                     size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    const nsds_status status = check_given(problem, call.sentence);
    if (status != NSDS_OK) return status;
    if (!check_symmetric("M", *problem->M, call.sentence)) return NSDS_NOT_APPLICABLE;
    auto made = over_orthant<SameUnknowns>(*problem);
    made->square = copy_matrix(*problem->M);
    made->bind_qp();
    return deliver(std::move(made), call);
  });
}

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_lcp_to_qp_nonsymmetric(const nsds_lcp* problem, nsds_conversion** conversion, char* message,
                                        size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    const nsds_status status = check_given(problem, call.sentence);
    if (status != NSDS_OK) return status;
    auto made = over_orthant<Nonsymmetric>(*problem);
    MatrixBuilder sum(problem->size, problem->size, all_dense(problem->M));
    sum.add(0, 0, 1.0, problem->M);
    sum.add_transposed(0, 0, 1.0, problem->M);
    made->square = sum.finish();
    made->A = copy_matrix(*problem->M);
    for (const double q : made->linear) made->b.push_back(-q);
    made->bind_qp();
    return deliver(std::move(made), call);
  });
}
