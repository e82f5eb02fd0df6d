// Runs the calls of the class.
#include "nsds/numerics/vi.h"

#include <algorithm>
#include <cmath>

#include "affine/residual/judging_options.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"
#include "nonlinear/box_map.hpp"
#include "nonlinear/driven_map.hpp"
#include "vi/contract/contract.hpp"
#include "vi/normal_cone.hpp"
#include "vi/problem.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::vi {
namespace {

struct Call {
  CallArguments common;
  const nsds_vi* problem;
  double* z;
  double* multipliers;  // Nullable
  double* w;            // Nullable
};

using Point = nonlinear::MapPoint;  // x with the multipliers

// The Jacobian serves the floor where it has been evaluated anyway. values: (n + m + e) scratch.
nsds_residual measure_at(Inequality& problem, const Point& point, std::span<double> values,
                         double tolerance) {
  const bool has_jacobian = problem.F().counts().jacobians > 0;
  return problem.residual(point.x, point.b, values, has_jacobian ? tolerance : infinity);
}

class Driven : public nonlinear::DrivenMap<Driven> {
 public:
  Driven(const Call& call, const CallFrame& frame, Inequality& problem, Arena& arena)
      : DrivenMap(problem.F(), problem.unknowns(), frame),
        call_(call),
        frame_(frame),
        problem_(problem),
        solver_(solvers()[index(frame.options.solver_index)]),
        values_(arena.take<double>(problem.unknowns())) {
    if (affine::is_by_contract(frame.options.own))
      contract_.emplace(problem, *call.problem, frame.tolerance(), arena);
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations; }

  // A point of K, of a polyhedron within its bounds, near the start and that far from bounds, or half of their width.
  bool set_start_inside(Point& point, bool warm, double distance) const {
    const std::size_t n = problem_.size();
    const std::span<double> a = point.x.first(n);
    for (std::size_t i = 0; i < n; ++i) values_[i] = warm ? call_.z[i] / problem_.units().z : 0.0;
    problem_.set().project_start_inside(values_.first(n), distance, a);
    set_multipliers(point, warm && call_.multipliers != nullptr);
    if (!measure(point)) return false;
    const bool needs_jacobian = solver_.uses_jacobian && !problem_.set().has_projector();
    return point.judged.value <= frame_.tolerance() || !needs_jacobian ||
           problem_.F().linearise(a, point.b) || problem_.F().watch().ran_out();
  }

  nsds_residual residual_of(const Point& point) const {
    return contract_ ? contract_->judge(point.x, point.b)
                     : measure_at(problem_, point, values_, frame_.tolerance());
  }
  double natural_of(const Point& point) const {
    return contract_ ? measure_at(problem_, point, values_, infinity).value : point.judged.value;
  }

  SolverClaim run(Point& point, SolveContext& context) const {
    return contract_ ? contract_->solve(solver_, point.x, context)
                     : solver_.solve(problem_, point.x, context);
  }

  double unit_of(std::size_t k) const { return problem_.unit_of(k); }

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

 private:
  void set_multipliers(Point& point, bool warm) const {
    const std::size_t n = problem_.size();
    for (std::size_t k = n; k < point.x.size(); ++k) {
      const double given = warm ? call_.multipliers[k - n] / problem_.unit_of(k) : 0.0;
      point.x[k] = std::max(given, problem_.box_map().lower()[k]);
    }
  }

  const Call& call_;
  const CallFrame& frame_;
  Inequality& problem_;
  const Solver& solver_;
  std::span<double> values_;                            // scratch
  mutable std::optional<InequalityContract> contract_;  // empty: the residual of the class judges
};

// Runs body(problem), and writes what a callback did wrong.
template <class Body>
nsds_status with_problem(const nsds_vi& given, Arena& arena, const Sentence& sentence, const Body& body) {
  std::optional<Inequality> problem;
  try {
    problem.emplace(given, arena);
    return body(*problem);
  } catch (const nonlinear::CallbackFailed& failure) {
    const bool is_inside = problem->is_polyhedron() && problem->conditions().failure();
    (is_inside ? *problem->conditions().failure() : failure).describe(sentence);
  } catch (const monotone::OperatorFailed& failure) {
    failure.describe(sentence);
  }
  return NSDS_INVALID_ARGUMENT;
}

std::int32_t multiplier_count(const nsds_vi& given) {
  return given.inequalities + given.equalities;
}

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const bool warm = frame.options.warm_start();
  frame.forget();
  const nsds_status status = check(call.problem, sentence);
  if (status != NSDS_OK) return frame.refuse(status);
  const nsds_vi& given = *call.problem;
  if (!check_unknown("z", call.z, given.size, warm, sentence) ||
      (call.multipliers != nullptr && warm &&
       !check_finite("multipliers", call.multipliers, multiplier_count(given), sentence)) ||
      !check_apart({{"z", call.z, given.size},
                    {"multipliers", call.multipliers, multiplier_count(given)},
                    {"w", call.w, given.size}},
                   sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  bool ran = false;
  const nsds_status ended = with_problem(given, arena, sentence, [&](Inequality& problem) {
    Driven solve(call, frame, problem, arena);
    const nsds_status driven = drive(solve, frame, arena);
    ran = true;
    return driven;
  });
  return ran ? ended : frame.refuse(ended, frame.options.solver->name);
}

// Multipliers that are not given are those of the projection of a - b.
bool find_multipliers(Inequality& problem, Point& point, SolveContext& context) {
  const std::size_t n = problem.size();
  const std::span<double> moved = context.arena->take<double>(n);
  const std::span<double> pair = context.arena->take<double>(problem.unknowns(), 0.0);
  const std::span<double> q = context.arena->take<double>(problem.unknowns());
  for (std::size_t i = 0; i < n; ++i) moved[i] = point.x[i] - point.b[i];
  const nsds_matrix M = problem.conditions().projection_matrix(*context.arena);
  if (!project_onto_polyhedron(problem, M, moved, q, pair, context)) return false;
  std::copy(pair.begin() + static_cast<std::ptrdiff_t>(n), pair.end(),
            point.x.begin() + static_cast<std::ptrdiff_t>(n));
  return true;
}

constexpr double tolerance_of_residuals = 1e-8;  // which rule e of the contract asks for

// measure(problem, point, arena): the residual there.
template <class Measure>
nsds_status residual_at(const nsds_vi* given, const double* z, const double* multipliers,
                        nsds_residual* residual, const Measure& measure) {
  Arena arena;
  const nsds_status status = check(given, {});
  if (status != NSDS_OK) return status;
  if (!check_finite("z", z, given->size, {}) ||
      (multipliers != nullptr && !check_finite("multipliers", multipliers, multiplier_count(*given), {})))
    return NSDS_INVALID_ARGUMENT;
  return with_problem(*given, arena, {}, [&](Inequality& problem) {
    const std::size_t n = problem.size();
    Point point{arena.take<double>(problem.unknowns()), arena.take<double>(n), {}};
    // F is not defined outside the bounds.
    for (std::size_t k = 0; k < point.x.size(); ++k) {
      const bool is_given = k < n || multipliers != nullptr;
      point.x[k] = is_given ? (k < n ? z[k] : multipliers[k - n]) / problem.unit_of(k) : 0.0;
      if (k < n && (point.x[k] < problem.F().lower()[k] || point.x[k] > problem.F().upper()[k]))
        return NSDS_INVALID_ARGUMENT;
    }
    if (!problem.F().evaluate(point.x.first(n), point.b)) return NSDS_INVALID_ARGUMENT;
    if (problem.is_polyhedron() && multipliers == nullptr) {
      const nsds_options options = default_options(NSDS_CLASS_VI, 0);
      SolveContext context(options, 1, Clock::now(), arena, {});
      if (!find_multipliers(problem, point, context)) return NSDS_INVALID_ARGUMENT;
    }
    *residual = measure(problem, point, arena);
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics::vi

using namespace nsds::numerics;

void nsds_vi_init(nsds_vi* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_vi_solve(const nsds_vi* problem, double* z, double* multipliers, double* w,
                          const nsds_options* options, nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const vi::Call call{{NSDS_CLASS_VI, options, workspace, report}, problem, z, multipliers, w};
  return in_frame(call, vi::run);
}

nsds_status nsds_vi_residual(const nsds_vi* problem, const double* z, const double* multipliers,
                             nsds_residual* residual) {
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    return vi::residual_at(problem, z, multipliers, residual,
                           [&](vi::Inequality& checked, const vi::Point& point, Arena& arena) {
                             return vi::InequalityContract(checked, *problem, vi::tolerance_of_residuals,
                                                           arena)
                                 .judge(point.x, point.b);
                           });
  });
}

nsds_status nsds_vi_class_residual(const nsds_vi* problem, const double* z, const double* multipliers,
                                   nsds_residual* residual) {
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    return vi::residual_at(
        problem, z, multipliers, residual, [](vi::Inequality& checked, const vi::Point& point, Arena& arena) {
          return vi::measure_at(checked, point, arena.take<double>(checked.unknowns()), 0.0);
        });
  });
}
