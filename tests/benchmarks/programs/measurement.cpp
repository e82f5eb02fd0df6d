#include "benchmarks/programs/measurement.hpp"

#include <chrono>
#include <limits>
#include <optional>
#include <vector>

#include "benchmarks/measurements/limited_solve.hpp"
#include "benchmarks/measurements/short_times.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/programs/checks.hpp"
#include "benchmarks/programs/solver_view.hpp"
#include "nsds/numerics/cpp/options.hpp"

namespace nsds::bench::programs {
namespace {

using Eigen::VectorXd;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// Solves from zero, each with a new workspace.
class Solve {
 public:
  Solve(const Posed& posed, const Record& record)
      : posed_(posed), view_(posed), options_(NSDS_CLASS_QP, record.solver) {
    options_.set("tolerance", record.tolerance);
    if (record.absolute > 0.0) options_.set("also_absolute", record.absolute);
  }

  // cpu: beyond it the callback stops the solve as well, 0: no callback.
  void set_limit(double wall, double cpu) {
    options_.set("time_limit", wall);
    cpu_limit_ = cpu;
    options_.set_callback(cpu > 0.0 ? stop_when_over : nullptr, this);
  }

  void operator()() {
    workspace_.emplace();
    z_.setZero(posed_.size());
    multipliers_.setZero(posed_.rows());
    proof_.setZero(posed_.size() + posed_.rows());
    report_ = numerics::Report();
    report_.certificate = proof_.data();
    cpu_begin_ = thread_seconds();
    status_ = nsds_qp_solve(&view_.get(), z_.data(), multipliers_.data(), options_.get(), workspace_->get(),
                            &report_);
  }

  bool proof_holds() const {
    if (status_ == NSDS_INFEASIBLE) return distance_of_infeasibility(posed_.problem, proof_) > 0.0;
    return status_ == NSDS_UNBOUNDED && is_unbounded(posed_.problem, proof_);
  }
  nsds_status status() const { return status_; }
  const numerics::Report& report() const { return report_; }
  const VectorXd& z() const { return z_; }
  const VectorXd& multipliers() const { return multipliers_; }

 private:
  static int stop_when_over(const nsds_progress*, void* user) {
    const Solve& solve = *static_cast<const Solve*>(user);
    return thread_seconds() - solve.cpu_begin_ > solve.cpu_limit_ ? 1 : 0;
  }

  const Posed& posed_;
  SolverView view_;
  numerics::Options options_;
  std::optional<numerics::Workspace> workspace_;
  VectorXd z_, multipliers_, proof_;
  numerics::Report report_;
  nsds_status status_ = NSDS_INVALID_ARGUMENT;
  double cpu_begin_ = 0.0, cpu_limit_ = 0.0;  // [s]
};

// In the child. The solve that is judged comes first; its repetitions are for the clock alone.
std::vector<double> solve_and_recompute(const Measurable& problem, const Record& record, std::size_t memory) {
  Solve solve(problem.posed, record);
  double seconds = 0.0;
  {
    const MemoryLimit limit(memory);
    seconds = solve_within(record.limit, solve);
  }
  double judged = nothing, judged_strictly = nothing;
  Absolute seen{nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing};
  if (!numerics::detail::is_refusal(solve.status())) {
    judged = problem.judge.judge(solve.z(), solve.multipliers(), record.tolerance, leeway_of_judge).value;
    judged_strictly =
        problem.judge.judge(solve.z(), solve.multipliers(), record.tolerance, 1.0 / leeway_of_judge).value;
    seen = absolute_of(problem.posed.problem, solve.z(), solve.multipliers());
  }
  std::vector<double> numbers = {static_cast<double>(solve.status()),
                                 judged,
                                 judged_strictly,
                                 seen.primal,
                                 seen.dual,
                                 seen.gap,
                                 seen.objective + problem.posed.constant,
                                 seen.linear,
                                 seen.rounding,
                                 seen.gap_double,
                                 seen.blur,
                                 solve.proof_holds() ? 1.0 : 0.0,
                                 solve.report().residual.value,
                                 static_cast<double>(solve.report().iterations)};
  solve.set_limit(record.limit, 0.0);
  const auto [median, ninety] = median_and_ninety(seconds, [&solve] {
    const Stopwatch watch;
    solve();
    return watch.seconds();
  });
  numbers.push_back(median);
  numbers.push_back(ninety);
  return numbers;
}

void take(const std::vector<double>& numbers, Record& record) {
  auto next = numbers.begin();
  record.status = nsds_status_name(static_cast<nsds_status>(static_cast<int>(*next++)));
  for (double* into : {&record.judged, &record.judged_strictly, &record.primal, &record.dual, &record.gap,
                       &record.objective, &record.linear, &record.rounding, &record.gap_double, &record.blur})
    *into = *next++;
  record.proof = *next++ != 0.0;
  record.reported = *next++;
  record.iterations = static_cast<long long>(*next++);
  record.seconds = *next++;
  record.seconds90 = *next;
}

}  // namespace

Measurable::Measurable(const Subject& subject) : posed(pose(subject)), judge(posed.problem) {}

void measure(const Measurable& problem, Record& record, std::size_t memory) {
  record.unknowns = static_cast<int>(problem.posed.size());
  record.rows = static_cast<int>(problem.posed.rows());
  for (double* unknown :
       {&record.judged, &record.judged_strictly, &record.primal, &record.dual, &record.gap, &record.objective,
        &record.linear, &record.rounding, &record.gap_double, &record.blur, &record.reported})
    *unknown = nothing;
  const auto begin = std::chrono::steady_clock::now();
  const std::optional<std::vector<double>> numbers =
      guarded(patience(record.limit), [&] { return solve_and_recompute(problem, record, memory); });
  if (numbers && numbers->size() == 16) {
    take(*numbers, record);
    return;
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  record.seconds90 = record.seconds;
  record.status = record.seconds >= patience(record.limit) ? status_overrun : status_crashed;
}

}  // namespace nsds::bench::programs
