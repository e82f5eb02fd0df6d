#include "nsds/kernel/first_order/aizerman_pyatnitskii_inclusion.hpp"

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

/// y = -ψ(x), r = Σ_s weight_s(λ) f_s(t, x), with -y in the normal cone of [0, 1] at λ.
struct StepFunctions {
  Index states;
  std::vector<FilippovInclusion::Surface> surfaces;
  std::vector<FilippovInclusion::Field> fields;
  std::vector<FilippovInclusion::FieldJacobian> jacobians;

  Index count() const { return std::ssize(surfaces); }

  void output(VectorConstRef x, VectorRef y) const {
    for (std::size_t j = 0; j < surfaces.size(); ++j) y[static_cast<Index>(j)] = -surfaces[j].psi(x);
  }
  void input(double t, VectorConstRef x, VectorConstRef alpha, VectorRef r) const {
    Vector f(states);
    for (std::size_t s = 0; s < fields.size(); ++s) {
      const double share = weight(s, alpha);
      if (share == 0.0) continue;
      f.setZero();
      fields[s](t, x, f);
      r += share * f;
    }
  }
  void outputJacobian(VectorConstRef x, MatrixRef C) const {
    Vector gradient(states);
    for (std::size_t j = 0; j < surfaces.size(); ++j) {
      gradient.setZero();
      surfaces[j].gradient(x, gradient);
      C.row(static_cast<Index>(j)) = -gradient.transpose();
    }
  }
  void inputJacobians(double t, VectorConstRef x, VectorConstRef alpha, MatrixRef K, MatrixRef B) const {
    Vector f(states);
    Matrix J(states, states);
    for (std::size_t s = 0; s < fields.size(); ++s) {
      f.setZero();
      fields[s](t, x, f);
      for (Index j = 0; j < count(); ++j) B.col(j) += weight(s, alpha, j) * f;
      const double share = weight(s, alpha);
      if (share == 0.0) continue;
      J.setZero();
      jacobians[s](t, x, J);
      K += share * J;
    }
  }
};

}  // namespace

AizermanPyatnitskiiInclusion::AizermanPyatnitskiiInclusion(Index states, std::vector<Surface> surfaces,
                                                           std::vector<Field> fields,
                                                           std::vector<FieldJacobian> jacobians)
    : states_(states),
      surfaces_(std::move(surfaces)),
      fields_(std::move(fields)),
      jacobians_(std::move(jacobians)) {
  // Filippov's inclusion asks the same of its data.
  (void)filippov();
}

Vector AizermanPyatnitskiiInclusion::velocity(double t, VectorConstRef x, VectorConstRef alpha) const {
  check::size("AizermanPyatnitskiiInclusion", "x", x.size(), states_);
  check::size("AizermanPyatnitskiiInclusion", "alpha", alpha.size(), surfaces());
  check::that((alpha.array() >= 0.0).all() && (alpha.array() <= 1.0).all(),
              "AizermanPyatnitskiiInclusion: a step is not in [0, 1]");
  Vector value = Vector::Zero(states_);
  StepFunctions{states_, surfaces_, fields_, jacobians_}.input(t, x, alpha, value);
  return value;
}

FilippovInclusion AizermanPyatnitskiiInclusion::filippov() const {
  return FilippovInclusion::ofSigns(states_, surfaces_, fields_, jacobians_);
}

AizermanPyatnitskiiInclusion::Parts AizermanPyatnitskiiInclusion::addTo(Model& model,
                                                                        VectorConstRef x0) const {
  check::size("AizermanPyatnitskiiInclusion", "x0", x0.size(), states_);
  check::finite("AizermanPyatnitskiiInclusion", "x0", x0);
  const auto steps =
      std::make_shared<const StepFunctions>(StepFunctions{states_, surfaces_, fields_, jacobians_});
  const auto output = [steps](double, VectorConstRef x, VectorConstRef, VectorRef y) { steps->output(x, y); };
  const auto input = [steps](double t, VectorConstRef x, VectorConstRef alpha, VectorRef r) {
    steps->input(t, x, alpha, r);
  };
  FirstOrderNonLinearR::OutputJacobians outputJacobians;
  FirstOrderNonLinearR::InputJacobians inputJacobians;
  if (!jacobians_.empty()) {
    outputJacobians = [steps](double, VectorConstRef x, VectorConstRef, MatrixRef C, MatrixRef) {
      steps->outputJacobian(x, C);
    };
    inputJacobians = [steps](double t, VectorConstRef x, VectorConstRef alpha, MatrixRef K, MatrixRef B) {
      steps->inputJacobians(t, x, alpha, K, B);
    };
  }
  auto& system = model.add<FirstOrderLinearDS>(x0, Matrix(Matrix::Zero(states_, states_)));
  Interaction& interaction =
      model.link(RelayNSL(0.0, 1.0),
                 FirstOrderNonLinearR(surfaces(), output, input, outputJacobians, inputJacobians), system);
  return {system, interaction};
}

}  // namespace nsds
