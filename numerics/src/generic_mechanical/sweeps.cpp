#include "generic_mechanical/sweeps.hpp"

#include <algorithm>
#include <cmath>

#include "friction/islands/island.hpp"
#include "generic_mechanical/pseudo_inverse.hpp"

namespace nsds::numerics::generic_mechanical {

using friction::ContactMatrix;

namespace {

constexpr std::size_t padded_size = 12;  // numbers of a padded 3 x 3 block

}  // namespace

Sweeps::Sweeps(const Island& island, Arena& arena)
    : island_(island),
      at_(arena.take<std::size_t>(island.blocks(), std::size_t{0})),
      anderson_(island.size(), arena) {
  // Contacts and equality blocks keep something of their own from sweep to sweep; rows over intervals need
  // nothing.
  std::size_t contacts = 0, numbers = 0, longest = 0;
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    const std::size_t rows = island.rows(block);
    longest = std::max(longest, rows);
    if (island.is_contact(block)) {
      at_[block] = contacts++;
    } else if (island.kinds[block] == NSDS_BLOCK_EQUALITY) {
      at_[block] = numbers;
      numbers += rows * rows;
    }
  }
  plane_ = arena.take<ContactMatrix<2>>(contacts);
  space_ = arena.take<ContactMatrix<3>>(contacts);
  padded_ = arena.take<double>(padded_size * contacts, 0.0);
  weights_ = arena.take<double>(contacts);
  slip_ = arena.take<double>(contacts, 0.0);
  inverses_ = arena.take<double>(numbers);
  b_ = arena.take<double>(2 * longest);
  before_ = arena.take<double>(island.size());
  // Diagonal blocks are inverted once, by their kind.
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    if (island.is_contact(block) && island.rows(block) == 2)
      prepare_contact<2>(block);
    else if (island.is_contact(block))
      prepare_contact<3>(block);
    else if (island.kinds[block] == NSDS_BLOCK_EQUALITY)
      prepare_equality(block, arena);
  }
}

template <int D>
void Sweeps::prepare_contact(std::size_t block) {
  const std::size_t c = at_[block];
  double* const padded = &padded_[padded_size * c];
  double trace = 0.0;
  for (std::size_t j = 0; j < D; ++j) {
    std::copy_n(island_.diagonal(block) + D * j, D, padded + friction::pad<D> * j);
    trace += padded[friction::pad<D> * j + j];
  }
  weights_[c] = trace > 0.0 ? trace / D : 1.0;
  if constexpr (D == 2)
    plane_[c] = ContactMatrix<2>(padded);
  else
    space_[c] = ContactMatrix<3>(padded);
}

void Sweeps::prepare_equality(std::size_t block, Arena& arena) {
  const std::size_t rows = island_.rows(block);
  pseudo_inverse(island_.diagonal(block), rows, inverses_.subspan(at_[block], rows * rows), arena);
}

template <int D>
void Sweeps::solve_contact(std::size_t block, const double* b, double* lambda) {
  const std::size_t c = at_[block];
  const double* const W = &padded_[padded_size * c];
  double x[D];
  bool closed = false;
  if constexpr (D == 2)
    closed = friction::solve_in_closed_form<2>(plane_[c], W, island_.mu[block], b, &slip_[c], x);
  else
    closed = friction::solve_in_closed_form<3>(space_[c], W, island_.mu[block], b, &slip_[c], x);
  if (!closed) {
    friction::project_on_cone<D>(island_.mu[block], lambda, x);
    friction::improve_contact<D>(W, weights_[c], island_.mu[block], b, x);
  }
  std::copy_n(x, D, lambda);
}

void Sweeps::solve_equality(std::size_t block, double* lambda) {
  const std::size_t rows = island_.rows(block);
  const double* const diagonal = island_.diagonal(block);
  const double* const inverse = &inverses_[at_[block]];
  for (std::size_t j = 0; j < rows; ++j)
    for (std::size_t i = 0; i < rows; ++i) b_[i] += diagonal[j * rows + i] * lambda[j];
  for (std::size_t j = 0; j < rows; ++j)
    for (std::size_t i = 0; i < rows; ++i) lambda[i] -= inverse[j * rows + i] * b_[j];
}

// A row whose W_ii is not positive goes to the bound that its w asks for, where there is one.
void Sweeps::solve_rows(std::size_t block, double* lambda) {
  const std::size_t rows = island_.rows(block);
  const BlockLaw law = island_.law(block);
  const double* const diagonal = island_.diagonal(block);
  for (std::size_t i = 0; i < rows; ++i) {
    double w = b_[i];
    for (std::size_t j = 0; j < rows; ++j) w += diagonal[j * rows + i] * lambda[j];
    const double stiffness = diagonal[i * rows + i];
    double next = stiffness > 0.0 ? lambda[i] - w / stiffness : w > 0.0 ? law.lower[i] : law.upper[i];
    if (!(stiffness > 0.0) && (w == 0.0 || std::isinf(next))) next = lambda[i];
    lambda[i] = std::clamp(next, law.lower[i], law.upper[i]);
  }
}

// Returns the largest change.
double Sweeps::solve_block(std::size_t block, std::span<double> lambda) {
  const std::size_t rows = island_.rows(block);
  double* const at = &lambda[island_.first(block)];
  const std::span<double> old = b_.subspan(b_.size() / 2);
  std::copy_n(at, rows, old.begin());
  product_beside(island_, block, lambda.data(), b_.data());
  if (island_.is_contact(block) && rows == 2)
    solve_contact<2>(block, b_.data(), at);
  else if (island_.is_contact(block))
    solve_contact<3>(block, b_.data(), at);
  else if (island_.kinds[block] == NSDS_BLOCK_EQUALITY)
    solve_equality(block, at);
  else
    solve_rows(block, at);
  double change = 0.0;
  for (std::size_t i = 0; i < rows; ++i) change = std::max(change, std::fabs(at[i] - old[i]));
  return change;
}

double Sweeps::plain(std::span<double> lambda) {
  double change = 0.0;
  for (std::size_t block = 0; block < island_.blocks(); ++block)
    change = std::max(change, solve_block(block, lambda));
  return change;
}

bool Sweeps::failing(std::span<const unsigned char> fails, std::span<double> lambda) {
  bool moved = false;
  for (std::size_t block = 0; block < island_.blocks(); ++block)
    if (fails[block] != 0) moved = solve_block(block, lambda) != 0.0 || moved;
  return moved;
}

double Sweeps::accelerated(std::span<double> lambda) {
  constexpr double growth = 3.0;  // of the change, over the least one since the last restart
  std::copy(lambda.begin(), lambda.end(), before_.begin());
  const double change = plain(lambda);
  if (change > growth * least_change_) {
    anderson_.restart();
    least_change_ = change;
  }
  least_change_ = std::min(least_change_, change);
  anderson_.extrapolate(before_, lambda);
  return change;
}

void Sweeps::restart() {
  anderson_.restart();
  least_change_ = infinity;
}

nsds_status run_sweeps(const SweepRules& rules, Sweeps& sweeps, Progress& progress, std::span<double> lambda,
                       const SolveContext& context) {
  constexpr std::int64_t evaluate_every = 10;
  double halved = progress.error;
  std::int64_t idle = 0;
  sweeps.restart();
  for (std::int64_t sweep = 1; !progress.is_solved(); ++sweep) {
    const nsds_status status = context.limit(progress.iterations, progress.error);
    if (status != NSDS_OK) return status;
    if (sweep > rules.most) return NSDS_STALLED;
    // What is evaluated is the result of a plain sweep, which is in the sets.
    const bool evaluate = sweep % evaluate_every == 0 || sweep == rules.most ||
                          progress.iterations + 1 >= context.max_iterations;
    if (rules.accelerate && !evaluate)
      sweeps.accelerated(lambda);
    else
      sweeps.plain(lambda);
    ++progress.iterations;
    ++idle;
    if (!evaluate) continue;
    if (progress.keep(lambda) == infinity) {  // sweeps that ran away go on from the best point
      std::copy(progress.lambda.begin(), progress.lambda.end(), lambda.begin());
      sweeps.restart();
    }
    if (progress.error < 0.5 * halved) {
      halved = progress.error;
      idle = 0;
    }
    if (idle > rules.patience) return NSDS_STALLED;
  }
  return NSDS_OK;
}

}  // namespace nsds::numerics::generic_mechanical
