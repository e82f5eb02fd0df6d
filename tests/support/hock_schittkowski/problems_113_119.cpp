#include "support/hock_schittkowski/colville.hpp"
#include "support/hock_schittkowski/definition.hpp"

namespace nsds::test::hs {
namespace {

Definition hs113() {
  Definition p(113, {2, 3, 5, 5, 1, 2, 7, 3, 6, 10});
  p.minimize([](const auto& x) {
    return sq(x(1)) + sq(x(2)) + x(1) * x(2) - 14 * x(1) - 16 * x(2) + sq(x(3) - 10) + 4 * sq(x(4) - 5) +
           sq(x(5) - 3) + 2 * sq(x(6) - 1) + 5 * sq(x(7)) + 7 * sq(x(8) - 11) + 2 * sq(x(9) - 10) +
           sq(x(10) - 7) + 45;
  });
  p.subject_to(8, 0, [](const auto& x, const auto& c) {
    c(1) = 105 - 4 * x(1) - 5 * x(2) + 3 * x(7) - 9 * x(8);
    c(2) = -10 * x(1) + 8 * x(2) + 17 * x(7) - 2 * x(8);
    c(3) = 8 * x(1) - 2 * x(2) - 5 * x(9) + 2 * x(10) + 12;
    c(4) = -3 * sq(x(1) - 2) - 4 * sq(x(2) - 3) - 2 * sq(x(3)) + 7 * x(4) + 120;
    c(5) = -5 * sq(x(1)) - 8 * x(2) - sq(x(3) - 6) + 2 * x(4) + 40;
    c(6) = -0.5 * sq(x(1) - 8) - 2 * sq(x(2) - 4) - 3 * sq(x(5)) + x(6) + 30;
    c(7) = -sq(x(1)) - 2 * sq(x(2) - 2) + 2 * x(1) * x(2) - 14 * x(5) + 6 * x(6);
    c(8) = 3 * x(1) - 6 * x(2) - 12 * sq(x(9) - 8) + 7 * x(10);
  });
  return p;
}

Definition hs114() {
  Definition p(114, {1745, 12000, 110, 3048, 1974, 89.2, 92.8, 8, 3.6, 145});
  p.lower << 1e-5, 1e-5, 1e-5, 1e-5, 1e-5, 85, 90, 3, 1.2, 145;
  p.upper << 2000, 16000, 120, 5000, 2000, 93, 95, 12, 4, 162;
  p.minimize([](const auto& x) {
    return 5.04 * x(1) + 0.035 * x(2) + 10 * x(3) + 3.36 * x(5) - 0.063 * x(4) * x(7);
  });
  p.subject_to(8, 3, [](const auto& x, const auto& c) {
    constexpr double a = 0.99, b = 0.9;
    c(1) = 35.82 - 0.222 * x(10) - b * x(9);
    c(2) = -133 + 3 * x(7) - a * x(10);
    c(3) = -c(1) + x(9) * (1 / b - b);
    c(4) = -c(2) + (1 / a - a) * x(10);
    c(5) = 1.12 * x(1) + 0.13167 * x(1) * x(8) - 0.00667 * x(1) * sq(x(8)) - a * x(4);
    c(6) = 57.425 + 1.098 * x(8) - 0.038 * sq(x(8)) + 0.325 * x(6) - a * x(7);
    c(7) = -c(5) + (1 / a - a) * x(4);
    c(8) = -c(6) + (1 / a - a) * x(7);
    c(9) = 1.22 * x(4) - x(1) - x(5);
    c(10) = 98000 * x(3) / (x(4) * x(9) + 1000 * x(3)) - x(6);
    c(11) = (x(2) + x(5)) / x(1) - x(8);
  });
  return p;
}

Definition hs116() {
  Definition p(116, {0.5, 0.8, 0.9, 0.1, 0.14, 0.5, 489, 80, 650, 450, 150, 150, 150});
  p.lower << 0.1, 0.1, 0.1, 1e-4, 0.1, 0.1, 0.1, 0.1, 500, 0.1, 1, 1e-4, 1e-4;
  p.upper << 1, 1, 1, 0.1, 0.9, 0.9, 1000, 1000, 1000, 500, 150, 150, 150;
  p.minimize([](const auto& x) { return x(11) + x(12) + x(13); });
  p.subject_to(15, 0, [](const auto& x, const auto& r) {
    constexpr double a = 0.002, b = 1.262626, c = 1.231059, d = 0.03475, e = 0.975, f = 0.00975;
    r(1) = x(3) - x(2);
    r(2) = x(2) - x(1);
    r(3) = 1 - a * x(7) + a * x(8);
    r(4) = x(11) + x(12) + x(13) - 50;
    r(5) = 250 - x(11) - x(12) - x(13);
    r(6) = x(13) - b * x(10) + c * x(3) * x(10);
    r(7) = x(5) - d * x(2) - e * x(2) * x(5) + f * sq(x(2));
    r(8) = x(6) - d * x(3) - e * x(3) * x(6) + f * sq(x(3));
    r(9) = x(4) - d * x(1) - e * x(1) * x(4) + f * sq(x(1));
    r(10) = x(12) - b * x(9) + c * x(2) * x(9);
    r(11) = x(11) - b * x(8) + c * x(1) * x(8);
    r(12) = x(5) * x(7) - x(1) * x(8) - x(4) * x(7) + x(4) * x(8);
    r(13) = 1 - a * (x(2) * x(9) + x(5) * x(8) - x(1) * x(8) - x(6) * x(9)) - x(5) - x(6);
    r(14) = x(2) * x(9) - x(3) * x(10) - x(6) * x(9) - 500 * x(2) + 500 * x(6) + x(2) * x(10);
    r(15) = x(2) - 0.9 - a * (x(2) * x(10) - x(3) * x(10));
  });
  return p;
}

Definition hs117() {
  std::vector<double> start(15, 0.001);
  start[6] = 60;
  Definition p(117, start);
  p.at_least(0);
  p.minimize([](const auto& x) {
    ScalarOf<decltype(x)> sum = 0;
    for (int i = 1; i <= 10; ++i) sum -= colville_b[i - 1] * x(i);
    for (int j = 1; j <= 5; ++j) {
      sum += 2 * colville_d[j - 1] * cube(x(10 + j));
      for (int k = 1; k <= 5; ++k) sum += colville_c[k - 1][j - 1] * x(10 + k) * x(10 + j);
    }
    return sum;
  });
  p.subject_to(5, 0, [](const auto& x, const auto& c) {
    for (int j = 1; j <= 5; ++j) {
      c(j) = 3 * colville_d[j - 1] * sq(x(10 + j)) + colville_e[j - 1];
      for (int k = 1; k <= 5; ++k) c(j) += 2 * colville_c[k - 1][j - 1] * x(10 + k);
      for (int k = 1; k <= 10; ++k) c(j) -= colville_a[k - 1][j - 1] * x(k);
    }
  });
  return p;
}

Definition hs118() {
  Definition p(118, {20, 55, 15, 20, 60, 20, 20, 60, 20, 20, 60, 20, 20, 60, 20});
  p.lower << 8, 43, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0;
  p.upper << 21, 57, 16, 90, 120, 60, 90, 120, 60, 90, 120, 60, 90, 120, 60;
  p.minimize([](const auto& x) {
    ScalarOf<decltype(x)> sum = 0;
    for (int k = 0; k < 15; k += 3)
      sum += 2.3 * x(k + 1) + 1e-4 * sq(x(k + 1)) + 1.7 * x(k + 2) + 1e-4 * sq(x(k + 2)) + 2.2 * x(k + 3) +
             1.5e-4 * sq(x(k + 3));
    return sum;
  });
  p.subject_to(29, 0, [](const auto& x, const auto& c) {
    constexpr double most[] = {13, 14, 13};
    constexpr double demand[] = {60, 50, 70, 85, 100};
    for (int k = 1; k <= 12; ++k) {
      c(k) = x(k + 3) - x(k) + 7;
      c(12 + k) = most[(k - 1) % 3] - c(k);
    }
    for (int k = 0; k < 5; ++k) c(25 + k) = x(3 * k + 1) + x(3 * k + 2) + x(3 * k + 3) - demand[k];
  });
  return p;
}

// The pairs i ≤ j of 119 with a_ij = 1, a row of the upper triangle a line.
constexpr int couplings[][2] = {{1, 1},   {1, 4},   {1, 7},   {1, 8},   {1, 16},  //
                                {2, 2},   {2, 3},   {2, 7},   {2, 10},            //
                                {3, 3},   {3, 7},   {3, 9},   {3, 10},  {3, 14},  //
                                {4, 4},   {4, 7},   {4, 11},  {4, 15},            //
                                {5, 5},   {5, 6},   {5, 10},  {5, 12},  {5, 16},  //
                                {6, 6},   {6, 8},   {6, 15},                      //
                                {7, 7},   {7, 11},  {7, 13},                      //
                                {8, 8},   {8, 10},  {8, 15},                      //
                                {9, 9},   {9, 12},  {9, 16},                      //
                                {10, 10}, {10, 14},                               //
                                {11, 11}, {11, 13},                               //
                                {12, 12}, {12, 14},                               //
                                {13, 13}, {13, 14}, {14, 14}, {15, 15}, {16, 16}};

Definition hs119() {
  Definition p(119, std::vector<double>(16, 10.0));
  p.within(0, 5);
  p.minimize([](const auto& x) {
    ScalarOf<decltype(x)> sum = 0;
    for (const auto& [i, j] : couplings) sum += (sq(x(i)) + x(i) + 1) * (sq(x(j)) + x(j) + 1);
    return sum;
  });
  p.subject_to(0, 8, [](const auto& x, const auto& c) {
    c(1) = 0.22 * x(1) + 0.2 * x(2) + 0.19 * x(3) + 0.25 * x(4) + 0.15 * x(5) + 0.11 * x(6) + 0.12 * x(7) +
           0.13 * x(8) + x(9) - 2.5;
    c(2) = -1.46 * x(1) - 1.3 * x(3) + 1.82 * x(4) - 1.15 * x(5) + 0.8 * x(7) + x(10) - 1.1;
    c(3) = 1.29 * x(1) - 0.89 * x(2) - 1.16 * x(5) - 0.96 * x(6) - 0.49 * x(8) + x(11) + 3.1;
    c(4) = -1.1 * x(1) - 1.06 * x(2) + 0.95 * x(3) - 0.54 * x(4) - 1.78 * x(6) - 0.41 * x(7) + x(12) + 3.5;
    c(5) = -1.43 * x(4) + 1.51 * x(5) + 0.59 * x(6) - 0.33 * x(7) - 0.43 * x(8) + x(13) - 1.3;
    c(6) = -1.72 * x(2) - 0.33 * x(3) + 1.62 * x(5) + 1.24 * x(6) + 0.21 * x(7) - 0.26 * x(8) + x(14) - 2.1;
    c(7) = 1.12 * x(1) + 0.31 * x(4) + 1.12 * x(7) - 0.36 * x(9) + x(15) - 2.3;
    c(8) = 0.45 * x(2) + 0.26 * x(3) - 1.1 * x(4) + 0.58 * x(5) - 1.03 * x(7) + 0.1 * x(8) + x(16) + 1.5;
  });
  return p;
}

constexpr Entry entries_113_to_119[] = {{113, hs113}, {114, hs114}, {116, hs116},
                                        {117, hs117}, {118, hs118}, {119, hs119}};

}  // namespace

std::span<const Entry> problems_113_to_119() {
  return entries_113_to_119;
}

}  // namespace nsds::test::hs
