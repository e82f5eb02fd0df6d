#include "benchmarks/friction/profiles.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <nsds/kernel/accuracy/performance_profile.hpp>
#include <ostream>
#include <stdexcept>

namespace nsds::bench {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double least_seconds = 1e-6;  // below, the clock says more than the solver

// instance -> solver -> seconds, `never` where it was not solved
using Times = std::map<std::string, std::map<std::string, double>>;

Times times_of(const Records& records) {
  Times times;
  for (const Record* record : records)
    times[record->instance][record->solver] =
        is_success(verdict_of(*record)) ? std::max(record->seconds, least_seconds) : never;
  return times;
}

std::vector<Profile> profiles_of(const Records& records, const std::string& problem_class, double tolerance) {
  const std::vector<std::string> solvers = solvers_in(records, problem_class);
  Times times = times_of(records);
  std::erase_if(times, [&](const auto& instance) { return instance.second.size() != solvers.size(); });
  const auto instances = static_cast<int>(times.size());
  Matrix costs(instances, static_cast<Index>(solvers.size()));
  Index row = 0;
  for (const auto& [instance, seconds] : times) {
    for (Index s = 0; s < costs.cols(); ++s) costs(row, s) = seconds.at(solvers[static_cast<std::size_t>(s)]);
    ++row;
  }
  std::vector<Profile> profiles;
  for (const std::string& solver : solvers)
    profiles.push_back({problem_class, tolerance, solver, instances, {}});
  if (instances == 0) return profiles;
  const PerformanceProfile profile(costs);
  for (std::size_t s = 0; s < solvers.size(); ++s) profiles[s].ratios = profile.ratios(static_cast<Index>(s));
  return profiles;
}

std::string png_of(const Profile& profile) {
  return fmt::format("profile-{}-{}.png", profile.problem_class, tolerance_text(profile.tolerance));
}

// Where the picture of its class and tolerance ends.
double right_end(const std::vector<Profile>& profiles, const Profile& of) {
  double end = 10.0;
  for (const Profile& profile : profiles)
    if (png_of(profile) == png_of(of) && !profile.ratios.empty()) end = std::max(end, profile.ratios.back());
  return end;
}

void write_csv(const std::vector<Profile>& profiles, std::ostream& out) {
  out << "class,tolerance,solver,tau,rho\n";
  for (const Profile& profile : profiles) {
    const auto line = [&](double tau) {
      out << fmt::format("{},{},{},{:.6g},{:.6g}\n", profile.problem_class, tolerance_text(profile.tolerance),
                         profile.solver, tau, profile.at(tau));
    };
    line(1.0);
    for (const double ratio : profile.ratios)
      if (ratio > 1.0) line(ratio);
    line(right_end(profiles, profile));
  }
}

// One picture a class and tolerance, one line a solver.
void write_script(const std::vector<Profile>& profiles, std::ostream& out) {
  out << "# Written by nsds-bench friction-table --profiles; run gnuplot in this folder.\n"
         "set terminal png noenhanced size 900,600\nset datafile separator ','\nset logscale x\n"
         "set xlabel 'time over that of the fastest'\nset ylabel 'share of the instances solved'\n"
         "set yrange [0:1]\nset key outside\n"
         "row(c, t, s) = strcol(1) eq c && strcol(2) eq t && strcol(3) eq s\n";
  const Profile* before = nullptr;
  int number = 0;  // of the line in its picture; after eight the colours are the same again
  for (const Profile& profile : profiles) {
    const bool begins = before == nullptr || png_of(*before) != png_of(profile);
    if (begins) {
      if (before != nullptr) out << '\n';
      out << fmt::format("set output '{}'\nset title '{} at {}: {} instances'\nplot ", png_of(profile),
                         profile.problem_class, tolerance_text(profile.tolerance), profile.instances);
    }
    number = begins ? 1 : number + 1;
    out << fmt::format(
        "{}'profiles.csv' using (row('{}', '{}', '{}') ? $4 : NaN):5 with steps lw 2 dt {} title '{}'",
        begins ? "" : ", \\\n     ", profile.problem_class, tolerance_text(profile.tolerance), profile.solver,
        number > 8 ? 2 : 1, profile.solver);
    before = &profile;
  }
  out << '\n';
}

std::ofstream opened(const std::filesystem::path& file) {
  std::ofstream out(file);
  if (!out) throw std::runtime_error(file.string() + " cannot be written");
  return out;
}

}  // namespace

double Profile::at(double tau) const {
  if (instances == 0) return 0.0;
  const auto within = std::upper_bound(ratios.begin(), ratios.end(), tau) - ratios.begin();
  return static_cast<double>(within) / instances;
}

std::vector<Profile> performance_profiles(const Records& records) {
  std::vector<Profile> profiles;
  for (const std::string& problem_class : classes_in(records))
    for (const double tolerance : tolerances_in(of_class(records, problem_class)))
      for (Profile& profile :
           profiles_of(at_tolerance(of_class(records, problem_class), tolerance), problem_class, tolerance))
        profiles.push_back(std::move(profile));
  return profiles;
}

void print_profile_table(const Records& records, std::ostream& out) {
  out << "\n## Against each other\n\nPerformance profiles [Dolan, More 2002]: the share of the instances "
         "that a "
         "solver solves, or brings to round-off, in at most that many times the time of the fastest. Over "
         "the "
         "instances of files and collection that every solver was run on; what is not for a solver counts as "
         "never. `friction-table --profiles FOLDER` writes the curves, and a script with which gnuplot draws "
         "them.\n\n";
  out << "| form | tolerance | instances | solver | 1 | 2 | 10 | any |\n|---|---|---|---|---|---|---|---|\n";
  for (const Profile& profile : performance_profiles(records))
    out << fmt::format("| {} | {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", profile.problem_class,
                       tolerance_text(profile.tolerance), profile.instances, profile.solver, profile.at(1.0),
                       profile.at(2.0), profile.at(10.0), profile.at(never));
}

void write_profiles(const Records& records, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const std::vector<Profile> profiles = performance_profiles(records);
  std::ofstream csv = opened(folder / "profiles.csv"), script = opened(folder / "profiles.gp");
  write_csv(profiles, csv);
  write_script(profiles, script);
}

}  // namespace nsds::bench
