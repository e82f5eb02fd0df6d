#include "benchmarks/peers/accuracy/profile.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace nsds::bench {

std::vector<ProfileStep> performance_profile(const std::vector<std::vector<double>>& times) {
  std::vector<std::vector<double>> factors;
  std::vector<double> changes{1.0};
  for (const std::vector<double>& problem : times) {
    const double best = problem.empty() ? HUGE_VAL : *std::min_element(problem.begin(), problem.end());
    if (!std::isfinite(best)) continue;
    factors.emplace_back();
    for (const double seconds : problem) {
      factors.back().push_back(seconds / best);
      if (std::isfinite(seconds)) changes.push_back(seconds / best);
    }
  }
  if (factors.empty()) return {};
  std::sort(changes.begin(), changes.end());
  changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
  std::vector<ProfileStep> steps;
  for (const double factor : changes) {
    ProfileStep step{factor, std::vector<double>(factors.front().size(), 0.0)};
    for (const std::vector<double>& problem : factors)
      for (std::size_t s = 0; s < problem.size(); ++s)
        if (problem[s] <= factor) step.fractions[s] += 1.0 / static_cast<double>(factors.size());
    steps.push_back(step);
  }
  return steps;
}

void write_profiles(std::ostream& out, const std::vector<Profile>& profiles) {
  for (const Profile& profile : profiles) {
    out << "# " << profile.title << "\n# factor";
    for (const std::string& solver : profile.solvers) out << ' ' << solver;
    out << '\n';
    for (const ProfileStep& step : profile.steps) {
      out << step.factor;
      for (const double fraction : step.fractions) out << ' ' << fraction;
      out << '\n';
    }
    out << "\n\n";
  }
}

void write_profile_script(std::ostream& out, const std::vector<Profile>& profiles, const std::string& data,
                          const std::string& picture) {
  const std::size_t across = std::clamp<std::size_t>(profiles.size(), 1, 3);
  const std::size_t down = (profiles.size() + across - 1) / across;
  out << "set terminal pngcairo noenhanced size " << 840 * across << ','
      << 480 * std::max<std::size_t>(down, 1) << "\nset output '" << picture << "'\nset multiplot layout "
      << std::max<std::size_t>(down, 1) << ',' << across
      << "\nset logscale x\nset xlabel 'factor of the fastest'\nset ylabel 'fraction solved'\n"
         "set yrange [0:1.02]\nset key outside right font ',8'\nset grid\n";
  for (std::size_t p = 0; p < profiles.size(); ++p) {
    const Profile& profile = profiles[p];
    if (profile.steps.empty()) continue;
    out << "set title '" << profile.title << "'\nset xrange [1:" << 1.5 * profile.steps.back().factor
        << "]\nplot ";
    for (std::size_t s = 0; s < profile.solvers.size(); ++s)
      out << (s == 0 ? "" : ", ") << '\'' << data << "' index " << p << " using 1:" << s + 2
          << " with steps linewidth " << (s == 0 ? 3 : 1) << " dashtype " << 1 + s / 8 << " title '"
          << profile.solvers[s] << '\'';
    out << '\n';
  }
  out << "unset multiplot\n";
}

}  // namespace nsds::bench
