#include "polyhedron/proximal_ip/iteration.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "polyhedron/program_memory.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr double equal_quality = 1e-14;  // quality that differs by rounding only
constexpr double exact = 2e-15;          // quality at which nothing is left to gain
constexpr double cleaned = 1e-13;        // quality of a clean-up after which the iteration may end
constexpr double near = 1e-6;            // gap from which a clean-up is tried
constexpr double nothing = 1e-10;        // mu, relative to the largest one, that is as good as zero
constexpr double between = 1e-2;         // mu at a clean-up, relative to that at the last one
constexpr double progress = 0.8;         // of mu or of a residual in an iteration, at least
constexpr int most_restarts = 2;
constexpr double decided = 0.1;     // of the tolerance of the call
constexpr double closeness = 1e-9;  // quality from which only a better one counts
constexpr int patience_close = 3;
constexpr double far = 100.0;        // growth of an iterate after which a proof is tried
constexpr double stays = 1e-6;       // of a residual, relative to the largest one
constexpr double least_size = 1e-3;  // of an iterate, in units in which entries are of size one
constexpr int window = 12;  // iterations in which mu or a residual has to fall by this factor; 8 do as well
constexpr double window_falls = 0.1;
constexpr int patience = 8;  // iterations without progress

nsds_status status_of(KktFactor::Outcome outcome) {
  return outcome == KktFactor::Outcome::done          ? NSDS_OK
         : outcome == KktFactor::Outcome::out_of_time ? NSDS_TIME_LIMIT
                                                      : NSDS_STALLED;
}

EliminationOrder* kept_order(const SolveContext& context) {
  return context.workspace == nullptr ? nullptr : &ProgramMemory::of(*context.workspace).order();
}

}  // namespace

Iteration::Iteration(const Program& program, const Proofs& proofs, SolveContext& context)
    : program_(program),
      proofs_(proofs),
      context_(context),
      system_(program, kept_order(context), *context.arena),
      interior_(program, system_, *context.arena),
      clean_up_(program, system_, *context.arena),
      rays_(program, system_, *context.arena),
      scratch_{context.arena->take<double>(program.n + program.m),
               context.arena->take<double>(program.n + program.m)},
      inside_(context.arena->take<double>(program.n)),
      x_(context.arena->take<double>(program.n, 0.0)),
      y_(context.arena->take<double>(program.m, 0.0)),
      ray_(context.arena->take<double>(std::max(program.n, program.m))) {}

nsds_status Iteration::run() {
  if (!system_.factor().fits_memory()) {
    context_.sentence.write("the factor of its matrix would have {} entries, more than memory is taken for",
                            system_.factor().entries());
    return NSDS_STALLED;
  }
  if (!system_.factor().fits(context_)) return NSDS_TIME_LIMIT;
  nsds_status status = status_of(interior_.start(context_));
  while (status == NSDS_OK) {
    interior_.evaluate();
    note_iterate();
    if (best_ <= exact && is_decided()) return NSDS_OK;
    if (runs_away() && proves()) return NSDS_INFEASIBLE;
    if (tries_clean_up() && last_ <= cleaned_quality()) return NSDS_OK;
    const bool goes_on = advances();
    if ((!goes_on || is_slow()) && !restarts() && !goes_on) break;
    status = context_.limit(done_, best_);
    if (status != NSDS_OK) break;
    status = status_of(interior_.iterate(context_));
    if (status == NSDS_OK) ++done_;
  }
  if (ends_the_call(status) || status == NSDS_MAX_ITERATIONS) return status;
  if (proves()) return NSDS_INFEASIBLE;
  clean();
  return NSDS_STALLED;
}

bool Iteration::solves_from(std::span<const double> x, std::span<const double> y) {
  if (!system_.factor().fits_memory() || !system_.factor().fits(context_)) return false;
  ++done_;
  if (!clean_up_.run(x, y, context_)) return false;
  note(clean_up_.x(), clean_up_.y());
  if (last_ <= cleaned_quality()) return true;
  best_ = infinity;
  return false;
}

// Tells whether an iterate has become much larger than at the last proof that was tried, and its residual stays: there may
// be no solution. Where unknowns run away along a flat direction, what is left of the reduced costs looks small beside
// their terms.
bool Iteration::runs_away() {
  const double x = largest_magnitude(interior_.x());
  const double y = largest_magnitude(interior_.y());
  first_primal_ = std::max(first_primal_, interior_.primal_rest());
  first_dual_ = std::max(first_dual_, interior_.dual_rest());
  if (tried_x_ == 0.0) {
    tried_x_ = std::max(x, least_size);
    tried_y_ = std::max(y, least_size);
  }
  const bool x_away = x > far * tried_x_ && interior_.dual_rest() > stays * first_dual_;
  const bool y_away = y > far * tried_y_ && interior_.primal_rest() > stays * first_primal_;
  if (x_away) tried_x_ = x;
  if (y_away) tried_y_ = y;
  return x_away || y_away;
}

void Iteration::note(std::span<const double> x, std::span<const double> y) {
  const Quality quality = measure(program_, x, y, scratch_);
  last_ = quality.worst();
  gap_ = quality.gap;
  // Below rounding none is better than another, and the later one is nearer to its bounds.
  if (!(last_ < best_) && !(last_ <= equal_quality)) return;
  best_ = std::min(best_, last_);
  std::copy(x.begin(), x.end(), x_.begin());
  std::copy(y.begin(), y.end(), y_.begin());
}

void Iteration::note_iterate() {
  for (std::size_t j = 0; j < program_.n; ++j)
    inside_[j] = std::clamp(interior_.x()[j], program_.lower[j], program_.upper[j]);
  note(inside_, interior_.y());
}

// The gap is a sum of as many products as there are lines.
double Iteration::cleaned_quality() const {
  return cleaned + 0.1 * epsilon * static_cast<double>(program_.n + program_.m);
}

// An active set is tried wherever mu has fallen by another factor, once the gap is small: beside the objective or, where
// that is zero at the solution, beside where it was. Equations alone have no other active set.
bool Iteration::tries_clean_up() {
  const bool closes = gap_ <= near || interior_.mu() <= nothing * interior_.first_mu();
  if (!closes || interior_.mu() > between * cleaned_mu_) return false;
  cleaned_mu_ = interior_.mu();
  clean();
  return true;
}

void Iteration::clean() {
  if (clean_up_.run(interior_, context_)) note(clean_up_.x(), clean_up_.y());
}

// An iteration that has come too near to the boundary, far from a solution, begins again further inside.
bool Iteration::restarts() {
  if (best_ <= near || restarts_ == most_restarts) return false;
  ++restarts_;
  interior_.restart();
  interior_.evaluate();
  cleaned_mu_ = least_mu_ = least_primal_ = least_dual_ = infinity;
  waiting_ = since_look_ = 0;
  seen_mu_ = seen_primal_ = seen_dual_ = infinity;
  return true;
}

// Tells, every few iterations, whether neither mu nor a residual has fallen by a factor that tens of iterations would make
// a solution of.
bool Iteration::is_slow() {
  if (++since_look_ < window) return false;
  since_look_ = 0;
  const bool falls = interior_.mu() < window_falls * seen_mu_ ||
                     interior_.primal_rest() < window_falls * seen_primal_ ||
                     interior_.dual_rest() < window_falls * seen_dual_;
  seen_mu_ = interior_.mu();
  seen_primal_ = interior_.primal_rest();
  seen_dual_ = interior_.dual_rest();
  return !falls;
}

// The residual of the class asks each slack or its multiplier to vanish, which the quality of a point does not.
bool Iteration::is_decided() const {
  return interior_.undecided() <= decided * context_.tolerance;
}

// Tells whether mu, a residual or, close to a solution, the quality still gets better.
bool Iteration::advances() {
  const auto falls = [](double value, double& least) {
    const bool does = value < progress * least;
    if (does) least = value;
    return does;
  };
  const bool mu = falls(interior_.mu(), least_mu_);
  const bool primal = falls(interior_.primal_rest(), least_primal_);
  const bool dual = falls(interior_.dual_rest(), least_dual_);
  const bool better = falls(best_, least_best_);
  const bool close = best_ <= closeness && is_decided();
  waiting_ = better || (!close && (mu || primal || dual)) ? 0 : waiting_ + 1;
  return waiting_ <= (close ? patience_close : patience);
}

// Tells whether the iterate, or its last step, points along a proof that there is no solution.
bool Iteration::proves() {
  return proves_empty(interior_.y_step()) || proves_empty(interior_.y()) ||
         proves_unbounded(interior_.x_step()) || proves_unbounded(interior_.x());
}

bool Iteration::proves_empty(std::span<const double> y) {
  const std::span<double> ray = ray_.first(y.size());
  std::copy(y.begin(), y.end(), ray.begin());
  return rays_.refine_multipliers(ray, context_) && proofs_.empty(ray);
}

bool Iteration::proves_unbounded(std::span<const double> x) {
  const std::span<double> ray = ray_.first(x.size());
  std::copy(x.begin(), x.end(), ray.begin());
  return rays_.refine_direction(ray, context_) && proofs_.unbounded(ray);
}

}  // namespace nsds::numerics::polyhedron::proximal
