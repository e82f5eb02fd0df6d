#include "benchmarks/solvable.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "nsds/problems/avi.hpp"
#include "nsds/problems/equality.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "nsds/problems/lcp.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/qp.hpp"
#include "nsds/problems/relay.hpp"

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

// call: the function of the class, called with the problem, its unknowns in their order, options, workspace
// and report.
template <std::size_t... k, class Problem, class Call>
Solvable from_zero(nsds_class problem_class, std::shared_ptr<Posed<Problem>> posed, Call call,
                   std::index_sequence<k...>) {
  return {problem_class,
          [posed, call](const numerics::Options& options, numerics::Workspace& workspace,
                        numerics::Report& report) {
            for (std::vector<double>& unknown : posed->unknowns)
              std::fill(unknown.begin(), unknown.end(), 0.0);
            call(&posed->problem.view(), posed->unknowns[k].data()..., options.get(), workspace.get(),
                 &report);
          },
          {},
          false};
}

using One = std::make_index_sequence<1>;
using Two = std::make_index_sequence<2>;
using Four = std::make_index_sequence<4>;

// Of a class with z and w, (n) each.
template <class Problem, class Call>
Solvable with_outputs(nsds_class problem_class, Problem problem, Call call) {
  const std::int32_t n = problem.view().size;
  return from_zero(problem_class, pose(std::move(problem), {n, n}), call, Two());
}

// Of a class with z and the multipliers of its constraints.
template <class Problem, class Call>
Solvable program(nsds_class problem_class, Problem problem, Call call) {
  const auto& view = problem.view();
  const std::vector<std::int32_t> sizes{view.size, view.inequalities + view.equalities};
  return from_zero(problem_class, pose(std::move(problem), sizes), call, Two());
}

Solvable equality(problems::Equality problem) {
  const std::int32_t n = problem.view().size;
  return from_zero(NSDS_CLASS_EQUALITY, pose(std::move(problem), {n}), nsds_equality_solve, One());
}

template <class Residual>
std::function<double()> in_fclib_norm(Residual residual) {
  return [residual] {
    double value = 0.0;
    numerics::detail::require(residual(&value), "no residual");
    return value;
  };
}

struct LcpView {
  const nsds_lcp& lcp;
  const nsds_lcp& view() const { return lcp; }
};

template <class Problem>
Solvable complementarity(Problem problem) {
  const std::int32_t n = problem.view().size;
  const auto posed = pose(std::move(problem), {n, n});
  Solvable made = from_zero(NSDS_CLASS_LCP, posed, nsds_lcp_solve, Two());
  made.fclib = in_fclib_norm([posed](double* value) {
    return nsds_lcp_residual_fclib(&posed->problem.view(), posed->unknowns[0].data(), value);
  });
  return made;
}

Solvable friction(problems::FrictionContact problem) {
  const std::int32_t rows = problem.view().dimension * problem.view().contacts;
  const auto posed = pose(std::move(problem), {rows, rows});
  Solvable made = from_zero(NSDS_CLASS_FRICTION_CONTACT, posed, nsds_friction_contact_solve, Two());
  made.fclib = in_fclib_norm([posed](double* value) {
    return nsds_friction_contact_residual_fclib(&posed->problem.view(), posed->unknowns[0].data(), value);
  });
  made.stops_on_fclib = true;
  return made;
}

Solvable global_friction(problems::GlobalFrictionContact problem) {
  const nsds_global_friction_contact& view = problem.view();
  const std::int32_t rows = view.dimension * view.contacts;
  const std::vector<std::int32_t> sizes{view.size, rows, rows, view.constraints};
  const auto posed = pose(std::move(problem), sizes);
  Solvable made =
      from_zero(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, posed, nsds_global_friction_contact_solve, Four());
  made.fclib = in_fclib_norm([posed](double* value) {
    const Unknowns& x = posed->unknowns;
    return nsds_global_friction_contact_residual_fclib(&posed->problem.view(), x[0].data(), x[1].data(),
                                                       x[3].data(), value);
  });
  made.stops_on_fclib = true;
  return made;
}

}  // namespace

Solvable solvable(const nsds_lcp& problem) {
  return complementarity(LcpView{problem});
}

Solvable read_solvable(const std::filesystem::path& file, nsds_class problem_class) {
  switch (problem_class) {
    case NSDS_CLASS_LCP:
      return complementarity(problems::readLcp(file));
    case NSDS_CLASS_MLCP:
      return with_outputs(problem_class, problems::readMlcp(file), nsds_mlcp_solve);
    case NSDS_CLASS_RELAY:
      return with_outputs(problem_class, problems::readRelay(file), nsds_relay_solve);
    case NSDS_CLASS_QP:
      return program(problem_class, problems::readQp(file), nsds_qp_solve);
    case NSDS_CLASS_AVI:
      return program(problem_class, problems::readAvi(file), nsds_avi_solve);
    case NSDS_CLASS_EQUALITY:
      return equality(problems::readEquality(file));
    case NSDS_CLASS_FRICTION_CONTACT:
      return friction(problems::readFrictionContact(file));
    case NSDS_CLASS_GLOBAL_FRICTION_CONTACT:
      return global_friction(problems::readGlobalFrictionContact(file));
    default:
      throw std::invalid_argument(std::string("the class ") + nsds_class_name(problem_class) +
                                  " has no problem files");
  }
}

}  // namespace nsds::bench
