#include "lcp/driver.hpp"

#include <algorithm>
#include <utility>

#include "affine/contract/contract.hpp"
#include "affine/contract/tighten.hpp"
#include "affine/residual/residual_option.hpp"
#include "core/attempts.hpp"
#include "core/numbers.hpp"
#include "core/proof_in_units.hpp"
#include "lcp/call.hpp"
#include "lcp/units.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::lcp {
namespace {

class Driven : public AffineSolve {
 public:
  // box: the problem, to be judged by the contract. Nullable: by the class.
  Driven(const Call& call, const nsds_options& options, const Lcp& problem, const affine::BoxProblem* box)
      : AffineSolve(index(problem.n), call),
        warm_(options.warm_start()),
        problem_(problem),
        box_(box),
        solver_(solvers()[index(options.solver_index)]) {}

  // Any start will do. Zero is not measured, which would take a product with M: solved_at_sight knows what it is worth.
  bool set_start(AffinePoint& point, bool warm) const {
    set_unknowns(point, warm);
    point.judged.value = infinity;
    if (!warm) return true;
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
    if (box_ != nullptr) return solve_for_contract(point, context);
    const SolverClaim claim = solve_as_given(point.x, context);
    if (!is_refusal(claim.status)) measure(point);
    return claim;
  }

  void deliver_certificate(const SolveContext& context, double* out) const {
    context.sentence.write("no z >= 0 has M z + q >= 0: the certificate y has y >= 0, M'y <= 0, q'y < 0");
    DrivenProblem::deliver_certificate(context, out);
  }

 private:
  SolverClaim solve_as_given(std::span<double> z, SolveContext& context) const {
    return solver_.solve(problem_, z.data(), context);
  }

  // In the units of the caller, then, from the same start, in those in which the entries of M are about one: there the
  // natural map, by which solvers judge themselves, tells more of each row. Where rows or columns are of very different
  // size that comes first, as an iteration would go on to its limit; the default solver goes elsewhere.
  SolverClaim solve_for_contract(AffinePoint& point, SolveContext& context) const {
    const std::span<double> z = point.x;
    int attempt = 0;
    bool as_given = true;
    return affine::tighten(*box_, {z, point.w, point.magnitude, point.judged}, context, [&] {
      const bool asks_size = attempt > 0 || solver_.solve != solve_auto;
      const bool may_be_given = attempt < 2 && (!asks_size || is_of_one_size(problem_.M, *context.arena));
      ++attempt;
      if (as_given && may_be_given) {
        const SolverClaim claim = solve_as_given(z, context);
        if (claim.status != NSDS_RAY && !leaves_more_to_try(claim.status)) return claim;
      }
      if (as_given && !(warm_ && set_start(point, true))) set_start(point, false);
      as_given = false;
      return solve_equilibrated(z, context);
    });
  }

  SolverClaim solve_equilibrated(std::span<double> z, SolveContext& context) const {
    const Units units = units_of_matrix(problem_.M, *context.arena);
    const std::optional<Lcp> scaled = in_units(problem_, units, *context.arena);
    if (!scaled) return solve_as_given(z, context);
    for (std::size_t i = 0; i < z.size(); ++i) z[i] /= units.z[i];
    const SolverClaim claim = solver_.solve(*scaled, z.data(), context);
    for (std::size_t i = 0; i < z.size(); ++i) z[i] *= units.z[i];
    if (context.certified != Proof::none)
      write_proof(
          context.certificate, [&](std::size_t i) { return 1.0 / units.w[i]; }, context.certificate.data());
    return claim;
  }

  void set_zero(AffinePoint& point) const {
    set_unknowns(point, false);
    measure(point);
  }

  void measure(AffinePoint& point) const {
    if (box_ != nullptr)
      point.judged = affine::box_residual(*box_, point.x.data(), point.w.data(), point.magnitude.data());
    else
      lcp::residual(problem_, point.x.data(), point.w.data(), point.magnitude.data(), point.judged);
  }

  bool warm_;
  const Lcp& problem_;
  const affine::BoxProblem* box_;
  const Solver& solver_;
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const std::optional<Lcp> problem =
      lcp::checked(call.given, call.common.workspace, frame.options.reuse(), sentence);
  if (!problem || !check_unknown("z", call.x, problem->n, frame.options.warm_start(), sentence) ||
      !check_apart({{"z", call.x, problem->n}, {"w", call.w, problem->n}}, sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  const std::span<const double> own = frame.options.own;
  const affine::Contract contract{.arena = arena,
                                  .has_objective = false,
                                  .tolerance = frame.tolerance(),
                                  .floor = affine::absolute_tolerance_of(own)};
  const affine::BoxProblem box = orthant(*problem, call.given->floor, contract, arena);
  Driven solve(call, frame.options, *problem, affine::is_by_contract(own) ? &box : nullptr);
  return drive(solve, frame, arena);
}

}  // namespace

nsds_status solve(const Call& call) {
  return in_frame(call, run);
}

}  // namespace nsds::numerics::lcp
