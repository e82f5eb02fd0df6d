#include "support/hock_schittkowski/definition.hpp"

namespace nsds::test::hs {
namespace {

Definition hs93() {
  Definition p(93, {5.54, 4.4, 12.02, 11.82, 0.702, 0.852});
  p.at_least(0);
  p.minimize([](const auto& x) {
    const auto iron = x(1) * x(4) * (x(1) + x(2) + x(3));
    const auto copper = x(2) * x(3) * (x(1) + 1.57 * x(2) + x(4));
    return 0.0204 * iron + 0.0187 * copper + 0.0607 * iron * sq(x(5)) + 0.0437 * copper * sq(x(6));
  });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    const auto iron = x(1) * x(4) * (x(1) + x(2) + x(3));
    const auto copper = x(2) * x(3) * (x(1) + 1.57 * x(2) + x(4));
    c(1) = 0.001 * x(1) * x(2) * x(3) * x(4) * x(5) * x(6) - 2.07;
    c(2) = 1 - 0.00062 * iron * sq(x(5)) - 0.00058 * copper * sq(x(6));
  });
  return p;
}

// A separation of feeds: 95 … 98 differ in the right-hand sides.
template <int number>
Definition feeds() {
  Definition p(number, {0, 0, 0, 0, 0, 0});
  p.at_least(0);
  p.upper << 0.31, 0.046, 0.068, 0.042, 0.028, 0.0134;
  p.minimize([](const auto& x) {
    return 4.3 * x(1) + 31.8 * x(2) + 63.3 * x(3) + 15.8 * x(4) + 68.5 * x(5) + 4.7 * x(6);
  });
  p.subject_to(4, 0, [](const auto& x, const auto& c) {
    constexpr double b[4][4] = {{4.97, -1.88, -29.08, -78.02},
                                {4.97, -1.88, -69.08, -118.02},
                                {32.97, 25.12, -29.08, -78.02},
                                {32.97, 25.12, -124.08, -173.02}};
    const auto& right = b[number - 95];
    c(1) = 17.1 * x(1) + 38.2 * x(2) + 204.2 * x(3) + 212.3 * x(4) + 623.4 * x(5) + 1495.5 * x(6) -
           169 * x(1) * x(3) - 3580 * x(3) * x(5) - 3810 * x(4) * x(5) - 18500 * x(4) * x(6) -
           24300 * x(5) * x(6) - right[0];
    c(2) = 17.9 * x(1) + 36.8 * x(2) + 113.9 * x(3) + 169.7 * x(4) + 337.8 * x(5) + 1385.2 * x(6) -
           139 * x(1) * x(3) - 2450 * x(4) * x(5) - 16600 * x(4) * x(6) - 17200 * x(5) * x(6) - right[1];
    c(3) = -273 * x(2) - 70 * x(4) - 819 * x(5) + 26000 * x(4) * x(5) - right[2];
    c(4) = 159.9 * x(1) - 311 * x(2) + 587 * x(4) + 391 * x(5) + 2198 * x(6) - 14000 * x(1) * x(6) - right[3];
  });
  return p;
}

// Range r, height q and climbing speed s of a rocket of 99 after its seven stages.
template <class S>
struct Rocket {
  template <class X>
  explicit Rocket(const X& x) {
    constexpr double a[] = {50, 50, 75, 75, 75, 100, 100};
    constexpr double t[] = {0, 25, 50, 100, 150, 200, 290, 380};
    for (int i = 0; i < 7; ++i) {
      const double step = t[i + 1] - t[i];
      const S climb = a[i] * sin(x(i + 1)) - 32;
      q += 0.5 * step * step * climb + step * s;
      s += step * climb;
      r += step * a[i] * cos(x(i + 1));
    }
  }
  S r = 0, q = 0, s = 0;
};

Definition hs99() {
  Definition p(99, std::vector<double>(7, 0.5));
  p.within(0, 1.58);
  p.minimize([](const auto& x) { return -sq(Rocket<ScalarOf<decltype(x)>>(x).r); });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    const Rocket<ScalarOf<decltype(x)>> end(x);
    c(1) = end.q - 1e5;
    c(2) = end.s - 1e3;
  });
  return p;
}

Definition hs100() {
  Definition p(100, {1, 2, 0, 4, 0, 1, 1});
  p.minimize([](const auto& x) {
    return sq(x(1) - 10) + 5 * sq(x(2) - 12) + fourth(x(3)) + 3 * sq(x(4) - 11) + 10 * sixth(x(5)) +
           7 * sq(x(6)) + fourth(x(7)) - 4 * x(6) * x(7) - 10 * x(6) - 8 * x(7);
  });
  p.subject_to(4, 0, [](const auto& x, const auto& c) {
    c(1) = 127 - 2 * sq(x(1)) - 3 * fourth(x(2)) - x(3) - 4 * sq(x(4)) - 5 * x(5);
    c(2) = 282 - 7 * x(1) - 3 * x(2) - 10 * sq(x(3)) - x(4) + x(5);
    c(3) = 196 - 23 * x(1) - sq(x(2)) - 6 * sq(x(6)) + 8 * x(7);
    c(4) = -4 * sq(x(1)) - sq(x(2)) + 3 * x(1) * x(2) - 2 * sq(x(3)) - 5 * x(6) + 11 * x(7);
  });
  return p;
}

// A geometric program: the exponent of x_7 in the objective is −1/4, 1/8 and 1/2 in 101, 102 and 103.
template <class X>
ScalarOf<X> geometric_objective(const X& x, double exponent) {
  return 10 * x(1) * sq(x(4)) * pow(x(7), exponent) / (x(2) * cube(x(6))) +
         15 * x(3) * x(4) / (x(1) * sq(x(2)) * x(5) * sqrt(x(7))) +
         20 * x(2) * x(6) / (sq(x(1)) * x(4) * sq(x(5))) +
         25 * sq(x(1)) * sq(x(2)) * sqrt(x(5)) * x(7) / (x(3) * sq(x(6)));
}

template <int number>
Definition geometric() {
  Definition p(number, std::vector<double>(7, 6.0));
  p.within(0.1, 10);
  p.lower[6] = 0.01;
  p.minimize([](const auto& x) {
    return geometric_objective(x, number == 101 ? -0.25 : number == 102 ? 0.125 : 0.5);
  });
  p.subject_to(6, 0, [](const auto& x, const auto& c) {
    constexpr double third = 1.0 / 3;
    c(1) = 1 - 0.5 * sqrt(x(1)) * x(7) / (x(3) * sq(x(6))) -
           0.7 * cube(x(1)) * x(2) * x(6) * sqrt(x(7)) / sq(x(3)) -
           0.2 * x(3) * pow(x(6), 2 * third) * pow(x(7), 0.25) / (x(2) * sqrt(x(4)));
    c(2) = 1 - 1.3 * x(2) * x(6) / (sqrt(x(1)) * x(3) * x(5)) - 0.8 * x(3) * sq(x(6)) / (x(4) * x(5)) -
           3.1 * sqrt(x(2)) * pow(x(6), third) / (x(1) * sq(x(4)) * x(5));
    c(3) = 1 - 2 * x(1) * x(5) * pow(x(7), third) / (pow(x(3), 1.5) * x(6)) -
           0.1 * x(2) * x(5) / (sqrt(x(3) * x(7)) * x(6)) - x(2) * sqrt(x(3)) * x(5) / x(1) -
           0.65 * x(3) * x(5) * x(7) / (sq(x(2)) * x(6));
    c(4) = 1 - 0.2 * x(2) * sqrt(x(5)) * pow(x(7), third) / (sq(x(1)) * x(4)) -
           0.3 * sqrt(x(1)) * sq(x(2)) * x(3) * pow(x(4), third) * pow(x(7), 0.25) / pow(x(5), 2 * third) -
           0.4 * x(3) * x(5) * pow(x(7), 0.75) / (cube(x(1)) * sq(x(2))) - 0.5 * x(4) * sqrt(x(7)) / sq(x(3));
    c(5) = geometric_objective(x, number == 101 ? -0.25 : number == 102 ? 0.125 : 0.5) - 100;
    c(6) = 2900 - c(5);
  });
  return p;
}

template <class X>
ScalarOf<X> reactor_objective(const X& x) {
  return 0.4 * pow(x(1) / x(7), 0.67) + 0.4 * pow(x(2) / x(8), 0.67) + 10 - x(1) - x(2);
}

Definition hs104() {
  Definition p(104, {6, 3, 0.4, 0.2, 6, 6, 1, 0.5});
  p.within(0.1, 10);
  p.minimize([](const auto& x) { return reactor_objective(x); });
  p.subject_to(6, 0, [](const auto& x, const auto& c) {
    c(1) = 1 - 0.0588 * x(5) * x(7) - 0.1 * x(1);
    c(2) = 1 - 0.0588 * x(6) * x(8) - 0.1 * x(1) - 0.1 * x(2);
    c(3) = 1 - 4 * x(3) / x(5) - 2 / (pow(x(3), 0.71) * x(5)) - 0.0588 * x(7) / pow(x(3), 1.3);
    c(4) = 1 - 4 * x(4) / x(6) - 2 / (pow(x(4), 0.71) * x(6)) - 0.0588 * x(8) / pow(x(4), 1.3);
    c(5) = reactor_objective(x) - 1;
    c(6) = 3.2 - c(5);
  });
  return p;
}

// The likelihood of 235 observations y, given by how often each value occurs (the last value: see README.md).
Definition hs105() {
  Definition p(105, {0.1, 0.2, 100, 125, 175, 11.2, 13.2, 15.8});
  p.lower << 0.001, 0.001, 100, 130, 170, 5, 5, 5;
  p.upper << 0.499, 0.499, 180, 210, 240, 25, 25, 25;
  p.minimize([](const auto& x) {
    struct Group {
      double y;
      int count;
    };
    constexpr Group groups[] = {{95, 1},   {105, 1},  {110, 4},  {115, 4},  {120, 15}, {125, 15},
                                {130, 15}, {135, 13}, {140, 21}, {145, 12}, {150, 17}, {155, 4},
                                {160, 20}, {165, 8},  {170, 17}, {175, 8},  {180, 6},  {185, 6},
                                {190, 7},  {195, 4},  {200, 3},  {205, 3},  {210, 8},  {215, 1},
                                {220, 6},  {230, 5},  {235, 1},  {240, 7},  {245, 1},  {260, 2}};
    const double norm = std::sqrt(2 * std::acos(-1.0));
    ScalarOf<decltype(x)> sum = 0;
    for (const auto& [y, count] : groups) {
      const auto a = x(1) / x(6) * exp(-sq(y - x(3)) / (2 * sq(x(6))));
      const auto b = x(2) / x(7) * exp(-sq(y - x(4)) / (2 * sq(x(7))));
      const auto c = (1 - x(2) - x(1)) / x(8) * exp(-sq(y - x(5)) / (2 * sq(x(8))));
      sum -= count * log((a + b + c) / norm);
    }
    return sum;
  });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = 1 - x(1) - x(2); });
  return p;
}

constexpr Entry entries_93_to_105[] = {
    {93, hs93},   {95, feeds<95>}, {96, feeds<96>},       {97, feeds<97>},       {98, feeds<98>},
    {99, hs99},   {100, hs100},    {101, geometric<101>}, {102, geometric<102>}, {103, geometric<103>},
    {104, hs104}, {105, hs105}};

}  // namespace

std::span<const Entry> problems_93_to_105() {
  return entries_93_to_105;
}

}  // namespace nsds::test::hs
