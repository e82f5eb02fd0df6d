#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"

#include "modeling/checks.hpp"

namespace nsds {

FirstOrderNonLinearR::FirstOrderNonLinearR(Index rows, Output h, Input g, OutputJacobians CD,
                                           InputJacobians KB)
    : FirstOrderNonLinearR("FirstOrderNonLinearR", rows, std::move(h), std::move(g), std::move(CD),
                           std::move(KB)) {}

FirstOrderNonLinearR::FirstOrderNonLinearR(std::string name, Index rows, Output h, Input g,
                                           OutputJacobians CD, InputJacobians KB)
    : FirstOrderRelation(std::move(name), rows, -1),
      output_(std::move(h)),
      input_(std::move(g)),
      outputJacobians_(std::move(CD)),
      inputJacobians_(std::move(KB)) {
  check::that(static_cast<bool>(output_), "{}: the function h of the output is empty", this->name());
  check::that(static_cast<bool>(input_), "{}: the function g of the input is empty", this->name());
}

void FirstOrderNonLinearR::doOutput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) const {
  output_(t, x, lambda, y);
}

void FirstOrderNonLinearR::doInput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef r) const {
  input_(t, x, lambda, r);
}

void FirstOrderNonLinearR::doOutputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C,
                                             MatrixRef D) const {
  if (outputJacobians_) {
    outputJacobians_(t, x, lambda, C, D);
  } else {
    FirstOrderRelation::doOutputJacobians(t, x, lambda, C, D);
  }
}

void FirstOrderNonLinearR::doInputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K,
                                            MatrixRef B) const {
  if (inputJacobians_) {
    inputJacobians_(t, x, lambda, K, B);
  } else {
    FirstOrderRelation::doInputJacobians(t, x, lambda, K, B);
  }
}

namespace {

// The special types are the general one with functions that leave arguments out; what is empty stays empty.

template <class Full, class Function, class Adapter>
Full adapted(const Function& function, const Adapter& adapter) {
  return function ? Full(adapter(function)) : Full();
}

FirstOrderNonLinearR::Input inputOf(const FirstOrderType2R::Input& g) {
  return adapted<FirstOrderNonLinearR::Input>(g, [](const auto& f) {
    return [f](double, VectorConstRef, VectorConstRef lambda, VectorRef r) { f(lambda, r); };
  });
}

FirstOrderNonLinearR::InputJacobians inputJacobiansOf(const FirstOrderType2R::InputJacobian& B) {
  return adapted<FirstOrderNonLinearR::InputJacobians>(B, [](const auto& f) {
    return
        [f](double, VectorConstRef, VectorConstRef lambda, MatrixRef, MatrixRef value) { f(lambda, value); };
  });
}

}  // namespace

FirstOrderType2R::FirstOrderType2R(Index rows, const Output& h, const Input& g, const OutputJacobians& CD,
                                   const InputJacobian& B)
    : FirstOrderNonLinearR(
          "FirstOrderType2R", rows,
          adapted<FirstOrderNonLinearR::Output>(h,
                                                [](const auto& f) {
                                                  return [f](double, VectorConstRef x, VectorConstRef lambda,
                                                             VectorRef y) { f(x, lambda, y); };
                                                }),
          inputOf(g),
          adapted<FirstOrderNonLinearR::OutputJacobians>(CD,
                                                         [](const auto& f) {
                                                           return [f](double, VectorConstRef x,
                                                                      VectorConstRef lambda, MatrixRef C,
                                                                      MatrixRef D) { f(x, lambda, C, D); };
                                                         }),
          inputJacobiansOf(B)) {}

FirstOrderType1R::FirstOrderType1R(Index rows, const Output& h, const Input& g, const OutputJacobian& C,
                                   const InputJacobian& B)
    : FirstOrderNonLinearR(
          "FirstOrderType1R", rows,
          adapted<FirstOrderNonLinearR::Output>(h,
                                                [](const auto& f) {
                                                  return [f](double, VectorConstRef x, VectorConstRef,
                                                             VectorRef y) { f(x, y); };
                                                }),
          inputOf(g),
          adapted<FirstOrderNonLinearR::OutputJacobians>(C,
                                                         [](const auto& f) {
                                                           return [f](double, VectorConstRef x,
                                                                      VectorConstRef, MatrixRef value,
                                                                      MatrixRef) { f(x, value); };
                                                         }),
          inputJacobiansOf(B)) {}

}  // namespace nsds
