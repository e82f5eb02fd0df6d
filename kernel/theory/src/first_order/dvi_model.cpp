// A differential variational inequality as parts of a model, the simplest system, relation and law that say the same, and as a
// linear complementarity system.
#include <memory>
#include <utility>

#include "first_order/normal_cone_law.hpp"
#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/theory/first_order/complementarity_systems.hpp"
#include "nsds/theory/first_order/differential_variational_inequality.hpp"

namespace nsds {

namespace {

using Dvi = DifferentialVariationalInequality;

bool isLinear(const Dvi& dvi) {
  return dvi.A() != nullptr && dvi.B() != nullptr && dvi.C() != nullptr && dvi.D() != nullptr;
}

/// y = G(t, x) + F(u), r = B(t, x) u.
FirstOrderNonLinearR separableRelation(const std::shared_ptr<const Dvi>& dvi) {
  return {dvi->inputs(),
          [dvi](double t, VectorConstRef x, VectorConstRef u, VectorRef y) {
            Vector F(dvi->inputs());
            dvi->inner(u, F);
            dvi->output(t, x, y);
            y += F;
          },
          [dvi](double t, VectorConstRef x, VectorConstRef u, VectorRef r) {
            Matrix B(dvi->states(), dvi->inputs());
            dvi->input(t, x, B);
            r.noalias() = B * u;
          },
          [dvi](double t, VectorConstRef x, VectorConstRef u, MatrixRef C, MatrixRef D) {
            dvi->outputJacobian(t, x, C);
            dvi->innerJacobian(u, D);
          },
          [dvi](double t, VectorConstRef x, VectorConstRef u, MatrixRef K, MatrixRef B) {
            dvi->inputDerivative(t, x, u, K);
            dvi->input(t, x, B);
          }};
}

}  // namespace

FirstOrderParts Dvi::addTo(Model& model, VectorConstRef x0) const {
  check::size("DifferentialVariationalInequality", "x0", x0.size(), states_);
  if (isLinear(*this)) return linear().addTo(model, x0, normalConeLaw(K_, inputs_));
  FirstOrderDS& system = drift_.addTo(model, x0);
  auto relation =
      std::make_unique<FirstOrderNonLinearR>(separableRelation(std::make_shared<const Dvi>(*this)));
  return {system, model.nsds().insert(normalConeLaw(K_, inputs_), std::move(relation), {&system})};
}

/// The matrices and what drives them, over the orthant whatever K is.
LinearComplementarityDynamics Dvi::linear() const {
  LinearComplementarityDynamics lcs(LinearComplementaritySystem(drift_.matrix(), B_, output_.matrix(), D_));
  if (drift_.constantLoad()) {
    lcs.setB(drift_.load(0.0));
  } else {
    lcs.setB([f = drift_](double t, VectorRef b) { f.loadInto(t, b); });
  }
  if (output_.constantLoad()) {
    lcs.setE(output_.load(0.0));
  } else {
    lcs.setE([G = output_](double t, VectorRef e) { G.loadInto(t, e); });
  }
  return lcs;
}

LinearComplementarityDynamics toLcs(const DifferentialVariationalInequality& dvi) {
  check::that(isLinear(dvi), "toLcs: f, B, G or F is no matrix");
  check::that(std::holds_alternative<OrthantSet>(dvi.K()), "toLcs: K is not the orthant");
  return dvi.linear();
}

DifferentialVariationalInequality toDvi(const LinearComplementarityDynamics& lcs) {
  const LinearComplementaritySystem& s = lcs.matrices();
  const auto M = std::make_shared<CompleteLu>();  // a function of time keeps it
  M->compute(s.M, pivotRounding(s.M));
  check::that(M->isInvertible(), "toDvi: M has no inverse");
  Dvi dvi(s.states(), s.rows(), lcs.cone().set());
  if (lcs.constantB()) {
    dvi.setDrift(M->solve(s.A), M->solve(lcs.b(0.0)));
  } else {
    dvi.setDrift(M->solve(s.A), [lcs, M](double t, VectorRef b) { b = M->solve(lcs.b(t)); });
  }
  if (lcs.constantE()) {
    dvi.setOutput(s.C, lcs.e(0.0));
  } else {
    dvi.setOutput(s.C, [lcs](double t, VectorRef e) { e = lcs.e(t); });
  }
  dvi.setInput(M->solve(s.B)).setInner(s.D);
  return dvi;
}

}  // namespace nsds
