#include "nsds/kernel/first_order/sweeping_process.hpp"

#include <cmath>
#include <memory>

#include "first_order/set_instants.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/first_order/set_distance.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/time_stepping.hpp"

namespace nsds {

namespace {

/// Sets that vary, as the steps ask for them: none is empty, and those of one instant at several states do not move by as much
/// as the state. What it remembers says what to compare with and changes no set.
class WatchedSet {
 public:
  WatchedSet(VaryingSet K, double radius) : K_(std::move(K)), radius_(radius) {}

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
  void setSize(Index size) { size_ = size; }

 private:
  /// Differences of states near rounding give no quotient.
  void compare(const ConvexSet& set, double t, VectorConstRef x) const {
    const double moved = (x - state_).norm();
    if (!(moved > 1e-7 * std::max(radius_, x.norm()))) return;
    const double quotient = setDistance(*last_, set, x, std::max(radius_, x.norm())) / moved;
    if (quotient < 1.0 - 1e-9) return;
    throw StateOutrun(
        fmt::format(
            "SweepingProcess: at t = {} the set K(t, x) moves by {} times the state from one iterate to "
            "the next; solutions are known to exist below 1",
            t, quotient),
        quotient);
  }

  VaryingSet K_;
  double radius_;
  Index size_ = 0;
  Vector inside_;
  double time_ = 0.0;
  Vector state_;
  std::optional<ConvexSet> last_;
};

VaryingSet watched(const VaryingSet& K, Index size, double radius) {
  if (K.dependence() == SetDependence::none) return K;
  auto watch = std::make_shared<WatchedSet>(K, radius);
  watch->setSize(size);
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

StateOutrun::StateOutrun(const std::string& message, double lipschitz)
    : Error(message), lipschitz_(lipschitz) {}
StateOutrun::~StateOutrun() = default;

SweepingProcess::SweepingProcess(VectorConstRef x0, VaryingSet K)
    : x0_(x0), K_(std::move(K)), f_(VectorField::zero(std::max<Index>(x0.size(), 1))) {
  check::that(x0.size() >= 1, "SweepingProcess: x0 is empty");
  check::finite("SweepingProcess", "x0", x0);
  const SweepingNSL law(x0.size(), K_);  // which checks the set
}

SweepingProcess& SweepingProcess::setField(VectorField f) {
  check::that(f.size() == x0_.size(), "SweepingProcess: the field has {} entries, x0 {}", f.size(),
              x0_.size());
  f_ = std::move(f);
  return *this;
}

SweepingProcess& SweepingProcess::setMetric(MatrixConstRef P) {
  check::shape("SweepingProcess", "P", P, x0_.size(), x0_.size());
  check::finite("SweepingProcess", "P", P);
  check::symmetric("SweepingProcess", "P", P, 1e-12);
  check::that(Eigen::LLT<Matrix>(P).info() == Eigen::Success, "SweepingProcess: P is not positive definite");
  P_ = P;
  return *this;
}

SweepingProcess& SweepingProcess::setContraction(double L) {
  check::that(L >= 0.0 && L < 1.0,
              "SweepingProcess: K(t, x) moves by L = {} times the state; solutions are known to exist for L "
              "in [0, 1)",
              L);
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

double SweepingProcess::radius(double t) const {
  const double size = std::max(x0_.norm(), convex::extent(K_.at(t, x0_)));
  constexpr double wide = 4.0;  // what is near x0, with room for the way to go
  return size > 0.0 ? wide * size : 1.0;
}

FirstOrderParts SweepingProcess::addTo(Model& model) const {
  const Index n = x0_.size();
  FirstOrderDS& system = f_.addTo(model, x0_);
  const Matrix I = Matrix::Identity(n, n);
  const Matrix B = P_.size() > 0 ? Matrix(Eigen::LLT<Matrix>(P_).solve(I)) : I;
  const double near = K_.dependence() == SetDependence::state ? radius(model.t0()) : 1.0;
  Interaction& interaction =
      model.link(SweepingNSL(n, watched(K_, n, near)), FirstOrderLinearTIR(I, B), system);
  return {system, interaction};
}

void SweepingProcess::declareJumps(TimeStepping& simulation) const {
  for (const double t : jumps_) simulation.declareJump(t);
}

EulerMoreauOSI catchingUp(FieldEvaluation field, SetEvaluation sets) {
  EulerMoreauOSI integrator(field == FieldEvaluation::implicit ? 1.0 : 0.0);
  integrator.takeSets(sets);
  return integrator;
}

SweepingProcess toSweepingProcess(const LinearComplementarityDynamics& lcs, MatrixConstRef P) {
  const LinearComplementaritySystem& s = lcs.matrices();
  check::that(s.D.isZero(0.0), "toSweepingProcess: D is not zero, so that outputs are not bound to a set");
  check::that(std::holds_alternative<OrthantSet>(lcs.cone().set()),
              "toSweepingProcess: the cone is not the orthant");
  const Eigen::FullPivLU<Matrix> M(s.M);
  check::that(M.isInvertible(), "toSweepingProcess: M has no inverse");
  const Matrix input = M.solve(s.B);
  check::shape("toSweepingProcess", "P", P, s.states(), s.states());
  const double off = (P * input - s.C.transpose()).cwiseAbs().maxCoeff();
  check::that(off <= 1e-10 * s.C.cwiseAbs().maxCoeff(),
              "toSweepingProcess: P M⁻¹B differs from the transpose of C by {}: the inputs are not the "
              "gradients of the outputs in this metric",
              off);
  // A copy of the LCS lives in the functions of time.
  const auto own = std::make_shared<const LinearComplementarityDynamics>(lcs);
  const VaryingSet K =
      lcs.constantE() ? VaryingSet(PolyhedronSet{s.C, -lcs.e(0.0)}) : VaryingSet([own](double t) {
        return PolyhedronSet{own->matrices().C, -own->e(t)};
      });
  VectorField f = VectorField::linear(-M.solve(s.A));
  if (lcs.constantB()) {
    f.add(Vector(-M.solve(lcs.b(0.0))));
  } else {
    f.add([own, M](double t, VectorRef value) { value = -M.solve(own->b(t)); });
  }
  SweepingProcess process(lcs.x0(), K);
  process.setField(std::move(f)).setMetric(P);
  return process;
}

}  // namespace nsds
