// Runs the calls of the class.
#include "nsds/numerics/generalized_equation.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "affine/residual/judging_options.hpp"
#include "generalized_equation/problem.hpp"
#include "generalized_equation/registry.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"
#include "monotone/iteration.hpp"
#include "nonlinear/contract/until_content.hpp"
#include "nonlinear/driven_map.hpp"
#include "vi/contract/inclusion.hpp"

namespace nsds::numerics::generalized_equation {
namespace {

struct Call {
  CallArguments common;
  const nsds_generalized_equation* problem;
  double* z;
  double* w;  // Nullable
};

using Point = nonlinear::MapPoint;

class Driven : public nonlinear::DrivenMap<Driven> {
 public:
  Driven(const Call& call, const CallFrame& frame, Equation& problem, Arena& arena)
      : DrivenMap(problem.F(), problem.size(), frame),
        call_(call),
        problem_(problem),
        tolerance_(frame.tolerance()),
        solver_(solvers()[index(frame.options.solver_index)]),
        start_(arena.take<double>(problem.size())) {
    if (affine::is_by_contract(frame.options.own))
      contract_.emplace(problem.F(), problem.T(), frame.tolerance(), call.problem->scale_w != 0.0, arena);
  }

  static std::int64_t default_max_iterations() { return monotone::default_max_iterations; }

  // The start itself where it solves the problem, else a value of the resolvent: T has no bounds to be inside of.
  bool set_start(Point& point, bool warm) const {
    for (std::size_t i = 0; i < start_.size(); ++i) start_[i] = warm ? call_.z[i] / problem_.units().z : 0.0;
    if (warm) {
      std::copy(start_.begin(), start_.end(), point.x.begin());
      if (measure(point) && point.judged.value <= tolerance_) return true;
    }
    problem_.T().resolve(1.0, start_, point.x);
    return measure(point);
  }

  nsds_residual residual_of(const Point& point) const {
    return contract_ ? contract_->judge(point.x, point.b) : problem_.residual(point.x, point.b);
  }
  double natural_of(const Point& point) const {
    return contract_ ? problem_.residual(point.x, point.b).value : point.judged.value;
  }

  SolverClaim run(Point& point, SolveContext& context) const {
    const auto once = [&] { return solver_.solve(problem_, point.x, context); };
    if (!contract_) return once();
    return nonlinear::solve_until_content(vi::Inclusion::Watched(*contract_, point.x), context, once);
  }

  void deliver(const Point& point) const {
    for (std::size_t i = 0; i < point.x.size(); ++i) call_.z[i] = in_units_of_caller(point, i);
    if (call_.w != nullptr)
      for (std::size_t i = 0; i < point.b.size(); ++i) call_.w[i] = point.b[i] * problem_.units().w;
    if (call_.common.report != nullptr) write_counts(*call_.common.report);
  }

 private:
  const Call& call_;
  Equation& problem_;
  double tolerance_;
  const Solver& solver_;
  std::span<double> start_;
  mutable std::optional<vi::Inclusion> contract_;  // empty: the residual of the class judges
};

// Runs body(), and writes what a callback did wrong.
template <class Body>
nsds_status behind_callbacks(const Sentence& sentence, const Body& body) {
  try {
    return body();
  } catch (const nonlinear::CallbackFailed& failure) {
    failure.describe(sentence);
  } catch (const monotone::OperatorFailed& failure) {
    failure.describe(sentence);
  }
  return NSDS_INVALID_ARGUMENT;
}

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  frame.forget();
  if (!check(call.problem, sentence) ||
      !check_unknown("z", call.z, call.problem->size, frame.options.warm_start(), sentence) ||
      !check_apart({{"z", call.z, call.problem->size}, {"w", call.w, call.problem->size}}, sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  bool ran = false;
  const nsds_status ended = behind_callbacks(sentence, [&] {
    Equation problem(*call.problem, arena);
    Driven solve(call, frame, problem, arena);
    const nsds_status driven = drive(solve, frame, arena);
    ran = true;
    return driven;
  });
  return ran ? ended : frame.refuse(ended, frame.options.solver->name);
}

constexpr double tolerance_of_residuals = 1e-8;  // which rule e of the contract asks for

// measure(problem, a, b, arena): the residual there.
template <class Measure>
nsds_status residual_at(const nsds_generalized_equation* given, const double* z, nsds_residual* residual,
                        const Measure& measure) {
  Arena arena;
  if (!check(given, {}) || !check_finite("z", z, given->size, {})) return NSDS_INVALID_ARGUMENT;
  return behind_callbacks({}, [&] {
    Equation problem(*given, arena);
    const std::span<double> a = arena.take<double>(problem.size());
    const std::span<double> b = arena.take<double>(problem.size());
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = z[i] / problem.units().z;
    if (!problem.F().evaluate(a, b)) return NSDS_INVALID_ARGUMENT;
    *residual = measure(problem, a, b, arena);
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics::generalized_equation

using namespace nsds::numerics;

void nsds_generalized_equation_init(nsds_generalized_equation* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_generalized_equation_solve(const nsds_generalized_equation* problem, double* z, double* w,
                                            const nsds_options* options, nsds_workspace* workspace,
                                            nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const generalized_equation::Call call{
      {NSDS_CLASS_GENERALIZED_EQUATION, options, workspace, report}, problem, z, w};
  return in_frame(call, generalized_equation::run);
}

nsds_status nsds_generalized_equation_residual(const nsds_generalized_equation* problem, const double* z,
                                               nsds_residual* residual) {
  namespace ge = generalized_equation;
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    return ge::residual_at(
        problem, z, residual,
        [&](ge::Equation& equation, std::span<const double> a, std::span<const double> b, Arena& arena) {
          return vi::Inclusion(equation.F(), equation.T(), ge::tolerance_of_residuals,
                               problem->scale_w != 0.0, arena)
              .judge(a, b);
        });
  });
}

nsds_status nsds_generalized_equation_class_residual(const nsds_generalized_equation* problem,
                                                     const double* z, nsds_residual* residual) {
  namespace ge = generalized_equation;
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    return ge::residual_at(problem, z, residual,
                           [](ge::Equation& equation, std::span<const double> a, std::span<const double> b,
                              Arena&) { return equation.residual(a, b); });
  });
}
