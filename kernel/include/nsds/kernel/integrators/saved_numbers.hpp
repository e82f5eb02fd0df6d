// Reads the numbers that an integrator has saved, in the order in which they were written.
#pragma once

#include <span>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// Errors (of all functions): InvalidArgument where there are no numbers left, or one is not what it should be.
class NSDS_KERNEL_API SavedNumbers {
 public:
  explicit SavedNumbers(std::span<const double> numbers) : rest_(numbers) {}

  double next() { return take(1)[0]; }
  bool nextFlag() { return next() != 0.0; }
  /// A whole number in [0, most].
  Index nextIndex(Index most);
  /// x keeps its size.
  void next(VectorRef x) {
    const Index size = x.size();
    x = VectorView(take(size).data(), size);
  }
  /// Reads as many whole numbers in [0, most) as the first one says, which is at most `most`.
  void nextIndices(std::vector<Index>& indices, Index most);
  /// To be called at the end: all numbers have been read.
  void finish() const;

 private:
  std::span<const double> take(Index count);

  std::span<const double> rest_;
};

}  // namespace nsds
