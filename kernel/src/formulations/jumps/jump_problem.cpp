#include "formulations/jumps/jump_problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "formulations/jumps/jump_cone.hpp"
#include "formulations/law_rows.hpp"
#include "formulations/output_sets/output_pivot.hpp"
#include "formulations/output_sets/vi_blocks.hpp"
#include "linalg/numbers.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/numerics/cpp/avi.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/cpp/relay.hpp"

namespace nsds {

namespace {

using Rows = std::vector<Vector>;

constexpr double negligible = 1e-10;  // beside the terms of an output

Matrix stacked(const Rows& rows, const std::vector<Index>& columns) {
  Matrix matrix(std::ssize(rows), std::ssize(columns));
  for (Index i = 0; i < matrix.rows(); ++i)
    matrix.row(i) = rows[static_cast<std::size_t>(i)](columns).transpose();
  return matrix;
}

numerics::Options optionsOf(nsds_class problemClass) {
  return numerics::Options(problemClass).set("tolerance", 1e-13);
}

/// The problem of the rows that may have an impulse: K ∋ z, -(M z + q) in the normal cone of K at z.
struct Reduced {
  Matrix M;
  Vector q;
  Vector lower;
  Vector upper;
  Matrix A;
  Vector b;
  Matrix C;
  Vector z;
};

/// Intervals, and inequalities between the rows.
numerics::Report solvePolyhedral(Reduced& problem) {
  if (problem.A.rows() == 0 && problem.C.rows() == 0) {
    Vector w(problem.z.size());
    if ((problem.lower.array() == 0.0 && problem.upper.array() == infinity).all())
      return numerics::lcp::Problem(numerics::view(problem.M), problem.q)
          .solve(problem.z, w, optionsOf(NSDS_CLASS_LCP));
    return numerics::relay::Problem(numerics::view(problem.M), problem.q, problem.lower, problem.upper)
        .solve(problem.z, w, optionsOf(NSDS_CLASS_RELAY));
  }
  numerics::Constraints constraints;
  constraints.lower = problem.lower;
  constraints.upper = problem.upper;
  if (problem.A.rows() > 0) constraints.A = numerics::view(problem.A);
  constraints.b = problem.b;
  if (problem.C.rows() > 0) constraints.C = numerics::view(problem.C);
  constraints.d = Vector::Zero(problem.C.rows());
  Vector multipliers = Vector::Zero(problem.A.rows() + problem.C.rows());
  return numerics::avi::Problem(numerics::view(problem.M), problem.q, std::move(constraints))
      .solve(problem.z, multipliers, optionsOf(NSDS_CLASS_AVI));
}

/// Intervals and projectors, whose blocks have one unit each.
numerics::Report solveProjected(const JumpCone& cone, const std::vector<Index>& rows, const Vector& units,
                                Reduced& problem) {
  ViBlocks blocks;
  auto next = cone.projected.begin();
  for (Index k = 0; k < std::ssize(rows);) {
    if (next != cone.projected.end() && next->row == rows[static_cast<std::size_t>(k)]) {
      blocks.add(next->set, asInt(next->rows), next->owner);
      k += next->rows;
      ++next;
    } else {
      blocks.addIntervals(1);
      ++k;
    }
  }
  const numerics::Options options =
      numerics::Options(NSDS_CLASS_VI).set("tolerance", 1e-12).set("warm_start", true);
  const nsds_matrix M = numerics::view(problem.M);
  numerics::Report report;
  numerics::Workspace workspace;
  blocks.solve({M, problem.q.data(), problem.lower.data(), problem.upper.data(), units.data()},
               problem.z.data(), options.get(), workspace.get(), &report);
  return report;
}

/// How many of the rows belong to each block of a law.
std::vector<Index> blockSizesOf(const StateJump& jump, const NonSmoothDynamicalSystem& nsds,
                                const std::vector<Index>& rows) {
  std::vector<Index> sizes;
  for (const StateJump::Block& block : jump.blocks) {
    const Index size = interactionOf(block, nsds).law().blockSize();
    for (Index first = block.row; first < block.row + block.rows; first += size) {
      const auto begin = std::lower_bound(rows.begin(), rows.end(), first);
      const auto end = std::lower_bound(begin, rows.end(), first + size);
      if (begin != end) sizes.push_back(end - begin);
    }
  }
  return sizes;
}

numerics::Report refusal(nsds_status status, const char* message) {
  numerics::Report report;
  report.status = status;
  std::snprintf(report.message, sizeof report.message, "%s", message);
  return report;
}

/// The problem without the rows that have no impulse; its solution. Where rows have their set for the output, outputs and
/// impulses are exchanged.
numerics::Report solveReduced(const JumpCone& cone, const std::vector<Index>& rows, const StateJump& jump,
                              const NonSmoothDynamicalSystem& nsds, Vector& mu) {
  if (!cone.projected.empty() && !(cone.A.empty() && cone.C.empty()))
    return refusal(
        NSDS_NOT_APPLICABLE,
        "jumps over polyhedra, or with a matrix D, and over sets of other kinds together are not known");
  Reduced problem{jump.W(rows, rows),    jump.output(rows),
                  cone.lower(rows),      cone.upper(rows),
                  stacked(cone.A, rows), Vector(std::ssize(cone.b)),
                  stacked(cone.C, rows), Vector::Zero(std::ssize(rows))};
  std::copy(cone.b.begin(), cone.b.end(), problem.b.begin());
  // Outputs that are the rounding of their terms are none.
  for (Index k = 0; k < problem.q.size(); ++k)
    if (std::abs(problem.q[k]) <= 4.0 * epsilon * jump.sizes[rows[static_cast<std::size_t>(k)]])
      problem.q[k] = 0.0;
  std::vector<Index> outputs;
  for (Index k = 0; k < std::ssize(rows); ++k)
    if (cone.output[static_cast<std::size_t>(rows[static_cast<std::size_t>(k)])] != 0) outputs.push_back(k);
  const auto solve = [&](const Vector& units) {
    return cone.projected.empty() ? solvePolyhedral(problem) : solveProjected(cone, rows, units, problem);
  };
  if (outputs.empty()) {
    const numerics::Report report = solve(Vector::Ones(problem.q.size()));
    mu = problem.z;
    return report;
  }
  OutputPivot pivot(outputs, blockSizesOf(jump, nsds, rows));
  pivot.evaluate(numerics::view(problem.M));
  if (!pivot.regular())
    return refusal(NSDS_SINGULAR, "no impulse acts on some output that is to stay in a set");
  problem.q = pivot.begin(Vector(problem.q).data(), problem.lower.data(), problem.upper.data());
  problem.M = pivot.S();
  problem.lower = pivot.lower();
  problem.upper = pivot.upper();
  problem.A = problem.A * pivot.units().asDiagonal();
  problem.C = problem.C * pivot.units().asDiagonal();
  Vector& unknowns = pivot.unknowns(problem.z.data());
  problem.z = unknowns;
  const numerics::Report report = solve(pivot.units());
  unknowns = problem.z;
  mu.resize(problem.z.size());
  pivot.multipliers(mu.data());
  return report;
}

/// The first row of an output beyond `small` outside of a set.
std::optional<Index> firstOutside(const ConvexSet& set, const Vector& w, const Vector& small) {
  if (const auto* const polyhedron = std::get_if<PolyhedronSet>(&set)) {
    for (Index k = 0; k < polyhedron->K.size(); ++k) {
      const auto row = polyhedron->H.row(k);
      Index largest = 0;
      row.cwiseAbs().maxCoeff(&largest);
      if (row.dot(w) < polyhedron->K[k] - row.cwiseAbs().dot(small)) return largest;
    }
    return {};
  }
  Vector nearest(w.size());
  convex::project(set, w, nearest);
  for (Index r = 0; r < w.size(); ++r)
    if (!(std::abs(w[r] - nearest[r]) <= small[r])) return r;
  return {};
}

/// The first row whose output, with D = 0, asks for an impulse in an unbounded direction of the set.
std::optional<Index> firstPulled(const ProjectorSet& set, const Vector& w, const Vector& small) {
  const auto directions = recessionOf(set, w.size());
  if (!directions) return {};
  Vector pull(w.size());
  directions->project(-w, pull);
  for (Index r = 0; r < w.size(); ++r)
    if (std::abs(pull[r]) > small[r]) return r;
  return {};
}

std::optional<Index> offendingInterval(const AdmissibleSet& set, const Vector& w, const Vector& small) {
  for (Index r = 0; r < w.size(); ++r) {
    const BoxSet interval = intervalOf(set, r);
    if (interval.lower > -infinity && interval.upper < infinity) continue;  // any output has its multiplier
    const bool below = w[r] < -small[r] && interval.upper == infinity;
    const bool above = w[r] > small[r] && interval.lower == -infinity;
    if (below || above) return r;
  }
  return {};
}

}  // namespace

std::optional<Index> offendingRow(const StateJump& jump, const NonSmoothDynamicalSystem& nsds) {
  for (const StateJump::Block& block : jump.blocks) {
    const Interaction& interaction = interactionOf(block, nsds);
    const AdmissibleSet set = presentSet(jump.time, interaction);
    const Index size = interaction.law().blockSize();
    const bool projected = isOfOutput(set) || std::holds_alternative<ProjectorSet>(set);
    if (projected && isDefinite(block.D)) continue;
    for (Index first = block.row; first < block.row + block.rows; first += size) {
      const Vector w = jump.output.segment(first, size);
      const Vector small = negligible * jump.sizes.segment(first, size);
      std::optional<Index> row;
      if (isOfOutput(set)) {
        row = firstOutside(std::get<OutputSet>(set).K, w, small);
      } else if (const auto* const projector = std::get_if<ProjectorSet>(&set)) {
        row = firstPulled(*projector, w, small);
      } else {
        row = offendingInterval(set, w, small);
      }
      if (row) return first + *row;
    }
  }
  return {};
}

bool isNegligible(const StateJump& jump, VectorConstRef impulses) {
  return ((jump.W * impulses).cwiseAbs().array() <= negligible * jump.sizes.array()).all();
}

JumpSolution solveJump(const StateJump& jump, const NonSmoothDynamicalSystem& nsds) {
  const JumpCone cone = coneOf(jump, nsds);
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
    if (cone.isIn(i)) rows.push_back(i);
  if (rows.empty()) return solution;
  Vector mu = Vector::Zero(std::ssize(rows));
  const numerics::Report report = solveReduced(cone, rows, jump, nsds, mu);
  solution.status = static_cast<SolverStatus>(report.status);
  solution.message = report.message;
  for (std::size_t k = 0; k < rows.size(); ++k) solution.impulse[rows[k]] = mu[static_cast<Index>(k)];
  return solution;
}

}  // namespace nsds
