// nsds-bench friction-study: measures, line by line, into a file of records.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/friction/measurement.hpp"
#include "benchmarks/friction/study.hpp"

namespace nsds::bench {
namespace {

// Of the variants alone, which ask how steady the default is.
constexpr double variant_tolerance = 1e-8, variant_limit = 1.0;

struct Arguments {
  std::string results, problem_class, filter;
  std::vector<std::string> solvers;
  std::vector<double> tolerances = {1e-4, 1e-8, 1e-12};
  std::vector<std::string> collection;
  bool files = false, uncertified = false, variants = false, skip_harder = true;
  double limit = 10.0;
  double memory = 8.0;  // [GiB]
};

void append(std::vector<Subject>& to, const std::vector<Subject>& more, const std::string& filter) {
  for (const Subject& subject : more)
    if (subject.name.find(filter) != std::string::npos) to.push_back(subject);
}

std::vector<SizeClass> sizes_of(const std::vector<std::string>& names) {
  std::vector<SizeClass> sizes;
  for (const SizeClass size : {SizeClass::small, SizeClass::medium, SizeClass::large})
    for (const std::string& name : names)
      if (name == "all" || name == to_string(size)) sizes.push_back(size);
  return sizes;
}

// Everything but the variants where nothing is asked for by name.
std::vector<Subject> subjects_of(const Arguments& arguments) {
  const bool all =
      !arguments.files && arguments.collection.empty() && !arguments.uncertified && !arguments.variants;
  std::vector<Subject> subjects;
  if (all || arguments.files) append(subjects, file_subjects(), arguments.filter);
  append(subjects,
         collection_subjects(sizes_of(all ? std::vector<std::string>{"all"} : arguments.collection)),
         arguments.filter);
  if (all || arguments.uncertified) append(subjects, uncertified_subjects(), arguments.filter);
  return subjects;
}

std::vector<nsds_class> classes_of(const std::string& name) {
  std::vector<nsds_class> classes;
  if (name != "global") classes.push_back(NSDS_CLASS_FRICTION_CONTACT);
  if (name != "reduced") classes.push_back(NSDS_CLASS_GLOBAL_FRICTION_CONTACT);
  return classes;
}

void check_solvers(const std::vector<std::string>& solvers, const std::vector<nsds_class>& classes) {
  for (const std::string& solver : solvers)
    if (std::none_of(classes.begin(), classes.end(), [&](nsds_class problem_class) {
          return nsds_solver_find(problem_class, solver.c_str()) != nullptr;
        }))
      throw std::invalid_argument("no solver '" + solver + "' in these classes");
}

void print(const StudyCount& count, std::ostream& out) {
  out << fmt::format("{} lines were there, {} solves run, {} inferred; {} untruthful\n", count.there,
                     count.run, count.inferred, count.untruthful);
}

void run(const Arguments& arguments, std::ostream& out) {
  StudyPlan plan;
  plan.subjects = subjects_of(arguments);
  plan.classes = classes_of(arguments.problem_class);
  plan.solvers = arguments.solvers;
  plan.tolerances = arguments.tolerances;
  std::sort(plan.tolerances.begin(), plan.tolerances.end(), std::greater<>());
  plan.limit = arguments.limit;
  plan.skip_harder = arguments.skip_harder;
  check_solvers(plan.solvers, plan.classes);
  Results results(arguments.results);
  const auto bytes = static_cast<std::size_t>(arguments.memory * 1024.0 * 1024.0 * 1024.0);
  const Measure within = [bytes](const Posed& problem, Record& record) { measure(problem, record, bytes); };
  if (!plan.subjects.empty()) print(run_study(plan, within, results, out), out);
  if (!arguments.variants) return;
  plan.subjects.clear();
  append(plan.subjects, variant_subjects(), arguments.filter);
  if (plan.solvers.empty()) plan.solvers = {"auto"};
  plan.tolerances = {variant_tolerance};
  plan.limit = std::min(plan.limit, variant_limit);
  print(run_study(plan, within, results, out), out);
}

}  // namespace

void add_friction_study(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("friction-study", "Every solver of frictional contact over files and collection.");
  command->add_option("--results", arguments->results, "CSV file; lines that are there are not run again")
      ->required();
  command->add_option("--class", arguments->problem_class, "only this form")
      ->check(CLI::IsMember({"reduced", "global"}));
  command->add_option("--solvers", arguments->solvers, "only these, a,b; all if not given")->delimiter(',');
  command->add_option("--tolerances", arguments->tolerances, "bounds on the residual, a,b")
      ->delimiter(',')
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--limit", arguments->limit, "limit of a solve [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--memory", arguments->memory, "that a solve may have [GiB]; 0: all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_flag("--files", arguments->files, "the files under NSDS_TEST_DATA");
  command->add_option("--collection", arguments->collection, "instances of these sizes, a,b")
      ->delimiter(',')
      ->check(CLI::IsMember({"small", "medium", "large", "all"}));
  command->add_flag("--uncertified", arguments->uncertified, "instances not known to have a solution");
  command->add_flag("--variants", arguments->variants,
                    "18 of each file of FC3D, at 1e-8 within 1 s; by auto if --solvers is not given");
  command->add_option("--filter", arguments->filter, "only instances whose name contains this");
  command->add_flag("--skip-harder,!--no-skip-harder", arguments->skip_harder,
                    "a solver that had not the time for a looser tolerance is not run at a tighter one");
  command->footer("Without --files, --collection, --uncertified and --variants: all but the variants.");
  command->callback([arguments, &out] { run(*arguments, out); });
}

}  // namespace nsds::bench
