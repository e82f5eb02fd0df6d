#include "truth/inequalities/odd_inequalities.hpp"

#include <cmath>

namespace nsds::test {
namespace {

// The unknowns and their map of an odd problem of a class over boxes or polyhedra.
void take_affine(nsds_class of, std::uint64_t seed, OddInequality& made) {
  const OddProblem odd = odd_problem(of, seed);
  made.over = odd.problem;
  made.F = {odd.problem.M, odd.problem.q, Eigen::VectorXd::Zero(odd.problem.size())};
  made.start = odd.start.z;
  made.warm = odd.warm;
}

}  // namespace

OddInequality odd_inequality(InequalityKind kind, std::uint64_t seed) {
  Draws draws(seed * 15485863 + 3);
  OddInequality made{};
  made.kind = kind;
  if (kind == InequalityKind::cones) {
    const OddCones odd = odd_cone_problem(seed);
    made.F = {odd.problem.M, odd.problem.q, Eigen::VectorXd::Zero(odd.problem.q.size())};
    made.cones = odd.problem.cones;
    made.start = odd.start;
    made.warm = odd.warm;
  } else {
    take_affine(kind == InequalityKind::polyhedron                              ? NSDS_CLASS_AVI
                : kind == InequalityKind::box || kind == InequalityKind::moving ? NSDS_CLASS_RELAY
                                                                                : NSDS_CLASS_QP,
                seed, made);
  }
  if (kind == InequalityKind::projector)
    made.project = convex_projection(draws.integer(0, convex_set_count - 1),
                                     draws.integer(0, 1) == 0 ? 1.0 : std::pow(10.0, draws.uniform(-6, 6)));
  if (kind == InequalityKind::moving) made.rate = draws.uniform(-0.9, 0.9);
  // The cube is as large as the linear part where it is, or next to nothing.
  if (draws.integer(0, 2) > 0)
    for (Eigen::Index i = 0; i < made.F.s.size(); ++i)
      made.F.s[i] = std::fabs(made.F.M(i, i)) * std::pow(10.0, draws.uniform(-8, 0));
  return made;
}

void shrink(double rho, const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> out) {
  out = x.array().sign() * (x.array().abs() - rho).max(0.0);
}

}  // namespace nsds::test
