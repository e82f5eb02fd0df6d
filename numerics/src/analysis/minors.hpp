// Principal minors by elimination, each sign with a bound on its rounding error.
#pragma once

#include <cstdint>
#include <vector>

namespace nsds::numerics::analysis {

enum class Sign { positive, not_positive, unknown };

// A square matrix and entrywise bounds on how far it may be from the one it stands for. Row-major; a
// column-major matrix may be taken for one, as its transpose has the same principal minors.
struct BoundedMatrix {
  std::int32_t n = 0;
  std::vector<double> value, error;  // (n x n)

  std::size_t at(std::int32_t i, std::int32_t j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(n) + static_cast<std::size_t>(j);
  }
  Sign sign(std::int32_t j) const;  // of the diagonal entry
};

// A search through minors returns this. indices: of a minor that is certainly not positive, empty if none was
// found.
struct MinorSearch {
  std::vector<std::int32_t> indices;
  bool unknown = false;  // the sign of some minor that was looked at, or needed for others, is not known
};

// Searches all 2^n − 1 minors of M: (n x n).
MinorSearch search_all_minors(const std::vector<double>& M, std::int32_t n);

// Searches the n leading minors.
MinorSearch search_leading_minors(const std::vector<double>& M, std::int32_t n);

// Searches the minors of order 2.
MinorSearch search_minors_of_pairs(const std::vector<double>& M, std::int32_t n);

}  // namespace nsds::numerics::analysis
