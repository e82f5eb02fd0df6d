// Names derivatives of a program that disagree with its functions.
#pragma once

#include "core/solve_context.hpp"
#include "nlp/program.hpp"

namespace nsds::numerics::nlp {

// x: (n), where the program is defined. Compares the gradient with f and the Jacobian with c along one direction, by two evaluations. Writes the sentence
// of the context where they disagree.
void name_wrong_derivatives(Program& program, std::span<const double> x, const SolveContext& context);

}  // namespace nsds::numerics::nlp
