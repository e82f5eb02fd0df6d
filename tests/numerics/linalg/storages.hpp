// One matrix in every storage that a solver may be given.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "nsds/numerics/matrix.h"

namespace nsds::test {

// A matrix that owns its arrays. The view borrows from it, so it stays where it is.
class Stored {
 public:
  // storage: NSDS_DENSE (with a leading dimension larger than the rows), NSDS_CSC, or NSDS_BSR (blocks of 1,
  // 2, 3, 4, 6 rows in turn, zero blocks left out).
  Stored(const Eigen::MatrixXd& A, nsds_storage storage);
  Stored(const Stored&) = delete;
  Stored& operator=(const Stored&) = delete;

  const nsds_matrix& view() const { return view_; }

 private:
  void store_dense(const Eigen::MatrixXd& A);
  void store_csc(const Eigen::MatrixXd& A);
  void store_bsr(const Eigen::MatrixXd& A);

  std::vector<double> values_;
  std::vector<std::int32_t> starts_, indices_, row_offsets_, col_offsets_, value_starts_;
  nsds_matrix view_{};
};

// Those of a Stored.
inline constexpr nsds_storage stored_storages[] = {NSDS_DENSE, NSDS_CSC, NSDS_BSR};

inline const char* storage_name(nsds_storage storage) {
  return storage == NSDS_DENSE ? "dense"
         : storage == NSDS_CSC ? "csc"
         : storage == NSDS_BSR ? "bsr"
                               : "operator";
}

}  // namespace nsds::test
