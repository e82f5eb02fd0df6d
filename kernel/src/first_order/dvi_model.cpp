// A differential variational inequality as parts of a model: the simplest system, relation and law that say the same.
#include <memory>
#include <utility>

#include "first_order/variational_law.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/first_order/differential_variational_inequality.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

using Dvi = DifferentialVariationalInequality;
using Shared = std::shared_ptr<const Dvi>;

template <class Relation>
Interaction& linkByNormalCone(Model& model, const Dvi& dvi, Relation relation, FirstOrderDS& system) {
  return model.nsds().insert(normalConeLaw(dvi.K(), dvi.inputs()),
                             std::make_unique<Relation>(std::move(relation)), {&system});
}

/// y = G(t, x) + F(u), r = B(t, x) u.
FirstOrderNonLinearR nonlinearRelation(const Shared& dvi) {
  return FirstOrderNonLinearR(
      dvi->inputs(),
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
      });
}

}  // namespace

FirstOrderDS& Dvi::addSystem(Model& model, VectorConstRef x0) const {
  if (drift_.function) return model.add<FirstOrderNonLinearDS>(x0, drift_.function, drift_.jacobian);
  auto& system = model.add<FirstOrderLinearDS>(x0, drift_.slope);
  if (drift_.part) {
    system.setB(drift_.part);
  } else {
    system.setB(drift_.constantPart);
  }
  return system;
}

Dvi::Parts Dvi::addTo(Model& model, VectorConstRef x0) const {
  check::size("DifferentialVariationalInequality", "x0", x0.size(), states_);
  FirstOrderDS& system = addSystem(model, x0);
  const bool linear = A() != nullptr && B() != nullptr && C() != nullptr && D() != nullptr;
  if (!linear) {
    const auto copy = std::make_shared<const Dvi>(*this);
    return {system, linkByNormalCone(model, *this, nonlinearRelation(copy), system)};
  }
  if (constantOutput()) {
    FirstOrderLinearTIR relation(output_.slope, B_);
    relation.setD(D_).setE(output_.constantPart);
    return {system, linkByNormalCone(model, *this, std::move(relation), system)};
  }
  FirstOrderLinearR relation(output_.slope, B_);
  relation.setD(D_).setE(output_.part);
  return {system, linkByNormalCone(model, *this, std::move(relation), system)};
}

}  // namespace nsds
