#include "benchmarks/peers/problems/program_multipliers.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "nsds/numerics/cpp/relay.hpp"

namespace nsds::bench {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double near = 1e-6;  // in the unit of z or of a row

struct Active {
  std::vector<VectorXd> normals;
  std::vector<Index> rows;  // of [A; C], -1: a bound
  std::vector<bool> free;   // of sign
  void add(const VectorXd& normal, Index row, bool equality) {
    normals.push_back(normal);
    rows.push_back(row);
    free.push_back(equality);
  }
};

Active active_at(const test::Program& program, const VectorXd& z) {
  Active active;
  const Index m = program.inequalities(), n = program.size();
  const MatrixXd A = program.dense_A(), C = program.dense_C();
  for (Index i = 0; i < m; ++i)
    if (A.row(i).dot(z) - program.b[i] <= near * A.row(i).norm()) active.add(A.row(i), i, false);
  for (Index i = 0; i < program.equalities(); ++i) active.add(C.row(i), m + i, true);
  for (Index j = 0; j < n; ++j) {
    if (z[j] - program.lower[j] <= near) active.add(VectorXd::Unit(n, j), -1, false);
    if (program.upper[j] - z[j] <= near) active.add(-VectorXd::Unit(n, j), -1, false);
  }
  return active;
}

}  // namespace

VectorXd multipliers_at(const test::Program& program, const VectorXd& z) {
  VectorXd multipliers = VectorXd::Zero(program.inequalities() + program.equalities());
  if (!z.allFinite()) return multipliers;
  const Active active = active_at(program, z);
  const auto count = static_cast<Index>(active.rows.size());
  if (count == 0) return multipliers;
  MatrixXd N(program.size(), count);
  VectorXd lower = VectorXd::Zero(count);
  const VectorXd upper = VectorXd::Constant(count, infinity);
  for (Index k = 0; k < count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    N.col(k) = active.normals[at];
    if (active.free[at]) lower[k] = -infinity;
  }
  // min |Q z + p - N y|^2, y of the right signs.
  const MatrixXd gram = N.transpose() * N;
  const VectorXd right = -N.transpose() * (program.dense_Q() * z + program.p);
  numerics::Options options(NSDS_CLASS_RELAY);
  options.set("tolerance", 1e-13).set("time_limit", 5.0);
  const auto solution = numerics::relay::Problem(numerics::view(gram), right, lower, upper).solve(options);
  for (Index k = 0; k < count; ++k) {
    const Index row = active.rows[static_cast<std::size_t>(k)];
    if (row >= 0) multipliers[row] = solution.z[k];
  }
  return multipliers;
}

}  // namespace nsds::bench
