#include "benchmarks/lcp_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "benchmarks/timing.hpp"
#include "nsds/numerics/cpp/lcp.hpp"

namespace nsds::bench {
namespace {

class Solve {
 public:
  Solve(const nsds_lcp& problem, const LcpSettings& settings)
      : problem_(problem),
        options_(NSDS_CLASS_LCP, settings.solver),
        z_(static_cast<std::size_t>(problem.size)),
        w_(z_.size()) {
    if (settings.time_limit > 0.0) options_.set("time_limit", settings.time_limit);
    set_tolerance(settings.tolerance);
  }

  void set_tolerance(double tolerance) { options_.set("tolerance", tolerance); }

  void operator()() {
    std::fill(z_.begin(), z_.end(), 0.0);
    report_ = numerics::Report();
    nsds_lcp_solve(&problem_, z_.data(), w_.data(), options_.get(), workspace_.get(), &report_);
  }

  double fclib() const {
    double value = 0.0;
    numerics::detail::require(nsds_lcp_residual_fclib(&problem_, z_.data(), &value), "no residual");
    return value;
  }
  const numerics::Report& report() const { return report_; }

 private:
  const nsds_lcp& problem_;
  numerics::Options options_;
  numerics::Workspace workspace_;
  std::vector<double> z_, w_;
  numerics::Report report_;
};

// Solvers stop on the residual of the class: take the loosest tolerance of it that does in the peers' norm.
bool loosen_to_fclib(Solve& solve, double tolerance) {
  double own = 1e3 * tolerance;
  while (own >= 1e-16) {
    solve.set_tolerance(std::min(own, 0.1));
    own /= std::sqrt(10.0);
    solve();
    if (solve.fclib() <= tolerance) return true;
  }
  return false;
}

}  // namespace

LcpMeasured measure_lcp(const nsds_lcp& problem, const LcpSettings& settings) {
  Solve solve(problem, settings);
  const bool reached = !settings.fclib || loosen_to_fclib(solve, settings.tolerance);
  LcpMeasured measured;
  measured.seconds = best_seconds(settings.budget, [&solve] { solve(); });
  const numerics::Report& report = solve.report();
  if (numerics::detail::is_refusal(report.status)) throw numerics::Error(report);
  measured.solver = report.solver;
  measured.status = reached ? report.status : NSDS_STALLED;
  measured.residual = report.residual.value;
  measured.residual_fclib = solve.fclib();
  measured.iterations = report.iterations;
  return measured;
}

}  // namespace nsds::bench
