#include "global_friction/contract/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>

#include "linalg/factors/bounded_factorization.hpp"

namespace nsds::numerics::global_friction {
namespace {

using friction::Division;
using friction::normal_part;
using friction::tangent_part;

constexpr int most_steps_on_set = 6;
constexpr int most_lagged_steps = 30;
constexpr double worth_a_lagged_step = 0.9;  // what is left of the largest row, at most
// Pivots fill the factors of larger systems. There the friction of parts that slide follows one step behind, which leaves a
// quasi-definite matrix [Vanderbei 1995, SIAM J. Optim. 5] that needs no pivots, and is the same in each step.
constexpr std::size_t most_with_pivots = 2000;  // rows
// Each step is one of a proximal method for reactions and multipliers that others may share, in units of size one.
constexpr double proximal_term = 1e-9;
constexpr double most_operations = 1e9;  // of a factorisation, a second

enum class RowState : unsigned char { rests, stays, slides };

class ActiveSet {
 public:
  ActiveSet(const GlobalForm& form, double noise, const SolveContext& context)
      : form_(form),
        noise_(noise),
        lags_(form.size() > most_with_pivots),
        arena_(*context.arena),
        seconds_(context.seconds_left()),
        x_(arena_.take<double>(form.size())),
        w_(arena_.take<double>(form.size())),
        right_(arena_.take<double>(form.size())),
        unit_(arena_.take<double>(form.size())),
        state_(arena_.take<RowState>(form.size(), RowState::rests)),
        factors_(nsds_factorization_create()) {
    if (factors_ == nullptr) throw std::bad_alloc();
    find_units();
  }

  std::span<double> x() { return x_; }

  bool run() {
    evaluate();
    choose_states();
    double last = infinity;
    for (int step = 0; step < (lags_ ? most_lagged_steps : most_steps_on_set); ++step) {
      evaluate();
      if (lags_) let_friction_follow();
      gather();
      // Lagging steps end where rounding alone is left, or they do not converge.
      const double left = largest_magnitude(right_);
      if (lags_ && step > 1 && !(left < worth_a_lagged_step * last)) break;
      last = left;
      if (!solve(step == 0)) return false;
    }
    return true;
  }

 private:
  struct Entry {
    std::int32_t row, column;
    double value;
  };
  struct Release {
    void operator()(nsds_factorization* factorization) const { nsds_factorization_free(factorization); }
  };

  std::size_t contacts() const { return index(form_.contacts().contacts); }

  // 1 / sqrt(M_ii) of velocities; of reactions and multipliers what brings the diagonal of H' diag(M)^-1 H to one.
  void find_units() {
    const std::size_t first = form_.reactions(), end = first + form_.velocities();
    std::fill(unit_.begin(), unit_.end(), 0.0);
    form_.walk([&](std::int32_t i, std::int32_t j, double value) {
      if (i == j && is_velocity(index(i))) unit_[index(i)] = std::fabs(value);
    });
    for (std::size_t i = first; i < end; ++i) unit_[i] = unit_[i] > 0.0 ? 1.0 / std::sqrt(unit_[i]) : 1.0;
    form_.walk([&](std::int32_t i, std::int32_t j, double value) {
      if (is_velocity(index(i)) || !is_velocity(index(j))) return;
      const double term = value * unit_[index(j)];
      unit_[index(i)] += term * term;
    });
    // All rows of a part have one unit.
    for (std::size_t c = 0; c < contacts(); ++c) {
      const Division& parts = form_.division(c);
      for (std::size_t part = 0; part < parts.count; ++part) {
        double* const of_part = &unit_[form_.first_row(c) + parts.first[part]];
        std::fill_n(of_part, parts.rows(part), *std::max_element(of_part, of_part + parts.rows(part)));
      }
    }
    for (std::size_t i = 0; i < unit_.size(); ++i)
      if (!is_velocity(i)) unit_[i] = unit_[i] > 0.0 ? 1.0 / std::sqrt(unit_[i]) : 1.0;
  }

  void evaluate() {
    std::copy_n(form_.datum(), w_.size(), w_.begin());
    form_.walk([&](std::int32_t i, std::int32_t j, double value) { w_[index(i)] += value * x_[index(j)]; });
  }

  // A contact is open where the law says so of r - u in units of the reactions, and likewise a part slides.
  void choose_states() {
    for (std::size_t c = 0; c < contacts(); ++c) {
      const Division& parts = form_.division(c);
      const std::size_t first = form_.first_row(c), rows = parts.first[parts.count];
      const double weight = unit_[first] * unit_[first];
      if (!(x_[first] - weight * w_[first] > 0.0)) {
        std::fill_n(&state_[first], rows, RowState::stays);
        std::fill_n(&x_[first], rows, 0.0);
        continue;
      }
      for (std::size_t part = tangent_part; part < parts.count; ++part) {
        const std::size_t at = first + parts.first[part];
        if (slides(c, part)) std::fill_n(&state_[at], parts.rows(part), RowState::slides);
      }
    }
  }

  bool slides(std::size_t c, std::size_t part) const {
    const Division& parts = form_.division(c);
    const std::size_t first = form_.first_row(c), at = first + parts.first[part];
    // Moments are slow by the velocities that they give over the length of their contact.
    const double weight = unit_[at] * unit_[at], length = unit_[first] / unit_[at];
    if (friction::part_norm(&w_[at], parts.rows(part)) * (part == tangent_part ? 1.0 : length) <= noise_)
      return false;
    double shifted[2] = {};
    for (std::size_t k = 0; k < parts.rows(part); ++k) shifted[k] = x_[at + k] - weight * w_[at + k];
    const double limit = limit_of(form_.contacts(), c, part, x_[first]);
    constexpr double is_more = 1.0 + 1e-12;
    return friction::part_norm(shifted, parts.rows(part)) > is_more * limit;
  }

  void add(std::size_t row, std::size_t column, double value) {
    entries_[count_++] = {static_cast<std::int32_t>(row), static_cast<std::int32_t>(column), value};
  }

  bool is_velocity(std::size_t i) const {
    return i >= form_.reactions() && i < form_.reactions() + form_.velocities();
  }
  // A row that stays as it is in this step.
  bool is_held(std::size_t i) const {
    return state_[i] == RowState::stays || (lags_ && state_[i] == RowState::slides);
  }
  // Of rows of velocities and others, which makes the matrix symmetric where M is.
  double sign(std::size_t i) const { return lags_ && !is_velocity(i) ? -1.0 : 1.0; }

  void gather() {
    if (entries_.empty()) {
      std::size_t most = 5 * form_.size();
      form_.walk([&](std::int32_t, std::int32_t, double) { most += 2; });
      entries_ = arena_.take<Entry>(most);
    }
    count_ = 0;
    // Rows that rest are zero, with the proximal term of reactions and multipliers.
    form_.walk([&](std::int32_t row, std::int32_t column, double value) {
      const auto i = index(row), j = index(column);
      if (is_held(i) || is_held(j)) return;
      if (state_[i] == RowState::rests) add(i, j, sign(i) * unit_[i] * value * unit_[j]);
      if (state_[i] == RowState::slides) add_slip(i, j, value * unit_[j]);
    });
    for (std::size_t i = 0; i < form_.size(); ++i) {
      right_[i] = state_[i] == RowState::rests ? -sign(i) * unit_[i] * w_[i] : 0.0;
      if (is_held(i))
        add(i, i, 1.0);
      else if (!is_velocity(i) && state_[i] == RowState::rests)
        add(i, i, sign(i) * proximal_term);
    }
    if (!lags_) for_each_slip([&](std::size_t c, std::size_t part) { add_limit(c, part); });
  }

  // visit(contact, part): what slides.
  template <class Visit>
  void for_each_slip(Visit&& visit) const {
    for (std::size_t c = 0; c < contacts(); ++c)
      for (std::size_t part = tangent_part; part < form_.division(c).count; ++part)
        if (state_[form_.first_row(c) + form_.division(c).first[part]] == RowState::slides) visit(c, part);
  }

  void let_friction_follow() {
    for_each_slip([&](std::size_t c, std::size_t part) {
      const Slip slip = slip_of(c, part);
      for (std::size_t k = 0; k < slip.rows; ++k)
        x_[slip.at + k] = -slip.per_normal * std::max(x_[slip.normal], 0.0) * slip.e[k];
    });
    evaluate();
  }

  // Of a part that slides: r_P + mu r_N e = 0 with e = u_P / |u_P|.
  struct Slip {
    std::size_t at, rows, normal;
    double e[2];
    double per_normal;  // mu
    double stiffness;   // mu r_N / |u_P|
    double unit;        // of the rows
  };
  Slip slip_of(std::size_t c, std::size_t part) const {
    const Division& parts = form_.division(c);
    Slip slip{
        form_.first_row(c) + parts.first[part], parts.rows(part), form_.first_row(c), {}, 0.0, 0.0, 1.0};
    const double speed = friction::part_norm(&w_[slip.at], slip.rows);
    const double norm = friction::part_norm(&x_[slip.at], slip.rows);
    for (std::size_t k = 0; k < slip.rows; ++k)
      slip.e[k] = speed > 0.0 ? w_[slip.at + k] / speed : norm > 0.0 ? -x_[slip.at + k] / norm : 0.0;
    slip.per_normal = limit_of(form_.contacts(), c, part, 1.0);
    if (speed > 0.0) slip.stiffness = slip.per_normal * std::max(x_[slip.normal], 0.0) / speed;
    const double own = unit_[slip.at];
    slip.unit = 1.0 / (own + slip.stiffness / own);
    return slip;
  }

  std::size_t part_of_row(std::size_t c, std::size_t row) const {
    const Division& parts = form_.division(c);
    std::size_t part = 0;
    while (row >= form_.first_row(c) + parts.first[part + 1]) ++part;
    return part;
  }

  // What an entry of u_P does to the direction of slip, which two rows share.
  void add_slip(std::size_t i, std::size_t j, double value) {
    const std::size_t c = form_.block_of(i);
    const Slip slip = slip_of(c, part_of_row(c, i));
    if (slip.rows == 1 || slip.stiffness == 0.0) return;
    const double along = slip.e[i - slip.at];
    for (std::size_t k = 0; k < slip.rows; ++k) {
      const double across = (slip.at + k == i ? 1.0 : 0.0) - slip.e[k] * along;
      add(slip.at + k, j, slip.unit * slip.stiffness * across * value);
    }
  }

  void add_limit(std::size_t c, std::size_t part) {
    const Slip slip = slip_of(c, part);
    for (std::size_t k = 0; k < slip.rows; ++k) {
      const std::size_t row = slip.at + k;
      add(row, row, slip.unit * unit_[row]);
      add(row, slip.normal, slip.unit * slip.per_normal * slip.e[k] * unit_[slip.normal]);
      right_[row] = -slip.unit * (x_[row] + slip.per_normal * x_[slip.normal] * slip.e[k]);
    }
  }

  bool solve(bool is_first) {
    const Arena::Mark mark = arena_.mark();
    const bool done = ((lags_ && !is_first) || factorise()) &&
                      nsds_factorization_solve(factors_.get(), right_.data(), 1,
                                               static_cast<std::int32_t>(right_.size())) == NSDS_OK;
    arena_.rewind(mark);
    if (!done) return false;
    double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
    for (std::size_t j = 0; j < x_.size(); ++j) {
      x_[j] += unit_[j] * right_[j];
      remains += 0.0 * x_[j];
    }
    return remains == 0.0;
  }

  bool factorise() {
    const std::span<Entry> entries = entries_.first(count_);
    std::sort(entries.begin(), entries.end(), [](const Entry& one, const Entry& other) {
      return one.column != other.column ? one.column < other.column : one.row < other.row;
    });
    const auto starts = arena_.take<std::int32_t>(x_.size() + 1, 0), rows = arena_.take<std::int32_t>(count_);
    const auto values = arena_.take<double>(count_);
    std::size_t made = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      const bool repeats =
          k > 0 && entries[k].column == entries[k - 1].column && entries[k].row == entries[k - 1].row;
      if (!repeats) {
        ++starts[index(entries[k].column) + 1];
        rows[made] = entries[k].row;
        values[made++] = 0.0;
      }
      values[made - 1] += entries[k].value;
    }
    for (std::size_t j = 0; j < x_.size(); ++j) starts[j + 1] += starts[j];
    const auto n = static_cast<std::int32_t>(x_.size());
    const nsds_matrix A = nsds_matrix_csc(n, n, starts.data(), rows.data(), values.data());
    const double operations = std::min(most_operations, operations_within(seconds_));
    return factorize_within(operations, *factors_, A, lags_ ? NSDS_LDL : NSDS_LU, 0.0) == NSDS_OK;
  }

  const GlobalForm& form_;
  double noise_;
  bool lags_;  // friction
  Arena& arena_;
  double seconds_;
  std::span<double> x_, w_;    // the point and its rows
  std::span<double> right_;    // the right-hand side, then the step
  std::span<double> unit_;     // of unknowns and of the rows that have their numbers
  std::span<RowState> state_;  // of rows
  std::span<Entry> entries_;
  std::size_t count_ = 0;
  std::unique_ptr<nsds_factorization, Release> factors_;
};

}  // namespace

bool solve_on_active_set(const GlobalForm& form, double noise, const Point& point,
                         const SolveContext& context) {
  if (form.size() == 0) return false;
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  bool done = false;
  {
    ActiveSet set(form, noise, context);
    const std::span<double> x = set.x();
    auto next = std::copy(point.r.begin(), point.r.end(), x.begin());
    next = std::copy(point.v.begin(), point.v.end(), next);
    std::copy(point.lambda.begin(), point.lambda.end(), next);
    done = set.run();
    auto from = x.begin();
    for (const std::span<double> part : {point.r, point.v, point.lambda}) {
      if (done) std::copy_n(from, part.size(), part.begin());
      from += static_cast<std::ptrdiff_t>(part.size());
    }
  }
  arena.rewind(mark);
  return done;
}

}  // namespace nsds::numerics::global_friction
