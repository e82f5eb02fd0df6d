// Columns of H, or rows of G, in the coordinates w of the velocities (mass.hpp), packed block after block as
// sweeps read them: the velocity of block c is read_c' w + given, and a change dx of its impulse changes w by
// write_c dx. Only rows of the bodies that c touches are stored, without gaps.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "global_friction/mass/mass.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::global_friction {

// Neighbouring rows of w.
struct Segment {
  std::int32_t first, count;
};

struct PackedBlocks {
  std::span<const std::int32_t> columns;         // (blocks + 1): first column of each block
  std::span<const std::int32_t> segment_starts;  // (blocks + 1)
  std::span<const Segment> segments;
  std::span<const std::int64_t> value_starts;  // (blocks + 1)
  std::span<const double> read, write;         // the columns of a block, row by row; one array if M = M'

  std::size_t count() const { return columns.size() - 1; }
  std::size_t width(std::size_t block) const {
    return static_cast<std::size_t>(columns[block + 1] - columns[block]);
  }
};

// A sparse matrix by columns.
struct ColumnView {
  std::span<const std::int32_t> starts, rows;
  std::span<const double> values;
};

// visit(row, value) for the entries of a column.
template <class Visit>
void for_each_entry(const ColumnView& A, std::size_t column, Visit&& visit) {
  for (std::int32_t e = A.starts[column]; e < A.starts[column + 1]; ++e)
    visit(static_cast<std::size_t>(A.rows[static_cast<std::size_t>(e)]),
          A.values[static_cast<std::size_t>(e)]);
}

// Borrowed where A is CSC and is not to be transposed, else copied into the arena.
ColumnView columns_of(const nsds_matrix& A, Arena& arena);
ColumnView rows_of(const nsds_matrix& A, Arena& arena);

// order: which `width` neighbouring columns become block k, a contact each.
PackedBlocks pack_contacts(const ColumnView& H, std::int32_t width, std::span<const std::int32_t> order,
                           const MassFactors& factors, Arena& arena);

// Neighbouring rows of G that touch the same bodies become one block, of at most six rows.
PackedBlocks pack_rows(const ColumnView& G, const MassFactors& factors, Arena& arena);

// S = read' write of a block, (k x k) out, column-major.
void local_matrix(const PackedBlocks& packed, std::size_t block, double* S);

// w = A x, (n); x in the order of the caller.
void to_packed(const MassFactors& factors, const double* x, double* w);

}  // namespace nsds::numerics::global_friction
