// Micro-steps that end where a contact changes its phase. Between these ends compressions δ and impulses P obey
//
//   P_i' = K_i δ_i^η_i,    δ_i' = −c_i U_i,    U = U⁻ + W P,
//
// with constant c_i, and are integrated by Dormand and Prince's pair of orders 5 and 4. Where the end of a phase lies within
// a step, the step is taken again, as long as it takes to end there.
#include <algorithm>
#include <cmath>
#include <utility>

#include "impacts/lzb/active_contacts.hpp"
#include "impacts/lzb/contact_springs.hpp"
#include "integrators/dormand_prince_tableau.hpp"
#include "linalg/numbers.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

constexpr std::size_t stages = 7;

/// Contacts that lose energy pass through compression and expansion; elastic ones have one phase.
enum class Phase : std::uint8_t { open, elastic, compression, expansion };

/// What a contact has done so far.
struct SpringCourse {
  Phase phase = Phase::open;
  double delta = 0.0;
  double end = 0.0;     ///< the compression at which its expansion is over
  double energy = 0.0;  ///< with which its expansion began
};

class LocatedSteps {
 public:
  LocatedSteps(const SpringImpact& impact, VectorRef impulses, ImpactReport& report);
  void run();

 private:
  static std::size_t at(std::int32_t contact) { return static_cast<std::size_t>(contact); }
  SpringCourse& courseOf(std::size_t k) { return course_[at(active_.compressed()[k])]; }
  const ContactSpring& springOf(std::size_t k) const { return impact_.springs[at(active_.compressed()[k])]; }

  // The phases
  void strike(std::int32_t contact);
  void takeUpPhases();
  void changePhase(std::int32_t contact);
  double untilChange(std::size_t k) const;

  // A micro-step
  void begin();
  void evaluate(const double* delta, const double* dP, double* rates);
  double tryStep(double h);
  double longestStep() const;
  double locate(double h);
  double root(std::size_t k, double h);
  void commit();

  const SpringImpact& impact_;
  VectorRef P_;
  ImpactReport& report_;
  ActiveContacts active_;
  std::vector<SpringCourse> course_;             // (contacts)
  std::vector<double> U_;                        // (contacts)
  std::vector<double> deltaUnit_, impulseUnit_;  // (contacts) of a single impact at the largest velocity
  std::vector<double> start_, startU_;           // δ of compressed contacts; U of moved ones
  std::vector<double> rates_[stages];            // δ' and P' of compressed contacts
  std::vector<double> stage_, endU_, stageU_;  // δ and P of a stage; U at the end of a step, and in a stage
  double h_ = 0.0;
  double shortest_ = 0.0;
};

LocatedSteps::LocatedSteps(const SpringImpact& impact, VectorRef impulses, ImpactReport& report)
    : impact_(impact),
      P_(impulses),
      report_(report),
      active_(impact.W),
      course_(impact.springs.size()),
      U_(impact.uMinus.begin(), impact.uMinus.end()) {
  const Vector diagonal = impact.W.diagonal();
  const double least = 1e-14 * diagonal.maxCoeff();
  double shortest = infinity;
  for (std::size_t i = 0; i < course_.size(); ++i) {
    const double inverseMass = std::max(diagonal[static_cast<Index>(i)], least);
    impulseUnit_.push_back(impact.fastest / inverseMass);
    deltaUnit_.push_back(impact.springs[i].compression(0.5 * impact.fastest * impulseUnit_.back()));
    shortest = std::min(shortest, deltaUnit_.back() / impact.fastest);
    if (U_[i] < -impact.options.zeroVelocity * impact.fastest) strike(static_cast<std::int32_t>(i));
  }
  // Compression grows from zero, where forces have few derivatives.
  h_ = 1e-3 * shortest;
  shortest_ = 1e-14 * shortest;
  active_.collect();
}

void LocatedSteps::run() {
  while (!active_.compressed().empty()) {
    countMicroStep(impact_.options, report_);
    begin();
    // A step as long as the tolerance allows
    double h = std::min(h_, longestStep());
    for (;;) {
      const double error = tryStep(h);
      const double factor = error > 0.0 ? std::clamp(0.9 * std::pow(error, -0.2), 0.2, 5.0) : 5.0;
      if (error <= 1.0) {
        h_ = h < h_ ? std::max(h_, h * factor) : h * factor;
        break;
      }
      h *= std::min(factor, 0.9);
      h_ = h;
      if (!(h > shortest_))
        throw Error("LZBImpactLaw: micro-steps become too short for the tolerance; allow a larger one");
    }
    // Or as long as the first end of a phase allows
    const double end = locate(h);
    if (end < h) tryStep(end);
    commit();
    takeUpPhases();
  }
}

/// Takes δ and U from the contacts, and evaluates the first stage.
void LocatedSteps::begin() {
  const std::size_t m = active_.compressed().size();
  start_.assign(2 * m, 0.0);
  for (std::size_t k = 0; k < m; ++k) start_[k] = courseOf(k).delta;
  startU_.clear();
  for (const std::int32_t contact : active_.moved()) startU_.push_back(U_[at(contact)]);
  for (auto& rates : rates_) rates.resize(2 * m);
  stage_.resize(2 * m);
  stageU_.resize(m);
  evaluate(start_.data(), start_.data() + m, rates_[0].data());
}

/// dP: since the step began.
void LocatedSteps::evaluate(const double* delta, const double* dP, double* rates) {
  const std::size_t m = active_.compressed().size();
  std::copy_n(startU_.begin(), m, stageU_.begin());
  active_.addVelocities(dP, m, stageU_.data());
  for (std::size_t k = 0; k < m; ++k) {
    const double e = springOf(k).e;
    const bool stiffer =
        courseOf(k).phase == Phase::expansion && impact_.options.stiffness == ContactStiffness::bistiffness;
    rates[k] = stiffer ? -stageU_[k] / (e * e) : -stageU_[k];
    rates[m + k] = springOf(k).force(delta[k]);
  }
}

/// Computes stage_ and endU_ after a step of length h. Returns its error relative to what the tolerance allows.
double LocatedSteps::tryStep(double h) {
  using namespace dormand_prince;
  const std::size_t m = active_.compressed().size();
  for (std::size_t s = 1; s < stages; ++s) {
    for (std::size_t k = 0; k < 2 * m; ++k) {
      double sum = 0.0;
      for (std::size_t j = 0; j < s; ++j) sum += weights[s][j] * rates_[j][k];
      stage_[k] = start_[k] + h * sum;
    }
    evaluate(stage_.data(), stage_.data() + m, rates_[s].data());
  }
  endU_ = startU_;
  active_.addVelocities(stage_.data() + m, endU_.size(), endU_.data());
  double worst = 0.0;
  for (std::size_t k = 0; k < 2 * m; ++k) {
    double error = 0.0;
    for (std::size_t s = 0; s < stages; ++s) error += errorWeights[s] * rates_[s][k];
    const std::size_t contact = at(active_.compressed()[k < m ? k : k - m]);
    const double unit = k < m ? deltaUnit_[contact] : impulseUnit_[contact];
    worst = std::max(worst, std::abs(h * error) / unit);
  }
  return std::isfinite(worst) ? worst / impact_.options.tolerance : 1e10;
}

/// The step in which the primary contact, that of the largest energy, has the impulse that the options allow.
double LocatedSteps::longestStep() const {
  const double impulse = impact_.options.impulseStep;
  if (impulse <= 0.0) return infinity;
  double largest = 0.0;
  double force = 0.0;
  for (std::size_t k = 0; k < active_.compressed().size(); ++k) {
    const double energy = springOf(k).energy(start_[k]);
    if (energy > largest) force = springOf(k).force(start_[k]);
    largest = std::max(largest, energy);
  }
  return force > 0.0 ? impulse / force : infinity;
}

/// How far a moved contact is from the end of its phase at the end of the step: positive before it, 0 to −1 at it.
double LocatedSteps::untilChange(std::size_t k) const {
  constexpr double exact = 1e-14;
  const std::size_t i = at(active_.moved()[k]);
  const SpringCourse& course = course_[i];
  const double slow = impact_.options.zeroVelocity * impact_.fastest;
  const double U = endU_[k];
  // Velocities grow slowly before a compression: two decades do not matter.
  if (course.phase == Phase::open) return (U + slow) / (100.0 * slow);
  const double closing = -U / (exact * impact_.fastest);
  if (course.phase == Phase::compression) return closing;
  // What is left of a compression that opens, and beside the tolerance nothing, is nothing.
  const double nothing = 1e-2 * impact_.options.tolerance * deltaUnit_[i];
  const double over = std::max((stage_[k] - course.end) / nothing - 1.0, closing);
  return course.phase == Phase::elastic ? over : std::min(over, 1.0 - closing);
}

/// Returns the length of the step of length h up to the first end of a phase in it, or h.
double LocatedSteps::locate(double h) {
  std::vector<std::size_t> changing;
  for (std::size_t k = 0; k < active_.moved().size(); ++k) {
    if (untilChange(k) < -1.0) changing.push_back(k);
  }
  double end = h;
  for (const std::size_t k : changing) {
    if (end < h) tryStep(end);
    if (untilChange(k) < -1.0) end = root(k, end);
  }
  return end;
}

/// Where contact k of the moved ones is at the end of its phase, in a step of length h behind it: secants, with halves in
/// between, so that brackets shrink by half with every two of them at least.
double LocatedSteps::root(std::size_t k, double h) {
  double left = 0.0;
  double right = h;
  double rightValue = untilChange(k);
  double leftValue = infinity;
  for (int i = 0; right - left > 4.0 * epsilon * right; ++i) {
    double s = 0.5 * (left + right);
    if (i % 2 == 1 && std::isfinite(leftValue)) {
      const double secant = (left * rightValue - right * leftValue) / (rightValue - leftValue);
      if (secant > left && secant < right) s = secant;
    }
    tryStep(s);
    const double value = untilChange(k);
    if (value >= -1.0 && value <= 0.0) return s;
    (value > 0.0 ? left : right) = s;
    (value > 0.0 ? leftValue : rightValue) = value;
  }
  return right;
}

/// Takes δ, P and U of the step that was computed last.
void LocatedSteps::commit() {
  const std::size_t m = active_.compressed().size();
  for (std::size_t k = 0; k < m; ++k) {
    courseOf(k).delta = stage_[k];
    P_[active_.compressed()[k]] += stage_[m + k];
  }
  for (std::size_t k = 0; k < active_.moved().size(); ++k) U_[at(active_.moved()[k])] = endU_[k];
}

/// A contact that approaches begins its compression; one that nothing is coupled to has had its impact.
void LocatedSteps::strike(std::int32_t contact) {
  for (SparseMatrix::InnerIterator entry(impact_.W, contact); entry; ++entry) {
    if (entry.row() != contact && entry.value() != 0.0) return changePhase(contact);
  }
  const double e = impact_.springs[at(contact)].e;
  const double stopping = -U_[at(contact)] / impact_.W.coeff(contact, contact);
  P_[contact] = (1.0 + e) * stopping;
  *report_.dissipated -= 0.5 * (1.0 - e * e) * stopping * U_[at(contact)];
  U_[at(contact)] *= -e;
}

/// A contact begins its next phase; what it loses is added up.
void LocatedSteps::changePhase(std::int32_t contact) {
  const ContactSpring& spring = impact_.springs[at(contact)];
  SpringCourse& course = course_[at(contact)];
  const double lossy = 1.0 - spring.e * spring.e;
  const bool two = impact_.options.stiffness == ContactStiffness::bistiffness;
  switch (course.phase) {
    case Phase::open:
      course.phase = lossy > 0.0 ? Phase::compression : Phase::elastic;
      course.delta = 0.0;
      active_.add(contact);
      return;
    case Phase::compression:
      course.energy = spring.energy(course.delta);
      course.end = two ? 0.0 : spring.compression(lossy * course.energy);
      course.phase = Phase::expansion;
      if (spring.e > 0.0) return;
      break;
    case Phase::expansion:
      if (U_[at(contact)] >= 0.0) break;
      // It is compressed again before its energy is used up.
      if (two) *report_.dissipated += lossy * (course.energy - spring.energy(course.delta));
      course.phase = Phase::compression;
      return;
    case Phase::elastic:
      course.energy = 0.0;
      break;
  }
  *report_.dissipated += lossy * course.energy;
  course.phase = Phase::open;
  course.delta = 0.0;
}

/// Contacts at the end of a phase begin the next one.
void LocatedSteps::takeUpPhases() {
  bool changed = false;
  const std::vector<std::int32_t>& moved = active_.moved();
  for (std::size_t k = 0; k < moved.size(); ++k) {
    if (untilChange(k) > 0.0) continue;
    changePhase(moved[k]);
    changed = true;
  }
  if (!changed) return;
  active_.removeIf([&](std::int32_t i) { return course_[at(i)].phase == Phase::open; });
  active_.collect();
}

}  // namespace

void integrateLocated(const SpringImpact& impact, VectorRef impulses, ImpactReport& report) {
  LocatedSteps(impact, impulses, report).run();
}

}  // namespace nsds
