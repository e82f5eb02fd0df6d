// Runs the calls of the class.
#include "nsds/numerics/nlp.h"

#include <algorithm>
#include <cmath>

#include "core/drive.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"
#include "nlp/check.hpp"
#include "nlp/conditions.hpp"
#include "nlp/contract.hpp"
#include "nlp/derivative_check.hpp"
#include "nlp/minimality.hpp"
#include "nlp/registry.hpp"

namespace nsds::numerics::nlp {
namespace {

struct Call {
  CallArguments common;
  const nsds_nlp* problem;
  double* x;
  double* multipliers;  // Nullable
};

struct Point {
  std::span<double> y;  // unknowns and multipliers, in units
  std::span<double> c, r;
  double f;
  nsds_residual judged;
};

class DrivenProgram : public DrivenProblem {
 public:
  static constexpr const char* overflows = "f or c is not defined, or";

  DrivenProgram(const Call& call, const CallFrame& frame, Program& program, Arena& arena)
      : call_(call),
        frame_(frame),
        program_(program),
        solver_(solvers()[index(frame.options.solver_index)]),
        arena_(arena),
        contract_(program, frame.tolerance(), arena) {
    program.judge_by(contract_);
    program_.watch().set({frame.begin, frame.options.time_limit()});
  }

  Point take_point(Arena& arena) const {
    return {arena.take<double>(program_.size() + program_.rows()),
            arena.take<double>(program_.rows()),
            arena.take<double>(program_.size()),
            0.0,
            {}};
  }

  // Where f or c is not defined at the start, points further inside the bounds are tried.
  bool set_start(Point& point, bool warm) const {
    for (const double distance : {0.0, 1e-6, 1e-3, 0.1, 1.0, 10.0})
      if (set_start_inside(point, warm, distance)) return true;
    return false;
  }

  // What a solver leaves is kept although the residual may be less at the start: a point of least violation is an answer.
  void set_fallback(Point& start) const {
    if (!set_start(start, frame_.options.warm_start())) set_start(start, false);
    start.judged.value = infinity;
  }

  bool is_finite(const Point& point) const { return all_finite(point.y.data(), point.y.size()); }

  static std::int64_t default_max_iterations() { return nlp::default_max_iterations; }

  SolverClaim solve(Point& point, SolveContext& context) const {
    const bool starts_feasible = contract_.satisfies_constraints(point.y.first(program_.size()), point.c);
    const double f_of_start = point.f;
    SolverClaim claim = run(point, context);
    if (program_.watch().ran_out()) context.note_lack_of_time();
    if (!is_refusal(claim.status)) measure(point);
    if (point.judged.value <= frame_.tolerance()) {
      const double noise = frame_.tolerance() * (1.0 + std::fabs(f_of_start));
      if (starts_feasible && f_of_start < point.f - noise)
        claim = not_a_minimum(claim, context,
                              "the start, which satisfies the constraints, has a lower objective");
      else if (falls(point, context))
        claim = not_a_minimum(
            claim, context, "the Lagrangian falls along a direction in which all that holds goes on to hold");
    }
    const bool has_failed = claim.status == NSDS_STALLED || claim.status == NSDS_MAX_ITERATIONS;
    if (has_failed && point.judged.value > frame_.tolerance()) {
      name_wrong_derivatives(program_, point.y.first(program_.size()), context);
      measure(point);
    }
    factorizations_ = context.factorizations();
    return claim;
  }

  // A start may be a saddle, which solvers that have a Hessian leave.
  bool is_answer(Point& /*point*/) const { return !program_.has_hessian(); }

  std::string_view words_of_solution() const {
    return curvature_ != Curvature::untested ? solved_text
                                             : "The residual is within the tolerance. The conditions of "
                                               "optimality hold; whether the point is a minimum "
                                               "was not tested, as there is no Hessian, or too many rows.";
  }

  void deliver(const Point& point) const {
    const std::span<const double> x = point.y.first(program_.size()),
                                  multipliers = point.y.subspan(program_.size());
    for (std::size_t j = 0; j < x.size(); ++j) call_.x[j] = program_.in_units_of_caller(j, x[j]);
    if (call_.multipliers != nullptr)
      for (std::size_t i = 0; i < multipliers.size(); ++i)
        call_.multipliers[i] = multipliers[i] * program_.unit_multiplier(i);
    if (call_.common.report != nullptr) fill(point, *call_.common.report);
  }

 private:
  // The point within the bounds that is near the start and, in units, that far from them, or half of their distance.
  bool set_start_inside(Point& point, bool warm, double distance) const {
    const std::size_t n = program_.size();
    for (std::size_t j = 0; j < n; ++j) {
      const double l = program_.lower()[j], u = program_.upper()[j];
      const double x = warm ? call_.x[j] / program_.unit_x(j) : 0.0;
      const double inside = std::min(distance, 0.5 * (u - l));
      point.y[j] = std::clamp(x, l + inside, std::max(l + inside, u - inside));
    }
    const bool has_multipliers = warm && call_.multipliers != nullptr;
    for (std::size_t i = 0; i < program_.rows(); ++i)
      point.y[n + i] = has_multipliers ? call_.multipliers[i] / program_.unit_multiplier(i) : 0.0;
    return measure(point);
  }

  bool measure(Point& point) const {
    const std::span<const double> x = point.y.first(program_.size()),
                                  multipliers = point.y.subspan(program_.size());
    if (program_.evaluate(x, point.f, point.c) && program_.differentiate(x)) {
      lagrangian_gradient(program_, multipliers, point.r);
      point.judged = contract_.judge({x, multipliers, point.r, point.c, point.f});
      return std::isfinite(point.judged.value);
    }
    nsds_residual_init(&point.judged);
    point.judged.value = infinity;
    return false;
  }

  // The default looks at each of its attempts so.
  SolverClaim run(Point& point, SolveContext& context) const {
    const auto once = [&] { return solver_.solve(program_, point.y, context); };
    if (frame_.options.solver_index == 0) return once();
    return nonlinear::solve_until_content(ProgramJudge(program_, contract_, point.y, arena_), context, once);
  }

  SolverClaim not_a_minimum(const SolverClaim& claim, SolveContext& context, std::string_view why) const {
    context.sentence.write(
        "the conditions of optimality hold, but the point is no minimum: {}; try another start", why);
    return {NSDS_NOT_A_MINIMUM, claim.iterations};
  }

  bool falls(const Point& point, SolveContext& context) const {
    const std::span<const double> x = point.y.first(program_.size()),
                                  multipliers = point.y.subspan(program_.size());
    curvature_ = curvature_at(program_, x, point.c, multipliers, context);
    return curvature_ == Curvature::negative;
  }

  // What the report says beside the residual, in the units of the caller.
  void fill(const Point& point, nsds_report& report) const {
    report.evaluations = program_.counts().evaluations;
    report.jacobians = program_.counts().jacobians;
    report.factorizations = factorizations_;
    report.objective = point.f * program_.unit_f();
    report.primal_residual = report.dual_residual = 0.0;
    for (std::size_t i = 0; i < point.c.size(); ++i) {
      const double c = point.c[i] * program_.unit_c(i);
      const double violated = i < program_.inequalities() ? std::max(0.0, -c) : std::fabs(c);
      report.primal_residual = std::max(report.primal_residual, violated);
    }
    for (std::size_t j = 0; j < point.r.size(); ++j) {
      const double bound = point.r[j] > 0.0 ? program_.lower()[j] : program_.upper()[j];
      const double r = std::fabs(point.r[j]) * program_.unit_f() / program_.unit_x(j);
      if (!std::isfinite(bound)) report.dual_residual = std::max(report.dual_residual, r);
    }
  }

  const Call& call_;
  const CallFrame& frame_;
  Program& program_;
  const Solver& solver_;
  Arena& arena_;
  mutable ProgramContract contract_;
  mutable std::int64_t factorizations_ = 0;
  mutable Curvature curvature_ = Curvature::untested;  // of the last solution
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  frame.forget();
  const bool warm = frame.options.warm_start();
  if (!check(call.problem, sentence)) return frame.refuse(NSDS_INVALID_ARGUMENT);
  const nsds_nlp& given = *call.problem;
  if (!check_unknown("x", call.x, given.size, warm, sentence) ||
      (call.multipliers != nullptr &&
       !check_unknown("multipliers", call.multipliers, given.inequalities + given.equalities, warm,
                      sentence)) ||
      !check_apart({{"x", call.x, given.size},
                    {"multipliers", call.multipliers, given.inequalities + given.equalities}},
                   sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  try {
    Program program(given, arena);
    DrivenProgram solve(call, frame, program, arena);
    return drive(solve, frame, arena);
  } catch (const nonlinear::CallbackFailed& failure) {
    failure.describe(sentence);
    return frame.refuse(NSDS_INVALID_ARGUMENT, frame.options.solver->name);
  }
}

nsds_status residual_at(const nsds_nlp* problem, const double* x, const double* multipliers,
                        nsds_residual* residual) {
  if (!check(problem, {}) || !check_unknown("x", x, problem->size, true, {}) ||
      !check_unknown("multipliers", multipliers, problem->inequalities + problem->equalities, true, {}))
    return NSDS_INVALID_ARGUMENT;
  Arena arena;
  Program program(*problem, arena);
  const std::span<double> a = arena.take<double>(program.size()), r = arena.take<double>(program.size());
  const std::span<double> b = arena.take<double>(program.rows()), c = arena.take<double>(program.rows());
  for (std::size_t j = 0; j < a.size(); ++j) {
    a[j] = x[j] / program.unit_x(j);
    if (a[j] < program.lower()[j] || a[j] > program.upper()[j]) return NSDS_INVALID_ARGUMENT;
  }
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = multipliers[i] / program.unit_multiplier(i);
  double f = 0.0;
  if (!program.evaluate(a, f, c) || !program.differentiate(a)) return NSDS_INVALID_ARGUMENT;
  lagrangian_gradient(program, b, r);
  *residual = ProgramContract(program, default_tolerance, arena).judge({a, b, r, c, f});
  return NSDS_OK;
}

}  // namespace
}  // namespace nsds::numerics::nlp

using namespace nsds::numerics;

void nsds_nlp_init(nsds_nlp* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_nlp_solve(const nsds_nlp* problem, double* x, double* multipliers,
                           const nsds_options* options, nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const nlp::Call call{{NSDS_CLASS_NLP, options, workspace, report}, problem, x, multipliers};
  return in_frame(call, nlp::run);
}

nsds_status nsds_nlp_residual(const nsds_nlp* problem, const double* x, const double* multipliers,
                              nsds_residual* residual) {
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    try {
      return nlp::residual_at(problem, x, multipliers, residual);
    } catch (const nonlinear::CallbackFailed&) {
      return NSDS_INVALID_ARGUMENT;
    }
  });
}
