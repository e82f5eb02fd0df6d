#include "conversion/elimination.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "linalg/matrix_builder.hpp"
#include "nsds/numerics/scaling.h"

namespace nsds::numerics::conversion {
namespace {

constexpr std::int32_t batch = 32;   // right-hand sides at a time
constexpr std::int32_t sweeps = 10;  // of scaling, to a few per cent

struct Free {
  void operator()(nsds_factorization* factors) const noexcept { nsds_factorization_free(factors); }
};
using Factors = std::unique_ptr<nsds_factorization, Free>;

void scale_entries(OwnedMatrix& A, const std::vector<double>& row, const std::vector<double>& col) {
  std::size_t k = 0;  // both storages keep their values by columns
  for_each_entry(
      A, [&](std::int32_t i, std::int32_t j, double) { A.values[k++] *= row[index(i)] * col[index(j)]; });
}

// Factorises diag(row) K diag(col), which overwrites K. Returns null, and a sentence, where it is singular to
// working precision whatever the units of its rows and columns.
Factors factorise(OwnedMatrix& K, std::vector<double>& row, std::vector<double>& col,
                  const Sentence& sentence) {
  row.assign(index(K.rows), 1.0);
  col.assign(index(K.rows), 1.0);
  Factors factors(nsds_factorization_create());
  if (factors == nullptr) throw std::bad_alloc();
  if (K.rows == 0) return factors;
  if (nsds_ruiz_scaling(&K, sweeps, row.data(), col.data()) == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  scale_entries(K, row, col);
  const nsds_status status = nsds_factorize(factors.get(), &K, NSDS_LU, 0.0, NSDS_REUSE_NONE, nullptr, 0);
  if (status == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  const double least = std::numeric_limits<double>::epsilon() * std::max<std::int32_t>(K.rows, 10);
  if (status == NSDS_OK && nsds_factorization_rcond(factors.get()) > least) return factors;
  sentence.write("problem: the {} rows of the unknowns to be eliminated are singular.", K.rows);
  return nullptr;
}

}  // namespace

// K = M_EE, B = M_EC, C = M_CE, and what is left of M_CC as it is being built.
struct Elimination::Blocks {
  OwnedMatrix K, B, C;
  MatrixBuilder schur, response;
  std::vector<double> row, col;  // units of K
};

void Elimination::lay_out(std::span<const unsigned char> kept) {
  kept_.assign(kept.begin(), kept.end());
  place_.resize(kept.size());
  std::int32_t count[2] = {0, 0};
  for (std::size_t i = 0; i < kept.size(); ++i) place_[i] = count[kept[i]]++;
  eliminated_ = count[0];
}

nsds_status Elimination::build(const nsds_matrix& M, std::span<const double> q,
                               std::span<const unsigned char> kept, const Sentence& sentence) {
  lay_out(kept);
  const std::int32_t e = eliminated_;
  const std::int32_t c = M.rows - e;
  const bool dense = M.storage == NSDS_DENSE;
  // M and q are cut into blocks by the eliminated and the kept indices.
  MatrixBuilder K(e, e, dense), B(e, c, dense), C(c, e, dense);
  Blocks blocks{{}, {}, {}, MatrixBuilder(c, c, dense), MatrixBuilder(e, c, dense), {}, {}};
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    const bool row_kept = kept_[index(i)] == 1;
    const bool col_kept = kept_[index(j)] == 1;
    MatrixBuilder& block = row_kept ? (col_kept ? blocks.schur : C) : (col_kept ? B : K);
    block.add(place_[index(i)], place_[index(j)], value);
  });
  blocks.K = K.finish();
  blocks.B = B.finish();
  blocks.C = C.finish();
  constant_.assign(index(e), 0.0);
  vector_.assign(index(c), 0.0);
  for (std::size_t i = 0; i < q.size(); ++i) (kept_[i] == 1 ? vector_ : constant_)[index(place_[i])] = q[i];
  // The Schur complement needs a regular K.
  const Factors factors = factorise(blocks.K, blocks.row, blocks.col, sentence);
  if (factors == nullptr) return NSDS_SINGULAR;
  if (e > 0 && !substitute(blocks, *factors)) {
    sentence.write("problem: eliminating the unknowns of {} rows overflows: they are close to singular.", e);
    return NSDS_SINGULAR;
  }
  schur_ = blocks.schur.finish();
  response_ = blocks.response.finish();
  return NSDS_OK;
}

// Computes R and r column by column, and what they take from S and s. Returns false where they are not
// finite.
bool Elimination::substitute(Blocks& blocks, nsds_factorization& factors) {
  const std::size_t e = index(eliminated_);
  const std::int32_t c = blocks.B.cols;
  std::vector<double> columns(e * index(batch)), taken(vector_.size());
  // The right-hand sides are the columns of B, with their zeros left out, and q_E as the last one.
  std::vector<std::vector<std::pair<std::int32_t, double>>> right(index(c) + 1);
  for_each_entry(blocks.B, [&](std::int32_t i, std::int32_t j, double value) {
    if (value != 0.0) right[index(j)].emplace_back(i, value);
  });
  for (std::size_t i = 0; i < e; ++i)
    right[index(c)].emplace_back(static_cast<std::int32_t>(i), constant_[i]);
  for (std::int32_t first = 0; first <= c; first += batch) {
    // A batch of right-hand sides is solved at a time, in the units of the factors.
    const std::int32_t count = std::min(batch, c + 1 - first);
    std::fill(columns.begin(), columns.end(), 0.0);
    for (std::int32_t k = 0; k < count; ++k)
      for (const auto& [i, value] : right[index(first + k)])
        columns[index(k) * e + index(i)] = blocks.row[index(i)] * value;
    if (nsds_factorization_solve(&factors, columns.data(), count, eliminated_) != NSDS_OK) return false;
    for (std::int32_t k = 0; k < count; ++k) {
      // Each solution is a column of R, or r, and C times it is taken from S, or s.
      double* const column = columns.data() + index(k) * e;
      for (std::size_t i = 0; i < e; ++i) column[i] *= blocks.col[i];
      std::fill(taken.begin(), taken.end(), 0.0);
      add_product(blocks.C, -1.0, column, taken.data());
      if (first + k == c) {
        std::copy_n(column, e, constant_.begin());
        for (std::size_t i = 0; i < taken.size(); ++i) vector_[i] += taken[i];
        continue;
      }
      for (std::size_t i = 0; i < e; ++i)
        blocks.response.add(static_cast<std::int32_t>(i), first + k, column[i]);
      for (std::size_t i = 0; i < taken.size(); ++i)
        blocks.schur.add(static_cast<std::int32_t>(i), first + k, taken[i]);
    }
  }
  return true;
}

void Elimination::carry_back(std::span<const double> x, std::span<double> z) const {
  std::vector<double> eliminated(constant_.size());
  for (std::size_t i = 0; i < eliminated.size(); ++i) eliminated[i] = -constant_[i];
  add_product(response_, -1.0, x.data(), eliminated.data());
  for (std::size_t i = 0; i < z.size(); ++i)
    z[i] = kept_[i] == 1 ? x[index(place_[i])] : eliminated[index(place_[i])];
}

void Elimination::carry_over(std::span<const double> z, std::span<double> x) const {
  for (std::size_t i = 0; i < z.size(); ++i)
    if (kept_[i] == 1) x[index(place_[i])] = z[i];
}

}  // namespace nsds::numerics::conversion
