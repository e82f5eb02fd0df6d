#include "truth/inequalities/inequality_judge.hpp"

#include <cmath>
#include <limits>

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Wide = long double;
using WideVector = Eigen::Matrix<Wide, Eigen::Dynamic, 1>;
using WideMatrix = Eigen::Matrix<Wide, Eigen::Dynamic, Eigen::Dynamic>;

// K z + k, which touches M z + q + s z³.
struct TouchingMap {
  WideMatrix K;
  WideVector k, value;
};

TouchingMap touching_map(const CubicMap& F, const VectorXd& z) {
  const WideVector x = z.cast<Wide>(), s = F.s.cast<Wide>();
  const WideVector square = x.cwiseProduct(x), cube = square.cwiseProduct(x);
  TouchingMap made;
  made.K = F.M.cast<Wide>();
  made.K.diagonal() += 3 * s.cwiseProduct(square);
  made.k = F.q.cast<Wide>() - 2 * s.cwiseProduct(cube);
  made.value = made.K * x + made.k;
  // What is below the rounding of its terms no difference of values shows.
  constexpr Wide unseen = 16 * std::numeric_limits<double>::epsilon();
  const WideVector terms = made.K.cwiseAbs() * x.cwiseAbs();
  for (Index i = 0; i < x.size(); ++i)
    if (std::fabs(made.k[i]) <= unseen * terms[i]) made.k[i] = 0;
  return made;
}

Judgement judge_one_part(const OddInequality& problem, const VectorXd& z, const TouchingMap& touching,
                         Wide tolerance, Wide leeway) {
  constexpr Wide eta = 1e3L * std::numeric_limits<double>::epsilon(), part = 1e-3L;
  const Wide length = z.cast<Wide>().norm(), slope = touching.K.norm(), datum = touching.k.norm();
  const Wide terms = datum + slope * length;
  if (!std::isfinite(static_cast<double>(terms)))
    return {std::numeric_limits<double>::infinity(), Axiom::own_terms, 0};
  const Wide rho = terms > 0 ? (length > 0 ? length : 1) / terms : 1;
  const VectorXd y = (z.cast<Wide>() - rho * touching.value).cast<double>();
  VectorXd nearest(z.size()), of_twice(z.size());
  const auto resolve = [&](const VectorXd& from, VectorXd& to) {
    if (problem.kind == InequalityKind::projector)
      problem.project(from, to);
    else
      shrink(static_cast<double>(rho), from, to);
  };
  resolve(y, nearest);
  resolve(2.0 * y, of_twice);
  const Wide missed = (z - nearest).cast<Wide>().norm();
  const Wide error = missed == 0 ? 0 : length > 0 ? missed / length : 1;
  if (error > tolerance) return {static_cast<double>(error), Axiom::own_terms, 0};
  const Wide own = (of_twice - 2.0 * nearest).cast<Wide>().norm();
  const Wide reach = leeway * std::max(part / tolerance, Wide(10)), rounding = eta * terms;
  const bool known = slope * length <= reach * datum || length <= reach * own;
  if (datum > 0 && terms > leeway * 1e5L * datum && slope * length > leeway * rounding && !known &&
      (error * terms > leeway * rounding || rounding > leeway * part * datum))
    return {1.0, Axiom::accounts, 0};
  return {static_cast<double>(error), Axiom::none, 0};
}

// The conditions in (p, z) = 0 of a box that moves: F is the row of p, z - rate z - p that of z.
Judgement judge_moving(const OddInequality& problem, const VectorXd& z, const TouchingMap& touching,
                       double tolerance, double leeway) {
  const Index n = z.size();
  const AffineProblem& over = problem.over;
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  K.topRightCorner(n, n) = touching.K.cast<double>();
  K.bottomLeftCorner(n, n).setIdentity();
  K.bottomLeftCorner(n, n) *= -1.0;
  K.bottomRightCorner(n, n).setIdentity();
  K.bottomRightCorner(n, n).diagonal().array() -= problem.rate;
  VectorXd k = VectorXd::Zero(2 * n), x(2 * n), lower(2 * n), upper(2 * n);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  k.head(n) = touching.k.cast<double>();
  lower << over.lower, VectorXd::Constant(n, -infinite);
  upper << over.upper, VectorXd::Constant(n, infinite);
  for (Index i = 0; i < n; ++i) {
    const double near = 0.1 * tolerance * (std::fabs(z[i]) + std::fabs(problem.rate * z[i]));
    double& p = x[i];
    p = std::min(std::max(z[i] - problem.rate * z[i], lower[i]), upper[i]);
    if (std::fabs(p - lower[i]) <= near)
      p = lower[i];
    else if (std::fabs(upper[i] - p) <= near)
      p = upper[i];
  }
  x.tail(n) = z;
  return Judge(box_problem(K, k, lower, upper)).judge(x, VectorXd(0), tolerance, leeway);
}

}  // namespace

Judgement judge_inequality(const OddInequality& problem, const VectorXd& z, const VectorXd& multipliers,
                           double tolerance, double leeway) {
  const TouchingMap touching = touching_map(problem.F, z);
  if (problem.kind == InequalityKind::projector || problem.kind == InequalityKind::equation)
    return judge_one_part(problem, z, touching, tolerance, leeway);
  if (problem.kind == InequalityKind::moving) return judge_moving(problem, z, touching, tolerance, leeway);
  const Eigen::MatrixXd K = touching.K.cast<double>();
  const VectorXd k = touching.k.cast<double>();
  if (problem.kind == InequalityKind::cones)
    return judge_cones({K, k, problem.cones, {}}, z, tolerance, leeway);
  const AffineProblem& over = problem.over;
  JudgedProblem judged{K.sparseView(),      k,      over.lower, over.upper, over.A.sparseView(), over.b,
                       over.C.sparseView(), over.d, false};
  if (problem.kind == InequalityKind::box) judged = box_problem(K, k, over.lower, over.upper);
  return Judge(judged).judge(z, multipliers, tolerance, leeway);
}

}  // namespace nsds::test
