#include "simulation/event_driven/switches/mode_problem.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "simulation/event_driven/switches/degree.hpp"
#include "simulation/event_driven/switches/mode_check.hpp"

namespace nsds {

namespace {

double largestOf(const Matrix& matrix) {
  return matrix.size() == 0 ? 0.0 : matrix.cwiseAbs().maxCoeff();
}

}  // namespace

/// What is small beside a state, or beside where it began, is rounding.
Vector ModeProblem::stateSizes(VectorConstRef x) const {
  Vector sizes = x.cwiseAbs();
  for (const auto& system : nsds_.systems()) {
    const Index first = nsds_.placement(*system).dof;
    sizes.segment(first, system->dimension()) =
        sizes.segment(first, system->dimension()).cwiseMax(system->initialPosition().cwiseAbs());
  }
  return sizes;
}

Vector ModeProblem::outputSizes(VectorConstRef x, VectorConstRef lambda, const FirstOrderPoint& point) const {
  const Vector states = stateSizes(x) + 1e-3 * zero_.scales.time * point.rate.cwiseAbs();
  const Vector acting = point.D * lambda;
  const Vector rest = point.y - point.C * x - acting;
  return point.C.cwiseAbs() * states + rest.cwiseAbs() + point.D.cwiseAbs() * lambda.cwiseAbs();
}

void ModeProblem::decide(double t, VectorConstRef x, const std::vector<unsigned char>& isZero,
                         RowStates& states, Vector& lambda) {
  const RowStates before = states;
  lambda = lambda.cwiseMax(rows_.lower()).cwiseMin(rows_.upper());
  chooseRows(t, x, isZero, states, lambda);
  if (chosen_.empty()) return;
  const Problem problem = solveLeading(t, x, lambda);
  model_.evaluate(t, x, lambda, point_);
  const Slope slope = slopeAt(t, x, problem, lambda);
  classify(t, problem, slope, states, lambda);
  if (!undecided_.empty()) classifyByDerivatives(t, x, problem, slope, before, states);
  if (ahead_ > 0.0) checkModes(t, x, before, states, lambda);
}

/// With ε, multipliers are known to about ε alone. The states are looked at without it, and others taken where they are not
/// what goes on.
void ModeProblem::checkModes(double t, VectorConstRef x, const RowStates& before, RowStates& states,
                             const Vector& lambda) {
  ModeCheck check(model_, rows_, outputSizes(x, lambda, point_), 1e-5 * fastest(x));
  if (check.goesOn(t, x, states, lambda)) return;
  std::vector<Index> open;
  for (const Index row : chosen_) {
    const auto i = static_cast<std::size_t>(row);
    const bool changes = zeroRows_[i] != 0 || states[i] != before[i];
    if (changes && !rows_.isEquality(row) && !rows_.isFixed(row)) open.push_back(row);
  }
  const auto found = check.others(t, x, states, lambda, open);
  if (found) states = *found;
}

/// Newton's method: one problem where outputs and inputs are affine in the multipliers, and one that says so. Returns the
/// last of them, whose solution lambda has.
ModeProblem::Problem ModeProblem::solveLeading(double t, VectorConstRef x, Vector& lambda) {
  constexpr int most = 50;
  double last = infinity;
  for (int k = 0; k < most; ++k) {
    Problem problem = problemAt(lambda);
    const Vector known = lambda(chosen_);
    const Vector solution = solve(t, x, problem);
    for (std::size_t i = 0; i < chosen_.size(); ++i) lambda[chosen_[i]] = solution[static_cast<Index>(i)];
    const double change = (solution - known).cwiseAbs().maxCoeff();
    const double size = std::max(solution.cwiseAbs().maxCoeff(), known.cwiseAbs().maxCoeff());
    if (model_.constantJacobians() || change <= 1e-12 * size || (change <= 1e-9 * size && change >= last))
      return problem;
    last = change;
    model_.evaluate(t, x, lambda, point_);
  }
  throw Error(
      fmt::format("{}: the multipliers after t = {} were not found, since outputs or inputs are not linear",
                  rows_.name(chosen_.front()), t));
}

/// Outputs that are not zero, and that no multiplier acts on at once, decide their rows. The other rows make the problem.
void ModeProblem::chooseRows(double t, VectorConstRef x, const std::vector<unsigned char>& isZero,
                             RowStates& states, Vector& lambda) {
  model_.evaluate(t, x, lambda, point_);
  checkDegree(t, x, lambda);
  const Vector sizes = outputSizes(x, lambda, point_);
  const double acting = largestOf(point_.markovParameter());
  ahead_ = acting > 0.0 ? partAhead * largestOf(point_.D) / acting : 0.0;
  chosen_.clear();
  offset_.setZero(rows_.size());
  direct_.assign(states.size(), 0);
  zeroRows_.assign(states.size(), 0);
  for (Index i = 0; i < rows_.size(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    direct_[row] = point_.D.row(i).isZero(0.0) ? 0 : 1;
    const double y = point_.y[i];
    // Where multipliers act on neither y nor y', an output that is small goes on to be what it is.
    const bool acts = direct_[row] != 0 || actsOnRate(i);
    const bool zero = isZero[row] != 0 || (acts && std::abs(y) <= zero_.options.gapThreshold * sizes[i]);
    zeroRows_[row] = zero ? 1 : 0;
    if (zero) offset_[i] = y;
    if (zero || direct_[row] != 0) {
      chosen_.push_back(i);
      continue;
    }
    states[row] = y > 0.0 ? RowState::lower : RowState::upper;
    const double bound = rows_.bound(i, states[row]);
    if (!std::isfinite(bound))
      throw Error(fmt::format(
          "{}: its output is {} at t = {}, which no multiplier makes admissible, and the state does not "
          "jump to where it is; set a state whose outputs are admissible",
          rows_.name(i), y, t));
    lambda[i] = bound;
  }
  model_.evaluate(t, x, lambda, point_);
}

/// Refuses rows that multipliers act on through second derivatives at best, unless their multipliers stay bounded whatever
/// the outputs do: those may switch, and are refused where they would have to slide.
void ModeProblem::checkDegree(double t, VectorConstRef x, VectorConstRef lambda) const {
  for (Index i = 0; i < rows_.size(); ++i) {
    const bool acts = !point_.D.row(i).isZero(0.0) || actsOnRate(i);
    if (acts || (std::isfinite(rows_.lower()[i]) && std::isfinite(rows_.upper()[i]))) continue;
    throw InvalidArgument(fmt::format(
        "{}: event-driven simulation takes outputs of relative degree 0 or 1, which multipliers act on at "
        "once or through the first derivative, and this one is not at t = {}: {}; HigherOrderMoreauOSI takes "
        "degrees from 2 on",
        rows_.name(i), t, degreeText(model_.stateJacobian(t, x, lambda), point_, std::vector<Index>{i})));
  }
}

/// True if some multiplier acts on the derivative of an output, beyond rounding.
bool ModeProblem::actsOnRate(Index row) const {
  const Vector CB = (point_.C.row(row) * point_.B).cwiseAbs();
  const Vector terms = point_.C.row(row).cwiseAbs() * point_.B.cwiseAbs();
  return (CB.array() > 1e-12 * terms.array()).any();
}

/// z of all rows.
Vector ModeProblem::soon(const FirstOrderPoint& point) const {
  Vector z = point.yRate;
  for (Index i = 0; i < rows_.size(); ++i)
    if (direct_[static_cast<std::size_t>(i)] != 0) z[i] = point.y[i] - offset_[i] + ahead_ * point.yRate[i];
  return z;
}

/// Linearised at the point, which has these multipliers.
ModeProblem::Problem ModeProblem::problemAt(VectorConstRef lambda) const {
  Matrix S = point_.markovParameter();
  for (Index i = 0; i < rows_.size(); ++i)
    if (direct_[static_cast<std::size_t>(i)] != 0) S.row(i) = point_.D.row(i) + ahead_ * S.row(i);
  Problem problem;
  problem.rows = chosen_;
  problem.S = S(chosen_, chosen_);
  const Vector known = lambda(chosen_);
  problem.q = Vector(soon(point_)(chosen_)) - problem.S * known;
  problem.lower = rows_.lower()(chosen_);
  problem.upper = rows_.upper()(chosen_);
  problem.terms = problem.q.cwiseAbs() + problem.S.cwiseAbs() * known.cwiseAbs();
  return problem;
}

/// λ is between where it is inside beyond rounding, else z decides; rows where neither does are undecided. Both are known as
/// well as the instant is.
void ModeProblem::classify(double t, const Problem& problem, const Slope& slope, RowStates& states,
                           Vector& lambda) {
  const double instant = 1e-12 * (std::abs(t) + zero_.scales.time);
  const Vector solution = lambda(chosen_);
  const Vector z = problem.S * solution + problem.q;
  undecided_.clear();
  for (Index k = 0; k < z.size(); ++k) {
    const Index row = chosen_[static_cast<std::size_t>(k)];
    RowState& state = states[static_cast<std::size_t>(row)];
    if (rows_.isFixed(row)) {
      state = RowState::lower;
      lambda[row] = problem.lower[k];
      continue;
    }
    const double weight = problem.S.row(k).cwiseAbs().maxCoeff();
    const double terms = std::abs(problem.q[k]) + problem.S.row(k).cwiseAbs() * solution.cwiseAbs();
    const double small = zero_.options.forceThreshold * terms + instant * std::abs(slope.value[k]);
    const double fromLower = solution[k] - problem.lower[k];
    const double fromUpper = problem.upper[k] - solution[k];
    if (weight * fromLower > small && weight * fromUpper > small) {
      state = RowState::between;
      continue;
    }
    state = fromLower <= fromUpper ? RowState::lower : RowState::upper;
    lambda[row] = rows_.bound(row, state);
    if (std::abs(z[k]) <= small) undecided_.push_back(k);
  }
}

}  // namespace nsds
