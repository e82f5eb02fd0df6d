// Multiple shooting: Newton's method on the states at nodes.
#include "nsds/theory/boundary_values/impact_shooting.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/lu.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr const char* shootOwner = "shoot";
constexpr double leastPart = 1e-6;  // of the largest component: what a component is measured by at least
constexpr int mostHalvings = 10;    // of a step of Newton's method

/// The sequence of contacts that are met.
std::vector<Index> contactsOf(const ImpactFlow& flow) {
  std::vector<Index> met;
  for (const FlowImpact& impact : flow.impacts) met.push_back(impact.contact);
  return met;
}

/// Nodes are in the middle of flights, so that there is one impact between neighbours, far from both.
std::vector<double> nodesBetween(const std::vector<FlowImpact>& impacts, double t0, double T) {
  std::vector<double> nodes{t0};
  for (std::size_t i = 1; i < impacts.size(); ++i)
    nodes.push_back(0.5 * (impacts[i - 1].time + impacts[i].time));
  nodes.push_back(T);
  return nodes;
}

/// The unknowns: the states at all nodes, (2 n) each.
class Shooting {
 public:
  Shooting(const ImpactBoundaryValueProblem& problem, const ShootingOptions& options)
      : problem_(problem), options_(options), size_(2 * problem.system.dimension()) {}

  ShootingSolution solve(VectorConstRef guess) {
    place(guess);
    double residual = evaluate(states_) ? residualOf() : infinity;
    int iterations = 0;
    while (!(residual <= options_.tolerance) && iterations < options_.maxIterations) {
      ++iterations;
      const double next = step(residual);
      if (!(next < residual)) break;
      residual = next;
    }
    if (!(residual <= options_.tolerance))
      throw Error(
          fmt::format("{}: no solution with these {} impacts was found from this guess: {} is left after {} "
                      "iterations; try a guess nearer to one, of the same impacts",
                      shootOwner, impacts_.size(), residual, iterations));
    return {states_.head(size_), flows_.back().state, impactsOfAll(), residual, iterations};
  }

 private:
  Index segments() const { return static_cast<Index>(nodes_.size()) - 1; }
  double node(Index i) const { return nodes_[static_cast<std::size_t>(i)]; }

  void place(VectorConstRef guess) {
    const ImpactFlow flow = problem_.system.flow(problem_.t0, problem_.T, guess);
    if (!flow.regular())
      throw Error(fmt::format("{}: the flow of the guess is irregular: {}", shootOwner, flow.irregular));
    impacts_ = contactsOf(flow);
    nodes_ = nodesBetween(flow.impacts, problem_.t0, problem_.T);
    states_.resize(size_ * segments());
    states_.head(size_) = guess;
    for (Index i = 1; i < segments(); ++i)
      states_.segment(i * size_, size_) =
          problem_.system.flow(node(i - 1), node(i), states_.segment((i - 1) * size_, size_)).state;
  }

  /// The defects at `states`; false where a flow has other impacts than the guess, or none.
  bool evaluate(const Vector& states) {
    std::vector<ImpactFlow> flows;
    std::vector<Index> met;
    try {
      for (Index i = 0; i < segments(); ++i) {
        flows.push_back(problem_.system.flow(node(i), node(i + 1), states.segment(i * size_, size_), true));
        if (!flows.back().regular()) return false;
        for (const Index contact : contactsOf(flows.back())) met.push_back(contact);
      }
    } catch (const Error&) {  // below an obstacle, a grazing impact
      return false;
    }
    if (met != impacts_) return false;
    flows_ = std::move(flows);
    first_ = states.head(size_);
    defect_.resize(states.size());
    for (Index i = 0; i + 1 < segments(); ++i)
      defect_.segment(i * size_, size_) =
          states.segment((i + 1) * size_, size_) - flows_[static_cast<std::size_t>(i)].state;
    problem_.boundary.evaluate(states.head(size_), flows_.back().state, defect_.tail(size_));
    return true;
  }

  /// The largest defect, each relative to the size of its terms at the states that were evaluated last.
  double residualOf() const {
    const Vector sizes = stateSizes();
    Vector largest(defect_.size());
    for (Index i = 0; i + 1 < segments(); ++i) largest.segment(i * size_, size_) = sizes;
    const Vector& last = flows_.back().state;
    Matrix M(size_, size_), N(size_, size_);
    problem_.boundary.jacobians(first_, last, M, N);
    Vector terms = (M.cwiseAbs() + N.cwiseAbs()) * sizes;
    if (problem_.boundary.linear()) terms += problem_.boundary.b().cwiseAbs();
    largest.tail(size_) = terms;
    return defect_.cwiseAbs().cwiseQuotient((largest.array() > 0.0).select(largest, 1.0)).maxCoeff();
  }

  /// How large q and v are on the way, component by component; those that stay near zero are measured by the others of their kind.
  Vector stateSizes() const {
    Vector sizes = first_.cwiseAbs();
    for (const ImpactFlow& flow : flows_) {
      sizes = sizes.cwiseMax(flow.state.cwiseAbs());
      for (const FlowImpact& impact : flow.impacts) {
        sizes.head(size_ / 2) = sizes.head(size_ / 2).cwiseMax(impact.q.cwiseAbs());
        sizes.tail(size_ / 2) = sizes.tail(size_ / 2).cwiseMax(impact.vBefore.cwiseAbs());
      }
    }
    const double duration = problem_.T - problem_.t0;
    const Vector q = sizes.head(size_ / 2).cwiseMax(duration * sizes.tail(size_ / 2));
    const Vector v = sizes.tail(size_ / 2).cwiseMax(sizes.head(size_ / 2) / duration);
    sizes << q.cwiseMax(leastPart * q.maxCoeff()), v.cwiseMax(leastPart * v.maxCoeff());
    return sizes;
  }

  /// Rows of matching conditions, then those of the ends, whose columns are those of the first and the last node.
  Matrix jacobian() const {
    const Index last = segments() - 1;
    Matrix J = Matrix::Zero(states_.size(), states_.size());
    for (Index i = 0; i < last; ++i) {
      J.block(i * size_, i * size_, size_, size_) = -flows_[static_cast<std::size_t>(i)].derivative;
      J.block(i * size_, (i + 1) * size_, size_, size_).setIdentity();
    }
    Matrix M(size_, size_), N(size_, size_);
    problem_.boundary.jacobians(states_.head(size_), flows_.back().state, M, N);
    J.block(last * size_, 0, size_, size_) = M;
    J.block(last * size_, last * size_, size_, size_) += N * flows_.back().derivative;
    return J;
  }

  /// A step of Newton's method, shorter where the defect would not fall or the impacts would be others. The defect that is left; the given one
  /// where no step helps.
  double step(double residual) {
    PartialLu factors;
    factors.compute(jacobian());
    Vector direction(states_.size());
    factors.solve(-defect_, direction);
    if (!direction.allFinite()) return residual;
    const Vector before = states_;
    for (int halvings = 0; halvings <= mostHalvings; ++halvings) {
      const Vector trial = before + std::ldexp(1.0, -halvings) * direction;
      if (!evaluate(trial)) continue;
      const double next = residualOf();
      if (!(next < residual)) continue;
      states_ = trial;
      return next;
    }
    return residual;
  }

  std::vector<FlowImpact> impactsOfAll() const {
    std::vector<FlowImpact> all;
    for (const ImpactFlow& flow : flows_) all.insert(all.end(), flow.impacts.begin(), flow.impacts.end());
    return all;
  }

  const ImpactBoundaryValueProblem& problem_;
  const ShootingOptions& options_;
  Index size_;
  std::vector<Index> impacts_;
  std::vector<double> nodes_;
  Vector states_;
  Vector defect_;
  Vector first_;                   // the state at t0 that belongs to the flows
  std::vector<ImpactFlow> flows_;  // at states_, or at the last trial
};

}  // namespace

ImpactBoundaryValueProblem::ImpactBoundaryValueProblem(ImpactingSystem system_, double t0_, double T_,
                                                       BoundaryConditions boundary_)
    : system(std::move(system_)), t0(t0_), T(T_), boundary(std::move(boundary_)) {
  constexpr const char* problemOwner = "ImpactBoundaryValueProblem";
  check::finite(problemOwner, "t0", t0);
  check::finite(problemOwner, "T", T);
  check::that(t0 < T, "{}: the interval from {} to {} is empty", problemOwner, t0, T);
  check::that(boundary.size() == 2 * system.dimension(), "{}: {} conditions for {} positions and velocities",
              problemOwner, boundary.size(), 2 * system.dimension());
}

ShootingSolution shoot(const ImpactBoundaryValueProblem& problem, VectorConstRef guess,
                       const ShootingOptions& options) {
  check::size(shootOwner, "the guess", guess.size(), 2 * problem.system.dimension());
  check::finite(shootOwner, "the guess", guess);
  check::that(options.tolerance > 0.0, "{}: the tolerance {} is not positive", shootOwner, options.tolerance);
  check::that(options.maxIterations >= 1, "{}: {} iterations are allowed, at least 1 expected", shootOwner,
              options.maxIterations);
  return Shooting(problem, options).solve(guess);
}

}  // namespace nsds
