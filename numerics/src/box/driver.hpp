// The frame around every solver of a class over boxes: what lcp/driver.cpp is for the LCP.
#pragma once

#include <functional>
#include <optional>

#include "box/registry.hpp"
#include "core/call_checks.hpp"
#include "core/workspace.hpp"

namespace nsds::numerics {

// The problem of a class with its units; nothing, and a sentence, where it is not admissible.
using Describe = std::function<std::optional<BoxProblem>(Arena& arena, const Sentence& sentence)>;

// One call, whatever its class. The class checks its struct and lays the bounds out.
struct BoxCall {
  nsds_class problem_class;
  double* z;
  double* w;                    // Nullable
  const nsds_options* options;  // Nullable
  nsds_workspace* workspace;    // Nullable
  nsds_report* report;          // Nullable
  Describe describe;
};

nsds_status solve_box(const BoxCall& call);

// What the residual function of a class does once its struct is understood.
nsds_status evaluate_box_residual(const Describe& describe, const double* z, nsds_residual* residual);

// The size and the matrix of a problem.
bool check_shape(std::int32_t size, const nsds_matrix* M, const Sentence& sentence);

// What describe has to check and to measure once the bounds are there: the entries of M and q, the bounds,
// the units.
std::optional<BoxProblem> checked_box(std::int32_t size, const nsds_matrix* M, const double* q,
                                      const double* lower, const double* upper, const Sentence& sentence);

}  // namespace nsds::numerics
