#include "simulation/event_driven/contacts/force_program.hpp"

namespace nsds {

numerics::qp::Solution ForceProgram::solve() const {
  numerics::Constraints constraints;
  constraints.A = numerics::view(rows);
  constraints.b = b;
  constraints.upper = upper;
  return numerics::qp::Problem(numerics::view(metric), objective, constraints)
      .solve(numerics::Options(NSDS_CLASS_QP).set("tolerance", 1e-12).set("residual", "class"));
}

numerics::qp::Solution farthestInside(const Matrix& rows, const Vector& margins, const Vector& inwards) {
  const Index k = rows.cols();
  Matrix withMargin(rows.rows(), k + 1);
  withMargin << rows, -inwards;
  ForceProgram program(withMargin, -margins);
  program.objective[k] = -1.0;
  program.upper[k] = 10.0;
  return program.solve();
}

}  // namespace nsds
