#include "truth/convex/odd_convex.hpp"

#include <algorithm>
#include <cmath>

#include "support/numbers.hpp"
#include "truth/odd_problems.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using In = Eigen::Ref<const VectorXd>;
using Out = Eigen::Ref<VectorXd>;

bool one_in(Draws& draws, int many) {
  return draws.integer(1, many) == 1;
}

// Of { |x_T| ≤ x_N }.
void project_onto_cone(const In& x, Out p) {
  const double tangent = x.size() > 1 ? x.tail(x.size() - 1).stableNorm() : 0.0, normal = x[0];
  if (tangent <= normal) {
    p = x;
  } else if (tangent <= -normal) {
    p.setZero();
  } else {
    const double length = 0.5 * normal + 0.5 * tangent;
    p.tail(x.size() - 1) = x.tail(x.size() - 1) * (length / tangent);
    p[0] = length;
  }
}

// Of { x ≥ 0, sum x = 1 }.
void project_onto_simplex(const In& x, Out p) {
  VectorXd sorted = x;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0.0, shift = 0.0;
  for (Index k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const double here = (sum - 1.0) / static_cast<double>(k + 1);
    if (sorted[k] > here) shift = here;
  }
  p = (x.array() - shift).max(0.0);
}

void project_onto_ball(const In& x, Out p) {
  const double length = x.stableNorm();
  p = length <= 1.0 ? VectorXd(x) : VectorXd(x / length);
}

// The rows of a program over a box: bounds of unknowns, inequalities, some of them between two bounds, and equalities.
void take_rows(const AffineProblem& given, Draws& draws, ConvexProgram& made) {
  const Index n = given.size(), m = given.b.size(), e = given.d.size(), all = n + m + e;
  made.A.resize(all, n);
  made.A << MatrixXd::Identity(n, n), given.A, given.C;
  made.lower.resize(all);
  made.upper.resize(all);
  made.lower << given.lower, given.b, given.d;
  made.upper << given.upper, VectorXd::Constant(m, infinity), given.d;
  made.b = VectorXd::Zero(all);
  for (Index i = n; i < all; ++i) {
    if (i < n + m && one_in(draws, 3)) made.upper[i] = made.lower[i] + std::fabs(draws.normal());
    if (i < n + m && one_in(draws, 5)) {  // the same row from the other side
      made.A.row(i) *= -1.0;
      const double lower = made.lower[i];
      made.lower[i] = -made.upper[i];
      made.upper[i] = -lower;
    }
    if (one_in(draws, 3)) {
      made.b[i] = draws.normal();
      made.lower[i] += made.b[i];
      made.upper[i] += made.b[i];
    }
  }
}

}  // namespace

ConvexProjection convex_projection(int set, double unit) {
  return [set, unit](const In& given, Out p) {
    const VectorXd x = given / unit;
    switch (set) {
      case 0:
        p = x.cwiseMax(0.0);
        break;
      case 1:
        project_onto_ball(x, p);
        break;
      case 2:
        project_onto_cone(x, p);
        break;
      case 3:
        project_onto_simplex(x, p);
        break;
      case 4:
        p = x;
        p[0] = std::max(x[0], 1.0);
        break;
      default:
        p.setConstant(1.0);
    }
    p *= unit;
  };
}

OddConvex odd_convex_program(std::uint64_t seed) {
  Draws draws(seed * 104729 + 17);
  const OddProblem odd = odd_problem(NSDS_CLASS_QP, seed);
  const AffineProblem& given = odd.problem;
  const Index n = given.size();
  OddConvex made{{given.M, given.q, {}, {}, {}, {}, {}}, {}, odd.warm, false};
  take_rows(given, draws, made.program);
  if (one_in(draws, 4)) {
    made.is_identity = true;
    made.program.A = MatrixXd::Identity(n, n);
    for (VectorXd* rows : {&made.program.lower, &made.program.upper, &made.program.b})
      rows->conservativeResize(n);
    made.program.b.setZero();
  }
  if (one_in(draws, 2)) {
    const double unit = one_in(draws, 2) ? 1.0 : std::pow(10.0, draws.uniform(-8, 8));
    made.program.project = convex_projection(draws.integer(0, convex_set_count - 1), unit);
  }
  made.start = {odd.start.z, VectorXd::Zero(made.program.b.size())};
  if (odd.warm)
    for (double& one : made.start.xi) one = one_in(draws, 2) ? 0.0 : draws.normal();
  return made;
}

}  // namespace nsds::test
