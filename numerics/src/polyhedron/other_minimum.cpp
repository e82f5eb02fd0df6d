#include "polyhedron/other_minimum.hpp"

#include <algorithm>
#include <cmath>

#include "core/attempts.hpp"
#include "core/options.hpp"
#include "linalg/entries.hpp"
#include "polyhedron/curvature.hpp"

namespace nsds::numerics::polyhedron {
namespace {

using analysis::Negative;

// Solvers that take a Q that is not positive semidefinite, or do not mind; no one needs more iterations than that where it converges.
constexpr const char* those_that_descend[] = {"newton_min",         "lemke",    "interior_point", "proximal",
                                              "projected_gradient", "newton_fb"};
constexpr std::int64_t most_iterations = 2000;

class Search {
 public:
  Search(const Problem& given, std::span<const box::Solver> solvers, const Call& call, nsds_report& report)
      : given_(given),
        solvers_(solvers),
        call_(call),
        report_(report),
        n_(index(given.size)),
        z_(n_),
        multipliers_(index(given.inequalities + given.equalities)) {}

  // Each boundary that stops a fall takes one direction away, so that after n of them nothing falls along what holds.
  std::vector<double> descended(std::vector<double> direction) const {
    std::vector<double> z(call_.z, call_.z + n_);
    for (std::size_t moves = 0; moves < n_ && !direction.empty(); ++moves) {
      const std::vector<double> back = opposite(direction);
      const double forth = step_to_boundary(given_, z.data(), direction);
      const double other = step_to_boundary(given_, z.data(), back);
      const double step = std::min(forth, other);
      if (step == infinity) break;
      const std::vector<double>& way = step == forth ? direction : back;
      for (std::size_t j = 0; j < n_; ++j) z[j] = stopped_by_bound(j, z[j] + step * way[j], way[j]);
      direction = reduced_curvature(given_, z.data(), nullptr, report_.tolerance).direction;
    }
    return z;
  }

  // Tries the solvers in turn. True where one ends at a point that may be a minimum, which is written to the outputs.
  bool accept_from(std::span<const double> from) {
    for (const char* const name : those_that_descend) {
      if (is_over_) return false;
      const auto solver = static_cast<std::int32_t>(&row_named(solvers_, name) - solvers_.data());
      if (accept(solver, from)) return true;
    }
    return false;
  }

 private:
  bool accept(std::int32_t solver, std::span<const double> from) {
    std::copy(from.begin(), from.end(), z_.begin());
    std::fill(multipliers_.begin(), multipliers_.end(), 0.0);
    const nsds_options options = options_of(solver);
    is_over_ = options.time_limit() <= 0.0 || options.max_iterations() <= 0;
    if (is_over_) return false;
    nsds_report trial;
    nsds_report_init(&trial);
    const nsds_status status =
        box::solve({{given_.problem_class, &options, nullptr, &trial},
                    solvers_,
                    {.z = z_.data(), .multipliers = multipliers_.data()},
                    [&](Arena& arena, const Sentence& sentence) {
                      return kkt_problem(given_, nullptr, NSDS_REUSE_NONE, arena, sentence);
                    }});
    iterations_ += trial.iterations;
    report_.seconds += trial.seconds;
    is_over_ = ends_the_call(status);
    if (status != NSDS_OK) return false;
    judge_curvature(given_, z_.data(), multipliers_.data(), NSDS_REUSE_NONE, nullptr, trial);
    if (trial.status != NSDS_OK) return false;
    take(trial);
    return true;
  }

  static std::vector<double> opposite(std::vector<double> direction) {
    for (double& entry : direction) entry = -entry;
    return direction;
  }

  // Rounding must not keep an unknown from the bound that has stopped it.
  double stopped_by_bound(std::size_t j, double z, double way) const {
    const double l = given_.lower == nullptr ? -infinity : given_.lower[j];
    const double u = given_.upper == nullptr ? infinity : given_.upper[j];
    const double room = 8.0 * epsilon * std::fabs(z);
    if (way < 0.0 && z <= l + room) return l;
    if (way > 0.0 && z >= u - room) return u;
    return z;
  }

  nsds_options options_of(std::int32_t solver) const {
    nsds_options options = default_options(NSDS_CLASS_QP, solver);
    std::int64_t left = most_iterations;
    if (call_.options != nullptr) {
      const nsds_options& given = *call_.options;
      options.common = given.common;
      options.callback = given.callback;
      options.user = given.user;
      // The last two are what all solvers have of the contract.
      std::copy(given.own.end() - 2, given.own.end(), options.own.end() - 2);
      options.common[time_limit_option] -= report_.seconds;
      if (given.max_iterations() > 0)
        left = std::min(left, given.max_iterations() - report_.iterations - iterations_);
    }
    options.common[max_iterations_option] = static_cast<double>(left);
    options.common[warm_start_option] = 1.0;
    options.common[reuse_option] = 0.0;
    return options;
  }

  void take(nsds_report& trial) {
    std::copy(z_.begin(), z_.end(), call_.z);
    if (call_.multipliers != nullptr) std::copy(multipliers_.begin(), multipliers_.end(), call_.multipliers);
    trial.certificate = report_.certificate;
    trial.iterations = report_.iterations + iterations_;
    trial.seconds = report_.seconds;
    report_ = trial;
  }

  const Problem& given_;
  std::span<const box::Solver> solvers_;
  const Call& call_;
  nsds_report& report_;
  std::size_t n_;
  std::vector<double> z_, multipliers_;
  std::int64_t iterations_ = 0;  // of those that were tried
  bool is_over_ = false;         // a limit of the call is reached
};

}  // namespace

bool find_other_minimum(const Problem& given, std::span<const box::Solver> solvers, const Call& call,
                        std::span<const double> start, std::vector<double> direction, nsds_report& report) {
  Search search(given, solvers, call, report);
  const std::vector<double> below = search.descended(std::move(direction));
  return search.accept_from(below) || search.accept_from(start);
}

}  // namespace nsds::numerics::polyhedron
