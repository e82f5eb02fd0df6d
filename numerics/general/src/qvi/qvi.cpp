// Runs the calls of the class.
#include "nsds/numerics/qvi.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "affine/residual/judging_options.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"
#include "nonlinear/contract/until_content.hpp"
#include "nonlinear/driven_map.hpp"
#include "qvi/check.hpp"
#include "qvi/contract.hpp"
#include "qvi/problem.hpp"
#include "qvi/registry.hpp"

namespace nsds::numerics::qvi {
namespace {

struct Call {
  CallArguments common;
  const nsds_qvi* problem;
  double* z;
  double* multipliers;  // Nullable
  double* w;            // Nullable
};

using Point = nonlinear::MapPoint;  // x: z, multipliers

class Driven : public nonlinear::DrivenMap<Driven> {
 public:
  static constexpr const char* overflows = "F, c or g is not defined, or";

  Driven(const Call& call, const CallFrame& frame, QuasiInequality& problem, Arena& arena)
      : DrivenMap(problem.functions().F(), problem.unknowns(), frame),
        call_(call),
        frame_(frame),
        problem_(problem),
        solver_(solvers()[index(frame.options.solver_index)]),
        x_(arena.take<double>(problem.inequality().size())),
        nearest_(arena.take<double>(problem.inequality().size())),
        scratch_(arena.take<double>(problem.size())) {
    problem.functions().set_deadline({frame.begin, frame.options.time_limit()});
    if (affine::is_by_contract(frame.options.own))
      contract_.emplace(problem, *call.problem, frame.tolerance(), arena);
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations; }

  SolverClaim run(Point& point, SolveContext& context) const {
    const auto once = [&] { return solver_.solve(problem_, point.x, context); };
    const SolverClaim claim =
        contract_ ? nonlinear::solve_until_content(QuasiContract::Watched(*contract_, point.x), context, once)
                  : once();
    if (problem_.functions().ran_out_of_time()) context.note_lack_of_time();
    return claim;
  }

  double unit_of(std::size_t k) const { return problem_.unit_of(k); }

  bool measure(Point& point) const {
    if (!problem_.measure(point.x, frame_.tolerance(), point.judged) || !std::isfinite(point.judged.value) ||
        !problem_.functions().evaluate_F(point.x.first(problem_.size()), point.b))
      return false;
    point.natural = point.judged.value;
    if (contract_) point.judged = contract_->judge(point.x);
    return std::isfinite(point.judged.value);
  }

  void deliver(const Point& point) const {
    const std::size_t n = problem_.size();
    for (std::size_t i = 0; i < n; ++i) call_.z[i] = in_units_of_caller(point, i);
    if (call_.multipliers != nullptr)
      for (std::size_t k = n; k < point.x.size(); ++k)
        call_.multipliers[k - n] = in_units_of_caller(point, k);
    if (call_.w != nullptr)
      for (std::size_t i = 0; i < n; ++i) call_.w[i] = point.b[i] * problem_.units().w;
    if (call_.common.report != nullptr) write_counts(*call_.common.report);
  }

  // z near the start, with p = z - c(z) in K and that far from its bounds, or half of their width; K that moves is asked only
  // where z itself is not good enough. Multipliers as given, within their bounds.
  bool set_start_inside(Point& point, bool warm, double distance) const {
    const std::size_t n = problem_.size();
    for (std::size_t k = 0; k < point.x.size(); ++k)
      point.x[k] = k < n && warm ? call_.z[k] / problem_.units().z : 0.0;
    const bool stays = problem_.functions().moves() && distance == 0.0;
    if (!stays && !move_inside(point.x.first(n), distance)) return false;
    set_multipliers(point, warm && call_.multipliers != nullptr);
    if (!measure(point)) return false;
    const bool needs_jacobian = !problem_.inequality().set().has_projector();
    return point.judged.value <= frame_.tolerance() || !needs_jacobian ||
           problem_.functions().linearise_F(point.x.first(n), scratch_) ||
           problem_.functions().ran_out_of_time();
  }

 private:
  bool move_inside(std::span<double> z, double distance) const {
    const std::size_t n = problem_.size();
    Functions& functions = problem_.functions();
    std::fill(scratch_.begin(), scratch_.end(), 0.0);
    if (!functions.evaluate_c(z, scratch_)) return false;
    std::fill(x_.begin(), x_.end(), 0.0);
    for (std::size_t i = 0; i < n; ++i) x_[i] = z[i] - scratch_[i];
    problem_.inequality().set().project_start_inside(x_, distance, nearest_);
    for (std::size_t i = 0; i < n; ++i) z[i] = nearest_[i] + scratch_[i];
    return true;
  }

  void set_multipliers(Point& point, bool warm) const {
    const std::size_t n = problem_.size(), skipped = problem_.conditions().blocks().free;
    const nonlinear::Map& bounds = problem_.inequality().box_map();
    for (std::size_t k = n; k < point.x.size(); ++k) {
      const double given = warm ? call_.multipliers[k - n] / problem_.unit_of(k) : 0.0;
      point.x[k] = std::max(given, bounds.lower()[skipped + k]);
    }
  }

  const Call& call_;
  const CallFrame& frame_;
  QuasiInequality& problem_;
  const Solver& solver_;
  std::span<double> x_, nearest_, scratch_;
  mutable std::optional<QuasiContract> contract_;  // empty: the residual of the class judges
};

// Runs body(problem), and writes what a callback did wrong.
template <class Body>
nsds_status behind_functions(const nsds_qvi& given, Arena& arena, const Sentence& sentence,
                             const Body& body) {
  std::optional<QuasiInequality> problem;
  try {
    problem.emplace(given, arena);
    return body(*problem);
  } catch (const nonlinear::CallbackFailed& failure) {
    problem->functions().failure().value_or(failure).describe(sentence);
  } catch (monotone::OperatorFailed& failure) {
    // The conditions are an inequality over cones, in which a projector of all of K is the first.
    if (given.set == NSDS_VI_PROJECTOR) failure.name.block = -1;
    failure.describe(sentence);
  }
  return NSDS_INVALID_ARGUMENT;
}

std::int32_t count_of_multipliers(const nsds_qvi& given) {
  return given.rows + given.inequalities + given.equalities;
}

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const bool warm = frame.options.warm_start();
  frame.forget();
  const nsds_status status = check(call.problem, sentence);
  if (status != NSDS_OK) return frame.refuse(status);
  const nsds_qvi& given = *call.problem;
  if (!check_unknown("z", call.z, given.size, warm, sentence) ||
      (call.multipliers != nullptr && warm &&
       !check_finite("multipliers", call.multipliers, count_of_multipliers(given), sentence)) ||
      !check_apart({{"z", call.z, given.size},
                    {"multipliers", call.multipliers, count_of_multipliers(given)},
                    {"w", call.w, given.size}},
                   sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  bool ran = false;
  const nsds_status ended = behind_functions(given, arena, sentence, [&](QuasiInequality& problem) {
    Driven solve(call, frame, problem, arena);
    const nsds_status driven = drive(solve, frame, arena);
    ran = true;
    return driven;
  });
  return ran ? ended : frame.refuse(ended, frame.options.solver->name);
}

std::optional<nsds_residual> class_residual(QuasiInequality& problem, std::span<const double> y,
                                            Arena& /*arena*/) {
  nsds_residual measured;
  if (!problem.measure(y, 0.0, measured)) return std::nullopt;
  return measured;
}

constexpr double tolerance_of_residuals = 1e-8;  // which rule e of the contract asks for

// measure(problem, y, arena): the residual there, infinite where a sum overflows; nothing outside the domain.
template <class Measure>
nsds_status residual_at(const nsds_qvi* given, const double* z, const double* multipliers,
                        nsds_residual* residual, const Measure& measure) {
  Arena arena;
  const nsds_status status = check(given, {});
  if (status != NSDS_OK) return status;
  const std::int32_t count = count_of_multipliers(*given);
  if (!check_finite("z", z, given->size, {}) ||
      (count > 0 && !check_finite("multipliers", multipliers, count, {})))
    return NSDS_INVALID_ARGUMENT;
  return behind_functions(*given, arena, {}, [&](QuasiInequality& problem) {
    const std::size_t n = problem.size();
    const std::span<double> y = arena.take<double>(problem.unknowns());
    const nonlinear::Map& F = problem.functions().F();
    for (std::size_t k = 0; k < y.size(); ++k) {
      y[k] = (k < n ? z[k] : multipliers[k - n]) / problem.unit_of(k);
      // F is not defined outside the bounds.
      if (k < n && (y[k] < F.lower()[k] || y[k] > F.upper()[k])) return NSDS_INVALID_ARGUMENT;
    }
    const std::optional<nsds_residual> measured = measure(problem, y, arena);
    if (!measured) return NSDS_INVALID_ARGUMENT;
    *residual = *measured;
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics::qvi

using namespace nsds::numerics;

void nsds_qvi_init(nsds_qvi* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_qvi_solve(const nsds_qvi* problem, double* z, double* multipliers, double* w,
                           const nsds_options* options, nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const qvi::Call call{{NSDS_CLASS_QVI, options, workspace, report}, problem, z, multipliers, w};
  return in_frame(call, qvi::run);
}

nsds_status nsds_qvi_residual(const nsds_qvi* problem, const double* z, const double* multipliers,
                              nsds_residual* residual) {
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    return qvi::residual_at(
        problem, z, multipliers, residual,
        [&](qvi::QuasiInequality& checked, std::span<const double> y, Arena& arena) {
          std::optional<nsds_residual> found = qvi::class_residual(checked, y, arena);
          if (found)
            found = qvi::QuasiContract(checked, *problem, qvi::tolerance_of_residuals, arena).judge(y);
          return found;
        });
  });
}

nsds_status nsds_qvi_class_residual(const nsds_qvi* problem, const double* z, const double* multipliers,
                                    nsds_residual* residual) {
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    return qvi::residual_at(problem, z, multipliers, residual, qvi::class_residual);
  });
}
