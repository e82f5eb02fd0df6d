#include "nsds/kernel/impacts/impact_law.hpp"

#include <utility>

#include "formulations/interval_problem.hpp"
#include "modeling/checks.hpp"

namespace nsds {

ImpactLaw::ImpactLaw(std::string name) : name_(std::move(name)) {}
ImpactLaw::~ImpactLaw() = default;

ImpactReport ImpactLaw::solve(const ImpactProblem& problem, VectorRef impulses) const {
  const Index contacts = problem.uMinus.size();
  check::shape(name_, "W", problem.W, contacts, contacts);
  check::size(name_, "laws", std::ssize(problem.laws), contacts);
  check::size(name_, "impulses", impulses.size(), contacts);
  check::finite(name_, "W", problem.W);
  check::finite(name_, "uMinus", problem.uMinus);
  checkContacts(problem.laws);
  ImpactReport report;
  impulses.setZero();
  doSolve(problem, impulses, report);
  check::finiteResult(*this, "doSolve", impulses.data(), impulses.size());
  const Vector uPlus = problem.W * impulses + problem.uMinus;
  report.energyChange = 0.5 * impulses.dot(problem.uMinus + uPlus);
  return report;
}

double ImpactLaw::restitution(const NonSmoothLaw& law) const {
  Vector e = Vector::Zero(law.blockSize());
  check::that(law.blockSize() == 1 && law.restitution(1.0, e) && std::isfinite(e[0]),
              "{} takes contacts with one row and a constant restitution, not {}", name_, law.name());
  return e[0];
}

Vector ImpactLaw::solveComplementarity(const SparseMatrix& W, const Vector& q) const {
  IntervalSolution solution = solveOrthant(W, q);
  if (!solution.solved())
    throw Error(name_ + ": the complementarity problem of the impact is not solved: " + solution.message);
  return std::move(solution.lambda);
}

void ImpactLaw::doCheckContact(const NonSmoothLaw& law, std::string_view contact) const {
  Vector e = Vector::Zero(law.blockSize());
  check::that(law.blockSize() == 1 && law.restitution(1.0, e),
              "{}: {} takes contacts with one row and a constant restitution, not {}", contact, name_,
              law.name());
}

void ImpactLaw::doCheckContacts(std::span<const NonSmoothLaw* const>) const {}

}  // namespace nsds
