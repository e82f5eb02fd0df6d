#include "formulations/jump_problem.hpp"

#include <cmath>

#include "formulations/law_rows.hpp"
#include "linalg/numbers.hpp"
#include "nsds/numerics/cpp/analysis.hpp"
#include "nsds/numerics/cpp/avi.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/cpp/relay.hpp"

namespace nsds {

namespace {

using Rows = std::vector<Vector>;

constexpr double negligible = 1e-10;  // beside the terms of an output

/// The cone Q of all rows: bounds, and A mu >= 0, C mu = 0.
struct Cone {
  Vector lower;
  Vector upper;
  Rows A;
  Rows C;
  bool known = true;

  bool isZero(Index row) const { return lower[row] == 0.0 && upper[row] == 0.0; }
  /// Adds a row of A or C that is `entries` over a block.
  void add(Rows& rows, const StateJump::Block& block, const Vector& entries) const {
    rows.emplace_back(Vector::Zero(lower.size()));
    rows.back().segment(block.row, block.rows) = entries;
  }
};

const NonSmoothLaw& lawOf(const StateJump::Block& block, const NonSmoothDynamicalSystem& nsds) {
  return nsds.interactions()[static_cast<std::size_t>(block.interaction)]->law();
}

/// The unbounded directions of the set of each law in a block.
void addRecession(const StateJump::Block& block, const NonSmoothLaw& law, Cone& cone) {
  const AdmissibleSet set = law.admissibleSet();
  const auto* polyhedron = std::get_if<PolyhedronSet>(&set);
  cone.known = cone.known && (polyhedron != nullptr || std::holds_alternative<FreeSet>(set) ||
                              std::holds_alternative<OrthantSet>(set) ||
                              std::holds_alternative<BoxSet>(set) || std::holds_alternative<MixedSet>(set));
  for (Index first = 0; first < block.rows; first += law.blockSize()) {
    for (Index r = 0; r < law.blockSize(); ++r) {
      const BoxSet interval = intervalOf(set, r);
      cone.lower[block.row + first + r] = interval.lower == -infinity ? -infinity : 0.0;
      cone.upper[block.row + first + r] = interval.upper == infinity ? infinity : 0.0;
    }
    for (Index k = 0; polyhedron != nullptr && k < polyhedron->H.rows(); ++k) {
      cone.A.emplace_back(Vector::Zero(cone.lower.size()));
      cone.A.back().segment(block.row + first, law.blockSize()) = polyhedron->H.row(k).transpose();
    }
  }
}

/// D of a block over the rows that may have impulses. A resistor of a row's own holds none, which takes the row out.
Matrix feedthroughOf(const StateJump::Block& block, Cone& cone) {
  Matrix D = block.D;
  for (Index i = 0; i < block.rows; ++i) {
    if (!cone.isZero(block.row + i)) continue;
    D.row(i).setZero();
    D.col(i).setZero();
  }
  for (Index i = 0; i < block.rows; ++i) {
    Matrix others = D;
    others(i, i) = 0.0;
    if (!(D(i, i) > 0.0) || !others.row(i).isZero(0.0) || !others.col(i).isZero(0.0)) continue;
    cone.lower[block.row + i] = cone.upper[block.row + i] = 0.0;
    D(i, i) = 0.0;
  }
  return D;
}

/// v' D v = 0 for a positive semidefinite D, whose eigenvalues are compared in units in which its diagonal is one: v is
/// orthogonal to their vectors. False if D is not positive semidefinite.
bool addQuadratic(const StateJump::Block& block, const Matrix& D, Cone& cone) {
  Vector unit = D.diagonal();
  for (double& value : unit) value = value > 0.0 ? 1.0 / std::sqrt(value) : 1.0;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(unit.asDiagonal() * (D + D.transpose()) *
                                                    unit.asDiagonal());
  const double rounding = 1e-12 * eigen.eigenvalues().cwiseAbs().maxCoeff();
  if (eigen.eigenvalues().minCoeff() < -rounding) return false;
  for (Index i = 0; i < block.rows; ++i) {
    if (eigen.eigenvalues()[i] > rounding)
      cone.add(cone.C, block, eigen.eigenvectors().col(i).cwiseQuotient(unit));
  }
  return true;
}

/// D v is in the dual cone, row by row.
void addDual(const StateJump::Block& block, const Matrix& D, Cone& cone) {
  for (Index i = 0; i < block.rows; ++i) {
    if (cone.isZero(block.row + i) || D.row(i).isZero(0.0)) continue;
    if (cone.lower[block.row + i] == 0.0) {
      cone.add(cone.A, block, D.row(i).transpose());
    } else if (cone.upper[block.row + i] == 0.0) {
      cone.add(cone.A, block, -D.row(i).transpose());
    } else {
      cone.add(cone.C, block, D.row(i).transpose());
    }
  }
}

/// The part of Q that D makes. It is known for intervals with D positive semidefinite or a P-matrix, for polyhedra with D = 0.
void addFeedthrough(const StateJump::Block& block, bool polyhedral, Cone& cone) {
  const Matrix D = feedthroughOf(block, cone);
  if (D.isZero(0.0)) return;
  if (polyhedral) {
    cone.known = false;
  } else if (addQuadratic(block, D, cone)) {
    addDual(block, D, cone);
  } else if (numerics::is_p(numerics::view(block.D)).answer == NSDS_P_YES) {
    cone.lower.segment(block.row, block.rows).setZero();
    cone.upper.segment(block.row, block.rows).setZero();
  } else {
    cone.known = false;
  }
}

Cone coneOf(const StateJump& jump, const NonSmoothDynamicalSystem& nsds) {
  Cone cone{Vector::Zero(jump.output.size()), Vector::Zero(jump.output.size()), {}, {}, true};
  for (const StateJump::Block& block : jump.blocks) {
    addRecession(block, lawOf(block, nsds), cone);
    addFeedthrough(block, std::holds_alternative<PolyhedronSet>(lawOf(block, nsds).admissibleSet()), cone);
  }
  return cone;
}

Matrix stacked(const Rows& rows, const std::vector<Index>& columns) {
  Matrix matrix(std::ssize(rows), std::ssize(columns));
  for (Index i = 0; i < matrix.rows(); ++i)
    matrix.row(i) = rows[static_cast<std::size_t>(i)](columns).transpose();
  return matrix;
}

numerics::Options optionsOf(nsds_class problemClass) {
  return numerics::Options(problemClass).set("tolerance", 1e-13).set("residual", "class");
}

/// The problem without the rows that have no impulse; its solution.
numerics::Report solveReduced(const Cone& cone, const std::vector<Index>& rows, const StateJump& jump,
                              Vector& mu) {
  const Matrix W = jump.W(rows, rows);
  // Outputs that are the rounding of their terms are none.
  Vector output = jump.output(rows);
  for (Index k = 0; k < output.size(); ++k)
    if (std::abs(output[k]) <= 4.0 * epsilon * jump.sizes[rows[static_cast<std::size_t>(k)]]) output[k] = 0.0;
  const Vector lower = cone.lower(rows);
  const Vector upper = cone.upper(rows);
  mu.setZero(std::ssize(rows));
  if (cone.A.empty() && cone.C.empty()) {
    Vector w(mu.size());
    if ((lower.array() == 0.0 && upper.array() == infinity).all())
      return numerics::lcp::Problem(numerics::view(W), output).solve(mu, w, optionsOf(NSDS_CLASS_LCP));
    return numerics::relay::Problem(numerics::view(W), output, lower, upper)
        .solve(mu, w, optionsOf(NSDS_CLASS_RELAY));
  }
  const Matrix A = stacked(cone.A, rows);
  const Matrix C = stacked(cone.C, rows);
  numerics::Constraints constraints;
  constraints.lower = lower;
  constraints.upper = upper;
  if (A.rows() > 0) constraints.A = numerics::view(A);
  constraints.b = Vector::Zero(A.rows());
  if (C.rows() > 0) constraints.C = numerics::view(C);
  constraints.d = Vector::Zero(C.rows());
  Vector multipliers = Vector::Zero(A.rows() + C.rows());
  return numerics::avi::Problem(numerics::view(W), output, std::move(constraints))
      .solve(mu, multipliers, optionsOf(NSDS_CLASS_AVI));
}

}  // namespace

std::optional<Index> offendingRow(const StateJump& jump, const NonSmoothDynamicalSystem& nsds) {
  for (const StateJump::Block& block : jump.blocks) {
    const NonSmoothLaw& law = lawOf(block, nsds);
    const AdmissibleSet set = law.admissibleSet();
    for (Index r = 0; r < block.rows; ++r) {
      const Index row = block.row + r;
      const BoxSet interval = intervalOf(set, r % law.blockSize());
      if (interval.lower > -infinity && interval.upper < infinity) continue;  // any output has its multiplier
      const double small = negligible * jump.sizes[row];
      const bool below = jump.output[row] < -small && interval.upper == infinity;
      const bool above = jump.output[row] > small && interval.lower == -infinity;
      if (below || above) return row;
    }
  }
  return {};
}

bool isNegligible(const StateJump& jump, VectorConstRef impulses) {
  return ((jump.W * impulses).cwiseAbs().array() <= negligible * jump.sizes.array()).all();
}

JumpSolution solveJump(const StateJump& jump, const NonSmoothDynamicalSystem& nsds) {
  const Cone cone = coneOf(jump, nsds);
  JumpSolution solution;
  solution.impulse.setZero(jump.output.size());
  if (!cone.known) {
    solution.status = SolverStatus::notApplicable;
    solution.message =
        "a matrix D is neither positive semidefinite nor a P-matrix, or a law has a set of another kind";
    return solution;
  }
  std::vector<Index> rows;
  for (Index i = 0; i < jump.output.size(); ++i)
    if (cone.lower[i] < cone.upper[i]) rows.push_back(i);
  if (rows.empty()) return solution;
  Vector mu;
  const numerics::Report report = solveReduced(cone, rows, jump, mu);
  solution.status = static_cast<SolverStatus>(report.status);
  solution.message = report.message;
  for (std::size_t k = 0; k < rows.size(); ++k) solution.impulse[rows[k]] = mu[static_cast<Index>(k)];
  return solution;
}

}  // namespace nsds
