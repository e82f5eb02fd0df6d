#include "benchmarks/measurements/solvable.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace nsds::bench {
namespace {

using Unknowns = std::vector<std::vector<double>>;

// A problem that was read, with its unknowns: kept by the functions of a Solvable.
template <class Problem>
struct Posed {
  Problem problem;
  Unknowns unknowns;
};

template <class Problem>
std::shared_ptr<Posed<Problem>> pose(Problem problem, const std::vector<std::int32_t>& sizes) {
  auto posed = std::make_shared<Posed<Problem>>(Posed<Problem>{std::move(problem), {}});
  for (const std::int32_t size : sizes) posed->unknowns.emplace_back(static_cast<std::size_t>(size));
  return posed;
}

template <std::size_t... k>
using Unknown = std::index_sequence<k...>;

bool all_finite(const Unknowns& unknowns) {
  return std::all_of(unknowns.begin(), unknowns.end(), [](const std::vector<double>& unknown) {
    return std::all_of(unknown.begin(), unknown.end(), [](double value) { return std::isfinite(value); });
  });
}

// residual: the function of the class, called with the problem, these of its unknowns, and a residual.
template <std::size_t... judged, class Problem, class Residual>
double class_residual(const Posed<Problem>& posed, Residual residual, Unknown<judged...>) {
  if (!all_finite(posed.unknowns)) return std::numeric_limits<double>::infinity();
  nsds_residual value;
  nsds_residual_init(&value);
  numerics::detail::require(residual(&posed.problem.view(), posed.unknowns[judged].data()..., &value),
                            "no residual");
  return value.value;
}

// call: the function of the class, called with the problem, its unknowns in their order, options, workspace
// and report. judged: the unknowns that the residual is of.
template <std::size_t... k, std::size_t... judged, class Problem, class Call, class Residual>
Solvable from_zero(nsds_class problem_class, std::shared_ptr<Posed<Problem>> posed, Call call, Unknown<k...>,
                   Residual residual, Unknown<judged...> of) {
  return {problem_class,
          [posed, call](const numerics::Options& options, numerics::Workspace& workspace,
                        numerics::Report& report) {
            for (std::vector<double>& unknown : posed->unknowns)
              std::fill(unknown.begin(), unknown.end(), 0.0);
            call(&posed->problem.view(), posed->unknowns[k].data()..., options.get(), workspace.get(),
                 &report);
          },
          [posed, residual, of] { return class_residual(*posed, residual, of); },
          {},
          false};
}

using One = Unknown<0>;
using Two = Unknown<0, 1>;
using Four = Unknown<0, 1, 2, 3>;

// For a class with z and w, (n) each.
template <class Problem, class Call, class Residual>
Solvable with_outputs(nsds_class problem_class, Problem problem, Call call, Residual residual) {
  const std::int32_t n = problem.view().size;
  return from_zero(problem_class, pose(std::move(problem), {n, n}), call, Two(), residual, One());
}

// For a class with z and the multipliers of its constraints.
template <class Problem, class Call, class Residual>
Solvable program(nsds_class problem_class, Problem problem, Call call, Residual residual) {
  const auto& view = problem.view();
  const std::vector<std::int32_t> sizes{view.size, view.inequalities + view.equalities};
  return from_zero(problem_class, pose(std::move(problem), sizes), call, Two(), residual, Two());
}

Solvable make_solvable(problems::Equality problem) {
  const std::int32_t n = problem.view().size;
  return from_zero(NSDS_CLASS_EQUALITY, pose(std::move(problem), {n}), nsds_equality_solve, One(),
                   nsds_equality_residual, One());
}

template <class Residual>
std::function<double()> in_fclib_norm(Residual residual) {
  return [residual] {
    double value = 0.0;
    numerics::detail::require(residual(&value), "no residual");
    return value;
  };
}

// A borrowed problem with the interface of one that was read.
template <class Problem>
struct Borrowed {
  const Problem& problem;
  const Problem& view() const { return problem; }
};

template <class Problem>
Solvable complementarity(Problem problem) {
  const std::int32_t n = problem.view().size;
  const auto posed = pose(std::move(problem), {n, n});
  Solvable made = from_zero(NSDS_CLASS_LCP, posed, nsds_lcp_solve, Two(), nsds_lcp_residual, One());
  made.fclib = in_fclib_norm([posed](double* value) {
    return nsds_lcp_residual_fclib(&posed->problem.view(), posed->unknowns[0].data(), value);
  });
  return made;
}

std::int32_t rows_of(const nsds_cone_plasticity& problem) {
  return 3 * problem.points;
}

template <class Problem>
std::int32_t rows_of(const Problem& problem) {
  return problem.dimension * problem.contacts;
}

// For a class of problems that are reduced to contacts, or to points that flow.
template <class Problem, class Call, class Residual, class Fclib>
Solvable contacts(nsds_class problem_class, Problem problem, Call call, Residual residual, Fclib fclib) {
  const std::int32_t rows = rows_of(problem.view());
  const auto posed = pose(std::move(problem), {rows, rows});
  Solvable made = from_zero(problem_class, posed, call, Two(), residual, One());
  made.fclib = in_fclib_norm([posed, fclib](double* value) {
    return fclib(&posed->problem.view(), posed->unknowns[0].data(), value);
  });
  made.stops_on_fclib = true;
  return made;
}

template <class Problem>
Solvable friction(Problem problem) {
  return contacts(NSDS_CLASS_FRICTION_CONTACT, std::move(problem), nsds_friction_contact_solve,
                  nsds_friction_contact_residual, nsds_friction_contact_residual_fclib);
}

Solvable make_solvable(problems::RollingFrictionContact problem) {
  return contacts(NSDS_CLASS_ROLLING_FRICTION_CONTACT, std::move(problem),
                  nsds_rolling_friction_contact_solve, nsds_rolling_friction_contact_residual,
                  nsds_rolling_friction_contact_residual_fclib);
}

Solvable make_solvable(problems::ConePlasticity problem) {
  return contacts(NSDS_CLASS_CONE_PLASTICITY, std::move(problem), nsds_cone_plasticity_solve,
                  nsds_cone_plasticity_residual, nsds_cone_plasticity_residual_fclib);
}

Solvable make_solvable(problems::Lcp problem) {
  return complementarity(std::move(problem));
}

Solvable make_solvable(problems::Mlcp problem) {
  return with_outputs(NSDS_CLASS_MLCP, std::move(problem), nsds_mlcp_solve, nsds_mlcp_residual);
}

Solvable make_solvable(problems::Relay problem) {
  return with_outputs(NSDS_CLASS_RELAY, std::move(problem), nsds_relay_solve, nsds_relay_residual);
}

template <class Problem>
Solvable over_cones(Problem problem) {
  return with_outputs(NSDS_CLASS_SOCLCP, std::move(problem), nsds_soclcp_solve, nsds_soclcp_residual);
}

Solvable make_solvable(problems::Soclcp problem) {
  return over_cones(std::move(problem));
}

template <class Problem>
Solvable mechanical(Problem problem) {
  return with_outputs(NSDS_CLASS_GENERIC_MECHANICAL, std::move(problem), nsds_generic_mechanical_solve,
                      nsds_generic_mechanical_residual);
}

Solvable make_solvable(problems::GenericMechanical problem) {
  return mechanical(std::move(problem));
}

Solvable make_solvable(problems::Qp problem) {
  return program(NSDS_CLASS_QP, std::move(problem), nsds_qp_solve, nsds_qp_residual);
}

Solvable make_solvable(problems::Avi problem) {
  return program(NSDS_CLASS_AVI, std::move(problem), nsds_avi_solve, nsds_avi_residual);
}

Solvable make_solvable(problems::FrictionContact problem) {
  return friction(std::move(problem));
}

// For a class of contacts in global form.
template <class Problem, class Call, class Residual, class Fclib>
Solvable global_contacts(nsds_class problem_class, Problem problem, Call call, Residual residual,
                         Fclib fclib) {
  const auto& view = problem.view();
  const std::int32_t rows = view.dimension * view.contacts;
  const std::vector<std::int32_t> sizes{view.size, rows, rows, view.constraints};
  const auto posed = pose(std::move(problem), sizes);
  Solvable made = from_zero(problem_class, posed, call, Four(), residual, Unknown<0, 1, 3>());
  made.fclib = in_fclib_norm([posed, fclib](double* value) {
    const Unknowns& x = posed->unknowns;
    return fclib(&posed->problem.view(), x[0].data(), x[1].data(), x[3].data(), value);
  });
  made.stops_on_fclib = true;
  return made;
}

Solvable make_solvable(problems::GlobalFrictionContact problem) {
  return global_contacts(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, std::move(problem),
                         nsds_global_friction_contact_solve, nsds_global_friction_contact_class_residual,
                         nsds_global_friction_contact_residual_fclib);
}

Solvable make_solvable(problems::GlobalRollingFrictionContact problem) {
  return global_contacts(NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT, std::move(problem),
                         nsds_global_rolling_friction_contact_solve,
                         nsds_global_rolling_friction_contact_class_residual,
                         nsds_global_rolling_friction_contact_residual_fclib);
}

}  // namespace

Solvable solvable(const nsds_lcp& problem) {
  return complementarity(Borrowed<nsds_lcp>{problem});
}

Solvable solvable(const nsds_generic_mechanical& problem) {
  return mechanical(Borrowed<nsds_generic_mechanical>{problem});
}

Solvable solvable(const nsds_soclcp& problem) {
  return over_cones(Borrowed<nsds_soclcp>{problem});
}

Solvable solvable(const nsds_friction_contact& problem) {
  return friction(Borrowed<nsds_friction_contact>{problem});
}

Solvable solvable(problems::AnyProblem problem) {
  return std::visit([](auto& one) { return make_solvable(std::move(one)); }, problem);
}

}  // namespace nsds::bench
