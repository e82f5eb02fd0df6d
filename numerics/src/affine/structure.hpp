// The structure of a matrix decides how its LCP is solved: symmetry, sparsity, bandwidth.
#pragma once

#include <cstdint>
#include <span>

#include "affine/affine_problem.hpp"
#include "core/arena.hpp"
#include "linalg/dense_loops.hpp"

namespace nsds::numerics::affine {

// Columns have the entries of a matrix column by column, rows increasing. They are borrowed from a CSC
// matrix, else in the arena.
struct Columns {
  const std::int32_t* starts = nullptr;  // (n + 1)
  const std::int32_t* rows = nullptr;
  const double* values = nullptr;
};

struct Structure {
  bool positive_diagonal = false;
  // Symmetry is meant up to rounding: |M_ij - M_ji| <= 1e-13 sqrt(M_ii M_jj), a bound that scales with the
  // units of every row. Filled in by find_symmetry, and only where the diagonal is positive.
  bool symmetric = false;
  bool sparse = false;
  // Where M is sparse:
  std::int32_t bandwidth = 0;  // max |i - j| over the entries that are not zero
  std::int64_t entries = 0;
  Columns columns;
  // Where it is not, column-major:
  const double* dense = nullptr;
  std::ptrdiff_t leading = 0;

  const double* dense_column(std::int32_t j) const { return dense + j * leading; }

  DenseColumns dense_columns(std::int32_t n) const {
    const auto size = static_cast<std::size_t>(n);
    return {dense, static_cast<std::size_t>(leading), size, size};
  }

  bool diagonal() const { return sparse && bandwidth == 0; }
  // A band factorisation in the order given costs little more than any other.
  bool banded(std::int32_t n) const { return sparse && bandwidth <= 16 && 4 * bandwidth < n; }
};

// diagonal: (n) out. A dense matrix counts as sparse where it is large and mostly zero; a sparse one that is
// small or mostly full does not.
Structure analyse_structure(const Problem& problem, std::span<double> diagonal, Arena& arena);

// Fills in whether M is symmetric, which costs as much as a product with a vector.
void find_symmetry(const Problem& problem, std::span<const double> diagonal, Structure& structure,
                   Arena& arena);

// Gives the structure with M made dense.
Structure as_dense(const Problem& problem, Structure structure, Arena& arena);

// y += M x. Columns whose x_j is zero are not read.
void add_product(const Structure& structure, std::span<const double> x, std::span<double> y);

// y += step times column j of M.
void add_column(const Structure& structure, std::int32_t j, double step, std::span<double> y);

// w = M z + q.
void evaluate(const Problem& problem, const Structure& structure, const double* z, double* w);

// max_i | min(z_i / s_z, w_i / s_w) |; NaN wins.
double natural_map(const Problem& problem, const double* z, const double* w);

}  // namespace nsds::numerics::affine
