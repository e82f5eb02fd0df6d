#include "benchmarks/friction/study.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <ostream>

namespace nsds::bench {
namespace {

std::vector<std::string> solvers_of(nsds_class problem_class, const std::vector<std::string>& asked) {
  std::vector<std::string> names;
  for (int s = 0; s < nsds_solver_count(problem_class); ++s) {
    const std::string name = nsds_solver_at(problem_class, s)->name;
    if (asked.empty() || std::find(asked.begin(), asked.end(), name) != asked.end()) names.push_back(name);
  }
  return names;
}

class Study {
 public:
  Study(const StudyPlan& plan, const Measure& measure, Results& results)
      : plan_(plan), measure_(measure), results_(results) {}

  // Makes the problem when it is first needed.
  void run(const Subject& subject, nsds_class problem_class) {
    std::optional<Posed> problem;
    for (const std::string& solver : solvers_of(problem_class, plan_.solvers))
      for (const double tolerance : plan_.tolerances) {
        Record entry = entry_of(subject, problem_class, solver, tolerance);
        if (const Record* there = results_.find(entry); there != nullptr) {
          ++count_.there;
          count_.untruthful += verdict_of(*there) == Verdict::untruthful ? 1 : 0;
          continue;
        }
        if (const Record* looser = time_lost_at(entry); looser != nullptr) {
          infer(*looser, entry);
          continue;
        }
        if (!problem) problem = pose(subject, problem_class);
        entry.contacts = problem->contacts;
        measure_(*problem, entry);
        results_.add(entry);
        ++count_.run;
        count_.untruthful += entry.verdict == Verdict::untruthful ? 1 : 0;
      }
  }

  const StudyCount& count() const { return count_; }

 private:
  Record entry_of(const Subject& subject, nsds_class problem_class, const std::string& solver,
                  double tolerance) const {
    Record entry;
    entry.instance = subject.name;
    entry.family = subject.family;
    entry.group = subject.group;
    entry.problem_class = nsds_class_name(problem_class);
    entry.solver = solver;
    entry.tolerance = tolerance;
    entry.limit = plan_.limit;
    return entry;
  }

  // Null where the entry has to be run.
  const Record* time_lost_at(Record entry) const {
    if (!plan_.skip_harder) return nullptr;
    const double tolerance = entry.tolerance;
    for (const double looser : plan_.tolerances) {
      if (looser <= tolerance) continue;
      entry.tolerance = looser;
      const Record* found = results_.find(entry);
      if (found != nullptr && ran_out_of_time(*found) && found->limit >= plan_.limit) return found;
    }
    return nullptr;
  }

  void infer(const Record& looser, Record& entry) {
    entry.contacts = looser.contacts;
    entry.status = looser.status;
    entry.seconds = looser.seconds;
    entry.residual = entry.reported = entry.floor = std::numeric_limits<double>::quiet_NaN();
    entry.inferred = true;
    entry.verdict = judge(entry);
    results_.add(entry);
    ++count_.inferred;
  }

  const StudyPlan& plan_;
  const Measure& measure_;
  Results& results_;
  StudyCount count_;
};

bool has(const std::vector<nsds_class>& classes, nsds_class problem_class) {
  return std::find(classes.begin(), classes.end(), problem_class) != classes.end();
}

}  // namespace

StudyCount run_study(const StudyPlan& plan, const Measure& measure, Results& results, std::ostream& out) {
  Study study(plan, measure, results);
  for (const Subject& subject : plan.subjects)
    for (const nsds_class problem_class : subject.classes) {
      if (!has(plan.classes, problem_class)) continue;
      const int run_before = study.count().run;
      const auto begin = std::chrono::steady_clock::now();
      study.run(subject, problem_class);
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      if (study.count().run > run_before)
        out << fmt::format("{} {}: {} solves, {:.2f} s\n", nsds_class_name(problem_class), subject.name,
                           study.count().run - run_before, spent.count())
            << std::flush;
    }
  return study.count();
}

}  // namespace nsds::bench
