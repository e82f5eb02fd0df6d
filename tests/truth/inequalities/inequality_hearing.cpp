#include "truth/inequalities/inequality_hearing.hpp"

#include <sstream>

#include "nsds/numerics/cpp/generalized_equation.hpp"
#include "nsds/numerics/cpp/qvi.hpp"
#include "nsds/numerics/cpp/vi.hpp"
#include "truth/inequalities/inequality_judge.hpp"

namespace nsds::test {
namespace {

constexpr double inequality_tolerance = 1e-8;
constexpr double inequality_leeway = 2.0;  // of the judge, in the tolerance and in the thresholds of rounding

numerics::NonlinearMap as_given(const CubicMap& F) {
  return numerics::NonlinearMap(
      [&F](const auto& z, auto w) { w = F.M * z + F.q + F.s.cwiseProduct(z.array().cube().matrix()); },
      [&F](const auto& z, auto J) {
        J = F.M;
        J.diagonal() += 3.0 * F.s.cwiseProduct(z.array().square().matrix());
      });
}

numerics::vi::Cone cone_as_given(const ConeBlock& cone) {
  using numerics::vi::Cone;
  return cone.shape == ConeShape::free          ? Cone::free(cone.size)
         : cone.shape == ConeShape::nonnegative ? Cone::nonnegative(cone.size)
                                                : Cone::lorentz(cone.size, cone.mu);
}

void solve_vi(const numerics::vi::Problem& problem, const numerics::Options& options,
              InequalityOutcome& outcome) {
  const auto solved = problem.solve(outcome.z, options);
  outcome.z = solved.z;
  outcome.multipliers = solved.multipliers;
  outcome.report = solved.report;
}

void solve_by_kind(const OddInequality& problem, const numerics::Options& options,
                   InequalityOutcome& outcome) {
  using numerics::vi::Problem;
  const numerics::NonlinearMap F = as_given(problem.F);
  const AffineProblem& over = problem.over;
  switch (problem.kind) {
    case InequalityKind::box:
      return solve_vi(Problem(F, numerics::vi::Box{over.lower, over.upper}), options, outcome);
    case InequalityKind::polyhedron: {
      numerics::Constraints constraints;
      if (over.A.rows() > 0) constraints.A = numerics::view(over.A);
      if (over.C.rows() > 0) constraints.C = numerics::view(over.C);
      constraints.b = over.b;
      constraints.d = over.d;
      constraints.lower = over.lower;
      constraints.upper = over.upper;
      return solve_vi(Problem(F, over.size(), constraints), options, outcome);
    }
    case InequalityKind::cones: {
      std::vector<numerics::vi::Cone> cones;
      for (const ConeBlock& cone : problem.cones) cones.push_back(cone_as_given(cone));
      return solve_vi(Problem(F, cones), options, outcome);
    }
    case InequalityKind::projector:
      return solve_vi(Problem(F, problem.F.q.size(), problem.project), options, outcome);
    case InequalityKind::equation: {
      const auto solved =
          numerics::generalized_equation::Problem(F, shrink, problem.F.q.size()).solve(outcome.z, options);
      outcome.z = solved.z;
      outcome.report = solved.report;
      return;
    }
    case InequalityKind::moving: {
      const auto solved = numerics::qvi::Problem(F, numerics::qvi::Box{over.lower, over.upper})
                              .set_shift(numerics::NonlinearMap(
                                  [&problem](const auto& z, auto c) { c = problem.rate * z; },
                                  [&problem](const auto& z, auto J) {
                                    J = problem.rate * Eigen::MatrixXd::Identity(z.size(), z.size());
                                  }))
                              .solve(outcome.z, options);
      outcome.z = solved.z;
      outcome.report = solved.report;
    }
  }
}

}  // namespace

nsds_class class_of(InequalityKind kind) {
  return kind == InequalityKind::equation ? NSDS_CLASS_GENERALIZED_EQUATION
         : kind == InequalityKind::moving ? NSDS_CLASS_QVI
                                          : NSDS_CLASS_VI;
}

void solve_inequality(const OddInequality& problem, const numerics::Options& options,
                      InequalityOutcome& outcome) {
  try {
    solve_by_kind(problem, options, outcome);
  } catch (const numerics::Error& refusal) {
    outcome.report = refusal.report();
    outcome.report.status = refusal.status();
  }
}

void hear_inequality(InequalityKind kind, std::uint64_t seed, const std::string& solver, double time_limit,
                     Tally& tally) {
  const OddInequality odd = odd_inequality(kind, seed);
  numerics::Options options(class_of(kind), solver);
  options.set("tolerance", inequality_tolerance);
  if (odd.warm) options.set("warm_start", true);
  if (time_limit > 0.0) options.set("time_limit", time_limit);
  ++tally.problems;
  InequalityOutcome outcome{odd.start, {}, {}};
  solve_inequality(odd, options, outcome);
  if (numerics::detail::is_refusal(outcome.report.status)) ++tally.refused;
  if (!outcome.ok()) return;
  ++tally.ok;
  const Judgement found =
      judge_inequality(odd, outcome.z, outcome.multipliers, inequality_tolerance, inequality_leeway);
  const nsds_residual& told = outcome.report.residual;
  const bool agrees = told.value <= inequality_tolerance && told.primal <= inequality_tolerance &&
                      told.dual <= inequality_tolerance && told.complementarity <= inequality_tolerance;
  if (found.value <= inequality_leeway * inequality_tolerance && agrees) return;
  std::ostringstream what;
  what << nsds_class_name(class_of(kind)) << ' ' << solver << " (" << outcome.report.solver << ") kind "
       << static_cast<int>(kind) << " seed " << seed << ": axiom " << static_cast<int>(found.broken) << ", "
       << found.value << " at " << found.worst << ", reported " << told.value;
  tally.false_ok.push_back(what.str());
}

}  // namespace nsds::test
