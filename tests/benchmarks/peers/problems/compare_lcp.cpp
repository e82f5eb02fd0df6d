// Solves beside those of other libraries. Every contender solves every problem in turn, three rounds; the
// best time of each counts, and only if its solution has a residual of the class of at most 1e-8.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <vector>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/peers/problems/lcp_peers.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "support/lcp_families.hpp"

namespace nsds::bench {
namespace {

constexpr double accepted = 1e-8;
constexpr double round_budget = 0.01;  // [s] of repetitions
constexpr double patience = 1.0;       // [s] for a solve while nobody has solved the problem
constexpr int rounds = 3;

// Best correct time so far [s], if any.
using Time = std::optional<double>;

void improve(Time& best, Time time) {
  if (time && (!best || *time < *best)) best = time;
}

double residual(const test::LcpProblem& lcp, const Eigen::VectorXd& z) {
  if (z.size() != lcp.q.size() || !z.allFinite()) return HUGE_VAL;
  return numerics::lcp::Problem(numerics::view(lcp.M), lcp.q).residual(z).value;
}

Time time_peer(const test::LcpProblem& lcp, const LcpPeer& peer, double limit) {
  const auto numbers = guarded(limit + rounds * round_budget, [&] {
    DenseLcp copy{lcp.M, lcp.q};
    Eigen::VectorXd z = Eigen::VectorXd::Zero(lcp.q.size());
    const double seconds = peer.time(copy, round_budget, z);
    std::vector<double> result(z.begin(), z.end());
    result.push_back(seconds);
    return result;
  });
  if (!numbers || numbers->size() != static_cast<std::size_t>(lcp.size()) + 1) return std::nullopt;
  const Eigen::VectorXd z = Eigen::Map<const Eigen::VectorXd>(numbers->data(), lcp.q.size());
  if (residual(lcp, z) > accepted) return std::nullopt;
  return numbers->back();
}

// Ours, in a child as well, so that memory and caches are as cold for everyone.
Time time_own(const test::LcpProblem& lcp, const char* solver, bool sparse) {
  const auto numbers = guarded(30.0, [&] {
    numerics::Options options(NSDS_CLASS_LCP, solver);
    options.set("tolerance", 1e-10).set("time_limit", 10.0);
    const numerics::lcp::Problem problem(sparse ? numerics::view(lcp.sparse) : numerics::view(lcp.M), lcp.q);
    numerics::Workspace workspace;
    Eigen::VectorXd z(lcp.q.size()), w(lcp.q.size());
    const double seconds = best_seconds(round_budget, [&] {
      z.setZero();
      problem.solve(z, w, options, &workspace);
    });
    std::vector<double> result(z.begin(), z.end());
    result.push_back(seconds);
    return result;
  });
  if (!numbers) return std::nullopt;
  const Eigen::VectorXd z = Eigen::Map<const Eigen::VectorXd>(numbers->data(), lcp.q.size());
  if (residual(lcp, z) > accepted) return std::nullopt;
  return numbers->back();
}

// One library's solvers on one problem: who is the fastest that is correct.
class Library {
 public:
  explicit Library(std::vector<LcpPeer> peers) : peers_(std::move(peers)), times_(peers_.size()) {}

  // Whoever is far slower than the fastest so far is stopped, and left out of the later rounds.
  void race(const test::LcpProblem& lcp, bool first_round) {
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      if (peers_[i].symmetric && !lcp.symmetric) continue;
      const Time fastest = best();
      const bool lemke = peers_[i].name == "LEMKE";  // of interest by itself
      if (!first_round && (!times_[i] || (*times_[i] > 2.0 * *fastest && !lemke))) continue;
      improve(times_[i], time_peer(lcp, peers_[i], fastest && !lemke ? 3.0 * *fastest : patience));
    }
  }

  Time best() const {
    Time found;
    for (const Time& time : times_) improve(found, time);
    return found;
  }
  std::string winner() const {
    const Time fastest = best();
    for (std::size_t i = 0; i < peers_.size(); ++i)
      if (fastest && times_[i] == fastest) return peers_[i].name;
    return "";
  }
  Time of(const std::string& name) const {
    for (std::size_t i = 0; i < peers_.size(); ++i)
      if (peers_[i].name == name) return times_[i];
    return std::nullopt;
  }

 private:
  std::vector<LcpPeer> peers_;
  std::vector<Time> times_;
};

// Ratios of times, summed up as min / geometric mean / max.
class Ratios {
 public:
  void add(Time slower, Time faster) {
    if (slower && faster) logarithms_.push_back(std::log(*slower / *faster));
  }
  std::string text() const {
    if (logarithms_.empty()) return "-";
    double sum = 0.0;
    for (const double value : logarithms_) sum += value;
    const auto [low, high] = std::minmax_element(logarithms_.begin(), logarithms_.end());
    char buffer[80];
    std::snprintf(buffer, sizeof buffer, "%.3g / %.3g / %.3g", std::exp(*low),
                  std::exp(sum / static_cast<double>(logarithms_.size())), std::exp(*high));
    return buffer;
  }

 private:
  std::vector<double> logarithms_;
};

struct Row {
  int problems = 0, own_failures = 0, siconos_failures = 0;
  Ratios own_ms, siconos, bullet, lemke;
  std::map<std::string, int> winners;
};

void compare_one(const std::string& spec, bool sparse, Row& row) {
  const test::LcpProblem lcp = test::make_lcp(spec);
  Library siconos(siconos_lcp_peers()), bullet(bullet_lcp_peers());
  Time own, own_lemke;
  for (int round = 0; round < rounds; ++round) {
    improve(own, time_own(lcp, "", sparse));
    if (lcp.size() >= 20) improve(own_lemke, time_own(lcp, "lemke", false));
    siconos.race(lcp, round == 0);
    bullet.race(lcp, round == 0);
  }
  ++row.problems;
  if (!own) ++row.own_failures;
  if (!siconos.best()) ++row.siconos_failures;
  row.own_ms.add(own, 1e-3);
  row.siconos.add(siconos.best(), own);
  row.bullet.add(bullet.best(), own);
  row.lemke.add(siconos.of("LEMKE"), own_lemke);
  if (siconos.best()) ++row.winners[siconos.winner()];
}

std::vector<std::string> specs_of(const std::string& family, const std::vector<const char*>& thirds) {
  std::vector<std::string> specs;
  specs.reserve(thirds.size());
  for (const char* third : thirds) specs.push_back(family + ":" + third);
  return specs;
}

struct Group {
  std::string name;
  std::vector<std::string> specs;
  bool sparse = false;
};

std::vector<Group> selection() {
  std::vector<Group> groups;
  const std::vector<const char*> many{"101", "102", "103", "104"}, few{"101", "102"};
  for (const char* n : {"20", "50", "100", "200", "500"})
    for (const char* family : {"spd", "pd", "hp", "cop"}) {
      const std::string name = std::string(family) + ":" + n;
      groups.push_back({name, specs_of(name, std::string(n) == "500" ? few : many)});
    }
  for (const char* name : {"grain:3", "grain:4", "grain:5"}) groups.push_back({name, specs_of(name, many)});
  for (const char* name : {"column:20", "column:50", "column:200", "column:500"})
    groups.push_back({name, specs_of(name, {"1", "1e4"})});
  for (const char* name : {"bim:50", "bim:100", "bim:200", "kkt:50", "kkt:100", "friction:40", "friction:100",
                           "psd:50", "psd:100", "murty:50", "murty:200", "fathi:50", "fathi:200"})
    groups.push_back({name, specs_of(name, few)});
  groups.push_back({"grain:5 sparse", specs_of("grain:5", many), true});
  groups.push_back({"column:500 sparse", specs_of("column:500", {"1", "1e4"}), true});
  return groups;
}

std::vector<Group> groups_of(const std::vector<std::string>& specs) {
  std::vector<Group> groups;
  groups.reserve(specs.size());
  for (const std::string& spec : specs) groups.push_back({spec, {spec}});
  return groups;
}

}  // namespace

void compare_lcp(const std::vector<std::string>& specs) {
  std::printf(
      "# Solves\n\nTolerance 1e-10, accepted at a residual of 1e-8; ratios of CPU times, min / geometric "
      "mean / max over "
      "the problems: above 1, ours is faster. %s is our default solver; sparse: ours is given CSC, the "
      "others always "
      "dense.\n\n",
      nsds_solver_at(NSDS_CLASS_LCP, 0)->name);
  std::printf(
      "| family:n | problems | failed: ours, Siconos | ours [ms] | fastest correct Siconos / ours | Bullet / "
      "ours | "
      "Siconos LEMKE / our lemke | fastest of Siconos |\n|---|---|---|---|---|---|---|---|\n");
  for (const Group& group : specs.empty() ? selection() : groups_of(specs)) {
    Row row;
    for (const std::string& spec : group.specs) compare_one(spec, group.sparse, row);
    std::string winners;
    for (const auto& [name, count] : row.winners) winners += name + " " + std::to_string(count) + " ";
    std::printf("| %s | %d | %d, %d | %s | %s | %s | %s | %s|\n", group.name.c_str(), row.problems,
                row.own_failures, row.siconos_failures, row.own_ms.text().c_str(), row.siconos.text().c_str(),
                row.bullet.text().c_str(), row.lemke.text().c_str(), winners.c_str());
    std::fflush(stdout);
  }
  std::printf("\n");
}

#ifndef NSDS_HAS_SICONOS
std::vector<LcpPeer> siconos_lcp_peers() {
  return {};
}
#endif
#ifndef NSDS_HAS_BULLET
std::vector<LcpPeer> bullet_lcp_peers() {
  return {};
}
#endif

}  // namespace nsds::bench
