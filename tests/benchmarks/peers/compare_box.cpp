// Solves of problems over boxes beside those of other libraries, from zero and with nothing kept from solve
// to solve, 30 s a solve. A time counts only if the residual of the class accepts what was returned. Where a
// peer that was asked for the tolerance in its own norm comes close, it is asked for a smaller one.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/box_measurement.hpp"
#include "benchmarks/peers/box_peers.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/timing.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/relay.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;
using test::BoxProblem;

constexpr double accepted = 1e-8;
constexpr double close = 1e-4;
constexpr double round_budget = 0.01;   // [s] of repetitions
constexpr double limit = 30.0;          // [s] of one solve
constexpr double least_patience = 1.0;  // [s] of a child, which copies the problem beside its solves
constexpr int rounds = 3;
constexpr double once_suffices = 1.0;  // [s]
constexpr double too_short = 1e-4;     // [s] of a peer, to count for the mean

struct Answer {
  double seconds;
  double residual;
};

template <class Work>
std::optional<Answer> answer_of(const BoxCall& call, double patience, Work&& work) {
  const auto numbers = guarded(patience + rounds * round_budget, [&] {
    VectorXd z = VectorXd::Zero(call.size());
    const double seconds = work(z);
    std::vector<double> result(z.begin(), z.end());
    result.push_back(seconds);
    return result;
  });
  if (!numbers || numbers->size() != static_cast<std::size_t>(call.size()) + 1) return std::nullopt;
  return Answer{numbers->back(), call.residual(Eigen::Map<const VectorXd>(numbers->data(), call.size()))};
}

// Best correct time so far [s], if any.
using Time = std::optional<double>;

void improve(Time& best, Time time) {
  if (time && (!best || *time < *best)) best = time;
}

// In a child as well, so that memory and caches are as cold for everyone.
Time time_own(const BoxCall& call) {
  const auto answer = answer_of(call, limit, [&](VectorXd& z) {
    numerics::Options options(call.problem_class());
    options.set("tolerance", accepted).set("time_limit", limit);
    VectorXd w(z.size());
    std::optional<numerics::Workspace> workspace;
    numerics::Report report;
    return best_seconds(
        round_budget,
        [&] {
          workspace.emplace();
          z.setZero();
        },
        [&] { call.solve(z.data(), w.data(), options, *workspace, report); });
  });
  if (!answer || answer->residual > accepted) return std::nullopt;
  return answer->seconds;
}

// tolerance: in/out, where to begin, and where it was accepted.
Time time_peer(const BoxCall& call, const BoxProblem& problem, const BoxPeer& peer, double patience,
               double& tolerance) {
  while (tolerance > 1e-13) {
    const auto answer = answer_of(
        call, patience, [&](VectorXd& z) { return peer.time(problem, tolerance, round_budget, z); });
    if (!answer || answer->residual > close) return std::nullopt;
    if (answer->residual <= accepted) return answer->seconds;
    tolerance *= 1e-2;
  }
  return std::nullopt;
}

struct Result {
  std::string name;
  int n = 0;
  Time own, peer;
  std::string winner;
};

// Who is far slower than the fastest so far is stopped, and left out of the later rounds.
Result race(const BoxProblem& problem, nsds_class problem_class, const std::vector<BoxPeer>& peers) {
  const nsds_matrix M = natural_matrix(problem);
  const BoxCall call(problem, problem_class, M);
  const auto bounded =
      static_cast<int>((problem.lower.array().isFinite() || problem.upper.array().isFinite()).count());
  Result result{problem.spec, problem.size(), std::nullopt, std::nullopt, ""};
  std::vector<Time> times(peers.size());
  std::vector<double> tolerances(peers.size(), accepted);
  for (int round = 0; round < rounds; ++round) {
    if (round == 0 || (result.own && *result.own < once_suffices)) improve(result.own, time_own(call));
    for (std::size_t i = 0; i < peers.size(); ++i) {
      if (bounded > peers[i].most_bounded) continue;
      if (round > 0 && (!times[i] || *times[i] > 2.0 * *result.peer || *times[i] > once_suffices)) continue;
      const double patience = result.peer ? std::clamp(3.0 * *result.peer, least_patience, limit) : limit;
      improve(times[i], time_peer(call, problem, peers[i], patience, tolerances[i]));
      improve(result.peer, times[i]);
    }
  }
  for (std::size_t i = 0; i < peers.size(); ++i)
    if (times[i] && times[i] == result.peer) result.winner = peers[i].name;
  return result;
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
    const problems::Relay read = problems::read_relay(file);
    const nsds_relay& view = read.view();
    BoxProblem problem = start_from(*view.M, view.q);
    problem.lower = Eigen::Map<const VectorXd>(view.lower, view.size);
    problem.upper = Eigen::Map<const VectorXd>(view.upper, view.size);
    return problem;
  }
  const problems::Mlcp read = problems::read_mlcp(file);
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

std::string milliseconds(const Time& time) {
  char buffer[40] = "not solved";
  if (time) std::snprintf(buffer, sizeof buffer, "%.4g", 1e3 * *time);
  return buffer;
}

void print_table(const std::vector<Result>& results) {
  std::printf(
      "| problem | n | ours [ms] | fastest correct of Siconos [ms] | solver | ratio |\n"
      "|---|---|---|---|---|---|\n");
  for (const Result& result : results) {
    char ratio[40] = "";
    if (result.own && result.peer) std::snprintf(ratio, sizeof ratio, "%.3g", *result.peer / *result.own);
    std::printf("| %s | %d | %s | %s | %s | %s |\n", result.name.c_str(), result.n,
                milliseconds(result.own).c_str(), milliseconds(result.peer).c_str(), result.winner.c_str(),
                ratio);
  }
  std::printf("\n");
}

void print_results(const std::vector<Result>& results) {
  std::vector<Result> counted, too_small;
  std::vector<double> logarithms;
  int only_own = 0, only_peer = 0, nobody = 0;
  for (const Result& result : results) {
    const bool small = result.own && result.peer && *result.peer < too_short;
    (small ? too_small : counted).push_back(result);
    only_own += result.own && !result.peer ? 1 : 0;
    only_peer += !result.own && result.peer ? 1 : 0;
    nobody += !result.own && !result.peer ? 1 : 0;
    if (small || !result.own || !result.peer) continue;
    logarithms.push_back(std::log(*result.peer / *result.own));
  }
  print_table(counted);
  if (!logarithms.empty()) {
    std::sort(logarithms.begin(), logarithms.end());
    const double sum = std::accumulate(logarithms.begin(), logarithms.end(), 0.0);
    std::printf("Geometric mean of the ratios: %.3g, median %.3g, over %zu problems.\n",
                std::exp(sum / static_cast<double>(logarithms.size())),
                std::exp(logarithms[logarithms.size() / 2]), logarithms.size());
  }
  std::printf(
      "Solved by one of the peers and not by ours: %d; by ours and no peer: %d; by nobody: %d; of %zu.\n\n",
      only_peer, only_own, nobody, results.size());
  if (too_small.empty()) return;
  std::printf("Where the peer needs less than %.0f us:\n\n", 1e6 * too_short);
  print_table(too_small);
}

void compare_box(nsds_class problem_class, const std::vector<std::string>& specs,
                 const std::vector<std::string>& selection, const std::vector<BoxPeer>& peers) {
  std::vector<Result> results;
  const auto run = [&](const BoxProblem& problem) {
    results.push_back(race(problem, problem_class, peers));
    std::fprintf(stderr, "%s: %s, %s\n", problem.spec.c_str(), milliseconds(results.back().own).c_str(),
                 milliseconds(results.back().peer).c_str());
  };
  for (const std::string& spec : specs.empty() ? selection : specs) run(test::make_box(spec));
  if (specs.empty())
    for (const BoxProblem& problem : problem_files(problem_class)) run(problem);
  std::printf(
      "# Solves: %s\n\nAccepted at a residual of the class of %g; from zero, %g s a solve; CPU times. Ratio "
      "above 1: ours, the default solver, is faster. Ours takes sparse families sparse, Siconos all "
      "dense.\n\n",
      nsds_class_name(problem_class), accepted, limit);
  print_results(results);
  std::fflush(stdout);
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
