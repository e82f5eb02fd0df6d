// What all residual functions of a class in global form do.
#pragma once

#include "core/call_checks.hpp"
#include "core/guard.hpp"
#include "global_friction/check.hpp"
#include "global_friction/contract/global_contract.hpp"

namespace nsds::numerics::global_friction {

// residual: of the contract at the tolerance of 1e-8, which rule e asks for, where that is the norm, else of the class. value: what
// that of the norm is, Nullable.
template <class Given>
nsds_status measured_at(const Given* given, const double* v, const double* r, const double* lambda,
                        friction::Norm norm, nsds_residual& residual, double* value) {
  return guarded([&] {
    if (!check(given, nullptr, NSDS_REUSE_NONE, {})) return NSDS_INVALID_ARGUMENT;
    const bool missing = (given->size > 0 && v == nullptr) || (given->contacts > 0 && r == nullptr) ||
                         (given->constraints > 0 && lambda == nullptr);
    if (missing) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*given, {})) return NSDS_NOT_APPLICABLE;
    Arena arena;
    const Prepared prepared(*given, {}, arena, {});
    if (prepared.status != NSDS_OK) return prepared.status;
    const Problem& problem = prepared.problem;
    Point point = take_point(problem, arena);
    read_point(v, r, lambda, point);
    measure(problem, norm, point, arena);
    residual = norm == friction::Norm::contract
                   ? judge_global(GlobalForm(problem, arena),
                                  {.arena = arena, .tolerance = 1e-8, .is_exact = true}, point)
                   : point.residual;
    if (value != nullptr) *value = point.judged.value;
    return NSDS_OK;
  });
}

}  // namespace nsds::numerics::global_friction
