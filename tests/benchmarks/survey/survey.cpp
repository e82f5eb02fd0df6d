// nsds-bench survey: writes docs/measurements/solvers.md, what every registered solver solves of every family and how
// fast.
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/survey/survey_plans.hpp"

namespace nsds::bench {
namespace {

void print_title(std::ostream& out) {
  out << "# Solvers of all classes, what they need and what they solve\n\n"
         "Written by `OPENBLAS_NUM_THREADS=1 nsds-bench survey > docs/measurements/solvers.md`; do not edit. "
         "Of `nsds "
         "solvers` are the words.\n";
}

}  // namespace

std::vector<SurveyPlan> survey_plans() {
  return {lcp_plan(),
          box_plan(NSDS_CLASS_MLCP),
          box_plan(NSDS_CLASS_RELAY),
          program_plan(NSDS_CLASS_QP),
          program_plan(NSDS_CLASS_AVI),
          equality_plan(),
          convex_qp_plan(),
          rolling_plan()};
}

bool is_asked_for(nsds_class problem_class, const std::vector<std::string>& names) {
  bool asked = names.empty();
  for (const std::string& name : names) {
    nsds_class found{};
    if (nsds_class_find(name.c_str(), &found) == 0) throw std::invalid_argument("no class '" + name + "'");
    asked = asked || found == problem_class;
  }
  return asked;
}

void add_survey(CLI::App& app, std::ostream& out) {
  const auto classes = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand(
      "survey", "Write docs/measurements/solvers.md: every solver over every family. Takes minutes.");
  command->add_option("CLASS", *classes, "only the sections of these classes");
  command->callback([classes, &out] {
    if (classes->empty()) print_title(out);
    for (const SurveyPlan& plan : survey_plans())
      if (is_asked_for(plan.problem_class, *classes)) survey_class(plan, out);
  });
}

}  // namespace nsds::bench
