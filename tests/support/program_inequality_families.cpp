// The families of program_families.hpp that are variational inequalities of economics, traffic and games.
#include <algorithm>
#include <cmath>

#include "support/draws.hpp"
#include "support/program_build.hpp"

namespace nsds::test {

// x_{fk}: what firm f sells on market k, unknown 5 k + f. Price of its good a_k - s_k (5/4 x_fk + sum over
// the others of (1/2 + e_fg) x_gk) with |e_fg| <= 0.1: diagonally dominant by rows and columns, not
// symmetric. Market k takes at most 0.3 to 1.2 of a_k / s_k, plant f makes at most about its share of that.
void make_cournot(int n, std::uint64_t seed, Program& program) {
  Draws draws(seed);
  constexpr int firms = 5;
  const int markets = std::max(1, n / firms);
  start_program(firms * markets, markets + firms, 0, program);
  program.lower.setZero();
  ProgramEntries entries;
  double all = 0.0;
  for (int k = 0; k < markets; ++k) {
    const double most = draws.uniform(5.0, 15.0), slope = draws.uniform(0.5, 1.5);
    for (int f = 0; f < firms; ++f) {
      const int row = firms * k + f;
      program.p[row] = draws.uniform(1.0, 6.0) - most;
      entries.A.emplace_back(k, row, -1.0);
      entries.A.emplace_back(markets + f, row, -1.0);
      for (int g = 0; g < firms; ++g)
        entries.Q.emplace_back(row, firms * k + g, slope * (f == g ? 2.5 : 0.5 + draws.uniform(-0.1, 0.1)));
    }
    program.b[k] = -draws.uniform(0.3, 1.2) * most / slope;
    all -= program.b[k];
  }
  for (int f = 0; f < firms; ++f) program.b[markets + f] = -draws.uniform(0.5, 1.5) * all / firms;
  set_entries(entries, program);
  program.unique = true;
}

// Streets of a grid with s x s crossings in both directions. Cost of a link with the flow f: 1 + f + what the
// flow against it and that of the next link add, less than f does itself.
void make_traffic(int n, std::uint64_t seed, Program& program) {
  Draws draws(seed);
  constexpr int commodities = 2;
  const int side = std::max(2, static_cast<int>(std::sqrt(n / (4.0 * commodities))));
  std::vector<std::pair<int, int>> links;
  for (int node = 0; node < side * side; ++node)
    for (const int next : {(node + 1) % side == 0 ? -1 : node + 1, node + side}) {
      if (next < 0 || next >= side * side) continue;
      links.emplace_back(node, next);
      links.emplace_back(next, node);
    }
  const auto count = static_cast<int>(links.size()), nodes = side * side;
  start_program(commodities * count, 0, commodities * nodes, program);
  program.lower.setZero();
  ProgramEntries entries;
  for (int l = 0; l < count; ++l) {
    const double own = draws.uniform(0.5, 1.5), base = draws.uniform(0.5, 2.0);
    const double against = draws.uniform(0.0, 0.2), beside = draws.uniform(0.0, 0.2);
    for (int c = 0; c < commodities; ++c) {
      const int row = c * count + l;
      program.p[row] = base;
      entries.C.emplace_back(c * nodes + links[static_cast<std::size_t>(l)].first, row, 1.0);
      entries.C.emplace_back(c * nodes + links[static_cast<std::size_t>(l)].second, row, -1.0);
      for (int other = 0; other < commodities; ++other) {
        entries.Q.emplace_back(row, other * count + l, own);
        entries.Q.emplace_back(row, other * count + (l ^ 1), against);
        entries.Q.emplace_back(row, other * count + (l + 2) % count, beside);
      }
    }
  }
  for (int c = 0; c < commodities; ++c) {  // from all over the grid to one of its corners
    double sent = 0.0;
    const int goal = c == 0 ? 0 : nodes - 1;
    for (int node = 0; node < nodes; ++node) {
      if (node == goal) continue;
      program.d[c * nodes + node] = draws.uniform(0.0, 2.0) / side;
      sent += program.d[c * nodes + node];
    }
    program.d[c * nodes + goal] = -sent;
  }
  set_entries(entries, program);
}

// Row player x minimises x'P y, column player y maximises it: M = [0 P; -P' 0].
void make_game(int n, std::uint64_t seed, Program& program) {
  Draws draws(seed);
  const int rows = (n + 1) / 2, cols = std::max(1, n / 2);
  start_program(rows + cols, 0, 2, program);
  program.Q = Eigen::MatrixXd::Zero(rows + cols, rows + cols);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) {
      const double entry = draws.integer(-9, 9);
      program.Q(i, rows + j) = entry;
      program.Q(rows + j, i) = -entry;
    }
  program.A.resize(0, rows + cols);
  program.C = Eigen::MatrixXd::Zero(2, rows + cols);
  program.C.row(0).head(rows).setOnes();
  program.C.row(1).tail(cols).setOnes();
  program.d.setOnes();
  program.lower.setZero();
}

}  // namespace nsds::test
