#include "support/hock_schittkowski/definition.hpp"

namespace nsds::test::hs {
namespace {

Definition hs45() {
  Definition p(45, {2, 2, 2, 2, 2});
  p.at_least(0);
  p.upper << 1, 2, 3, 4, 5;
  p.minimize([](const auto& x) { return 2 - x(1) * x(2) * x(3) * x(4) * x(5) / 120; });
  return p;
}

Definition hs46() {
  Definition p(46, {std::sqrt(0.5), 1.75, 0.5, 2, 2});
  p.minimize(
      [](const auto& x) { return sq(x(1) - x(2)) + sq(x(3) - 1) + fourth(x(4) - 1) + sixth(x(5) - 1); });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    c(1) = sq(x(1)) * x(4) + sin(x(4) - x(5)) - 1;
    c(2) = x(2) + fourth(x(3)) * sq(x(4)) - 2;
  });
  return p;
}

Definition hs47() {
  Definition p(47, {2, std::sqrt(2.0), -1, 2 - std::sqrt(2.0), 0.5});
  p.minimize([](const auto& x) {
    return sq(x(1) - x(2)) + sq(x(2) - x(3)) + fourth(x(3) - x(4)) + fourth(x(4) - x(5));
  });
  p.subject_to(0, 3, [](const auto& x, const auto& c) {
    c(1) = x(1) + sq(x(2)) + cube(x(3)) - 3;
    c(2) = x(2) - sq(x(3)) + x(4) - 1;
    c(3) = x(1) * x(5) - 1;
  });
  return p;
}

Definition hs48() {
  Definition p(48, {3, 5, -3, 2, -2});
  p.minimize([](const auto& x) { return sq(x(1) - 1) + sq(x(2) - x(3)) + sq(x(4) - x(5)); });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    c(1) = x(1) + x(2) + x(3) + x(4) + x(5) - 5;
    c(2) = x(3) - 2 * (x(4) + x(5)) + 3;
  });
  return p;
}

Definition hs49() {
  Definition p(49, {10, 7, 2, -3, 0.8});
  p.minimize(
      [](const auto& x) { return sq(x(1) - x(2)) + sq(x(3) - 1) + fourth(x(4) - 1) + sixth(x(5) - 1); });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    c(1) = x(1) + x(2) + x(3) + 4 * x(4) - 7;
    c(2) = x(3) + 5 * x(5) - 6;
  });
  return p;
}

Definition hs50() {
  Definition p(50, {35, -31, 11, 5, -5});
  p.minimize([](const auto& x) {
    return sq(x(1) - x(2)) + sq(x(2) - x(3)) + fourth(x(3) - x(4)) + sq(x(4) - x(5));
  });
  p.subject_to(0, 3, [](const auto& x, const auto& c) {
    c(1) = x(1) + 2 * x(2) + 3 * x(3) - 6;
    c(2) = x(2) + 2 * x(3) + 3 * x(4) - 6;
    c(3) = x(3) + 2 * x(4) + 3 * x(5) - 6;
  });
  return p;
}

Definition hs51() {
  Definition p(51, {2.5, 0.5, 2, -1, 0.5});
  p.minimize(
      [](const auto& x) { return sq(x(1) - x(2)) + sq(x(2) + x(3) - 2) + sq(x(4) - 1) + sq(x(5) - 1); });
  p.subject_to(0, 3, [](const auto& x, const auto& c) {
    c(1) = x(1) + 3 * x(2) - 4;
    c(2) = x(3) + x(4) - 2 * x(5);
    c(3) = x(2) - x(5);
  });
  return p;
}

Definition hs52() {
  Definition p(52, {2, 2, 2, 2, 2});
  p.minimize(
      [](const auto& x) { return sq(4 * x(1) - x(2)) + sq(x(2) + x(3) - 2) + sq(x(4) - 1) + sq(x(5) - 1); });
  p.subject_to(0, 3, [](const auto& x, const auto& c) {
    c(1) = x(1) + 3 * x(2);
    c(2) = x(3) + x(4) - 2 * x(5);
    c(3) = x(2) - x(5);
  });
  return p;
}

Definition hs53() {
  Definition p(53, {2, 2, 2, 2, 2});
  p.within(-10, 10);
  p.minimize(
      [](const auto& x) { return sq(x(1) - x(2)) + sq(x(2) + x(3) - 2) + sq(x(4) - 1) + sq(x(5) - 1); });
  p.subject_to(0, 3, [](const auto& x, const auto& c) {
    c(1) = x(1) + 3 * x(2);
    c(2) = x(3) + x(4) - 2 * x(5);
    c(3) = x(2) - x(5);
  });
  return p;
}

// The density of a normal distribution, its first two variables correlated. The book's formula has (x_1 - 10⁶)² and a
// product in place of a sum; what stands here is what has the book's solution (see README.md).
Definition hs54() {
  Definition p(54, {6e3, 1.5, 4e6, 2, 3e-3, 5e7});
  p.lower << 0, -10, 0, 0, -1, 0;
  p.upper << 2e4, 10, 1e7, 20, 1, 2e8;
  p.minimize([](const auto& x) {
    const auto a = x(1) - 1e4;
    const auto b = x(2) - 1;
    return -exp(-0.5 * ((sq(a) / 6.4e7 + a * b / 2e4 + sq(b)) / 0.96 + sq(x(3) - 2e6) / 4.9e13 +
                        sq(x(4) - 10) / 2.5e3 + sq(x(5) - 1e-3) / 2.5e-3 + sq(x(6) - 1e8) / 2.5e17));
  });
  p.subject_to(0, 1, [](const auto& x, const auto& c) { c(1) = x(1) + 4e3 * x(2) - 1.76e4; });
  return p;
}

Definition hs55() {
  Definition p(55, {1, 2, 0, 0, 0, 2});
  p.at_least(0);
  p.at_most(1, 1);
  p.at_most(1, 4);
  p.minimize([](const auto& x) { return x(1) + 2 * x(2) + 4 * x(5) + exp(x(1) * x(4)); });
  p.subject_to(0, 6, [](const auto& x, const auto& c) {
    c(1) = x(1) + 2 * x(2) + 5 * x(5) - 6;
    c(2) = x(1) + x(2) + x(3) - 3;
    c(3) = x(4) + x(5) + x(6) - 2;
    c(4) = x(1) + x(4) - 1;
    c(5) = x(2) + x(5) - 2;
    c(6) = x(3) + x(6) - 2;
  });
  return p;
}

Definition hs56() {
  const double angle = std::asin(std::sqrt(1 / 4.2));
  Definition p(56, {1, 1, 1, angle, angle, angle, std::asin(std::sqrt(5 / 7.2))});
  p.minimize([](const auto& x) { return -x(1) * x(2) * x(3); });
  p.subject_to(0, 4, [](const auto& x, const auto& c) {
    c(1) = x(1) - 4.2 * sq(sin(x(4)));
    c(2) = x(2) - 4.2 * sq(sin(x(5)));
    c(3) = x(3) - 4.2 * sq(sin(x(6)));
    c(4) = x(1) + 2 * x(2) + 2 * x(3) - 7.2 * sq(sin(x(7)));
  });
  return p;
}

Definition hs57() {
  Definition p(57, {0.42, 5});
  p.lower << 0.4, -4;
  p.minimize([](const auto& x) {
    constexpr double a[] = {8,  8,  10, 10, 10, 10, 12, 12, 12, 12, 14, 14, 14, 16, 16,
                            16, 18, 18, 20, 20, 20, 22, 22, 22, 24, 24, 24, 26, 26, 26,
                            28, 28, 30, 30, 30, 32, 32, 34, 36, 36, 38, 38, 40, 42};
    constexpr double b[] = {0.49, 0.49, 0.48, 0.47, 0.48, 0.47, 0.46, 0.46, 0.45, 0.43, 0.45,
                            0.43, 0.43, 0.44, 0.43, 0.43, 0.46, 0.45, 0.42, 0.42, 0.43, 0.41,
                            0.41, 0.40, 0.42, 0.40, 0.40, 0.41, 0.40, 0.41, 0.41, 0.40, 0.40,
                            0.40, 0.38, 0.41, 0.40, 0.40, 0.41, 0.38, 0.40, 0.40, 0.39, 0.39};
    static_assert(std::size(a) == 44 && std::size(b) == 44);
    ScalarOf<decltype(x)> sum = 0;
    for (unsigned i = 0; i < 44; ++i) sum += sq(b[i] - x(1) - (0.49 - x(1)) * exp(-x(2) * (a[i] - 8)));
    return sum;
  });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = 0.49 * x(2) - x(1) * x(2) - 0.09; });
  return p;
}

Definition hs59() {
  Definition p(59, {90, 10});
  p.at_least(0);
  p.upper << 75, 65;
  p.minimize([](const auto& x) {
    const auto s = sq(x(1));
    const auto t = sq(x(2));
    return -75.196 + 3.8112 * x(1) - 0.12694 * s + 2.0567e-3 * s * x(1) - 1.0345e-5 * s * s + 6.8306 * x(2) -
           0.030234 * x(1) * x(2) + 1.28134e-3 * s * x(2) - 3.5256e-5 * s * x(1) * x(2) +
           2.266e-7 * s * s * x(2) - 0.25645 * t + 3.4604e-3 * t * x(2) - 1.3514e-5 * t * t +
           28.106 / (x(2) + 1) + 5.2375e-6 * s * t + 6.3e-8 * s * x(1) * t - 7e-10 * s * x(1) * t * x(2) -
           3.4054e-4 * x(1) * t + 1.6638e-6 * x(1) * t * x(2) + 2.8673 * exp(5e-4 * x(1) * x(2));
  });
  p.subject_to(3, 0, [](const auto& x, const auto& c) {
    c(1) = x(1) * x(2) - 700;
    c(2) = x(2) - sq(x(1)) / 125;
    c(3) = sq(x(2) - 50) - 5 * (x(1) - 55);
  });
  return p;
}

Definition hs60() {
  Definition p(60, {2, 2, 2});
  p.within(-10, 10);
  p.minimize([](const auto& x) { return sq(x(1) - 1) + sq(x(1) - x(2)) + fourth(x(2) - x(3)); });
  p.subject_to(0, 1, [](const auto& x, const auto& c) {
    c(1) = x(1) * (1 + sq(x(2))) + fourth(x(3)) - 4 - 3 * std::sqrt(2.0);
  });
  return p;
}

Definition hs61() {
  Definition p(61, {0, 0, 0});
  p.minimize([](const auto& x) {
    return 4 * sq(x(1)) + 2 * sq(x(2)) + 2 * sq(x(3)) - 33 * x(1) + 16 * x(2) - 24 * x(3);
  });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    c(1) = 3 * x(1) - 2 * sq(x(2)) - 7;
    c(2) = 4 * x(1) - sq(x(3)) - 11;
  });
  return p;
}

Definition hs62() {
  Definition p(62, {0.7, 0.2, 0.1});
  p.within(0, 1);
  p.minimize([](const auto& x) {
    const auto b = x(3) + 0.03;
    return -32.174 * (255 * log((x(1) + x(2) + b) / (0.09 * x(1) + x(2) + b)) +
                      280 * log((x(2) + b) / (0.07 * x(2) + b)) + 290 * log(b / (0.13 * x(3) + 0.03)));
  });
  p.subject_to(0, 1, [](const auto& x, const auto& c) { c(1) = x(1) + x(2) + x(3) - 1; });
  return p;
}

Definition hs63() {
  Definition p(63, {2, 2, 2});
  p.at_least(0);
  p.minimize(
      [](const auto& x) { return 1000 - sq(x(1)) - 2 * sq(x(2)) - sq(x(3)) - x(1) * x(2) - x(1) * x(3); });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    c(1) = 8 * x(1) + 14 * x(2) + 7 * x(3) - 56;
    c(2) = sq(x(1)) + sq(x(2)) + sq(x(3)) - 25;
  });
  return p;
}

Definition hs64() {
  Definition p(64, {1, 1, 1});
  p.at_least(1e-5);
  p.minimize([](const auto& x) {
    return 5 * x(1) + 5e4 / x(1) + 20 * x(2) + 7.2e4 / x(2) + 10 * x(3) + 1.44e5 / x(3);
  });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = 1 - 4 / x(1) - 32 / x(2) - 120 / x(3); });
  return p;
}

Definition hs65() {
  Definition p(65, {-5, 5, 0});
  p.lower << -4.5, -4.5, -5;
  p.upper << 4.5, 4.5, 5;
  p.minimize([](const auto& x) { return sq(x(1) - x(2)) + sq(x(1) + x(2) - 10) / 9 + sq(x(3) - 5); });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = 48 - sq(x(1)) - sq(x(2)) - sq(x(3)); });
  return p;
}

constexpr Entry entries_45_to_65[] = {{45, hs45}, {46, hs46}, {47, hs47}, {48, hs48}, {49, hs49},
                                      {50, hs50}, {51, hs51}, {52, hs52}, {53, hs53}, {54, hs54},
                                      {55, hs55}, {56, hs56}, {57, hs57}, {59, hs59}, {60, hs60},
                                      {61, hs61}, {62, hs62}, {63, hs63}, {64, hs64}, {65, hs65}};

}  // namespace

std::span<const Entry> problems_45_to_65() {
  return entries_45_to_65;
}

}  // namespace nsds::test::hs
