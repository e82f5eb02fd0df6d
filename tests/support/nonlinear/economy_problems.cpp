// Equilibria of economies: prices p ≥ 0 ⟂ excess supply ≥ 0, activity levels y ≥ 0 ⟂ loss ≥ 0.
#include <algorithm>
#include <cmath>
#include <utility>

#include "support/decompositions.hpp"
#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test::nonlinear {
namespace {

using Eigen::MatrixXd;
using std::log;
using std::pow;

// Six prices, eight activities and the incomes of five consumers with constant elasticity of substitution.
struct Scarf {
  using Rows = std::array<std::array<double, 5>, 6>;
  // Rows: capital at the end, nondurables, durables, capital at the beginning, skilled labour, unskilled labour.
  static constexpr Rows endowment = {{{0.0, 0.0, 0.0, 0.0, 0.0},
                                      {0.0, 0.0, 0.0, 0.0, 0.0},
                                      {1.0, 2.0, 1.5, 1.0, 2.0},
                                      {3.0, 0.1, 2.0, 1.0, 6.0},
                                      {5.0, 0.1, 6.0, 0.1, 0.1},
                                      {0.1, 7.0, 0.1, 8.0, 0.5}}};
  static constexpr Rows demand = {{{4.0, 0.4, 2.0, 5.0, 3.0},
                                   {2.0, 4.0, 2.0, 5.0, 4.0},
                                   {3.2, 1.0, 1.5, 4.5, 2.0},
                                   {0.0, 0.0, 0.0, 0.0, 0.0},
                                   {0.2, 0.0, 0.5, 0.0, 0.0},
                                   {0.0, 0.6, 0.0, 0.2, 0.2}}};
  static constexpr std::array<double, 5> elasticity = {1.2, 1.6, 0.8, 0.5, 0.6};
  static constexpr std::array<std::array<double, 8>, 6> activity = {
      {{4.0, 4.0, 1.6, 1.6, 1.6, 0.9, 7.0, 8.0},
       {0.0, 0.0, 6.0, 8.0, 7.0, 0.0, 0.0, 0.0},
       {4.0, 3.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
       {-5.3, -5.0, -2.0, -2.0, -2.0, -1.0, -4.0, -5.0},
       {-2.0, -1.0, -2.0, -4.0, -1.0, 0.0, -3.0, -2.0},
       {-1.0, -6.0, -3.0, -1.0, -8.0, 0.0, -1.0, -8.0}}};

  template <class T>
  bool operator()(const T* z, T* F) const {
    const T *p = z, *y = z + 6, *income = z + 14;
    for (std::size_t c = 0; c < 6; ++c) {
      F[c] = 0.0;
      for (std::size_t s = 0; s < 8; ++s) F[c] += activity.at(c).at(s) * y[s];
      if (c != 3 && !(p[c] > 0.0)) return false;
    }
    for (std::size_t s = 0; s < 8; ++s) {
      F[6 + s] = 0.0;
      for (std::size_t c = 0; c < 6; ++c) F[6 + s] -= activity.at(c).at(s) * p[c];
    }
    for (std::size_t h = 0; h < 5; ++h) consume(h, p, income[h], F);
    return true;
  }

  template <class T>
  void consume(std::size_t h, const T* p, const T& income, T* F) const {
    const double sigma = elasticity.at(h);
    T spent = 0.0, worth = 0.0;
    for (std::size_t c = 0; c < 6; ++c) {
      F[c] += endowment.at(c).at(h);
      worth += endowment.at(c).at(h) * p[c];
      if (demand.at(c).at(h) > 0.0) spent += demand.at(c).at(h) * pow(p[c], 1.0 - sigma);
    }
    for (std::size_t c = 0; c < 6; ++c)
      if (demand.at(c).at(h) > 0.0) F[c] -= demand.at(c).at(h) * income / spent * pow(p[c], -sigma);
    F[14 + h] = income - worth;
  }
};

// The income of the first consumer is fixed at its value for prices of 1: lower = upper.
Made make_scarf(const Spec& spec) {
  if (spec.size != 19 || spec.third) return {};
  NonlinearProblem problem = boxed(19, 0.0, infinite);
  problem.lower.head(6) << 1e-5, 1e-5, 1e-5, 0.0, 1e-5, 1e-5;
  problem.lower[14] = problem.upper[14] = 9.1;
  set_dense(Scarf(), problem);
  problem.solutions = {
      vector_of({1.1324994814649577407, 0.54526016270026501117, 1.0618849588356165826, 1.2905350105157980032,
                 0.82765412272294429587, 0.28239396002267928469, 0.46349293456246456033, 0.0,
                 3.939195056822706737, 0.0060229906067054734319, 0.0, 0.0, 0.43826283799002835236, 0.0, 9.1,
                 4.312346551153862388, 9.168061591624954584, 4.6943370618051432929, 10.090942373049655256})};
  VectorXd start = VectorXd::Ones(19);
  start.tail(5) << 9.1, 9.2, 9.6, 10.1, 8.6;
  problem.starts = {start, projected(problem, VectorXd::Ones(19)), 0.5 * start};
  problem.starts[1].segment(6, 8).setZero();
  problem.starts[2][14] = 9.1;
  return problem;
}

// Hansen and Koopmans 1972: activities x, prices p of two capital goods that last, wages q of two resources.
// The stock A x that x starts from is the stock B x that it leaves; a period later counts 0.9.
Made make_capital(const Spec& spec) {
  if (spec.size != 12 || spec.third) return {};
  constexpr int activities = 8;
  MatrixXd A(2, activities), B(2, activities), C(2, activities);
  for (int j = 0; j < activities; ++j)
    for (int k = 0; k < 2; ++k) {
      A(k, j) = spread(j, k, 0.5, 1.5);
      B(k, j) = 0.8 * A(k, j) + (j >= 4 && (j - 4) / 2 == k ? 2.0 : 0.0);
      C(k, j) = spread(j, 2 + k, 0.5, 1.5);
    }
  NonlinearProblem problem = boxed(12, 0.0, infinite);
  set_dense(
      [A, B, C](const auto* z, auto* F) {
        const auto *p = z + 8, *q = z + 10;
        for (int k = 0; k < 2; ++k) {
          F[8 + k] = 0.0;
          F[10 + k] = k == 0 ? 10.0 : 12.0;
        }
        for (int j = 0; j < activities; ++j) {
          if (!(z[j] > -1.0)) return false;
          F[j] = 0.0;
          if (j < 4) F[j] = -(1.0 + 0.5 * j) / (1.0 + z[j]);
          for (int k = 0; k < 2; ++k) {
            F[j] += (A(k, j) - 0.9 * B(k, j)) * p[k] + C(k, j) * q[k];
            F[8 + k] += (B(k, j) - A(k, j)) * z[j];
            F[10 + k] -= C(k, j) * z[j];
          }
        }
        return true;
      },
      problem);
  problem.solutions = {vector_of({0.62813471769244632301, 1.8129645246190446011, 3.3021516558006363678,
                                  2.4475519513625160345, 0.065335554572436518942, 1.0429259499407987404,
                                  1.0849711796737787699, 0.0, 0.28912331681584573739, 0.24414857864449206746,
                                  0.34122310466567266449, 0.055414133187761520296})};
  usual_starts(problem);
  return problem;
}

// Exchange with Cobb-Douglas consumers, one more than the goods that have a price; the price of one more good
// is 1. F_j = Σ_i e_ij - Σ_i a_ij (income of i) / p_j, e(i, j) and shares a(i, j) by columns of consumers.
// Kind 2: nobody wants each fifth good, and its price is 0.
Made make_walras(const Spec& spec) {
  const bool unwanted = spec.third == 2.0;
  if (spec.size > 500 || (spec.third && !unwanted && spec.third != 1.0)) return {};
  const Index n = spec.size, all = n + 1;
  MatrixXd e(all, all), a(all, all);
  for (Index i = 0; i < all; ++i)
    for (Index j = 0; j < all; ++j) {
      e(i, j) = spread(i * all + j, 0, 0.1, 2.0);
      a(i, j) = unwanted && j < n && j % 5 == 4 ? 0.0 : spread(i * all + j, 1, 0.1, 1.0);
    }
  for (Index i = 0; i < all; ++i) a.row(i) /= a.row(i).sum();
  const VectorXd supply = e.colwise().sum();
  const MatrixXd spending = a.transpose() * e;  // of p on each good

  NonlinearProblem problem = boxed(n, 0.0, infinite);
  const auto wanted = [a](Index j) { return a(0, j) > 0.0; };
  problem.F = [=](const VectorIn& p, VectorOut F) {
    for (Index j = 0; j < n; ++j)
      if (wanted(j) && !(p[j] > 0.0)) return false;
    F.noalias() = spending.topLeftCorner(n, n) * p;
    F += spending.col(n).head(n);
    for (Index j = 0; j < n; ++j) F[j] = supply[j] - (wanted(j) ? F[j] / p[j] : 0.0);
    return true;
  };
  problem.J = [=](const VectorIn& p, VectorOut values) {
    for (Index j = 0; j < n; ++j)
      if (wanted(j) && !(p[j] > 0.0)) return false;
    Eigen::Map<MatrixXd> J(values.data(), n, n);
    for (Index j = 0; j < n; ++j) {
      if (!wanted(j)) {
        J.row(j).setZero();
        continue;
      }
      J.row(j) = -spending.row(j).head(n) / p[j];
      J(j, j) += (spending.row(j).head(n).dot(p) + spending(j, n)) / (p[j] * p[j]);
    }
    return true;
  };

  // Incomes that are spent: (diag(supply) - spending) p = 0 in the rows of the wanted goods but the last.
  std::vector<Index> rows;
  for (Index j = 0; j < n; ++j)
    if (wanted(j)) rows.push_back(j);
  const MatrixXd balance = MatrixXd(supply.asDiagonal()) - spending;
  const VectorXd prices = solve_regular(balance(rows, rows), -balance(rows, std::vector<Index>{n}));
  VectorXd solution = VectorXd::Zero(n);
  solution(rows) = prices;
  problem.solutions = {solution};
  problem.kind = Kind::regular;
  problem.starts = {VectorXd::Ones(n), VectorXd::Constant(n, 10.0), VectorXd::LinSpaced(n, 0.1, 2.0)};
  return problem;
}

// Fisher's market with linear utilities [Eisenberg, Gale 1959]: x(i, j) of good j goes to buyer i, who has the
// budget b_i; goods have the supply 1. F = (p_j - b_i u_ij / Σ_k u_ik x_ik, 1 - Σ_i x_ij). Prices, and a
// tree of purchases that exhausts budgets and goods in turn, are chosen first, then utilities for them.
Made make_fisher(const Spec& spec) {
  if (spec.size < 2 || spec.size > 200 || spec.third) return {};
  const Index buyers = spec.size, goods = std::max<Index>(2, 2 * spec.size / 3), sold = buyers * goods;
  VectorXd p(goods), b(buyers);
  for (Index j = 0; j < goods; ++j) p[j] = spread(j, 0, 1.0, 2.0);
  for (Index i = 0; i < buyers; ++i) b[i] = spread(i, 1, 1.0, 3.0);
  b *= p.sum() / b.sum();

  MatrixXd x = MatrixXd::Zero(buyers, goods), u(buyers, goods);
  VectorXd money = b, value = p;
  for (Index i = 0, j = 0; i < buyers && j < goods;) {
    const double paid = std::min(money[i], value[j]);
    x(i, j) = paid / p[j];
    const bool spent = money[i] < value[j];
    money[i] -= paid;
    value[j] -= paid;
    ++(spent && i + 1 < buyers ? i : j);
  }
  for (Index i = 0; i < buyers; ++i)
    for (Index j = 0; j < goods; ++j)
      u(i, j) = p[j] * (x(i, j) > 0.0 ? 1.0 : spread(i * goods + j, 2, 0.5, 0.9));

  NonlinearProblem problem = boxed(sold + goods, 0.0, infinite);
  std::vector<std::vector<Index>> columns(static_cast<std::size_t>(sold + goods));
  for (Index i = 0; i < buyers; ++i)
    for (Index j = 0; j < goods; ++j) {
      auto& row = columns[static_cast<std::size_t>(i * goods + j)];
      for (Index k = 0; k < goods; ++k) row.push_back(i * goods + k);
      row.push_back(sold + j);
      columns[static_cast<std::size_t>(sold + j)].push_back(i * goods + j);
    }
  const auto row = [=](Index r, const auto& z) {
    using T = decltype(z(r));
    T sum = 0.0;
    if (r >= sold) {
      for (Index i = 0; i < buyers; ++i) sum += z(i * goods + r - sold);
      return T(1.0 - sum);
    }
    const Index i = r / goods, j = r % goods;
    for (Index k = 0; k < goods; ++k) sum += u(i, k) * z(i * goods + k);
    return T(z(sold + j) - b[i] * u(i, j) / sum);
  };
  const auto inside = [=](const VectorIn& z) {
    for (Index i = 0; i < buyers; ++i)
      if (!(u.row(i).dot(z.segment(i * goods, goods)) > 0.0)) return false;
    return true;
  };
  set_rows(columns, row, inside, problem);
  VectorXd solution(sold + goods);
  for (Index i = 0; i < buyers; ++i) solution.segment(i * goods, goods) = x.row(i);
  solution.tail(goods) = p;
  problem.solutions = {solution};
  problem.kind = Kind::regular;
  problem.starts = {VectorXd::Ones(sold + goods),
                    VectorXd::Constant(sold + goods, 1.0 / static_cast<double>(buyers)),
                    VectorXd::LinSpaced(sold + goods, 0.1, 1.0)};
  problem.monotone_feasible = true;
  return problem;
}

// Land around a town, after von Thünen 1826: crops c on rings r, prices p_c in the town, rents. A ring at
// distance d brings y_c (p_c - t_c d) - k_c an area; the town takes a_c exp(-p_c / 10) of a crop.
Made make_land(const Spec& spec) {
  if (spec.size > 10000 || (spec.third && spec.third != std::floor(*spec.third))) return {};
  const Index rings = spec.size, crops = static_cast<Index>(spec.third.value_or(3.0)), used = rings * crops;
  if (crops < 1 || crops > 20) return {};
  const Index n = used + crops + rings;
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  Triplets entries;
  VectorXd q = VectorXd::Zero(n);
  std::vector<std::vector<Index>> groups;
  for (Index c = 0; c < crops; ++c) {
    const double yield = spread(c, 0, 1.0, 3.0), haul = spread(c, 1, 0.1, 0.6), cost = spread(c, 2, 0.5, 1.5);
    groups.push_back({used + c});
    for (Index r = 0; r < rings; ++r) {
      const Index x = c * rings + r, rent = used + crops + r;
      entries.emplace_back(x, rent, 1.0);
      entries.emplace_back(rent, x, -1.0);
      entries.emplace_back(x, used + c, -yield);
      entries.emplace_back(used + c, x, yield);
      q[x] = cost + yield * haul * 10.0 * (static_cast<double>(r) + 0.5) / static_cast<double>(rings);
    }
  }
  for (Index r = 0; r < rings; ++r)
    q[used + crops + r] = 100.0 * (2.0 * static_cast<double>(r) + 1.0) / static_cast<double>(rings * rings);
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  const auto phi = [crops](Index c, double p) {
    const double taken =
        300.0 / static_cast<double>(crops) * (1.0 + spread(c, 3, 0.0, 1.0)) * std::exp(-0.1 * p);
    return Point{-taken, 0.1 * taken};
  };
  set_grouped({M, q, groups}, phi, problem);
  usual_starts(problem);
  problem.monotone_feasible = true;
  return problem;
}

// Spatial price equilibrium, the class of Tobin 1988: flows x_ij from m supply to m demand markets, supply
// prices p and demand prices r.
//   F = (p_i + c_ij + x_ij / 10 + x_ij³ / 100 - r_j,  S_i(p_i) - Σ_j x_ij,  Σ_i x_ij - D_j(r_j)),
//   S_i = s_i + p_i + p_i³ / 100,  D_j = d_j + 50 exp(-r_j / 10)
// Prices and flows are chosen, c, s and d follow.
Made make_spatial(const Spec& spec) {
  if (spec.size > 300 || spec.third) return {};
  const Index m = spec.size, flows = m * m, n = flows + 2 * m;
  Triplets entries;
  VectorXd z = VectorXd::Zero(n), w = VectorXd::Zero(n);
  for (Index i = 0; i < m; ++i) {
    z[flows + i] = spread(i, 0, 1.0, 5.0);
    z[flows + m + i] = spread(i, 1, 10.0, 20.0);
    for (Index j = 0; j < m; ++j) {
      const Index x = i * m + j;
      entries.emplace_back(x, flows + i, 1.0);
      entries.emplace_back(flows + i, x, -1.0);
      entries.emplace_back(x, flows + m + j, -1.0);
      entries.emplace_back(flows + m + j, x, 1.0);
      if ((j - i + m) % m < 3) {
        z[x] = spread(x, 2, 1.0, 4.0);
      } else {
        w[x] = spread(x, 3, 0.5, 5.0);
      }
    }
  }
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  Grouped map{M, VectorXd::Zero(n), singles(n)};
  const auto phi = [flows, m](Index t, double s) {
    if (t < flows) return Point{0.1 * s + 0.01 * s * s * s, 0.1 + 0.03 * s * s};
    if (t < flows + m) return Point{s + 0.01 * s * s * s, 1.0 + 0.03 * s * s};
    const double taken = 50.0 * std::exp(-0.1 * s);
    return Point{-taken, 0.1 * taken};
  };
  plant(z, w, phi, map);
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  set_grouped(map, phi, problem);
  problem.solutions = {z};
  problem.kind = Kind::regular;
  usual_starts(problem);
  problem.monotone_feasible = true;
  return problem;
}

}  // namespace

std::vector<Family> economy_families() {
  return {{"scarf", make_scarf},   {"capital", make_capital}, {"walras", make_walras},
          {"fisher", make_fisher}, {"land", make_land},       {"spatial", make_spatial}};
}

}  // namespace nsds::test::nonlinear
