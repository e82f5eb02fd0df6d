#include "benchmarks/peers/accuracy/accuracy_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <ostream>
#include <string>

namespace nsds::bench {
namespace {

constexpr double too_short = 5e-5;  // [s] of a peer, for its ratio to be a floor

std::string number(const char* format, double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

std::string milliseconds(const AccuracyRun* run) {
  return run == nullptr || !run->solved ? "-" : number("%.3g", 1e3 * run->seconds);
}

std::string ratio(const AccuracyRun* peer, const AccuracyRun* own) {
  if (peer == nullptr || own == nullptr || !own->solved) return "-";
  return number("%.3g", peer->seconds / own->seconds);
}

const AccuracyRun* pointer(const std::optional<AccuracyRun>& run) {
  return run ? &*run : nullptr;
}

void print_row(std::ostream& out, const AccuracyResult& result) {
  const AccuracyRun* first = result.default_peer();
  const AccuracyRun* best = result.best_peer();
  const AccuracyRun* at_first = pointer(result.own_as_default);
  const AccuracyRun* at_best = pointer(result.own_as_best);
  out << "| " << result.name << " | " << result.contacts << " | " << milliseconds(&result.own) << " | "
      << milliseconds(first) << " | " << ratio(first, &result.own) << " | "
      << (first == nullptr ? "-" : number("%.0e", first->delivered)) << " | " << ratio(first, at_first)
      << " | " << milliseconds(best) << " | " << (best == nullptr ? "-" : best->solver) << " | "
      << ratio(best, &result.own) << " | " << (best == nullptr ? "-" : number("%.0e", best->delivered))
      << " | " << ratio(best, at_best) << " |\n";
}

void print_mean(std::ostream& out, const char* what, const Ratios& ratios) {
  if (ratios.values.empty()) return;
  out << "| " << what << " | " << ratios.values.size() << " | " << number("%.3g", ratios.geometric_mean())
      << " | ";
  const std::size_t worst = ratios.worst(too_short);
  if (worst < ratios.values.size()) {
    const bool slower = ratios.values[worst] < 1.0;
    out << (slower ? "**" : "") << number("%.3g", ratios.values[worst]) << (slower ? "**" : "") << " ("
        << ratios.names[worst] << ", " << number("%.3g", 1e3 * ratios.peer_seconds[worst]) << " ms)";
  }
  out << " |\n";
}

void print_means(std::ostream& out, const std::vector<AccuracyResult>& results) {
  Ratios first, best, delivered_first, delivered_best;
  for (const AccuracyResult& result : results) {
    const AccuracyRun* default_peer = result.default_peer();
    const AccuracyRun* best_peer = result.best_peer();
    const auto add = [&](Ratios& ratios, const AccuracyRun* peer, const AccuracyRun* own) {
      if (peer != nullptr && own != nullptr && own->solved)
        ratios.add(result.name, peer->seconds, own->seconds);
    };
    add(first, default_peer, &result.own);
    add(best, best_peer, &result.own);
    add(delivered_first, default_peer, pointer(result.own_as_default));
    add(delivered_best, best_peer, pointer(result.own_as_best));
  }
  out << "\n| ratio of times | files | geometric mean | worst, of files that take the peer over "
      << number("%.0f", 1e6 * too_short) << " us |\n|---|---|---|---|\n";
  print_mean(out, "default, equal tolerance", first);
  print_mean(out, "fastest correct, equal tolerance", best);
  print_mean(out, "default, equal delivered accuracy", delivered_first);
  print_mean(out, "fastest correct, equal delivered accuracy", delivered_best);
}

template <class Predicate>
void print_names(std::ostream& out, const char* what, const std::vector<AccuracyResult>& results,
                 Predicate belongs) {
  int count = 0;
  std::string names;
  for (const AccuracyResult& result : results) {
    if (!belongs(result)) continue;
    names += (count++ == 0 ? ": " : ", ") + result.name;
  }
  out << "- " << what << ": " << count << names << "\n";
}

}  // namespace

void Ratios::add(const std::string& name, double peer, double own) {
  values.push_back(peer / own);
  names.push_back(name);
  peer_seconds.push_back(peer);
}

double Ratios::geometric_mean() const {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0.0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

std::size_t Ratios::worst(double floor) const {
  std::size_t worst = values.size();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (peer_seconds[i] > floor && (worst == values.size() || values[i] < values[worst])) worst = i;
  return worst;
}

void print_accuracy_table(std::ostream& out, const std::vector<AccuracyResult>& results) {
  if (results.empty()) return;
  const AccuracyResult& any = results.front();
  const std::string first = any.peers.empty() ? "default" : any.peers.front().solver;
  out << "## " << any.group << ", tolerance " << number("%g", any.tolerance)
      << "\n\n| file | nc | ours [ms] | " << first
      << " [ms] | ratio | it delivered | ratio at that | fastest correct [ms] | solver | ratio | it "
         "delivered "
         "| ratio at that |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const AccuracyResult& result : results) print_row(out, result);
  print_means(out, results);
  out << '\n';
  print_names(out, "lost (a peer solves it, ours does not)", results,
              [](const AccuracyResult& r) { return !r.own.solved && r.best_peer() != nullptr; });
  print_names(out, "ours does not reach the accuracy that the fastest correct peer delivered", results,
              [](const AccuracyResult& r) { return r.own_as_best && !r.own_as_best->solved; });
  print_names(out, "ours does not reach the accuracy that the default peer delivered", results,
              [](const AccuracyResult& r) { return r.own_as_default && !r.own_as_default->solved; });
  print_names(out, "no peer solves it, ours does", results,
              [](const AccuracyResult& r) { return r.own.solved && r.best_peer() == nullptr; });
  print_names(out, "nobody solves it", results,
              [](const AccuracyResult& r) { return !r.own.solved && r.best_peer() == nullptr; });
  print_names(out, "the default peer does not solve it", results,
              [](const AccuracyResult& r) { return r.default_peer() == nullptr; });
  out << '\n';
}

void write_csv_head(std::ostream& out) {
  out << "group,problem,contacts,tolerance,role,solver,asked,delivered,seconds,solved\n";
}

void write_csv(std::ostream& out, const std::vector<AccuracyResult>& results) {
  for (const AccuracyResult& result : results) {
    const auto row = [&](const char* role, const AccuracyRun& run) {
      out << result.group << ',' << result.name << ',' << result.contacts << ','
          << number("%g", result.tolerance) << ',' << role << ',' << run.solver << ','
          << number("%.3e", run.asked) << ',' << number("%.3e", run.delivered) << ','
          << number("%.4e", run.seconds) << ',' << (run.solved ? 1 : 0) << '\n';
    };
    row("own", result.own);
    if (result.own_as_default) row("own_as_default", *result.own_as_default);
    if (result.own_as_best) row("own_as_best", *result.own_as_best);
    for (const AccuracyRun& peer : result.peers) row("peer", peer);
  }
}

Profile profile_of(const std::vector<AccuracyResult>& results) {
  Profile profile;
  if (results.empty()) return profile;
  const AccuracyResult& any = results.front();
  profile.title = any.group + ", tolerance " + number("%g", any.tolerance);
  std::vector<std::string> peers;
  for (const AccuracyResult& result : results)
    for (const AccuracyRun& run : result.peers)
      if (std::find(peers.begin(), peers.end(), run.solver) == peers.end()) peers.push_back(run.solver);
  profile.solvers.push_back("NSDS " + any.own.solver);
  profile.solvers.insert(profile.solvers.end(), peers.begin(), peers.end());
  std::vector<std::vector<double>> times;
  for (const AccuracyResult& result : results) {
    const auto seconds = [](const AccuracyRun& run) { return run.solved ? run.seconds : HUGE_VAL; };
    times.emplace_back(profile.solvers.size(), HUGE_VAL);
    times.back()[0] = seconds(result.own);
    for (const AccuracyRun& run : result.peers) {
      const auto place = std::find(peers.begin(), peers.end(), run.solver) - peers.begin();
      times.back()[static_cast<std::size_t>(place) + 1] = seconds(run);
    }
  }
  profile.steps = performance_profile(times);
  return profile;
}

}  // namespace nsds::bench
