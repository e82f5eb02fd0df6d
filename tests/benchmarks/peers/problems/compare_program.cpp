// Solves of programs beside those of other libraries. A peer for problems over boxes is given the conditions
// of optimality, made beforehand and not timed.
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/measurements/program_measurement.hpp"
#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/accuracy/race.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/problems/box_peers.hpp"
#include "benchmarks/peers/problems/program_kkt.hpp"
#include "benchmarks/peers/problems/program_multipliers.hpp"
#include "benchmarks/peers/problems/program_peers.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;
using test::Program;
using test::ProgramViews;

double time_own(const ProgramViews& views, nsds_class problem_class, double budget, VectorXd& answer) {
  numerics::Options options(problem_class);
  options.set("tolerance", accepted).set("time_limit", race_limit);
  std::optional<numerics::Workspace> workspace;
  numerics::PolyhedronSolution solution;
  const double seconds = test::with_problem(views, problem_class, [&](const auto& problem) {
    return best_seconds(
        budget, [&] { workspace.emplace(); }, [&] { solve_program(problem, options, *workspace, solution); });
  });
  answer << solution.z, solution.multipliers;
  return seconds;
}

Contender through_kkt(const char* form, const BoxPeer& peer, const std::shared_ptr<const ProgramKkt>& kkt) {
  return {form + peer.name, [peer, kkt](double tolerance, double budget, VectorXd& answer) {
            VectorXd x = VectorXd::Zero(kkt->problem().size()), z, multipliers;
            const double seconds = peer.time(kkt->problem(), tolerance, budget, x);
            kkt->carry_back(x, z, multipliers);
            answer << z, multipliers;
            return seconds;
          }};
}

Contender direct(const ProgramPeer& peer, const Program& program) {
  return {peer.name, [peer, &program](double tolerance, double budget, VectorXd& answer) {
            ProgramAnswer given;
            const double seconds = peer.time(program, tolerance, budget, given);
            if (given.multipliers.size() == 0) given.multipliers = multipliers_at(program, given.z);
            answer << given.z, given.multipliers;
            return seconds;
          }};
}

std::vector<Contender> peers_of(const Program& program, nsds_class problem_class) {
  std::vector<Contender> peers;
  const bool rows = program.inequalities() + program.equalities() > 0;
  const auto mixed = std::make_shared<const ProgramKkt>(program, true);
  for (const BoxPeer& peer : siconos_mlcp_peers())
    if (peer.name == "FB" || peer.name == "LCP_LEMKE") peers.push_back(through_kkt("MLCP_", peer, mixed));
  for (const ProgramPeer& peer : siconos_program_peers()) {
    if ((peer.boxes_only && rows) || (peer.symmetric_only && !program.symmetric)) continue;
    peers.push_back(direct(peer, program));
  }
  if (problem_class == NSDS_CLASS_QP || rows) return peers;
  const auto box = std::make_shared<const ProgramKkt>(program, false);
  for (const BoxPeer& peer : siconos_relay_peers())
    if (peer.name != "ENUM") peers.push_back(through_kkt("RELAY_", peer, box));
  return peers;
}

RaceResult race(const Program& program, nsds_class problem_class) {
  const ProgramViews views(program);
  const Eigen::Index n = program.size(), rows = views.constraints.rows();
  Race made{program.spec, program.size(), n + rows, {}, peers_of(program, problem_class), {}};
  made.own = {"auto", [&](double, double budget, VectorXd& answer) {
                return time_own(views, problem_class, budget, answer);
              }};
  made.residual = [&](const VectorXd& answer) {
    return program_residual(views, problem_class, answer.head(n), answer.tail(rows));
  };
  return run_race(made);
}

void compare(nsds_class problem_class, const std::vector<std::string>& specs) {
  std::vector<RaceResult> results;
  for (const std::string& spec : specs) {
    const Program program = test::make_program(spec);
    results.push_back(race(program, problem_class));
    print_progress(results.back());
  }
  print_results(nsds_class_name(problem_class), results);
}

const char* const programs[] = {"hs:21",
                                "hs:28",
                                "hs:35",
                                "hs:48",
                                "hs:51",
                                "hs:52",
                                "hs:53",
                                "hs:76",
                                "dense:10:1",
                                "dense:30:1",
                                "dense:100:1",
                                "dense:200:1",
                                "semidefinite:10:1",
                                "semidefinite:30:1",
                                "semidefinite:100:1",
                                "redundant:32:1",
                                "redundant:100:1",
                                "sparse:30:1",
                                "sparse:100:1",
                                "sparse:200:1",
                                "linear:30:1",
                                "linear:100:1",
                                "degenerate:30:1",
                                "degenerate:100:1",
                                "portfolio:50:1",
                                "portfolio:200:1",
                                "svm:30:1",
                                "svm:100:1",
                                "lasso:30:1",
                                "lasso:90:1",
                                "control:36:1",
                                "control:96:1",
                                "isotonic:30:1",
                                "isotonic:100:1",
                                "contact:30:1",
                                "contact:90:1",
                                "obstacle:100:1",
                                "obstacle:400:1",
                                "torsion:100:5",
                                "torsion:400:5"};

const char* const inequalities[] = {
    "monotone:10:1", "monotone:30:1", "monotone:100:1", "monotone:200:1", "skew:30:1",    "skew:100:1",
    "skew:200:1",    "cournot:25:1",  "cournot:100:1",  "cournot:300:1",  "traffic:32:1", "traffic:128:1",
    "game:10:1",     "game:40:1",     "game:100:1",     "relay:20:1",     "relay:100:1",  "relay:300:1",
    "boxes:50:1",    "boxes:200:1",   "dense:50:1",     "contact:60:1",   "linear:50:1"};

}  // namespace

void compare_qp(const std::vector<std::string>& specs) {
  compare(NSDS_CLASS_QP,
          specs.empty() ? std::vector<std::string>(std::begin(programs), std::end(programs)) : specs);
}

void compare_avi(const std::vector<std::string>& specs) {
  compare(NSDS_CLASS_AVI,
          specs.empty() ? std::vector<std::string>(std::begin(inequalities), std::end(inequalities)) : specs);
}

#ifndef NSDS_HAS_SICONOS
std::vector<ProgramPeer> siconos_program_peers() {
  return {};
}
#endif

}  // namespace nsds::bench
