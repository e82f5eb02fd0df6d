// Elastohydrodynamic lubrication of a line contact [Kostreva 1984; Oh 1984], in the units of Venner and
// Lubrecht 2000: pressure P ≥ 0 at n points X of [-4, 1.5], film H, and its constant H_0, which is free.
//
//   H(X) = H_0 + X²/2 - 1/π ∫ P(S) ln|X - S| dS,   e = H³ exp(-a P) / l
//   0 ≤ P ⟂ dH/dX - d/dX (e dP/dX) ≥ 0,   ∫ P dX = π/2
//
// The integral is exact for pressures that are constant in each interval of the width Δ, dH/dX is taken
// upstream, e is the mean of two points. H ≤ 0 is outside the domain. J is dense.
#include <cmath>
#include <numbers>

#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test::nonlinear {
namespace {

// Arrays over the n + 2 points, both ends included, where P = 0.
struct State {
  VectorXd P, H, e;
};

struct Contact {
  Index n;
  double viscosity, speed;  // a and l
  double step;
  VectorXd kernel;  // dH_i / dP_j by |i - j|

  Contact(Index points, double a, double l) : n(points), viscosity(a), speed(l), kernel(points + 2) {
    step = 5.5 / static_cast<double>(n + 1);
    const auto primitive = [this](double k) { return k * step * (std::log(std::fabs(k) * step) - 1.0); };
    for (Index k = 0; k < n + 2; ++k) {
      const auto d = static_cast<double>(k);
      kernel[k] = -(primitive(d + 0.5) - primitive(d - 0.5)) / std::numbers::pi;
    }
  }

  // Each thread has one state, which is as large as the largest problem so far.
  State* state(const VectorIn& z) const {
    thread_local State state;
    if (state.P.size() != n + 2) state = {VectorXd(n + 2), VectorXd(n + 2), VectorXd(n + 2)};
    state.P << 0.0, z.head(n), 0.0;
    for (Index i = 0; i < n + 2; ++i) {
      const double X = -4.0 + static_cast<double>(i) * step;
      double H = z[n] + 0.5 * X * X;
      for (Index j = 1; j <= n; ++j) H += kernel[std::abs(i - j)] * state.P[j];
      if (!(H > 0.0)) return nullptr;
      state.H[i] = H;
      state.e[i] = H * H * H * std::exp(-viscosity * state.P[i]) / speed;
    }
    return state.e.allFinite() ? &state : nullptr;
  }

  bool F(const VectorIn& z, VectorOut F) const {
    const State* s = state(z);
    if (!s) return false;
    for (Index i = 1; i <= n; ++i) {
      const double right = 0.5 * (s->e[i] + s->e[i + 1]), left = 0.5 * (s->e[i] + s->e[i - 1]);
      const double flow = right * (s->P[i + 1] - s->P[i]) - left * (s->P[i] - s->P[i - 1]);
      F[i - 1] = (s->H[i] - s->H[i - 1]) / step - flow / (step * step);
    }
    F[n] = 0.5 * std::numbers::pi - step * z.head(n).sum();
    return true;
  }

  bool J(const VectorIn& z, VectorOut values) const {
    const State* s = state(z);
    if (!s) return false;
    Eigen::Map<Eigen::MatrixXd> J(values.data(), n + 1, n + 1);
    const double square = step * step;
    for (Index k = 1; k <= n + 1; ++k) {
      // Derivatives along P_k, or along H_0 for k = n + 1.
      const auto film = [&](Index i) { return k == n + 1 ? 1.0 : kernel[std::abs(i - k)]; };
      const auto mobility = [&](Index i) {
        return s->e[i] * (3.0 / s->H[i] * film(i) - (i == k && k <= n ? viscosity : 0.0));
      };
      double before = mobility(0), here = mobility(1);
      for (Index i = 1; i <= n; ++i) {
        const double after = mobility(i + 1);
        const double right = 0.5 * (here + after), left = 0.5 * (here + before);
        const double flow = right * (s->P[i + 1] - s->P[i]) - left * (s->P[i] - s->P[i - 1]);
        J(i - 1, k - 1) = (film(i) - film(i - 1)) / step - flow / square;
        before = here;
        here = after;
      }
      J(n, k - 1) = k <= n ? -step : 0.0;
    }
    for (Index i = 1; i <= n; ++i) {
      const double right = 0.5 * (s->e[i] + s->e[i + 1]) / square,
                   left = 0.5 * (s->e[i] + s->e[i - 1]) / square;
      J(i - 1, i - 1) += right + left;
      if (i < n) J(i - 1, i) -= right;
      if (i > 1) J(i - 1, i - 2) -= left;
    }
    return true;
  }
};

// Kind 1: light load, a = 2, l = 0.1; 2: heavier, a = 6, l = 0.03.
Made make_lubrication(const Spec& spec) {
  const bool light = spec.third == 1.0;
  if (spec.size < 10 || spec.size > 2000 || (!light && spec.third != 2.0)) return {};
  const Index n = spec.size;
  const Contact contact(n, light ? 2.0 : 6.0, light ? 0.1 : 0.03);
  NonlinearProblem problem = boxed(n + 1, 0.0, infinite);
  problem.lower[n] = -infinite;
  problem.F = [contact](const VectorIn& z, VectorOut F) { return contact.F(z, F); };
  problem.J = [contact](const VectorIn& z, VectorOut values) { return contact.J(z, values); };
  VectorXd none = VectorXd::Zero(n + 1), hertz = none, wide = none;
  for (Index i = 0; i < n; ++i) {
    const double X = -4.0 + static_cast<double>(i + 1) * contact.step;
    hertz[i] = std::sqrt(std::max(0.0, 1.0 - X * X));
    wide[i] = 0.5 * std::max(0.0, 1.0 - 0.25 * X * X);
  }
  none[n] = hertz[n] = 1.0;
  wide[n] = 0.5;
  problem.starts = {none, hertz, wide};
  return problem;
}

}  // namespace

std::vector<Family> lubrication_families() {
  return {{"lubrication", make_lubrication}};
}

}  // namespace nsds::test::nonlinear
