// Nonsmooth Gauss-Seidel over the blocks of an island: one block after the other is solved with the others
// held, by its kind. Equality rows: the change of least norm that solves them, or does so best, by a
// pseudo-inverse; rows over intervals: one by one in closed form; contacts: those of friction/contact.hpp.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "core/solve_context.hpp"
#include "friction/contact/contact.hpp"
#include "friction/sweeps/anderson.hpp"
#include "generic_mechanical/island.hpp"
#include "generic_mechanical/progress.hpp"

namespace nsds::numerics::generic_mechanical {

class Sweeps {
 public:
  Sweeps(const Island& island, Arena& arena);

  // Sweeps once over lambda: (size), which is in the boxes and cones afterwards. Returns the largest change.
  double plain(std::span<double> lambda);
  // Sweeps once and extrapolates from earlier sweeps [Walker, Ni 2011], which may leave the boxes and cones.
  double accelerated(std::span<double> lambda);
  // Sweeps once over the blocks that fail, (blocks). Returns whether any of them has moved.
  bool failing(std::span<const unsigned char> fails, std::span<double> lambda);
  void restart();

 private:
  template <int D>
  void prepare_contact(std::size_t block);
  void prepare_equality(std::size_t block, Arena& arena);
  double solve_block(std::size_t block, std::span<double> lambda);
  template <int D>
  void solve_contact(std::size_t block, const double* b, double* lambda);
  void solve_equality(std::size_t block, double* lambda);
  void solve_rows(std::size_t block, double* lambda);

  const Island& island_;
  std::span<std::size_t> at_;  // (blocks): of a contact or an equality block in what follows
  std::span<friction::ContactMatrix<2>> plane_;
  std::span<friction::ContactMatrix<3>> space_;
  std::span<double> padded_;   // (12 x contacts): W_cc
  std::span<double> weights_;  // (contacts)
  std::span<double> slip_;     // (contacts)
  std::span<double> inverses_;
  std::span<double> b_, before_;
  friction::Anderson anderson_;
  double least_change_ = infinity;
};

// Sweeps from progress.lambda until it is solved, so many have been made, a limit is reached, or the error
// has not halved for long: NSDS_OK, NSDS_MAX_ITERATIONS of the call or its other limits, or NSDS_STALLED.
struct SweepRules {
  std::int64_t most;      // sweeps
  std::int64_t patience;  // sweeps in which the error has to halve once
  bool accelerate;
};
nsds_status run_sweeps(const SweepRules& rules, Sweeps& sweeps, Progress& progress, std::span<double> lambda,
                       const SolveContext& context);

}  // namespace nsds::numerics::generic_mechanical
