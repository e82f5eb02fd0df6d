#include "nsds/theory/analysis/step_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/minor_signs.hpp"
#include "analysis/step_answer.hpp"
#include "modeling/checks.hpp"
#include "well_posedness/rounded_p_matrix.hpp"
#include "well_posedness/rounded_step.hpp"

namespace nsds {

namespace {

/// Four a decade and both ends.
std::vector<double> grid(double from, double to) {
  const double decades = std::log10(to / from);
  const int intervals = std::max(1, static_cast<int>(std::ceil(4.0 * decades)));
  std::vector<double> steps;
  steps.reserve(static_cast<std::size_t>(intervals) + 1);
  for (int k = 0; k < intervals; ++k)
    steps.push_back(from * std::pow(to / from, static_cast<double>(k) / intervals));
  steps.push_back(to);
  return steps;
}

/// Adds the steps where signs may change, and one between each of them and the next.
void addBetween(const std::vector<double>& roots, double from, double to, std::vector<double>& steps) {
  double last = from;
  for (const double root : roots) {
    steps.push_back(root);
    steps.push_back(std::sqrt(last * root));
    last = root;
  }
  if (!roots.empty()) steps.push_back(std::sqrt(last * to));
}

std::string sentenceOf(const StepWellPosedness& result) {
  const auto decisive = std::find_if(result.samples.begin(), result.samples.end(),
                                     [&](const StepSample& s) { return s.p.answer == result.answer; });
  if (result.answer == Answer::yes) {
    return fmt::format(
        "S(h) is a P-matrix for {} of h from {:.3g} to {:.3g}: a step has exactly one solution",
        result.everyStep ? std::string("all") : fmt::format("{} samples", result.samples.size()),
        result.samples.front().h, result.samples.back().h);
  }
  if (result.answer == Answer::undecided)
    return fmt::format("whether S(h) is a P-matrix is not decided at h = {:.3g}: {}", decisive->h,
                       decisive->p.message);
  if (decisive->p.minor.empty())
    return fmt::format("at h = {:.3g} there is no S(h): {}", decisive->h, decisive->p.message);
  return fmt::format(
      "S(h) is no P-matrix at h = {:.3g}: the principal minor of rows ({}) is not positive, so that from "
      "some "
      "states a step has no solution or several",
      decisive->h, fmt::join(decisive->p.minor, ", "));
}

}  // namespace

void checkScheme(const char* owner, double theta, double gamma) {
  check::that(theta >= 0.0 && theta <= 1.0, "{}: theta = {} is not in [0, 1]", owner, theta);
  check::that(gamma > 0.0 && gamma <= 1.0, "{}: gamma = {} is not in (0, 1]", owner, gamma);
}

PMatrixAnswer askStep(const LinearComplementaritySystem& system, double h, double theta, double gamma) {
  const RoundedStep step = roundedStep(system, h, theta, gamma);
  if (step.isKnown()) return isRoundedPMatrix(step.S, step.rounding);
  if (step.columns.condition == 0.0)
    return {Answer::no, {}, {}, fmt::format("M - h theta A is singular at h = {}, theta = {}", h, theta)};
  return {Answer::undecided,
          {},
          {},
          fmt::format("M - h theta A is nearly singular at h = {}, theta = {}", h, theta)};
}

Matrix stepMatrix(const LinearComplementaritySystem& system, double h, double theta, double gamma) {
  check::that(std::isfinite(h) && h > 0.0, "stepMatrix: h = {} is not positive", h);
  checkScheme("stepMatrix", theta, gamma);
  RoundedStep step = roundedStep(system, h, theta, gamma);
  if (!step.columns.regular() || !step.S.allFinite())
    throw Error(fmt::format("M - h theta A is singular, or nearly so, at h = {}, theta = {}", h, theta));
  return std::move(step.S);
}

StepWellPosedness stepWellPosedness(const LinearComplementaritySystem& system, double from, double to,
                                    double theta, double gamma) {
  check::that(std::isfinite(to) && from > 0.0 && from <= to,
              "stepWellPosedness: steps from {} to {} are no range of positive steps", from, to);
  checkScheme("stepWellPosedness", theta, gamma);
  StepWellPosedness result;
  std::vector<double> steps = grid(from, to);
  result.everyStep = hasMinorSigns(system);
  if (result.everyStep) addBetween(minorSignChanges(system, from, to, theta, gamma), from, to, steps);
  std::sort(steps.begin(), steps.end());
  bool allYes = true;
  bool anyNo = false;
  for (const double h : steps) {
    result.samples.push_back({h, askStep(system, h, theta, gamma)});
    allYes = allYes && result.samples.back().p.answer == Answer::yes;
    anyNo = anyNo || result.samples.back().p.answer == Answer::no;
  }
  result.answer = anyNo ? Answer::no : (allYes ? Answer::yes : Answer::undecided);
  result.everyStep = result.everyStep && allYes;
  result.message = sentenceOf(result);
  return result;
}

}  // namespace nsds
