// The schemes that are compared: how a simulation by each is made for a setting, a number of steps or a tolerance, and how its
// work is counted.
#pragma once

#include <functional>
#include <memory>
#include <nsds/kernel.hpp>
#include <string>
#include <vector>

#include "command/study/schemes/problem.hpp"

namespace nsds::command::schemes {

enum class Family { fixedSteps, adaptive, anyOrder, splitting, eventDriven };

/// Errors and works are means over these shifts of a setting: of where impacts fall in steps, or of the tolerance.
inline constexpr Index kPhases = 4;

struct Setting {
  double value;  ///< the number of steps, or the tolerance
  Index phase;   ///< 0 … kPhases - 1
};

/// A simulation about to begin.
struct Course {
  std::unique_ptr<Simulation> simulation;
  std::function<double()>
      work;  ///< steps of the scheme, or evaluations of forces by its smooth integrator, so far
};

struct Scheme {
  std::string name;
  Family family;
  std::function<Course(Model&, const Problem&, const Setting&)> make;
};

std::vector<Scheme> allSchemes();

/// True of schemes whose setting is a tolerance.
bool takesTolerance(Family family);
/// The settings of a scheme, from coarse to fine.
std::vector<double> settingsOf(Family family, const Problem& problem);

}  // namespace nsds::command::schemes
