#include "lcp/driver.hpp"

#include <algorithm>

#include "affine/residual/residual_option.hpp"
#include "affine/residual/tighten.hpp"
#include "core/numbers.hpp"
#include "core/proof_in_units.hpp"
#include "lcp/call.hpp"
#include "lcp/units.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::lcp {
namespace {

// What is solved, and judged.
struct Posed {
  Lcp problem;
  const Units* units = nullptr;                 // of problem, in those of the caller. Nullable: 1
  const affine::BoxProblem* by_rows = nullptr;  // problem, to be judged row by row. Nullable: by the class
};

class Driven : public AffineSolve {
 public:
  Driven(const Call& call, const nsds_options& options, const Posed& posed)
      : AffineSolve(index(posed.problem.n), call),
        call_(call),
        warm_(options.warm_start()),
        posed_(posed),
        problem_(posed.problem),
        solver_(solvers()[index(options.solver_index)]) {}

  // Any start will do. Zero is not measured, which would take a product with M: solved_at_sight knows what it is worth.
  bool set_start(AffinePoint& point, bool warm) const {
    set_unknowns(point, warm);
    point.judged.value = infinity;
    if (!warm) return true;
    if (posed_.units != nullptr)
      for (std::size_t i = 0; i < point.x.size(); ++i) point.x[i] /= posed_.units->z[i];
    for (double& z : point.x) z = std::max(z, 0.0);
    if (!all_finite(point.x.data(), point.x.size())) return false;
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
    const auto once = [&] { return solver_.solve(problem_, point.x.data(), context); };
    const SolverClaim claim =
        posed_.by_rows == nullptr ? once() : affine::tighten(*posed_.by_rows, point.x.data(), context, once);
    if (!is_refusal(claim.status)) measure(point);
    return claim;
  }

  bool hand_over(const AffinePoint& point) const {
    if (posed_.units == nullptr) return true;
    double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
    for (std::size_t i = 0; i < point.x.size(); ++i)
      remains += 0.0 * (point.x[i] * posed_.units->z[i]) + 0.0 * (point.w[i] * posed_.units->w[i]);
    return remains == 0.0;
  }

  void deliver(const AffinePoint& point) const {
    AffineSolve::deliver(point);
    if (posed_.units == nullptr) return;
    for (std::size_t i = 0; i < point.x.size(); ++i) {
      call_.x[i] *= posed_.units->z[i];
      if (call_.w != nullptr) call_.w[i] *= posed_.units->w[i];
    }
  }

  void deliver_certificate(const SolveContext& context, double* out) const {
    context.sentence.write("no z >= 0 has M z + q >= 0: the certificate y has y >= 0, M'y <= 0, q'y < 0");
    DrivenProblem::deliver_certificate(context, out);
    if (out == nullptr || posed_.units == nullptr) return;
    write_proof(
        context.certificate, [this](std::size_t i) { return 1.0 / posed_.units->w[i]; }, out);
  }

 private:
  void set_zero(AffinePoint& point) const {
    set_unknowns(point, false);
    measure(point);
  }

  void measure(AffinePoint& point) const {
    if (posed_.by_rows != nullptr)
      point.judged =
          affine::box_residual(*posed_.by_rows, point.x.data(), point.w.data(), point.magnitude.data());
    else
      lcp::residual(problem_, point.x.data(), point.w.data(), point.magnitude.data(), point.judged);
  }

  const Call& call_;
  bool warm_;
  const Posed& posed_;
  const Lcp& problem_;
  const Solver& solver_;
};

nsds_status drive_posed(const Call& call, const CallFrame& frame, Arena& arena, const Posed& posed) {
  Driven solve(call, frame.options, posed);
  return drive(solve, frame, arena);
}

// Judged row by row, a problem is solved in units in which the entries of M are about one: in them the natural map, by
// which solvers judge themselves, tells more of each row.
nsds_status run_by_rows(const Call& call, const CallFrame& frame, Arena& arena, const Lcp& problem) {
  const Units units = units_of_matrix(problem.M, arena);
  const std::optional<Lcp> scaled = in_units(problem, units, false, arena);
  affine::RowMeasure measure(index(problem.n), false, arena);
  const affine::BoxProblem box = orthant(scaled ? *scaled : problem, measure, arena);
  return drive_posed(call, frame, arena, {box.map, scaled ? &units : nullptr, &box});
}

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const std::optional<Lcp> problem =
      lcp::checked(call.given, call.common.workspace, frame.options.reuse(), sentence);
  if (!problem || !check_unknown("z", call.x, problem->n, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  const bool by_rows = affine::residual_of(frame.options.own) == affine::Residual::by_rows;
  if (!has_units(*call.given))
    return by_rows ? run_by_rows(call, frame, arena, *problem)
                   : drive_posed(call, frame, arena, {.problem = *problem});
  if (by_rows) {
    sentence.write("problem.z_unit goes with residual = class; leave it null, or do not set residual.");
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  }
  const Units units = units_of_caller(*call.given, arena);
  const std::optional<Lcp> scaled = in_units(*problem, units, true, arena);
  if (scaled) return drive_posed(call, frame, arena, {*scaled, &units});
  sentence.write(
      "problem: an entry of M or q leaves the range of numbers in z_unit and w_unit; measure in others.");
  return frame.refuse(NSDS_INVALID_ARGUMENT);
}

}  // namespace

nsds_status solve(const Call& call) {
  return in_frame(call, run);
}

}  // namespace nsds::numerics::lcp
