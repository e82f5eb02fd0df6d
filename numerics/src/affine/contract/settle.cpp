#include "affine/contract/settle.hpp"

#include <algorithm>

#include "affine/contract/islands.hpp"
#include "affine/contract/rows.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr int rounds = 2;

class Settling {
 public:
  Settling(const BoxProblem& problem, double* x, Arena& arena, double unnoticed)
      : problem_(problem),
        x_(x),
        unnoticed_(unnoticed),
        rows_(problem, arena.take<double>(index(problem.map.n)).data(), arena),
        w_(arena.take<double>(rows_.terms.size())),
        loudest_(arena.take<double>(rows_.terms.size())),
        resting_(arena.take<double>(rows_.terms.size())),
        is_real_(arena.take<unsigned char>(rows_.terms.size())),
        has_signal_(arena.take<unsigned char>(rows_.terms.size())),
        island_(islands_of(problem.map.M, arena)) {}

  void round() {
    if (!rows_.evaluate(problem_, x_, w_.data())) return;
    remove_rounding();
    if (!rows_.evaluate(problem_, x_, w_.data())) return;
    move_to_faces();
  }

 private:
  std::int32_t n() const { return problem_.map.n; }

  // Terms of a row that are rounding beside those of its island say nothing.
  bool is_quiet(std::int32_t i, double size) const {
    return in_units_of_caller(problem_, i, size) <= rounding_of_data * loudest_[index(island_[index(i)])];
  }

  void find_loudest() {
    std::fill(loudest_.begin(), loudest_.end(), 0.0);
    for (std::int32_t i = 0; i < n(); ++i) {
      double& loudest = loudest_[index(island_[index(i)])];
      loudest = std::max(loudest, in_units_of_caller(problem_, i, rows_.terms[index(i)]));
    }
  }

  // Where an unknown would rest that nothing tells apart from it: the nearest of its bounds and, between them, 0.
  double rest(std::int32_t j) const {
    double nearest = project(problem_, j, 0.0);
    for (const double bound : {problem_.lower[j], problem_.upper[j]})
      if (std::fabs(x_[j] - bound) < std::fabs(x_[j] - nearest)) nearest = bound;
    return nearest;
  }

  // A row has a signal by its datum, and by an unknown that is real; an unknown is real that a row with a signal notices.
  void remove_rounding() {
    find_loudest();
    for (std::int32_t j = 0; j < n(); ++j) {
      resting_[index(j)] = rest(j);
      is_real_[index(j)] = resting_[index(j)] != 0.0 && x_[j] != 0.0 ? 2 : 0;
      has_signal_[index(j)] = is_quiet(j, std::fabs(problem_.map.q[j])) ? 0 : 1;
    }
    bool changed = true;
    while (changed) {
      changed = false;
      for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
        if (value == 0.0 || x_[j] == 0.0) return;
        if (is_real_[index(j)] != 0 && has_signal_[index(i)] == 0) has_signal_[index(i)] = changed = true;
        const double term = std::fabs(value * (x_[j] - resting_[index(j)]));
        if (has_signal_[index(i)] != 0 && (is_real_[index(j)] & 1) == 0 &&
            term > unnoticed_ * rows_.terms[index(i)]) {
          is_real_[index(j)] |= 1;
          changed = true;
        }
      });
    }
    for (std::int32_t j = 0; j < n(); ++j)
      if ((is_real_[index(j)] & 1) == 0) x_[j] = resting_[index(j)];
  }

  void move_to_faces() {
    find_loudest();
    // The largest change of a row, against its terms, for a step of one of an unknown.
    const std::span<double> noticed = resting_;
    std::fill(noticed.begin(), noticed.end(), 0.0);
    for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      const double terms = rows_.terms[index(i)];
      if (value != 0.0 && terms > 0.0 && !is_quiet(i, terms))
        noticed[index(j)] = std::max(noticed[index(j)], std::fabs(value) / terms);
    });
    for (std::int32_t j = 0; j < n(); ++j) {
      const double w = w_[index(j)], terms = rows_.terms[index(j)];
      if (w == 0.0 || is_quiet(j, terms)) continue;
      const double bound = bound_against(problem_, j, w);
      if (std::isfinite(bound) && noticed[index(j)] * std::fabs(x_[j] - bound) < std::fabs(w) / terms)
        x_[j] = bound;
    }
  }

  const BoxProblem& problem_;
  double* x_;
  double unnoticed_;  // of the terms of a row
  Rows rows_;
  std::span<double> w_;
  std::span<double> loudest_;  // of an island: its largest terms
  std::span<double> resting_;
  std::span<unsigned char>
      is_real_;  // 1: a row notices how far it is from where it would rest; 2: that is not 0
  std::span<unsigned char> has_signal_;
  std::span<const std::int32_t> island_;
};

}  // namespace

void settle(const BoxProblem& problem, double* x, Arena& arena, double unnoticed) {
  const Arena::Mark mark = arena.mark();
  Settling settling(problem, x, arena, unnoticed);
  for (int k = 0; k < rounds; ++k) settling.round();
  arena.rewind(mark);
}

}  // namespace nsds::numerics::affine
