// A problem of blocks with its numbers replaced by norms: parts are the rows and the unknowns, and what the rules of
// docs/ok.md ask of numbers is asked of these.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/arena.hpp"
#include "core/numbers.hpp"
#include "friction/contract/contact_laws.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::friction {

// |W_PQ|, |q_P|, |r_Q|, each in the unit of its part. Rows of W come first, block by block, and then one for each part that is on a limit of r_N,
// |r_P| = mu r_N: such parts account for each other.
struct PartNorms {
  std::size_t parts;
  nsds_matrix matrix;                // by columns
  std::span<double> datum, unknown;  // (rows)
  std::span<double> terms;           // datum + matrix * unknown
  std::span<double> upper;  // (rows): where a part is at a bound that is not zero its norm, else infinite
  std::span<const std::int32_t> block;  // (parts)
  std::span<const std::int32_t> part;   // (parts): which of its block
};

// Makes them of the problem at r. Laws: as ContactLaws.
template <class Laws>
class NormsOf {
 public:
  // standing: (blocks), of r and its u. Rows of which the law asks nothing have no entries.
  NormsOf(const Laws& laws, const double* r, std::span<const Standing> standing, Arena& arena)
      : laws_(laws), r_(r), standing_(standing), arena_(arena) {
    number_parts();
    fill_vectors();
    fill_matrix();
    add_terms();
  }

  const PartNorms& made() const { return made_; }

 private:
  struct Link {
    std::size_t normal, part;  // of parts
  };
  struct Entry {
    std::int32_t row;
    double value;
  };

  void number_parts() {
    std::size_t parts = 0, links = 0;
    for (std::size_t c = 0; c < laws_.blocks(); ++c) {
      const Division& division = laws_.division(c);
      parts += division.count;
      for (std::size_t p = 0; p < division.count; ++p) links += is_linked(c, p) ? 1 : 0;
    }
    made_.parts = parts;
    block_ = arena_.take<std::int32_t>(parts);
    part_ = arena_.take<std::int32_t>(parts);
    unit_ = arena_.take<double>(parts);
    links_ = arena_.take<Link>(links);
    part_of_row_ = arena_.take<std::int32_t>(laws_.size());
    std::size_t at = 0, link = 0;
    for (std::size_t c = 0; c < laws_.blocks(); ++c) {
      const Division& division = laws_.division(c);
      const std::size_t normal = at;
      for (std::size_t p = 0; p < division.count; ++p, ++at) {
        block_[at] = static_cast<std::int32_t>(c);
        part_[at] = static_cast<std::int32_t>(p);
        unit_[at] = laws_.unit(c, p);
        for (std::size_t k = division.first[p]; k < division.first[p + 1]; ++k)
          part_of_row_[laws_.first_row(c) + k] = static_cast<std::int32_t>(at);
        if (is_linked(c, p)) links_[link++] = {normal, at};
      }
    }
    made_.block = block_;
    made_.part = part_;
  }

  bool is_linked(std::size_t c, std::size_t p) const {
    return laws_.limit(c, p, r_ + laws_.first_row(c)) == Limit::of_normal;
  }

  double norm_of(const double* x, std::size_t at) const {
    const std::size_t c = index(block_[at]), p = index(part_[at]);
    const Division& division = laws_.division(c);
    return part_norm(x + laws_.first_row(c) + division.first[p], division.rows(p));
  }

  void fill_vectors() {
    const std::size_t rows = made_.parts + links_.size();
    made_.datum = arena_.take<double>(rows, 0.0);
    made_.unknown = arena_.take<double>(rows, 0.0);
    made_.terms = arena_.take<double>(rows);
    made_.upper = arena_.take<double>(rows, infinity);
    for (std::size_t at = 0; at < made_.parts; ++at) {
      const std::size_t c = index(block_[at]);
      made_.datum[at] = unit_[at] * norm_of(laws_.datum(), at);
      made_.unknown[at] = norm_of(r_, at) / unit_[at];
      if (laws_.limit(c, index(part_[at]), r_ + laws_.first_row(c)) == Limit::fixed)
        made_.upper[at] = made_.unknown[at];
    }
    for (std::size_t at = 0; at < made_.parts; ++at)
      if (has_flow(at)) made_.datum[at] += flow(at) * made_.datum[at + tangent_part];
  }

  // The normal row of a point that flows has the slip in it.
  double flow(std::size_t at) const {
    const std::size_t c = index(block_[at]);
    return standing_[c].has_flow ? std::fabs(laws_.dilatancy(c)) : 0.0;
  }
  bool has_flow(std::size_t at) const { return part_[at] == 0 && flow(at) > 0.0; }

  // Entries are sorted by columns of parts, and joined there.
  void fill_matrix() {
    const std::size_t rows = made_.parts + links_.size();
    const std::span<std::int32_t> starts = arena_.take<std::int32_t>(rows + 1, 0);
    const auto columns = static_cast<std::int32_t>(rows);
    const auto walk = laws_.entries(arena_);
    walk([&](std::int32_t, std::int32_t j, double value) {
      if (value != 0.0) ++starts[index(part_of_row_[index(j)]) + 1];
    });
    for (std::size_t k = 0; k < rows; ++k) starts[k + 1] += starts[k];
    const std::span<Entry> sorted = arena_.take<Entry>(index(starts[rows]));
    const std::span<std::int32_t> next = arena_.take<std::int32_t>(rows);
    std::copy_n(starts.begin(), rows, next.begin());
    walk([&](std::int32_t i, std::int32_t j, double value) {
      if (value == 0.0) return;
      const std::int32_t P = part_of_row_[index(i)], Q = part_of_row_[index(j)];
      const double scaled = unit_[index(P)] * value * unit_[index(Q)];
      sorted[index(next[index(Q)]++)] = {P, scaled};
    });
    join(starts, sorted);
    made_.matrix = nsds_matrix_csc(columns, columns, column_starts_.data(), rows_.data(), values_.data());
  }

  void join(std::span<const std::int32_t> starts, std::span<const Entry> sorted) {
    const std::size_t rows = made_.parts + links_.size(), most = 2 * sorted.size() + 2 * links_.size();
    column_starts_ = arena_.take<std::int32_t>(rows + 1, 0);
    rows_ = arena_.take<std::int32_t>(most);
    values_ = arena_.take<double>(most);
    sum_ = arena_.take<double>(made_.parts, 0.0);
    touched_ = arena_.take<std::int32_t>(made_.parts);
    std::size_t end = 0, link = 0;
    for (std::size_t Q = 0; Q < rows; ++Q) {
      if (Q < made_.parts) {
        end = join_column(sorted.subspan(index(starts[Q]), index(starts[Q + 1] - starts[Q])), end);
        while (link < links_.size() && block_[links_[link].normal] < block_[Q]) ++link;
        end = add_links(Q, link, end);
      }
      column_starts_[Q + 1] = static_cast<std::int32_t>(end);
    }
  }

  // Writes the norms of a column from end on, and returns where they end.
  std::size_t join_column(std::span<const Entry> column, std::size_t end) {
    std::size_t count = 0;
    for (const Entry& entry : column) {
      double& square = sum_[index(entry.row)];
      if (square == 0.0) touched_[count++] = entry.row;
      // Squares that are no numbers are replaced below.
      square += std::max(entry.value * entry.value, std::numeric_limits<double>::min());
    }
    bool plain = true;
    for (std::size_t k = 0; k < count; ++k) {
      double& square = sum_[index(touched_[k])];
      plain = plain && square > 1e-280 && square < 1e280;
      square = std::sqrt(square);
    }
    if (!plain) {
      for (std::size_t k = 0; k < count; ++k) sum_[index(touched_[k])] = 0.0;
      for (const Entry& entry : column)
        sum_[index(entry.row)] = std::hypot(sum_[index(entry.row)], entry.value);
    }
    for (std::size_t k = 0, given = count; k < given; ++k) count = add_flow(index(touched_[k]), count);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t P = index(touched_[k]);
      if (standing_[index(block_[P])].asks[index(part_[P])]) {
        rows_[end] = touched_[k];
        values_[end++] = sum_[P];
      }
      sum_[P] = 0.0;
    }
    return end;
  }

  std::size_t add_flow(std::size_t P, std::size_t count) {
    if (part_[P] != static_cast<std::int32_t>(tangent_part) || !has_flow(P - 1)) return count;
    if (sum_[P - 1] == 0.0) touched_[count++] = static_cast<std::int32_t>(P - 1);
    sum_[P - 1] += flow(P - 1) * sum_[P];
    return count;
  }

  // first: the first link of the block of Q, or of one behind it.
  std::size_t add_links(std::size_t Q, std::size_t first, std::size_t end) {
    for (std::size_t k = first; k < links_.size() && block_[links_[k].normal] == block_[Q]; ++k) {
      const Link& link = links_[k];
      if (link.normal != Q && link.part != Q) continue;
      rows_[end] = static_cast<std::int32_t>(made_.parts + k);
      values_[end++] = link.part == Q ? 1.0 : made_.unknown[link.part] / made_.unknown[link.normal];
    }
    return end;
  }

  void add_terms() {
    std::copy(made_.datum.begin(), made_.datum.end(), made_.terms.begin());
    numerics::for_each_entry(made_.matrix, [&](std::int32_t i, std::int32_t j, double value) {
      made_.terms[index(i)] += value * made_.unknown[index(j)];
    });
  }

  const Laws& laws_;
  const double* r_;
  std::span<const Standing> standing_;
  Arena& arena_;
  std::span<std::int32_t> block_, part_, part_of_row_;
  std::span<double> unit_;
  std::span<Link> links_;
  std::span<std::int32_t> column_starts_, rows_;
  std::span<double> values_, sum_;
  std::span<std::int32_t> touched_;
  PartNorms made_{};
};

}  // namespace nsds::numerics::friction
