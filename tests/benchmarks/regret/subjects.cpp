#include "benchmarks/regret/subjects.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>

#include "benchmarks/friction/measurement.hpp"
#include "benchmarks/measurements/solve_measurement.hpp"
#include "benchmarks/nonlinear/measurement.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/regret/mechanical.hpp"
#include "benchmarks/regret/programs.hpp"
#include "benchmarks/survey/survey_plans.hpp"
#include "nsds/numerics/cpp/conversion.hpp"
#include "nsds/problems/any_problem.hpp"
#include "support/nonlinear/qvi_of.hpp"
#include "support/nonlinear/vi_of.hpp"

namespace nsds::bench {
namespace {

constexpr double limit = 2.0;                          // [s] of a solve
constexpr double file_limit = 5.0;                     // [s] of one of a file of a quadratic program
constexpr std::size_t memory = std::size_t{8} << 30U;  // [bytes] that a solve of contacts may have
constexpr int most_contacts = 500;
constexpr int most_mechanical_rows = 400;
constexpr int most_nonlinear_rows = 3000;

// CPU time at which a solver is ended that does not heed its limit.
double end_of_patience(double given) {
  return 2.0 * given + 1.0;
}

// The solve in a child, so that one that crashes or does not end costs no more than that.
SurveySolve guarded_solve(SurveySolve solve) {
  return [solve = std::move(solve)](const nsds_solver_info& solver,
                                    const SurveyDemand& demand) -> std::optional<SurveyOutcome> {
    const double most = end_of_patience(demand.time_limit);
    const auto numbers = guarded(most, [&]() -> std::vector<double> {
      const std::optional<SurveyOutcome> outcome = solve(solver, demand);
      if (!outcome) return {};
      return {outcome->seconds, outcome->residual, static_cast<double>(outcome->status)};
    });
    if (!numbers) return SurveyOutcome{most, HUGE_VAL, NSDS_STALLED};
    if (numbers->size() != 3) return std::nullopt;
    return SurveyOutcome{(*numbers)[0], (*numbers)[1],
                         static_cast<nsds_status>(static_cast<int>((*numbers)[2]))};
  };
}

// owner: of what the problem borrows.
SurveySolve solve_of(Solvable problem, std::shared_ptr<const void> owner) {
  return [problem = std::move(problem), owner = std::move(owner)](
             const nsds_solver_info& solver, const SurveyDemand& demand) -> std::optional<SurveyOutcome> {
    try {
      const SolveMeasured measured = measure_solve(problem, {.solver = solver.name,
                                                             .tolerance = demand.tolerance,
                                                             .time_limit = demand.time_limit,
                                                             .budget = 1e-3});
      return SurveyOutcome{measured.seconds, measured.residual, measured.status};
    } catch (const numerics::Error&) {
      return std::nullopt;
    }
  };
}

// Measures as the study of frictional contact does.
SurveySolve solve_of(const Posed& posed, nsds_class problem_class) {
  return [posed, problem_class](const nsds_solver_info& solver,
                                const SurveyDemand& demand) -> std::optional<SurveyOutcome> {
    Record record;
    record.problem_class = nsds_class_name(problem_class);
    record.solver = solver.name;
    record.tolerance = demand.tolerance;
    record.limit = demand.time_limit;
    bench::measure(posed, record, memory);
    if (record.verdict == Verdict::not_applicable) return std::nullopt;
    return SurveyOutcome{record.seconds, record.residual,
                         record.status == nsds_status_name(NSDS_OK) ? NSDS_OK : NSDS_STALLED};
  };
}

void add_families(const SurveyPlan& plan, std::vector<RegretSubject>& subjects) {
  for (const SurveyFamily& family : plan.families)
    for (const int n : plan.sizes)
      for (int seed = 1; seed <= plan.seeds(n); ++seed) {
        const std::string spec = family.spec(n, seed);
        if (spec.empty()) continue;
        subjects.push_back(
            {spec, family.name, limit, [spec, load = plan.load] { return guarded_solve(load(spec)); }});
      }
}

std::filesystem::path data_folder() {
  const char* root = std::getenv("NSDS_TEST_DATA");
  return root == nullptr ? std::filesystem::path() : std::filesystem::path(root) / "data";
}

// A file of one class may be none of another: matrices that are not square are no problem of ours.
SurveySolve load_file(const std::filesystem::path& file, nsds_class problem_class) {
  try {
    return guarded_solve(solve_of(solvable(problems::readProblem(file, problem_class)), nullptr));
  } catch (const problems::FileError&) {
    return {};
  }
}

// Every file is a family of its own: names say nothing of sizes.
void add_files(const char* folder, const char* extension, nsds_class problem_class, double most,
               std::vector<RegretSubject>& subjects) {
  if (data_folder().empty()) return;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(data_folder() / folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    const std::string name = file.stem().string();
    subjects.push_back({name, name, most, [file, problem_class] { return load_file(file, problem_class); }});
  }
}

void add_contacts(nsds_class problem_class, std::vector<RegretSubject>& subjects) {
  const auto add = [&](const std::vector<Subject>& from) {
    for (const Subject& subject : from)
      if (std::find(subject.classes.begin(), subject.classes.end(), problem_class) != subject.classes.end())
        subjects.push_back({subject.name, subject.name, limit, [subject, problem_class] {
                              return solve_of(pose(subject, problem_class), problem_class);
                            }});
  };
  if (!data_folder().empty()) add(file_subjects());
  std::vector<Subject> instances = collection_subjects({SizeClass::small, SizeClass::medium});
  std::erase_if(instances, [](const Subject& subject) { return contacts_of(subject.name) > most_contacts; });
  add(instances);
}

template <class Make>
RegretSubject mechanical_subject(const std::string& name, const std::string& family, Make make) {
  return {name, family, limit, [make] {
            const std::shared_ptr<const Mechanical> made = make();
            return guarded_solve(solve_of(solvable(made->problem()), made));
          }};
}

// The problems over boxes, and mechanisms of the collection, row by row.
void add_mechanical(std::vector<RegretSubject>& subjects) {
  for (const nsds_class problem_class : {NSDS_CLASS_MLCP, NSDS_CLASS_RELAY}) {
    const SurveyPlan plan = box_plan(problem_class);
    for (const SurveyFamily& family : plan.families)
      for (const int n : plan.sizes) {
        const std::string spec = n > most_mechanical_rows ? "" : family.spec(n, 1);
        if (spec.empty()) continue;
        subjects.push_back(
            mechanical_subject(spec, std::string(nsds_class_name(problem_class)) + family.name,
                               [spec] { return std::make_shared<const Mechanical>(test::make_box(spec)); }));
      }
  }
  for (const Subject& subject : collection_subjects({SizeClass::small, SizeClass::medium})) {
    const bool has_joints = subject.family == "grasp" || subject.family == "linkage";
    if (!has_joints && subject.family != "chair" && subject.family != "arch") continue;
    if (3 * contacts_of(subject.name) > most_mechanical_rows) continue;
    subjects.push_back(mechanical_subject(subject.name, subject.name, [name = subject.name] {
      return std::make_shared<const Mechanical>(make_instance(name));
    }));
  }
}

// Contacts of the collection without the shift of De Saxce, which makes them problems over cones.
void add_cones(std::vector<RegretSubject>& subjects) {
  for (const Subject& subject : collection_subjects({SizeClass::small, SizeClass::medium})) {
    if (contacts_of(subject.name) > most_contacts) continue;
    subjects.push_back({subject.name, subject.name, limit, [subject]() -> SurveySolve {
                          const Posed posed = pose(subject, NSDS_CLASS_FRICTION_CONTACT);
                          if (posed.reduced == nullptr) return {};
                          const auto made = std::make_shared<const numerics::Conversion>(
                              numerics::friction_contact_to_soclcp(*posed.reduced));
                          return guarded_solve(solve_of(solvable(*made->soclcp()), made));
                        }});
  }
}

// The nonlinear problems by formula, each from its first start.
void add_nonlinear(std::vector<RegretSubject>& subjects) {
  for (const std::string& name : test::nonlinear_names()) {
    if (test::make_nonlinear(name)->size() > most_nonlinear_rows) continue;
    subjects.push_back({name, name, limit, [name]() -> SurveySolve {
                          const auto problem =
                              std::make_shared<const test::NonlinearProblem>(*test::make_nonlinear(name));
                          return [problem](const nsds_solver_info& solver, const SurveyDemand& demand) {
                            const NonlinearMeasured measured = measure_nonlinear(
                                *problem, 0, {solver.name, demand.tolerance, demand.time_limit});
                            return SurveyOutcome{measured.seconds, measured.residual, measured.report.status};
                          };
                        }});
  }
}

// The variational inequalities by formula, each from its first start; as generalised equations those with a projection.
template <class Pose>
void add_variational(nsds_class problem_class, Pose pose, std::vector<RegretSubject>& subjects) {
  for (const std::string& name : test::variational_names()) {
    if (problem_class == NSDS_CLASS_GENERALIZED_EQUATION && !test::make_variational(name)->project) continue;
    subjects.push_back(
        {name, name, limit, [=]() -> SurveySolve {
           const auto problem =
               std::make_shared<const test::VariationalProblem>(*test::make_variational(name));
           return [=](const nsds_solver_info& solver,
                      const SurveyDemand& demand) -> std::optional<SurveyOutcome> {
             const auto options = numerics::Options(problem_class, solver.name)
                                      .set("tolerance", demand.tolerance)
                                      .set("time_limit", demand.time_limit);
             try {
               const auto found = pose(*problem).solve(problem->map.starts.front(), options);
               return SurveyOutcome{found.report.seconds, found.report.residual.value, found.report.status};
             } catch (const numerics::Error&) {
               return std::nullopt;
             }
           };
         }});
  }
}

// The quasi-variational inequalities by formula, with their rows, each from its first start.
void add_quasi(std::vector<RegretSubject>& subjects) {
  for (const std::string& name : test::quasi_names()) {
    if (test::make_quasi(name)->map.size() > most_nonlinear_rows) continue;
    subjects.push_back(
        {name, name, limit, [name]() -> SurveySolve {
           const auto problem = std::make_shared<const test::QuasiProblem>(*test::make_quasi(name));
           return [problem](const nsds_solver_info& solver, const SurveyDemand& demand) {
             const auto options = numerics::Options(NSDS_CLASS_QVI, solver.name)
                                      .set("tolerance", demand.tolerance)
                                      .set("time_limit", demand.time_limit);
             const auto found = test::qvi_with_rows(*problem).solve(problem->map.starts.front(), options);
             return SurveyOutcome{found.report.seconds, found.report.residual.value, found.report.status};
           };
         }});
  }
}

}  // namespace

std::vector<RegretClass> regret_classes() {
  std::vector<RegretClass> classes;
  for (int k = 0; k < nsds_class_count(); ++k) {
    const auto problem_class = static_cast<nsds_class>(k);
    if (nsds_solver_find(problem_class, "auto") != nullptr) classes.push_back({problem_class, {}});
  }
  const std::vector<SurveyPlan> plans = survey_plans();
  for (RegretClass& one : classes) {
    for (const SurveyPlan& plan : plans)
      if (plan.problem_class == one.problem_class) add_families(plan, one.subjects);
    switch (one.problem_class) {
      case NSDS_CLASS_LCP:
        add_files("numerics/LCP", ".dat", one.problem_class, limit, one.subjects);
        break;
      case NSDS_CLASS_MLCP:
        add_files("numerics/MLCP", ".dat", one.problem_class, limit, one.subjects);
        break;
      case NSDS_CLASS_RELAY:
        add_files("numerics/Relay", ".dat", one.problem_class, limit, one.subjects);
        break;
      case NSDS_CLASS_QP:
        add_files("qp/small", ".qp", one.problem_class, limit, one.subjects);
        add_files("qp/maros_meszaros", ".qp", one.problem_class, file_limit, one.subjects);
        break;
      case NSDS_CLASS_FRICTION_CONTACT:
      case NSDS_CLASS_GLOBAL_FRICTION_CONTACT:
        add_contacts(one.problem_class, one.subjects);
        break;
      case NSDS_CLASS_ROLLING_FRICTION_CONTACT:
        add_files("numerics/RFC3D", ".dat", one.problem_class, limit, one.subjects);
        break;
      case NSDS_CLASS_CONE_PLASTICITY:
        add_files("numerics/Plasticity", ".dat", one.problem_class, limit, one.subjects);
        break;
      case NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT:
        add_files("numerics/GRFC3D", ".dat", one.problem_class, limit, one.subjects);
        break;
      case NSDS_CLASS_GENERIC_MECHANICAL:
        add_mechanical(one.subjects);
        add_files("numerics/GMP", ".dat", one.problem_class, limit, one.subjects);
        break;
      case NSDS_CLASS_SOCLCP:
        add_files("numerics/SOCLCP", ".dat", one.problem_class, limit, one.subjects);
        add_cones(one.subjects);
        break;
      case NSDS_CLASS_MCP:
        add_nonlinear(one.subjects);
        break;
      case NSDS_CLASS_VI:
        add_variational(one.problem_class, test::vi_of, one.subjects);
        break;
      case NSDS_CLASS_GENERALIZED_EQUATION:
        add_variational(one.problem_class, test::equation_of, one.subjects);
        break;
      case NSDS_CLASS_NLP:
        add_programs(limit, one.subjects);
        break;
      case NSDS_CLASS_QVI:
        add_quasi(one.subjects);
        break;
      default:
        break;
    }
  }
  return classes;
}

}  // namespace nsds::bench
