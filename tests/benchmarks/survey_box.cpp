#include "benchmarks/survey_box.hpp"

#include <fmt/format.h>

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "benchmarks/box_measurement.hpp"
#include "benchmarks/survey_cell.hpp"
#include "support/box_families.hpp"

namespace nsds::bench {
namespace {

constexpr int sizes[] = {10, 50, 200, 1000};
constexpr std::size_t size_count = std::size(sizes);
constexpr double tolerance = 1e-10, loose_tolerance = 1e-6;

// Larger problems get more time and fewer seeds.
double time_limit(int n) {
  return n <= 200 ? 0.3 : 1.0;
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
constexpr char obstacle[] = "obstacle", monotone[] = "monotone", sparse[] = "sparse",
               degenerate[] = "degenerate", qp[] = "qp", redundant[] = "redundant", relay[] = "relay",
               boxes[] = "boxes";

std::string bearing_of(int n, int seed) {
  return fmt::format("bearing:{}:{}", n, seed == 1 ? 0.1 : seed == 2 ? 0.5 : 0.9);
}
std::string nash_of(int n, int seed) {
  const int markets = seed == 1 ? 1 : seed == 2 ? 2 : 5;
  return fmt::format("nash:{}:{}", n / markets, markets);
}
// Two unknowns a diode.
template <const char* name>
std::string circuit_of(int n, int seed) {
  return fmt::format("{}:{}:{}", name, 4 * ((n + 7) / 8), seed);
}
constexpr char diodes[] = "diodes", floating[] = "floating";

std::string twosided_of(int n, int seed) {
  return seed > 1 ? "" : fmt::format("twosided:{}", n);
}
std::string torsion_of(int n, int seed) {
  return fmt::format("torsion:{}:{}", n, seed == 1 ? 5 : seed == 2 ? 10 : 20);
}
std::string sliding_of(int n, int seed) {
  return n > 200 ? "" : fmt::format("sliding:{}:{}", n, seed);
}

constexpr Family mixed_families[] = {{"obstacle", seeded<obstacle>},
                                     {"bearing", bearing_of},
                                     {"nash", nash_of},
                                     {"diodes", circuit_of<diodes>},
                                     {"floating", circuit_of<floating>},
                                     {"monotone", seeded<monotone>},
                                     {"sparse", seeded<sparse>},
                                     {"degenerate", seeded<degenerate>},
                                     {"qp", seeded<qp>},
                                     {"redundant", seeded<redundant>}};
constexpr Family relay_families[] = {{"twosided", twosided_of},
                                     {"torsion", torsion_of},
                                     {"sliding", sliding_of},
                                     {"relay", seeded<relay>},
                                     {"boxes", seeded<boxes>}};

class Survey {
 public:
  explicit Survey(nsds_class problem_class) : class_(problem_class) {
    if (class_ == NSDS_CLASS_MLCP) {
      families_.assign(std::begin(mixed_families), std::end(mixed_families));
    } else {
      families_.assign(std::begin(relay_families), std::end(relay_families));
    }
    const auto solvers = static_cast<std::size_t>(nsds_solver_count(class_));
    cells_.assign(solvers, Cells(families_.size(), std::vector<Cell>(size_count)));
  }

  void measure() {
    for (std::size_t f = 0; f < families_.size(); ++f) {
      std::vector<bool> given_up(cells_.size(), false);
      for (std::size_t i = 0; i < size_count; ++i) measure_size(f, i, given_up);
    }
  }

  void print(std::ostream& out) const {
    print_head(out);
    print_shares(out, loose_tolerance, [](const Cell& cell) { return cell.loosely; });
    print_shares(out, tolerance, [](const Cell& cell) { return cell.solved; });
    for (std::size_t s = 0; s < cells_.size(); ++s) print_solver(s, out);
  }

 private:
  using Cells = std::vector<std::vector<Cell>>;  // one a family and size

  const nsds_solver_info& solver(std::size_t s) const { return *nsds_solver_at(class_, static_cast<int>(s)); }

  // Sizes beyond one at which a solver solved nothing and spent half its time are not tried.
  void measure_size(std::size_t f, std::size_t i, std::vector<bool>& given_up) {
    const int n = sizes[i];
    for (int seed = 1; seed <= seeds(n); ++seed) {
      const std::string spec = families_[f].spec(n, seed);
      if (spec.empty()) continue;
      const test::BoxProblem problem = test::make_box(spec);
      for (std::size_t s = 0; s < cells_.size(); ++s)
        if (!given_up[s]) measure_one(solver(s), problem, time_limit(n), cells_[s][f][i]);
    }
    for (std::size_t s = 0; s < cells_.size(); ++s) {
      const Cell& cell = cells_[s][f][i];
      if (cell.tried > 0 && cell.solved == 0 && cell.worst > 0.5 * time_limit(n)) given_up[s] = true;
    }
  }

  // Nothing where the solver refuses the problem, by its size or kind.
  void measure_one(const nsds_solver_info& solver, const test::BoxProblem& problem, double limit,
                   Cell& cell) {
    std::optional<numerics::Matrix> converted;
    nsds_matrix M = natural_matrix(problem);
    if ((solver.storages & M.storage) == 0) {
      const nsds_storage other = (solver.storages & NSDS_DENSE) != 0 ? NSDS_DENSE
                                 : (solver.storages & NSDS_CSC) != 0 ? NSDS_CSC
                                                                     : NSDS_BSR;
      M = converted.emplace(M, other).get();
    }
    const BoxCall call(problem, class_, M);
    try {
      const BoxMeasured measured = measure_box(
          call, {.solver = solver.name, .tolerance = tolerance, .time_limit = limit, .budget = 1e-3});
      cell.add(measured.seconds, measured.status == NSDS_OK && measured.residual <= tolerance,
               measured.residual <= loose_tolerance);
    } catch (const numerics::Error&) {
      return;
    }
  }

  void print_head(std::ostream& out) const {
    out << fmt::format(
        "\n# {} solvers\n\n"
        "Problems: the families of `tests/support/box_families.hpp`, three of a size up to n = 200, one "
        "beyond (kinds of obstacle, eccentricities 0.1, 0.5, 0.9, numbers of markets 1, 2, 5, angles 5, 10, "
        "20, or seeds), sparse where the family is and the solver takes that. Measured as above, within {} s "
        "({} s beyond n = 200). Every problem has a solution.\n",
        class_ == NSDS_CLASS_MLCP ? "MLCP" : "Relay", time_limit(1), time_limit(1000));
  }

  template <class Count>
  void print_shares(std::ostream& out, double at, Count&& count) const {
    out << fmt::format("\n## {}: solved at {} of tried, all sizes together\n\n| family |",
                       nsds_class_name(class_), at);
    for (std::size_t s = 0; s < cells_.size(); ++s) out << fmt::format(" {} |", solver(s).name);
    out << "\n|---|";
    for (std::size_t s = 0; s < cells_.size(); ++s) out << "---|";
    std::vector<int> solved_in_all(cells_.size(), 0), tried_in_all(cells_.size(), 0);
    for (std::size_t f = 0; f < families_.size(); ++f) {
      out << fmt::format("\n| {} |", families_[f].name);
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
    out << fmt::format("\n## {}: {}{}\n\n{} Needs: {}. Reference: {}.\n\n| family |", nsds_class_name(class_),
                       info.name, s == 0 ? " (default)" : "", info.summary, needs, info.citation);
    for (const int n : sizes) out << fmt::format(" {} |", n);
    out << "\n|---|";
    for (std::size_t i = 0; i < size_count; ++i) out << "---|";
    for (std::size_t f = 0; f < families_.size(); ++f) {
      out << fmt::format("\n| {} |", families_[f].name);
      for (const Cell& cell : cells_[s][f]) out << ' ' << text(cell) << " |";
    }
    out << '\n';
  }

  nsds_class class_;
  std::vector<Family> families_;
  std::vector<Cells> cells_;  // one a solver
};

}  // namespace

void survey_box(nsds_class problem_class, std::ostream& out) {
  Survey survey(problem_class);
  survey.measure();
  survey.print(out);
}

}  // namespace nsds::bench
