// The problems that schemes are compared on: what adds them to a model, how long they are followed, and how finely.
#pragma once

#include <nsds/kernel.hpp>
#include <string_view>
#include <vector>

namespace nsds::command::schemes {

struct Problem {
  std::string_view name;
  std::string_view caption;
  std::string_view source;  ///< of the model and its numbers, a sentence
  double T;                 ///< the end [s]: so far two references agree to 1e-6
  void (*addTo)(Model&);    ///< systems and links, from t0 = 0
  /// Positions that errors are measured at, and the size of each, by which its error is divided.
  std::vector<Index> watched;
  std::vector<double> sizes;
  /// The number of steps from 0 to T is doubled from the fewest to the most.
  Index fewestSteps;
  Index mostSteps;
  Index fewestSmoothSteps;  ///< of schemes over smooth integrators
  Index mostSmoothSteps;
};

/// A ball with restitution that comes to rest within the interval, after impacts without end.
Problem bouncingBall();
/// A bar of finite elements that hits a wall, stays there for two passages of its wave, and leaves.
Problem impactingBar();
/// A toy whose sleeve jams, slides and falls, with friction.
Problem woodpecker();
/// A mechanism whose slider has a clearance in its guide, with friction.
Problem sliderCrank();

}  // namespace nsds::command::schemes
