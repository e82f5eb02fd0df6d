// Does what happens around every solver of contacts: checks, starting point, verdict, report. And what happens around
// their residuals.
#pragma once

#include "core/guard.hpp"
#include "friction/check.hpp"
#include "friction/contract/contact_contract.hpp"
#include "friction/islands/contact_memory.hpp"
#include "friction/registry.hpp"
#include "linalg/affine_point.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::friction {

// call.given is the problem after its check.
nsds_status drive_checked(const AffineCall<Problem>& call, const Solver& solver, const CallFrame& frame,
                          Arena& arena);

// table: the solvers of the class. Given: a public struct that `checked` takes.
template <class Given>
nsds_status solve(const AffineCall<Given>& given, std::span<const Solver> (*table)() noexcept) {
  return in_frame(given, [&](const AffineCall<Given>& call, const CallFrame& frame, Arena& arena) {
    const Sentence sentence = frame.sentence();
    nsds_workspace* const workspace = call.common.workspace;
    ContactMemory own;
    const Memories memories{workspace, frame.options.reuse(),
                            workspace == nullptr ? &own : &ContactMemory::of(*workspace)};
    const std::optional<Problem> problem = checked(call.given, memories, arena, sentence);
    if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
    const auto size = static_cast<std::int32_t>(problem->size());
    if (!check_unknown("r", call.x, size, frame.options.warm_start(), sentence) ||
        !check_apart({{"r", call.x, size}, {"u", call.w, size}}, sentence))
      return frame.refuse(NSDS_INVALID_ARGUMENT);
    if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
    return drive_checked({call.common, &*problem, call.x, call.w}, table()[index(frame.options.solver_index)],
                         frame, arena);
  });
}

// Measures the problem at r: (d nc) by measure(problem, u, magnitude).
template <class Given, class Measure>
nsds_status measured_at(const Given* given, const double* r, Measure&& measure) {
  return guarded([&] {
    Arena arena;
    const std::optional<Problem> problem = checked(given, {}, arena, {});
    if (!problem || (problem->size() > 0 && r == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*problem, {})) return NSDS_NOT_APPLICABLE;
    const auto u = arena.take<double>(problem->size());
    const auto magnitude = arena.take<double>(problem->size());
    velocity(*problem, r, u.data(), magnitude.data());
    measure(*problem, u.data(), magnitude.data());
    return NSDS_OK;
  });
}

// At the tolerance of 1e-8, which rule e of the contract asks for.
template <class Given>
nsds_status contract_residual(const Given* given, const double* r, nsds_residual* value) {
  if (!has_struct_size(value)) return NSDS_INVALID_ARGUMENT;
  return measured_at(given, r, [&](const Problem& problem, const double* u, const double* magnitude) {
    Arena arena;
    *value = judge_contacts(problem, {.arena = arena, .tolerance = 1e-8, .is_exact = true}, r, u, magnitude);
  });
}

template <class Given>
nsds_status class_residual(const Given* given, const double* r, nsds_residual* value) {
  if (!has_struct_size(value)) return NSDS_INVALID_ARGUMENT;
  return measured_at(given, r, [&](const Problem& problem, const double* u, const double* magnitude) {
    *value = residual(problem, r, u, magnitude);
  });
}

template <class Given>
nsds_status class_residual_fclib(const Given* given, const double* r, double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  return measured_at(given, r, [&](const Problem& problem, const double* u, const double* magnitude) {
    *value = residual_fclib(problem, r, u, magnitude).value;
  });
}

}  // namespace nsds::numerics::friction
