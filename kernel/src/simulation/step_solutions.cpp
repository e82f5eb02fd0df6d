#include "nsds/kernel/simulation/step_solutions.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr double nearStep = 1e-6;

const Interaction& named(const IndexSet& all, const std::string& name) {
  const Interaction* found = nullptr;
  for (const UnitaryRelation& relation : all) {
    if (relation.interaction->name() != name) continue;
    check::that(found == nullptr || found == relation.interaction,
                "stepSolutions: two interactions have the name {}", name);
    found = relation.interaction;
  }
  check::that(found != nullptr, "stepSolutions: the interaction {} is no longer in the model", name);
  return *found;
}

}  // namespace

StepSolutions stepSolutions(const TimeStepping& simulation) {
  const ProblemCopy problem = simulation.nonSmoothProblem().copyProblem();
  const Index n = problem.q.size();
  const bool complementarity = problem.problemClass == "lcp";
  check::that(complementarity || problem.problemClass == "mlcp" || problem.problemClass == "relay",
              "stepSolutions: the sets of the problem, of class {}, are not intervals", problem.problemClass);
  StepSolutions result;
  Vector taken(n);
  Index row = 0;
  for (const std::string& name : problem.interactions) {
    const Interaction& interaction = named(simulation.indexSet(0), name);
    check::that(!std::holds_alternative<OutputSet>(interaction.law().admissibleSet()),
                "stepSolutions: the law of {} has a set of the output", name);
    for (Index r = 0; r < interaction.rows() && row < n; ++r, ++row) {
      result.rows.push_back(fmt::format("{} (row {})", name, r));
      taken[row] = interaction.lambda()[r];
    }
  }
  check::that(row == n, "stepSolutions: the problem has {} rows, its interactions have {}", n, row);
  result.all = complementarity
                   ? boxSolutions(problem.M, problem.q, Vector::Zero(n), Vector::Constant(n, infinity))
                   : boxSolutions(problem.M, problem.q, problem.lower, problem.upper);
  double nearest = nearStep;
  for (std::size_t i = 0; i < result.all.size(); ++i) {
    const double size =
        std::max(taken.lpNorm<Eigen::Infinity>(), result.all[i].lambda.lpNorm<Eigen::Infinity>());
    const double distance = (result.all[i].lambda - taken).lpNorm<Eigen::Infinity>();
    if (distance > nearest * size) continue;
    nearest = size > 0.0 ? distance / size : 0.0;
    result.taken = static_cast<Index>(i);
  }
  return result;
}

}  // namespace nsds
