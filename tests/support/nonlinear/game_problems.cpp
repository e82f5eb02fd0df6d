// Nash equilibria: each player's first-order conditions, and strategies of bimatrix games.
#include <cmath>

#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test::nonlinear {
namespace {

using Eigen::MatrixXd;

// Nash-Cournot [Murphy, Sherali, Soyster 1982]: firm i makes q_i at the marginal cost c_i + (s_i q_i)^{1/b_i},
// the price is P(Q) = (5000 / Q)^{1/g} for the sum Q. F_i = marginal cost - P - q_i P'.
struct Cournot {
  VectorXd cost, scale, elasticity;
  double g;

  // The price and its first two derivatives; false outside the domain.
  bool price(const VectorIn& q, std::array<double, 3>& P) const {
    const double Q = q.sum();
    if (!(Q > 0.0) || q.minCoeff() < 0.0) return false;
    P[0] = std::pow(5000.0 / Q, 1.0 / g);
    P[1] = -P[0] / (g * Q);
    P[2] = -P[1] * (1.0 + 1.0 / g) / Q;
    return true;
  }

  bool F(const VectorIn& q, VectorOut rows) const {
    std::array<double, 3> P;
    if (!price(q, P)) return false;
    for (Index i = 0; i < q.size(); ++i)
      rows[i] = cost[i] + std::pow(scale[i] * q[i], 1.0 / elasticity[i]) - P[0] - q[i] * P[1];
    return true;
  }

  bool J(const VectorIn& q, VectorOut values) const {
    std::array<double, 3> P;
    if (!price(q, P)) return false;
    Eigen::Map<MatrixXd> J(values.data(), q.size(), q.size());
    for (Index i = 0; i < q.size(); ++i) {
      const double power = 1.0 / elasticity[i];
      J.row(i).setConstant(-P[1] - q[i] * P[2]);
      J(i, i) += power * scale[i] * std::pow(scale[i] * q[i], power - 1.0) - P[1];
    }
    return J.allFinite();
  }
};

NonlinearProblem nash_of(const Cournot& firms, const VectorXd& solution) {
  const Index n = firms.cost.size();
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  problem.F = [firms](const VectorIn& q, VectorOut F) { return firms.F(q, F); };
  problem.J = [firms](const VectorIn& q, VectorOut values) { return firms.J(q, values); };
  problem.solutions = {solution};
  problem.kind = Kind::regular;
  problem.starts = {VectorXd::Ones(n), VectorXd::Constant(n, 10.0),
                    VectorXd::LinSpaced(n, 1.0, static_cast<double>(n))};
  return problem;
}

// Kind 1: costs (q/L)^{1/b} as in the paper of 1982; 2: (L q)^{1/b} as in Harker 1988 and MCPLIB.
Made make_published_nash(const Spec& spec) {
  const bool five = spec.size == 5, paper = spec.third == 1.0;
  if ((!five && spec.size != 10) || (!paper && spec.third != 2.0)) return {};
  const double L = five ? 5.0 : 10.0;
  Cournot firms{five ? vector_of({10.0, 8.0, 6.0, 4.0, 2.0})
                     : vector_of({5.0, 3.0, 8.0, 5.0, 1.0, 3.0, 7.0, 4.0, 6.0, 3.0}),
                VectorXd::Constant(spec.size, paper ? 1.0 / L : L),
                five ? vector_of({1.2, 1.1, 1.0, 0.9, 0.8})
                     : vector_of({1.2, 1.0, 0.9, 0.6, 1.5, 1.0, 0.7, 1.1, 0.95, 0.75}),
                five ? 1.1 : 1.2};
  if (five && paper)
    return nash_of(firms, vector_of({36.932510815735770046, 41.818141660437628732, 43.706578522274214143,
                                     42.659239743305121874, 39.178952516625021588}));
  if (five)
    return nash_of(firms, vector_of({15.429307572204471393, 12.498581730617943747, 9.6634729715687302686,
                                     7.1650935128908858605, 5.1325661792541039415}));
  if (paper)
    return nash_of(firms, vector_of({35.352785782468917152, 46.561140974408268079, 4.7124210970060674232,
                                     19.910456562854604963, 121.06006312452515319, 46.561140974408268079,
                                     12.003218763947595466, 42.554737537540851577, 20.588064323276204949,
                                     32.976744950101463757}));
  return nash_of(firms, vector_of({7.4415466970587344449, 4.0978104473473203172, 2.5906437474389529953,
                                   0.93538576807222749088, 17.948952342006604671, 4.0978104473473203172,
                                   1.3047257576800071162, 5.5900825435576293059, 3.2221794538246147046,
                                   1.6770943168393267219}));
}

// Kind 3: any number of firms, each fifth of which stays out of the market by a margin of 1 in the price;
// quantities are chosen, the costs c follow.
Made make_large_nash(const Spec& spec) {
  if (spec.size < 5 || spec.size > 2000) return {};
  const Index n = spec.size;
  Cournot firms{VectorXd::Zero(n), VectorXd::Constant(n, 0.1), VectorXd(n), 1.2};
  VectorXd q(n), F(n);
  for (Index i = 0; i < n; ++i) {
    firms.elasticity[i] = spread(i, 0, 0.5, 0.95);
    q[i] = i % 5 == 4 ? 0.0 : spread(i, 1, 1.0, 10.0);
  }
  firms.F(q, F);
  for (Index i = 0; i < n; ++i) firms.cost[i] = (q[i] == 0.0 ? 1.0 : 0.0) - F[i];
  return nash_of(firms, q);
}

Made make_nash(const Spec& spec) {
  return spec.third == 3.0 ? make_large_nash(spec) : make_published_nash(spec);
}

// Three polluters of a river with two shared limits, the normalised equilibrium of Rosen 1965; data of
// Krawczyk and Uryasev 2000.
Made make_river(const Spec& spec) {
  if (spec.size != 5 || spec.third) return {};
  NonlinearProblem problem = boxed(5, 0.0, infinite);
  set_dense(
      [](const auto* z, auto* F) {
        constexpr std::array fixed = {0.10, 0.12, 0.15}, rising = {0.01, 0.05, 0.01},
                             load = {0.5, 0.25, 0.75};
        constexpr std::array<std::array<double, 3>, 2> decay = {{{6.5, 5.0, 5.5}, {4.583, 6.25, 3.75}}};
        const auto total = z[0] + z[1] + z[2];
        F[3] = F[4] = 100.0;
        for (std::size_t i = 0; i < 3; ++i) {
          F[i] = fixed.at(i) - 3.0 + 0.01 * total + (0.01 + 2.0 * rising.at(i)) * z[i];
          for (std::size_t l = 0; l < 2; ++l) {
            F[i] += decay.at(l).at(i) * load.at(i) * z[3 + l];
            F[3 + l] -= decay.at(l).at(i) * load.at(i) * z[i];
          }
        }
        return true;
      },
      problem);
  problem.solutions = {vector_of(
      {21.144796015409661664, 16.027853447025258305, 2.7259627008817034446, 0.57435999935524428182, 0.0})};
  problem.kind = Kind::regular;
  usual_starts(problem);
  problem.monotone_feasible = true;
  return problem;
}

// Costs A and B > 0 of two players: x ⟂ A y - 1, y ⟂ Bᵀ x - 1; strategies are x and y divided by their sums
// [Lemke, Howson 1964].
NonlinearProblem bimatrix_of(const MatrixXd& A, const MatrixXd& B) {
  const Index n = A.rows();
  MatrixXd M = MatrixXd::Zero(2 * n, 2 * n);
  M.topRightCorner(n, n) = A;
  M.bottomLeftCorner(n, n) = B.transpose();
  NonlinearProblem problem = boxed(2 * n, 0.0, infinite);
  set_grouped(
      {M.sparseView(), VectorXd::Constant(2 * n, -1.0), {}},
      [](Index, double) {
        return Point{0.0, 0.0};
      },
      problem);
  problem.kind = Kind::regular;
  usual_starts(problem);
  return problem;
}

// Rock, paper, scissors and its kin for an odd number of moves: every move beats (n - 1)/2 others.
Made make_cyclic(const Spec& spec) {
  if (spec.size < 3 || spec.size > 99 || spec.size % 2 == 0 || spec.third) return {};
  const Index n = spec.size;
  MatrixXd A(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) A(i, j) = i == j ? 2.0 : (j - i + n) % n <= n / 2 ? 1.0 : 3.0;
  NonlinearProblem problem = bimatrix_of(A, MatrixXd::Constant(n, n, 4.0) - A);
  problem.solutions = {VectorXd::Constant(2 * n, 0.5 / static_cast<double>(n))};
  return problem;
}

// Both pay 1 for the same move and 2 for different ones: an equilibrium for each set of moves.
Made make_coordination(const Spec& spec) {
  if (spec.size < 2 || spec.size > 8 || spec.third) return {};
  const Index n = spec.size;
  MatrixXd A = MatrixXd::Constant(n, n, 2.0);
  A.diagonal().setOnes();
  NonlinearProblem problem = bimatrix_of(A, A);
  for (unsigned set = 1; set < 1u << n; ++set) {
    double moves = 0.0;
    for (Index i = 0; i < n; ++i) moves += set >> i & 1u;
    VectorXd z(2 * n);
    for (Index i = 0; i < n; ++i) z[i] = z[n + i] = (set >> i & 1u ? 1.0 : 0.0) / (2.0 * moves - 1.0);
    problem.solutions.push_back(z);
  }
  return problem;
}

// Two duopolists on n markets with exponential demand, each with limits of capacity: firm f sells x_fm on
// market m at the price a_m exp(-(x_1m + x_2m) / 10), at the cost of x²/4 of its total x; x_fm ≤ 5.
Made make_duopoly(const Spec& spec) {
  if (spec.size > 500 || spec.third) return {};
  const Index n = spec.size;
  NonlinearProblem problem = boxed(2 * n, 0.0, 5.0);
  std::vector<std::vector<Index>> columns(static_cast<std::size_t>(2 * n));
  for (Index i = 0; i < 2 * n; ++i) {
    auto& row = columns[static_cast<std::size_t>(i)];
    for (Index m = 0; m < n; ++m) row.push_back(i < n ? m : n + m);
    row.push_back(i < n ? n + i : i - n);
  }
  const auto row = [n](Index i, const auto& z) {
    using std::exp;
    using T = decltype(z(i));
    const Index m = i % n;
    T total = 0.0;
    for (Index k = 0; k < n; ++k) total += z(i < n ? k : n + k);
    const T price = spread(m, 0, 10.0, 30.0) * exp(-0.1 * (z(m) + z(n + m)));
    return T(0.5 * total - price * (1.0 - 0.1 * z(i)));
  };
  set_rows(
      columns, row, [](const VectorIn& z) { return z.minCoeff() > -100.0; }, problem);
  problem.starts = {VectorXd::Zero(2 * n), VectorXd::Ones(2 * n), VectorXd::Constant(2 * n, 5.0)};
  return problem;
}

}  // namespace

std::vector<Family> game_families() {
  return {{"nash", make_nash},
          {"river", make_river},
          {"cyclic", make_cyclic},
          {"coordination", make_coordination},
          {"duopoly", make_duopoly}};
}

}  // namespace nsds::test::nonlinear
