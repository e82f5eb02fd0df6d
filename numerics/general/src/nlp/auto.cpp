// The default of the class: solvers of the table in turn, from the start, the best point and starts beside it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attempts.hpp"
#include "core/verdict.hpp"
#include "nlp/conditions.hpp"
#include "nlp/contract.hpp"
#include "nlp/minimality.hpp"
#include "nlp/registry.hpp"
#include "nlp/sqp.hpp"

namespace nsds::numerics::nlp {
namespace {

class NlpAttempts {
 public:
  NlpAttempts(Program& program, std::span<double> best, SolveContext& context)
      : program_(program),
        context_(context),
        arena_(*context.arena),
        best_(best),
        start_(arena_.take<double>(best.size())),
        trial_(arena_.take<double>(best.size())),
        diagnosed_(arena_.take<double>(best.size())),
        c_(arena_.take<double>(program.rows())),
        r_(arena_.take<double>(program.size())),
        contract_(program.contract()),
        attempts_(*this, context, (std::copy(best.begin(), best.end(), trial_.begin()), measure())) {
    std::copy(best.begin(), best.end(), start_.begin());
  }

  bool sqp() { return sqp_from(start_); }

  // The x of the start, moved about by so much of its size; numbers of the golden ratio are spread evenly. Nothing where the program is not
  // defined there.
  bool sqp_beside(double distance) {
    const std::size_t n = program_.size();
    std::copy(start_.begin(), start_.end(), trial_.begin());
    std::fill(trial_.begin() + static_cast<std::ptrdiff_t>(n), trial_.end(), 0.0);
    for (std::size_t j = 0; j < n; ++j) {
      golden_ = std::fmod(golden_ + 0.6180339887498949, 1.0);
      const double moved = trial_[j] + distance * (2.0 * golden_ - 1.0) * std::max(1.0, std::fabs(trial_[j]));
      trial_[j] = std::clamp(moved, program_.lower()[j], program_.upper()[j]);
    }
    if (!std::isfinite(measure())) return false;
    return run_sqp();
  }

  bool kkt_newton(bool from_best, std::int64_t budget) {
    const std::span<const double> from = from_best ? best_ : start_;
    std::copy(from.begin(), from.end(), trial_.begin());
    return attempts_.attempt({"kkt_newton", {}, budget}, [&](SolveContext& context) {
      return until_content(context,
                           [&](SolveContext& inner) { return solve_kkt_newton(program_, trial_, inner); });
    });
  }

  // Where nothing was found, what sqp has to say is more than the least residual.
  SolverClaim claim() {
    const SolverClaim claim = attempts_.claim();
    const bool is_unbounded = context_.certified == Proof::unbounded;
    if ((claim.status != NSDS_STALLED && !is_unbounded) || diagnosis_.kind == SqpDiagnosis::Kind::none)
      return claim;
    std::copy(diagnosed_.begin(), diagnosed_.end(), best_.begin());
    diagnosis_.describe(context_.sentence);
    context_.solver = "sqp";
    return claim;
  }

 private:
  friend Attempts<NlpAttempts>;

  bool sqp_from(std::span<const double> y) {
    std::copy(y.begin(), y.end(), trial_.begin());
    return run_sqp();
  }

  bool run_sqp() {
    SqpDiagnosis diagnosis;
    const bool ends = attempts_.attempt({"sqp"}, [&](SolveContext& context) {
      return until_content(
          context, [&](SolveContext& inner) { return solve_sqp(program_, trial_, inner, diagnosis); });
    });
    // The diagnosis from the start of the caller counts; one from a start beside it replaces that only if it is of the same kind and better.
    // An objective that falls for ever is an answer from any start.
    const bool counts = is_first_ || diagnosis.kind == SqpDiagnosis::Kind::falls_for_ever ||
                        (diagnosis.kind == diagnosis_.kind && diagnosis.value < diagnosis_.value);
    is_first_ = false;
    if (counts) {
      diagnosis_ = diagnosis;
      std::copy(trial_.begin(), trial_.end(), diagnosed_.begin());
    }
    return ends;
  }

  // solve(context): one attempt of a solver from the trial point.
  template <class Solve>
  SolverClaim until_content(SolveContext& context, const Solve& solve) {
    SolverClaim claim = nonlinear::solve_until_content(
        ProgramJudge(program_, contract_, trial_, *context.arena), context, [&] { return solve(context); });
    claim.verified = false;  // it may be no minimum
    return claim;
  }

  double measure() {
    const std::span<const double> x = trial_.first(program_.size()),
                                  multipliers = trial_.subspan(program_.size());
    double f = 0.0;
    nsds_residual_init(&measured_);
    if (!program_.evaluate(x, f, c_) || !program_.differentiate(x)) return infinity;
    lagrangian_gradient(program_, multipliers, r_);
    measured_ = contract_.judge({x, multipliers, r_, c_, f});
    if (std::isnan(f_of_start_)) f_of_start_ = contract_.satisfies_constraints(x, c_) ? f : infinity;
    // What is worse than a start that satisfies the constraints is no minimum, nor is a saddle: others may find one.
    const bool is_worse = f > f_of_start_ + context_.tolerance * (1.0 + std::fabs(f_of_start_));
    const bool holds = measured_.value <= context_.tolerance;
    if (holds && !is_worse && curvature_at(program_, x, c_, multipliers, context_) != Curvature::negative)
      return measured_.value;
    return std::max(natural_map(program_, x, r_, c_, multipliers), 2.0 * context_.tolerance);
  }
  // Other methods do no better than rounding.
  bool is_rounding() const { return numerics::is_rounding(measured_); }
  static bool is_refusal(nsds_status claim) { return claim == NSDS_NOT_APPLICABLE; }
  void keep() { std::copy(trial_.begin(), trial_.end(), best_.begin()); }

  Program& program_;
  SolveContext& context_;
  Arena& arena_;
  std::span<double> best_, start_, trial_, diagnosed_, c_, r_;
  ProgramContract& contract_;
  nsds_residual measured_{};  // of the last trial
  SqpDiagnosis diagnosis_;
  double f_of_start_ =
      std::numeric_limits<double>::quiet_NaN();  // infinite: it does not satisfy the constraints
  bool is_first_ = true;
  double golden_ = 0.0;
  Attempts<NlpAttempts> attempts_;
};

}  // namespace

SolverClaim solve_auto(Program& program, std::span<double> y, SolveContext& context) {
  NlpAttempts attempts(program, y, context);
  static_cast<void>(attempts.sqp() || attempts.kkt_newton(true, 100) || attempts.sqp_beside(0.1) ||
                    attempts.sqp_beside(1.0) || attempts.kkt_newton(false, 300) || attempts.sqp_beside(10.0));
  return attempts.claim();
}

}  // namespace nsds::numerics::nlp
