#include "qvi/curvature.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "linalg/entries.hpp"

namespace nsds::numerics::qvi {
namespace {

// Gives the places row by row: starts of rows, and columns.
Places transposed(const Places& places, std::size_t rows, Arena& arena) {
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(rows + 1, 0);
  const std::span<std::int32_t> columns = arena.take<std::int32_t>(places.rows.size());
  const std::span<std::int32_t> ends = arena.take<std::int32_t>(rows);
  for (const std::int32_t i : places.rows) ++starts[index(i) + 1];
  for (std::size_t i = 0; i < rows; ++i) starts[i + 1] += starts[i];
  std::copy_n(starts.begin(), rows, ends.begin());
  for (std::size_t j = 0; j + 1 < places.starts.size(); ++j)
    for (std::size_t k = places.begin(j); k < places.end(j); ++k)
      columns[index(ends[index(places.rows[k])]++)] = static_cast<std::int32_t>(j);
  return {starts, columns};
}

}  // namespace

Curvature::Curvature(Functions& functions, std::span<const double> frozen, Arena& arena)
    : functions_(functions), n_(functions.size()), m_(functions.g().count()), frozen_(frozen) {
  starts_ = arena.take<std::int32_t>(n_ + m_ + 1, 0);
  if (m_ == 0 || (!wants_gradient() && !wants_rows())) return;
  lay_out(arena);
  for (std::span<double>* vector : {&at_, &base_, &lower_, &upper_})
    *vector = arena.take<double>(n_ + m_, 0.0);
  std::copy_n(functions.F().lower().begin(), n_, lower_.begin());
  std::copy_n(functions.F().upper().begin(), n_, upper_.begin());
  differences_.group_columns({static_cast<std::int32_t>(n_ + m_), starts_.data(), rows_.data()}, arena);
}

// Unknown j is in some rows of g; the gradient has an entry for every y in one of them.
std::size_t Curvature::lay_out_column(std::size_t j, const Places& by_rows, std::span<std::int32_t> marks,
                                      std::size_t end) {
  const bool is_written = !rows_.empty();
  const auto add = [&](std::size_t row) {
    if (is_written) rows_[end] = static_cast<std::int32_t>(row);
    ++end;
  };
  const auto mark = static_cast<std::int32_t>(j);
  const std::size_t begin = end;
  const auto add_neighbours = [&](const Places& places) {
    for (std::size_t k = places.begin(j); k < places.end(j); ++k) {
      const std::size_t i = index(places.rows[k]);
      for (std::size_t l = by_rows.begin(i); l < by_rows.end(i); ++l) {
        const std::size_t other = index(by_rows.rows[l]);
        if (marks[other] == mark) continue;
        marks[other] = mark;
        add(other);
      }
    }
  };
  const GivenRows& g = functions_.g();
  if (wants_gradient()) add_neighbours(g.places_y());
  if (wants_gradient() && frozen_.empty()) add_neighbours(g.places_z());
  if (wants_rows())
    for (std::size_t k = g.places_z().begin(j); k < g.places_z().end(j); ++k)
      add(n_ + index(g.places_z().rows[k]));
  if (is_written)
    std::sort(rows_.begin() + static_cast<std::ptrdiff_t>(begin),
              rows_.begin() + static_cast<std::ptrdiff_t>(end));
  return end;
}

// The entries are counted first, then written.
void Curvature::lay_out(Arena& arena) {
  std::size_t count = 0;
  for (const bool is_counting : {true, false}) {
    if (!is_counting) rows_ = arena.take<std::int32_t>(count + 1);
    const Arena::Mark mark = arena.mark();
    const Places by_rows = transposed(functions_.g().places_y(), m_, arena);
    const std::span<std::int32_t> marks = arena.take<std::int32_t>(n_, -1);
    std::size_t end = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      end = lay_out_column(j, by_rows, marks, end);
      if (end >= index(std::numeric_limits<std::int32_t>::max()))
        throw std::length_error("the second derivatives of g");
      starts_[j + 1] = static_cast<std::int32_t>(end);
    }
    count = end;
    arena.rewind(mark);
  }
  for (std::size_t j = n_; j < n_ + m_; ++j) starts_[j + 1] = starts_[n_];
  values_ = arena.take<double>(count, 0.0);
}

bool Curvature::evaluate_beside(std::span<const double> moved, std::span<const double> lambda,
                                std::span<double> value) {
  if (!functions_.has_time()) return false;
  const std::span<const double> y = moved.first(n_);
  std::fill(value.begin(), value.end(), 0.0);
  const Pair pair{y, frozen_.empty() ? y : frozen_};
  if (wants_gradient() && !functions_.g().add_gradient(pair, 1.0, lambda, value.first(n_))) return false;
  return !wants_rows() ||
         functions_.g().evaluate({std::span<const double>(at_).first(n_), y}, value.subspan(n_));
}

bool Curvature::evaluate(std::span<const double> y, std::span<const double> lambda) {
  if (values_.empty()) return true;
  std::copy(y.begin(), y.end(), at_.begin());
  if (!evaluate_beside(at_, lambda, base_)) return false;
  const auto beside = [&](std::span<const double> moved, std::span<double> value) {
    return evaluate_beside(moved, lambda, value);
  };
  return differences_(beside, at_, base_, lower_, upper_, values_);
}

}  // namespace nsds::numerics::qvi
