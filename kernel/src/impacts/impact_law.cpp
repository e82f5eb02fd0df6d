#include "nsds/kernel/impacts/impact_law.hpp"

#include <utility>

#include "formulations/interval_problem.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// Contacts press; what is not more than rounding beside the largest impulse is let pass.
void refusePulling(const std::string& law, VectorConstRef impulses) {
  constexpr double rounding = 1e-12;
  if (impulses.size() == 0) return;
  Index contact = 0;
  const double least = impulses.minCoeff(&contact);
  if (least < -rounding * impulses.cwiseAbs().maxCoeff())
    throw Error(fmt::format("{}: doSolve returned the impulse {} of contact {}, which would pull", law, least,
                            contact));
}

}  // namespace

ImpactLaw::ImpactLaw(std::string name) : name_(std::move(name)) {}
ImpactLaw::~ImpactLaw() = default;

ImpactReport ImpactLaw::solve(const ImpactProblem& problem, VectorRef impulses) const {
  const Index contacts = problem.uMinus.size();
  check::shape(name_, "W", problem.W, contacts, contacts);
  check::size(name_, "laws", std::ssize(problem.laws), contacts);
  check::size(name_, "impulses", impulses.size(), contacts);
  check::finite(name_, "W", problem.W);
  check::finite(name_, "uMinus", problem.uMinus);
  for (std::size_t i = 0; i < problem.laws.size(); ++i)
    check::that(problem.laws[i] != nullptr, "{}: contact {} has no law", name_, i);
  checkContacts(problem.laws);
  ImpactReport report;
  impulses.setZero();
  doSolve(problem, impulses, report);
  check::finiteResult(*this, "doSolve", impulses.data(), impulses.size());
  refusePulling(name_, impulses);
  if (report.dissipated)
    check::finiteResult(*this, "what doSolve says to be dissipated", &*report.dissipated, 1);
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
