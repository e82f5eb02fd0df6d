// Multiple shooting: Newton's method on the states at nodes.
#include "nsds/kernel/boundary_values/impact_shooting.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr const char* shootOwner = "shoot";
constexpr int mostHalvings = 10;  // of a step of Newton's method

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
    double residual = evaluate(states_, true) ? defect_.cwiseAbs().maxCoeff() : infinity;
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
    if (!flow.irregular.empty())
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
  bool evaluate(const Vector& states, bool derivative) {
    std::vector<ImpactFlow> flows;
    std::vector<Index> met;
    try {
      for (Index i = 0; i < segments(); ++i) {
        flows.push_back(
            problem_.system.flow(node(i), node(i + 1), states.segment(i * size_, size_), derivative));
        if (!flows.back().irregular.empty()) return false;
        for (const Index contact : contactsOf(flows.back())) met.push_back(contact);
      }
    } catch (const Error&) {  // below an obstacle, a grazing impact
      return false;
    }
    if (met != impacts_) return false;
    flows_ = std::move(flows);
    defect_.resize(states.size());
    for (Index i = 0; i + 1 < segments(); ++i)
      defect_.segment(i * size_, size_) =
          states.segment((i + 1) * size_, size_) - flows_[static_cast<std::size_t>(i)].state;
    problem_.conditions.evaluate(states.head(size_), flows_.back().state, defect_.tail(size_));
    return true;
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
    problem_.conditions.jacobians(states_.head(size_), flows_.back().state, M, N);
    J.block(last * size_, 0, size_, size_) = M;
    J.block(last * size_, last * size_, size_, size_) += N * flows_.back().derivative;
    return J;
  }

  /// A step of Newton's method, shorter where the defect would not fall or the impacts would be others. The defect that is left; the given one
  /// where no step helps.
  double step(double residual) {
    const Vector direction = -Eigen::PartialPivLU<Matrix>(jacobian()).solve(defect_);
    if (!direction.allFinite()) return residual;
    const Vector before = states_;
    for (int halvings = 0; halvings <= mostHalvings; ++halvings) {
      const Vector trial = before + std::ldexp(1.0, -halvings) * direction;
      if (!evaluate(trial, true)) continue;
      const double next = defect_.cwiseAbs().maxCoeff();
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
  std::vector<ImpactFlow> flows_;  // at states_, or at the last trial
};

}  // namespace

ImpactBoundaryValueProblem::ImpactBoundaryValueProblem(ImpactingSystem system_, double t0_, double T_,
                                                       BoundaryConditions conditions_)
    : system(std::move(system_)), t0(t0_), T(T_), conditions(std::move(conditions_)) {
  constexpr const char* owner = "ImpactBoundaryValueProblem";
  check::finite(owner, "t0", t0);
  check::finite(owner, "T", T);
  check::that(t0 < T, "{}: the interval from {} to {} is empty", owner, t0, T);
  check::that(conditions.size() == 2 * system.dimension(),
              "{}: {} conditions for {} positions and velocities", owner, conditions.size(),
              2 * system.dimension());
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
