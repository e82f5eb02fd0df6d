// Performance profiles of races as data and pictures: the fraction of the problems that a solver solves within a factor of
// the fastest, by PerformanceProfile of the kernel over the problems that somebody solves.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace nsds::bench {

struct ProfileStep {
  double factor;                  // >= 1
  std::vector<double> fractions;  // (solvers), of the problems that somebody solves
};

// times: (problems), each (solvers) in seconds, infinite where unsolved. One step a factor at which a
// fraction changes, in ascending order, the first at 1. Empty where nobody solves anything.
std::vector<ProfileStep> performance_profile(const std::vector<std::vector<double>>& times);

struct Profile {
  std::string title;
  std::vector<std::string> solvers;
  std::vector<ProfileStep> steps;
};

// The data, one block a profile, as gnuplot separates them.
void write_profiles(std::ostream& out, const std::vector<Profile>& profiles);

// A script that draws them side by side from the file `data` into the PNG file `picture`.
void write_profile_script(std::ostream& out, const std::vector<Profile>& profiles, const std::string& data,
                          const std::string& picture);

}  // namespace nsds::bench
