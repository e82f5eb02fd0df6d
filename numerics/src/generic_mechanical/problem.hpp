// A generic mechanical problem after it has been checked, with the units of its rows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "generic_mechanical/law.hpp"
#include "nsds/numerics/generic_mechanical.h"
#include "nsds/numerics/reuse.h"

namespace nsds::numerics::generic_mechanical {

struct MechanicalProblem {
  std::int32_t size = 0;
  std::int32_t blocks = 0;
  const nsds_matrix& W;
  const double* q = nullptr;
  const std::int32_t* starts = nullptr;  // (blocks + 1)
  const std::int32_t* kinds = nullptr;   // (blocks)
  const double* mu = nullptr;            // (blocks), read of friction only
  std::span<const double> lower, upper;  // (size): those of every row, infinite where there are none
  // These are the units in which lambda and w are measured, the same for all rows of a contact; see
  // generic_mechanical.h.
  std::span<const double> weight;               // (size): a
  std::span<const double> lambda_unit, w_unit;  // (size): s / a and s a
  const double* floor = nullptr;  // (size): what a row may be violated by whatever its terms; null: nothing

  BlockLaw law(std::int32_t block) const;
};

// Checks all of it; nothing, and a sentence, where it is not admissible. workspace: Nullable.
std::optional<MechanicalProblem> checked(const nsds_generic_mechanical* given, nsds_workspace* workspace,
                                         nsds_reuse reuse, Arena& arena, const Sentence& sentence);

// False, and a sentence, where W is an operator.
bool has_entries(const MechanicalProblem& problem, const Sentence& sentence);

// Writes a, (size), as generic_mechanical.h defines it. largest: max |W_ij|.
void weights(const MechanicalProblem& problem, double largest, std::span<double> a);

// w = W lambda + q and magnitude = |W| |lambda| + |q|, (size) out.
void velocity(const MechanicalProblem& problem, const double* lambda, double* w, double* magnitude);

// Evaluates the residual of the class at lambda and its w.
nsds_residual residual(const MechanicalProblem& problem, const double* lambda, const double* w,
                       const double* magnitude);

}  // namespace nsds::numerics::generic_mechanical
