#include <algorithm>
#include <array>

#include "support/hock_schittkowski/colville.hpp"
#include "support/hock_schittkowski/definition.hpp"

namespace nsds::test::hs {
namespace {

Definition hs83() {
  Definition p(83, {78, 33, 27, 27, 27});
  p.within(27, 45);
  p.within(78, 102, 1, 1);
  p.within(33, 45, 2, 2);
  p.minimize([](const auto& x) {
    return 5.3578547 * sq(x(3)) + 0.8356891 * x(1) * x(5) + 37.293239 * x(1) - 40792.141;
  });
  p.subject_to(6, 0, [](const auto& x, const auto& c) {
    c(1) = 85.334407 + 0.0056858 * x(2) * x(5) + 0.0006262 * x(1) * x(4) - 0.0022053 * x(3) * x(5);
    c(2) = 80.51249 + 0.0071317 * x(2) * x(5) + 0.0029955 * x(1) * x(2) + 0.0021813 * sq(x(3)) - 90;
    c(3) = 9.300961 + 0.0047026 * x(3) * x(5) + 0.0012547 * x(1) * x(3) + 0.0019085 * x(3) * x(4) - 20;
    c(4) = 92 - c(1);
    c(5) = 20 - c(2);
    c(6) = 5 - c(3);
  });
  return p;
}

Definition hs84() {
  Definition p(84, {2.52, 2, 37.5, 9.25, 6.8});
  p.lower << 0, 1.2, 20, 9, 6.5;
  p.upper << 1000, 2.4, 60, 9.3, 7;
  p.minimize([](const auto& x) {
    return 24345 + x(1) * (8720288.849 - 150512.5253 * x(2) + 156.6950325 * x(3) - 476470.3222 * x(4) -
                           729482.8271 * x(5));
  });
  p.subject_to(6, 0, [](const auto& x, const auto& c) {
    c(1) = x(1) * (-145421.402 + 2931.1506 * x(2) - 40.427932 * x(3) + 5106.192 * x(4) + 15711.36 * x(5));
    c(2) =
        x(1) * (-155011.1084 + 4360.53352 * x(2) + 12.9492344 * x(3) + 10236.884 * x(4) + 13176.786 * x(5));
    c(3) =
        x(1) * (-326669.5104 + 7390.68412 * x(2) - 27.8986976 * x(3) + 16643.076 * x(4) + 30988.146 * x(5));
    c(4) = 294000 - c(1);
    c(5) = 294000 - c(2);
    c(6) = 277200 - c(3);
  });
  return p;
}

// The states of the process of 85, y_1 … y_17, and those of its c_1 … c_17 which are used outside.
template <class S>
struct Mill {
  template <class X>
  explicit Mill(const X& x) {
    y(1) = x(2) + x(3) + 41.6;
    y(2) = 12.5 / (0.024 * x(4) - 4.62) + 12;
    const S flow = y(2) * x(1);
    const S c2 = 0.0003535 * sq(x(1)) + 0.5311 * x(1) + 0.08705 * flow;
    const S c3 = 0.052 * x(1) + 78 + 0.002377 * flow;
    y(3) = c2 / c3;
    y(4) = 19 * y(3);
    const S rest = x(1) - y(3);
    const S c4 = 0.04782 * rest + 0.1956 * sq(rest) / x(2) + 0.6376 * y(4) + 1.594 * y(3);
    y(5) = (rest - y(4)) * (0.95 - c4 / (100 * x(2)));
    y(6) = rest - y(5) - y(4);
    const S c8 = 0.995 * (y(5) + y(4));
    y(7) = c8 / y(1);
    y(8) = c8 / 3798;
    const S c9 = y(7) - 0.0663 * y(7) / y(8) - 0.3153;
    y(9) = 96.82 / c9 + 0.321 * y(1);
    y(10) = 1.29 * y(5) + 1.258 * y(4) + 2.29 * y(3) + 1.71 * y(6);
    y(11) = 1.71 * x(1) - 0.452 * y(4) + 0.58 * y(3);
    c12 = 0.995 * y(10) + 1998;
    y(12) = 12.3 / 752.3 * x(1) + 1.75 * 0.995 * flow / c12;
    y(13) = c12 - 1.75 * y(2);
    c17 = y(9) + x(5);
    y(14) = 3623 + 64.4 * x(2) + 58.4 * x(3) + 146312 / c17;
    const S c13 = 0.995 * y(10) + 60.8 * x(2) + 48 * x(4) - 0.1121 * y(14) - 5095;
    y(15) = y(13) / c13;
    y(16) = 148000 - 331000 * y(15) + 40 * y(13) - 61 * y(15) * y(13);
    y(17) = 14130000 - 1328 * y(10) - 531 * y(11) + (2324 * y(10) - 28740000 * y(2)) / c12;
    c15 = y(13) / y(15) - y(13) / 0.52;
    c16 = 1.104 - 0.72 * y(15);
  }
  S& y(int i) { return states[static_cast<unsigned>(i - 1)]; }

  std::array<S, 17> states;
  S c12, c15, c16, c17;
};

Definition hs85() {
  Definition p(85, {900, 80, 115, 267, 27});
  p.lower << 704.4148, 68.6, 0, 193, 25;
  p.upper << 906.3855, 288.88, 134.75, 287.0966, 84.1988;
  p.minimize([](const auto& x) {
    Mill<ScalarOf<decltype(x)>> m(x);
    return -5.843e-7 * m.y(17) + 1.17e-4 * m.y(14) + 2.358e-5 * m.y(13) + 1.502e-6 * m.y(16) +
           0.0321 * m.y(12) + 0.004324 * m.y(5) + 1e-4 * m.c15 / m.c16 + 37.48 * m.y(2) / m.c12 + 0.1365;
  });
  p.subject_to(38, 0, [](const auto& x, const auto& c) {
    constexpr double a[] = {17.505,  11.275,  214.228, 7.458,    0.961,    1.612, 0.146,    107.99,
                            922.693, 926.832, 18.766,  1072.163, 8961.448, 0.063, 71084.33, 2802713};
    constexpr double b[] = {1053.6667, 35.03,    665.585, 584.463,  265.916,   7.046, 0.222,  273.366,
                            1286.105,  1444.046, 537.141, 3247.039, 26844.086, 0.386, 140000, 12146108};
    Mill<ScalarOf<decltype(x)>> m(x);
    c(1) = 1.5 * x(2) - x(3);
    c(2) = m.y(1) - 213.1;
    c(3) = 405.23 - m.y(1);
    for (int i = 0; i < 16; ++i) {
      c(4 + i) = m.y(i + 2) - a[i];
      c(20 + i) = b[i] - m.y(i + 2);
    }
    c(36) = m.y(4) - 0.28 / 0.72 * m.y(5);
    c(37) = 21 - 3496 * m.y(2) / m.c12;
    c(38) = 62212 / m.c17 - 110.6 - m.y(1);
  });
  return p;
}

Definition hs86() {
  Definition p(86, {0, 0, 0, 0, 1});
  p.at_least(0);
  p.minimize([](const auto& x) {
    ScalarOf<decltype(x)> sum = 0;
    for (int j = 1; j <= 5; ++j) {
      sum += colville_e[j - 1] * x(j) + colville_d[j - 1] * cube(x(j));
      for (int i = 1; i <= 5; ++i) sum += colville_c[i - 1][j - 1] * x(i) * x(j);
    }
    return sum;
  });
  p.subject_to(10, 0, [](const auto& x, const auto& c) {
    for (int i = 1; i <= 10; ++i) {
      c(i) = -colville_b[i - 1];
      for (int j = 1; j <= 5; ++j) c(i) += colville_a[i - 1][j - 1] * x(j);
    }
  });
  return p;
}

// An electrical network. The price of power jumps at x_1 = 300 and at x_2 = 100 and 200: f is not continuous there, and
// its derivatives are those of the piece in which x lies.
Definition hs87() {
  Definition p(87, {390, 1000, 419.5, 340.5, 198.175, 0.5});
  p.lower << 0, 0, 340, 340, -1000, 0;
  p.upper << 400, 1000, 420, 420, 1000, 0.5236;
  p.minimize([](const auto& x) {
    const double first = value_of(x(1)) < 300 ? 30 : 31;
    const double second = value_of(x(2)) < 100 ? 28 : value_of(x(2)) < 200 ? 29 : 30;
    return first * x(1) + second * x(2);
  });
  p.subject_to(0, 4, [](const auto& x, const auto& c) {
    constexpr double a = 131.078, b = 1.48477, d = 0.90798 / a;
    const auto product = x(3) * x(4) / a;
    c(1) = 300 - x(1) - product * cos(b - x(6)) + d * std::cos(1.47588) * sq(x(3));
    c(2) = -x(2) - product * cos(b + x(6)) + d * std::cos(1.47588) * sq(x(4));
    c(3) = -x(5) - product * sin(b + x(6)) + d * std::sin(1.47588) * sq(x(4));
    c(4) = 200 - product * sin(b - x(6)) + d * std::sin(1.47588) * sq(x(3));
  });
  return p;
}

constexpr int modes = 30;

// μ_1 < μ_2 < … with μ tan μ = 1, by Newton's method on μ sin μ − cos μ, which is increasing between (j − 1) π and there.
const std::array<double, modes>& heat_modes() {
  static const std::array<double, modes> found = [] {
    std::array<double, modes> mu;
    for (unsigned j = 0; j < modes; ++j) {
      const double base = std::acos(-1.0) * j;
      mu[j] = j == 0 ? 0.86 : base + 1 / base;
      for (int k = 0; k < 20; ++k)
        mu[j] -=
            (mu[j] * std::sin(mu[j]) - std::cos(mu[j])) / (2 * std::sin(mu[j]) + mu[j] * std::cos(mu[j]));
    }
    return mu;
  }();
  return found;
}

// Time-optimal heat conduction with n switchings: 88 … 92 have n = 2 … 6 variables.
template <int n>
Definition heating() {
  const double half[] = {0.5, -0.5, 0.5, -0.5, 0.5, -0.5};
  Definition p(86 + n, std::vector<double>(half, half + n));
  p.within(-10, 10);
  p.minimize([](const auto& x) {
    ScalarOf<decltype(x)> sum = 0;
    for (int i = 1; i <= n; ++i) sum += sq(x(i));
    return sum;
  });
  p.subject_to(1, 0, [](const auto& x, const auto& c) {
    using S = ScalarOf<decltype(x)>;
    std::array<S, n> tail;  // x_i² + … + x_n²
    S sum = 0;
    for (int i = n; i >= 1; --i) tail[static_cast<unsigned>(i - 1)] = sum += sq(x(i));
    c(1) = 1e-4 - 2.0 / 15;
    for (const double mu : heat_modes()) {
      const double sine = std::sin(mu), cosine = std::cos(mu), a = 2 * sine / (mu + sine * cosine);
      S rho = exp(-mu * mu * tail[0]) + (n % 2 == 0 ? 1 : -1);
      for (unsigned i = 1; i < n; ++i) rho += (i % 2 == 0 ? 2 : -2) * exp(-mu * mu * tail[i]);
      rho *= -1 / (mu * mu);
      c(1) -= mu * mu * a * rho * (mu * sine * rho - 2 / (mu * mu) * (sine / mu - cosine));
    }
  });
  return p;
}

constexpr Entry entries_83_to_92[] = {{83, hs83},       {84, hs84},       {85, hs85},       {86, hs86},
                                      {87, hs87},       {88, heating<2>}, {89, heating<3>}, {90, heating<4>},
                                      {91, heating<5>}, {92, heating<6>}};

}  // namespace

std::span<const Entry> problems_83_to_92() {
  return entries_83_to_92;
}

}  // namespace nsds::test::hs
