#include "nsds/kernel/impacts/complementarity_impact_laws.hpp"

#include <algorithm>

#include "modeling/checks.hpp"

namespace nsds {

NewtonImpactLaw::NewtonImpactLaw() : ImpactLaw("NewtonImpactLaw") {}
MoreauImpactLaw::MoreauImpactLaw() : ImpactLaw("MoreauImpactLaw") {}
PoissonImpactLaw::PoissonImpactLaw() : ImpactLaw("PoissonImpactLaw") {}

void NewtonImpactLaw::doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport& report) const {
  const auto contacts = static_cast<std::size_t>(problem.uMinus.size());
  Vector w = problem.uMinus;
  bool common = true;
  for (std::size_t i = 0; i < contacts; ++i) {
    const double e = restitution(*problem.laws[i]);
    common = common && e == restitution(*problem.laws[0]);
    w[static_cast<Index>(i)] *= 1.0 + e;
  }
  impulses = solveComplementarity(problem.W, w);
  if (!common || contacts == 0) return;
  // With one e the problem is that of e = 0, (1 + e) times.
  const double e = restitution(*problem.laws[0]);
  report.dissipated = 0.5 * (1.0 - e) / (1.0 + e) * impulses.dot(problem.W * impulses);
}

void MoreauImpactLaw::doCheckContacts(std::span<const NonSmoothLaw* const> laws) const {
  if (laws.empty()) return;
  const double e = restitution(*laws[0]);
  for (const NonSmoothLaw* law : laws) {
    check::that(restitution(*law) == e,
                "MoreauImpactLaw has one restitution for all contacts of an impact, which have {} and {}; "
                "NewtonImpactLaw and PoissonImpactLaw take different ones",
                e, restitution(*law));
  }
}

void MoreauImpactLaw::doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport& report) const {
  if (problem.laws.empty()) return;
  const double e = restitution(*problem.laws[0]);
  const Vector plastic = solveComplementarity(problem.W, problem.uMinus);
  impulses = (1.0 + e) * plastic;
  report.dissipated = 0.5 * (1.0 - e * e) * plastic.dot(problem.W * plastic);
}

void PoissonImpactLaw::doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport& report) const {
  Vector e(problem.uMinus.size());
  for (Index i = 0; i < e.size(); ++i) e[i] = restitution(*problem.laws[static_cast<std::size_t>(i)]);
  const Vector compression = solveComplementarity(problem.W, problem.uMinus);
  const Vector least = e.cwiseProduct(compression);
  const Vector compressed = problem.uMinus + problem.W * compression;
  // What contacts that the expansion of others would close add to it
  const Vector w = compressed.cwiseMax(0.0) + problem.W * least;
  Vector more = Vector::Zero(e.size());
  if ((w.array() < 0.0).any()) more = solveComplementarity(problem.W, w);
  impulses = compression + least + more;
  report.dissipated = 0.5 * (compression.dot(problem.W * compression) - least.dot(problem.W * least) +
                             more.dot(problem.W * more));
}

}  // namespace nsds
