// Precision and work of adaptive steps of Moreau and Jean's scheme, beside fixed steps.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nsds/theory/accuracy/work_precision.hpp>
#include <string>
#include <utility>
#include <vector>

#include "command/study/lecture.hpp"

namespace nsds::command::lecture {

namespace {

constexpr std::array kTolerances{1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
constexpr std::array kFixedSteps{1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5};

struct AdaptiveMethod {
  const char* name;
  ErrorOrder order;
};

/// Work and error of fixed steps, and of methods over the tolerances.
struct Comparison {
  io::Trajectory table;
  WorkPrecision fixed;
  std::vector<WorkPrecision> adaptive;
};

Comparison compare(const Problem& problem, const std::vector<AdaptiveMethod>& methods, bool violations) {
  Comparison made;
  std::vector<io::Column> columns{{"fixed.work", "steps"}, {"fixed.error", "m s"}};
  for (const AdaptiveMethod& method : methods) {
    columns.push_back({std::string(method.name) + ".work", "steps"});
    columns.push_back({std::string(method.name) + ".error", "m s"});
  }
  made.table = io::Trajectory(std::move(columns));
  made.adaptive.resize(methods.size());
  for (std::size_t i = 0; i < kTolerances.size(); ++i) {
    const Delivered fixed = runFixed(problem, MoreauJeanOSI(0.5), kFixedSteps[i]);
    made.fixed.add({kFixedSteps[i], fixed.work, fixed.position});
    std::vector<double> row{fixed.work, fixed.position};
    for (std::size_t m = 0; m < methods.size(); ++m) {
      const Delivered run = runAdaptive(problem, methods[m].order, kTolerances[i], violations);
      made.adaptive[m].add({kTolerances[i], run.work, run.position});
      row.push_back(run.work);
      row.push_back(run.position);
    }
    made.table.append(row);
  }
  return made;
}

/// Returns true if the error falls from each tolerance to the next, or grows by a factor of two at most.
bool falls(const WorkPrecision& runs) {
  const std::vector<WorkPrecisionPoint>& points = runs.points();
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i].error > 2.0 * points[i - 1].error) return false;
  return true;
}

/// An error that counts violations falls with the tolerance, and adaptive steps reach it in far fewer steps than fixed ones.
StudyResult controlled(const Problem& problem, const std::vector<AdaptiveMethod>& methods) {
  Comparison made = compare(problem, methods, true);
  StudyResult result;
  result.options.kind = "work-precision";
  result.holds = true;
  std::string found;
  const WorkPrecisionPoint& last = made.fixed.points().back();
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const WorkPrecision& runs = made.adaptive[m];
    const double fewer = last.work / runs.workFor(last.error);
    found += fmt::format("; {}: {:.1e} m s at 1e-7, {:.0f} times fewer steps than fixed ones at {:.1e} m s",
                         methods[m].name, runs.points().back().error, fewer, last.error);
    result.holds = result.holds && falls(runs) && fewer >= 20.0;
  }
  result.sentence = "The error falls with the tolerance over five decades" + found + ".";
  result.table = std::move(made.table);
  return result;
}

/// An error that leaves violations out does not see the impacts that steps fell through.
StudyResult uncontrolled(const Problem& problem, const AdaptiveMethod& method) {
  Comparison made = compare(problem, {method}, false);
  const double without = made.adaptive[0].points().back().error;
  const double with = runAdaptive(problem, method.order, kTolerances.back(), true).position;
  StudyResult result;
  result.options.kind = "work-precision";
  result.sentence = fmt::format(
      "Without violations in the error the last tolerance leaves {:.1e} m s, {:.0f} times what it leaves "
      "with them: a step and its "
      "halves fall through the floor alike.",
      without, without / with);
  result.holds = without >= 5.0 * with;
  result.table = std::move(made.table);
  return result;
}

constexpr AdaptiveMethod kZero{"order 0", ErrorOrder::zero}, kOne{"order 1", ErrorOrder::one},
    kTwo{"order 2", ErrorOrder::two};

StudyResult variableOrder(const Problem& problem) {
  return controlled(problem, {{"indicated", ErrorOrder::indicator}, {"observed", ErrorOrder::observed}});
}

}  // namespace

StudyResult orderZeroBall() {
  return uncontrolled(ball(), kZero);
}
StudyResult orderZeroOscillator() {
  return uncontrolled(oscillator(), kZero);
}
StudyResult orderOneBall() {
  return uncontrolled(ball(), kOne);
}
StudyResult orderOneOscillator() {
  return uncontrolled(oscillator(), kOne);
}
StudyResult orderTwoBall() {
  return uncontrolled(ball(), kTwo);
}
StudyResult orderTwoOscillator() {
  return uncontrolled(oscillator(), kTwo);
}
StudyResult orderZeroViolationBall() {
  return controlled(ball(), {kZero});
}
StudyResult orderZeroViolationOscillator() {
  return controlled(oscillator(), {kZero});
}
StudyResult orderOneViolationBall() {
  return controlled(ball(), {kOne});
}
StudyResult orderOneViolationOscillator() {
  return controlled(oscillator(), {kOne});
}
StudyResult variableOrderBall() {
  return variableOrder(ball());
}
StudyResult variableOrderOscillator() {
  return variableOrder(oscillator());
}

}  // namespace nsds::command::lecture
