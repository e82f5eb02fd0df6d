#include "analysis/partition/convex_program.hpp"

#include "nsds/numerics/cpp/qp.hpp"

namespace nsds {

ProgramSolution solveProgram(const ConvexProgram& program) {
  const Index n = program.c.size();
  const Matrix Q = program.Q.size() > 0 ? program.Q : Matrix(Matrix::Zero(n, n));
  numerics::Constraints constraints;
  if (program.b.size() > 0) {
    constraints.A = numerics::view(program.A);
    constraints.b = program.b;
  }
  if (program.d.size() > 0) {
    constraints.C = numerics::view(program.C);
    constraints.d = program.d;
  }
  constraints.lower = program.lower;
  constraints.upper = program.upper;
  const numerics::qp::Solution solution =
      numerics::qp::Problem(numerics::view(Q), program.c, std::move(constraints))
          .solve(numerics::Options(NSDS_CLASS_QP).set("tolerance", 1e-10));
  ProgramStatus status = ProgramStatus::failed;
  if (solution.ok() || solution.report.status == NSDS_ROUNDOFF_LIMIT) status = ProgramStatus::solved;
  if (solution.report.status == NSDS_INFEASIBLE) status = ProgramStatus::infeasible;
  if (solution.report.status == NSDS_UNBOUNDED) status = ProgramStatus::unbounded;
  ProgramSolution result{status, solution.z};
  if (status == ProgramStatus::infeasible) {
    result.a = solution.certificate.segment(n, program.b.size());
    result.e = solution.certificate.tail(program.d.size());
  }
  return result;
}

}  // namespace nsds
