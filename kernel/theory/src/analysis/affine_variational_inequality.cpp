#include "nsds/theory/analysis/affine_variational_inequality.hpp"

#include <optional>
#include <utility>

#include "analysis/affine_uniqueness.hpp"
#include "analysis/partition/convex_program.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/well_posedness/box_solutions.hpp"
#include "nsds/numerics/cpp/avi.hpp"

namespace nsds {

namespace {

constexpr const char* affineOwner = "affineSolutions";
constexpr Index mostEnumerated = 10;  // rows of a box whose 3ᵐ branches are all tried: 59049

/// Multipliers b ≥ 0 with Hᵀb = 0 and kᵀb > 0 prove that K itself is empty.
bool provesEmpty(const PolyhedronSet& K, AffineSolutions& result) {
  const Index m = K.H.cols();
  if (K.K.size() == 0) return false;
  ConvexProgram program{.c = Vector::Zero(m), .A = K.H, .b = K.K};
  program.lower = Vector::Constant(m, -infinity);
  program.upper = Vector::Constant(m, infinity);
  ProgramSolution found = solveProgram(program);
  if (found.status != ProgramStatus::infeasible) return false;
  result.multipliers = std::move(found.a);
  result.direction = Vector::Zero(m);
  return true;
}

/// Looks for u and a with H u ≥ k, D u + q = Hᵀ a, a ≥ 0. True if it is proved that there are none.
bool provesNone(MatrixConstRef D, VectorConstRef q, const PolyhedronSet& K, AffineSolutions& result) {
  const Index m = q.size();
  const Index rows = K.K.size();
  ConvexProgram program{.c = Vector::Zero(m + rows)};
  program.A = Matrix::Zero(rows, m + rows);
  program.A.leftCols(m) = K.H;
  program.b = K.K;
  program.C.resize(m, m + rows);
  program.C << D, -K.H.transpose();
  program.d = -q;
  program.lower = Vector::Constant(m + rows, -infinity);
  program.lower.tail(rows).setZero();
  program.upper = Vector::Constant(m + rows, infinity);
  ProgramSolution found = solveProgram(program);
  if (found.status != ProgramStatus::infeasible) return false;
  result.multipliers = std::move(found.a);
  result.direction = std::move(found.e);
  return true;
}

/// The solutions of a small box, all of them.
void enumerate(MatrixConstRef D, VectorConstRef q, const MixedSet& K, AffineSolutions& result) {
  const std::vector<BoxSolution> all = boxSolutions(D, q, K.lower, K.upper);
  if (all.empty()) {
    result.count = SolutionCount::none;
    result.message = "no branch of the bounds has a solution";
    return;
  }
  result.u = all.front().lambda;
  if (all.size() > 1) {
    result.other = all[1].lambda;
    result.message = fmt::format("{} branches of the bounds have solutions of their own", all.size());
  } else if (const auto other = otherSolution(D, q, K.lower, K.upper, result.u)) {
    result.other = *other;
    result.message = "the solutions are a face of the box, or a part of one";
  }
  result.count = result.other.size() > 0 ? SolutionCount::several : SolutionCount::one;
  if (result.count == SolutionCount::one)
    result.message = "all branches of the bounds have this solution, or none";
}

void solveOnce(MatrixConstRef D, VectorConstRef q, const PolyhedronSet& K, AffineSolutions& result) {
  const Matrix M = D;
  numerics::Constraints constraints;
  if (K.K.size() > 0) constraints.A = numerics::view(K.H);
  constraints.b = K.K;
  const numerics::PolyhedronSolution found =
      numerics::avi::Problem(numerics::view(M), q, std::move(constraints)).solve();
  if (found.ok()) result.u = found.z;
  result.message = found.ok() ? "a solution was found; whether there are others was not settled"
                              : fmt::format("no solution was found: {}", found.report.message);
}

}  // namespace

AffineSolutions affineSolutions(MatrixConstRef D, VectorConstRef q, const ConvexSet& K) {
  check::shape(affineOwner, "D", D, q.size(), q.size());
  check::finite(affineOwner, "D", D);
  check::finite(affineOwner, "q", q);
  const std::optional<PolyhedronSet> polyhedron = convex::polyhedron(K, q.size());
  check::that(polyhedron.has_value(), "{}: K is known by its projection, which is no polyhedron",
              affineOwner);
  AffineSolutions result;
  if (provesEmpty(*polyhedron, result) || provesNone(D, q, *polyhedron, result)) {
    result.count = SolutionCount::none;
    result.message = "there is no solution: multipliers prove it (Farkas)";
    return result;
  }
  // Definiteness comes first: near to a singular D branches without a solution miss one by rounding.
  const bool definite = symmetricPart(D).definite();
  const std::optional<MixedSet> box = convex::bounds(K, q.size());
  const bool small = box && q.size() <= mostEnumerated;
  if (definite || !small) solveOnce(D, q, *polyhedron, result);
  if (definite && result.u.size() > 0) {
    result.count = SolutionCount::one;
    result.message = "the symmetric part of D is positive definite, so that there is one solution";
  } else if (small) {
    enumerate(D, q, *box, result);
  }
  return result;
}

}  // namespace nsds
