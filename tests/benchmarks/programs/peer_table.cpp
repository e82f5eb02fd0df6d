// Part C: times beside those of other libraries.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ostream>
#include <string>

#include "benchmarks/measurements/markdown.hpp"
#include "benchmarks/programs/tables.hpp"
#include "benchmarks/survey/survey_cell.hpp"

namespace nsds::bench::programs {
namespace {

constexpr const char* ours = "ours";
constexpr double counted_from = 1e-3;  // [s] of ours, from which a ratio counts
constexpr double much = 10.0;          // times

// The fastest setting of each library that reached what is wanted, else null; by problem.
using Fastest = std::map<std::string, std::map<std::string, const PeerRecord*>>;

Fastest fastest_of(const std::vector<PeerRecord>& records) {
  Fastest fastest;
  for (const PeerRecord& record : records) {
    const PeerRecord*& best = fastest[record.problem].try_emplace(record.library, nullptr).first->second;
    if (record.is_solved() && (best == nullptr || record.seconds < best->seconds)) best = &record;
  }
  return fastest;
}

const PeerRecord* of(const Fastest::mapped_type& libraries, const std::string& library) {
  const auto found = libraries.find(library);
  return found == libraries.end() ? nullptr : found->second;
}

std::vector<std::string> libraries_in(const std::vector<PeerRecord>& records) {
  std::vector<std::string> names;
  for (const PeerRecord& record : records)
    if (std::find(names.begin(), names.end(), record.library) == names.end()) names.push_back(record.library);
  return names;
}

// Geometric mean of ratios.
struct Mean {
  double logarithms = 0.0;
  int count = 0;
  void add(double ratio) {
    logarithms += std::log(ratio);
    ++count;
  }
  std::string text() const { return count == 0 ? "" : fmt::format("{:.3g}", std::exp(logarithms / count)); }
};

struct Race {
  int theirs = 0, only_ours = 0, only_theirs = 0;
  Mean mean;
  std::vector<std::string> slow;  // problems where ours takes more than ten times as long
};

// seconds: of the other side, nothing where it did not solve.
template <class Seconds>
Race race_of(const Fastest& fastest, const Seconds& seconds) {
  Race race;
  for (const auto& [problem, libraries] : fastest) {
    const PeerRecord* own = of(libraries, ours);
    const std::optional<double> other = seconds(problem, libraries);
    race.theirs += other ? 1 : 0;
    if (own != nullptr && !other) ++race.only_ours;
    if (own == nullptr && other) ++race.only_theirs;
    if (own == nullptr || !other) continue;
    race.mean.add(*other / own->seconds);
    if (own->seconds > counted_from && own->seconds > much * *other)
      race.slow.push_back(fmt::format("{} ({:.1f} times)", problem, own->seconds / *other));
  }
  return race;
}

std::optional<double> published_seconds(const Published& published, const std::string& problem) {
  const Published::Result found = published.result(problem, "piqp", wanted);
  return found.is_solved ? std::optional(found.seconds) : std::nullopt;
}

void print_races(const Fastest& fastest, const std::vector<std::string>& libraries,
                 const Published& published, std::ostream& out) {
  const auto solved = std::count_if(fastest.begin(), fastest.end(),
                                    [](const auto& entry) { return of(entry.second, ours) != nullptr; });
  out << fmt::format("\nOurs solves {} of {}.\n", solved, fastest.size());
  print_head_row(
      {"library", "solves", "both", "ours alone", "it alone", "its time / ours", "ours above ten times its"},
      out);
  const auto print = [&out](const std::string& name, const Race& race) {
    std::string slow;
    for (const std::string& problem : race.slow) slow += (slow.empty() ? "" : ", ") + problem;
    print_row(
        {name, std::to_string(race.theirs), std::to_string(race.mean.count), std::to_string(race.only_ours),
         std::to_string(race.only_theirs), race.mean.text(), slow.empty() ? "none" : slow},
        out);
  };
  for (const std::string& library : libraries)
    if (library != ours)
      print(library, race_of(fastest, [&](const std::string&, const Fastest::mapped_type& all) {
              const PeerRecord* theirs = of(all, library);
              return theirs != nullptr ? std::optional(theirs->seconds) : std::nullopt;
            }));
  print("PIQP, published", race_of(fastest, [&](const std::string& problem, const Fastest::mapped_type&) {
          return published_seconds(published, problem);
        }));
}

void print_problems(const Fastest& fastest, const std::vector<std::string>& libraries,
                    const Published& published, std::ostream& out) {
  std::vector<std::string> head = {"problem"};
  head.insert(head.end(), libraries.begin(), libraries.end());
  head.emplace_back("PIQP, published");
  print_head_row(head, out);
  for (const auto& [problem, all] : fastest) {
    std::vector<std::string> row = {problem};
    for (const std::string& library : libraries) {
      const PeerRecord* record = of(all, library);
      const std::string setting = record == nullptr || library == ours ? "" : " (" + record->setting + ")";
      row.push_back(record == nullptr ? "-" : seconds_text(record->seconds) + setting);
    }
    const std::optional<double> theirs = published_seconds(published, problem);
    row.push_back(theirs ? seconds_text(*theirs) : "-");
    print_row(row, out);
  }
}

}  // namespace

void print_peers(const std::vector<PeerRecord>& records, const Published& published, std::ostream& out) {
  if (records.empty()) return;
  const Fastest fastest = fastest_of(records);
  const std::vector<std::string> libraries = libraries_in(records);
  out << fmt::format(
      "\n## Beside other libraries\n\n"
      "CPU time of the solve alone, one core, limit {} s. Ours: `auto` with tolerance and absolute tolerance "
      "{:.0e}, rows "
      "as the files have them. Ipopt and Clp are given bounds and two-sided rows as such. A library counts "
      "with the "
      "fastest of its settings whose answer has primal residual, dual residual and gap below {:.0e}; `-`: "
      "none has. "
      "Ratios are geometric means over the problems that both solve; those above ten times are listed where "
      "ours takes "
      "over 1 ms. PIQP's times are those of the public benchmark at 1e-6, on another processor.\n",
      records.front().limit, wanted, wanted);
  print_races(fastest, libraries, published, out);
  print_problems(fastest, libraries, published, out);
}

}  // namespace nsds::bench::programs
