// Solves of problems over boxes beside those of other libraries.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/measurements/box_measurement.hpp"
#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/accuracy/race.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/problems/box_peers.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/relay.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;
using test::BoxProblem;

// In a child as well as the peers, which race.hpp sees to.
double time_own(const BoxCall& call, double budget, VectorXd& z) {
  numerics::Options options(call.problem_class());
  options.set("tolerance", accepted).set("time_limit", race_limit);
  VectorXd w(z.size());
  std::optional<numerics::Workspace> workspace;
  numerics::Report report;
  return best_seconds(
      budget,
      [&] {
        workspace.emplace();
        z.setZero();
      },
      [&] { call.solve(z.data(), w.data(), options, *workspace, report); });
}

RaceResult race(const BoxProblem& problem, nsds_class problem_class, const std::vector<BoxPeer>& peers) {
  const nsds_matrix M = natural_matrix(problem);
  const BoxCall call(problem, problem_class, M);
  const auto bounded =
      static_cast<int>((problem.lower.array().isFinite() || problem.upper.array().isFinite()).count());
  Race made{problem.spec, problem.size(), problem.size(), {}, {}, {}};
  made.own = {"auto", [&](double, double budget, VectorXd& z) { return time_own(call, budget, z); }};
  made.residual = [&](const VectorXd& z) { return call.residual(z); };
  for (const BoxPeer& peer : peers) {
    if (bounded > peer.most_bounded) continue;
    made.peers.push_back({peer.name, [&](double tolerance, double budget, VectorXd& z) {
                            return peer.time(problem, tolerance, budget, z);
                          }});
  }
  return run_race(made);
}

BoxProblem start_from(const nsds_matrix& M, const double* q) {
  BoxProblem problem;
  const numerics::Matrix dense(M, NSDS_DENSE);
  problem.M = Eigen::Map<const Eigen::MatrixXd>(dense.get().as.dense.values, M.rows, M.cols);
  problem.q = Eigen::Map<const VectorXd>(q, M.rows);
  return problem;
}

BoxProblem read_box(const std::filesystem::path& file, nsds_class problem_class) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (problem_class == NSDS_CLASS_RELAY) {
    const problems::Relay read = problems::readRelay(file);
    const nsds_relay& view = read.view();
    BoxProblem problem = start_from(*view.M, view.q);
    problem.lower = Eigen::Map<const VectorXd>(view.lower, view.size);
    problem.upper = Eigen::Map<const VectorXd>(view.upper, view.size);
    return problem;
  }
  const problems::Mlcp read = problems::readMlcp(file);
  const nsds_mlcp& view = read.view();
  BoxProblem problem = start_from(*view.M, view.q);
  problem.lower = VectorXd::Zero(view.size);
  problem.upper = VectorXd::Constant(view.size, infinity);
  for (int i = 0; i < view.size; ++i)
    if (view.complementary[i] == 0) problem.lower[i] = -infinity;
  return problem;
}

// The problem files of the folder that NSDS_TEST_DATA names, where it does.
std::vector<BoxProblem> problem_files(nsds_class problem_class) {
  std::vector<BoxProblem> found;
  const char* root = std::getenv("NSDS_TEST_DATA");
  if (root == nullptr) return found;
  const auto folder = std::filesystem::path(root) / "data" / "numerics" /
                      (problem_class == NSDS_CLASS_RELAY ? "Relay" : "MLCP");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    try {
      found.push_back(read_box(file, problem_class));
      found.back().spec = file.stem().string();
    } catch (const problems::FileError& error) {  // a matrix that is not square
      std::fprintf(stderr, "left out: %s\n", error.what());
    }
  }
  return found;
}

const char* const mixed_selection[] = {
    "obstacle:100:1",  "obstacle:400:1",   "obstacle:900:1",   "obstacle:100:2",  "obstacle:400:2",
    "obstacle:900:2",  "obstacle:400:3",   "obstacle:900:3",   "bearing:100:0.1", "bearing:400:0.1",
    "bearing:900:0.5", "nash:20:1",        "nash:100:1",       "nash:500:1",      "nash:20:5",
    "nash:40:10",      "diodes:4:1",       "diodes:8:1",       "diodes:20:1",     "diodes:40:1",
    "diodes:100:1",    "diodes:200:1",     "diodes:400:1",     "floating:4:1",    "floating:8:1",
    "floating:20:1",   "floating:40:1",    "floating:100:1",   "floating:200:1",  "floating:400:1",
    "monotone:20:1",   "monotone:50:1",    "monotone:100:1",   "monotone:300:1",  "monotone:600:1",
    "sparse:50:1",     "sparse:200:1",     "sparse:500:1",     "sparse:1000:1",   "degenerate:20:1",
    "degenerate:50:1", "degenerate:100:1", "degenerate:300:1", "qp:40:1",         "qp:160:1",
    "qp:400:1",        "qp:800:1",         "redundant:40:1",   "redundant:160:1", "redundant:400:1"};

const char* const relay_selection[] = {
    "twosided:100",   "twosided:400",  "twosided:900", "torsion:100:5", "torsion:400:5", "torsion:900:5",
    "torsion:400:20", "sliding:1:1",   "sliding:5:1",  "sliding:20:1",  "sliding:50:1",  "sliding:100:1",
    "sliding:200:1",  "sliding:400:1", "relay:5:1",    "relay:20:1",    "relay:50:1",    "relay:100:1",
    "relay:300:1",    "relay:600:1",   "boxes:20:1",   "boxes:100:1",   "boxes:400:1",   "boxes:1000:1"};

void compare_box(nsds_class problem_class, const std::vector<std::string>& specs,
                 const std::vector<std::string>& selection, const std::vector<BoxPeer>& peers) {
  std::vector<RaceResult> results;
  const auto run = [&](const BoxProblem& problem) {
    results.push_back(race(problem, problem_class, peers));
    print_progress(results.back());
  };
  for (const std::string& spec : specs.empty() ? selection : specs) run(test::make_box(spec));
  if (specs.empty())
    for (const BoxProblem& problem : problem_files(problem_class)) run(problem);
  print_results(nsds_class_name(problem_class), results);
}

}  // namespace

void compare_mlcp(const std::vector<std::string>& specs) {
  compare_box(NSDS_CLASS_MLCP, specs, {std::begin(mixed_selection), std::end(mixed_selection)},
              siconos_mlcp_peers());
}

void compare_relay(const std::vector<std::string>& specs) {
  compare_box(NSDS_CLASS_RELAY, specs, {std::begin(relay_selection), std::end(relay_selection)},
              siconos_relay_peers());
}

#ifndef NSDS_HAS_SICONOS
std::vector<BoxPeer> siconos_mlcp_peers() {
  return {};
}
std::vector<BoxPeer> siconos_relay_peers() {
  return {};
}
#endif

}  // namespace nsds::bench
