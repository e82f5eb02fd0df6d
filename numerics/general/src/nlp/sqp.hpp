// Sequential quadratic programming, with what it has to say of a program that it does not solve.
#pragma once

#include "core/solve_context.hpp"
#include "nlp/program.hpp"

namespace nsds::numerics::nlp {

// Why it ended without a solution, in which cases a sentence explains more than "no further progress".
struct SqpDiagnosis {
  enum class Kind : unsigned char { none, contradiction, falls_for_ever };
  Kind kind = Kind::none;
  double value = 0.0;  // the least sum of violations, or the objective, in units

  void describe(const Sentence& sentence) const;
};

// Solves by sequential quadratic programming and says what stood in the way; solve_sqp of the registry makes a sentence of it. It
// leaves in y the point of least violation where the constraints contradict each other, else that of the least residual.
SolverClaim solve_sqp(Program& program, std::span<double> y, SolveContext& context, SqpDiagnosis& diagnosis);

}  // namespace nsds::numerics::nlp
