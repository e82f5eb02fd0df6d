// nsds-count: makes steps of a workload, or solves one problem again and again, for a tool that counts instructions.
//
//   nsds-count WORKLOAD [--n N] [--resting] --steps K
//   nsds-count lcp|qp|friction_contact SPEC --repetitions K
//
// Words and results are those of nsds-bench; it is a program of its own, as it builds in a tenth of the time.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

#include "benchmarks/workloads/workload.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/friction_contact.h"
#include "support/collection/collection.hpp"
#include "support/collection/views.hpp"
#include "support/lcp_families.hpp"
#include "support/program_views.hpp"

namespace nsds::bench {
namespace {

constexpr double tolerance = 1e-10;

struct Arguments {
  std::string command;
  std::string spec;
  int n = 0;  // 0: as many bodies as the workload has by itself
  bool resting = false;
  std::int64_t count = 0;
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  if (argc > 1) arguments.command = argv[1];
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : nullptr;
    if (word == "--resting") {
      arguments.resting = true;
    } else if (word == "--n" && value != nullptr) {
      arguments.n = std::atoi(argv[++i]);
    } else if ((word == "--steps" || word == "--repetitions") && value != nullptr) {
      arguments.count = std::atoll(argv[++i]);
    } else if (word[0] != '-') {
      arguments.spec = word;
    } else {
      throw std::invalid_argument("nsds-count does not know " + word);
    }
  }
  if (arguments.count < 1) throw std::invalid_argument("the number of steps or repetitions is missing");
  return arguments;
}

void expectOk(const numerics::Report& report) {
  if (report.status != NSDS_OK) throw std::runtime_error(report.message);
}

// solve is called with options, a workspace that is kept, and a report.
template <class Solve>
void repeat(const Arguments& arguments, nsds_class problem_class, const Solve& solve) {
  numerics::Options options(problem_class);
  options.set("tolerance", tolerance);
  numerics::Workspace workspace;
  for (std::int64_t k = 0; k < arguments.count; ++k) expectOk(solve(options, workspace));
}

void solve_lcp(const Arguments& arguments) {
  const test::LcpProblem made = test::make_lcp(arguments.spec);
  const numerics::lcp::Problem posed(numerics::view(made.M), made.q);
  const nsds_lcp problem = posed.view();
  std::vector<double> z(static_cast<std::size_t>(made.q.size()));
  std::vector<double> w(z.size());
  repeat(arguments, NSDS_CLASS_LCP, [&](const numerics::Options& options, numerics::Workspace& workspace) {
    std::fill(z.begin(), z.end(), 0.0);
    std::fill(w.begin(), w.end(), 0.0);
    numerics::Report report;
    nsds_lcp_solve(&problem, z.data(), w.data(), options.get(), workspace.get(), &report);
    return report;
  });
}

void solve_friction(const Arguments& arguments) {
  const Reduced reduced = reduce(make_instance(arguments.spec));
  const ReducedView view(reduced);
  std::vector<double> r(reduced.q.size());
  std::vector<double> u(r.size());
  repeat(arguments, NSDS_CLASS_FRICTION_CONTACT,
         [&](const numerics::Options& options, numerics::Workspace& workspace) {
           std::fill(r.begin(), r.end(), 0.0);
           std::fill(u.begin(), u.end(), 0.0);
           numerics::Report report;
           nsds_friction_contact_solve(&view.problem(), r.data(), u.data(), options.get(), workspace.get(),
                                       &report);
           return report;
         });
}

void solve_qp(const Arguments& arguments) {
  const test::Program program = test::make_program(arguments.spec);
  const test::ProgramViews views(program);
  const numerics::qp::Problem problem(views.Q(), views.p, views.constraints);
  numerics::PolyhedronSolution solution;
  repeat(arguments, NSDS_CLASS_QP, [&](const numerics::Options& options, numerics::Workspace& workspace) {
    solution.z.setZero(problem.size());
    solution.multipliers.setZero(problem.rows());
    solution.report = problem.solve(solution.z, solution.multipliers, options, &workspace);
    return solution.report;
  });
}

void make_steps(const Arguments& arguments) {
  const auto all = workloads();
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const Workload& workload) { return arguments.command == workload.name; });
  if (found == all.end()) throw std::invalid_argument("there is no workload " + arguments.command);
  Settings settings = found->defaults;
  settings.solver = nsds_solver_at(NSDS_CLASS_LCP, 0)->name;
  settings.resting = arguments.resting;
  settings.steps = arguments.count;
  if (arguments.n > 0) settings.n = arguments.n;
  std::printf("%s\n", std::to_string(measure(*found, settings).check).c_str());
}

void run(const Arguments& arguments) {
  if (arguments.command == "lcp") return solve_lcp(arguments);
  if (arguments.command == "qp") return solve_qp(arguments);
  if (arguments.command == "friction_contact") return solve_friction(arguments);
  make_steps(arguments);
}

}  // namespace
}  // namespace nsds::bench

int main(int argc, char** argv) {
  try {
    nsds::bench::run(nsds::bench::parse(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nsds-count: %s\n", error.what());
    return 1;
  }
}
