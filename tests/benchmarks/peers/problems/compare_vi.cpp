// Variational inequalities by formula beside the solvers of other libraries, on the same callbacks. Those know the set by its
// projection. Where that is in closed form its time counts as that of callbacks; for polyhedra with rows, which ours takes as they
// are, it is a quadratic program, and a part of the solve.
//
// A peer has its 10 s until one has solved the problem; those after it have a few times as long as the quickest so far, which a
// quicker one does not need. A peer that had no time for a tolerance is not asked for a tighter one.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/problems/callback_race.hpp"
#include "benchmarks/peers/problems/nonlinear_peers.hpp"
#include "nsds/numerics/cpp/qp.hpp"
#include "support/nonlinear/vi_of.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;
using test::VariationalProblem;
using Project = std::function<void(test::VectorOut)>;

constexpr double own_tolerances[] = {1e-8, 1e-10,
                                     1e-12};  // in the norms of others, until the natural map is small
constexpr double later_share = 4.0, later_least = 0.5;  // [s] the latter
constexpr Eigen::Index most_unknowns = 3000;            // of what is compared where no name is given

// onto {A z >= b, C z = d} within the bounds.
Project projection_onto_rows(const VariationalProblem& problem) {
  return [&problem](test::VectorOut z) {
    Eigen::SparseMatrix<double> identity(z.size(), z.size());
    identity.setIdentity();
    numerics::Constraints constraints;
    if (problem.A.rows() > 0) constraints.A = numerics::view(problem.A);
    if (problem.C.rows() > 0) constraints.C = numerics::view(problem.C);
    constraints.b = problem.b;
    constraints.d = problem.d;
    constraints.lower = problem.map.lower;
    constraints.upper = problem.map.upper;
    const numerics::qp::Problem program(numerics::view(identity), -VectorXd(z), constraints);
    z = program.solve(numerics::Options(NSDS_CLASS_QP).set("tolerance", 1e-12)).z;
  };
}

// The next peer has a little more time than the quickest of those that have solved the problem.
double limit_after(const std::vector<RaceEntry>& others) {
  double limit = race_limit;
  for (const RaceEntry& entry : others)
    if (entry.solved()) limit = std::min(limit, later_least + later_share * entry.seconds);
  return limit;
}

void race_from(const VariationalProblem& problem, const VectorXd& start, const std::string& name,
               const std::vector<ProjectedPeer>& peers, RaceSummary& summary) {
  const Project project = problem.project ? problem.project : projection_onto_rows(problem);
  const auto residual = [&](const VectorXd& z) {
    VectorXd moved(z.size());
    if (!problem.map.F(z, moved)) return HUGE_VAL;
    moved = z - moved;
    project(moved);
    return (z - moved).lpNorm<Eigen::Infinity>();
  };
  const RaceEntry own = race(
      start,
      [&](CallbackCosts& costs) -> Solve {
        VariationalProblem posed = problem;
        posed.map = watched_map(problem.map, costs);
        if (problem.project) posed.project = watched(problem.project, 0, costs);
        return [posed = std::move(posed)](VectorXd& z) {
          const auto options =
              numerics::Options(NSDS_CLASS_VI).set("tolerance", race_tolerance).set("time_limit", race_limit);
          z = test::vi_of(posed).solve(z, options).z;
        };
      },
      residual);
  std::vector<RaceEntry> others;
  for (const ProjectedPeer& peer : peers) {
    const double limit = limit_after(others);
    RaceEntry entry;
    for (const double tolerance : own_tolerances) {
      entry = race(
          start,
          [&](CallbackCosts& costs) -> Solve {
            return [&peer, tolerance, posed = watched_map(problem.map, costs),
                    own = problem.project ? watched(problem.project, 0, costs) : project](VectorXd& z) {
              peer.solve(posed, own, tolerance, z);
            };
          },
          residual, limit);
      if (entry.solved() || !entry.ended()) break;
    }
    others.push_back(entry);
  }
  summary.add(name, own, others, true);
}

}  // namespace

void compare_vi(const std::vector<std::string>& specs) {
  std::vector<ProjectedPeer> peers;
#ifdef NSDS_HAS_SICONOS
  peers = siconos_projected_peers();
#endif
  std::vector<std::string> names;
  for (const ProjectedPeer& peer : peers) names.push_back(peer.name);
  RaceSummary summary(names);
  for (const std::string& name : specs.empty() ? test::variational_names() : specs) {
    const std::optional<VariationalProblem> problem = test::make_variational(name);
    if (!problem || (specs.empty() && problem->map.size() > most_unknowns)) continue;
    for (std::size_t start = 0; start < problem->map.starts.size(); ++start)
      race_from(*problem, problem->map.starts[start], name + ", start " + std::to_string(start), peers,
                summary);
  }
  summary.print("vi");
}

}  // namespace nsds::bench
