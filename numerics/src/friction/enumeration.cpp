// Enumeration is for two dimensions: every contact is open, sticks, slides to one side or to the other, which
// are linear conditions:
//
//   open  r = 0;   stick  u = 0;   slide  u_N = 0, r_T = -+ mu r_N.
//
// One linear system for each choice, by LU, or where that is singular by its least-squares solution of least
// norm. An island ends at the first choice whose point solves it.
//
// Default max_iterations: all choices.
#include <algorithm>
#include <cmath>
#include <limits>

#include "friction/by_islands.hpp"
#include "linalg/factors/dense_solve.hpp"
#include "linalg/factors/least_squares.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr std::size_t most_contacts = 8;  // of an island: 65536 choices
constexpr double singular = 1e-12;        // pivots below this fraction of the largest are rounding

enum State : int { open, slide_left, slide_right, stick, states };

class Enumeration {
 public:
  Enumeration(const Island<2>& island, SolveContext& context)
      : island_(island),
        context_(context),
        n_(2 * island.contacts),
        W_(take<double>(n_ * n_, 0.0)),
        K_(take<double>(n_ * n_)),
        x_(take<double>(n_)),
        r_(take<double>(n_)),
        unknowns_(take<Unknown>(n_)),
        pivots_(take<std::int32_t>(n_)),
        state_(take<int>(island.contacts, open)),
        scale_(take<double>(island.contacts)) {
    for (std::size_t c = 0; c < island.contacts; ++c) {
      scale_[c] = 1.0 / std::sqrt(island.weights[c]);
      copy_block(c, c, &island.diagonal[block_size<2> * c]);
      for (std::int32_t e = island.starts[c]; e < island.starts[c + 1]; ++e)
        copy_block(c, index(island.columns[index(e)]), &island.blocks[block_size<2> * index(e)]);
    }
  }

  nsds_status run(Criterion<2>& criterion, Progress<2>& progress) {
    while (true) {
      const nsds_status limit = context_.limit(progress.iterations, progress.error);
      if (limit != NSDS_OK) return limit;
      ++progress.iterations;
      if (solve_choice()) progress.keep(criterion(r_), r_);
      if (progress.is_solved()) return NSDS_OK;
      if (!next_choice()) return NSDS_STALLED;
    }
  }

 private:
  // A column of the system: r_c = coefficient * (1, tangent) or (0, 1); its row is that of u of the same
  // component.
  struct Unknown {
    std::size_t contact, component;
    double tangent;  // r_T over r_N, where the component is the normal one
  };

  template <class T, class... Value>
  std::span<T> take(std::size_t count, Value... value) {
    return context_.arena->take<T>(count, static_cast<T>(value)...);
  }

  void copy_block(std::size_t row, std::size_t column, const double* block) {
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t i = 0; i < 2; ++i) W_[(2 * column + j) * n_ + 2 * row + i] = block[2 * j + i];
  }

  bool next_choice() {
    for (int& state : state_) {
      if (++state < states) return true;
      state = open;
    }
    return false;
  }

  // The point of the choice, in r_; false where the system cannot be solved.
  bool solve_choice() {
    std::size_t size = 0;
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      if (state_[c] == open) continue;
      const double mu = island_.mu[c];
      unknowns_[size++] = {c, 0, state_[c] == slide_right ? -mu : state_[c] == slide_left ? mu : 0.0};
      if (state_[c] == stick) unknowns_[size++] = {c, 1, 0.0};
    }
    for (std::size_t a = 0; a < size; ++a)
      x_[a] = -scale_[unknowns_[a].contact] * island_.q[row_of(unknowns_[a])];
    if (size > 0 && !solve_system(size)) return false;
    for (std::size_t a = 0; a < size; ++a) x_[a] *= scale_[unknowns_[a].contact];
    std::fill(r_.begin(), r_.end(), 0.0);
    for (std::size_t a = 0; a < size; ++a) {
      r_[row_of(unknowns_[a])] += x_[a];
      if (unknowns_[a].component == 0) r_[row_of(unknowns_[a]) + 1] += unknowns_[a].tangent * x_[a];
    }
    return true;
  }

  static std::size_t row_of(const Unknown& unknown) { return 2 * unknown.contact + unknown.component; }

  void gather(std::size_t size) {
    for (std::size_t b = 0; b < size; ++b) {
      const double* const column = &W_[row_of(unknowns_[b]) * n_];
      const double tangent = unknowns_[b].component == 0 ? unknowns_[b].tangent : 0.0;
      for (std::size_t a = 0; a < size; ++a) {
        const std::size_t row = row_of(unknowns_[a]);
        const double entry = column[row] + (tangent == 0.0 ? 0.0 : tangent * column[n_ + row]);
        K_[b * size + a] = scale_[unknowns_[a].contact] * entry * scale_[unknowns_[b].contact];
      }
    }
  }

  bool solve_system(std::size_t size) {
    const auto n = static_cast<std::int32_t>(size);
    gather(size);
    if (factorise_lu(K_.data(), n, pivots_.data()) && is_regular_lu(K_.data(), size, singular)) {
      solve_lu(K_.data(), n, pivots_.data(), x_.data());
      return true;
    }
    gather(size);
    return least_squares({K_.data(), size, size}, x_.first(size), 1, singular, *context_.arena);
  }

  const Island<2>& island_;
  SolveContext& context_;
  std::size_t n_;
  std::span<double> W_, K_, x_, r_;
  std::span<Unknown> unknowns_;
  std::span<std::int32_t> pivots_;
  std::span<int> state_;
  std::span<double> scale_;  // of the rows and columns of a contact, so that the diagonal is about 1
};

}  // namespace

SolverClaim solve_enumeration(const Problem& problem, double* r, SolveContext& context) {
  if (problem.dimension != 2) {
    context.sentence.write(
        "solver '{}' is for contacts in two dimensions, those of the problem have three; try solver 'auto'.",
        context.solver);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  return solve_by_islands<2>(
      problem, r, context, [&](const Island<2>& island, Criterion<2>& criterion, Progress<2>& progress) {
        if (island.contacts > most_contacts) {
          context.sentence.write(
              "solver '{}' takes islands of at most {} contacts, there is one of {}; try solver 'auto'.",
              context.solver, most_contacts, island.contacts);
          return NSDS_NOT_APPLICABLE;
        }
        return Enumeration(island, context).run(criterion, progress);
      });
}

}  // namespace nsds::numerics::friction
