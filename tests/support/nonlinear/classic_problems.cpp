// Small problems of the literature and small ones that show one difficulty each.
#include <algorithm>
#include <cmath>

#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test::nonlinear {
namespace {

using std::exp;

// Kojima and Shindo 1986. At (√6/2, 0, 0, 1/2) both z_3 and F_3 are 0.
Made make_kojima_shindo(const Spec& spec) {
  if (spec.size != 4 || spec.third) return {};
  NonlinearProblem problem = boxed(4, 0.0, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        F[0] = 3.0 * z[0] * z[0] + 2.0 * z[0] * z[1] + 2.0 * z[1] * z[1] + z[2] + 3.0 * z[3] - 6.0;
        F[1] = 2.0 * z[0] * z[0] + z[0] + z[1] * z[1] + 10.0 * z[2] + 2.0 * z[3] - 2.0;
        F[2] = 3.0 * z[0] * z[0] + z[0] * z[1] + 2.0 * z[1] * z[1] + 2.0 * z[2] + 9.0 * z[3] - 9.0;
        F[3] = z[0] * z[0] + 3.0 * z[1] * z[1] + 2.0 * z[2] + 3.0 * z[3] - 3.0;
        return true;
      },
      problem);
  problem.solutions = {vector_of({std::sqrt(1.5), 0.0, 0.0, 0.5}), vector_of({1.0, 0.0, 3.0, 0.0})};
  problem.kind = Kind::degenerate;
  problem.starts = {VectorXd::Zero(4), VectorXd::Ones(4), vector_of({1.0, 0.0, 1.0, 0.0})};
  return problem;
}

// Josephy 1979, with the same degenerate solution made regular.
Made make_josephy(const Spec& spec) {
  if (spec.size != 4 || spec.third) return {};
  NonlinearProblem problem = boxed(4, 0.0, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        F[0] = 3.0 * z[0] * z[0] + 2.0 * z[0] * z[1] + 2.0 * z[1] * z[1] + z[2] + 3.0 * z[3] - 6.0;
        F[1] = 2.0 * z[0] * z[0] + z[0] + z[1] * z[1] + 3.0 * z[2] + 2.0 * z[3] - 2.0;
        F[2] = 3.0 * z[0] * z[0] + z[0] * z[1] + 2.0 * z[1] * z[1] + 2.0 * z[2] + 3.0 * z[3] - 1.0;
        F[3] = z[0] * z[0] + 3.0 * z[1] * z[1] + 2.0 * z[2] + 3.0 * z[3] - 3.0;
        return true;
      },
      problem);
  problem.solutions = {vector_of({std::sqrt(1.5), 0.0, 0.0, 0.5})};
  problem.kind = Kind::regular;
  problem.starts = {VectorXd::Zero(4), VectorXd::Ones(4), vector_of({0.0, 1.0, 1.0, 0.0})};
  return problem;
}

// Billups 1995: the merit function has a minimum at 0 that is no solution.
Made make_billups(const Spec& spec) {
  if (spec.size != 1 || spec.third) return {};
  NonlinearProblem problem = boxed(1, 0.0, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        F[0] = (z[0] - 1.0) * (z[0] - 1.0) - 1.01;
        return true;
      },
      problem);
  problem.solutions = {vector_of({1.0 + std::sqrt(1.01)})};
  problem.kind = Kind::regular;
  problem.starts = {VectorXd::Zero(1), VectorXd::Ones(1), vector_of({10.0})};
  return problem;
}

// Mathiesen 1987: one activity level y, three prices p, budget shares a and 1 - a, endowments b2 and b3.
struct Mathiesen {
  double share, b2, b3;

  template <class T>
  bool operator()(const T* z, T* F) const {
    return fill(z[0], z[1], z[2], z[3], F);
  }

  template <class T>
  bool fill(const T& y, const T& p1, const T& p2, const T& p3, T* F) const {
    if (!(p1 > 0.0) || !(p2 > 0.0)) return false;
    const T income = b2 * p2 + b3 * p3;
    F[0] = p2 + p3 - p1;
    F[1] = y - share * income / p1;
    F[2] = b2 - y - (1.0 - share) * income / p2;
    F[3] = b3 - y;
    return true;
  }

  // With p2 = 1: either good 3 is free, or all of it is used.
  VectorXd equilibrium() const {
    if (b3 >= share * b2) return vector_of({share * b2, 1.0, 1.0, 0.0});
    const double p3 = ((b2 - b3) / (1.0 - share) - b2) / b3;
    return vector_of({b3, 1.0 + p3, 1.0, p3});
  }
};

constexpr Mathiesen mathiesens[] = {{0.9, 5.0, 3.0}, {0.75, 1.0, 0.5}, {0.75, 1.0, 2.0}};

const Mathiesen* mathiesen_of(const Spec& spec) {
  const double number = spec.third.value_or(0.0);
  if (number != 1.0 && number != 2.0 && number != 3.0) return nullptr;
  return &mathiesens[static_cast<int>(number) - 1];
}

// Prices matter up to a factor: the solutions are (y, t p1, t, t p3) for t > 0.
Made make_mathiesen(const Spec& spec) {
  const Mathiesen* model = mathiesen_of(spec);
  if (!model || spec.size != 4) return {};
  NonlinearProblem problem = boxed(4, 0.0, infinite);
  set_dense(*model, problem);
  const VectorXd solution = model->equilibrium();
  problem.solutions = {solution};
  problem.distance = [solution](const VectorIn& z) {
    const VectorXd ray = solution.tail(3);
    const double t = std::max(0.0, ray.dot(z.tail(3)) / ray.squaredNorm());
    return std::max(std::fabs(z[0] - solution[0]), (z.tail(3) - t * ray).cwiseAbs().maxCoeff());
  };
  problem.kind = Kind::degenerate;
  problem.starts = {VectorXd::Ones(4), vector_of({1.0, 2.0, 3.0, 4.0}), vector_of({0.0, 0.5, 1.0, 0.0})};
  return problem;
}

// The same with p2 = 1 and without its row, which Walras's law makes redundant.
Made make_numeraire(const Spec& spec) {
  const Mathiesen* model = mathiesen_of(spec);
  if (!model || spec.size != 3) return {};
  NonlinearProblem problem = boxed(3, 0.0, infinite);
  set_dense(
      [model = *model](const auto* z, auto* F) {
        using T = std::decay_t<decltype(*F)>;
        std::array<T, 4> rows;
        if (!model.fill(z[0], z[1], T(1.0), z[2], rows.data())) return false;
        F[0] = rows[0];
        F[1] = rows[1];
        F[2] = rows[3];
        return true;
      },
      problem);
  const VectorXd full = model->equilibrium();
  problem.solutions = {vector_of({full[0], full[1], full[3]})};
  problem.kind = Kind::regular;
  problem.starts = {VectorXd::Ones(3), vector_of({1.0, 2.0, 4.0}), vector_of({0.0, 0.5, 0.0})};
  return problem;
}

// Pang and Gabriel's variant, in which prices enter as p + 1: the solutions are (t, 0, 0, 0), 0 ≤ t ≤ 3.
Made make_modified_mathiesen(const Spec& spec) {
  if (spec.size != 4 || spec.third) return {};
  NonlinearProblem problem = boxed(4, 0.0, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        if (!(z[1] > -1.0) || !(z[2] > -1.0)) return false;
        F[0] = z[2] + z[3] - z[1];
        F[1] = z[0] - (4.5 * z[2] + 2.7 * z[3]) / (z[1] + 1.0);
        F[2] = 5.0 - z[0] - (0.5 * z[2] + 0.3 * z[3]) / (z[2] + 1.0);
        F[3] = 3.0 - z[0];
        return true;
      },
      problem);
  problem.solutions = {VectorXd::Zero(4), vector_of({3.0, 0.0, 0.0, 0.0})};
  problem.distance = [](const VectorIn& z) {
    return std::max(std::fabs(z[0] - std::clamp(z[0], 0.0, 3.0)), z.tail(3).cwiseAbs().maxCoeff());
  };
  problem.kind = Kind::degenerate;
  problem.starts = {VectorXd::Zero(4), VectorXd::Ones(4), vector_of({1.0, 2.0, 3.0, 4.0})};
  return problem;
}

// Watson 1979: F = ∇ exp(Σ (z_i - i + 2)²).
Made make_watson(const Spec& spec) {
  if (spec.size != 5 || spec.third) return {};
  NonlinearProblem problem = boxed(5, 0.0, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        std::decay_t<decltype(*F)> sum = 0.0;
        for (int i = 0; i < 5; ++i) sum += (z[i] - (i - 1.0)) * (z[i] - (i - 1.0));
        if (sum > 700.0) return false;
        const auto factor = 2.0 * exp(sum);
        for (int i = 0; i < 5; ++i) F[i] = factor * (z[i] - (i - 1.0));
        return true;
      },
      problem);
  problem.solutions = {vector_of({0.0, 0.0, 1.0, 2.0, 3.0})};
  problem.kind = Kind::degenerate;
  problem.starts = {VectorXd::Zero(5), VectorXd::Ones(5), vector_of({2.0, 2.0, 2.0, 2.0, 2.0})};
  problem.monotone_feasible = true;
  return problem;
}

// Powell 1970: equations for which Newton's method with a line search stops at a point that is no solution.
Made make_powell(const Spec& spec) {
  if (spec.size != 2 || spec.third) return {};
  NonlinearProblem problem = boxed(2, -infinite, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        if (!(z[0] > -0.1)) return false;
        F[0] = z[0];
        F[1] = 10.0 * z[0] / (z[0] + 0.1) + 2.0 * z[1] * z[1];
        return true;
      },
      problem);
  problem.solutions = {VectorXd::Zero(2)};
  problem.starts = {vector_of({3.0, 1.0}), vector_of({1.0, 1.0}), vector_of({0.0, 1.0})};
  return problem;
}

// Equations atan(i z_i) = c_i, one free unknown each: the plain Newton method diverges from afar.
Made make_arctangent(const Spec& spec) {
  if (spec.size > 1000 || spec.third) return {};
  const int n = spec.size;
  NonlinearProblem problem = boxed(n, -infinite, infinite);
  Grouped map{Sparse(n, n), VectorXd::Zero(n), singles(n)};
  const auto phi = [](Index i, double s) {
    const double steep = static_cast<double>(i) + 1.0;
    return Point{std::atan(steep * s), steep / (1.0 + steep * steep * s * s)};
  };
  VectorXd z(n);
  for (int i = 0; i < n; ++i) z[i] = spread(i, 0, -1.0, 1.0);
  plant(z, VectorXd::Zero(n), phi, map);
  set_grouped(map, phi, problem);
  problem.solutions = {z};
  problem.kind = Kind::regular;
  problem.starts = {VectorXd::Zero(n), VectorXd::Constant(n, 1.5), VectorXd::Constant(n, -10.0)};
  problem.monotone_feasible = true;
  return problem;
}

// F = (s, s) with s = z_1 + z_2 - 1: the solutions are a segment.
Made make_segment(const Spec& spec) {
  if (spec.size != 2 || spec.third) return {};
  NonlinearProblem problem = boxed(2, 0.0, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        F[0] = F[1] = z[0] + z[1] - 1.0;
        return true;
      },
      problem);
  problem.solutions = {vector_of({1.0, 0.0}), vector_of({0.0, 1.0})};
  problem.distance = [](const VectorIn& z) {
    const double t = std::clamp(0.5 * (z[0] - z[1] + 1.0), 0.0, 1.0);
    return std::max(std::fabs(z[0] - t), std::fabs(z[1] - 1.0 + t));
  };
  problem.kind = Kind::degenerate;
  problem.starts = {VectorXd::Zero(2), VectorXd::Ones(2), vector_of({10.0, 0.0})};
  problem.monotone_feasible = true;
  return problem;
}

// F_i = z_i^{3/2}, defined for z_i ≥ 0: at the solution 0 the Jacobian is 0 too.
Made make_flat(const Spec& spec) {
  if (spec.size > 100 || spec.third) return {};
  const int n = spec.size;
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  set_dense(
      [n](const auto* z, auto* F) {
        using std::pow;
        for (int i = 0; i < n; ++i) {
          if (z[i] < 0.0) return false;
          F[i] = pow(z[i], 1.5);
        }
        return true;
      },
      problem);
  problem.solutions = {VectorXd::Zero(n)};
  problem.kind = Kind::degenerate;
  problem.starts = {VectorXd::Ones(n), VectorXd::Constant(n, 100.0), VectorXd::LinSpaced(n, 0.0, 1.0)};
  problem.monotone_feasible = true;
  return problem;
}

// Linear problems with a map M z - 1 on which pivoting methods are slow or Newton methods cycle.
Made linear(const Eigen::MatrixXd& M, const VectorXd& solution, const Spec& spec) {
  NonlinearProblem problem = boxed(spec.size, 0.0, infinite);
  set_grouped(
      {M.sparseView(), VectorXd::Constant(spec.size, -1.0), {}},
      [](Index, double) {
        return Point{0.0, 0.0};
      },
      problem);
  if (solution.size() > 0) problem.solutions = {solution};
  problem.kind = Kind::regular;
  usual_starts(problem);
  problem.monotone_feasible = true;
  problem.uniformly_p = true;
  return problem;
}

// Murty 1978: upper triangular, 1 on the diagonal and 2 above it.
Made make_murty(const Spec& spec) {
  if (spec.size > 1000 || spec.third) return {};
  Eigen::MatrixXd M = Eigen::MatrixXd::Identity(spec.size, spec.size);
  M.triangularView<Eigen::StrictlyUpper>().setConstant(2.0);
  return linear(M, VectorXd::Unit(spec.size, spec.size - 1), spec);
}

// Fathi 1979: M = L Lᵀ with the transpose L of Murty's matrix.
Made make_fathi(const Spec& spec) {
  if (spec.size > 1000 || spec.third) return {};
  Eigen::MatrixXd L = Eigen::MatrixXd::Identity(spec.size, spec.size);
  L.triangularView<Eigen::StrictlyLower>().setConstant(2.0);
  return linear(L * L.transpose(), VectorXd::Unit(spec.size, 0), spec);
}

// Ahn 1983: tridiagonal (1, 4, -2); every unknown is positive at the solution.
Made make_ahn(const Spec& spec) {
  if (spec.size > 100000 || spec.third) return {};
  const int n = spec.size;
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  Triplets entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 4.0);
    if (i + 1 < n) entries.emplace_back(i, i + 1, -2.0);
    if (i > 0) entries.emplace_back(i, i - 1, 1.0);
  }
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  set_grouped(
      {M, VectorXd::Constant(n, -1.0), {}},
      [](Index, double) {
        return Point{0.0, 0.0};
      },
      problem);
  // Elimination without exchange of rows: the matrix is diagonally dominant.
  VectorXd pivot(n), z = VectorXd::Ones(n);
  for (int i = 0; i < n; ++i) {
    pivot[i] = 4.0 + (i > 0 ? 2.0 / pivot[i - 1] : 0.0);
    if (i > 0) z[i] -= z[i - 1] / pivot[i - 1];
  }
  for (int i = n - 1; i >= 0; --i) z[i] = (z[i] + (i + 1 < n ? 2.0 * z[i + 1] : 0.0)) / pivot[i];
  problem.solutions = {z};
  problem.kind = Kind::regular;
  usual_starts(problem);
  problem.monotone_feasible = true;
  problem.uniformly_p = true;
  return problem;
}

}  // namespace

std::vector<Family> classic_families() {
  return {{"kojima_shindo", make_kojima_shindo},
          {"josephy", make_josephy},
          {"billups", make_billups},
          {"mathiesen", make_mathiesen},
          {"numeraire", make_numeraire},
          {"modified_mathiesen", make_modified_mathiesen},
          {"watson", make_watson},
          {"powell", make_powell},
          {"arctangent", make_arctangent},
          {"segment", make_segment},
          {"flat", make_flat},
          {"murty", make_murty},
          {"fathi", make_fathi},
          {"ahn", make_ahn}};
}

}  // namespace nsds::test::nonlinear
