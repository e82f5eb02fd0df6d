#include "modeling/law_checks.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace nsds::check {

namespace {

/// A projection P has P(P(x)) = P(x) and |P(x) - P(y)| <= |x - y|, which is looked at in a few points around the set, near
/// and far, the same in every run.
class ProjectorCheck {
 public:
  ProjectorCheck(const NonSmoothLaw& law, const ProjectorSet& set) : law_(law), set_(set) {}

  void run() {
    constexpr int count = 12;
    const Vector start = projected(Vector::Zero(law_.blockSize()));
    const double unit = set_.extent > 0.0 ? set_.extent : 1.0;
    double distance = 0.1 * unit;
    for (int k = 0; k < count; ++k, distance *= 1.6) {
      Vector x = start;
      for (Index i = 0; i < x.size(); ++i) x[i] += distance * spread(k * x.size() + i);
      points_.push_back(x);
      projections_.push_back(projected(x));
      look(points_.size() - 1);
    }
  }

 private:
  /// The fractions of multiples of the golden ratio are spread evenly over [-1, 1].
  static double spread(Index k) {
    const double multiple = 0.6180339887498949 * static_cast<double>(k + 1);
    return 2.0 * (multiple - std::floor(multiple)) - 1.0;
  }
  Vector projected(const Vector& x) const {
    Vector p(x.size());
    set_.project(x, p);
    finite(law_.name(), "what its projector returned", p);
    return p;
  }
  void look(std::size_t k) const {
    constexpr double small =
        1e-7;  // of what the point moves, far above rounding and above what projectors iterate to
    const Vector& x = points_[k];
    const Vector& p = projections_[k];
    const double again = (projected(p) - p).norm();
    that(again <= small * ((x - p).norm() + p.norm()) + std::numeric_limits<double>::min(),
         "{}: its projector is none: it moves the projection of a point by {} when it projects it again",
         law_.name(), again);
    for (std::size_t i = 0; i < k; ++i) {
      const double before = (x - points_[i]).norm();
      const double after = (p - projections_[i]).norm();
      that(after <= (1.0 + small) * before,
           "{}: its projector is none onto a convex set: points at a distance of {} are projected to points "
           "at {}",
           law_.name(), before, after);
    }
  }

  const NonSmoothLaw& law_;
  const ProjectorSet& set_;
  std::vector<Vector> points_;
  std::vector<Vector> projections_;
};

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
  void operator()(const EllipticSet& cone) const {
    friction("mu1", cone.mu1);
    friction("mu2", cone.mu2);
  }
  void operator()(const TrescaSet& set) const { friction("the bound of friction", set.bound); }
  void operator()(const CohesiveSet& cone) const { friction("mu", cone.mu); }
  void operator()(const PolyhedronSet& set) const {
    size(law.name(), "K", set.K.size(), set.H.rows());
    shape(law.name(), "H", set.H, set.K.size(), law.blockSize());
    finite(law.name(), "H", set.H);
    finite(law.name(), "K", set.K);
  }
  void operator()(const ProjectorSet& set) const {
    that(static_cast<bool>(set.project), "{}: its set has no projector", law.name());
    that(std::isfinite(set.extent) && set.extent >= 0.0,
         "{}: the extent {} of its set is negative or not finite", law.name(), set.extent);
  }
  void operator()(const OutputSet& set) const { std::visit(*this, set.K); }

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

namespace {

const ProjectorSet* projectorOf(const AdmissibleSet& set) {
  const auto* const output = std::get_if<OutputSet>(&set);
  return output == nullptr ? std::get_if<ProjectorSet>(&set) : std::get_if<ProjectorSet>(&output->K);
}

bool sameKind(const AdmissibleSet& a, const AdmissibleSet& b) {
  const auto* const ofA = std::get_if<OutputSet>(&a);
  const auto* const ofB = std::get_if<OutputSet>(&b);
  return a.index() == b.index() && (ofA == nullptr || ofA->K.index() == ofB->K.index());
}

}  // namespace

void setOf(const NonSmoothLaw& law) {
  if (law.setDependence() != SetDependence::none) return;
  const AdmissibleSet set = law.admissibleSet();
  std::visit(SetCheck{law}, set);
  if (const ProjectorSet* const projector = projectorOf(set); projector != nullptr)
    ProjectorCheck(law, *projector).run();
}

void setAt(const NonSmoothLaw& law, const AdmissibleSet& set, double t) {
  if (!sameKind(set, law.admissibleSet()))
    throw Error(fmt::format("{}: the kind of its set has changed at t = {}", law.name(), t));
  try {
    std::visit(SetCheck{law}, set);
  } catch (const InvalidArgument& error) {
    throw Error(fmt::format("{}, at t = {}", error.what(), t));
  }
}

}  // namespace nsds::check
