#include "modeling/law_checks.hpp"

#include <cmath>
#include <limits>

namespace nsds::check {

namespace {

/// Refuses numbers with which a set is none; sets without numbers are what they are.
struct SetCheck {
  const NonSmoothLaw& law;

  template <class Set>
  void operator()(const Set&) const {}
  void operator()(const BoxSet& box) const { interval(box.lower, box.upper); }
  void operator()(const MixedSet& set) const {
    size(law.name(), "the lower bound", set.lower.size(), law.blockSize());
    size(law.name(), "the upper bound", set.upper.size(), law.blockSize());
    for (Index i = 0; i < set.lower.size(); ++i) interval(set.lower[i], set.upper[i]);
  }
  void operator()(const CoulombSet& cone) const { friction("mu", cone.mu); }
  void operator()(const RollingSet& cone) const {
    friction("mu", cone.mu);
    friction("muR", cone.muR);
  }
  void operator()(const PolyhedronSet& set) const {
    size(law.name(), "K", set.K.size(), set.H.rows());
    shape(law.name(), "H", set.H, set.K.size(), law.blockSize());
    finite(law.name(), "H", set.H);
    finite(law.name(), "K", set.K);
  }

  void interval(double lower, double upper) const {
    that(lower <= upper && lower < infinity && upper > -infinity,
         "{}: its interval [{}, {}] is empty or not a number", law.name(), lower, upper);
  }
  void friction(const char* name, double value) const {
    that(std::isfinite(value) && value >= 0.0, "{}: {} = {} is negative or not finite", law.name(), name,
         value);
  }
  static constexpr double infinity = std::numeric_limits<double>::infinity();
};

}  // namespace

void setOf(const NonSmoothLaw& law) {
  std::visit(SetCheck{law}, law.admissibleSet());
}

}  // namespace nsds::check
