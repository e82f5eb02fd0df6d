#include "benchmarks/friction/measurement.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "benchmarks/measurements/limited_solve.hpp"
#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "nsds/numerics/cpp/options.hpp"

namespace nsds::bench {
namespace {

constexpr double repeated_below = 5e-3;  // [s]
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// Both forms of a solve from zero.
class Solve {
 public:
  Solve(const Posed& problem, nsds_class problem_class, const Record& record)
      : problem_(problem), options_(problem_class, record.solver) {
    options_.set("tolerance", record.tolerance);
    options_.set("norm", "class");  // the one that both forms have
    const auto contact_rows = [](const auto& given) {
      return static_cast<std::size_t>(given.dimension) * static_cast<std::size_t>(given.contacts);
    };
    if (problem.reduced != nullptr) {
      r_.resize(contact_rows(*problem.reduced));
    } else {
      r_.resize(contact_rows(*problem.global));
      v_.resize(static_cast<std::size_t>(problem.global->size));
      lambda_.resize(static_cast<std::size_t>(problem.global->constraints));
    }
    u_.resize(r_.size());
  }

  // cpu: beyond it the callback stops the solve as well, 0: no callback.
  void set_limit(double wall, double cpu) {
    options_.set("time_limit", wall);
    cpu_limit_ = cpu;
    options_.set_callback(cpu > 0.0 ? stop_when_over : nullptr, this);
  }

  void operator()() {
    for (std::vector<double>* unknowns : {&r_, &v_, &lambda_})
      std::fill(unknowns->begin(), unknowns->end(), 0.0);
    report_ = numerics::Report();
    cpu_begin_ = thread_seconds();
    if (problem_.reduced != nullptr) {
      status_ = nsds_friction_contact_solve(problem_.reduced, r_.data(), u_.data(), options_.get(),
                                            workspace_.get(), &report_);
    } else {
      status_ =
          nsds_global_friction_contact_solve(problem_.global, v_.data(), r_.data(), u_.data(), lambda_.data(),
                                             options_.get(), workspace_.get(), &report_);
    }
  }

  // What the public function of the class says of what was returned; NaN where nothing was, infinite where u,
  // which it does not look at, is not finite.
  nsds_residual residual() const {
    nsds_residual value;
    nsds_residual_init(&value);
    value.value = value.roundoff_floor = nothing;
    if (numerics::detail::is_refusal(status_)) return value;
    const nsds_status status = problem_.reduced != nullptr
                                   ? nsds_friction_contact_class_residual(problem_.reduced, r_.data(), &value)
                                   : nsds_global_friction_contact_class_residual(
                                         problem_.global, v_.data(), r_.data(), lambda_.data(), &value);
    if (status != NSDS_OK) value.value = nothing;
    const auto finite = [](double number) { return std::isfinite(number); };
    if (!std::all_of(u_.begin(), u_.end(), finite)) value.value = std::numeric_limits<double>::infinity();
    return value;
  }

  nsds_status status() const { return status_; }
  const numerics::Report& report() const { return report_; }

 private:
  static int stop_when_over(const nsds_progress*, void* user) {
    const Solve& solve = *static_cast<const Solve*>(user);
    return thread_seconds() - solve.cpu_begin_ > solve.cpu_limit_ ? 1 : 0;
  }

  const Posed& problem_;
  numerics::Options options_;
  numerics::Workspace workspace_;
  std::vector<double> r_, u_, v_, lambda_;
  numerics::Report report_;
  nsds_status status_ = NSDS_INVALID_ARGUMENT;
  double cpu_begin_ = 0.0, cpu_limit_ = 0.0;  // [s]
};

// In the child. The solve that is judged comes first; its repetitions are for the clock alone.
std::vector<double> solve_and_recompute(const Posed& problem, nsds_class problem_class, const Record& record,
                                        std::size_t memory) {
  Solve solve(problem, problem_class, record);
  double seconds = 0.0;
  {
    const MemoryLimit limit(memory);
    seconds = solve_within(record.limit, solve);
  }
  const nsds_residual recomputed = solve.residual();
  const std::vector<double> said = {static_cast<double>(solve.status()), solve.report().residual.value,
                                    static_cast<double>(solve.report().iterations)};
  solve.set_limit(record.limit, 0.0);
  if (seconds < repeated_below)
    seconds = std::min(seconds, best_seconds(repeated_below, [&solve] { solve(); }));
  return {said[0], said[1], said[2], recomputed.value, recomputed.roundoff_floor, seconds};
}

void take(const std::vector<double>& numbers, Record& record) {
  record.status = nsds_status_name(static_cast<nsds_status>(static_cast<int>(numbers[0])));
  record.reported = numbers[1];
  record.iterations = static_cast<long long>(numbers[2]);
  record.residual = numbers[3];
  record.floor = numbers[4];
  record.seconds = numbers[5];
}

}  // namespace

void measure(const Posed& problem, Record& record, std::size_t memory) {
  record.residual = record.reported = record.floor = nothing;
  if (problem.reduced == nullptr && problem.global == nullptr) {
    record.status = status_irreducible;
    record.verdict = judge(record);
    return;
  }
  const nsds_class problem_class =
      problem.reduced != nullptr ? NSDS_CLASS_FRICTION_CONTACT : NSDS_CLASS_GLOBAL_FRICTION_CONTACT;
  const auto begin = std::chrono::steady_clock::now();
  const std::optional<std::vector<double>> numbers = guarded(
      patience(record.limit), [&] { return solve_and_recompute(problem, problem_class, record, memory); });
  if (numbers && numbers->size() == 6) {
    take(*numbers, record);
  } else {
    record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    record.status = record.seconds >= patience(record.limit) ? status_overrun : status_crashed;
  }
  record.verdict = judge(record);
}

}  // namespace nsds::bench
