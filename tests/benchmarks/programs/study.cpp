#include "benchmarks/programs/study.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <ostream>

#include "nsds/numerics/registry.h"

namespace nsds::bench::programs {
namespace {

std::vector<std::string> solvers_of(const std::vector<std::string>& asked) {
  std::vector<std::string> names;
  for (int s = 0; s < nsds_solver_count(NSDS_CLASS_QP); ++s) {
    const std::string name = nsds_solver_at(NSDS_CLASS_QP, s)->name;
    if (asked.empty() || std::find(asked.begin(), asked.end(), name) != asked.end()) names.push_back(name);
  }
  return names;
}

class Study {
 public:
  Study(const StudyPlan& plan, const Measure& measure, Results& results)
      : plan_(plan), measure_(measure), results_(results) {}

  // Makes the problem when it is first needed.
  void run(const Subject& subject) {
    std::optional<Measurable> problem;
    for (const std::string& solver : solvers_of(plan_.solvers))
      for (const double tolerance : plan_.tolerances) {
        Record entry = entry_of(subject, solver, tolerance);
        if (const Record* there = results_.find(entry); there != nullptr) {
          ++count_.there;
          count_.wrong += is_wrong(*there) ? 1 : 0;
        } else if (const Record* looser = time_lost_at(entry); looser != nullptr) {
          infer(*looser, entry);
        } else {
          if (!problem) problem.emplace(subject);
          measure_(*problem, entry);
          results_.add(entry);
          ++count_.run;
          count_.wrong += is_wrong(entry) ? 1 : 0;
        }
      }
  }

  const StudyCount& count() const { return count_; }

 private:
  Record entry_of(const Subject& subject, const std::string& solver, double tolerance) const {
    Record entry;
    entry.subject = subject;
    entry.solver = solver;
    entry.tolerance = tolerance;
    entry.absolute = plan_.absolute ? tolerance : 0.0;
    entry.limit = plan_.limit;
    return entry;
  }

  // Null where the entry has to be run.
  const Record* time_lost_at(const Record& entry) const {
    for (const double looser : plan_.tolerances) {
      if (looser <= entry.tolerance) continue;
      const Record* found = results_.find(entry_of(entry.subject, entry.solver, looser));
      if (found != nullptr && ran_out_of_time(*found) && found->limit >= plan_.limit) return found;
    }
    return nullptr;
  }

  void infer(const Record& looser, Record entry) {
    const double tolerance = entry.tolerance, absolute = entry.absolute;
    entry = looser;
    entry.tolerance = tolerance;
    entry.absolute = absolute;
    entry.judged = entry.primal = entry.dual = entry.gap = std::numeric_limits<double>::quiet_NaN();
    entry.inferred = true;
    results_.add(entry);
    ++count_.inferred;
  }

  const StudyPlan& plan_;
  const Measure& measure_;
  Results& results_;
  StudyCount count_;
};

}  // namespace

bool is_wrong(const Record& record) {
  const Verdict verdict = judge(record);
  return verdict == Verdict::false_ok || verdict == Verdict::false_proof ||
         verdict == Verdict::unacknowledged || record.status == status_crashed;
}

StudyCount run_study(const StudyPlan& plan, const Measure& measure, Results& results, std::ostream& out) {
  Study study(plan, measure, results);
  for (const Subject& subject : plan.subjects) {
    const int run_before = study.count().run, wrong_before = study.count().wrong;
    const auto begin = std::chrono::steady_clock::now();
    study.run(subject);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (study.count().run > run_before)
      out << fmt::format("{} {}: {} solves, {:.2f} s, {} wrong\n", to_string(subject.group), subject.name,
                         study.count().run - run_before, spent.count(), study.count().wrong - wrong_before)
          << std::flush;
  }
  return study.count();
}

}  // namespace nsds::bench::programs
