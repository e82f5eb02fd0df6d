// The families of program_families.hpp that are quadratic programs of finance, statistics, control and
// mechanics.
#include <algorithm>
#include <cmath>

#include "support/draws.hpp"
#include "support/program_build.hpp"

namespace nsds::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd uniform_matrix(Draws& draws, int rows, int cols) {
  MatrixXd made(rows, cols);
  for (double& entry : made.reshaped()) entry = draws.uniform(-1.0, 1.0);
  return made;
}

// The weighted means of the pooled neighbours: least squares under an increasing order.
VectorXd pooled(const VectorXd& y) {
  std::vector<double> sums;
  std::vector<int> counts;
  for (const double value : y) {
    sums.push_back(value);
    counts.push_back(1);
    while (sums.size() > 1 && sums.end()[-2] * counts.back() >= sums.back() * counts.end()[-2]) {
      sums.end()[-2] += sums.back();
      counts.end()[-2] += counts.back();
      sums.pop_back();
      counts.pop_back();
    }
  }
  VectorXd z(y.size());
  Eigen::Index at = 0;
  for (std::size_t k = 0; k < sums.size(); ++k)
    for (int i = 0; i < counts[k]; ++i) z[at++] = sums[k] / counts[k];
  return z;
}

}  // namespace

// Unknowns: x (assets), y (factors). Returns and risks as Stellato et al. draw them.
void make_portfolio(int n, std::uint64_t seed, Program& program) {
  Draws draws(seed);
  const int factors = std::clamp(n / 100, 2, 30);
  start_program(n + factors, 0, factors + 1, program);
  ProgramEntries entries;
  for (int i = 0; i < n; ++i) {
    entries.Q.emplace_back(i, i, 2.0 * draws.uniform(0.0, 1.0) * std::sqrt(factors) + 1e-3);
    program.p[i] = -draws.normal();
    program.lower[i] = 0.0;
    for (int k = 0; k < factors; ++k) {
      const double loading = draws.normal();
      if (draws.integer(0, 1) == 0) entries.C.emplace_back(k, i, loading);
    }
    entries.C.emplace_back(factors, i, 1.0);
  }
  for (int k = 0; k < factors; ++k) {
    entries.Q.emplace_back(n + k, n + k, 2.0);
    entries.C.emplace_back(k, n + k, -1.0);
  }
  program.d[factors] = 1.0;
  set_entries(entries, program);
  program.unique = true;
}

// Two clouds in the plane whose distance is their width. Kernel exp(-|u - v|^2).
void make_svm(int n, std::uint64_t seed, Program& program) {
  Draws draws(seed);
  start_program(n, 0, 1, program);
  MatrixXd points(2, n);
  for (int i = 0; i < n; ++i) {
    points(0, i) = draws.normal() + (i % 2 == 0 ? 1.0 : -1.0);
    points(1, i) = draws.normal();
  }
  const auto label = [](int i) { return i % 2 == 0 ? 1.0 : -1.0; };
  program.Q.resize(n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      program.Q(i, j) = label(i) * label(j) * std::exp(-(points.col(i) - points.col(j)).squaredNorm());
  program.A.resize(0, n);
  program.C.resize(1, n);
  for (int i = 0; i < n; ++i) program.C(0, i) = label(i);
  program.p.setConstant(-1.0);
  program.lower.setZero();
  program.upper.setOnes();
}

// Unknowns: x, its bound t >= |x|, the misfit r = S x - c. min r'r + w 1't, w a fifth of the weight from
// which on x = 0 solves: 2 |S'c|_inf. A tenth of the signal is not zero.
void make_lasso(int n, std::uint64_t seed, Program& program) {
  Draws draws(seed);
  const int features = std::max(1, n / 3);
  start_program(3 * features, 2 * features, features, program);
  ProgramEntries entries;
  VectorXd signal(features), correlation = VectorXd::Zero(features);
  for (double& entry : signal) {
    const double size = draws.normal();
    entry = draws.integer(0, 9) == 0 ? size : 0.0;
  }
  const auto blur = [](int k) { return std::exp(-0.25 * k * k); };
  for (int i = 0; i < features; ++i) {
    entries.Q.emplace_back(2 * features + i, 2 * features + i, 2.0);
    for (const double sign : {1.0, -1.0}) {
      const int row = sign > 0.0 ? i : features + i;
      entries.A.emplace_back(row, i, sign);
      entries.A.emplace_back(row, features + i, 1.0);
    }
    double right = 0.01 * draws.normal();
    entries.C.emplace_back(i, 2 * features + i, -1.0);
    for (int k = -4; k <= 4; ++k) {
      if (i + k < 0 || i + k >= features) continue;
      entries.C.emplace_back(i, i + k, blur(k));
      right += blur(k) * signal[i + k];
    }
    program.d[i] = right;
  }
  for (int i = 0; i < features; ++i)
    for (int k = -4; k <= 4; ++k)
      if (i + k >= 0 && i + k < features) correlation[i + k] += blur(k) * program.d[i];
  program.p.segment(features, features).setConstant(0.4 * correlation.cwiseAbs().maxCoeff());
  set_entries(entries, program);
  program.unique = true;
}

// Unknowns: x_1, u_0, x_2, u_1, ...; x_{t+1} = F x_t + G u_t + w_t. The rows of |F| add up to at most 0.95
// and |w| <= 0.05 where |x| <= 1: without any input the states stay in their bounds. They are to follow a
// reference outside of what the bounds allow, so that many are active.
void make_control(int n, std::uint64_t seed, Program& program) {
  Draws draws(seed);
  constexpr int states = 8, inputs = 4, block = states + inputs;
  const int stages = std::max(1, n / block);
  start_program(stages * block, 0, stages * states, program);
  MatrixXd F = uniform_matrix(draws, states, states);
  for (int i = 0; i < states; ++i) F.row(i) *= 0.95 / F.row(i).lpNorm<1>();
  const MatrixXd G = uniform_matrix(draws, states, inputs);
  const VectorXd start = uniform_matrix(draws, states, 1);
  ProgramEntries entries;
  for (int t = 0; t < stages; ++t) {
    const int x = t * block, u = x + states, before = x - block, row = t * states;
    for (int i = 0; i < states; ++i) {
      const double weight = 1.0 + i;
      entries.Q.emplace_back(x + i, x + i, weight);
      program.p[x + i] = -weight * 4.0 * std::sin(0.1 * t + i);
      entries.C.emplace_back(row + i, x + i, 1.0);
      for (int j = 0; j < inputs; ++j) entries.C.emplace_back(row + i, u + j, -G(i, j));
      for (int j = 0; j < states && t > 0; ++j) entries.C.emplace_back(row + i, before + j, -F(i, j));
      program.d[row + i] = draws.uniform(-0.05, 0.05) + (t == 0 ? F.row(i).dot(start) : 0.0);
    }
    for (int j = 0; j < inputs; ++j) entries.Q.emplace_back(u + j, u + j, 0.1);
    program.lower.segment(x, states).setConstant(-1.0);
    program.upper.segment(x, states).setConstant(1.0);
    program.lower.segment(u, inputs).setConstant(-1.0);
    program.upper.segment(u, inputs).setConstant(1.0);
  }
  set_entries(entries, program);
  program.unique = true;
}

void make_isotonic(int n, std::uint64_t seed, Program& program) {
  Draws draws(seed);
  start_program(n, n - 1, 0, program);
  ProgramEntries entries;
  for (int i = 0; i < n; ++i) {
    entries.Q.emplace_back(i, i, 1.0);
    program.p[i] = -(5.0 * i / n + draws.normal());
    if (i == 0) continue;
    entries.A.emplace_back(i - 1, i, 1.0);
    entries.A.emplace_back(i - 1, i - 1, -1.0);
  }
  set_entries(entries, program);
  program.solution = pooled(-program.p);
  program.unique = true;
}

// Discs on a grid w wide, each touching those beside, below and below to the left; the lowest touch the
// ground. Normals are turned a little, as radii differ. A row: normal'(v_i - v_j) >= 0.
void make_contact(int n, std::uint64_t seed, Program& program) {
  Draws draws(seed);
  const int bodies = std::max(1, n / 3), width = std::max(1, static_cast<int>(std::sqrt(bodies)));
  ProgramEntries entries;
  int contacts = 0;
  const auto touch = [&](int i, int j, double angle) {
    const double turned = angle + draws.uniform(-0.2, 0.2);
    const double normal[] = {std::cos(turned), std::sin(turned)};
    for (int k = 0; k < 2; ++k) {
      entries.A.emplace_back(contacts, 3 * i + k, normal[k]);
      if (j >= 0) entries.A.emplace_back(contacts, 3 * j + k, -normal[k]);
    }
    ++contacts;
  };
  constexpr double right_angle = 1.5707963267948966;
  for (int i = 0; i < bodies; ++i) {
    if (i % width > 0) touch(i, i - 1, 0.0);
    touch(i, i - width, right_angle);  // the ground where negative
    if (i >= width && i % width + 1 < width) touch(i, i - width + 1, 1.5 * right_angle);
  }
  start_program(3 * bodies, contacts, 0, program);
  for (int i = 0; i < bodies; ++i) {
    const double mass = std::exp(draws.uniform(-1.0, 1.0));
    const double free[] = {draws.uniform(-1.0, 1.0), draws.uniform(-2.0, 0.5), draws.uniform(-1.0, 1.0)};
    for (int k = 0; k < 3; ++k) {
      const double inertia = k < 2 ? mass : 0.5 * mass;
      entries.Q.emplace_back(3 * i + k, 3 * i + k, inertia);
      program.p[3 * i + k] = -inertia * free[k];
    }
  }
  set_entries(entries, program);
  program.unique = true;
}

}  // namespace nsds::test
