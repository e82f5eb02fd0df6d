// Sequential quadratic programming with a filter [Waechter, Biegler 2005, SIAM J. Optim. 16].
//
// Each step solves a quadratic program with the convexified Hessian of the Lagrangian, or a damped BFGS matrix, and goes
// along its solution as far as the filter, or the decrease of f where the violation is small, accepts. A full step that curvature of the
// constraints spoils is corrected once (Maratos). Where the linearised constraints contradict each other the program is made
// elastic [Gill, Murray, Saunders 2005, SIAM Rev. 47]; where no step is accepted the elastic programs without f take the violation
// down until the filter accepts, or it is stationary.
#include "nlp/sqp.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "nlp/conditions.hpp"
#include "nlp/registry.hpp"
#include "nlp/search/filter.hpp"
#include "nlp/steps.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr std::size_t largest_dense = 2000;  // n + m + e

// The constants of Waechter and Biegler, table 1 of "Implementation", Math. Program. 106 (2006), but for their switch.
constexpr double gamma_violation = 1e-5, gamma_objective = 1e-5;
constexpr double switch_violation = 1.1, switch_objective = 2.3;
constexpr double armijo = 1e-4;
constexpr double least_step = 0.05;  // of the step at which the filter would accept in theory
constexpr double shortest_step = 1e-12;
constexpr double enough_restored = 0.9;      // of the violation, in the phase of restoration
constexpr double rounding = 10.0 * epsilon;  // of values that are compared
constexpr double runs_away = 1e20;           // an objective below minus this seems to fall for ever
constexpr double beside_a_ray = 1e-6;        // of its length; any between rounding and one would do
constexpr double longest_multiplier = 1e3;   // a first guess beyond is worth nothing
constexpr int most_saddles = 3;
constexpr int patience = 4;            // steps without a gain after which short ones are rounding
constexpr int longest_patience = 200;  // steps without a gain after which any are

class Sqp {
 public:
  Sqp(Program& program, std::span<double> y, SolveContext& context)
      : program_(program),
        context_(context),
        arena_(*context.arena),
        n_(program.size()),
        rows_(program.rows()),
        y_(y),
        now_(take_iterate()),
        trial_(take_iterate()),
        multipliers_(arena_.take<double>(rows_)),
        r_(arena_.take<double>(n_)),
        start_(arena_.take<double>(n_)),
        saddle_(arena_.take<double>(y.size())),
        downhill_(arena_.take<double>(n_)),
        filter_(arena_),
        steps_(program, context) {}

  const SqpDiagnosis& diagnosis() const { return diagnosis_; }

  SolverClaim solve() {
    begin();
    nsds_status status = descend();
    // A saddle is left along a direction of negative curvature, for as long as what is found is lower.
    while (status == NSDS_OK && leave_saddle()) {
      status = descend();
      const double lower = saddle_objective_ - 1e-9 * std::max(1.0, std::fabs(saddle_objective_));
      if (status == NSDS_OK && now_.f < lower) continue;
      std::copy(saddle_.begin(), saddle_.end(), y_.begin());
      diagnosis_ = {};
      return {NSDS_OK, iterations_};
    }
    return {status, iterations_};
  }

 private:
  Iterate take_iterate() { return {arena_.take<double>(n_), arena_.take<double>(rows_)}; }

  bool evaluate(Iterate& at) {
    if (!program_.evaluate(at.x, at.f, at.c)) return false;
    at.violation = violation(program_, at.c);
    return std::isfinite(at.violation);
  }

  void begin() {
    std::copy_n(y_.begin(), n_, now_.x.begin());
    std::copy_n(y_.begin(), n_, start_.begin());
    std::copy_n(y_.begin() + static_cast<std::ptrdiff_t>(n_), rows_, multipliers_.begin());
    evaluate(now_);
    steps_.go_to(now_);
    most_violation_ = 1e4 * std::max(1.0, now_.violation);
    small_violation_ = 1e-4 * std::max(1.0, now_.violation);
    if (largest_magnitude(multipliers_) == 0.0) guess_multipliers();
  }

  void guess_multipliers() {
    if (steps_.guess(now_, multipliers_) && largest_magnitude(multipliers_) <= longest_multiplier) return;
    std::fill(multipliers_.begin(), multipliers_.end(), 0.0);
  }

  // NSDS_OK: the conditions are satisfied.
  nsds_status descend() {
    nsds_status status = NSDS_OK;
    while ((status = iterate()) == NSDS_OK && !solved_) ++iterations_;
    return status;
  }

  // One step. Sets solved_; anything but NSDS_OK ends the method.
  nsds_status iterate() {
    if (note_residual(multipliers_)) return NSDS_OK;
    const nsds_status limit = context_.limit(iterations_, best_residual_);
    if (limit != NSDS_OK) return limit;
    if (now_.f < -runs_away) {
      keep(multipliers_);
      diagnosis_ = {SqpDiagnosis::Kind::falls_for_ever, now_.f};
      return context_.certify(Proof::unbounded, falls_on()) ? NSDS_INFEASIBLE : NSDS_STALLED;
    }
    const bool is_consistent = steps_.find(now_, multipliers_, residual_);
    if (is_consistent && note_residual(steps_.found())) return NSDS_OK;
    if (!is_consistent &&
        !(now_.violation > context_.tolerance && steps_.find_elastic(now_, multipliers_, residual_)))
      return recover();
    if (goes_nowhere()) return NSDS_STALLED;
    return search(is_consistent) ? NSDS_OK : recover();
  }

  // Keeps the best pair of point and multipliers. True where it satisfies the conditions.
  bool note_residual(std::span<const double> multipliers) {
    lagrangian_gradient(program_, multipliers, r_);
    residual_ = natural_map(program_, now_.x, r_, now_.c, multipliers);
    if (residual_ < best_residual_) {
      if (residual_ < 0.5 * best_residual_) last_gain_ = iterations_;
      best_residual_ = residual_;
      keep(multipliers);
    }
    solved_ = residual_ <= context_.tolerance;
    return solved_;
  }

  void keep(std::span<const double> multipliers) {
    std::copy(now_.x.begin(), now_.x.end(), y_.begin());
    std::copy(multipliers.begin(), multipliers.end(), y_.begin() + static_cast<std::ptrdiff_t>(n_));
  }

  // Steps that the unknowns hardly notice lead nowhere, and neither do many without a gain.
  bool goes_nowhere() const {
    if (iterations_ - last_gain_ < patience) return false;
    if (iterations_ - last_gain_ > longest_patience) return true;
    for (std::size_t j = 0; j < n_; ++j)
      if (std::fabs(steps_.d()[j]) > rounding * std::max(1.0, std::fabs(now_.x[j]))) return false;
    return true;
  }

  // Moves the trial along d. False: it is outside the domain.
  bool go(double step, std::span<const double> d) {
    for (std::size_t j = 0; j < n_; ++j)
      trial_.x[j] = std::clamp(now_.x[j] + step * d[j], program_.lower()[j], program_.upper()[j]);
    return evaluate(trial_);
  }

  bool is_small_violation() const { return now_.violation <= small_violation_; }

  // What the filter asks of a trial that is `step` along a direction with that slope of f. by_objective: out, whether it is a step for f,
  // which leaves the filter as it is.
  bool accepts(double step, double slope, bool& by_objective) const {
    by_objective = false;
    if (trial_.violation > most_violation_) return false;
    const double noise = rounding * std::max(1.0, std::fabs(now_.f));
    if (!filter_.accepts(trial_.violation, trial_.f - noise)) return false;
    if (is_small_violation() && slope < 0.0 &&
        step * std::pow(-slope, switch_objective) > std::pow(now_.violation, switch_violation)) {
      by_objective = true;
      return trial_.f <= now_.f + armijo * step * slope + noise;
    }
    // Where no more than rounding is violated there is nothing to gain but f: a step along which it rises by more is not taken.
    if (now_.violation <= rounding) return trial_.f <= now_.f + noise;
    return trial_.violation <= (1.0 - gamma_violation) * now_.violation ||
           trial_.f <= now_.f - gamma_objective * now_.violation;
  }

  // Below this step no trial is expected to be accepted.
  double shortest(double slope) const {
    double least = gamma_violation;
    if (slope < 0.0) {
      least = std::min(least, gamma_objective * now_.violation / -slope);
      if (is_small_violation())
        least =
            std::min(least, std::pow(now_.violation, switch_violation) / std::pow(-slope, switch_objective));
    }
    return std::max(least_step * least, shortest_step);
  }

  // may_correct: d() satisfies the linearised rows.
  bool search(bool may_correct) {
    const double slope = dot(steps_.gradient(), steps_.d());
    const double least = shortest(slope);
    for (double step = 1.0; step >= least && context_.seconds_left() > 0.0; step *= 0.5) {
      const bool defined = go(step, steps_.d());
      bool by_objective = false;
      if (defined && accepts(step, slope, by_objective) && move(step, by_objective, steps_.found()))
        return true;
      const bool is_spoiled = step == 1.0 && defined && rows_ > 0 && trial_.violation >= now_.violation;
      if (may_correct && is_spoiled && search_corrected(slope)) return true;
    }
    return false;
  }

  bool search_corrected(double slope) {
    const double spoiled = trial_.violation;
    bool by_objective = false;
    return steps_.correct(now_, trial_.c, multipliers_, residual_) && go(1.0, steps_.corrected()) &&
           trial_.violation < spoiled && accepts(1.0, slope, by_objective) &&
           move(1.0, by_objective, steps_.found_corrected());
  }

  // Makes the trial the iterate. False where the derivatives are not defined there.
  bool move(double step, bool by_objective, std::span<const double> multipliers) {
    if (!program_.differentiate(trial_.x)) return false;
    if (!by_objective) note_in_filter();
    for (std::size_t i = 0; i < rows_; ++i) multipliers_[i] += step * (multipliers[i] - multipliers_[i]);
    steps_.go_on(now_, trial_, multipliers_);
    steps_.relax_regularisation();
    std::swap(now_, trial_);
    return true;
  }

  void note_in_filter() {
    filter_.add((1.0 - gamma_violation) * now_.violation, now_.f - gamma_objective * now_.violation);
  }

  // No step was accepted: where the constraints are satisfied another one is tried, else the violation is taken down until the
  // filter accepts the point.
  nsds_status recover() {
    if (!(now_.violation > context_.tolerance)) return steps_.regularise() ? NSDS_OK : NSDS_STALLED;
    note_in_filter();
    const double before = now_.violation;
    double weight = 1e-4;
    do {
      const nsds_status limit = context_.limit(++iterations_, best_residual_);
      if (limit != NSDS_OK) return limit;
      if (!restoring_step(weight)) return end_infeasible();
    } while (now_.violation > 0.1 * context_.tolerance &&
             !(now_.violation <= enough_restored * before && filter_.accepts(now_.violation, now_.f)));
    steps_.forget_curvature();
    guess_multipliers();
    return NSDS_OK;
  }

  // False where the violation is stationary. weight: in/out, of the length of the step.
  bool restoring_step(double& weight) {
    double gain = 0.0;
    if (!steps_.restore(now_, weight, gain) || !(gain > 1e-9 * now_.violation)) return false;
    for (double step = 1.0; step >= 1e-10 && context_.seconds_left() > 0.0; step *= 0.5) {
      if (!go(step, steps_.d()) || !(trial_.violation <= now_.violation - armijo * step * gain) ||
          !program_.differentiate(trial_.x))
        continue;
      weight = step == 1.0 ? std::max(0.1 * weight, 1e-8) : std::min(10.0 * weight, 1e8);
      std::swap(now_, trial_);
      steps_.go_to(now_);
      return true;
    }
    return false;
  }

  nsds_status end_infeasible() {
    keep(multipliers_);
    diagnosis_ = {SqpDiagnosis::Kind::contradiction, now_.violation};
    return NSDS_STALLED;
  }

  // Tells whether f falls on beyond the point, on the ray to it from the start, and the constraints are violated there by no more than rounding
  // beside the way: they may leave the ray by a distance that stays.
  bool falls_on() {
    if (!(now_.violation <= context_.tolerance)) return false;
    double last = now_.f;
    for (const double times : {10.0, 100.0}) {
      double length = 0.0;
      for (std::size_t j = 0; j < n_; ++j) {
        const double way = times * (now_.x[j] - start_[j]);
        trial_.x[j] = std::clamp(start_[j] + way, program_.lower()[j], program_.upper()[j]);
        length = std::max(length, std::fabs(way));
      }
      if (!evaluate(trial_) || !(trial_.f < last) || !(trial_.violation <= beside_a_ray * length))
        return false;
      last = trial_.f;
    }
    return true;
  }

  // Moves on from a solution at which the Lagrangian falls along a direction. False where there is none.
  bool leave_saddle() {
    const std::span<const double> multipliers = y_.subspan(n_);
    if (saddles_ == most_saddles || !steps_.find_negative_curvature(now_, multipliers, downhill_))
      return false;
    ++saddles_;
    std::copy(y_.begin(), y_.end(), saddle_.begin());
    saddle_objective_ = now_.f;
    const double length = 0.1 * std::max(1.0, largest_magnitude(now_.x));
    const std::array steps{length, -length, 0.1 * length, -0.1 * length};
    return std::ranges::any_of(steps, [this](double step) { return goes_downhill(step); });
  }

  // Starts anew that far along the negative curvature. False: the program has no values there, or rounding takes the step.
  bool goes_downhill(double step) {
    if (!go(step, downhill_) || std::equal(trial_.x.begin(), trial_.x.end(), now_.x.begin()) ||
        !program_.differentiate(trial_.x))
      return false;
    const std::span<const double> multipliers = y_.subspan(n_);
    std::copy(multipliers.begin(), multipliers.end(), multipliers_.begin());
    std::swap(now_, trial_);
    steps_.go_to(now_);
    filter_.clear();
    best_residual_ = infinity;
    last_gain_ = iterations_;
    return true;
  }

  Program& program_;
  SolveContext& context_;
  Arena& arena_;
  std::size_t n_, rows_;
  std::span<double> y_;
  Iterate now_, trial_;
  std::span<double> multipliers_, r_;
  std::span<double> start_;
  std::span<double> saddle_, downhill_;  // the solution that was left last, and the way from it
  Filter filter_;
  Steps steps_;
  double best_residual_ = infinity, residual_ = infinity;
  double most_violation_ = infinity, small_violation_ = 0.0;
  double saddle_objective_ = 0.0;
  std::int64_t iterations_ = 0, last_gain_ = 0;  // the second: when the best residual fell to its half
  int saddles_ = 0;
  bool solved_ = false;
  SqpDiagnosis diagnosis_;
};

}  // namespace

void SqpDiagnosis::describe(const Sentence& sentence) const {
  switch (kind) {
    case Kind::contradiction:
      return sentence.write(
          "the constraints seem to contradict each other near this point, where the sum of their violations, "
          "{:.3g}, is "
          "least; try another start",
          value);
    case Kind::falls_for_ever:
      return sentence.write("the objective seems to fall for ever, it is {:.3g} by now; bound the unknowns",
                            value);
    case Kind::none:
      break;
  }
}

SolverClaim solve_sqp(Program& program, std::span<double> y, SolveContext& context, SqpDiagnosis& diagnosis) {
  if (y.size() > largest_dense) {
    context.sentence.write(
        "solver 'sqp' works on dense matrices of at most {} unknowns and rows, here {}; try 'kkt_newton'.",
        largest_dense, y.size());
    return {NSDS_NOT_APPLICABLE, 0};
  }
  Sqp sqp(program, y, context);
  const SolverClaim claim = sqp.solve();
  diagnosis = sqp.diagnosis();
  return claim;
}

SolverClaim solve_sqp(Program& program, std::span<double> y, SolveContext& context) {
  SqpDiagnosis diagnosis;
  const SolverClaim claim = solve_sqp(program, y, context, diagnosis);
  diagnosis.describe(context.sentence);
  return claim;
}

}  // namespace nsds::numerics::nlp
