#include "nsds/theory/first_order/aizerman_pyatnitskii_inclusion.hpp"

#include <memory>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

/// The weight of field s, or its derivative by α_j.
double weight(std::size_t s, VectorConstRef alpha, Index derivative = -1) {
  double product = 1.0;
  for (Index j = 0; j < alpha.size(); ++j) {
    const bool set = (s >> static_cast<std::size_t>(j) & 1U) != 0;
    if (j == derivative) {
      product *= set ? 1.0 : -1.0;
    } else {
      product *= set ? alpha[j] : 1.0 - alpha[j];
    }
  }
  return product;
}

/// Σ_s weight_s(α) f_s(t, x) is added to r.
void addFields(const std::vector<FilippovInclusion::Field>& fields, double t, VectorConstRef x,
               VectorConstRef alpha, VectorRef r) {
  Vector f(r.size());
  for (std::size_t s = 0; s < fields.size(); ++s) {
    const double share = weight(s, alpha);
    if (share == 0.0) continue;
    f.setZero();
    fields[s](t, x, f);
    r += share * f;
  }
}

}  // namespace

AizermanPyatnitskiiInclusion::AizermanPyatnitskiiInclusion(Index states, std::vector<Surface> surfaces,
                                                           std::vector<Field> fields,
                                                           std::vector<FieldJacobian> jacobians)
    : states_(states),
      surfaces_(std::move(surfaces)),
      fields_(std::move(fields)),
      jacobians_(std::move(jacobians)) {
  // Filippov's inclusion asks the same of its data.
  static_cast<void>(toFilippov(*this));
}

Vector AizermanPyatnitskiiInclusion::velocity(double t, VectorConstRef x, VectorConstRef alpha) const {
  check::size("AizermanPyatnitskiiInclusion", "x", x.size(), states_);
  check::size("AizermanPyatnitskiiInclusion", "alpha", alpha.size(), surfaces());
  check::that((alpha.array() >= 0.0).all() && (alpha.array() <= 1.0).all(),
              "AizermanPyatnitskiiInclusion: a step is not in [0, 1]");
  Vector value = Vector::Zero(states_);
  addFields(fields_, t, x, alpha, value);
  return value;
}

FilippovInclusion toFilippov(const AizermanPyatnitskiiInclusion& inclusion) {
  return FilippovInclusion::ofSigns(inclusion.states_, inclusion.surfaces_, inclusion.fields_,
                                    inclusion.jacobians_);
}

/// y = -ψ(x), r = Σ_s weight_s(λ) f_s(t, x), with -y in the normal cone of [0, 1] at λ.
FirstOrderParts AizermanPyatnitskiiInclusion::addTo(Model& model, VectorConstRef x0) const {
  check::size("AizermanPyatnitskiiInclusion", "x0", x0.size(), states_);
  check::finite("AizermanPyatnitskiiInclusion", "x0", x0);
  const auto own = std::make_shared<const AizermanPyatnitskiiInclusion>(*this);
  const auto output = [own](double, VectorConstRef x, VectorConstRef, VectorRef y) {
    for (Index j = 0; j < y.size(); ++j) y[j] = -own->surfaces_[static_cast<std::size_t>(j)].psi(x);
  };
  const auto input = [own](double t, VectorConstRef x, VectorConstRef alpha, VectorRef r) {
    addFields(own->fields_, t, x, alpha, r);
  };
  FirstOrderNonLinearR::OutputJacobians outputJacobians;
  FirstOrderNonLinearR::InputJacobians inputJacobians;
  if (!jacobians_.empty()) {
    outputJacobians = [own](double, VectorConstRef x, VectorConstRef, MatrixRef C, MatrixRef) {
      Vector gradient(own->states_);
      for (Index j = 0; j < C.rows(); ++j) {
        gradient.setZero();
        own->surfaces_[static_cast<std::size_t>(j)].gradient(x, gradient);
        C.row(j) = -gradient.transpose();
      }
    };
    inputJacobians = [own](double t, VectorConstRef x, VectorConstRef alpha, MatrixRef K, MatrixRef B) {
      Vector f(own->states_);
      Matrix J(own->states_, own->states_);
      for (std::size_t s = 0; s < own->fields_.size(); ++s) {
        f.setZero();
        own->fields_[s](t, x, f);
        for (Index j = 0; j < B.cols(); ++j) B.col(j) += weight(s, alpha, j) * f;
        const double share = weight(s, alpha);
        if (share == 0.0) continue;
        J.setZero();
        own->jacobians_[s](t, x, J);
        K += share * J;
      }
    };
  }
  auto& system = model.add<FirstOrderLinearDS>(x0, Matrix(Matrix::Zero(states_, states_)));
  Interaction& interaction =
      model.link(RelayNSL(0.0, 1.0),
                 FirstOrderNonLinearR(surfaces(), output, input, outputJacobians, inputJacobians), system);
  return {system, interaction};
}

}  // namespace nsds
