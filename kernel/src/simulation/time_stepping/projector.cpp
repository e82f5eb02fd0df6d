#include "simulation/time_stepping/projector.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

constexpr double passTolerance = 1e-2;
constexpr double unseen =
    1e-2;  // of the limit: a defect that does not matter, where a pass does not close it
constexpr double closed = 1e-14;     // defects below this fraction of the length scale are rounding
constexpr double worthAPass = 0.25;  // what a pass has to leave at most for another one beyond the tolerance

std::size_t rowsOf(const IndexSet& set) {
  std::size_t rows = 0;
  for (const UnitaryRelation& relation : set) rows += static_cast<std::size_t>(relation.rows);
  return rows;
}

/// The relations of a set that are in another one too; both in the order of rows.
template <class Function>
void forCommon(const IndexSet& some, const IndexSet& others, Function&& function) {
  auto other = others.begin();
  for (const UnitaryRelation& relation : some) {
    while (other != others.end() && other->row < relation.row) ++other;
    function(relation, other != others.end() && other->row == relation.row);
  }
}

}  // namespace

Projector::Projector(const PositionProjection& options) : options_(options) {
  check::that(std::isfinite(options.tolerance) && options.tolerance > 0.0,
              "the tolerance {} of the projection is not positive", options.tolerance);
  check::that(options.maxIterations >= 1, "{} iterations of the projection are too few",
              options.maxIterations);
}

void Projector::compile(Model& model, const IndexSet& all) {
  nsds_ = &model.nsds();
  length_ = model.scales().length;
  limit_ = options_.tolerance * length_;
  operator_.compile(*nsds_, options_.metric == ProjectionMetric::mass);

  // Gaps and equalities on positions can be projected; tangents and laws for velocities alone cannot.
  candidates_.clear();
  closesIterates_ = false;
  for (UnitaryRelation relation : all) {
    const std::optional<RelationPart> part = positionPart(*relation.interaction);
    if (!part) continue;
    relation.part = *part;
    if (*part == RelationPart::normal) {
      relation.rows = 1;
    } else {
      const auto& holonomic = static_cast<const MechanicalRelation&>(relation.interaction->relation());
      closesIterates_ = closesIterates_ || !(holonomic.constantJacobian() || combined());
    }
    candidates_.push_back(relation);
  }

  // A projection of any of them allocates nothing.
  for (auto* set : {&rows_, &lastRows_}) {
    set->clear();
    set->reserve(candidates_.size());
  }
  merged_.reserve(all.size());
  multipliers_.assign(static_cast<std::size_t>(nsds_->flat().rows()), 0.0);
  for (auto* vector : {&gap_, &lambda_}) vector->assign(rowsOf(candidates_), 0.0);
  change_ = ProblemChange::structure;
  chooseProblem();
}

void Projector::chooseProblem() {
  const auto isEquality = [](const UnitaryRelation& r) { return r.part == RelationPart::equality; };
  const bool equalities = std::any_of(candidates_.begin(), candidates_.end(), isEquality);
  const bool equalitiesAlone = std::all_of(candidates_.begin(), candidates_.end(), isEquality);
  const bool passesCorrect = equalities && equalitiesAlone;  // each the rest that the last one has left
  const char* const unilateral = equalities ? "MLCP" : "LCP";
  Solver solver("auto");
  if (passesCorrect) solver.set("tolerance", passTolerance);
  makeProblem(combined() || passesCorrect ? "Equality" : unilateral, options_.solver.value_or(solver),
              problem_);
  if (combined()) makeProblem(unilateral, Solver("auto"), openingProblem_);
  operator_.setFloor(unseen * limit_);
}

void Projector::makeProblem(const char* name, const Solver& solver,
                            std::unique_ptr<OneStepNSProblem>& problem) {
  if (problem != nullptr && problem->name() == name) return;
  problem = makeFormulation(name);
  problem->setSolver(solver);
}

void Projector::beginStep(double t) {
  t_ = t;
  report_ = {};
  moved_ = false;
  beganInIterate_ = false;
  std::fill(multipliers_.begin(), multipliers_.end(), 0.0);
}

void Projector::beginIterate() {
  rows_.clear();
  for (const UnitaryRelation& relation : candidates_)
    if (relation.part == RelationPart::equality) rows_.push_back(relation);
  operator_.evaluate(t_, rows_);
  std::fill(multipliers_.begin(), multipliers_.end(), 0.0);
  report_.iterations = 0;
  passes_ = 0;
  report_.after = report_.before = violation();
  beganInIterate_ = true;
}

void Projector::begin(const IndexSet& active) {
  if (std::exchange(opening_, false)) change_ = ProblemChange::structure;
  rows_.clear();
  forCommon(candidates_, active, [&](UnitaryRelation relation, bool isActive) {
    if (combined() && relation.part == RelationPart::normal) {
      if (!isActive || nsds_->flat().multiplier()[relation.row] <= 0.0) return;
      relation.part = RelationPart::equality;
    }
    if (isActive || relation.part == RelationPart::equality || options_.set == ProjectionSet::all)
      rows_.push_back(relation);
  });
  report_.after = violation();
  passes_ = 0;
  // What the last iterate has projected already belongs to this projection.
  report_.before = beganInIterate_ ? std::max(report_.before, report_.after) : report_.after;
  if (std::exchange(beganInIterate_, false)) return;
  std::fill(multipliers_.begin(), multipliers_.end(), 0.0);
  report_.iterations = 0;
}

double Projector::violation() const {
  double worst = 0.0;
  for (const UnitaryRelation& relation : rows_) {
    for (std::int32_t r = relation.row; r < relation.row + relation.rows; ++r) {
      const double y = nsds_->flat().output()[r];
      worst = std::max(worst, relation.part == RelationPart::equality ? std::abs(y) : -y);
    }
  }
  return worst;
}

void Projector::linearise() {
  const bool changed = operator_.linearise(t_, rows_);
  if (rows_ != lastRows_) {
    lastRows_ = rows_;
    change_ = ProblemChange::structure;
  } else if (changed && change_ == ProblemChange::vectors) {
    change_ = ProblemChange::values;
  }
  std::size_t at = 0;
  for (const UnitaryRelation& relation : rows_) {
    for (std::int32_t r = 0; r < relation.rows; ++r) gap_[at++] = nsds_->flat().output()[relation.row + r];
  }
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
}

SolverOutcome Projector::solve() {
  const SolverOutcome outcome =
      current().solve(operator_.condensed(), rows_, change_, gap_.data(), lambda_.data());
  change_ = ProblemChange::vectors;
  return outcome;
}

std::optional<SolverOutcome> Projector::solveClosed() {
  const SolverOutcome outcome = solve();
  if (outcome.status == SolverStatus::ok || opening_) return outcome;
  letContactsOpen();
  return std::nullopt;
}

void Projector::letContactsOpen() {
  opening_ = true;
  for (UnitaryRelation& relation : rows_) {
    if (isUnilateral(relation.interaction->law())) relation.part = RelationPart::normal;
  }
  linearise();
  change_ = ProblemChange::structure;
}

void Projector::displace() {
  moved_ = true;
  operator_.displace(rows_, lambda_.data());
  operator_.evaluate(t_, rows_);
  const double* lambda = lambda_.data();
  for (const UnitaryRelation& relation : rows_) {
    for (std::int32_t r = 0; r < relation.rows; ++r)
      multipliers_[static_cast<std::size_t>(relation.row + r)] += *lambda++;
  }
  ++report_.iterations;
  ++passes_;
  lastViolation_ = report_.after;
  report_.after = violation();
}

std::string Projector::complaint() const {
  return fmt::format(
      "the projection at t = {} leaves a penetration or defect of {} (it was {}, the limit is {}) after {} "
      "iterations",
      t_, report_.after, report_.before, limit_, passes_);
}

void Projector::removeUnilateral(IndexSet& active) {
  merged_.clear();
  forCommon(active, candidates_, [&](const UnitaryRelation& relation, bool projected) {
    if (!projected || !isUnilateral(relation.interaction->law())) merged_.push_back(relation);
  });
  active.swap(merged_);
}

bool Projector::isClosed() const {
  if (report_.after <= closed * length_) return true;
  const bool slow = report_.iterations > 0 && report_.after > worthAPass * lastViolation_;
  return slow && !violated();
}

bool Projector::addPenetrated(const IndexSet& all, IndexSet& active) {
  if (moved_) operator_.evaluate(t_, candidates_);
  merged_.clear();
  auto candidate = candidates_.begin();
  forCommon(all, active, [&](const UnitaryRelation& relation, bool isActive) {
    while (candidate != candidates_.end() && candidate->row < relation.row) ++candidate;
    const bool projected = candidate != candidates_.end() && candidate->row == relation.row;
    if (isActive || (projected && nsds_->flat().output()[relation.row] <= 0.0)) merged_.push_back(relation);
  });
  const bool added = merged_.size() != active.size();
  active.swap(merged_);
  return added;
}

void Projector::repeatStep() {
  ++report_.repetitions;
  moved_ = false;
}

}  // namespace nsds
