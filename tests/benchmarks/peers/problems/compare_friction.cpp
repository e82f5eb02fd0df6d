// Solves of contact with friction beside those of other libraries, over the problem files under
// NSDS_TEST_DATA, in the norm of FCLIB, which is also the peers'.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/accuracy/accuracy_race.hpp"
#include "benchmarks/peers/accuracy/accuracy_report.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/problems/friction_peers.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/global_friction_contact.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;
using std::filesystem::path;

struct Arguments {
  AccuracySettings race{4.0, {1e-4, 1e-8, 1e-12}};
  std::vector<std::string> files;
  int contacts = 20;
  bool global = false;
  std::string csv, profile;
};

PeerMatrix copied(const nsds_matrix& A) {
  const numerics::Matrix by_columns(A, NSDS_CSC);
  const nsds_csc_arrays& csc = by_columns.get().as.csc;
  return Eigen::Map<const PeerMatrix>(A.rows, A.cols, csc.column_starts[A.cols], csc.column_starts,
                                      csc.row_indices, csc.values);
}

VectorXd copied(const double* values, int size) {
  return Eigen::Map<const VectorXd>(values, size);
}

numerics::Options own_options(nsds_class problem_class, double tolerance, double limit) {
  numerics::Options options(problem_class);
  options.set("norm", "fclib").set("tolerance", tolerance).set("time_limit", limit);
  return options;
}

double time_own(const nsds_friction_contact& problem, double tolerance, double limit, double budget,
                VectorXd& r) {
  const numerics::Options options = own_options(NSDS_CLASS_FRICTION_CONTACT, tolerance, limit);
  std::optional<numerics::Workspace> workspace;
  numerics::Report report;
  VectorXd u(r.size());
  return best_seconds(
      budget,
      [&] {
        workspace.emplace();
        r.setZero();
      },
      [&] {
        nsds_friction_contact_solve(&problem, r.data(), u.data(), options.get(), workspace->get(), &report);
      });
}

// answer: (n + d nc), v and then r.
double time_own(const nsds_global_friction_contact& problem, double tolerance, double limit, double budget,
                VectorXd& answer) {
  const numerics::Options options = own_options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, tolerance, limit);
  std::optional<numerics::Workspace> workspace;
  numerics::Report report;
  VectorXd u(answer.size() - problem.size);
  return best_seconds(
      budget,
      [&] {
        workspace.emplace();
        answer.setZero();
      },
      [&] {
        nsds_global_friction_contact_solve(&problem, answer.data(), answer.data() + problem.size, u.data(),
                                           nullptr, options.get(), workspace->get(), &report);
      });
}

using Results = std::vector<AccuracyResult>;

void print_progress(const AccuracyResult& result) {
  const AccuracyRun* best = result.best_peer();
  std::fprintf(stderr, "%s %s %g: ours %.4g ms%s, %s %.4g ms\n", result.group.c_str(), result.name.c_str(),
               result.tolerance, 1e3 * result.own.seconds, result.own.solved ? "" : " (not solved)",
               best == nullptr ? "no peer" : best->solver.c_str(),
               best == nullptr ? 0.0 : 1e3 * best->seconds);
}

Results race_local(const path& file, const Arguments& arguments) {
  const problems::FrictionContact read = problems::readFrictionContact(file);
  const nsds_friction_contact& problem = read.view();
  if (problem.contacts < arguments.contacts) return {};
  const int size = problem.dimension * problem.contacts;
  const PeerFriction given{problem.dimension, problem.contacts, copied(*problem.W), copied(problem.q, size),
                           copied(problem.mu, problem.contacts)};
  Race race{file.stem().string(), problem.contacts, size, {}, {}, {}};
  race.own = {"auto", [&](double tolerance, double budget, VectorXd& r) {
                return time_own(problem, tolerance, arguments.race.limit, budget, r);
              }};
  int defaults = 0;
  for (const FrictionPeer& peer : siconos_friction_peers()) {
    if (peer.dimension != given.dimension || peer.most_contacts < given.contacts) continue;
    defaults += peer.is_default ? 1 : 0;
    race.peers.push_back({peer.name, [peer, &given](double tolerance, double budget, VectorXd& r) {
                            return peer.time(given, tolerance, budget, r);
                          }});
  }
  race.residual = [&](const VectorXd& r) {
    double value = HUGE_VAL;
    if (r.allFinite()) nsds_friction_contact_residual_fclib(&problem, r.data(), &value);
    return value;
  };
  return run_accuracy_race(given.dimension == 3 ? "FC3D" : "FC2D", race, defaults, arguments.race);
}

// The peers know no bilateral constraints.
Results race_global(const path& file, const Arguments& arguments) {
  const problems::GlobalFrictionContact read = problems::readGlobalFrictionContact(file);
  const nsds_global_friction_contact& problem = read.view();
  if (problem.constraints > 0 || problem.dimension != 3) return {};
  const int n = problem.size, size = problem.dimension * problem.contacts;
  const PeerGlobalFriction given{problem.dimension,
                                 problem.contacts,
                                 copied(*problem.M),
                                 copied(*problem.H),
                                 copied(problem.q, n),
                                 copied(problem.b, size),
                                 copied(problem.mu, problem.contacts)};
  Race race{file.stem().string(), problem.contacts, n + size, {}, {}, {}};
  race.own = {"auto", [&](double tolerance, double budget, VectorXd& answer) {
                return time_own(problem, tolerance, arguments.race.limit, budget, answer);
              }};
  int defaults = 0;
  for (const GlobalFrictionPeer& peer : siconos_global_friction_peers()) {
    if (peer.most_rows < n) continue;
    defaults += peer.is_default ? 1 : 0;
    race.peers.push_back({peer.name, [peer, &given](double tolerance, double budget, VectorXd& answer) {
                            VectorXd v, r;
                            const double seconds = peer.time(given, tolerance, budget, v, r);
                            answer << v, r;
                            return seconds;
                          }});
  }
  race.residual = [&, n](const VectorXd& answer) {
    double value = HUGE_VAL;
    if (answer.allFinite())
      nsds_global_friction_contact_residual_fclib(&problem, answer.data(), answer.data() + n, nullptr,
                                                  &value);
    return value;
  };
  return run_accuracy_race("GFC3D", race, defaults, arguments.race);
}

std::vector<path> problem_files(const Arguments& arguments) {
  if (!arguments.files.empty()) return {arguments.files.begin(), arguments.files.end()};
  std::vector<path> files;
  const char* root = std::getenv("NSDS_TEST_DATA");
  if (root == nullptr) {
    std::fprintf(stderr, "nsds-compare friction: NSDS_TEST_DATA names no folder of problem files\n");
    return files;
  }
  std::vector<const char*> folders{"FC3D", "FC2D"};
  if (arguments.global) folders.push_back("GFC3D");
  for (const char* folder : folders) {
    std::vector<path> found;
    for (const auto& entry : std::filesystem::directory_iterator(path(root) / "data" / "numerics" / folder))
      found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

// Those of one group and tolerance together, in the order in which they first appear.
std::vector<Results> grouped(const Results& results) {
  std::vector<Results> groups;
  for (const AccuracyResult& result : results) {
    const auto same = [&](const Results& group) {
      return group.front().group == result.group && group.front().tolerance == result.tolerance;
    };
    const auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) {
      groups.push_back({result});
    } else {
      found->push_back(result);
    }
  }
  return groups;
}

std::ofstream opened(const std::string& file) {
  std::ofstream out(file);
  if (!out) throw std::runtime_error("cannot write " + file);
  return out;
}

void print(const Results& results, const Arguments& arguments) {
  std::printf(
      "# Solves: contact with friction\n\nIn the norm of FCLIB, evaluated by this library on what each "
      "solver "
      "returned; from zero, %g s a solve; CPU times of one thread. Ratio above 1: ours, the default solver, "
      "is "
      "faster. \"Ratio at that\": ours was asked for the accuracy that the peer delivered, at least %g.\n\n",
      arguments.race.limit, least_accuracy);
  std::fflush(stdout);
  std::vector<Profile> profiles;
  for (const Results& group : grouped(results)) {
    print_accuracy_table(std::cout, group);
    profiles.push_back(profile_of(group));
  }
  std::cout.flush();
  if (arguments.profile.empty()) return;
  std::ofstream data = opened(arguments.profile), script = opened(arguments.profile + ".gp");
  write_profiles(data, profiles);
  write_profile_script(script, profiles, arguments.profile, arguments.profile + ".png");
}

bool is_global(const path& file) {
  return std::filesystem::absolute(file).parent_path().filename().string().rfind("GFC", 0) == 0;
}

void compare(const Arguments& arguments) {
  std::ofstream csv;  // written as results come, for a long run may be cut short
  if (!arguments.csv.empty()) {
    csv = opened(arguments.csv);
    write_csv_head(csv);
  }
  Results results;
  for (const path& file : problem_files(arguments)) {
    try {
      const Results made = is_global(file) ? race_global(file, arguments) : race_local(file, arguments);
      for (const AccuracyResult& result : made) print_progress(result);
      write_csv(csv, made);
      csv.flush();
      results.insert(results.end(), made.begin(), made.end());
    } catch (const problems::FileError& error) {  // no file of a problem
      std::fprintf(stderr, "left out: %s\n", error.what());
    }
  }
  print(results, arguments);
}

}  // namespace

void compare_friction(const std::vector<std::string>& words) {
  Arguments arguments;
  CLI::App app("Solves of contact with friction beside those of Siconos.", "nsds-compare friction");
  app.add_option("FILE", arguments.files, "problem files; those of a folder GFC... are in global form")
      ->check(CLI::ExistingFile);
  app.add_option("--limit", arguments.race.limit, "of one solve [s]")->check(CLI::PositiveNumber);
  app.add_option("--tolerance", arguments.race.tolerances, "tolerances, from large to small")
      ->check(CLI::PositiveNumber);
  app.add_option("--contacts", arguments.contacts, "the fewest of a problem in reduced form");
  app.add_flag("--global", arguments.global, "the files in global form, too");
  app.add_option("--csv", arguments.csv, "every solve, as a row of this file");
  app.add_option("--profile", arguments.profile, "performance profiles; FILE.gp has gnuplot draw FILE.png");
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    std::printf("%s", app.help().c_str());
    return;
  }
  compare(arguments);
}

#ifndef NSDS_HAS_SICONOS
std::vector<FrictionPeer> siconos_friction_peers() {
  return {};
}
std::vector<GlobalFrictionPeer> siconos_global_friction_peers() {
  return {};
}
#endif

}  // namespace nsds::bench
