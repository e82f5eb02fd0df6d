#include "nsds/kernel/analysis/affine_variational_inequality.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/affine_uniqueness.hpp"
#include "formulations/law_rows.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/analysis/box_solutions.hpp"
#include "nsds/numerics/cpp/avi.hpp"
#include "nsds/numerics/cpp/qp.hpp"

namespace nsds {

namespace {

constexpr const char* affineOwner = "affineSolutions";
constexpr Index mostEnumerated = 10;  // rows of a box whose 3ᵐ branches are all tried: 59049

bool isBoxSet(const ConvexSet& K) {
  return !std::holds_alternative<PolyhedronSet>(K) && !std::holds_alternative<ProjectorSet>(K);
}

AdmissibleSet asAdmissible(const ConvexSet& K) {
  return std::visit([](const auto& set) { return AdmissibleSet(set); }, K);
}

Polyhedron polyhedronOfBox(const ConvexSet& K, Index rows) {
  const AdmissibleSet set = asAdmissible(K);
  std::vector<std::pair<Index, double>> bounds;
  for (const bool below : {true, false}) {
    for (Index i = 0; i < rows; ++i) {
      const BoxSet interval = intervalOf(set, i);
      const double bound = below ? interval.lower : -interval.upper;
      if (std::isfinite(bound)) bounds.emplace_back(below ? i : -i - 1, bound);
    }
  }
  Polyhedron made{Matrix::Zero(static_cast<Index>(bounds.size()), rows),
                  Vector(static_cast<Index>(bounds.size()))};
  for (Index row = 0; row < made.k.size(); ++row) {
    const auto& [i, bound] = bounds[static_cast<std::size_t>(row)];
    made.H(row, i >= 0 ? i : -i - 1) = i >= 0 ? 1.0 : -1.0;
    made.k[row] = bound;
  }
  return made;
}

/// Looks for u and a with H u ≥ k, D u + q = Hᵀ a, a ≥ 0. True if it is proved that there are none.
bool provesNone(MatrixConstRef D, VectorConstRef q, const Polyhedron& K, AffineSolutions& result) {
  const Index m = q.size();
  const Index rows = K.k.size();
  Matrix H = Matrix::Zero(rows, m + rows);
  H.leftCols(m) = K.H;
  Matrix equations(m, m + rows);
  equations << D, -K.H.transpose();
  const Matrix Q = Matrix::Zero(m + rows, m + rows);
  numerics::Constraints constraints;
  if (rows > 0) constraints.A = numerics::view(H);
  constraints.b = K.k;
  constraints.C = numerics::view(equations);
  constraints.d = -q;
  constraints.lower = Vector::Constant(m + rows, -std::numeric_limits<double>::infinity());
  constraints.lower.tail(rows).setZero();
  const numerics::qp::Problem problem(numerics::view(Q), Vector::Zero(m + rows), std::move(constraints));
  const numerics::PolyhedronSolution found = problem.solve();
  if (found.report.status != NSDS_INFEASIBLE) return false;
  result.multipliers = found.certificate.segment(m + rows, rows);
  result.direction = found.certificate.tail(m);
  return true;
}

/// The solutions of a small box, all of them.
void enumerate(MatrixConstRef D, VectorConstRef q, const ConvexSet& K, AffineSolutions& result) {
  const AdmissibleSet set = asAdmissible(K);
  Vector lower(q.size());
  Vector upper(q.size());
  for (Index i = 0; i < q.size(); ++i) {
    const BoxSet interval = intervalOf(set, i);
    lower[i] = interval.lower;
    upper[i] = interval.upper;
  }
  const std::vector<BoxSolution> all = boxSolutions(D, q, lower, upper);
  if (all.empty()) {
    result.count = SolutionCount::none;
    result.message = "no branch of the bounds has a solution";
    return;
  }
  result.u = all.front().lambda;
  if (all.size() > 1) {
    result.other = all[1].lambda;
    result.message = fmt::format("{} branches of the bounds have solutions of their own", all.size());
  } else if (const auto other = otherSolution(D, q, lower, upper, result.u)) {
    result.other = *other;
    result.message = "the solutions are a face of the box, or a part of one";
  }
  result.count = result.other.size() > 0 ? SolutionCount::several : SolutionCount::one;
  if (result.count == SolutionCount::one)
    result.message = "all branches of the bounds have this solution, or none";
}

void solveOnce(MatrixConstRef D, VectorConstRef q, const Polyhedron& K, AffineSolutions& result) {
  const Matrix M = D;
  numerics::Constraints constraints;
  if (K.k.size() > 0) constraints.A = numerics::view(K.H);
  constraints.b = K.k;
  const numerics::PolyhedronSolution found =
      numerics::avi::Problem(numerics::view(M), q, std::move(constraints)).solve();
  if (found.ok()) result.u = found.z;
  result.message = found.ok() ? "a solution was found; whether there are others was not settled"
                              : fmt::format("no solution was found: {}", found.report.message);
}

}  // namespace

SymmetricPart symmetricPart(MatrixConstRef S) {
  check::shape("symmetricPart", "the matrix", S, S.rows(), S.rows());
  check::finite("symmetricPart", "the matrix", S);
  const Matrix symmetric = 0.5 * (S + S.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues().minCoeff(),
          8.0 * static_cast<double>(S.rows()) * std::numeric_limits<double>::epsilon() * S.norm()};
}

Polyhedron polyhedronOf(const ConvexSet& K, Index rows) {
  check::that(!std::holds_alternative<ProjectorSet>(K),
              "polyhedronOf: a set that is known by its projection is no polyhedron");
  if (const auto* polyhedron = std::get_if<PolyhedronSet>(&K)) {
    check::shape("polyhedronOf", "H", polyhedron->H, polyhedron->K.size(), rows);
    return {polyhedron->H, polyhedron->K};
  }
  return polyhedronOfBox(K, rows);
}

AffineSolutions affineSolutions(MatrixConstRef D, VectorConstRef q, const ConvexSet& K) {
  check::shape(affineOwner, "D", D, q.size(), q.size());
  check::finite(affineOwner, "D", D);
  check::finite(affineOwner, "q", q);
  const Polyhedron polyhedron = polyhedronOf(K, q.size());
  AffineSolutions result;
  if (provesNone(D, q, polyhedron, result)) {
    result.count = SolutionCount::none;
    result.message = "there is no solution: multipliers prove it (Farkas)";
    return result;
  }
  if (isBoxSet(K) && q.size() <= mostEnumerated) {
    enumerate(D, q, K, result);
    return result;
  }
  solveOnce(D, q, polyhedron, result);
  if (result.u.size() == 0 || !symmetricPart(D).definite()) return result;
  result.count = SolutionCount::one;
  result.message = "the symmetric part of D is positive definite, so that there is one solution";
  return result;
}

}  // namespace nsds
