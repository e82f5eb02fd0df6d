// The exact solutions that the lecture measures schemes by.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "command/study/lecture.hpp"

namespace nsds::command::lecture {

namespace {

constexpr int kInstants = 1000;

/// Position and velocity over time; jumps are between two rows.
io::Trajectory motionOf(const Problem& problem) {
  io::Trajectory table({{"t", "s"}, {"q", "m"}, {"v", "m/s"}});
  for (int k = 0; k <= kInstants; ++k) {
    const double t = problem.T * k / kInstants;
    const ImpactingMassState state = problem.exact.at(t);
    const double row[] = {t, state.q, state.vRight};
    table.append(row);
  }
  return table;
}

/// The largest departure of the law of impacts from v+ = -e v-, over all impacts that can be told apart.
double worstImpact(const Problem& problem) {
  double worst = 0.0;
  const double e = problem.exact.parameters().restitution;
  for (const double t : problem.exact.impactTimes(problem.T)) {
    const ImpactingMassState state = problem.exact.at(t);
    worst = std::max(worst, std::abs(state.vRight + e * state.vLeft) / problem.exact.firstSpeed());
  }
  return worst;
}

}  // namespace

StudyResult academicProblems() {
  StudyResult made;
  made.table = io::Trajectory({{"t", "s"}, {"ball", "m"}, {"oscillator", "m"}});
  const Problem first = ball(), second = oscillator();
  double least = 0.0;
  for (int k = 0; k <= kInstants; ++k) {
    const double t = first.T * k / kInstants;
    const double row[] = {t, first.exact.at(t).q, second.exact.at(t).q};
    least = std::min({least, row[1], row[2]});
    made.table.append(row);
  }
  made.sentence =
      fmt::format("Both move above the floor for all times: the least position is {:.1e} m.", least);
  made.holds = least > -1e-12;
  return made;
}

StudyResult exactBall() {
  const Problem problem = ball();
  const double worst = worstImpact(problem), rest = problem.exact.restTime();
  return {
      motionOf(problem),
      {},
      fmt::format(
          "Every impact restitutes half of the velocity (to {:.0e}), and they accumulate at t = {:.9f} s.",
          worst, rest),
      worst < 1e-9 && std::abs(rest - 3.0) < 1e-12};
}

StudyResult exactOscillator() {
  const Problem problem = oscillator();
  const std::vector<double> impacts = problem.exact.impactTimes(problem.T);
  const double worst = worstImpact(problem);
  bool periodic = impacts.size() == 3;
  for (std::size_t n = 0; n < impacts.size(); ++n)
    periodic = periodic && std::abs(impacts[n] - (static_cast<double>(n) + 0.5) * std::numbers::pi) < 1e-12;
  return {motionOf(problem),
          {},
          fmt::format(
              "Impacts come at (n + 1/2) pi, {} of them until t = {} s, and restitute 0.7 of the velocity.",
              impacts.size(), problem.T),
          periodic && worst < 1e-9};
}

}  // namespace nsds::command::lecture
