// Nonlinear complementarity problems by formula beside the solvers of other libraries, on the same callbacks.
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/problems/callback_race.hpp"
#include "benchmarks/peers/problems/nonlinear_peers.hpp"
#include "support/nonlinear/mcp_of.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;
using test::NonlinearProblem;

constexpr Eigen::Index most_rows = 600;  // the peers factorise dense matrices

void solve_own(const NonlinearProblem& problem, VectorXd& z) {
  const auto options =
      numerics::Options(NSDS_CLASS_MCP).set("tolerance", race_tolerance).set("time_limit", race_limit);
  z = test::mcp_of(problem).solve(z, options).z;
}

void race_from(const NonlinearProblem& problem, std::size_t start, const std::vector<NonlinearPeer>& peers,
               bool row, RaceSummary& summary) {
  const auto residual = [&problem](const VectorXd& z) {
    return test::natural_residual(problem, z.cwiseMax(problem.lower).cwiseMin(problem.upper));
  };
  const auto run = [&](const auto& solve) {
    return race(
        test::start_of(problem, start),
        [&](CallbackCosts& costs) -> Solve {
          return [&solve, posed = watched_map(problem, costs)](VectorXd& z) { solve(posed, z); };
        },
        residual);
  };
  const RaceEntry own = run(solve_own);
  std::vector<RaceEntry> others;
  for (const NonlinearPeer& peer : peers)
    others.push_back(peer.takes(problem) ? run([&](const NonlinearProblem& posed, VectorXd& z) {
      peer.solve(posed, race_tolerance, z);
    })
                                         : RaceEntry{});
  summary.add(problem.name + ", start " + std::to_string(start), own, others, row);
}

}  // namespace

// Problems that are named have a row each: time outside the callbacks and evaluations, in brackets where it is not solved.
void compare_nonlinear(const std::vector<std::string>& specs) {
  std::vector<NonlinearPeer> peers;
#ifdef NSDS_HAS_SICONOS
  peers = siconos_nonlinear_peers();
#endif
  std::vector<std::string> names;
  for (const NonlinearPeer& peer : peers) names.push_back(peer.name);
  RaceSummary summary(names);
  for (const std::string& name : specs.empty() ? test::nonlinear_names() : specs) {
    const std::optional<NonlinearProblem> problem = test::make_nonlinear(name);
    if (!problem || problem->size() > most_rows) continue;
    for (std::size_t start = 0; start < problem->starts.size(); ++start)
      race_from(*problem, start, peers, !specs.empty(), summary);
  }
  summary.print("nonlinear");
}

}  // namespace nsds::bench
