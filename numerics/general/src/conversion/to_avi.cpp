// Relay problems, linear complementarity problems and quadratic programs as the affine variational
// inequalities that they are.
#include <utility>

#include "conversion/given.hpp"
#include "conversion/same_unknowns.hpp"
#include "core/numbers.hpp"

namespace nsds::numerics::conversion {
namespace {

// This is what lcp.h and relay.h have in common. lower, upper: Nullable.
nsds_status from_box(nsds_class given_class, std::int32_t n, const nsds_matrix& M, const double* q,
                     std::pair<std::vector<double>, std::vector<double>> bounds, const Call& call) {
  auto made = std::make_unique<SameUnknowns>(given_class, n, 0);
  made->square = copy_matrix(M);
  made->linear = copy_vector(q, n);
  made->lower = std::move(bounds.first);
  made->upper = std::move(bounds.second);
  made->bind_avi();
  return deliver(std::move(made), call);
}

nsds_status from_qp(const nsds_qp& qp, const Call& call) {
  const std::int32_t multipliers = checked_size(std::int64_t{qp.inequalities} + qp.equalities);
  auto made = std::make_unique<SameUnknowns>(NSDS_CLASS_QP, qp.size, multipliers);
  made->square = copy_matrix(*qp.Q);
  made->linear = copy_vector(qp.p, qp.size);
  if (qp.inequalities > 0) made->A = copy_matrix(*qp.A);
  if (qp.equalities > 0) made->C = copy_matrix(*qp.C);
  made->b = copy_vector(qp.b, qp.inequalities);
  made->d = copy_vector(qp.d, qp.equalities);
  made->lower = bounds_of(qp.lower, qp.size, -infinity);
  made->upper = bounds_of(qp.upper, qp.size, infinity);
  made->bind_avi();
  return deliver(std::move(made), call);
}

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_relay_to_avi(const nsds_relay* problem, nsds_conversion** conversion, char* message,
                              size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    const nsds_status status = check_given(problem, call.sentence);
    if (status != NSDS_OK) return status;
    const std::int32_t n = problem->size;
    return from_box(NSDS_CLASS_RELAY, n, *problem->M, problem->q,
                    {copy_vector(problem->lower, n), copy_vector(problem->upper, n)}, call);
  });
}

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_lcp_to_avi(const nsds_lcp* problem, nsds_conversion** conversion, char* message,
                            size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    const nsds_status status = check_given(problem, call.sentence);
    if (status != NSDS_OK) return status;
    const std::int32_t n = problem->size;
    return from_box(NSDS_CLASS_LCP, n, *problem->M, problem->q,
                    {bounds_of(nullptr, n, 0.0), bounds_of(nullptr, n, infinity)}, call);
  });
}

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_qp_to_avi(const nsds_qp* problem, nsds_conversion** conversion, char* message,
                           size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    const nsds_status status = check_given(problem, call.sentence);
    return status == NSDS_OK ? from_qp(*problem, call) : status;
  });
}
