#include "polyhedron/kkt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "linalg/symmetry.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::polyhedron {
namespace {

constexpr std::int32_t always_dense = 64;  // a matrix up to this size is

bool check_block(const char* name, const nsds_matrix* A, std::int32_t rows, std::int32_t cols,
                 const Sentence& sentence) {
  if (A == nullptr) {
    if (rows == 0) return true;
    sentence.write("problem.{} is null.", name);
    return false;
  }
  if (A->rows == rows && A->cols == cols) return true;
  sentence.write("problem.{} is {} x {}, it must be {} x {}.", name, A->rows, A->cols, rows, cols);
  return false;
}

bool check_sizes(const Problem& given, const Sentence& sentence) {
  const std::int32_t sizes[] = {given.size, given.inequalities, given.equalities};
  const char* const names[] = {"size", "inequalities", "equalities"};
  std::int64_t total = 0;
  for (int k = 0; k < 3; ++k) {
    total += sizes[k];
    if (sizes[k] >= 0) continue;
    sentence.write("problem.{} is {}, it must be at least 0.", names[k], sizes[k]);
    return false;
  }
  if (total <= std::numeric_limits<std::int32_t>::max() / 2) return true;
  sentence.write("problem has {} unknowns and multipliers, more than 32-bit indices hold.", total);
  return false;
}

bool check_parts(const Problem& given, const Sentence& sentence) {
  if (given.Q == nullptr) {
    sentence.write("problem.{} is null.", given.Q_name);
    return false;
  }
  return check_block(given.Q_name, given.Q, given.size, given.size, sentence) &&
         check_block("A", given.A, given.inequalities, given.size, sentence) &&
         check_block("C", given.C, given.equalities, given.size, sentence) &&
         check_vector(given.p_name, given.p, given.size, sentence) &&
         check_vector("b", given.b, given.inequalities, sentence) &&
         check_vector("d", given.d, given.equalities, sentence) &&
         check_floor(given.floor, given.size + given.inequalities + given.equalities, sentence);
}

bool is_operator(const nsds_matrix* A) {
  return A != nullptr && A->storage == NSDS_OPERATOR;
}

// Units are powers of two, so that the numbers of the problem are those of the caller to the last digit. What is
// no unit stays, to be refused.
double rounded_unit(double unit) {
  return is_unit(unit) ? power_of_two(unit) : unit;
}

// max |Q_ii|, the largest entry where the diagonal is zero, 0 where Q is.
double scale_of(const nsds_matrix& Q) {
  double diagonal = 0.0;
  double largest = 0.0;
  for_each_entry(Q, [&](std::int32_t i, std::int32_t j, double value) {
    largest = std::max(largest, std::fabs(value));
    if (i == j) diagonal = std::max(diagonal, std::fabs(value));
  });
  return diagonal > 0.0 ? diagonal : largest;
}

class Kkt {
 public:
  Kkt(const Problem& given, double Q_scale, Arena& arena)
      : given_(given),
        arena_(arena),
        n_(given.size),
        total_(given.size + given.inequalities + given.equalities),
        size_(arena.take<double>(index(total_ - n_), 0.0)),
        unknown_(arena.take<double>(index(total_))),
        row_(arena.take<double>(index(total_))),
        q_(arena.take<double>(index(total_))),
        lower_(arena.take<double>(index(total_))),
        upper_(arena.take<double>(index(total_))) {
    measure_rows();
    choose_units(Q_scale);
  }

  bool has_units() const {
    const auto are_units = [](std::span<const double> units) {
      return std::all_of(units.begin(), units.end(), is_unit);
    };
    return is_unit(s_w_ / s_z_) && are_units(unknown_) && are_units(row_);
  }

  // Tells whether what is finite in the caller's units is finite in these, and no entry vanishes. Comes after build.
  bool stays_finite() const {
    bool finite = all_finite(q_.data(), q_.size());
    for (std::size_t i = 0; i < unknown_.size(); ++i)
      finite = finite && is_unit(unknown_[i]) && is_unit(row_[i]);
    const double unit_Q = s_z_ / s_w_;
    for_each_entry(*given_.Q, [&](std::int32_t, std::int32_t, double value) {
      finite = finite && stays(value, value * unit_Q);
    });
    for_each_constraint_entry([&](std::int32_t i, std::int32_t, double value) {
      finite = finite && stays(value, value / size_[index(i)]);
    });
    for (std::int32_t j = 0; j < n_; ++j) {
      const bool had_lower = given_.lower != nullptr && given_.lower[j] > -infinity;
      const bool had_upper = given_.upper != nullptr && given_.upper[j] < infinity;
      finite = finite && (!had_lower || std::isfinite(lower_[index(j)])) &&
               (!had_upper || std::isfinite(upper_[index(j)]));
    }
    return finite;
  }

  box::Problem build() {
    lay_out_vectors();
    if (is_dense()) {
      lay_out_dense();
    } else {
      lay_out_columns();
    }
    box::Problem problem{{total_, *matrix_, q_.data(), 1.0, 1.0}, lower_.data(), upper_.data(), 1.0, n_};
    problem.floor = given_.floor;
    problem.caller = arena_.take(1, affine::CallerUnits{unknown_, s_z_ * s_w_}).data();
    return problem;
  }

 private:
  static bool stays(double value, double in_units) {
    return std::isfinite(in_units) && (value == 0.0 || in_units != 0.0);
  }

  // visit(i, j, value) for the entries of A and C, i counted from zero through both.
  template <class Visit>
  void for_each_constraint_entry(Visit&& visit) const {
    const std::int32_t m = given_.inequalities;
    if (m > 0) for_each_entry(*given_.A, visit);
    if (given_.equalities > 0)
      for_each_entry(*given_.C,
                     [&](std::int32_t i, std::int32_t j, double value) { visit(m + i, j, value); });
  }

  double right_hand_side(std::int32_t i) const {
    return i < given_.inequalities ? given_.b[i] : given_.d[i - given_.inequalities];
  }

  // Finds the largest entry of each row, 0 where there is none.
  void measure_rows() {
    for_each_constraint_entry([&](std::int32_t i, std::int32_t, double value) {
      size_[index(i)] = std::max(size_[index(i)], std::fabs(value));
    });
  }

  static void shorten(double candidate, double& distance) {
    if (candidate > 0.0) distance = std::min(distance, candidate);
  }

  // Chooses units for the unknowns, the constraints and their multipliers. The unit of a row of zeros is its
  // right-hand side.
  void choose_units(double Q_scale) {
    double p = 0.0;
    for (std::int32_t j = 0; j < n_; ++j) p = std::max(p, std::fabs(given_.p[j]));
    // The least distance of a bound or a constraint from zero is a length of the problem.
    double distance = infinity;
    for (std::int32_t i = 0; i < total_ - n_; ++i)
      if (size_[index(i)] > 0.0) shorten(std::fabs(right_hand_side(i)) / size_[index(i)], distance);
    for (std::int32_t j = 0; j < n_; ++j) {
      if (given_.lower != nullptr) shorten(std::fabs(given_.lower[j]), distance);
      if (given_.upper != nullptr) shorten(std::fabs(given_.upper[j]), distance);
    }
    if (distance == infinity) distance = 1.0;
    // The unit of z is that at which Q z equals p; without Q or p it is the length of the problem.
    s_z_ = p > 0.0 && Q_scale > 0.0 ? p / Q_scale : distance;
    s_w_ = p > 0.0 ? p : Q_scale > 0.0 ? Q_scale * s_z_ : 1.0;
    s_z_ = rounded_unit(s_z_);
    s_w_ = rounded_unit(s_w_);
    for (std::int32_t i = 0; i < total_ - n_; ++i) {
      double& size = size_[index(i)];
      if (size == 0.0) size = right_hand_side(i) == 0.0 ? 1.0 : std::fabs(right_hand_side(i)) / s_z_;
      size = rounded_unit(size);
    }
    // A constraint is divided by its size. Its product with its multiplier has the unit of the objective.
    for (std::int32_t j = 0; j < n_; ++j) {
      unknown_[index(j)] = s_z_;
      row_[index(j)] = s_w_;
    }
    for (std::int32_t i = n_; i < total_; ++i) {
      unknown_[index(i)] = s_w_ / size_[index(i - n_)];
      row_[index(i)] = s_z_ * size_[index(i - n_)];
    }
  }

  void lay_out_vectors() {
    for (std::int32_t j = 0; j < n_; ++j) {
      q_[index(j)] = given_.p[j] / s_w_;
      lower_[index(j)] = given_.lower == nullptr ? -infinity : given_.lower[j] / s_z_;
      upper_[index(j)] = given_.upper == nullptr ? infinity : given_.upper[j] / s_z_;
    }
    for (std::int32_t i = n_; i < total_; ++i) {
      q_[index(i)] = -right_hand_side(i - n_) / row_[index(i)];
      lower_[index(i)] = i - n_ < given_.inequalities ? 0.0 : -infinity;
      upper_[index(i)] = infinity;
    }
  }

  // visit(i, j, value) for the entries of the matrix.
  template <class Visit>
  void for_each_kkt_entry(Visit&& visit) const {
    for_each_entry(*given_.Q,
                   [&](std::int32_t i, std::int32_t j, double value) { visit(i, j, value * (s_z_ / s_w_)); });
    for_each_constraint_entry([&](std::int32_t i, std::int32_t j, double value) {
      const double entry = value / size_[index(i)];
      visit(n_ + i, j, entry);
      visit(j, n_ + i, -entry);
    });
  }

  // Tells whether a dense matrix is cheaper, by the entries that are not zero: stored blocks may be full of
  // zeros.
  bool is_dense() {
    if (total_ <= always_dense) return true;
    std::int64_t entries = 0;
    for_each_kkt_entry([&](std::int32_t, std::int32_t, double value) { entries += value == 0.0 ? 0 : 1; });
    return 4 * entries >= std::int64_t{total_} * total_;
  }

  void lay_out_dense() {
    const std::span<double> values = arena_.take<double>(index(total_) * index(total_), 0.0);
    for_each_kkt_entry([&](std::int32_t i, std::int32_t j, double value) {
      values[index(j) * index(total_) + index(i)] = value;
    });
    matrix_ = arena_.take<nsds_matrix>(1).data();
    *matrix_ = nsds_matrix_dense(total_, total_, values.data(), std::max<std::int32_t>(1, total_));
  }

  // Lays out the matrix by columns. It is transposed twice, which sorts the rows of every column.
  void lay_out_columns() {
    const std::size_t n = index(total_);
    const std::span<std::int32_t> row_starts = arena_.take<std::int32_t>(n + 1, 0);
    const std::span<std::int32_t> starts = arena_.take<std::int32_t>(n + 1, 0);
    // Both layouts are counted in one pass.
    for_each_kkt_entry([&](std::int32_t i, std::int32_t j, double value) {
      if (value == 0.0) return;
      ++row_starts[index(i) + 1];
      ++starts[index(j) + 1];
    });
    for (std::size_t k = 0; k < n; ++k) {
      row_starts[k + 1] += row_starts[k];
      starts[k + 1] += starts[k];
    }
    // The entries are first put in order by rows, in whatever order they come.
    const std::size_t entries = index(starts[n]);
    const std::span<std::int32_t> columns = arena_.take<std::int32_t>(entries);
    const std::span<double> by_rows = arena_.take<double>(entries);
    const std::span<std::int32_t> next = arena_.take<std::int32_t>(n);
    std::copy_n(row_starts.begin(), n, next.begin());
    for_each_kkt_entry([&](std::int32_t i, std::int32_t j, double value) {
      if (value == 0.0) return;
      const std::size_t k = index(next[index(i)]++);
      columns[k] = j;
      by_rows[k] = value;
    });
    // Taken row after row, entries go to their columns, in which rows then increase.
    const std::span<std::int32_t> rows = arena_.take<std::int32_t>(entries);
    const std::span<double> values = arena_.take<double>(entries);
    std::copy_n(starts.begin(), n, next.begin());
    for (std::int32_t i = 0; i < total_; ++i) {
      for (std::int32_t k = row_starts[index(i)]; k < row_starts[index(i) + 1]; ++k) {
        const std::size_t place = index(next[index(columns[index(k)])]++);
        rows[place] = i;
        values[place] = by_rows[index(k)];
      }
    }
    matrix_ = arena_.take<nsds_matrix>(1).data();
    *matrix_ = nsds_matrix_csc(total_, total_, starts.data(), rows.data(), values.data());
  }

  const Problem& given_;
  Arena& arena_;
  std::int32_t n_, total_;
  std::span<double> size_;  // of a constraint, the power of two at or below its largest entry
  std::span<double> unknown_, row_, q_, lower_, upper_;
  double s_z_ = 1.0, s_w_ = 1.0;
  nsds_matrix* matrix_ = nullptr;
};

}  // namespace

std::optional<box::Problem> kkt_problem(const Problem& given, nsds_workspace* workspace, nsds_reuse reuse,
                                        Arena& arena, const Sentence& sentence) {
  if (!check_sizes(given, sentence) || !check_parts(given, sentence)) return std::nullopt;
  // The matrices are looked at once for as long as the caller asserts that they stay.
  const NamedMatrix matrices[] = {{given.problem_class == NSDS_CLASS_QP ? "problem.Q" : "problem.M", given.Q},
                                  {"problem.A", given.A},
                                  {"problem.C", given.C}};
  const std::optional<double> Q_scale = checked_matrices(
      {given.problem_class, matrices, workspace, reuse},
      [](const MatrixClaim& claim) {
        const nsds_matrix& Q = *claim.matrices[0].view;
        return is_operator(&Q) ? 0.0 : scale_of(Q);
      },
      sentence);
  if (!Q_scale) return std::nullopt;
  if (!check_bounds(given.size, given.lower, given.upper, sentence)) return std::nullopt;
  // The driver refuses operators, with the status that is for them.
  for (const NamedMatrix& matrix : matrices)
    if (is_operator(matrix.view)) return box::Problem{{0, *matrix.view, nullptr, 1.0, 1.0}, {}, {}, 1.0, 0};
  if (given.problem_class == NSDS_CLASS_QP && !check_symmetry("problem.Q", *given.Q, arena, sentence))
    return std::nullopt;
  // Numbers that are finite in the caller's units have to be finite in those of the box too.
  Kkt kkt(given, *Q_scale, arena);
  if (kkt.has_units()) {
    const box::Problem problem = kkt.build();
    if (kkt.stays_finite()) return problem;
  }
  sentence.write("problem: the units of its unknowns are out of range; measure in other units.");
  return std::nullopt;
}

}  // namespace nsds::numerics::polyhedron
