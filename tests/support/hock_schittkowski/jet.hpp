// Value, gradient and Hessian of an expression in up to 16 variables, carried forward through its operations.
#pragma once

#include <array>

namespace nsds::test::hs {

class Jet {
 public:
  static constexpr int max_size = 16;

  Jet() = default;
  Jet(double value) : value_(value) {}  // NOLINT(google-explicit-constructor): a constant

  // The variable x_index of `size`; the Hessian is carried where `second` is set.
  static Jet variable(double value, int index, int size, bool second);

  double value() const { return value_; }
  double first(int i) const { return first_[static_cast<unsigned>(i)]; }
  double second(int i, int j) const { return second_[i < j ? packed(j, i) : packed(i, j)]; }

  Jet& operator+=(const Jet& b);
  Jet& operator-=(const Jet& b);
  Jet& operator*=(double factor);

  friend Jet operator+(Jet a, const Jet& b) { return a += b; }
  friend Jet operator-(Jet a, const Jet& b) { return a -= b; }
  friend Jet operator-(Jet a) { return a *= -1; }
  friend Jet operator*(Jet a, double b) { return a *= b; }
  friend Jet operator*(double a, Jet b) { return b *= a; }
  friend Jet operator*(const Jet& a, const Jet& b);
  friend Jet operator/(Jet a, double b) { return a *= 1 / b; }
  friend Jet operator/(const Jet& a, const Jet& b);

  friend Jet exp(const Jet& a);
  friend Jet log(const Jet& a);
  friend Jet sqrt(const Jet& a);
  friend Jet sin(const Jet& a);
  friend Jet cos(const Jet& a);
  friend Jet pow(const Jet& a, double exponent);
  friend Jet pow(const Jet& a, const Jet& exponent);
  // Φ(a), the normal distribution function.
  friend Jet normal(const Jet& a);

 private:
  static unsigned packed(int i, int j) { return static_cast<unsigned>(i * (i + 1) / 2 + j); }
  // φ(a) with φ' and φ'' at its value.
  static Jet composed(const Jet& a, double value, double first, double second);
  void take_size(const Jet& b);

  double value_ = 0;
  int size_ = 0;
  bool carries_second_ = false;
  std::array<double, max_size> first_{};
  std::array<double, max_size*(max_size + 1) / 2> second_{};  // lower triangle by rows
};

Jet operator*(const Jet& a, const Jet& b);
Jet operator/(const Jet& a, const Jet& b);

double normal(double a);

}  // namespace nsds::test::hs
