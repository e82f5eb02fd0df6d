#include "support/hock_schittkowski/definition.hpp"

namespace nsds::test::hs {
namespace {

Definition hs66() {
  Definition p(66, {0, 1.05, 2.9});
  p.within(0, 100);
  p.at_most(10, 3);
  p.minimize([](const auto& x) { return 0.2 * x(3) - 0.8 * x(1); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = x(2) - exp(x(1));
    c(2) = x(3) - exp(x(2));
  });
  return p;
}

// The states y_2 … y_8 of the alkylation process of 67. The book finds them by two fixed-point iterations,
//
//   y_2 = 0.01 x_1 (112 + 13.167 y_6 − 0.6667 y_6²),  y_3 = 1.22 y_2 − x_1,  y_6 = (x_2 + y_3)/x_1
//   y_4 = 98000 x_3/(y_2 y_7 + 1000 x_3),  y_5 = 86.35 + 1.098 y_6 − 0.038 y_6² + 0.325 (y_4 − 89),
//   y_7 = 35.82 − 0.222 y_8,  y_8 = 3 y_5 − 133,
//
// stopped at changes of 10⁻³. What stands here is their limit: each is the root of a quadratic equation.
template <class S>
struct Alkylation {
  template <class X>
  explicit Alkylation(const X& x) {
    const S ratio = x(2) / x(1);
    const double a = 0.006667, b = 1 / 1.22 - 0.13167;
    y6 = (sqrt(sq(b) - 4 * a * ((1 - ratio) / 1.22 - 1.12)) - b) / (2 * a);
    y2 = x(1) * (1.12 + 0.13167 * y6 - 0.006667 * sq(y6));
    y3 = 1.22 * y2 - x(1);
    // y_7 = free − 0.21645 y_4
    const S octane = 86.35 + 1.098 * y6 - 0.038 * sq(y6) - 0.325 * 89;
    const S free = 35.82 + 0.222 * 133 - 0.666 * octane;
    const S linear = y2 * free + 1000 * x(3);
    y4 = 2 * 98000 * x(3) / (linear + sqrt(sq(linear) - 4 * 0.21645 * y2 * 98000 * x(3)));
    y5 = octane + 0.325 * y4;
    y8 = 3 * y5 - 133;
    y7 = 35.82 - 0.222 * y8;
  }
  S y2, y3, y4, y5, y6, y7, y8;
};

Definition hs67() {
  Definition p(67, {1745, 12000, 110});
  p.at_least(1e-5);
  p.upper << 2e3, 1.6e4, 120;
  p.minimize([](const auto& x) {
    const Alkylation<ScalarOf<decltype(x)>> y(x);
    return 5.04 * x(1) + 0.035 * x(2) + 10 * x(3) + 3.36 * y.y3 - 0.063 * y.y2 * y.y5;
  });
  p.subject_to(14, 0, [](const auto& x, const auto& c) {
    const Alkylation<ScalarOf<decltype(x)>> y(x);
    c(1) = y.y2;
    c(2) = y.y3;
    c(3) = y.y4 - 85;
    c(4) = y.y5 - 90;
    c(5) = y.y6 - 3;
    c(6) = y.y7 - 0.01;
    c(7) = y.y8 - 145;
    c(8) = 5000 - y.y2;
    c(9) = 2000 - y.y3;
    c(10) = 93 - y.y4;
    c(11) = 95 - y.y5;
    c(12) = 12 - y.y6;
    c(13) = 4 - y.y7;
    c(14) = 162 - y.y8;
  });
  return p;
}

// Optimal sample size and control limits: a, b, d, z are 10⁻⁴, 1, 1, 24 for 68 and 0.1, 1000, 1, 4 for 69.
template <int number>
Definition quality_control() {
  Definition p(number, {1, 1, 1, 1});
  p.lower << 1e-4, 0, 0, 0;
  p.upper << 100, 100, 2, 2;
  p.minimize([](const auto& x) {
    constexpr double az = number == 68 ? 1e-4 * 24 : 0.1 * 4;
    constexpr double b = number == 68 ? 1 : 1000;
    const auto growth = exp(x(1)) - 1;
    return (az - x(4) * (b * growth - x(3)) / (growth + x(4))) / x(1);
  });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    const double shift = std::sqrt(number == 68 ? 24.0 : 4.0);
    c(1) = x(3) - 2 * normal(-x(2));
    c(2) = x(4) - normal(shift - x(2)) - normal(-shift - x(2));
  });
  return p;
}

Definition hs70() {
  Definition p(70, {2, 4, 0.04, 2});
  p.within(1e-5, 100);
  p.at_most(1, 3);
  p.minimize([](const auto& x) {
    constexpr double observed[] = {0.00189, 0.1038, 0.268,  0.506,   0.577,  0.604, 0.725,
                                   0.898,   0.947,  0.845,  0.702,   0.528,  0.385, 0.257,
                                   0.159,   0.0869, 0.0453, 0.01509, 0.00189};
    using S = ScalarOf<decltype(x)>;
    const S b = x(3) + (1 - x(3)) * x(4);
    const S first = x(3) * pow(b, x(2)) * sqrt(x(2) / 6.2832) / (1 + 1 / (12 * x(2)));
    const S second = (1 - x(3)) * pow(b / x(4), x(1)) * sqrt(x(1) / 6.2832) / (1 + 1 / (12 * x(1)));
    S sum = 0;
    for (int i = 0; i < 19; ++i) {
      const double time = (i == 0 ? 0.1 : i) / 7.658;
      const S calculated = first * exp((x(2) - 1) * std::log(time) + x(2) * (1 - b * time)) +
                           second * exp((x(1) - 1) * std::log(time) + x(1) * (1 - b * time / x(4)));
      sum += sq(calculated - observed[i]);
    }
    return sum;
  });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = x(3) + (1 - x(3)) * x(4); });
  return p;
}

Definition hs71() {
  Definition p(71, {1, 5, 5, 1});
  p.within(1, 5);
  p.minimize([](const auto& x) { return x(1) * x(4) * (x(1) + x(2) + x(3)) + x(3); });
  p.subject_to(1, 1, [](const auto& x, const auto& c) {
    c(1) = x(1) * x(2) * x(3) * x(4) - 25;
    c(2) = sq(x(1)) + sq(x(2)) + sq(x(3)) + sq(x(4)) - 40;
  });
  return p;
}

Definition hs72() {
  Definition p(72, {1, 1, 1, 1});
  p.at_least(1e-3);
  p.upper << 4e5, 3e5, 2e5, 1e5;
  p.minimize([](const auto& x) { return 1 + x(1) + x(2) + x(3) + x(4); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = 0.0401 - 4 / x(1) - 2.25 / x(2) - 1 / x(3) - 0.25 / x(4);
    c(2) = 0.010085 - 0.16 / x(1) - 0.36 / x(2) - 0.64 / x(3) - 0.64 / x(4);
  });
  return p;
}

Definition hs73() {
  Definition p(73, {1, 1, 1, 1});
  p.at_least(0);
  p.minimize([](const auto& x) { return 24.55 * x(1) + 26.75 * x(2) + 39 * x(3) + 40.5 * x(4); });
  p.subject_to(2, 1, [](const auto& x, const auto& c) {
    c(1) = 2.3 * x(1) + 5.6 * x(2) + 11.1 * x(3) + 1.3 * x(4) - 5;
    c(2) = 12 * x(1) + 11.9 * x(2) + 41.8 * x(3) + 52.1 * x(4) - 21 -
           1.645 * sqrt(0.28 * sq(x(1)) + 0.19 * sq(x(2)) + 20.5 * sq(x(3)) + 0.62 * sq(x(4)));
    c(3) = x(1) + x(2) + x(3) + x(4) - 1;
  });
  return p;
}

// Economic dispatch; the angles are bounded by 0.55 in 74 and by 0.48 in 75.
template <int number>
Definition dispatch() {
  constexpr double angle = number == 74 ? 0.55 : 0.48;
  Definition p(number, {0, 0, 0, 0});
  p.within(0, 1200, 1, 2);
  p.within(-angle, angle, 3, 4);
  p.minimize([](const auto& x) { return 3 * x(1) + 1e-6 * cube(x(1)) + 2 * x(2) + 2e-6 / 3 * cube(x(2)); });
  p.subject_to(2, 3, [](const auto& x, const auto& c) {
    c(1) = x(4) - x(3) + angle;
    c(2) = x(3) - x(4) + angle;
    c(3) = 1000 * sin(-x(3) - 0.25) + 1000 * sin(-x(4) - 0.25) + 894.8 - x(1);
    c(4) = 1000 * sin(x(3) - 0.25) + 1000 * sin(x(3) - x(4) - 0.25) + 894.8 - x(2);
    c(5) = 1000 * sin(x(4) - 0.25) + 1000 * sin(x(4) - x(3) - 0.25) + 1294.8;
  });
  return p;
}

Definition hs76() {
  Definition p(76, {0.5, 0.5, 0.5, 0.5});
  p.at_least(0);
  p.minimize([](const auto& x) {
    return sq(x(1)) + 0.5 * sq(x(2)) + sq(x(3)) + 0.5 * sq(x(4)) - x(1) * x(3) + x(3) * x(4) - x(1) -
           3 * x(2) + x(3) - x(4);
  });
  p.subject_to(3, 0, [](const auto& x, const auto& c) {
    c(1) = 5 - x(1) - 2 * x(2) - x(3) - x(4);
    c(2) = 4 - 3 * x(1) - x(2) - 2 * x(3) + x(4);
    c(3) = x(2) + 4 * x(3) - 1.5;
  });
  return p;
}

Definition hs77() {
  Definition p(77, {2, 2, 2, 2, 2});
  p.minimize([](const auto& x) {
    return sq(x(1) - 1) + sq(x(1) - x(2)) + sq(x(3) - 1) + fourth(x(4) - 1) + sixth(x(5) - 1);
  });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    c(1) = sq(x(1)) * x(4) + sin(x(4) - x(5)) - 2 * std::sqrt(2.0);
    c(2) = x(2) + fourth(x(3)) * sq(x(4)) - 8 - std::sqrt(2.0);
  });
  return p;
}

// The constraints of 78, 80 and 81.
template <class X, class C>
void powell_constraints(const X& x, const C& c) {
  c(1) = sq(x(1)) + sq(x(2)) + sq(x(3)) + sq(x(4)) + sq(x(5)) - 10;
  c(2) = x(2) * x(3) - 5 * x(4) * x(5);
  c(3) = cube(x(1)) + cube(x(2)) + 1;
}

Definition hs78() {
  Definition p(78, {-2, 1.5, 2, -1, -1});
  p.minimize([](const auto& x) { return x(1) * x(2) * x(3) * x(4) * x(5); });
  p.subject_to(0, 3, [](const auto& x, const auto& c) { powell_constraints(x, c); });
  return p;
}

Definition hs79() {
  Definition p(79, {2, 2, 2, 2, 2});
  p.minimize([](const auto& x) {
    return sq(x(1) - 1) + sq(x(1) - x(2)) + sq(x(2) - x(3)) + fourth(x(3) - x(4)) + fourth(x(4) - x(5));
  });
  p.subject_to(0, 3, [](const auto& x, const auto& c) {
    c(1) = x(1) + sq(x(2)) + cube(x(3)) - 2 - 3 * std::sqrt(2.0);
    c(2) = x(2) - sq(x(3)) + x(4) + 2 - 2 * std::sqrt(2.0);
    c(3) = x(1) * x(5) - 2;
  });
  return p;
}

Definition hs80() {
  Definition p(80, {-2, 2, 2, -1, -1});
  p.within(-2.3, 2.3, 1, 2);
  p.within(-3.2, 3.2, 3, 5);
  p.minimize([](const auto& x) { return exp(x(1) * x(2) * x(3) * x(4) * x(5)); });
  p.subject_to(0, 3, [](const auto& x, const auto& c) { powell_constraints(x, c); });
  return p;
}

Definition hs81() {
  Definition p(81, {-2, 2, 2, -1, -1});
  p.within(-2.3, 2.3, 1, 2);
  p.within(-3.2, 3.2, 3, 5);
  p.minimize([](const auto& x) {
    return exp(x(1) * x(2) * x(3) * x(4) * x(5)) - 0.5 * sq(cube(x(1)) + cube(x(2)) + 1);
  });
  p.subject_to(0, 3, [](const auto& x, const auto& c) { powell_constraints(x, c); });
  return p;
}

constexpr Entry entries_66_to_81[] = {{66, hs66},
                                      {67, hs67},
                                      {68, quality_control<68>},
                                      {69, quality_control<69>},
                                      {70, hs70},
                                      {71, hs71},
                                      {72, hs72},
                                      {73, hs73},
                                      {74, dispatch<74>},
                                      {75, dispatch<75>},
                                      {76, hs76},
                                      {77, hs77},
                                      {78, hs78},
                                      {79, hs79},
                                      {80, hs80},
                                      {81, hs81}};

}  // namespace

std::span<const Entry> problems_66_to_81() {
  return entries_66_to_81;
}

}  // namespace nsds::test::hs
