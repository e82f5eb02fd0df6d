#include "benchmarks/peers/accuracy/accuracy_race.hpp"

#include <algorithm>

#include "benchmarks/peers/guarded.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;

constexpr double budget = 0.01;  // [s] of repetitions
constexpr double slack = 0.5;    // [s] of a child, which copies the problem beside its solves
constexpr int rounds = 3;
constexpr double once_suffices = 1.0;  // [s]
constexpr double worth_asking = 10.0;  // times the tolerance missed by a peer that is asked again

// In a child, own as well as peers, so that memory and caches are as cold for everyone.
AccuracyRun run_once(const Race& race, const Contender& contender, double asked, double demanded,
                     double limit) {
  AccuracyRun run;
  run.solver = contender.name;
  run.asked = asked;
  const auto numbers = guarded(limit + slack, [&] {
    VectorXd answer = VectorXd::Zero(race.length);
    const double seconds = contender.time(asked, budget, answer);
    std::vector<double> result(answer.begin(), answer.end());
    result.push_back(seconds);
    return result;
  });
  if (!numbers || numbers->size() != static_cast<std::size_t>(race.length) + 1) return run;
  run.seconds = numbers->back();
  run.delivered = race.residual(Eigen::Map<const VectorXd>(numbers->data(), race.length));
  run.solved = run.delivered <= demanded && run.seconds <= limit;
  return run;
}

AccuracyRun run_peer(const Race& race, const Contender& peer, double tolerance, double limit) {
  AccuracyRun run = run_once(race, peer, tolerance, tolerance, limit);
  for (int again = 0; again < 2 && !run.solved && run.delivered <= worth_asking * tolerance; ++again) {
    const AccuracyRun next = run_once(race, peer, 0.1 * run.asked, tolerance, limit);
    if (std::isnan(next.delivered)) break;
    run = next;
  }
  return run;
}

// Once more, at what it was asked before.
void repeat(const Race& race, const Contender& contender, double demanded, double limit, AccuracyRun& run) {
  if (!run.solved || run.seconds > once_suffices) return;
  const AccuracyRun again = run_once(race, contender, run.asked, demanded, limit);
  if (again.solved && again.seconds < run.seconds) run = again;
}

std::optional<AccuracyRun> own_at(const Race& race, const AccuracyRun* peer, double limit) {
  if (peer == nullptr) return std::nullopt;
  const double asked = std::max(peer->delivered, least_accuracy);
  AccuracyRun run = run_once(race, race.own, asked, asked, limit);
  for (int round = 1; round < rounds; ++round) repeat(race, race.own, asked, limit, run);
  return run;
}

// Of the first `count`.
const AccuracyRun* fastest(const std::vector<AccuracyRun>& peers, std::size_t count) {
  const AccuracyRun* best = nullptr;
  for (std::size_t i = 0; i < std::min(count, peers.size()); ++i)
    if (peers[i].solved && (best == nullptr || peers[i].seconds < best->seconds)) best = &peers[i];
  return best;
}

}  // namespace

const AccuracyRun* AccuracyResult::default_peer() const {
  return fastest(peers, static_cast<std::size_t>(defaults));
}

const AccuracyRun* AccuracyResult::best_peer() const {
  return fastest(peers, peers.size());
}

std::vector<AccuracyResult> run_accuracy_race(const std::string& group, const Race& race, int defaults,
                                              const AccuracySettings& settings) {
  const double limit = settings.limit;
  std::vector<AccuracyResult> results;
  std::vector<bool> given_up(race.peers.size(), false);
  for (const double tolerance : settings.tolerances) {
    AccuracyResult result;
    result.group = group;
    result.name = race.name;
    result.contacts = race.n;
    result.tolerance = tolerance;
    result.defaults = defaults;
    result.own = run_once(race, race.own, tolerance, tolerance, limit);
    for (std::size_t i = 0; i < race.peers.size(); ++i) {
      AccuracyRun run;
      run.solver = race.peers[i].name;
      run.asked = tolerance;
      if (!given_up[i]) run = run_peer(race, race.peers[i], tolerance, limit);
      given_up[i] = std::isnan(run.delivered);
      result.peers.push_back(run);
    }
    // Again those who may be the fastest, in turns, so that a disturbance hits all of them.
    for (int round = 1; round < rounds; ++round) {
      repeat(race, race.own, tolerance, limit, result.own);
      const AccuracyRun* best = result.best_peer();
      const double fast = best == nullptr ? 0.0 : 2.0 * best->seconds;
      for (std::size_t i = 0; i < race.peers.size(); ++i)
        if (static_cast<int>(i) < defaults || result.peers[i].seconds <= fast)
          repeat(race, race.peers[i], tolerance, limit, result.peers[i]);
    }
    result.own_as_default = own_at(race, result.default_peer(), limit);
    result.own_as_best = own_at(race, result.best_peer(), limit);
    results.push_back(result);
  }
  return results;
}

}  // namespace nsds::bench
