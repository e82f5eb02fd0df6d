// nsds-bench survey: writes docs/measurements/solvers.md, what every registered solver solves of every family and how
// fast.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/measurements/solve_measurement.hpp"
#include "benchmarks/survey/survey_box.hpp"
#include "benchmarks/survey/survey_cell.hpp"
#include "benchmarks/survey/survey_program.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "support/lcp_families.hpp"

namespace nsds::bench {
namespace {

constexpr int sizes[] = {2, 5, 10, 20, 50, 100, 200, 500, 1000};
constexpr int size_count = static_cast<int>(std::size(sizes));
constexpr double tolerance = 1e-10;

// Larger problems get more time and fewer seeds.
double time_limit(int n) {
  return n <= 200 ? 0.5 : 2.0;
}
int seeds(int n) {
  return n <= 200 ? 3 : 1;
}

struct Family {
  const char* name;
  // The problem of about that size, "" if there is none.
  std::string (*spec)(int n, int seed);
};

template <const char* name>
std::string seeded(int n, int seed) {
  return fmt::format("{}:{}:{}", name, n, seed);
}
constexpr char spd[] = "spd", pd[] = "pd", hp[] = "hp", cop[] = "cop", bim[] = "bim", psd[] = "psd",
               kkt[] = "kkt", murty[] = "murty", fathi[] = "fathi";

std::string murtyexp_of(int n, int seed) {
  return n > 50 ? "" : fmt::format("murtyexp:{}:{}", n, seed);
}
std::string column_of(int n, int seed) {
  return fmt::format("column:{}:{}", n, seed == 1 ? "1" : seed == 2 ? "1e4" : "1e-4");
}
std::string friction_of(int n, int seed) {
  return fmt::format("friction:{}:{}", 4 * ((n + 3) / 4), seed);
}

// 18, 75, 196, 405 and 1183 contacts.
std::string grain_of(int n, int seed) {
  const int side = n == 20 ? 2 : n == 100 ? 3 : n == 200 ? 4 : n == 500 ? 5 : n == 1000 ? 7 : 0;
  return side == 0 ? "" : fmt::format("grain:{}:{}", side, seed);
}

// Whatever takes a permutation is surveyed permuted; without, the first rows happen to be the solution's.
constexpr Family families[] = {{"spd", seeded<spd>},     {"pd", seeded<pd>},        {"hp", seeded<hp>},
                               {"psd", seeded<psd>},     {"column", column_of},     {"grain", grain_of},
                               {"murty", seeded<murty>}, {"murtyexp", murtyexp_of}, {"fathi", seeded<fathi>},
                               {"kkt", seeded<kkt>},     {"friction", friction_of}, {"cop", seeded<cop>},
                               {"bim", seeded<bim>}};

// In the first storage that the solver takes of dense, compressed columns, blocks of one row.
class Stored {
 public:
  Stored(const test::LcpProblem& lcp, uint32_t storages) {
    const bool dense = (storages & NSDS_DENSE) != 0 && lcp.M.size() > 0;
    given_ = dense || lcp.sparse.rows() == 0 ? numerics::view(lcp.M) : numerics::view(lcp.sparse);
    const nsds_storage wanted = dense ? NSDS_DENSE : (storages & NSDS_CSC) != 0 ? NSDS_CSC : NSDS_BSR;
    if (given_.storage != wanted) converted_.emplace(given_, wanted);
  }
  const nsds_matrix& view() const { return converted_ ? converted_->get() : given_; }

 private:
  nsds_matrix given_{};
  std::optional<numerics::Matrix> converted_;
};

// Nothing where the solver refuses the problem, by its size or kind.
void survey_one(const nsds_solver_info& solver, const std::string& spec, int n, Cell& cell) {
  const test::LcpProblem lcp = test::make_lcp(spec);
  const Stored stored(lcp, solver.storages);
  const SolveSettings settings{
      .solver = solver.name, .tolerance = tolerance, .time_limit = time_limit(n), .budget = 1e-3};
  try {
    const numerics::lcp::Problem posed(stored.view(), lcp.q);
    const nsds_lcp problem = posed.view();
    const SolveMeasured measured = measure_solve(solvable(problem), settings);
    const bool solution = measured.status == NSDS_OK && measured.residual <= tolerance;
    cell.add(measured.seconds, solution, solution);
  } catch (const numerics::Error&) {
    return;
  }
}

using Cells = std::vector<Cell>;  // one a size

// Sizes beyond one at which the solver solved nothing and spent half its time are not tried.
Cells survey_family(const nsds_solver_info& solver, const Family& family) {
  Cells cells(size_count);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const int n = sizes[i];
    for (int seed = 1; seed <= seeds(n); ++seed) {
      const std::string spec = family.spec(n, seed);
      if (!spec.empty()) survey_one(solver, spec, n, cells[i]);
    }
    if (cells[i].tried > 0 && cells[i].solved == 0 && cells[i].worst > 0.5 * time_limit(n)) break;
  }
  return cells;
}

void print_title(std::ostream& out) {
  out << "# Solvers of all classes, what they need and what they solve\n\n"
         "Written by `OPENBLAS_NUM_THREADS=1 nsds-bench survey > docs/measurements/solvers.md`; do not edit. "
         "Of `nsds "
         "solvers` are the words.\n";
}

void print_head(std::ostream& out) {
  out << fmt::format(
      "\n# LCP solvers\n\n"
      "Problems: the families of `tests/support/lcp_families.hpp`, three seeds up to n = 200, one beyond "
      "(permutations of murty, murtyexp and fathi; mass ratios 1, 1e4, 1e-4 of column; n of grain is 18, 75, "
      "196, 405, 1183, that of friction a multiple of 4).\n\n"
      "Solved means a residual of the class of at most {}, from zero, within {} s ({} s beyond n = 200). "
      "Times are CPU times of one thread of one machine, to be compared with each other only. Problems are "
      "given dense where the solver takes that. A solver that solved nothing of a family at a size and spent "
      "its time was not tried at larger ones, and what a solver refuses as not applicable is not counted. "
      "Every problem has a solution.\n",
      tolerance, time_limit(1), time_limit(1000));
}

void print_summary(const std::vector<std::vector<Cells>>& results, std::ostream& out) {
  out << "\n## Solved of tried, all sizes together\n\n| family |";
  for (std::size_t s = 0; s < results.size(); ++s)
    out << fmt::format(" {} |", nsds_solver_at(NSDS_CLASS_LCP, static_cast<int>(s))->name);
  out << "\n|---|";
  for (std::size_t s = 0; s < results.size(); ++s) out << "---|";
  for (std::size_t f = 0; f < std::size(families); ++f) {
    out << fmt::format("\n| {} |", families[f].name);
    for (const std::vector<Cells>& of_solver : results) {
      int solved = 0, tried = 0;
      for (const Cell& cell : of_solver[f]) {
        solved += cell.solved;
        tried += cell.tried;
      }
      out << (tried == 0 ? std::string(" |") : fmt::format(" {}/{} |", solved, tried));
    }
  }
  out << '\n';
}

void print_solver(const nsds_solver_info& solver, const std::vector<Cells>& results, std::ostream& out) {
  const bool first = nsds_solver_at(NSDS_CLASS_LCP, 0) == &solver;
  const std::string needs = solver.requirements[0] == '\0' ? "nothing" : solver.requirements;
  out << fmt::format("\n## {}{}\n\n{} Needs: {}. Reference: {}.\n\n| family |", solver.name,
                     first ? " (default)" : "", solver.summary, needs, solver.citation);
  for (const int n : sizes) out << fmt::format(" {} |", n);
  out << "\n|---|";
  for (int i = 0; i < size_count; ++i) out << "---|";
  for (std::size_t f = 0; f < std::size(families); ++f) {
    out << fmt::format("\n| {} |", families[f].name);
    for (const Cell& cell : results[f]) out << ' ' << text(cell) << " |";
  }
  out << '\n';
}

void survey(std::ostream& out) {
  print_head(out);
  std::vector<std::vector<Cells>> results;
  for (int s = 0; s < nsds_solver_count(NSDS_CLASS_LCP); ++s) {
    results.emplace_back();
    for (const Family& family : families)
      results.back().push_back(survey_family(*nsds_solver_at(NSDS_CLASS_LCP, s), family));
  }
  print_summary(results, out);
  for (int s = 0; s < nsds_solver_count(NSDS_CLASS_LCP); ++s)
    print_solver(*nsds_solver_at(NSDS_CLASS_LCP, s), results[static_cast<std::size_t>(s)], out);
}

}  // namespace

void add_survey(CLI::App& app, std::ostream& out) {
  const auto classes = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand(
      "survey", "Write docs/measurements/solvers.md: every solver over every family. Takes minutes.");
  command->add_option("CLASS", *classes, "only the sections of these classes");
  command->callback([classes, &out] {
    nsds_class ignored{};
    for (const std::string& name : *classes)
      if (nsds_class_find(name.c_str(), &ignored) == 0)
        throw std::invalid_argument("no class '" + name + "'");
    const auto asked = [&](nsds_class problem_class) {
      return classes->empty() ||
             std::find(classes->begin(), classes->end(), nsds_class_name(problem_class)) != classes->end();
    };
    if (classes->empty()) print_title(out);
    if (asked(NSDS_CLASS_LCP)) survey(out);
    for (const nsds_class problem_class : {NSDS_CLASS_MLCP, NSDS_CLASS_RELAY})
      if (asked(problem_class)) survey_box(problem_class, out);
    for (const nsds_class problem_class : {NSDS_CLASS_QP, NSDS_CLASS_AVI})
      if (asked(problem_class)) survey_program(problem_class, out);
    if (asked(NSDS_CLASS_EQUALITY)) survey_equality(out);
    if (asked(NSDS_CLASS_CONVEX_QP)) survey_convex_qp(out);
  });
}

}  // namespace nsds::bench
