// These are the three kinds of factorisation behind nsds_factorization. Each keeps its memory from one call
// to the next.
#pragma once

#include <amd.h>
#include <klu.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "core/sentence.hpp"
#include "nsds/numerics/matrix.h"

extern "C" {  // the header of LDL does not say so itself
#include <ldl.h>
}

namespace nsds::numerics {

// LU or Cholesky of a dense matrix, LAPACK.
class DenseFactor {
 public:
  bool factorise(const nsds_matrix& A, bool cholesky, const Sentence& sentence);
  void solve(double* B, std::int32_t columns, std::int32_t ldb);
  double rcond();

 private:
  std::int32_t n_ = 0;
  bool cholesky_ = false;
  double norm_ = 0.0;  // 1-norm of A
  std::vector<double> factors_, work_;
  std::vector<std::int32_t> pivots_, integer_work_;
};

// LU of a sparse matrix, KLU.
class KluFactor {
 public:
  // diagonal: every pivot is the diagonal entry, all of which are stored, in the order of AMD of A + A'.
  explicit KluFactor(bool diagonal = false) : diagonal_(diagonal) {
    klu_defaults(&common_);
    if (!diagonal) return;
    common_.btf = 0;
    common_.tol = 0.0;
  }
  KluFactor(const KluFactor&) = delete;
  KluFactor& operator=(const KluFactor&) = delete;
  ~KluFactor() { release(); }

  // False where it would take more than so many operations, as its analysis predicts, too.
  bool factorise(const nsds_matrix& A, bool same_structure, const Sentence& sentence);
  void limit_operations(double most) { most_operations_ = most; }
  // Predicts the operations of a factorisation from the last analysis; 0 where that does not know.
  double predicted_operations() const;
  bool is_too_costly() const { return predicted_operations() > most_operations_; }
  void solve(double* B, std::int32_t columns, std::int32_t ldb);
  double rcond();
  // The least pivot relative to the largest entry of its column, rows being measured in KLU's units.
  double least_pivot();

 private:
  void release();
  bool refactorise();

  std::vector<std::int32_t> starts_, rows_;
  std::vector<double> values_;
  std::vector<double> row_scale_;  // of the matrix as given; scratch
  bool diagonal_;
  double most_operations_ = std::numeric_limits<double>::infinity();
  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
};

// LDL' of a sparse symmetric matrix, AMD ordering and LDL, with regularisation and refinement.
class LdlFactor {
 public:
  // False where it would take more than so many operations, as its analysis predicts, too.
  bool factorise(const nsds_matrix& A, double delta, bool same_structure, const Sentence& sentence);
  void limit_operations(double most) { most_operations_ = most; }
  double predicted_operations() const;  // of the last analysis
  bool is_too_costly() const { return predicted_operations() > most_operations_; }
  void solve(double* B, std::int32_t columns, std::int32_t ldb);

  // Gives, after factorise, whatever it returned, the first pivot in the order of elimination that is not
  // positive, -1 where all are.
  std::int32_t first_pivot_not_positive() const;
  // v: (n) out, v'(A + delta S)v = pivot k, where all pivots before k are positive.
  void direction_of_pivot(std::int32_t k, double* v) const;

 private:
  void gather(const nsds_matrix& A, double delta);
  void analyse();
  void substitute(double* x);
  double defect(const double* b, const double* x);

  double most_operations_ = std::numeric_limits<double>::infinity();
  std::int32_t n_ = 0;
  std::int32_t done_ = 0;                    // pivots before one that is exactly zero
  std::vector<std::int32_t> starts_, rows_;  // A with every diagonal entry stored
  std::vector<double> values_, regularised_;
  std::vector<std::int32_t> order_, inverse_order_, parent_, counts_, flags_, pattern_, factor_starts_,
      factor_rows_;
  std::vector<double> factor_values_, pivots_, scratch_, residual_, x_, previous_;
};

}  // namespace nsds::numerics
