// The sections of nsds-bench survey for one class: every registered solver over every family.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "nsds/numerics/registry.h"
#include "nsds/numerics/status.h"

namespace nsds::bench {

struct SurveyFamily {
  const char* name;
  // The problem of about that size, "" if there is none.
  std::string (*spec)(int n, int seed);
};

struct SurveyDemand {
  double tolerance;
  double time_limit;  // [s]
};

struct SurveyOutcome {
  double seconds;
  double residual;
  nsds_status status;
};

// Tells whether the solver said that it solved, and the residual of the class agrees.
inline bool is_solved(const SurveyOutcome& outcome, double tolerance) {
  return outcome.status == NSDS_OK && outcome.residual <= tolerance;
}

// A problem, to be solved by one solver. Nothing where the solver refuses the problem.
using SurveySolve =
    std::function<std::optional<SurveyOutcome>(const nsds_solver_info& solver, const SurveyDemand& demand)>;

struct SurveyPlan {
  nsds_class problem_class = NSDS_CLASS_MLCP;
  std::string head;  // says what is measured
  double tolerance = 1e-10;
  std::vector<int> sizes;
  std::function<double(int n)> time_limit;  // [s]
  std::function<int(int n)> seeds;
  std::vector<SurveyFamily> families;
  std::function<SurveySolve(const std::string& spec)> load;
};

void survey_class(const SurveyPlan& plan, std::ostream& out);

}  // namespace nsds::bench
