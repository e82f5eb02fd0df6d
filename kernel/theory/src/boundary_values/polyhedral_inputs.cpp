#include "boundary_values/polyhedral_inputs.hpp"

#include <memory>
#include <variant>

#include "linalg/numbers.hpp"

namespace nsds {

namespace {

/// Takes f and B as they are; multipliers do not act on x.
void takeMotion(const std::shared_ptr<const DifferentialVariationalInequality>& of, Index inputs,
                DifferentialVariationalInequality& to) {
  const Index n = of->states();
  const Index m = of->inputs();
  if (of->A() != nullptr) {
    to.setDrift(*of->A(), [of, n](double t, VectorRef b) { of->drift(t, Vector::Zero(n), b); });
  } else {
    to.setDrift([of](double t, VectorConstRef x, VectorRef f) { of->drift(t, x, f); },
                [of](double t, VectorConstRef x, MatrixRef A) { of->driftJacobian(t, x, A); });
  }
  if (of->B() != nullptr) {
    Matrix B = Matrix::Zero(n, inputs);
    B.leftCols(m) = *of->B();
    to.setInput(B);
    return;
  }
  to.setInput([of, m](double t, VectorConstRef x, MatrixRef B) { of->input(t, x, B.leftCols(m)); },
              [of, m](double t, VectorConstRef x, VectorConstRef u, MatrixRef J) {
                of->inputDerivative(t, x, u.head(m), J);
              });
}

/// Makes the inequality of q + F(u) − Hᵀ a and H u − k.
void takeInequality(const std::shared_ptr<const DifferentialVariationalInequality>& of,
                    const PolyhedronSet& K, DifferentialVariationalInequality& to) {
  const Index m = of->inputs();
  to.setOutput(
      [of, m, k = K.K](double t, VectorConstRef x, VectorRef G) {
        of->output(t, x, G.head(m));
        G.tail(k.size()) = -k;
      },
      [of, m](double t, VectorConstRef x, MatrixRef C) { of->outputJacobian(t, x, C.topRows(m)); });
  to.setInner(
      [of, m, H = K.H](VectorConstRef z, VectorRef F) {
        of->inner(z.head(m), F.head(m));
        F.head(m).noalias() -= H.transpose() * z.tail(H.rows());
        F.tail(H.rows()).noalias() = H * z.head(m);
      },
      [of, m, H = K.H](VectorConstRef z, MatrixRef D) {
        of->innerJacobian(z.head(m), D.topLeftCorner(m, m));
        D.topRightCorner(m, H.rows()) = -H.transpose();
        D.bottomLeftCorner(H.rows(), m) = H;
      });
}

}  // namespace

DviBoundaryValueProblem withMultipliers(const DviBoundaryValueProblem& problem) {
  const auto& K = std::get<PolyhedronSet>(problem.dvi.K());
  const auto of = std::make_shared<const DifferentialVariationalInequality>(problem.dvi);
  const Index inputs = of->inputs() + K.K.size();
  MixedSet box{Vector::Constant(inputs, -infinity), Vector::Constant(inputs, infinity)};
  box.lower.tail(K.K.size()).setZero();
  DifferentialVariationalInequality made(of->states(), inputs, box);
  takeMotion(of, inputs, made);
  takeInequality(of, K, made);
  return {std::move(made), problem.t0, problem.T, problem.boundary};
}

}  // namespace nsds
