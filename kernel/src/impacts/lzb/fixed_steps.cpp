// Micro-steps of one impulse of the primary contact each, as Liu, Zhao and Brogliato take them: energies and velocities by
// Euler's method, with the mean velocity of a step in the works. Ends of compression and expansion are stepped over.
#include <algorithm>
#include <cmath>

#include "impacts/lzb/contact_springs.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

enum class Stage : std::uint8_t { idle, starting, loaded };

class FixedSteps {
 public:
  FixedSteps(const SpringImpact& impact, VectorRef impulses, ImpactReport& report)
      : impact_(impact),
        contacts_(impact.springs.size()),
        U_(impact.uMinus),
        E_(Vector::Zero(U_.size())),
        compressed_(Vector::Zero(U_.size())),
        step_(Vector::Zero(U_.size())),
        before_(U_),
        stage_(contacts_, Stage::idle),
        P_(impulses),
        report_(report) {}

  void run() {
    while (findStages()) {
      countMicroStep(impact_.options, report_);
      distribute();
      advance();
    }
    checkEnergy();
  }

 private:
  Index at(std::size_t i) const { return static_cast<Index>(i); }

  /// Finds what each contact does in the next step; false if the impact is over.
  bool findStages() {
    const double slow = impact_.options.zeroVelocity * impact_.fastest;
    bool goesOn = false;
    for (std::size_t i = 0; i < contacts_; ++i) {
      const bool loaded = E_[at(i)] > impact_.options.zeroEnergy;
      const bool approaches = U_[at(i)] < -slow;
      stage_[i] = loaded ? Stage::loaded : approaches ? Stage::starting : Stage::idle;
      goesOn = goesOn || stage_[i] != Stage::idle;
    }
    return goesOn;
  }

  /// (η + 1)^a K^(1/(η + 1)) E^a, the force of a contact with energy E, a = η / (η + 1).
  double forceOf(std::size_t i, double energy) const {
    const ContactSpring& spring = impact_.springs[i];
    const double part = 1.0 / (spring.eta + 1.0);
    return std::pow(spring.eta + 1.0, 1.0 - part) * std::pow(spring.K, part) * std::pow(energy, 1.0 - part);
  }

  /// Finds the impulses of all contacts for one of the primary contact, which has the largest energy or, where none has any,
  /// approaches fastest.
  void distribute() {
    const double dP = impact_.options.impulseStep;
    Index primary = 0;
    const bool byEnergy = E_.maxCoeff(&primary) > impact_.options.zeroEnergy;
    if (!byEnergy) U_.minCoeff(&primary);
    const auto j = static_cast<std::size_t>(primary);
    const double etaJ = impact_.springs[j].eta;
    const double force = forceOf(j, byEnergy ? E_[primary] : -U_[primary]);
    for (std::size_t i = 0; i < contacts_; ++i) {
      const double eta = impact_.springs[i].eta;
      const double speed = -U_[at(i)];
      double share = 0.0;
      if (stage_[i] == Stage::loaded) {
        share = forceOf(i, E_[at(i)]) / force;
      } else if (stage_[i] == Stage::starting && byEnergy) {
        share = std::pow(forceOf(i, speed * dP) / force, 1.0 + eta);
      } else if (stage_[i] == Stage::starting) {
        share = std::pow(forceOf(i, speed) / force, 1.0 + eta) * std::pow(dP, (eta - etaJ) / (1.0 + etaJ));
      }
      step_[at(i)] = share * dP;
    }
  }

  void advance() {
    before_ = U_;
    for (Index k = 0; k < step_.size(); ++k) {
      if (step_[k] == 0.0) continue;
      for (SparseMatrix::InnerIterator entry(impact_.W, k); entry; ++entry)
        U_[entry.row()] += entry.value() * step_[k];
    }
    P_ += step_;
    for (std::size_t i = 0; i < contacts_; ++i) {
      if (step_[at(i)] != 0.0) addWork(i);
    }
  }

  /// Euler's method keeps the energy but for an error of the order of its step.
  void checkEnergy() const {
    constexpr double most = 0.1;
    const double change = 0.5 * P_.dot(impact_.uMinus + U_);
    const double missing = std::abs(change + *report_.dissipated);
    if (missing > most * compression_)
      throw Error(fmt::format(
          "LZBImpactLaw: fixed micro-steps of {} N s are too long: {} J are missing of the {} J of all "
          "compressions; take a shorter impulseStep, or located steps",
          impact_.options.impulseStep, missing, compression_));
  }

  void addWork(std::size_t i) {
    const ContactSpring& spring = impact_.springs[i];
    double& energy = E_[at(i)];
    const double work = -0.5 * (before_[at(i)] + U_[at(i)]) * step_[at(i)];
    const double start = energy;
    compression_ += std::max(work, 0.0);
    const double left = spring.e * spring.e;
    double lost = 0.0;
    if (impact_.options.stiffness == ContactStiffness::monostiffness || work >= 0.0) {
      energy = std::max(energy + work, 0.0);
    } else {
      energy = left > 0.0 ? std::max(energy + work / left, 0.0) : 0.0;
      lost = (1.0 - left) * (start - energy);
    }
    if (impact_.options.stiffness == ContactStiffness::monostiffness) {
      if (before_[at(i)] <= 0.0 && U_[at(i)] > 0.0) compressed_[at(i)] = energy;
      if (U_[at(i)] > 0.0 && energy <= (1.0 - left) * compressed_[at(i)]) {
        lost = energy;
        energy = 0.0;
      }
    }
    *report_.dissipated += lost;
  }

  const SpringImpact& impact_;
  std::size_t contacts_;
  Vector U_, E_, compressed_, step_, before_;
  double compression_ = 0.0;  // the work of all compressions
  std::vector<Stage> stage_;
  VectorRef P_;
  ImpactReport& report_;
};

}  // namespace

void integrateFixed(const SpringImpact& impact, VectorRef impulses, ImpactReport& report) {
  FixedSteps(impact, impulses, report).run();
}

}  // namespace nsds
