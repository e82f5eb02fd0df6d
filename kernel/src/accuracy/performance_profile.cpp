// Performance ratios, and the shares of problems below them.
#include "nsds/kernel/accuracy/performance_profile.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

PerformanceProfile::PerformanceProfile(MatrixConstRef costs)
    : problems_(costs.rows()), ratios_(static_cast<std::size_t>(costs.cols())) {
  check::that(costs.rows() > 0 && costs.cols() > 0, "PerformanceProfile: {} problems and {} solvers",
              costs.rows(), costs.cols());
  for (Index p = 0; p < costs.rows(); ++p) {
    for (Index s = 0; s < costs.cols(); ++s)
      check::that(costs(p, s) > 0.0, "PerformanceProfile: the cost of solver {} on problem {} is {}", s, p,
                  costs(p, s));
    const double least = costs.row(p).minCoeff();
    for (Index s = 0; s < costs.cols(); ++s)
      if (std::isfinite(costs(p, s))) ratios_[static_cast<std::size_t>(s)].push_back(costs(p, s) / least);
  }
  for (std::vector<double>& ratios : ratios_) std::sort(ratios.begin(), ratios.end());
}

const std::vector<double>& PerformanceProfile::ratios(Index solver) const {
  check::that(solver >= 0 && solver < solvers(), "PerformanceProfile: solver {} of {}", solver, solvers());
  return ratios_[static_cast<std::size_t>(solver)];
}

double PerformanceProfile::fraction(Index solver, double tau) const {
  check::that(!std::isnan(tau), "PerformanceProfile: the factor is {}", tau);
  const std::vector<double>& all = ratios(solver);
  const auto within = std::upper_bound(all.begin(), all.end(), tau) - all.begin();
  return static_cast<double>(within) / static_cast<double>(problems_);
}

std::vector<double> PerformanceProfile::steps() const {
  std::vector<double> steps{1.0};
  for (const std::vector<double>& ratios : ratios_) steps.insert(steps.end(), ratios.begin(), ratios.end());
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

}  // namespace nsds
