// Solves of contact that resists rolling beside those of Siconos, over the problem files under NSDS_TEST_DATA, judged by
// the residual of the class on what each solver returned: a page of markdown.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/peers/problems/rolling_peers.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;
using std::filesystem::path;

constexpr double rolling_limit = 30.0;   // [s] of one solve of a peer
constexpr double rolling_budget = 0.02;  // [s] of repetitions
constexpr int rolling_rounds = 3;
constexpr int most_asked = 5;  // times that a peer is asked, each time for a tenth of before

// A problem of a file. Answers are r, or v and then r.
struct RollingSubject {
  std::string name;
  PeerRolling given;
  // Best seconds within the budget; answer and status out.
  std::function<double(double tolerance, double budget, VectorXd& answer, nsds_status& status)> own;
  std::function<double(const VectorXd&answer)> residual, fclib;

  Eigen::Index length() const { return given.is_global ? given.q.size() + given.b.size() : given.q.size(); }
};

struct RollingRun {
  std::string solver;
  double seconds = HUGE_VAL, residual = HUGE_VAL, fclib = HUGE_VAL, asked = 0.0;
  nsds_status status = NSDS_STALLED;  // of ours
  bool is_right = false;              // the residual is at most what is demanded
};

Eigen::SparseMatrix<double> columns_of(const nsds_matrix& A) {
  const numerics::Matrix by_columns(A, NSDS_CSC);
  const nsds_csc_arrays& csc = by_columns.get().as.csc;
  return Eigen::Map<const Eigen::SparseMatrix<double>>(A.rows, A.cols, csc.column_starts[A.cols],
                                                       csc.column_starts, csc.row_indices, csc.values);
}

VectorXd vector_of(const double* values, int size) {
  return Eigen::Map<const VectorXd>(values, size);
}

// solve(options, workspace, report) from an answer that is zero.
template <class Solve>
double time_default(nsds_class problem_class, double tolerance, double budget, VectorXd& answer,
                    nsds_status& status, Solve solve) {
  const auto options =
      numerics::Options(problem_class).set("tolerance", tolerance).set("time_limit", rolling_limit);
  std::optional<numerics::Workspace> workspace;
  numerics::Report report;
  const double seconds = best_seconds(
      budget,
      [&] {
        workspace.emplace();
        answer.setZero();
      },
      [&] { status = solve(options.get(), workspace->get(), &report); });
  return seconds;
}

// Infinite where it could not be evaluated. measure: fills a number and returns the status.
template <class Measure>
double measured_value(Measure measure) {
  double value = HUGE_VAL;
  const nsds_status status = measure(value);
  return status == NSDS_OK ? value : HUGE_VAL;
}

// measure: fills a residual.
template <class Measure>
double measured_residual(Measure measure) {
  return measured_value([&](double& value) {
    nsds_residual found;
    nsds_residual_init(&found);
    const nsds_status status = measure(&found);
    value = found.value;
    return status;
  });
}

RollingSubject reduced_subject(const path& file) {
  const auto read =
      std::make_shared<const problems::RollingFrictionContact>(problems::readRollingFrictionContact(file));
  const nsds_rolling_friction_contact& view = read->view();
  const int size = view.dimension * view.contacts;
  return {file.filename().string(),
          {view.contacts,
           false,
           columns_of(*view.W),
           {},
           vector_of(view.q, size),
           {},
           vector_of(view.mu, view.contacts),
           vector_of(view.mu_r, view.contacts)},
          [read](double tolerance, double budget, VectorXd& answer, nsds_status& status) {
            VectorXd u(answer.size());
            return time_default(NSDS_CLASS_ROLLING_FRICTION_CONTACT, tolerance, budget, answer, status,
                                [&](auto* options, auto* workspace, auto* report) {
                                  return nsds_rolling_friction_contact_solve(
                                      &read->view(), answer.data(), u.data(), options, workspace, report);
                                });
          },
          [read](const VectorXd& r) {
            return measured_residual([&](nsds_residual* found) {
              return nsds_rolling_friction_contact_class_residual(&read->view(), r.data(), found);
            });
          },
          [read](const VectorXd& r) {
            return measured_value([&](double& value) {
              return nsds_rolling_friction_contact_residual_fclib(&read->view(), r.data(), &value);
            });
          }};
}

RollingSubject global_subject(const path& file) {
  const auto read = std::make_shared<const problems::GlobalRollingFrictionContact>(
      problems::readGlobalRollingFrictionContact(file));
  const nsds_global_rolling_friction_contact& view = read->view();
  const int n = view.size, size = view.dimension * view.contacts;
  return {file.filename().string(),
          {view.contacts, true, columns_of(*view.M), columns_of(*view.H), vector_of(view.q, n),
           vector_of(view.b, size), vector_of(view.mu, view.contacts), vector_of(view.mu_r, view.contacts)},
          [read, n, size](double tolerance, double budget, VectorXd& answer, nsds_status& status) {
            VectorXd u(size);
            return time_default(NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT, tolerance, budget, answer, status,
                                [&](auto* options, auto* workspace, auto* report) {
                                  return nsds_global_rolling_friction_contact_solve(
                                      &read->view(), answer.data(), answer.data() + n, u.data(), nullptr,
                                      options, workspace, report);
                                });
          },
          [read, n](const VectorXd& answer) {
            return measured_residual([&](nsds_residual* found) {
              return nsds_global_rolling_friction_contact_class_residual(&read->view(), answer.data(),
                                                                         answer.data() + n, nullptr, found);
            });
          },
          [read, n](const VectorXd& answer) {
            return measured_value([&](double& value) {
              return nsds_global_rolling_friction_contact_residual_fclib(&read->view(), answer.data(),
                                                                         answer.data() + n, nullptr, &value);
            });
          }};
}

// In a child, ours as well, so that memory and caches are as cold for everyone. time: fills the answer, and a status
// where there is one.
template <class Measure>
RollingRun measured_run(const RollingSubject& subject, const std::string& solver, double asked,
                        Measure time) {
  RollingRun run;
  run.solver = solver;
  run.asked = asked;
  const Eigen::Index length = subject.length();
  const auto numbers = guarded(rolling_limit + 1.0, [&] {
    VectorXd answer = VectorXd::Zero(length);
    nsds_status status = NSDS_OK;
    const double seconds = time(asked, rolling_budget, answer, status);
    std::vector<double> result(answer.begin(), answer.end());
    result.push_back(seconds);
    result.push_back(static_cast<double>(status));
    return result;
  });
  if (!numbers || numbers->size() != static_cast<std::size_t>(length) + 2) return run;
  const VectorXd answer = Eigen::Map<const VectorXd>(numbers->data(), length);
  run.seconds = (*numbers)[static_cast<std::size_t>(length)];
  run.status = static_cast<nsds_status>(static_cast<int>(numbers->back()));
  if (!answer.allFinite()) return run;
  run.residual = subject.residual(answer);
  run.fclib = subject.fclib(answer);
  return run;
}

RollingRun own_run(const RollingSubject& subject, double tolerance) {
  RollingRun best;
  for (int round = 0; round < rolling_rounds; ++round) {
    RollingRun run = measured_run(subject, "auto", tolerance, subject.own);
    if (round == 0 || run.seconds < best.seconds) best = run;
  }
  best.is_right = best.residual <= tolerance || best.status == NSDS_ROUNDOFF_LIMIT;
  return best;
}

// Siconos measures in another norm: it is asked for less until the answer is right. What rounding keeps ours from is not
// demanded of it either.
RollingRun peer_run(const RollingSubject& subject, const RollingPeer& peer, double tolerance,
                    double demanded) {
  const auto time = [&](double asked, double budget, VectorXd& answer, nsds_status&) {
    return peer.time(subject.given, asked, budget, answer);
  };
  RollingRun best;
  for (int k = 0; k < most_asked && !best.is_right; ++k) {
    RollingRun run = measured_run(subject, peer.name, tolerance * std::pow(0.1, k), time);
    run.is_right = run.residual <= demanded;
    if (k == 0 || run.residual < best.residual) best = run;
    if (!std::isfinite(run.residual)) break;  // it did not end in time or in order
  }
  for (int round = 1; round < rolling_rounds && best.is_right && best.seconds < 1.0; ++round) {
    const RollingRun again = measured_run(subject, peer.name, best.asked, time);
    if (again.residual <= demanded) best.seconds = std::min(best.seconds, again.seconds);
  }
  return best;
}

std::vector<RollingSubject> rolling_subjects(const std::vector<std::string>& names) {
  std::vector<path> files(names.begin(), names.end());
  if (files.empty()) {
    const char* root = std::getenv("NSDS_TEST_DATA");
    if (root == nullptr) throw std::runtime_error("NSDS_TEST_DATA names no folder of problem files");
    for (const char* folder : {"RFC3D", "GRFC3D"}) {
      const std::size_t before = files.size();
      for (const auto& entry : std::filesystem::directory_iterator(path(root) / "data" / "numerics" / folder))
        files.push_back(entry.path());
      std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
    }
  }
  std::vector<RollingSubject> subjects;
  for (const path& file : files) {
    const bool is_global = std::filesystem::absolute(file).parent_path().filename() == "GRFC3D";
    subjects.push_back(is_global ? global_subject(file) : reduced_subject(file));
  }
  return subjects;
}

struct RollingResult {
  const RollingSubject* subject;
  double tolerance;
  RollingRun own;
  std::vector<RollingRun> peers;

  const RollingRun* best() const {
    const RollingRun* found = nullptr;
    for (const RollingRun& run : peers)
      if (run.is_right && (found == nullptr || run.seconds < found->seconds)) found = &run;
    return found;
  }
};

std::string shown(const char* format, double value) {
  if (!std::isfinite(value)) return "-";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

void print_run(const RollingRun& run) {
  std::printf(" %s | %s | %s |", shown("%.1e", run.residual).c_str(), shown("%.1e", run.fclib).c_str(),
              shown("%.3g", 1e3 * run.seconds).c_str());
}

// The geometric mean of some ratios, and the least of them.
struct RatioMean {
  double logarithms = 0.0, least = HUGE_VAL;
  int count = 0;

  void add(double ratio) {
    logarithms += std::log(ratio);
    least = std::min(least, ratio);
    ++count;
  }
  void print(const char* of) const {
    if (count == 0) return;
    std::printf("- of %d %s: %.3g, the least %.3g\n", count, of, std::exp(logarithms / count), least);
  }
};

void print_summary(const std::vector<RollingResult>& results, double tolerance) {
  std::printf(
      "\n## Tolerance %g\n\n| file | contacts | ours | residual | norm of FCLIB | ms | Siconos, fastest "
      "that is right | residual | norm of FCLIB | ms | ratio "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|\n",
      tolerance);
  RatioMean all, quick, slow;
  int lost = 0, alone = 0;
  for (const RollingResult& result : results) {
    if (result.tolerance != tolerance) continue;
    const RollingRun* best = result.best();
    std::printf("| %s | %d | %s |", result.subject->name.c_str(), result.subject->given.contacts,
                nsds_status_name(result.own.status));
    print_run(result.own);
    std::printf(" %s |", best == nullptr ? "none" : best->solver.c_str());
    print_run(best == nullptr ? RollingRun{} : *best);
    const bool both = best != nullptr && result.own.is_right;
    std::printf(" %s |\n", both ? shown("%.3g", best->seconds / result.own.seconds).c_str() : "-");
    lost += best != nullptr && !result.own.is_right ? 1 : 0;
    alone += best == nullptr && result.own.is_right ? 1 : 0;
    if (!both) continue;
    all.add(best->seconds / result.own.seconds);
    (best->seconds < 1e-3 ? quick : slow).add(best->seconds / result.own.seconds);
  }
  std::printf("\nGeometric means of the ratios:\n\n");
  all.print("files");
  quick.print("that take Siconos less than 1 ms, which are of one or two contacts");
  slow.print("others");
  std::printf(
      "\nLost, where a solver of Siconos is right and ours is not: %d. Where ours is right and none of "
      "Siconos: %d.\n",
      lost, alone);
}

void print_peers(const std::vector<RollingResult>& results) {
  std::printf(
      "\n## Every solver of Siconos\n\nThe run that is right, else that with the least residual.\n\n| file | "
      "tolerance | solver | asked for | right | residual | norm of FCLIB | ms "
      "|\n|---|---|---|---|---|---|---|---|\n");
  for (const RollingResult& result : results)
    for (const RollingRun& run : result.peers) {
      std::printf("| %s | %g | %s | %.0e | %s |", result.subject->name.c_str(), result.tolerance,
                  run.solver.c_str(), run.asked, run.is_right ? "yes" : "no");
      print_run(run);
      std::printf("\n");
    }
}

// A judge that takes anything for an answer would make every figure worthless: zero reactions are none, since in all these
// problems something pushes the bodies together.
void check_judge(const RollingSubject& subject) {
  const double residual = subject.residual(VectorXd::Zero(subject.length()));
  if (std::isfinite(residual) && residual > 1e-3) return;
  throw std::runtime_error(subject.name + ": the residual of zero is " + std::to_string(residual) +
                           ", so that the judge knows no wrong answer");
}

}  // namespace

void compare_rolling(const std::vector<std::string>& files) {
  const std::vector<RollingSubject> subjects = rolling_subjects(files);
  for (const RollingSubject& subject : subjects) check_judge(subject);
  constexpr double tolerances[] = {1e-8, 1e-10};
  std::vector<RollingResult> results;
  for (const double tolerance : tolerances)
    for (const RollingSubject& subject : subjects) {
      RollingResult result{&subject, tolerance, own_run(subject, tolerance), {}};
      const double demanded = std::max(tolerance, result.own.is_right ? result.own.residual : 0.0);
      for (const RollingPeer& peer : siconos_rolling_peers())
        if (peer.is_global == subject.given.is_global)
          result.peers.push_back(peer_run(subject, peer, tolerance, demanded));
      std::fprintf(stderr, "%s %g: ours %.3g ms\n", subject.name.c_str(), tolerance,
                   1e3 * result.own.seconds);
      results.push_back(result);
    }
  std::printf(
      "# Contact that resists rolling beside Siconos\n\nWritten by `OPENBLAS_NUM_THREADS=1 "
      "NSDS_TEST_DATA=... "
      "nsds-compare rolling > docs/measurements/rolling-comparison.md` in one run; do not edit.\n\nOurs is "
      "`auto`. "
      "Siconos 4 has all of its solvers of the class, with its default options, at most %d sweeps or "
      "%d steps, "
      "and %g s a solve. An answer is right where the residual of the class, evaluated by this library on "
      "what was "
      "returned, is at most the tolerance, or what ours is left with at `roundoff_limit`. As Siconos stops "
      "in another "
      "norm, it is asked for a tenth of the tolerance as often as needed, four times at most, and the first "
      "run that is "
      "right counts. CPU times of one thread, the best of %d processes, from zero; above 1 ours is faster. "
      "Two problems "
      "are there twice and count twice, rfc3d_sphere_from_grfc3d and that of Chute. A dash is a solve that "
      "did not end "
      "in time and in order.\n",
      10000000, 2000000, rolling_limit, rolling_rounds);
  for (const double tolerance : tolerances) print_summary(results, tolerance);
  print_peers(results);
}

#ifndef NSDS_HAS_SICONOS
std::vector<RollingPeer> siconos_rolling_peers() {
  return {};
}
#endif

}  // namespace nsds::bench
