// nsds-compare programs: quadratic programs from files beside Ipopt, Clp's barrier and CVXOPT.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "benchmarks/measurements/short_times.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/peers/programs/sparse_peers.hpp"
#include "benchmarks/programs/checks.hpp"
#include "benchmarks/programs/measurement.hpp"
#include "benchmarks/programs/tables.hpp"

namespace nsds::bench {
namespace {

using namespace programs;
using Eigen::VectorXd;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double enough = 0.9;  // of the limit
constexpr double grace = 10.0;  // [s] beyond the limit, for a library that looks at it now and then

struct Arguments {
  std::string csv, filter;
  std::vector<std::string> libraries;
  double limit = 100.0;
};

// Solves by the library at the tolerances that are wanted of all.
void measure_ours(const Measurable& problem, const Subject& subject, PeerRecord& record) {
  Record entry;
  entry.subject = subject;
  entry.solver = "auto";
  entry.tolerance = entry.absolute = wanted;
  entry.limit = record.limit;
  measure(problem, entry);
  record.primal = entry.primal;
  record.dual = entry.dual;
  record.gap = entry.gap;
  record.objective = entry.objective;
  record.seconds = entry.seconds;
}

std::vector<double> numbers_of(const SparseAnswer& answer) {
  std::vector<double> numbers = {answer.seconds};
  numbers.insert(numbers.end(), answer.z.begin(), answer.z.end());
  numbers.insert(numbers.end(), answer.multipliers.begin(), answer.multipliers.end());
  return numbers;
}

void measure_peer(const Posed& posed, const SparsePeer& peer, PeerRecord& record) {
  const auto once = [&] { return numbers_of(peer.solve(posed.problem, record.limit)); };
  const auto solve = [&] {
    std::vector<double> numbers = once();
    numbers[0] = median_and_ninety(numbers[0], [&] { return once()[0]; }).first;
    return numbers;
  };
  const auto begin = std::chrono::steady_clock::now();
  // A library that is started as a program guards itself.
  const std::optional<std::vector<double>> numbers =
      peer.forks ? guarded(record.limit + grace, solve) : std::optional(once());
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!numbers || static_cast<Eigen::Index>(numbers->size()) != 1 + posed.size() + posed.rows()) return;
  record.seconds = numbers->front();
  const Eigen::Map<const VectorXd> point(numbers->data() + 1, posed.size() + posed.rows());
  if (!point.allFinite()) return;
  const Absolute seen = absolute_of(posed.problem, point.head(posed.size()), point.tail(posed.rows()));
  record.primal = seen.primal;
  record.dual = seen.dual;
  record.gap = seen.gap;
  record.objective = seen.objective + posed.constant;
}

class Comparison {
 public:
  Comparison(const Arguments& arguments)
      : arguments_(arguments), results_(arguments.csv, peer_record_format()) {
    for (std::vector<SparsePeer> (*peers)() : {ipopt_peers, clp_peers, cvxopt_peers})
      for (SparsePeer& peer : peers())
        if (is_wanted(peer.library)) peers_.push_back(std::move(peer));
  }

  void run(const Subject& subject) {
    const Measurable problem(subject);
    if (is_wanted("ours"))
      add(subject, problem.posed, "ours", "auto 1e-6",
          [&](PeerRecord& record) { measure_ours(problem, subject, record); });
    // What had not the time at one setting has it at no tighter one.
    std::set<std::string> out_of_time;
    for (const SparsePeer& peer : peers_) {
      if (out_of_time.count(peer.library) > 0) continue;
      const PeerRecord& record = add(subject, problem.posed, peer.library, peer.setting,
                                     [&](PeerRecord& made) { measure_peer(problem.posed, peer, made); });
      if (record.seconds > enough * record.limit) out_of_time.insert(peer.library);
    }
  }

 private:
  bool is_wanted(const std::string& library) const {
    const std::vector<std::string>& asked = arguments_.libraries;
    return asked.empty() || std::find(asked.begin(), asked.end(), library) != asked.end();
  }

  template <class MeasureInto>
  const PeerRecord& add(const Subject& subject, const Posed& posed, const std::string& library,
                        const std::string& setting, MeasureInto measure_into) {
    PeerRecord record{subject.name,
                      static_cast<int>(posed.size()),
                      static_cast<int>(posed.rows()),
                      library,
                      setting,
                      arguments_.limit,
                      nothing,
                      nothing,
                      nothing,
                      nothing,
                      0.0};
    if (const PeerRecord* there = results_.find(record); there != nullptr) return *there;
    measure_into(record);
    results_.add(record);
    std::printf("%-10s %-12s %-16s %10.4g s  %s\n", subject.name.c_str(), library.c_str(), setting.c_str(),
                record.seconds, record.is_solved() ? "solved" : "-");
    std::fflush(stdout);
    return *results_.find(record);
  }

  const Arguments& arguments_;
  RecordFile<PeerRecord> results_;
  std::vector<SparsePeer> peers_;
};

}  // namespace

void compare_programs(const std::vector<std::string>& words) {
  Arguments arguments;
  CLI::App app("Quadratic programs of the collection beside other libraries, each at its settings.",
               "nsds-compare programs");
  app.add_option("--csv", arguments.csv, "keeps the results; lines that are there are not run again");
  app.add_option("--filter", arguments.filter, "only problems whose name contains this");
  app.add_option("--libraries", arguments.libraries, "only these, a,b: ours,Ipopt,Clp barrier,CVXOPT")
      ->delimiter(',');
  app.add_option("--limit", arguments.limit, "CPU time of a solve [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    std::printf("%s", app.help().c_str());
    return;
  }
  const bool is_kept = !arguments.csv.empty();
  if (!is_kept)
    arguments.csv =
        std::filesystem::temp_directory_path() / ("nsds-programs-" + std::to_string(getpid()) + ".csv");
  Comparison comparison(arguments);
  for (const Subject& subject : subjects_of(Group::maros_meszaros))
    if (subject.name.find(arguments.filter) != std::string::npos) comparison.run(subject);
  print_peers(read_records(arguments.csv, peer_record_format()), Published(program_folder()), std::cout);
  if (!is_kept) std::filesystem::remove(arguments.csv);
}

#ifndef NSDS_HAS_IPOPT
std::vector<SparsePeer> ipopt_peers() {
  return {};
}
#endif
#ifndef NSDS_HAS_CLP
std::vector<SparsePeer> clp_peers() {
  return {};
}
#endif
#ifndef NSDS_HAS_CVXOPT
std::vector<SparsePeer> cvxopt_peers() {
  return {};
}
#endif

}  // namespace nsds::bench
