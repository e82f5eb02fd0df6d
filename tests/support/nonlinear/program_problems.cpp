// Optimality conditions of small nonlinear programs: min f(x), g(x) ≥ 0, h(x) = 0, x in a box.
//
//   z = (x, λ, μ),  F = (∇f - ∇gᵀλ - ∇hᵀμ, g, h),  λ ≥ 0, μ free
//
// F is monotone where f is convex, g concave and h affine. The numbers are those of Hock and Schittkowski 1981.
#include <cmath>

#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test::nonlinear {
namespace {

using std::exp;
using std::log;

// Convex programs with an interior point and bounded sets of minimisers: the minimiser of the barrier problem
// is strictly feasible.
void mark_convex(NonlinearProblem& problem) {
  problem.kind = Kind::regular;
  problem.monotone_feasible = true;
}

// HS34: max x_1 under x_2 ≥ exp x_1, x_3 ≥ exp x_2, 0 ≤ x ≤ (100, 100, 10).
Made make_hs34(const Spec& spec) {
  if (spec.size != 5 || spec.third) return {};
  NonlinearProblem problem = boxed(5, 0.0, infinite);
  problem.upper.head(3) << 100.0, 100.0, 10.0;
  set_dense(
      [](const auto* z, auto* F) {
        const auto e1 = exp(z[0]), e2 = exp(z[1]);
        F[0] = z[3] * e1 - 1.0;
        F[1] = z[4] * e2 - z[3];
        F[2] = -z[4];
        F[3] = z[1] - e1;
        F[4] = z[2] - e2;
        return true;
      },
      problem);
  const double x2 = std::log(10.0);
  problem.solutions = {vector_of({std::log(x2), x2, 10.0, 1.0 / x2, 0.1 / x2})};
  problem.starts = {VectorXd::Zero(5), VectorXd::Ones(5), vector_of({0.0, 1.05, 2.9, 0.0, 0.0})};
  mark_convex(problem);
  return problem;
}

// HS35 (Beale): a convex quadratic program.
Made make_hs35(const Spec& spec) {
  if (spec.size != 4 || spec.third) return {};
  NonlinearProblem problem = boxed(4, 0.0, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        F[0] = 4.0 * z[0] + 2.0 * z[1] + 2.0 * z[2] - 8.0 + z[3];
        F[1] = 2.0 * z[0] + 4.0 * z[1] - 6.0 + z[3];
        F[2] = 2.0 * z[0] + 2.0 * z[2] - 4.0 + 2.0 * z[3];
        F[3] = 3.0 - z[0] - z[1] - 2.0 * z[2];
        return true;
      },
      problem);
  problem.solutions = {vector_of({12.0, 7.0, 4.0, 2.0}) / 9.0};
  problem.starts = {VectorXd::Zero(4), VectorXd::Ones(4), vector_of({0.5, 0.5, 0.5, 0.0})};
  mark_convex(problem);
  return problem;
}

// HS43 (Rosen and Suzuki): x is free.
Made make_hs43(const Spec& spec) {
  if (spec.size != 7 || spec.third) return {};
  NonlinearProblem problem = boxed(7, 0.0, infinite);
  problem.lower.head(4).setConstant(-infinite);
  set_dense(
      [](const auto* z, auto* F) {
        const auto* l = z + 4;
        F[0] = 2.0 * z[0] - 5.0 + l[0] * (2.0 * z[0] + 1.0) + l[1] * (2.0 * z[0] - 1.0) +
               l[2] * (4.0 * z[0] + 2.0);
        F[1] = 2.0 * z[1] - 5.0 + l[0] * (2.0 * z[1] - 1.0) + 4.0 * l[1] * z[1] + l[2] * (2.0 * z[1] - 1.0);
        F[2] = 4.0 * z[2] - 21.0 + l[0] * (2.0 * z[2] + 1.0) + 2.0 * l[1] * z[2] + 2.0 * l[2] * z[2];
        F[3] = 2.0 * z[3] + 7.0 + l[0] * (2.0 * z[3] - 1.0) + l[1] * (4.0 * z[3] - 1.0) - l[2];
        const auto a = z[0] * z[0], b = z[1] * z[1], c = z[2] * z[2], d = z[3] * z[3];
        F[4] = 8.0 - a - b - c - d - z[0] + z[1] - z[2] + z[3];
        F[5] = 10.0 - a - 2.0 * b - c - 2.0 * d + z[0] + z[3];
        F[6] = 5.0 - 2.0 * a - b - c - 2.0 * z[0] + z[1] + z[3];
        return true;
      },
      problem);
  problem.solutions = {vector_of({0.0, 1.0, 2.0, -1.0, 1.0, 0.0, 2.0})};
  usual_starts(problem);
  mark_convex(problem);
  return problem;
}

// HS66: min 0.2 x_3 - 0.8 x_1 under x_2 ≥ exp x_1, x_3 ≥ exp x_2, 0 ≤ x ≤ (100, 100, 10).
Made make_hs66(const Spec& spec) {
  if (spec.size != 5 || spec.third) return {};
  NonlinearProblem problem = boxed(5, 0.0, infinite);
  problem.upper.head(3) << 100.0, 100.0, 10.0;
  set_dense(
      [](const auto* z, auto* F) {
        const auto e1 = exp(z[0]), e2 = exp(z[1]);
        F[0] = z[3] * e1 - 0.8;
        F[1] = z[4] * e2 - z[3];
        F[2] = 0.2 - z[4];
        F[3] = z[1] - e1;
        F[4] = z[2] - e2;
        return true;
      },
      problem);
  // x_1 is the root of exp(exp x + x) = 4.
  constexpr double x1 = 0.18412648792284767962;
  const double x2 = std::exp(x1), x3 = std::exp(x2);
  problem.solutions = {vector_of({x1, x2, x3, 0.2 * x3, 0.2})};
  problem.starts = {VectorXd::Zero(5), VectorXd::Ones(5), vector_of({0.0, 1.05, 2.9, 0.0, 0.0})};
  mark_convex(problem);
  return problem;
}

// HS76: a convex quadratic program.
Made make_hs76(const Spec& spec) {
  if (spec.size != 7 || spec.third) return {};
  NonlinearProblem problem = boxed(7, 0.0, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        const auto* l = z + 4;
        F[0] = 2.0 * z[0] - z[2] - 1.0 + l[0] + 3.0 * l[1];
        F[1] = z[1] - 3.0 + 2.0 * l[0] + l[1] - l[2];
        F[2] = 2.0 * z[2] - z[0] + z[3] + 1.0 + l[0] + 2.0 * l[1] - 4.0 * l[2];
        F[3] = z[3] + z[2] - 1.0 + l[0] - l[1];
        F[4] = 5.0 - z[0] - 2.0 * z[1] - z[2] - z[3];
        F[5] = 4.0 - 3.0 * z[0] - z[1] - 2.0 * z[2] + z[3];
        F[6] = z[1] + 4.0 * z[2] - 1.5;
        return true;
      },
      problem);
  problem.solutions = {vector_of({3.0, 23.0, 0.0, 6.0, 5.0, 0.0, 0.0}) / 11.0};
  problem.starts = {VectorXd::Zero(7), VectorXd::Ones(7), vector_of({0.5, 0.5, 0.5, 0.5, 0.0, 0.0, 0.0})};
  mark_convex(problem);
  return problem;
}

// HS71: min x_1 x_4 (x_1 + x_2 + x_3) + x_3 under x_1 x_2 x_3 x_4 ≥ 25, |x|² = 40, 1 ≤ x ≤ 5; not convex.
Made make_hs71(const Spec& spec) {
  if (spec.size != 6 || spec.third) return {};
  NonlinearProblem problem = boxed(6, 1.0, 5.0);
  problem.lower.tail(2) << 0.0, -infinite;
  problem.upper.tail(2).setConstant(infinite);
  set_dense(
      [](const auto* z, auto* F) {
        const auto sum = z[0] + z[1] + z[2];
        F[0] = z[3] * (sum + z[0]) - z[4] * z[1] * z[2] * z[3] - 2.0 * z[5] * z[0];
        F[1] = z[0] * z[3] - z[4] * z[0] * z[2] * z[3] - 2.0 * z[5] * z[1];
        F[2] = z[0] * z[3] + 1.0 - z[4] * z[0] * z[1] * z[3] - 2.0 * z[5] * z[2];
        F[3] = z[0] * sum - z[4] * z[0] * z[1] * z[2] - 2.0 * z[5] * z[3];
        F[4] = z[0] * z[1] * z[2] * z[3] - 25.0;
        F[5] = z[0] * z[0] + z[1] * z[1] + z[2] * z[2] + z[3] * z[3] - 40.0;
        return true;
      },
      problem);
  problem.solutions = {vector_of({1.0, 4.7429996372644171158, 3.8211499841848739282, 1.3794082931726724218,
                                  0.55229366012072682642, -0.16146856677050583627})};
  problem.starts = {vector_of({1.0, 5.0, 5.0, 1.0, 0.0, 0.0}), vector_of({1.0, 1.0, 1.0, 1.0, 1.0, 1.0}),
                    vector_of({3.0, 3.0, 3.0, 3.0, 0.0, 0.0})};
  return problem;
}

// HS112 (chemical equilibrium): min Σ x_j (c_j + ln(x_j / Σ x)), three balances, x ≥ 1e-6.
Made make_hs112(const Spec& spec) {
  if (spec.size != 13 || spec.third) return {};
  NonlinearProblem problem = boxed(13, 1e-6, infinite);
  problem.lower.tail(3).setConstant(-infinite);
  set_dense(
      [](const auto* z, auto* F) {
        constexpr std::array c = {-6.089,  -17.164, -34.054, -5.914,  -24.721,
                                  -14.986, -24.100, -10.708, -26.662, -22.179};
        std::decay_t<decltype(*F)> sum = 0.0;
        for (int j = 0; j < 10; ++j) {
          if (!(z[j] > 0.0)) return false;
          sum += z[j];
        }
        const auto total = log(sum);
        for (int j = 0; j < 10; ++j) F[j] = c.at(static_cast<std::size_t>(j)) + log(z[j]) - total;
        for (int k = 0; k < 3; ++k) F[10 + k] = k == 0 ? -2.0 : -1.0;
        const auto balance = [&](int k, int j, double weight) {
          F[10 + k] += weight * z[j];
          F[j] -= weight * z[10 + k];
        };
        for (const auto& [j, weight] : {std::pair{0, 1.0}, {1, 2.0}, {2, 2.0}, {5, 1.0}, {9, 1.0}})
          balance(0, j, weight);
        for (const auto& [j, weight] : {std::pair{3, 1.0}, {4, 2.0}, {5, 1.0}, {6, 1.0}})
          balance(1, j, weight);
        for (const auto& [j, weight] : {std::pair{2, 1.0}, {6, 1.0}, {7, 1.0}, {8, 2.0}, {9, 1.0}})
          balance(2, j, weight);
        return true;
      },
      problem);
  problem.solutions = {vector_of({0.040668087355690172733, 0.14773035434082232817, 0.78315335400923350925,
                                  0.0014142198090301216569, 0.4852466486992727753, 0.00069317207842106568687,
                                  0.027399310714003262053, 0.017947279584925417601, 0.037314365913030362172,
                                  0.096871323865777086758, -9.7850550085297664777, -12.968920691636928373,
                                  -15.222060150669402956})};
  VectorXd start = VectorXd::Zero(13);
  start.head(10).setConstant(0.1);
  problem.starts = {start, VectorXd::Ones(13), projected(problem, VectorXd::Zero(13))};
  mark_convex(problem);
  return problem;
}

}  // namespace

std::vector<Family> program_families() {
  return {{"hs34", make_hs34}, {"hs35", make_hs35}, {"hs43", make_hs43},  {"hs66", make_hs66},
          {"hs71", make_hs71}, {"hs76", make_hs76}, {"hs112", make_hs112}};
}

}  // namespace nsds::test::nonlinear
