#include "lcp/driver.hpp"

#include <algorithm>

#include "core/numbers.hpp"
#include "lcp/call.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::lcp {
namespace {

class Driven : public AffineSolve {
 public:
  Driven(const Call& call, const nsds_options& options, const Lcp& problem)
      : AffineSolve(index(problem.n), call),
        warm_(options.warm_start()),
        problem_(problem),
        solver_(solvers()[index(options.solver_index)]) {}

  // Any start will do. Zero is not measured, which would take a product with M: solved_at_sight knows what it is worth.
  bool set_start(AffinePoint& point, bool warm) const {
    set_unknowns(point, warm);
    point.judged.value = infinity;
    if (!warm) return true;
    for (double& z : point.x) z = std::max(z, 0.0);
    measure(point);
    return true;
  }

  std::string_view solved_at_sight(AffinePoint& point) const {
    if (!std::all_of(problem_.q, problem_.q + problem_.n, [](double value) { return value >= 0.0; }))
      return {};
    set_zero(point);
    return trivial_text;
  }

  // A failed solve returns zero, whose residual is at most one, where the start is worse.
  void set_fallback(AffinePoint& point) const {
    if (warm_ && set_start(point, true) && point.judged.value <= 1.0) return;
    set_zero(point);
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.n); }
  std::size_t certificate_size() const { return index(problem_.n); }

  SolverClaim solve(AffinePoint& point, SolveContext& context) const {
    const SolverClaim claim = solver_.solve(problem_, point.x.data(), context);
    if (!is_refusal(claim.status)) measure(point);
    return claim;
  }

  void deliver_certificate(const SolveContext& context, double* out) const {
    context.sentence.write("no z >= 0 has M z + q >= 0: the certificate y has y >= 0, M'y <= 0, q'y < 0");
    DrivenProblem::deliver_certificate(context, out);
  }

 private:
  void set_zero(AffinePoint& point) const {
    set_unknowns(point, false);
    measure(point);
  }

  void measure(AffinePoint& point) const {
    lcp::residual(problem_, point.x.data(), point.w.data(), point.magnitude.data(), point.judged);
  }

  bool warm_;
  const Lcp& problem_;
  const Solver& solver_;
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const std::optional<Lcp> problem =
      lcp::checked(call.given, call.common.workspace, frame.options.reuse(), sentence);
  if (!problem || !check_unknown("z", call.x, problem->n, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  Driven solve(call, frame.options, *problem);
  return drive(solve, frame, arena);
}

}  // namespace

nsds_status solve(const Call& call) {
  return in_frame(call, run);
}

}  // namespace nsds::numerics::lcp
