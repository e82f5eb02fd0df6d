// The search along a family of starts: where the condition that is left changes its sign between starts with the same impacts.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "modeling/checks.hpp"
#include "nsds/theory/boundary_values/impact_shooting.hpp"

namespace nsds {

namespace {

constexpr const char* scanOwner = "findShootingSolutions";
constexpr double located = 1e-12;   // of the range: a change of the sequence of impacts
constexpr double satisfied = 1e-9;  // of the conditions' terms: those that the family keeps
constexpr int rootHalvings = 12;    // of an interval with a root, before Newton's method takes over again
constexpr int extremumSteps = 40;   // of a golden section search
constexpr double sameRoot = 1e-9;   // of the range

struct Sample {
  double parameter;
  bool regular;
  std::vector<Index> contacts;
  Vector conditions;
};

class FamilyScan {
 public:
  FamilyScan(const ImpactBoundaryValueProblem& problem, const StartFamily& family,
             const ShootingOptions& options)
      : problem_(problem), family_(family), options_(options) {}

  FamilySolutions run() {
    sample();
    chooseCondition();
    locateChanges();
    for (const Sample& s : samples_)
      if (s.regular && std::abs(missOf(s)) <= options_.tolerance * size_) keep(s.parameter);
    for (std::size_t i = 0; i + 1 < samples_.size(); ++i) lookBetween(i);
    nameUnresolved();
    std::sort(found_.solutions.begin(), found_.solutions.end(),
              [](const FamilySolution& a, const FamilySolution& b) {
                const auto first = a.solution.impacts.size(), second = b.solution.impacts.size();
                return first != second ? first < second : a.parameter < b.parameter;
              });
    return std::move(found_);
  }

 private:
  double range() const { return family_.to - family_.from; }

  Vector startAt(double parameter) const {
    Vector state = Vector::Zero(2 * problem_.system.dimension());
    family_.start(parameter, state);
    check::finite(scanOwner, "a start of the family", state);
    return state;
  }

  Sample at(double parameter) {
    const Vector start = startAt(parameter);
    const ImpactFlow flow = problem_.system.flow(problem_.t0, problem_.T, start);
    ++found_.flows;
    Sample made{parameter, flow.regular(), {}, Vector::Zero(problem_.boundary.size())};
    for (const FlowImpact& impact : flow.impacts) made.contacts.push_back(impact.contact);
    problem_.boundary.evaluate(start, flow.state, made.conditions);
    return made;
  }

  void sample() {
    for (Index i = 0; i < family_.samples; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(family_.samples - 1);
      samples_.push_back(at(family_.from + share * range()));
      if (!samples_.back().regular) ++found_.irregular;
    }
  }

  /// The one condition that the family does not satisfy.
  void chooseCondition() {
    Vector largest = Vector::Zero(problem_.boundary.size());
    for (const Sample& s : samples_) largest = largest.cwiseMax(s.conditions.cwiseAbs());
    largest.maxCoeff(&condition_);
    size_ = largest[condition_];
    for (Index i = 0; i < largest.size(); ++i)
      check::that(i == condition_ || largest[i] <= satisfied * size_,
                  "{}: the family leaves the conditions {} and {}; starts satisfy all conditions but one",
                  scanOwner, std::min(i, condition_), std::max(i, condition_));
  }

  double missOf(const Sample& s) const { return s.conditions[condition_]; }
  static bool alike(const Sample& a, const Sample& b) {
    return a.regular && b.regular && a.contacts == b.contacts;
  }

  /// Samples on both sides of every change of the sequence of impacts.
  void locateChanges() {
    std::vector<Sample> dense;
    for (std::size_t i = 0; i + 1 < samples_.size(); ++i) {
      dense.push_back(samples_[i]);
      bisect(samples_[i], samples_[i + 1], dense);
    }
    dense.push_back(samples_.back());
    samples_ = std::move(dense);
  }

  /// Appends what lies between two samples. Between two that are irregular nothing is looked for.
  void bisect(const Sample& left, const Sample& right, std::vector<Sample>& to) {
    const bool done = left.regular == right.regular && left.contacts == right.contacts;
    if (done || (!left.regular && !right.regular) || right.parameter - left.parameter <= located * range())
      return;
    const Sample middle = at(0.5 * (left.parameter + right.parameter));
    bisect(left, middle, to);
    to.push_back(middle);
    bisect(middle, right, to);
  }

  void lookBetween(std::size_t i) {
    const Sample& a = samples_[i];
    const Sample& b = samples_[i + 1];
    if (!alike(a, b)) return;
    if (missOf(a) * missOf(b) < 0.0) {
      close(a, b);
      return;
    }
    // An extremum towards zero, of three samples of which the middle one is the nearest
    const bool falls = i > 0 && alike(samples_[i - 1], a) && isNearer(a, samples_[i - 1]) && isNearer(a, b);
    if (falls) lookAtExtremum(samples_[i - 1], b);
  }

  bool isNearer(const Sample& a, const Sample& b) const {
    return missOf(a) * missOf(b) > 0.0 && std::abs(missOf(a)) < std::abs(missOf(b));
  }

  /// Golden section on |miss|, until it has another sign, which makes two roots, or is next to zero, which makes a double one.
  void lookAtExtremum(const Sample& left, const Sample& right) {
    constexpr double golden = 0.381966011250105;
    double low = left.parameter, high = right.parameter;
    const double sign = missOf(left) > 0.0 ? 1.0 : -1.0;
    Sample a = at(low + golden * (high - low));
    Sample b = at(high - golden * (high - low));
    for (int k = 0; k < extremumSteps; ++k) {
      for (const Sample* s : {&a, &b}) {
        if (!alike(left, *s)) return;
        if (sign * missOf(*s) > 0.0) continue;
        close(left, *s);
        close(*s, right);
        return;
      }
      if (sign * missOf(a) < sign * missOf(b)) {
        high = b.parameter;
        b = a;
        a = at(low + golden * (high - low));
      } else {
        low = a.parameter;
        a = b;
        b = at(high - golden * (high - low));
      }
    }
    if (std::abs(missOf(a)) <= options_.tolerance * size_) keep(a.parameter);
  }

  /// A root between samples with misses of different signs: Newton's method from the nearer one, or after some halvings. Where
  /// that does not lead to it, or the impacts change on the way, it is left unresolved.
  void close(Sample a, Sample b) {
    for (int k = 0; k <= rootHalvings; ++k) {
      const Sample& nearer = std::abs(missOf(a)) < std::abs(missOf(b)) ? a : b;
      if (tryFrom(nearer.parameter, a.parameter, b.parameter)) return;
      Sample middle = at(0.5 * (a.parameter + b.parameter));
      if (!alike(a, middle)) break;
      (missOf(a) * missOf(middle) > 0.0 ? a : b) = std::move(middle);
    }
    found_.unresolved.push_back(0.5 * (a.parameter + b.parameter));
  }

  /// True if Newton's method leads to a root between the two parameters.
  bool tryFrom(double parameter, double low, double high) {
    try {
      ShootingSolution solution = shoot(problem_, startAt(parameter), options_);
      const std::optional<double> root = parameterOf(solution.start, parameter);
      const double slack = sameRoot * range();
      if (!root || *root < low - slack || *root > high + slack) return false;
      add(*root, std::move(solution));
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  void keep(double parameter) {
    try {
      add(parameter, shoot(problem_, startAt(parameter), options_));
    } catch (const Error&) {  // where impacts change there is no derivative
      found_.unresolved.push_back(parameter);
    }
  }

  void add(double parameter, ShootingSolution solution) {
    const bool known =
        std::any_of(found_.solutions.begin(), found_.solutions.end(), [&](const FamilySolution& other) {
          return std::abs(other.parameter - parameter) <= sameRoot * range() &&
                 other.solution.impacts.size() == solution.impacts.size();
        });
    if (!known) found_.solutions.push_back({parameter, std::move(solution)});
  }

  /// The parameter whose start is the given state, by Newton's method in one unknown from nearby: starts move along a curve.
  std::optional<double> parameterOf(const Vector& state, double parameter) const {
    const double step = 1e-7 * range();
    for (int k = 0; k < 20; ++k) {
      const Vector off = state - startAt(parameter);
      const Vector tangent = (startAt(parameter + step) - startAt(parameter - step)) / (2.0 * step);
      const double change = tangent.dot(off) / tangent.squaredNorm();
      if (!std::isfinite(change)) return {};
      parameter += change;
      if (std::abs(change) <= 1e-14 * range()) break;
    }
    return parameter;
  }

  /// What one way did not lead to another may have found.
  void nameUnresolved() {
    std::erase_if(found_.unresolved, [&](double parameter) {
      return std::any_of(found_.solutions.begin(), found_.solutions.end(), [&](const FamilySolution& known) {
        return std::abs(known.parameter - parameter) <= sameRoot * range();
      });
    });
    std::sort(found_.unresolved.begin(), found_.unresolved.end());
  }

  const ImpactBoundaryValueProblem& problem_;
  const StartFamily& family_;
  const ShootingOptions& options_;
  std::vector<Sample> samples_;
  Index condition_ = 0;
  double size_ = 0.0;
  FamilySolutions found_;
};

}  // namespace

FamilySolutions findShootingSolutions(const ImpactBoundaryValueProblem& problem, const StartFamily& family,
                                      const ShootingOptions& options) {
  check::that(static_cast<bool>(family.start), "{}: the function of starts is empty", scanOwner);
  check::finite(scanOwner, "the beginning of the range", family.from);
  check::finite(scanOwner, "the end of the range", family.to);
  check::that(family.from < family.to, "{}: the range from {} to {} is empty", scanOwner, family.from,
              family.to);
  check::that(family.samples >= 2, "{}: {} samples, at least 2 expected", scanOwner, family.samples);
  return FamilyScan(problem, family, options).run();
}

}  // namespace nsds
