#include "global_friction/registry.hpp"

#include <array>

namespace nsds::numerics {
namespace {

constexpr std::uint32_t any_matrix = NSDS_DENSE | NSDS_CSC | NSDS_BSR;

template <std::size_t count>
constexpr std::int32_t size_of(const std::array<nsds_option_info, count>&) {
  return static_cast<std::int32_t>(count);
}

constexpr const char* norm_words[] = {"class", "fclib", nullptr};
// The last option of every solver.
constexpr nsds_option_info norm_info{
    "norm",
    NSDS_OPTION_CHOICE,
    0.0,
    0.0,
    1.0,
    norm_words[0],
    norm_words,
    "1",
    "What has to be at most the tolerance: the residual of the class, or the norm of FCLIB and Siconos."};

constexpr std::array<nsds_option_info, 1> norm_alone{{norm_info}};

constexpr std::array<nsds_option_info, 3> nsgs_options{{
    {"acceleration", NSDS_OPTION_BOOL, 1.0, 0.0, 1.0, nullptr, nullptr, "1",
     "1: nonlinear conjugate gradients around the sweeps; without effect where relaxation is not 1."},
    {"relaxation", NSDS_OPTION_DOUBLE, 1.0, 1e-3, 2.0, nullptr, nullptr, "1",
     "Factor of every change of a reaction."},
    norm_info,
}};

// The first row is the default of the class. The last column is max_iterations where the option is 0.
constexpr std::array<GlobalFrictionSolver, 4> table{{
    {{"auto", "By size: the problem reduced to its contacts, or sweeps over velocities.",
      "The solvers of this table; decision rule in the user guide", "", any_matrix, 1, size_of(norm_alone),
      norm_alone.data()},
     solve_global_auto,
     [](std::int64_t contacts) { return 100000 + 10 * contacts; }},
    {{"reduced", "Forms W = H' M^-1 H, bilateral rows eliminated, and solves the reduced problem.",
      "Acary, Brogliato 2008, Numerical Methods for Nonsmooth Dynamical Systems, ch. 13",
      "memory for W; redundant bilateral rows need a symmetric M", any_matrix, 1, size_of(norm_alone),
      norm_alone.data()},
     solve_global_reduced,
     [](std::int64_t contacts) { return 100000 + 10 * contacts; }},
    {{"nsgs", "Nonsmooth Gauss-Seidel on velocities: never forms W, linear cost and memory.",
      "Jourdan, Alart, Jean 1998, CMAME 155; Silcowitz, Niebe, Erleben 2010, Visual Computer 26",
      "M of small diagonal blocks", any_matrix, 1, size_of(nsgs_options), nsgs_options.data()},
     solve_global_nsgs,
     [](std::int64_t) -> std::int64_t { return 100000; }},
    {{"admm", "Alternating directions on M + rho H H', factorised once a rho: for moderate accuracy.",
      "Boyd, Parikh, Chu, Peleato, Eckstein 2011, Found. Trends Mach. Learn. 3; He, Yang, Wang 2000, JOTA "
      "106",
      "positive definite M", any_matrix, 1, size_of(norm_alone), norm_alone.data()},
     solve_global_admm,
     [](std::int64_t) -> std::int64_t { return 20000; }},
}};

}  // namespace

std::span<const GlobalFrictionSolver> global_friction_solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics
