#include "nsds/theory/first_order/sweeping_process.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "first_order/set_instants.hpp"
#include "linalg/definiteness.hpp"
#include "linalg/lapack.hpp"
#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/time_stepping.hpp"
#include "nsds/theory/first_order/set_distance.hpp"

namespace nsds {

namespace {

/// Sets that vary, as the steps ask for them: none is empty, and those of one instant at several states do not move by as much
/// as the state. What it remembers says what to compare with and changes no set.
class WatchedSet {
 public:
  /// contraction: of the state, which sets of one instant may move by.
  WatchedSet(VaryingSet K, Index size, double radius, double contraction)
      : K_(std::move(K)), size_(size), radius_(radius), contraction_(contraction) {}

  ConvexSet at(double t, VectorConstRef x) {
    ConvexSet set = K_.at(t, x);
    first_order::requirePoint(set, t, size_, inside_);
    if (K_.dependence() != SetDependence::state) return set;
    if (last_ && t == time_) compare(set, t, x);
    time_ = t;
    state_ = x;
    last_ = set;
    return set;
  }

 private:
  /// Differences of states near rounding give no quotient.
  void compare(const ConvexSet& set, double t, VectorConstRef x) const {
    constexpr double shortest = 1e-7;  // of the size: quotients keep half of the digits
    constexpr double rounding = 1e-9;  // of distances (set_distance.hpp)
    constexpr double margin = 1e-6;    // for that rounding in a quotient of short ways
    const double moved = (x - state_).norm();
    if (!(moved > shortest * std::max(radius_, x.norm()))) return;
    const double quotient = setDistance(*last_, set, x, std::max(radius_, x.norm())) / moved;
    const double given = contraction_ < 1.0 ? contraction_ + margin : 1.0 - rounding;
    if (quotient < given) return;
    throw ContractionError(
        fmt::format(
            "SweepingProcess: at t = {} the set K(t, x) moves by {} times the state from one iterate to "
            "the next; {}",
            t, quotient,
            contraction_ < 1.0 ? fmt::format("setContraction was given {}", contraction_)
                               : std::string("solutions are known to exist below 1")),
        quotient);
  }

  VaryingSet K_;
  Index size_;
  double radius_;
  double contraction_;
  Vector inside_;
  double time_ = 0.0;
  Vector state_;
  std::optional<ConvexSet> last_;
};

VaryingSet watched(const VaryingSet& K, Index size, double radius, double contraction) {
  if (K.dependence() == SetDependence::none) return K;
  auto watch = std::make_shared<WatchedSet>(K, size, radius, contraction);
  return std::visit(
      [&]<class Set>(const Set&) {
        if (K.dependence() == SetDependence::time)
          return VaryingSet([watch](double t) -> Set { return std::get<Set>(watch->at(t, Vector())); });
        return VaryingSet(
            [watch](double t, VectorConstRef x) -> Set { return std::get<Set>(watch->at(t, x)); });
      },
      K.kind());
}

}  // namespace

ContractionError::ContractionError(const std::string& message, double lipschitz)
    : Error(message), lipschitz_(lipschitz) {}
ContractionError::~ContractionError() = default;

SweepingProcess::SweepingProcess(Index states, VaryingSet K)
    : K_(std::move(K)), f_(VectorField::zero(std::max<Index>(states, 1))) {
  check::that(states >= 1, "SweepingProcess: {} states", states);
  const SweepingNSL law(states, K_);  // which checks the set
}

SweepingProcess& SweepingProcess::setField(VectorField f) {
  check::that(f.size() == states(), "SweepingProcess: the field has {} entries, the state {}", f.size(),
              states());
  f_ = std::move(f);
  return *this;
}

SweepingProcess& SweepingProcess::setMetric(MatrixConstRef P) {
  check::shape("SweepingProcess", "P", P, states(), states());
  check::finite("SweepingProcess", "P", P);
  check::symmetric("SweepingProcess", "P", P, 1e-12);
  check::that(isPositiveDefinite(P), "SweepingProcess: P is not positive definite");
  P_ = P;
  return *this;
}

SweepingProcess& SweepingProcess::setContraction(double L) {
  check::that(L >= 0.0 && L < 1.0,
              "SweepingProcess: K(t, x) moves by L = {} times the state; solutions are known to exist for L "
              "in [0, 1)",
              L);
  contraction_ = L;
  return *this;
}

SweepingProcess& SweepingProcess::setLipschitz(double l) {
  check::that(std::isfinite(l) && l >= 0.0,
              "SweepingProcess: the Lipschitz constant is {}, not negative expected", l);
  lipschitz_ = l;
  return *this;
}

SweepingProcess& SweepingProcess::setJumps(std::vector<double> times) {
  for (const double t : times) check::finite("SweepingProcess", "the instant of a jump", t);
  jumps_ = std::move(times);
  return *this;
}

double SweepingProcess::radius(double t, VectorConstRef x) const {
  const double size = std::max(x.norm(), convex::extent(K_.at(t, x)));
  constexpr double wide = 4.0;  // what is near x, with room for the way to go
  return size > 0.0 ? wide * size : 1.0;
}

FirstOrderParts SweepingProcess::addTo(Model& model, VectorConstRef x0) const {
  const Index n = states();
  check::size("SweepingProcess", "x0", x0.size(), n);
  check::finite("SweepingProcess", "x0", x0);
  FirstOrderDS& system = f_.negated().addTo(model, x0);
  const Matrix I = Matrix::Identity(n, n);
  const Matrix B = P_.size() > 0 ? solveDefinite(P_, I) : I;
  const double near = K_.dependence() == SetDependence::state ? radius(model.t0(), x0) : 1.0;
  Interaction& interaction =
      model.link(SweepingNSL(n, watched(K_, n, near, contraction_)), FirstOrderLinearTIR(I, B), system);
  return {system, interaction};
}

void SweepingProcess::declareJumps(TimeStepping& simulation) const {
  for (const double t : jumps_) simulation.declareJump(t);
}

EulerMoreauOSI catchingUp(FieldEvaluation field, SetEvaluation sets) {
  EulerMoreauOSI integrator(field == FieldEvaluation::atEnd ? 1.0 : 0.0);
  integrator.takeSets(sets);
  return integrator;
}

SweepingProcess toSweepingProcess(const LinearComplementarityDynamics& lcs, MatrixConstRef P) {
  const LinearComplementaritySystem& s = lcs.matrices();
  check::that(s.D.isZero(0.0), "toSweepingProcess: D is not zero, so that outputs are not bound to a set");
  check::that(std::holds_alternative<OrthantSet>(lcs.cone().set()),
              "toSweepingProcess: the cone is not the orthant");
  const auto M = std::make_shared<CompleteLu>();  // a function of time keeps it
  M->compute(s.M, pivotRounding(s.M));
  check::that(M->isInvertible(), "toSweepingProcess: M has no inverse");
  const Matrix input = M->solve(s.B);
  check::shape("toSweepingProcess", "P", P, s.states(), s.states());
  // Rows of C have units of their own.
  const Matrix gradients = (P * input).transpose();
  for (Index i = 0; i < s.rows(); ++i) {
    const double off = (gradients.row(i) - s.C.row(i)).cwiseAbs().maxCoeff();
    check::that(
        off <= 1e-10 * s.C.row(i).cwiseAbs().maxCoeff(),
        "toSweepingProcess: P M⁻¹B differs from the transpose of C by {} in row {} of C: its input is not "
        "the gradient of its output in this metric",
        off, i);
  }
  // A copy of the LCS lives in the functions of time.
  const auto own = std::make_shared<const LinearComplementarityDynamics>(lcs);
  const VaryingSet K =
      lcs.constantE() ? VaryingSet(PolyhedronSet{s.C, -lcs.e(0.0)}) : VaryingSet([own](double t) {
        return PolyhedronSet{own->matrices().C, -own->e(t)};
      });
  VectorField f = VectorField::linear(-M->solve(s.A));
  if (lcs.constantB()) {
    f.add(Vector(-M->solve(lcs.b(0.0))));
  } else {
    f.add([own, M](double t, VectorRef value) { value = -M->solve(own->b(t)); });
  }
  SweepingProcess process(s.states(), K);
  process.setField(std::move(f)).setMetric(P);
  return process;
}

}  // namespace nsds
