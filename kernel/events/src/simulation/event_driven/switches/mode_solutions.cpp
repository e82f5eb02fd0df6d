// Solves the problem of modes, and looks for other solutions where there may be some.
#include "formulations/interval_problem.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"
#include "simulation/event_driven/switches/degree.hpp"
#include "simulation/event_driven/switches/mode_list.hpp"
#include "simulation/event_driven/switches/mode_problem.hpp"

namespace nsds {

/// The solution; where it may not be the only one, all are looked for.
Vector ModeProblem::solve(double t, VectorConstRef x, const Problem& problem) {
  const bool unique = isPMatrix(problem.S).answer == Answer::yes;
  if (!unique && problem.q.size() <= ModeList::mostRows) return solveByModes(t, x, problem);
  if (!unique && !warned_) {
    nsds_.log(LogLevel::warning,
              fmt::format("{}: the multipliers after t = {} may not be the only ones: how they act is no "
                          "P-matrix, and there are too many of them to look for others",
                          names(problem), t));
    warned_ = true;
  }
  const IntervalSolution solution = solveIntervals(problem.S, problem.q, problem.lower, problem.upper);
  if (solution.solved()) return solution.lambda;
  if (problem.q.size() <= ModeList::mostRows) return solveByModes(t, x, problem);
  throw Error(fmt::format("{}: the multipliers after t = {} were not found: {} {}", names(problem), t,
                          statusName(solution.status), solution.message));
}

/// Looks at every choice of states. Solutions that move the state alike are one.
Vector ModeProblem::solveByModes(double t, VectorConstRef x, const Problem& problem) const {
  const std::vector<Vector> all = ModeList(problem.S, problem.q, problem.lower, problem.upper).solutions();
  if (all.empty())
    throw Error(
        fmt::format("{}: no multipliers within their bounds let the outputs obey their laws after t = {}: "
                    "the motion ends there; how they act is no P-matrix",
                    names(problem), t));
  for (const Vector& other : all)
    if (!sameMotion(problem, all.front(), other)) refuseSeveral(t, x, problem, all.size());
  return all.front();
}

void ModeProblem::refuseSeveral(double t, VectorConstRef x, const Problem& problem, std::size_t count) const {
  for (Index k = 0; k < problem.q.size(); ++k) {
    if (!problem.S.row(k).isZero(0.0)) continue;
    const std::vector<Index> row{problem.rows[static_cast<std::size_t>(k)]};
    throw Error(fmt::format(
        "{}: its output and its derivative are zero at t = {}, and multipliers do not act on either: {}; "
        "event-driven simulation takes degrees 0 and 1, HigherOrderMoreauOSI higher ones",
        rows_.name(row.front()), t,
        degreeText(model_.stateJacobian(t, x, Vector::Zero(rows_.size())), point_, row)));
  }
  throw Error(fmt::format(
      "{}: {} motions go on from t = {}: the surface where the outputs are zero repels, and how multipliers "
      "act on them is no P-matrix; set a state beside the surface, or step through this by TimeStepping, "
      "which takes one of them",
      names(problem), count, t));
}

bool ModeProblem::sameMotion(const Problem& problem, const Vector& one, const Vector& other) const {
  const Matrix B = point_.B(Eigen::all, problem.rows);
  const Vector both = one.cwiseAbs() + other.cwiseAbs();
  const Vector terms = problem.q.cwiseAbs() + problem.S.cwiseAbs() * both;
  Vector apart = one - other;
  for (Index k = 0; k < apart.size(); ++k) {  // rounding of a multiplier that is zero
    const double weight = problem.S.row(k).cwiseAbs().maxCoeff();
    if (weight > 0.0 && weight * std::abs(apart[k]) <= 1e-12 * terms[k]) apart[k] = 0.0;
  }
  const Vector difference = (B * apart).cwiseAbs();
  const Vector sizes = B.cwiseAbs() * both;
  return (difference.array() <= 1e-9 * sizes.array()).all();
}

std::string ModeProblem::names(const Problem& problem) const {
  std::string text;
  for (const Index row : problem.rows) text += (text.empty() ? "" : ", ") + rows_.name(row);
  return text;
}

}  // namespace nsds
