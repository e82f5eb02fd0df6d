#include "support/hock_schittkowski/jet.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nsds::test::hs {

Jet Jet::variable(double value, int index, int size, bool second) {
  Jet x(value);
  x.size_ = size;
  x.carries_second_ = second;
  x.first_[static_cast<unsigned>(index)] = 1;
  return x;
}

// A constant has no size of its own: its derivatives are zeros of any number.
void Jet::take_size(const Jet& b) {
  size_ = std::max(size_, b.size_);
  carries_second_ = carries_second_ || b.carries_second_;
}

Jet& Jet::operator+=(const Jet& b) {
  take_size(b);
  value_ += b.value_;
  for (int i = 0; i < b.size_; ++i) first_[static_cast<unsigned>(i)] += b.first(i);
  if (b.carries_second_)
    for (unsigned k = 0; k < packed(b.size_, 0); ++k) second_[k] += b.second_[k];
  return *this;
}

Jet& Jet::operator-=(const Jet& b) {
  return *this += b * -1.0;
}

Jet& Jet::operator*=(double factor) {
  value_ *= factor;
  for (int i = 0; i < size_; ++i) first_[static_cast<unsigned>(i)] *= factor;
  if (carries_second_)
    for (unsigned k = 0; k < packed(size_, 0); ++k) second_[k] *= factor;
  return *this;
}

Jet operator*(const Jet& a, const Jet& b) {
  Jet c(a.value_ * b.value_);
  c.take_size(a);
  c.take_size(b);
  for (int i = 0; i < c.size_; ++i)
    c.first_[static_cast<unsigned>(i)] = a.value_ * b.first(i) + b.value_ * a.first(i);
  if (!c.carries_second_) return c;
  for (int i = 0; i < c.size_; ++i)
    for (int j = 0; j <= i; ++j)
      c.second_[Jet::packed(i, j)] = a.value_ * b.second(i, j) + b.value_ * a.second(i, j) +
                                     a.first(i) * b.first(j) + a.first(j) * b.first(i);
  return c;
}

Jet Jet::composed(const Jet& a, double value, double first, double second) {
  Jet c(value);
  c.take_size(a);
  for (int i = 0; i < c.size_; ++i) c.first_[static_cast<unsigned>(i)] = first * a.first(i);
  if (!c.carries_second_) return c;
  for (int i = 0; i < c.size_; ++i)
    for (int j = 0; j <= i; ++j)
      c.second_[packed(i, j)] = first * a.second(i, j) + second * a.first(i) * a.first(j);
  return c;
}

Jet operator/(const Jet& a, const Jet& b) {
  const double inverse = 1 / b.value_;
  return a * Jet::composed(b, inverse, -inverse * inverse, 2 * inverse * inverse * inverse);
}

Jet exp(const Jet& a) {
  const double value = std::exp(a.value_);
  return Jet::composed(a, value, value, value);
}

Jet log(const Jet& a) {
  return Jet::composed(a, std::log(a.value_), 1 / a.value_, -1 / (a.value_ * a.value_));
}

Jet sqrt(const Jet& a) {
  const double value = std::sqrt(a.value_);
  return Jet::composed(a, value, 0.5 / value, -0.25 / (value * a.value_));
}

Jet sin(const Jet& a) {
  const double value = std::sin(a.value_);
  return Jet::composed(a, value, std::cos(a.value_), -value);
}

Jet cos(const Jet& a) {
  const double value = std::cos(a.value_);
  return Jet::composed(a, value, -std::sin(a.value_), -value);
}

Jet pow(const Jet& a, double p) {
  return Jet::composed(a, std::pow(a.value_, p), p * std::pow(a.value_, p - 1),
                       p * (p - 1) * std::pow(a.value_, p - 2));
}

Jet pow(const Jet& a, const Jet& exponent) {
  return exp(exponent * log(a));
}

double normal(double a) {
  return 0.5 * std::erfc(-a / std::numbers::sqrt2);
}

Jet normal(const Jet& a) {
  const double density =
      std::exp(-0.5 * a.value_ * a.value_) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return Jet::composed(a, normal(a.value_), density, -a.value_ * density);
}

}  // namespace nsds::test::hs
