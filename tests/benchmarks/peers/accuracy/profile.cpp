#include "benchmarks/peers/accuracy/profile.hpp"

#include <algorithm>
#include <cmath>
#include <nsds/kernel/accuracy/performance_profile.hpp>
#include <ostream>

namespace nsds::bench {

std::vector<ProfileStep> performance_profile(const std::vector<std::vector<double>>& times) {
  std::vector<std::vector<double>> solved;
  for (const std::vector<double>& problem : times)
    if (std::any_of(problem.begin(), problem.end(), [](double t) { return std::isfinite(t); }))
      solved.push_back(problem);
  if (solved.empty()) return {};
  Matrix costs(static_cast<Index>(solved.size()), static_cast<Index>(solved.front().size()));
  for (Index p = 0; p < costs.rows(); ++p)
    costs.row(p) = Vector::Map(solved[static_cast<std::size_t>(p)].data(), costs.cols()).transpose();

  const PerformanceProfile profile(costs);
  std::vector<ProfileStep> steps;
  for (const double factor : profile.steps()) {
    steps.push_back({factor, {}});
    for (Index s = 0; s < profile.solvers(); ++s)
      steps.back().fractions.push_back(profile.fraction(s, factor));
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
