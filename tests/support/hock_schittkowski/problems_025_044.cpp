#include "support/hock_schittkowski/definition.hpp"

namespace nsds::test::hs {
namespace {

Definition hs25() {
  Definition p(25, {100, 12.5, 3});
  p.lower << 0.1, 0, 0;
  p.upper << 100, 25.6, 5;
  p.minimize([](const auto& x) {
    ScalarOf<decltype(x)> sum = 0;
    for (int i = 1; i <= 99; ++i) {
      const double u = 25 + std::pow(-50 * std::log(0.01 * i), 2.0 / 3);
      sum += sq(-0.01 * i + exp(-pow(u - x(2), x(3)) / x(1)));
    }
    return sum;
  });
  return p;
}

Definition hs26() {
  Definition p(26, {-2.6, 2, 2});
  p.minimize([](const auto& x) { return sq(x(1) - x(2)) + fourth(x(2) - x(3)); });
  p.subject_to(0, 1, [](const auto& x, const auto& c) { c(1) = (1 + sq(x(2))) * x(1) + fourth(x(3)) - 3; });
  return p;
}

Definition hs27() {
  Definition p(27, {2, 2, 2});
  p.minimize([](const auto& x) { return 0.01 * sq(x(1) - 1) + sq(x(2) - sq(x(1))); });
  p.subject_to(0, 1, [](const auto& x, const auto& c) { c(1) = x(1) + sq(x(3)) + 1; });
  return p;
}

Definition hs28() {
  Definition p(28, {-4, 1, 1});
  p.minimize([](const auto& x) { return sq(x(1) + x(2)) + sq(x(2) + x(3)); });
  p.subject_to(0, 1, [](const auto& x, const auto& c) { c(1) = x(1) + 2 * x(2) + 3 * x(3) - 1; });
  return p;
}

Definition hs29() {
  Definition p(29, {1, 1, 1});
  p.minimize([](const auto& x) { return -x(1) * x(2) * x(3); });
  p.subject_to(1, 0,
               [](const auto& x, const auto& c) { c(1) = 48 - sq(x(1)) - 2 * sq(x(2)) - 4 * sq(x(3)); });
  return p;
}

Definition hs30() {
  Definition p(30, {1, 1, 1});
  p.within(-10, 10);
  p.lower[0] = 1;
  p.minimize([](const auto& x) { return sq(x(1)) + sq(x(2)) + sq(x(3)); });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = sq(x(1)) + sq(x(2)) - 1; });
  return p;
}

Definition hs31() {
  Definition p(31, {1, 1, 1});
  p.lower << -10, 1, -10;
  p.upper << 10, 10, 1;
  p.minimize([](const auto& x) { return 9 * sq(x(1)) + sq(x(2)) + 9 * sq(x(3)); });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = x(1) * x(2) - 1; });
  return p;
}

Definition hs32() {
  Definition p(32, {0.1, 0.7, 0.2});
  p.at_least(0);
  p.minimize([](const auto& x) { return sq(x(1) + 3 * x(2) + x(3)) + 4 * sq(x(1) - x(2)); });
  p.subject_to(1, 1, [](const auto& x, const auto& c) {
    c(1) = 6 * x(2) + 4 * x(3) - cube(x(1)) - 3;
    c(2) = 1 - x(1) - x(2) - x(3);
  });
  return p;
}

Definition hs33() {
  Definition p(33, {0, 0, 3});
  p.at_least(0);
  p.at_most(5, 3);
  p.minimize([](const auto& x) { return (x(1) - 1) * (x(1) - 2) * (x(1) - 3) + x(3); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = sq(x(3)) - sq(x(2)) - sq(x(1));
    c(2) = sq(x(1)) + sq(x(2)) + sq(x(3)) - 4;
  });
  return p;
}

Definition hs34() {
  Definition p(34, {0, 1.05, 2.9});
  p.within(0, 100);
  p.at_most(10, 3);
  p.minimize([](const auto& x) { return -x(1); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = x(2) - exp(x(1));
    c(2) = x(3) - exp(x(2));
  });
  return p;
}

Definition hs35() {
  Definition p(35, {0.5, 0.5, 0.5});
  p.at_least(0);
  p.minimize([](const auto& x) {
    return 9 - 8 * x(1) - 6 * x(2) - 4 * x(3) + 2 * sq(x(1)) + 2 * sq(x(2)) + sq(x(3)) + 2 * x(1) * x(2) +
           2 * x(1) * x(3);
  });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = 3 - x(1) - x(2) - 2 * x(3); });
  return p;
}

Definition hs36() {
  Definition p(36, {10, 10, 10});
  p.at_least(0);
  p.upper << 20, 11, 42;
  p.minimize([](const auto& x) { return -x(1) * x(2) * x(3); });
  p.subject_to(1, 0, [](const auto& x, const auto& c) { c(1) = 72 - x(1) - 2 * x(2) - 2 * x(3); });
  return p;
}

Definition hs37() {
  Definition p(37, {10, 10, 10});
  p.within(0, 42);
  p.minimize([](const auto& x) { return -x(1) * x(2) * x(3); });
  p.subject_to(2, 0, [](const auto& x, const auto& c) {
    c(1) = 72 - x(1) - 2 * x(2) - 2 * x(3);
    c(2) = x(1) + 2 * x(2) + 2 * x(3);
  });
  return p;
}

Definition hs38() {
  Definition p(38, {-3, -1, -3, -1});
  p.within(-10, 10);
  p.minimize([](const auto& x) {
    return 100 * sq(x(2) - sq(x(1))) + sq(1 - x(1)) + 90 * sq(x(4) - sq(x(3))) + sq(1 - x(3)) +
           10.1 * (sq(x(2) - 1) + sq(x(4) - 1)) + 19.8 * (x(2) - 1) * (x(4) - 1);
  });
  return p;
}

Definition hs39() {
  Definition p(39, {2, 2, 2, 2});
  p.minimize([](const auto& x) { return -x(1); });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    c(1) = x(2) - cube(x(1)) - sq(x(3));
    c(2) = sq(x(1)) - x(2) - sq(x(4));
  });
  return p;
}

Definition hs40() {
  Definition p(40, {0.8, 0.8, 0.8, 0.8});
  p.minimize([](const auto& x) { return -x(1) * x(2) * x(3) * x(4); });
  p.subject_to(0, 3, [](const auto& x, const auto& c) {
    c(1) = cube(x(1)) + sq(x(2)) - 1;
    c(2) = sq(x(1)) * x(4) - x(3);
    c(3) = sq(x(4)) - x(2);
  });
  return p;
}

Definition hs41() {
  Definition p(41, {2, 2, 2, 2});
  p.within(0, 1);
  p.at_most(2, 4);
  p.minimize([](const auto& x) { return 2 - x(1) * x(2) * x(3); });
  p.subject_to(0, 1, [](const auto& x, const auto& c) { c(1) = x(1) + 2 * x(2) + 2 * x(3) - x(4); });
  return p;
}

Definition hs42() {
  Definition p(42, {1, 1, 1, 1});
  p.minimize([](const auto& x) { return sq(x(1) - 1) + sq(x(2) - 2) + sq(x(3) - 3) + sq(x(4) - 4); });
  p.subject_to(0, 2, [](const auto& x, const auto& c) {
    c(1) = x(1) - 2;
    c(2) = sq(x(3)) + sq(x(4)) - 2;
  });
  return p;
}

Definition hs43() {
  Definition p(43, {0, 0, 0, 0});
  p.minimize([](const auto& x) {
    return sq(x(1)) + sq(x(2)) + 2 * sq(x(3)) + sq(x(4)) - 5 * x(1) - 5 * x(2) - 21 * x(3) + 7 * x(4);
  });
  p.subject_to(3, 0, [](const auto& x, const auto& c) {
    c(1) = 8 - sq(x(1)) - sq(x(2)) - sq(x(3)) - sq(x(4)) - x(1) + x(2) - x(3) + x(4);
    c(2) = 10 - sq(x(1)) - 2 * sq(x(2)) - sq(x(3)) - 2 * sq(x(4)) + x(1) + x(4);
    c(3) = 5 - 2 * sq(x(1)) - sq(x(2)) - sq(x(3)) - 2 * x(1) + x(2) + x(4);
  });
  return p;
}

Definition hs44() {
  Definition p(44, {0, 0, 0, 0});
  p.at_least(0);
  p.minimize([](const auto& x) {
    return x(1) - x(2) - x(3) - x(1) * x(3) + x(1) * x(4) + x(2) * x(3) - x(2) * x(4);
  });
  p.subject_to(6, 0, [](const auto& x, const auto& c) {
    c(1) = 8 - x(1) - 2 * x(2);
    c(2) = 12 - 4 * x(1) - x(2);
    c(3) = 12 - 3 * x(1) - 4 * x(2);
    c(4) = 8 - 2 * x(3) - x(4);
    c(5) = 8 - x(3) - 2 * x(4);
    c(6) = 5 - x(3) - x(4);
  });
  return p;
}

constexpr Entry entries_25_to_44[] = {{25, hs25}, {26, hs26}, {27, hs27}, {28, hs28}, {29, hs29},
                                      {30, hs30}, {31, hs31}, {32, hs32}, {33, hs33}, {34, hs34},
                                      {35, hs35}, {36, hs36}, {37, hs37}, {38, hs38}, {39, hs39},
                                      {40, hs40}, {41, hs41}, {42, hs42}, {43, hs43}, {44, hs44}};

}  // namespace

std::span<const Entry> problems_25_to_44() {
  return entries_25_to_44;
}

}  // namespace nsds::test::hs
