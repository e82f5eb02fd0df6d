#include "support/hock_schittkowski/definition.hpp"

namespace nsds::test::hs {
namespace {

Definition hs106() {
  Definition p(106, {5000, 5000, 5000, 200, 350, 150, 225, 425});
  p.within(100, 1e4, 1, 1);
  p.within(1000, 1e4, 2, 3);
  p.within(10, 1000, 4, 8);
  p.minimize([](const auto& x) { return x(1) + x(2) + x(3); });
  p.subject_to(6, 0, [](const auto& x, const auto& c) {
    c(1) = 1 - 0.0025 * (x(4) + x(6));
    c(2) = 1 - 0.0025 * (x(5) + x(7) - x(4));
    c(3) = 1 - 0.01 * (x(8) - x(5));
    c(4) = x(1) * x(6) - 833.33252 * x(4) - 100 * x(1) + 83333.333;
    c(5) = x(2) * x(7) - 1250 * x(5) - x(2) * x(4) + 1250 * x(4);
    c(6) = x(3) * x(8) - 1250000 - x(3) * x(5) + 2500 * x(5);
  });
  return p;
}

Definition hs107() {
  Definition p(107, {0.8, 0.8, 0.2, 0.2, 1.0454, 1.0454, 1.0454, 0, 0});
  p.lower.head(2).setZero();
  p.within(0.90909, 1.0909, 5, 7);
  p.minimize(
      [](const auto& x) { return 3000 * x(1) + 1000 * cube(x(1)) + 2000 * x(2) + 666.667 * cube(x(2)); });
  p.subject_to(0, 6, [](const auto& x, const auto& r) {
    const double c = 48.4 / 50.176 * std::sin(0.25), d = 48.4 / 50.176 * std::cos(0.25);
    const auto y1 = sin(x(8));
    const auto y2 = cos(x(8));
    const auto y3 = sin(x(9));
    const auto y4 = cos(x(9));
    const auto y5 = sin(x(8) - x(9));
    const auto y6 = cos(x(8) - x(9));
    r(1) = 0.4 - x(1) + 2 * c * sq(x(5)) - x(5) * x(6) * (d * y1 + c * y2) - x(5) * x(7) * (d * y3 + c * y4);
    r(2) = 0.4 - x(2) + 2 * c * sq(x(6)) + x(5) * x(6) * (d * y1 - c * y2) + x(6) * x(7) * (d * y5 - c * y6);
    r(3) = 0.8 + 2 * c * sq(x(7)) + x(5) * x(7) * (d * y3 - c * y4) - x(6) * x(7) * (d * y5 + c * y6);
    r(4) = 0.2 - x(3) + 2 * d * sq(x(5)) + x(5) * x(6) * (c * y1 - d * y2) + x(5) * x(7) * (c * y3 - d * y4);
    r(5) = 0.2 - x(4) + 2 * d * sq(x(6)) - x(5) * x(6) * (c * y1 + d * y2) - x(6) * x(7) * (c * y5 + d * y6);
    r(6) = -0.337 + 2 * d * sq(x(7)) - x(5) * x(7) * (c * y3 + d * y4) + x(6) * x(7) * (c * y5 - d * y6);
  });
  return p;
}

// The largest hexagon of diameter 1.
Definition hs108() {
  Definition p(108, std::vector<double>(9, 1.0));
  p.lower[8] = 0;
  p.minimize([](const auto& x) {
    return -0.5 * (x(1) * x(4) - x(2) * x(3) + x(3) * x(9) - x(5) * x(9) + x(5) * x(8) - x(6) * x(7));
  });
  p.subject_to(13, 0, [](const auto& x, const auto& c) {
    c(1) = 1 - sq(x(3)) - sq(x(4));
    c(2) = 1 - sq(x(9));
    c(3) = 1 - sq(x(5)) - sq(x(6));
    c(4) = 1 - sq(x(1)) - sq(x(2) - x(9));
    c(5) = 1 - sq(x(1) - x(5)) - sq(x(2) - x(6));
    c(6) = 1 - sq(x(1) - x(7)) - sq(x(2) - x(8));
    c(7) = 1 - sq(x(3) - x(5)) - sq(x(4) - x(6));
    c(8) = 1 - sq(x(3) - x(7)) - sq(x(4) - x(8));
    c(9) = 1 - sq(x(7)) - sq(x(8) - x(9));
    c(10) = x(1) * x(4) - x(2) * x(3);
    c(11) = x(3) * x(9);
    c(12) = -x(5) * x(9);
    c(13) = x(5) * x(8) - x(6) * x(7);
  });
  return p;
}

Definition hs109() {
  Definition p(109, std::vector<double>(9, 0.0));
  p.lower.head(2).setZero();
  p.within(-0.55, 0.55, 3, 4);
  p.within(196, 252, 5, 7);
  p.within(-400, 800, 8, 9);
  p.minimize(
      [](const auto& x) { return 3 * x(1) + 1e-6 * cube(x(1)) + 2 * x(2) + 0.522074e-6 * cube(x(2)); });
  p.subject_to(4, 6, [](const auto& x, const auto& r) {
    const double a = 50.176, b = std::sin(0.25), c = std::cos(0.25);
    const auto angle = x(3) - x(4);
    r(1) = x(4) - x(3) + 0.55;
    r(2) = x(3) - x(4) + 0.55;
    r(3) = 2.25e6 - sq(x(1)) - sq(x(8));
    r(4) = 2.25e6 - sq(x(2)) - sq(x(9));
    r(5) = x(5) * x(6) * sin(-x(3) - 0.25) + x(5) * x(7) * sin(-x(4) - 0.25) + 2 * b * sq(x(5)) - a * x(1) +
           400 * a;
    r(6) = x(5) * x(6) * sin(x(3) - 0.25) + x(6) * x(7) * sin(angle - 0.25) + 2 * b * sq(x(6)) - a * x(2) +
           400 * a;
    r(7) = x(5) * x(7) * sin(x(4) - 0.25) + x(6) * x(7) * sin(-angle - 0.25) + 2 * b * sq(x(7)) + 881.779 * a;
    r(8) = a * x(8) + x(5) * x(6) * cos(-x(3) - 0.25) + x(5) * x(7) * cos(-x(4) - 0.25) - 200 * a -
           2 * c * sq(x(5)) + 0.7533e-3 * a * sq(x(5));
    r(9) = a * x(9) + x(5) * x(6) * cos(x(3) - 0.25) + x(6) * x(7) * cos(angle - 0.25) - 200 * a -
           2 * c * sq(x(6)) + 0.7533e-3 * a * sq(x(6));
    r(10) = x(5) * x(7) * cos(x(4) - 0.25) + x(6) * x(7) * cos(-angle - 0.25) - 22.938 * a -
            2 * c * sq(x(7)) + 0.7533e-3 * a * sq(x(7));
  });
  return p;
}

Definition hs110() {
  Definition p(110, std::vector<double>(10, 9.0));
  p.within(2.001, 9.999);
  p.minimize([](const auto& x) {
    ScalarOf<decltype(x)> sum = 0, product = 1;
    for (int i = 1; i <= 10; ++i) {
      sum += sq(log(x(i) - 2)) + sq(log(10 - x(i)));
      product = product * x(i);
    }
    return sum - pow(product, 0.2);
  });
  return p;
}

// Chemical equilibrium: the amounts of ten species are the variables of 112, their logarithms those of 111.
constexpr double equilibrium_c[] = {-6.089,  -17.164, -34.054, -5.914,  -24.721,
                                    -14.986, -24.1,   -10.708, -26.662, -22.179};

template <class X, class C>
void element_balances(const X& amount, const C& c) {
  c(1) = amount(1) + 2 * amount(2) + 2 * amount(3) + amount(6) + amount(10) - 2;
  c(2) = amount(4) + 2 * amount(5) + amount(6) + amount(7) - 1;
  c(3) = amount(3) + amount(7) + amount(8) + 2 * amount(9) + amount(10) - 1;
}

Definition hs111() {
  Definition p(111, std::vector<double>(10, -2.3));
  p.within(-100, 100);
  p.minimize([](const auto& x) {
    ScalarOf<decltype(x)> total = 0, sum = 0;
    for (int i = 1; i <= 10; ++i) total += exp(x(i));
    for (int i = 1; i <= 10; ++i) sum += exp(x(i)) * (equilibrium_c[i - 1] + x(i) - log(total));
    return sum;
  });
  p.subject_to(0, 3,
               [](const auto& x, const auto& c) { element_balances([&](int i) { return exp(x(i)); }, c); });
  return p;
}

Definition hs112() {
  Definition p(112, std::vector<double>(10, 0.1));
  p.at_least(1e-6);
  p.minimize([](const auto& x) {
    ScalarOf<decltype(x)> total = 0, sum = 0;
    for (int i = 1; i <= 10; ++i) total += x(i);
    for (int i = 1; i <= 10; ++i) sum += x(i) * (equilibrium_c[i - 1] + log(x(i) / total));
    return sum;
  });
  p.subject_to(0, 3, [](const auto& x, const auto& c) { element_balances(x, c); });
  return p;
}

constexpr Entry entries_106_to_112[] = {{106, hs106}, {107, hs107}, {108, hs108}, {109, hs109},
                                        {110, hs110}, {111, hs111}, {112, hs112}};

}  // namespace

std::span<const Entry> problems_106_to_112() {
  return entries_106_to_112;
}

}  // namespace nsds::test::hs
