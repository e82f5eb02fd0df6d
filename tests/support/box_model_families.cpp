// The families of box_families.hpp that come from markets, circuits and controllers.
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <stdexcept>

#include "support/box_build.hpp"
#include "support/draws.hpp"

namespace nsds::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// One market: supply x_f = max(0, (p - c_f) / (b + d_f)) at the price p of p - a + b sum x = 0. With the
// firms in the order of their costs, the price with the first k of them in the market falls until the next
// one does not enter.
VectorXd one_market(double a, double b, const VectorXd& c, const VectorXd& d) {
  std::vector<int> order(static_cast<std::size_t>(c.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::sort(order.begin(), order.end(), [&](int i, int j) { return c[i] < c[j]; });
  double value = a, slope = 1.0;
  for (const int f : order) {
    if (c[f] * slope >= value) break;
    value += b * c[f] / (b + d[f]);
    slope += b / (b + d[f]);
  }
  const double price = value / slope;
  VectorXd z(c.size() + 1);
  z.head(c.size()) = ((price - c.array()) / (b + d.array())).max(0.0);
  z[c.size()] = price;
  return z;
}

}  // namespace

// Unknowns (x_fm firm by firm, p_m): with price p_m = a_m - b_m sum_f x_fm, marginal cost
// c_f + t_fm + d_f sum_m x_fm and transport t_fm,
//   0 <= x_fm _|_ c_f + t_fm + d_f sum_m x_fm + b_m x_fm - p_m >= 0,   p_m - a_m + b_m sum_f x_fm = 0.
// Without p the matrix is symmetric positive definite: one equilibrium.
void make_nash(int firms, double number, BoxProblem& problem) {
  const int markets = static_cast<int>(number);
  if (markets != number || markets < 1 || markets > 1000)
    throw std::invalid_argument("nash: the number of markets is an integer from 1 to 1000");
  Draws draws(static_cast<std::uint64_t>(firms) * 1000 + static_cast<std::uint64_t>(markets));
  const int supplies = firms * markets;
  start_box(supplies + markets, problem);
  VectorXd c(firms), d(firms), a(markets), b(markets);
  for (double& cost : c) cost = draws.uniform(1.0, 10.0);
  for (double& rise : d) rise = draws.uniform(0.2, 1.0);
  for (double& limit : a) limit = draws.uniform(8.0, 12.0);
  for (double& slope : b) slope = draws.uniform(5.0, 15.0) / firms;

  Triplets entries;
  for (int m = 0; m < markets; ++m) {
    const int price = supplies + m;
    free_row(price, problem);
    entries.emplace_back(price, price, 1.0);
    problem.q[price] = -a[m];
    for (int f = 0; f < firms; ++f) {
      const int row = f * markets + m;
      problem.q[row] = c[f] + (markets > 1 ? draws.uniform(0.0, 2.0) : 0.0);
      for (int other = 0; other < markets; ++other)
        entries.emplace_back(row, f * markets + other, other == m ? d[f] + b[m] : d[f]);
      entries.emplace_back(row, price, -1.0);
      entries.emplace_back(price, row, b[m]);
    }
  }
  set_sparse(entries, problem);
  problem.unique = true;
  if (markets == 1) problem.solution = one_market(a[0], b[0], c, d);
}

namespace {

constexpr int ground = -1;

// Bridge k has the unknowns V_a, V_b (alternating side), V_p, V_m (rails), and the currents of its diodes
// a -> p, b -> p, m -> a, m -> b. The rail m of the first bridge is the ground.
//
//   node:   sum of the currents that leave = 0,   diode:  0 <= i  _|_  V_cathode - V_anode >= 0
//
// M = [G N; -N' 0] with the conductances G >= 0: monotone.
class Ladder {
 public:
  Ladder(int bridges, BoxProblem& problem) : bridges_(bridges), problem_(problem) {
    start_box(8 * bridges - 1, problem);
  }

  int node(int bridge, int which) const { return which == 3 && bridge == 0 ? ground : at(bridge, which); }
  int diode(int bridge, int which) const { return at(bridge, 4 + which); }

  void resistor(int from, int to, double ohm) {
    if (from != ground) entries_.emplace_back(from, from, 1.0 / ohm);
    if (to != ground) entries_.emplace_back(to, to, 1.0 / ohm);
    if (from != ground && to != ground) {
      entries_.emplace_back(from, to, -1.0 / ohm);
      entries_.emplace_back(to, from, -1.0 / ohm);
    }
  }

  // With a resistor in series; it drives the current from `to` to `from` inside.
  void source(int from, int to, double volt, double ohm) {
    resistor(from, to, ohm);
    problem_.q[from] -= volt / ohm;
    problem_.q[to] += volt / ohm;
  }

  void ideal_diode(int current, int anode, int cathode) {
    connect(current, anode, 1.0);
    connect(current, cathode, -1.0);
  }

  void finish() {
    for (int k = 0; k < bridges_; ++k)
      for (int which = 0; which < 4; ++which)
        if (node(k, which) != ground) free_row(node(k, which), problem_);
    set_sparse(entries_, problem_);
  }

 private:
  // Eight unknowns a bridge, but for the ground.
  static int at(int bridge, int which) { return 8 * bridge + which - (bridge > 0 || which > 3 ? 1 : 0); }

  void connect(int current, int node, double sign) {
    if (node == ground) return;
    entries_.emplace_back(node, current, sign);
    entries_.emplace_back(current, node, -sign);
  }

  int bridges_;
  BoxProblem& problem_;
  Triplets entries_;
};

// leak: [ohm] from the alternating side to the rail m, 0 for none.
void make_ladder(int diodes, double seed, double leak, BoxProblem& problem) {
  if (diodes % 4 != 0)
    throw std::invalid_argument(problem.family + ": n is a multiple of 4, four diodes a bridge");
  Draws draws(static_cast<std::uint64_t>(seed));
  Ladder ladder(diodes / 4, problem);
  for (int k = 0; k < diodes / 4; ++k) {
    const int a = ladder.node(k, 0), b = ladder.node(k, 1), p = ladder.node(k, 2), m = ladder.node(k, 3);
    ladder.source(a, b, 10.0 * std::cos(draws.uniform(0.0, 2.0 * std::numbers::pi)), 1.0);
    ladder.resistor(p, m, 100.0);
    if (leak > 0.0) {
      ladder.resistor(a, m, leak);
      ladder.resistor(b, m, leak);
    }
    if (k > 0) {
      ladder.resistor(ladder.node(k - 1, 2), p, 10.0);
      ladder.resistor(ladder.node(k - 1, 3), m, 10.0);
    }
    ladder.ideal_diode(ladder.diode(k, 0), a, p);
    ladder.ideal_diode(ladder.diode(k, 1), b, p);
    ladder.ideal_diode(ladder.diode(k, 2), m, a);
    ladder.ideal_diode(ladder.diode(k, 3), m, b);
  }
  ladder.finish();
}

}  // namespace

// G is positive definite, so that the voltages are unique; so are the currents, as they can differ only by a
// circulation through all four diodes of a bridge, which needs V_p = V_m. There the currents into p are not
// negative, so that by the sum of the rail currents at the bridge with the least V_p - V_m all of them are
// zero, and with them its source.
void make_diodes(int diodes, double seed, BoxProblem& problem) {
  make_ladder(diodes, seed, 1e4, problem);
  problem.unique = true;
}

void make_floating(int diodes, double seed, BoxProblem& problem) {
  make_ladder(diodes, seed, 0.0, problem);
}

// x+ = x + h (A x+ + B z), sigma = C x+, -z in Sgn(sigma): w = sigma = h C W B z + C W x with
// W = (I - h A)^-1. Here 2n states, C = B', and A skew but for a semidefinite damping, which makes the
// symmetric part of M definite: one solution.
void make_sliding(int n, double seed, BoxProblem& problem) {
  constexpr double h = 1e-3;
  Draws draws(static_cast<std::uint64_t>(seed));
  const int states = 2 * n;
  const double unit = 1.0 / std::sqrt(states);
  const auto normal = [&](int rows, int cols, double scale) {
    MatrixXd made(rows, cols);
    for (Eigen::Index i = 0; i < rows; ++i)
      for (Eigen::Index j = 0; j < cols; ++j) made(i, j) = scale * draws.normal();
    return made;
  };
  const MatrixXd S = normal(states, states, unit), R = normal(states, states, 100.0 * unit);
  const MatrixXd B = normal(states, n, unit);
  const VectorXd x = normal(states, 1, 1.5 * h);
  const MatrixXd A = R - R.transpose() - S * S.transpose();
  MatrixXd right(states, n + 1);
  right << h * B, x;
  const MatrixXd W = (MatrixXd::Identity(states, states) - h * A).partialPivLu().solve(right);
  start_box(n, problem);
  problem.M = B.transpose() * W.leftCols(n);
  problem.q = B.transpose() * W.col(n);
  problem.lower.setConstant(-1.0);
  problem.upper.setConstant(1.0);
  problem.unique = true;
}

}  // namespace nsds::test
