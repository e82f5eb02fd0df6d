#include "mcp/registry.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <string>

#include "core/guard.hpp"
#include "core/solver_row.hpp"
#include "mcp/given_solver.hpp"
#include "nonlinear/interior_point.hpp"
#include "nonlinear/newton.hpp"

namespace nsds::numerics::mcp {
namespace {

using affine::NewtonKind;

template <NewtonKind kind>
SolverClaim solve_newton(nonlinear::Map& map, std::span<double> a, SolveContext& context) {
  return nonlinear::solve_newton(map, kind, a, context);
}

// The first row is the default of the class.
constexpr std::array<Solver, 7> own_solvers{{
    {solver_row("auto", "The Newton methods in turn, then perturbed problems; verified.",
                "The solvers of this table", "", 1),
     solve_auto},
    {solver_row("josephy_newton",
                "Each step solves the problem with F linearised, by the solvers of affine problems over "
                "boxes; a search "
                "along it, or along the path of subproblems.",
                "Josephy 1979, MRC report 1965; Dirkse, Ferris 1995, Optim. Methods Softw. 5", "", 1,
                nonlinear::josephy_options),
     nonlinear::solve_josephy_newton},
    {solver_row(
         "newton_fb", "Semismooth Newton on the function of Fischer and Burmeister, within the bounds.",
         "De Luca, Facchinei, Kanzow 1996, Math. Program. 75; Billups 1995", "", 1, affine::newton_options),
     solve_newton<NewtonKind::fischer_burmeister>},
    {solver_row("newton_min", "Semismooth Newton on the natural map, within the bounds.",
                "Kojima, Shindo 1986, J. Oper. Res. Soc. Jpn. 29; Pang 1990", "", 1, affine::newton_options),
     solve_newton<NewtonKind::minimum>},
    {solver_row(
         "interior_point",
         "Predictor-corrector interior points, one factorisation a step; the last digits by newton_min.",
         "Mehrotra 1992, SIAM J. Optim. 2; Wright, Ralph 1996, Math. Oper. Res. 21", "F is monotone", 0),
     nonlinear::solve_interior_point},
    {solver_row("smoothing", "Newton along the solutions of smoothed problems, whose mu falls to zero.",
                "Kanzow 1996, SIAM J. Matrix Anal. Appl. 17; Chen, Mangasarian 1996, Comput. Optim. Appl. 5",
                "", 1, nonlinear::smoothing_options),
     nonlinear::solve_smoothing},
    {solver_row("proximal", "Proximal points, each by newton_min; lambda adapts itself.",
                "Rockafellar 1976, SIAM J. Control Optim. 14", "F is monotone", 1, affine::proximal_options),
     nonlinear::solve_proximal},
}};

// The solvers of the user have fixed places, so that rows which options point at stay where they are.
constexpr std::size_t most_given = 32;

class Table {
 public:
  Table() { std::copy(own_solvers.begin(), own_solvers.end(), rows_.begin()); }

  std::span<const Solver> rows() const { return {rows_.data(), count_.load(std::memory_order_acquire)}; }

  // False: the name is taken, or there is no place left.
  bool add(const char* name, const char* summary, GivenSolver given) {
    const std::scoped_lock lock(adding_);
    const std::span<const Solver> known = rows();
    const auto has_name = [name](const Solver& row) { return std::strcmp(row.info.name, name) == 0; };
    if (known.size() == rows_.size() || std::any_of(known.begin(), known.end(), has_name)) return false;
    Kept& kept = kept_[known.size() - own_solvers.size()];
    kept = {name, summary == nullptr ? "" : summary, given};
    rows_[known.size()] = {solver_row(kept.name.c_str(), kept.summary.c_str(), "A solver of the user", "", 1),
                           nullptr, &kept.given};
    count_.store(known.size() + 1, std::memory_order_release);
    return true;
  }

 private:
  struct Kept {
    std::string name, summary;
    GivenSolver given{};
  };

  std::array<Solver, own_solvers.size() + most_given> rows_{};
  std::array<Kept, most_given> kept_;
  std::atomic<std::size_t> count_ = own_solvers.size();
  std::mutex adding_;
};

Table& table() noexcept {
  static Table all;
  return all;
}

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table().rows();
}

SolverClaim solve_by(const Solver& row, nonlinear::Map& map, std::span<double> a, SolveContext& context) {
  return row.given != nullptr ? solve_by(*row.given, map, a, context) : row.solve(map, a, context);
}

}  // namespace nsds::numerics::mcp

using namespace nsds::numerics;

nsds_status nsds_mcp_add_solver(const char* name, const char* summary, nsds_mcp_solver solve, void* user) {
  return guarded([&] {
    const bool is_named = name != nullptr && *name != '\0' && std::strlen(name) < sizeof(nsds_report::solver);
    if (!is_named || solve == nullptr || !mcp::table().add(name, summary, {solve, user}))
      return NSDS_INVALID_ARGUMENT;
    return NSDS_OK;
  });
}
