#include "benchmarks/survey/survey_table.hpp"

#include <fmt/core.h>

#include <ostream>

#include "benchmarks/survey/survey_cell.hpp"

namespace nsds::bench {
namespace {

constexpr double loose_tolerance = 1e-6;

class Survey {
 public:
  explicit Survey(const SurveyPlan& plan) : plan_(plan) {
    const auto solvers = static_cast<std::size_t>(nsds_solver_count(plan.problem_class));
    cells_.assign(solvers, Cells(plan.families.size(), std::vector<Cell>(plan.sizes.size())));
  }

  void measure() {
    for (std::size_t f = 0; f < plan_.families.size(); ++f) {
      std::vector<bool> given_up(cells_.size(), false);
      for (std::size_t i = 0; i < plan_.sizes.size(); ++i) measure_size(f, i, given_up);
    }
  }

  void print(std::ostream& out) const {
    out << plan_.head;
    print_shares(out, loose_tolerance, [](const Cell& cell) { return cell.loosely; });
    print_shares(out, plan_.tolerance, [](const Cell& cell) { return cell.solved; });
    for (std::size_t s = 0; s < cells_.size(); ++s) print_solver(s, out);
  }

 private:
  using Cells = std::vector<std::vector<Cell>>;  // one a family and size

  const nsds_solver_info& solver(std::size_t s) const {
    return *nsds_solver_at(plan_.problem_class, static_cast<int>(s));
  }

  // Sizes beyond one at which a solver solved nothing and spent half its time are not tried.
  void measure_size(std::size_t f, std::size_t i, std::vector<bool>& given_up) {
    const int n = plan_.sizes[i];
    const double limit = plan_.time_limit(n);
    for (int seed = 1; seed <= plan_.seeds(n); ++seed) {
      const std::string spec = plan_.families[f].spec(n, seed);
      if (spec.empty()) continue;
      const SurveySolve solve = plan_.load(spec);
      for (std::size_t s = 0; s < cells_.size(); ++s) {
        if (given_up[s]) continue;
        const std::optional<SurveyOutcome> outcome = solve(solver(s), {plan_.tolerance, limit});
        if (!outcome) continue;
        cells_[s][f][i].add(outcome->seconds, is_solved(*outcome, plan_.tolerance),
                            outcome->residual <= loose_tolerance);
      }
    }
    for (std::size_t s = 0; s < cells_.size(); ++s) {
      const Cell& cell = cells_[s][f][i];
      if (cell.tried > 0 && cell.solved == 0 && cell.worst > 0.5 * limit) given_up[s] = true;
    }
  }

  template <class Count>
  void print_shares(std::ostream& out, double at, Count&& count) const {
    out << fmt::format("\n## {}: solved at {} of tried, all sizes together\n\n| family |",
                       nsds_class_name(plan_.problem_class), at);
    for (std::size_t s = 0; s < cells_.size(); ++s) out << fmt::format(" {} |", solver(s).name);
    out << "\n|---|";
    for (std::size_t s = 0; s < cells_.size(); ++s) out << "---|";
    std::vector<int> solved_in_all(cells_.size(), 0), tried_in_all(cells_.size(), 0);
    for (std::size_t f = 0; f < plan_.families.size(); ++f) {
      out << fmt::format("\n| {} |", plan_.families[f].name);
      for (std::size_t s = 0; s < cells_.size(); ++s) {
        int solved = 0, tried = 0;
        for (const Cell& cell : cells_[s][f]) {
          solved += count(cell);
          tried += cell.tried;
        }
        solved_in_all[s] += solved;
        tried_in_all[s] += tried;
        out << (tried == 0 ? std::string(" |") : fmt::format(" {}/{} |", solved, tried));
      }
    }
    out << "\n| all |";
    for (std::size_t s = 0; s < cells_.size(); ++s)
      out << fmt::format(" {}/{} |", solved_in_all[s], tried_in_all[s]);
    out << '\n';
  }

  void print_solver(std::size_t s, std::ostream& out) const {
    const nsds_solver_info& info = solver(s);
    const std::string needs = info.requirements[0] == '\0' ? "nothing" : info.requirements;
    out << fmt::format("\n## {}: {}{}\n\n{} Needs: {}. Reference: {}.\n\n| family |",
                       nsds_class_name(plan_.problem_class), info.name, s == 0 ? " (default)" : "",
                       info.summary, needs, info.citation);
    for (const int n : plan_.sizes) out << fmt::format(" {} |", n);
    out << "\n|---|";
    for (std::size_t i = 0; i < plan_.sizes.size(); ++i) out << "---|";
    for (std::size_t f = 0; f < plan_.families.size(); ++f) {
      out << fmt::format("\n| {} |", plan_.families[f].name);
      for (const Cell& cell : cells_[s][f]) out << ' ' << text(cell) << " |";
    }
    out << '\n';
  }

  const SurveyPlan& plan_;
  std::vector<Cells> cells_;  // one a solver
};

}  // namespace

void survey_class(const SurveyPlan& plan, std::ostream& out) {
  Survey survey(plan);
  survey.measure();
  survey.print(out);
}

}  // namespace nsds::bench
