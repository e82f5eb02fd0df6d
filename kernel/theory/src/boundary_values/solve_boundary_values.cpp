// Coarse meshes, homotopy, refinement: the way to the solution on the last mesh.
#include "nsds/theory/boundary_values/solve_boundary_values.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "boundary_values/discretised_problem.hpp"
#include "boundary_values/meshes.hpp"
#include "boundary_values/polyhedral_inputs.hpp"
#include "formulations/numerics_options.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/numerics/cpp/mcp.hpp"

namespace nsds {

namespace {

constexpr const char* solveOwner = "solveBoundaryValues";

// A mesh of a quarter of the intervals gives a start that one or two Newton steps lead on from.
constexpr Index coarsening = 4;
constexpr Index coarsest = 64;  // intervals that are few enough to begin with whatever the start
constexpr double leastHomotopyStep = 1.0 / 1024.0;

class BoundaryValueSolver {
 public:
  BoundaryValueSolver(const DviBoundaryValueProblem& problem, const BoundaryValueOptions& options,
                      Index inputs)
      : problem_(problem),
        options_(options),
        inputs_(inputs),
        theta_(options.theta.size() == 1 ? Vector::Constant(problem.dvi.states(), options.theta[0])
                                         : options.theta) {
    for (const Solver& solver : options.solvers) {
      solvers_.push_back(makeOptions(NSDS_CLASS_MCP, solver));
      solvers_.back().set("tolerance", options.tolerance);
    }
  }

  BoundaryValueSolution solve() {
    solveGivenMesh();
    std::string message = options_.defectTolerance > 0.0 ? refine() : std::string();
    return {system_->trajectory(z_, inputs_),
            residual_,
            system_->defects(z_).maxCoeff(),
            meshes_,
            homotopySteps_,
            iterations_,
            factorizations_,
            std::move(message)};
  }

 private:
  /// From the coarsest mesh to the given one. A mesh that is not solved is passed over, unless it is the last.
  void solveGivenMesh() {
    const std::vector<double> mesh =
        options_.mesh.empty() ? uniformMesh(problem_.t0, problem_.T, options_.intervals) : options_.mesh;
    const auto intervals = static_cast<Index>(mesh.size()) - 1;
    Index stride = 1;
    while (intervals / stride > coarsest) stride *= coarsening;
    bool solved = false;
    for (; stride >= 1; stride /= coarsening) {
      const bool last = stride == 1;
      moveTo(last ? mesh : coarseMesh(mesh, stride), solved);
      const Vector start = z_;
      solved = attempt(0.0) || followBounds(start);
      require(solved || !last);
    }
  }

  void require(bool solved) const {
    if (solved) return;
    throw Error(
        fmt::format("{}: no solution was found over {} intervals: {}; try another guess, more "
                    "intervals or another solver of the class mcp",
                    solveOwner, system_->intervals(), report_));
  }

  /// Begins from what was found on the last mesh, or from the guess.
  void moveTo(std::vector<double> mesh, bool fromLast) {
    auto next = std::make_unique<DiscretisedProblem>(problem_, theta_, std::move(mesh));
    z_ = fromLast ? next->sample(system_->trajectory(z_, problem_.dvi.inputs())) : guess(*next);
    system_ = std::move(next);
  }

  Vector guess(const DiscretisedProblem& system) const {
    Vector z = Vector::Zero(system.size());
    if (!options_.guess) return z;
    const Index n = problem_.dvi.states();
    Vector u(inputs_);
    for (Index k = 0; k <= system.intervals(); ++k) {
      u.setZero();
      options_.guess(system.mesh()[static_cast<std::size_t>(k)], z.segment(system.placeOfState(k), n), u);
      if (k > 0) z.segment(system.placeOfInput(k), inputs_) = u;
    }
    check::finite(solveOwner, "the guess", z);
    return z;
  }

  /// Solves the problem with bounds that are widened by so much, from z_; z_ stays as it is where that fails.
  bool attempt(double widening) {
    Vector lower;
    Vector upper;
    system_->bounds(widening, lower, upper);
    const numerics::NonlinearMap map([this](const auto& z, auto value) { system_->evaluate(z, value); },
                                     system_->pattern(),
                                     [this](const auto& z, auto values) { system_->jacobian(z, values); });
    const numerics::mcp::Problem problem(map, lower, upper);
    Vector z;
    Vector w(z_.size());
    for (const numerics::Options& solver : solvers_) {
      z = z_.cwiseMax(lower).cwiseMin(upper);
      const numerics::Report report = problem.solve(z, w, solver);
      iterations_ += report.iterations;
      factorizations_ += report.factorizations;
      if (widening == 0.0) report_ = report.message;
      if (!report.ok()) continue;
      residual_ = report.residual.value;
      meshes_ += widening == 0.0 ? 1 : 0;
      z_ = std::move(z);
      return true;
    }
    return false;
  }

  /// Homotopy: from the problem without bounds, by how far u leaves them, to the given one.
  bool followBounds(const Vector& start) {
    if (inputs_ != problem_.dvi.inputs() || !attempt(infinity)) {
      z_ = start;
      return false;
    }
    ++homotopySteps_;
    const double farthest = distanceFromBounds();
    double share = 1.0;  // of the way that is left
    double step = 0.25;
    while (share > 0.0) {
      const double next = std::max(0.0, share - step);
      if (attempt(next * farthest)) {
        homotopySteps_ += next > 0.0 ? 1 : 0;
        share = next;
        step *= 2.0;
      } else if ((step *= 0.5) < leastHomotopyStep) {
        z_ = start;
        return false;
      }
    }
    return true;
  }

  double distanceFromBounds() const {
    Vector lower;
    Vector upper;
    system_->bounds(0.0, lower, upper);
    return std::max((lower - z_).maxCoeff(), (z_ - upper).maxCoeff());
  }

  /// Splits intervals until none has a defect above the tolerance; says so if there would be too many.
  std::string refine() {
    for (;;) {
      const Vector defects = system_->defects(z_);
      Index worst = 0;
      const double largest = defects.maxCoeff(&worst);
      if (largest <= options_.defectTolerance) return {};
      std::vector<double> mesh = refinedMesh(system_->mesh(), defects, options_.defectTolerance);
      const auto intervals = static_cast<Index>(mesh.size()) - 1;
      if (intervals > options_.maxIntervals) {
        return fmt::format(
            "refinement ended at {} intervals with a defect of {:.3g}: {} would be more than "
            "the {} that are allowed",
            system_->intervals(), largest, intervals, options_.maxIntervals);
      }
      if (intervals == system_->intervals()) {
        return fmt::format(
            "refinement ended at {} intervals with a defect of {:.3g} at t = {}: shorter ones would be "
            "rounding "
            "of time",
            intervals, largest, system_->mesh()[static_cast<std::size_t>(worst)]);
      }
      moveTo(std::move(mesh), true);
      require(attempt(0.0));
    }
  }

  const DviBoundaryValueProblem& problem_;  // K is a box
  const BoundaryValueOptions& options_;
  Index inputs_;  // of the user, the others are multipliers
  Vector theta_;
  std::vector<numerics::Options> solvers_;
  std::unique_ptr<DiscretisedProblem> system_;
  Vector z_;
  double residual_ = 0.0;
  Index meshes_ = 0;
  Index homotopySteps_ = 0;
  std::int64_t iterations_ = 0;
  std::int64_t factorizations_ = 0;
  std::string report_;  // what the last solver said
};

void checkMesh(const DviBoundaryValueProblem& problem, const std::vector<double>& mesh) {
  if (mesh.empty()) return;
  check::that(mesh.size() >= 2 && mesh.front() == problem.t0 && mesh.back() == problem.T,
              "{}: the mesh does not lead from {} to {}", solveOwner, problem.t0, problem.T);
  for (std::size_t k = 1; k < mesh.size(); ++k)
    check::that(mesh[k] > mesh[k - 1], "{}: instant {} of the mesh, {}, is not later than {}", solveOwner, k,
                mesh[k], mesh[k - 1]);
}

void checkOptions(const DviBoundaryValueProblem& problem, const BoundaryValueOptions& options) {
  const Index n = problem.dvi.states();
  check::that(options.theta.size() == 1 || options.theta.size() == n,
              "{}: theta has {} entries, 1 or {} expected", solveOwner, options.theta.size(), n);
  check::that((options.theta.array() >= 0.0 && options.theta.array() <= 1.0).all(),
              "{}: an entry of theta is not in [0, 1]", solveOwner);
  check::that(options.intervals >= 1 && options.intervals <= options.maxIntervals,
              "{}: {} intervals; 1 to {} are allowed", solveOwner, options.intervals, options.maxIntervals);
  check::that(options.tolerance > 0.0 && std::isfinite(options.tolerance),
              "{}: the tolerance {} is not positive", solveOwner, options.tolerance);
  check::that(options.defectTolerance >= 0.0, "{}: the tolerance {} of the defect is negative", solveOwner,
              options.defectTolerance);
  check::that(!options.solvers.empty(), "{}: no solver is given", solveOwner);
  checkMesh(problem, options.mesh);
}

}  // namespace

BoundaryValueSolution solveBoundaryValues(const DviBoundaryValueProblem& problem,
                                          const BoundaryValueOptions& options) {
  checkOptions(problem, options);
  check::that(!std::holds_alternative<ProjectorSet>(problem.dvi.K()),
              "{}: K is known by its projection; boxes and polyhedra are taken", solveOwner);
  const Index inputs = problem.dvi.inputs();
  if (!std::holds_alternative<PolyhedronSet>(problem.dvi.K()))
    return BoundaryValueSolver(problem, options, inputs).solve();
  const DviBoundaryValueProblem boxed = withMultipliers(problem);
  return BoundaryValueSolver(boxed, options, inputs).solve();
}

}  // namespace nsds
