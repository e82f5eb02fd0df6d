#include "support/hock_schittkowski/definition.hpp"

namespace nsds::test::hs {
namespace {

// Rosenbrock's function of x_1, x_2.
template <class X>
ScalarOf<X> rosenbrock(const X& x) {
  return 100 * sq(x(2) - sq(x(1))) + sq(1 - x(1));
}

Definition hs1() {
  Definition p(1, {-2, 1});
  p.lower[1] = -1.5;
  p.minimize([](const auto& x) { return rosenbrock(x); });
  return p;
}

Definition hs2() {
  Definition p(2, {-2, 1});
  p.lower[1] = 1.5;
  p.minimize([](const auto& x) { return rosenbrock(x); });
  return p;
}

Definition hs3() {
  Definition p(3, {10, 1});
  p.lower[1] = 0;
  p.minimize([](const auto& x) { return x(2) + 1e-5 * sq(x(2) - x(1)); });
  return p;
}

Definition hs4() {
  Definition p(4, {1.125, 0.125});
  p.lower << 1, 0;
  p.minimize([](const auto& x) { return cube(x(1) + 1) / 3 + x(2); });
  return p;
}

Definition hs5() {
  Definition p(5, {0, 0});
  p.lower << -1.5, -3;
  p.upper << 4, 3;
  p.minimize([](const auto& x) { return sin(x(1) + x(2)) + sq(x(1) - x(2)) - 1.5 * x(1) + 2.5 * x(2) + 1; });
  return p;
}

Definition hs6() {
  Definition p(6, {-1.2, 1});
  p.minimize([](const auto& x) { return sq(1 - x(1)); });
  p.subject_to(0, 1, [](const auto& x, const auto& c) { c(1) = 10 * (x(2) - sq(x(1))); });
  return p;
}

Definition hs7() {
  Definition p(7, {2, 2});
  p.minimize([](const auto& x) { return log(1 + sq(x(1))) - x(2); });
  p.subject_to(0, 1, [](const auto& x, const auto& c) { c(1) = sq(1 + sq(x(1))) + sq(x(2)) - 4; });
  return p;
}

Definition hs8() {
  Definition p(8, {2, 1});
  p.minimize([](const auto& x) { return ScalarOf<decltype(x)>(-1.0); });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    c(1) = sq(x(1)) + sq(x(2)) - 25;
    c(2) = x(1) * x(2) - 9;
  });
  return p;
}

Definition hs9() {
  Definition p(9, {0, 0});
  p.minimize([](const auto& x) {
    const double pi = std::acos(-1.0);
    return sin(pi * x(1) / 12) * cos(pi * x(2) / 16);
  });
  p.subject_to(0, 1, [](const auto& x, const auto& c) { c(1) = 4 * x(1) - 3 * x(2); });
  return p;
}

Definition hs10() {
  Definition p(10, {-10, 10});
  p.minimize([](const auto& x) { return x(1) - x(2); });
  p.subject_to(1, 0,
               [](const auto& x, const auto& c) { c(1) = -3 * sq(x(1)) + 2 * x(1) * x(2) - sq(x(2)) + 1; });
  return p;
}

Definition hs11() {
  Definition p(11, {4.9, 0.1});
  p.minimize([](const auto& x) { return sq(x(1) - 5) + sq(x(2)) - 25; });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = x(2) - sq(x(1)); });
  return p;
}

Definition hs12() {
  Definition p(12, {0, 0});
  p.minimize([](const auto& x) { return 0.5 * sq(x(1)) + sq(x(2)) - x(1) * x(2) - 7 * x(1) - 7 * x(2); });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = 25 - 4 * sq(x(1)) - sq(x(2)); });
  return p;
}

// At the solution (1, 0) the gradients of g and of the bound x_2 ≥ 0 point against each other: no multipliers.
Definition hs13() {
  Definition p(13, {-2, -2});
  p.at_least(0);
  p.has_multipliers = false;
  p.minimize([](const auto& x) { return sq(x(1) - 2) + sq(x(2)); });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = cube(1 - x(1)) - x(2); });
  return p;
}

Definition hs14() {
  Definition p(14, {2, 2});
  p.minimize([](const auto& x) { return sq(x(1) - 2) + sq(x(2) - 1); });
  p.subject_to(1, 1, [](const auto& x, const auto& c) {
    c(1) = 1 - 0.25 * sq(x(1)) - sq(x(2));
    c(2) = x(1) - 2 * x(2) + 1;
  });
  return p;
}

Definition hs15() {
  Definition p(15, {-2, 1});
  p.at_most(0.5, 1);
  p.minimize([](const auto& x) { return rosenbrock(x); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = x(1) * x(2) - 1;
    c(2) = x(1) + sq(x(2));
  });
  return p;
}

Definition hs16() {
  Definition p(16, {-2, 1});
  p.within(-0.5, 0.5, 1, 1);
  p.at_most(1, 2);
  p.minimize([](const auto& x) { return rosenbrock(x); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = x(1) + sq(x(2));
    c(2) = sq(x(1)) + x(2);
  });
  return p;
}

Definition hs17() {
  Definition p(17, {-2, 1});
  p.within(-0.5, 0.5, 1, 1);
  p.at_most(1, 2);
  p.minimize([](const auto& x) { return rosenbrock(x); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = sq(x(2)) - x(1);
    c(2) = sq(x(1)) - x(2);
  });
  return p;
}

Definition hs18() {
  Definition p(18, {2, 2});
  p.lower << 2, 0;
  p.upper << 50, 50;
  p.minimize([](const auto& x) { return 0.01 * sq(x(1)) + sq(x(2)); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = x(1) * x(2) - 25;
    c(2) = sq(x(1)) + sq(x(2)) - 25;
  });
  return p;
}

Definition hs19() {
  Definition p(19, {20.1, 5.84});
  p.lower << 13, 0;
  p.upper << 100, 100;
  p.minimize([](const auto& x) { return cube(x(1) - 10) + cube(x(2) - 20); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = sq(x(1) - 5) + sq(x(2) - 5) - 100;
    c(2) = 82.81 - sq(x(1) - 6) - sq(x(2) - 5);
  });
  return p;
}

Definition hs20() {
  Definition p(20, {-2, 1});
  p.within(-0.5, 0.5, 1, 1);
  p.minimize([](const auto& x) { return rosenbrock(x); });
  p.subject_to(3, 0, [](const auto& x, const auto& c) {
    c(1) = x(1) + sq(x(2));
    c(2) = sq(x(1)) + x(2);
    c(3) = sq(x(1)) + sq(x(2)) - 1;
  });
  return p;
}

Definition hs21() {
  Definition p(21, {-1, -1});
  p.lower << 2, -50;
  p.upper << 50, 50;
  p.minimize([](const auto& x) { return 0.01 * sq(x(1)) + sq(x(2)) - 100; });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = 10 * x(1) - x(2) - 10; });
  return p;
}

Definition hs22() {
  Definition p(22, {2, 2});
  p.minimize([](const auto& x) { return sq(x(1) - 2) + sq(x(2) - 1); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = 2 - x(1) - x(2);
    c(2) = x(2) - sq(x(1));
  });
  return p;
}

Definition hs23() {
  Definition p(23, {3, 1});
  p.within(-50, 50);
  p.minimize([](const auto& x) { return sq(x(1)) + sq(x(2)); });
  p.subject_to(5, 0, [](const auto& x, const auto& c) {
    c(1) = x(1) + x(2) - 1;
    c(2) = sq(x(1)) + sq(x(2)) - 1;
    c(3) = 9 * sq(x(1)) + sq(x(2)) - 9;
    c(4) = sq(x(1)) - x(2);
    c(5) = sq(x(2)) - x(1);
  });
  return p;
}

Definition hs24() {
  Definition p(24, {1, 0.5});
  p.at_least(0);
  p.minimize([](const auto& x) { return (sq(x(1) - 3) - 9) * cube(x(2)) / (27 * std::sqrt(3.0)); });
  p.subject_to(3, 0, [](const auto& x, const auto& c) {
    c(1) = x(1) / std::sqrt(3.0) - x(2);
    c(2) = x(1) + std::sqrt(3.0) * x(2);
    c(3) = 6 - x(1) - std::sqrt(3.0) * x(2);
  });
  return p;
}

constexpr Entry entries_1_to_24[] = {{1, hs1},   {2, hs2},   {3, hs3},   {4, hs4},   {5, hs5},   {6, hs6},
                                     {7, hs7},   {8, hs8},   {9, hs9},   {10, hs10}, {11, hs11}, {12, hs12},
                                     {13, hs13}, {14, hs14}, {15, hs15}, {16, hs16}, {17, hs17}, {18, hs18},
                                     {19, hs19}, {20, hs20}, {21, hs21}, {22, hs22}, {23, hs23}, {24, hs24}};

}  // namespace

std::span<const Entry> problems_1_to_24() {
  return entries_1_to_24;
}

}  // namespace nsds::test::hs
