#include "scene/building/functions.hpp"

#include <cmath>

namespace nsds::io::scene {

namespace {

struct Harmonic {
  double mean, amplitude, omega, phase;
};

Harmonic harmonicOf(const Node& node) {
  return {node["mean"].number(), node["amplitude"].number(), node["omega"].number(), node["phase"].number()};
}

std::function<double(double)> polynomial(const Vector& coefficients) {
  return [coefficients](double t) {
    double sum = 0.0;
    for (Index k = coefficients.size(); k-- > 0;) sum = sum * t + coefficients[k];
    return sum;
  };
}

}  // namespace

PrescribedVelocity velocityOf(const Node& function) {
  if (function.isNumber()) return function.number();
  const Node form = function.choice();
  if (form.name() == "polynomial") return polynomial(form.vector());
  const Harmonic h = harmonicOf(form);
  return PrescribedVelocity::harmonic(h.mean, h.amplitude, h.omega, h.phase);
}

std::function<double(double)> functionOf(const Node& function) {
  return [velocity = velocityOf(function)](double t) { return velocity(t); };
}

std::function<double(double)> derivativeOf(const Node& function) {
  if (function.isNumber()) return [](double) { return 0.0; };
  const Node form = function.choice();
  if (form.name() == "polynomial") {
    const Vector c = form.vector();
    Vector derivative = Vector::Zero(std::max<Index>(1, c.size() - 1));
    for (Index k = 1; k < c.size(); ++k) derivative[k - 1] = static_cast<double>(k) * c[k];
    return polynomial(derivative);
  }
  const Harmonic h = harmonicOf(form);
  return [h](double t) { return -h.amplitude * h.omega * std::sin(h.omega * t + h.phase); };
}

}  // namespace nsds::io::scene
