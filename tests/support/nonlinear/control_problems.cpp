// Optimal control over N explicit Euler steps of the length h: min h/2 Σ (|x_k|² + r u_k²) with u in a box.
//
//   x_{k+1} = x_k + h f(x_k, u_k), x_0 = (1, 0);   z = (u_0, x_1, y_1, u_1, x_2, y_2, ...), y the costates
//
// The rows are the first-order conditions over h; those of the dynamics have the sign that makes F monotone
// where f is linear. Kind 1: f = (x_2, u), |u| ≤ 1/2; 2: van der Pol's oscillator, f = (x_2, (1 - x_1²) x_2 -
// x_1 + u), -0.3 ≤ u ≤ 1; 3: as 1, and x_2 ≥ -1/4.
#include <cmath>

#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test::nonlinear {
namespace {

struct Control {
  Index steps;
  double h;
  bool oscillator;

  static Index u(Index k) { return 5 * k; }            // k = 0, ..., N - 1
  static Index x(Index k) { return 5 * (k - 1) + 1; }  // k = 1, ..., N; the second follows
  static Index y(Index k) { return 5 * (k - 1) + 3; }

  template <class Unknown>
  auto operator()(Index row, const Unknown& z) const {
    using T = decltype(z(row));
    const Index k = row / 5;  // the stage before the state of this row
    const auto state = [&](Index stage, int i) {
      return stage == 0 ? T(i == 0 ? 1.0 : 0.0) : T(z(x(stage) + i));
    };
    const T before1 = state(k, 0), before2 = state(k, 1);
    switch (row % 5) {
      case 0:
        return T(0.01 * z(row) + z(y(k + 1) + 1));
      case 1:
      case 2:
        return costate(k + 1, static_cast<int>(row % 5) - 1, z);
      case 3:
        return T((z(x(k + 1)) - before1) / h - before2);
      default: {
        const T drift = oscillator ? T((1.0 - before1 * before1) * before2 - before1) : T(0.0);
        return T((z(x(k + 1) + 1) - before2) / h - drift - z(u(k)));
      }
    }
  }

  // The derivative of the Lagrangian by the i-th component of the state of a stage.
  template <class Unknown>
  auto costate(Index stage, int i, const Unknown& z) const {
    using T = decltype(z(0));
    T sum = z(x(stage) + i) - z(y(stage) + i) / h;
    if (stage == steps) return sum;
    const T next1 = z(y(stage + 1)), next2 = z(y(stage + 1) + 1), x1 = z(x(stage)), x2 = z(x(stage) + 1);
    sum += (i == 0 ? next1 : next2) / h;
    if (i == 1) sum += next1;
    if (oscillator) sum += next2 * (i == 0 ? T(-1.0 - 2.0 * x1 * x2) : T(1.0 - x1 * x1));
    return sum;
  }

  std::vector<Index> columns(Index row) const {
    const Index k = row / 5;
    std::vector<Index> found;
    const auto add = [&](Index first) { found.insert(found.end(), {first, first + 1}); };
    if (row % 5 == 0) return {row, y(k + 1) + 1};
    add(x(k + 1));
    if (row % 5 < 3) {
      add(y(k + 1));
      if (k + 1 < steps) add(y(k + 2));
      return found;
    }
    if (k > 0) add(x(k));
    found.push_back(u(k));
    return found;
  }
};

Made make_control(const Spec& spec) {
  const double kind = spec.third.value_or(0.0);
  if (spec.size < 5 || spec.size > 100000 || (kind != 1.0 && kind != 2.0 && kind != 3.0)) return {};
  const Index n = 5 * static_cast<Index>(spec.size);
  const Control control{spec.size, 5.0 / spec.size, kind == 2.0};
  std::vector<std::vector<Index>> columns;
  for (Index row = 0; row < n; ++row) columns.push_back(control.columns(row));
  NonlinearProblem problem = boxed(n, -infinite, infinite);
  for (Index k = 0; k < spec.size; ++k) {
    problem.lower[Control::u(k)] = kind == 2.0 ? -0.3 : -0.5;
    problem.upper[Control::u(k)] = kind == 2.0 ? 1.0 : 0.5;
    if (kind == 3.0) problem.lower[Control::x(k + 1) + 1] = -0.25;
  }
  set_rows(
      columns, control, [](const VectorIn&) { return true; }, problem);
  usual_starts(problem);
  problem.monotone_feasible = kind != 2.0;
  return problem;
}

}  // namespace

std::vector<Family> control_families() {
  return {{"control", make_control}};
}

}  // namespace nsds::test::nonlinear
