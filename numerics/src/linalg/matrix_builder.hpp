// A matrix put together entry by entry, in dense or CSC storage.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/owned.hpp"
#include "nsds/numerics/export.h"

namespace nsds::numerics {

// Thrown where a matrix would have more entries than is reasonable or its indices hold.
struct NSDS_NUMERICS_API TooLarge {};

// A matrix has at most so many values if it is dense, or entries if it is sparse.
inline constexpr std::int64_t most_entries = std::int64_t{1} << 27;

class NSDS_NUMERICS_API MatrixBuilder {
 public:
  // Zero. Throws TooLarge.
  MatrixBuilder(std::int32_t rows, std::int32_t cols, bool dense);

  // Adds value to entry (i, j). Throws TooLarge.
  void add(std::int32_t i, std::int32_t j, double value);
  // Adds factor A, or factor A', to the block at (row, col). A: Nullable, no entries; not an operator.
  void add(std::int32_t row, std::int32_t col, double factor, const nsds_matrix* A);
  void add_transposed(std::int32_t row, std::int32_t col, double factor, const nsds_matrix* A);

  // Ends the building. Zeros are not stored in CSC.
  OwnedMatrix finish();

 private:
  struct Entry {
    std::int32_t i, j;
    double value;
  };

  void sort_by_columns();

  std::int32_t rows_, cols_;
  bool dense_;
  OwnedMatrix made_;
  std::vector<Entry> entries_;
};

// Dense where A is, else CSC. A: not an operator.
NSDS_NUMERICS_API OwnedMatrix copy_matrix(const nsds_matrix& A);

// The problem's matrices are all dense. Nullable ones say nothing.
NSDS_NUMERICS_API bool all_dense(const nsds_matrix* first, const nsds_matrix* second = nullptr,
                                 const nsds_matrix* third = nullptr);

}  // namespace nsds::numerics
