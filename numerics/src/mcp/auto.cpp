// The default of the class: solvers of the table in turn.
#include <algorithm>
#include <initializer_list>

#include "core/attempts.hpp"
#include "mcp/registry.hpp"
#include "nonlinear/contract/until_content.hpp"

namespace nsds::numerics::mcp {
namespace {

// Beyond, subproblems take longer than interior points for the whole: exchanges of dense rows are quick, but the factors of
// a sparse matrix are made anew.
constexpr std::size_t largest_dense = 500, largest_sparse = 100;

// A start is taken for a good one where its residual is that small beside its unknowns. From the last solution of a problem that
// has changed by 1e-3, membranes with 10000 unknowns took 1 to 2 steps where interior points took 6 to 14.
constexpr double near = 1e-2;

class McpAttempts : private Trials {
 public:
  McpAttempts(nonlinear::Map& map, std::span<double> best, SolveContext& context,
              const nonlinear::MapContract& contract)
      : map_(map),
        contract_(contract),
        arena_(*context.arena),
        best_(best),
        start_(arena_.take<double>(best.size())),
        trial_(arena_.take<double>(best.size())),
        value_(arena_.take<double>(best.size())),
        attempts_(*this, context,
                  (std::copy(best.begin(), best.end(), trial_.begin()), first_residual_ = measure())) {
    std::copy(best.begin(), best.end(), start_.begin());
    starts_near_ = first_residual_ <= near * largest_magnitude(start_);
  }

  enum class From { start, best };

  struct Turn {
    bool when;  // else the turn is left out
    const char* solver;
    From from;
    std::int64_t budget;
  };

  bool starts_near() const { return starts_near_; }

  // Until a turn settles the problem, or a limit of the call is reached.
  void take(std::initializer_list<Turn> turns) {
    static_cast<void>(std::any_of(turns.begin(), turns.end(),
                                  [this](const Turn& turn) { return turn.when && attempt(turn); }));
  }

  SolverClaim claim() { return attempts_.claim(); }

 private:
  friend Attempts<McpAttempts>;

  bool attempt(const Turn& turn) {
    const Solver& row = row_named(solvers(), turn.solver);
    const std::span<const double> begin = turn.from == From::start ? start_ : best_;
    std::copy(begin.begin(), begin.end(), trial_.begin());
    const std::span<const double> own = default_values(row.info, arena_);
    return attempts_.attempt({row.info.name, own, turn.budget}, [&](SolveContext& context) {
      return nonlinear::solve_until_content(nonlinear::MapJudge(map_, trial_, contract_, arena_), context,
                                            [&] { return row.solve(map_, trial_, context); });
    });
  }

  double measure() {
    if (!map_.evaluate(trial_, value_)) return infinity;
    return nonlinear::rank(map_, trial_, value_, contract_, arena_);
  }
  void keep() { std::copy(trial_.begin(), trial_.end(), best_.begin()); }

  nonlinear::Map& map_;
  nonlinear::MapContract contract_;
  Arena& arena_;
  std::span<double> best_, start_, trial_, value_;
  double first_residual_ = infinity;
  bool starts_near_ = false;
  Attempts<McpAttempts> attempts_;
};

}  // namespace

// Josephy's method is the likeliest to succeed, and takes the fewest evaluations; where its subproblems are large, interior
// points for the whole come first, which make nothing of a good start, and what takes one factorisation a step. Where all fail from the start, some go on from
// the best point.
SolverClaim solve_auto(nonlinear::Map& map, std::span<double> a, SolveContext& context,
                       const nonlinear::MapContract& contract) {
  using enum McpAttempts::From;
  McpAttempts attempts(map, a, context, contract);
  const bool large = map.size() > (map.jacobian().sparse ? largest_sparse : largest_dense);
  attempts.take({{large && attempts.starts_near(), "newton_min", start, 4},
                 {large, "interior_point", start, 100},
                 {large, "newton_fb", start, 300},
                 {true, "josephy_newton", start, large ? 60 : 300},
                 {!large, "interior_point", start, 100},
                 {!large, "newton_fb", start, 200},
                 {true, "smoothing", start, 200},
                 {true, "newton_min", start, 100},
                 {true, "josephy_newton", best, 100},
                 {true, "proximal", start, 300},
                 {true, "newton_fb", best, 300}});
  return attempts.claim();
}

SolverClaim solve_auto(nonlinear::Map& map, std::span<double> a, SolveContext& context) {
  return solve_auto(map, a, context, {context.tolerance});
}

}  // namespace nsds::numerics::mcp
