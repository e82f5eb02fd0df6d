// A matrix in one of the storages of Siconos, made anew for each solve.
#pragma once

#include <NumericsMatrix.h>
#include <SparseBlockMatrix.h>

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace nsds::bench {

enum class Storage { blocks, sparse, dense };

// By columns, and as triplets, the form that it must begin with.
inline NumericsMatrix* sparse(const Eigen::SparseMatrix<double>& A) {
  NumericsMatrix* made = NM_create(NM_SPARSE, static_cast<int>(A.rows()), static_cast<int>(A.cols()));
  NM_triplet_alloc(made, static_cast<CS_INT>(A.nonZeros()));
  made->matrix2->origin = NSM_TRIPLET;
  for (int j = 0; j < A.outerSize(); ++j)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(A, j); entry; ++entry)
      NM_entry(made, static_cast<int>(entry.row()), j, entry.value());
  NM_csc(made);
  return made;
}

inline NumericsMatrix* stored(const Eigen::SparseMatrix<double>& A, Storage storage, int block) {
  NumericsMatrix* by_columns = sparse(A);
  if (storage == Storage::sparse) return by_columns;
  const NM_types type = storage == Storage::blocks ? NM_SPARSE_BLOCK : NM_DENSE;
  NumericsMatrix* made = NM_create(type, by_columns->size0, by_columns->size1);
  if (storage == Storage::blocks) {
    SBM_from_csparse(block, NM_csc(by_columns), made->matrix1);
  } else {
    Eigen::Map<Eigen::MatrixXd>(made->matrix0, A.rows(), A.cols()) = A;
  }
  NM_clear(by_columns);
  return made;
}

}  // namespace nsds::bench
