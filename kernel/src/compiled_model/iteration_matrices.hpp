// The iteration matrices W_s of the systems of a model, ready to solve with. Storage follows from the matrix:
// the inverse of the diagonal if it is diagonal, the inverse up to 6 rows, a factorisation above. A scheme that has
// the inverse instead gives that.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/dynamical_system.hpp"
#include "nsds/kernel/modeling/system_matrix.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/numerics/cpp/factorization.hpp"

namespace nsds {

class NSDS_KERNEL_API IterationMatrices {
 public:
  /// Forgets all; sizes: dimension of each system.
  void reset(const std::vector<std::int32_t>& sizes);
  /// W: (n x n). Allocates nothing at the second call for the same system. owner: named if W is singular
  /// (Error).
  void assign(std::size_t system, MatrixConstRef W, const DynamicalSystem& owner);
  /// W: diagonal, dense or sparse, in its own storage.
  void assignStored(std::size_t system, const SystemMatrix& W, const DynamicalSystem& owner);
  /// W⁻¹: (n x n), which may be singular.
  void assignInverse(std::size_t system, MatrixConstRef inverse);
  /// x: `count` vectors (n) one behind the other, in place, x <- W^-1 x.
  void solve(std::size_t system, double* x, std::int32_t count = 1);
  bool isDiagonal(std::size_t system) const { return entries_[system].kind == Kind::diagonal; }
  /// 1 / W_ii of all systems one after the other, to be read where W is diagonal.
  const double* inverseDiagonal() const { return inverseDiagonal_.data(); }

 private:
  enum class Kind : std::uint8_t { diagonal, inverse, largeInverse, factorised };
  struct Entry {
    Kind kind = Kind::diagonal;
    std::int32_t size = 0;
    std::int64_t first = 0;   // into inverseDiagonal_
    std::int64_t offset = 0;  // into inverses_, where there is one: n x n, column-major
    std::int32_t factorization = -1;
  };

  bool invertDiagonal(Entry& entry, const Vector& diagonal);
  bool factorise(Entry& entry, const nsds_matrix& W);

  std::vector<Entry> entries_;
  std::vector<double> inverseDiagonal_;
  std::vector<double> inverses_;
  std::vector<double> product_;  // W⁻¹x of the largest system with a large inverse
  std::vector<numerics::Factorization> factorizations_;
};

}  // namespace nsds
