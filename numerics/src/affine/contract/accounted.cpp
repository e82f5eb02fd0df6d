#include "affine/contract/accounted.hpp"

#include <algorithm>

#include "affine/contract/data_of_rounding.hpp"
#include "affine/contract/islands.hpp"

namespace nsds::numerics::affine {
namespace {

class Accounts {
 public:
  Accounts(const BoxProblem& problem, const Rows& rows, std::span<const unsigned char> forgiven,
           double tolerance, const double* x, Arena& arena)
      : problem_(problem),
        rows_(rows),
        forgiven_(forgiven),
        tolerance_(tolerance),
        x_(x),
        arena_(arena),
        known_(arena.take<unsigned char>(forgiven.size(), 0)),
        accounted_(arena.take<double>(forgiven.size())) {
    for (std::int32_t i = 0; i < problem.map.n; ++i) {
      known_[index(i)] = is_at_bound(i) ? 1 : 0;
      accounted_[index(i)] = datum(i);
    }
  }

  // Goes from the data to the unknowns that they account for, and from these on.
  void spread(std::span<const std::int32_t> bounded_by) {
    const double reach = reach_of_accounts(tolerance_);
    bool changed = true;
    while (changed) {
      changed = false;
      for_each_term([&](std::int32_t i, std::int32_t j, double term) {
        double& accounted = accounted_[index(i)];
        if (known_[index(j)] == 0 && term <= reach * accounted) {
          known_[index(j)] = 1;
          changed = true;
        }
        if (known_[index(j)] != 0 && term > accounted) {
          accounted = term;
          changed = true;
        }
      });
      for (std::size_t j = 0; j < bounded_by.size(); ++j)
        if (bounded_by[j] >= 0 && known_[index(bounded_by[j])] > known_[j]) {
          known_[j] = 1;
          changed = true;
        }
    }
  }

  std::int32_t unknown_of_ray() {
    if (!leaves_any()) return -1;
    const std::span<unsigned char> asked = unaccounted();
    // Rows that hold to rounding, one of them beside a datum that rounding leaves alone, account for an unknown too.
    const std::span<unsigned char> seen = arena_.take<unsigned char>(known_.size(), 0);
    const std::span<unsigned char> misses = arena_.take<unsigned char>(known_.size(), 0);
    for_each_term([&](std::int32_t i, std::int32_t j, double) {
      const double rounding = rounding_of_data * rows_.terms[index(i)];
      if (rounding <= known_part * datum(i)) seen[index(j)] = 1;
      if (rows_.violation[index(i)] > rounding) misses[index(j)] = 1;
    });
    for (std::int32_t j = 0; j < problem_.map.n; ++j)
      if (asked[index(j)] != 0 && (seen[index(j)] == 0 || misses[index(j)] != 0)) return j;
    return -1;
  }

 private:
  // Terms that a row would miss.
  template <class Visit>
  void for_each_term(Visit&& visit) const {
    for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      const double term = std::fabs(value * x_[j]);
      if (term > tolerance_ * rows_.terms[index(i)] && forgiven_[index(i)] == 0) visit(i, j, term);
    });
  }

  bool is_at_bound(std::int32_t i) const {
    return x_[i] != 0.0 && (x_[i] == problem_.lower[i] || x_[i] == problem_.upper[i]);
  }
  double datum(std::int32_t i) const { return forgiven_[index(i)] != 0 ? 0.0 : std::fabs(problem_.map.q[i]); }

  bool leaves_any() const {
    for (std::int32_t j = 0; j < problem_.map.n; ++j)
      if (known_[index(j)] == 0 && x_[j] != 0.0) return true;
    return false;
  }

  // Unknowns that some row notices, that nothing accounts for, in an island with data.
  std::span<unsigned char> unaccounted() const {
    const std::span<const std::int32_t> island = islands_of(problem_.map.M, arena_);
    const std::span<unsigned char> has_data = arena_.take<unsigned char>(island.size(), 0);
    for (std::int32_t i = 0; i < problem_.map.n; ++i)
      if (datum(i) > 0.0 || is_at_bound(i)) has_data[index(island[index(i)])] = 1;
    const std::span<const double> moves = unnoticed_moves(problem_, rows_, forgiven_, arena_);
    const std::span<unsigned char> asked = arena_.take<unsigned char>(island.size(), 0);
    for_each_term([&](std::int32_t, std::int32_t j, double) {
      if (known_[index(j)] == 0 && has_data[index(island[index(j)])] != 0 &&
          std::fabs(x_[j]) > moves[index(j)])
        asked[index(j)] = 1;
    });
    return asked;
  }

  const BoxProblem& problem_;
  const Rows& rows_;
  std::span<const unsigned char> forgiven_;
  double tolerance_;
  const double* x_;
  Arena& arena_;
  std::span<unsigned char> known_;  // of unknowns: accounted for
  std::span<double> accounted_;     // the largest datum or term of a row that is
};

}  // namespace

std::int32_t unknown_of_ray(const BoxProblem& problem, const Rows& rows,
                            std::span<const unsigned char> forgiven, double tolerance, const double* x,
                            Arena& arena, std::span<const std::int32_t> bounded_by) {
  const Arena::Mark mark = arena.mark();
  Accounts accounts(problem, rows, forgiven, tolerance, x, arena);
  accounts.spread(bounded_by);
  const std::int32_t unknown = accounts.unknown_of_ray();
  arena.rewind(mark);
  return unknown;
}

}  // namespace nsds::numerics::affine
