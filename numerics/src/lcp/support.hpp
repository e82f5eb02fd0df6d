// The complementary basic solution of a support, for problems small enough to live on the stack.
#pragma once

#include <Eigen/Dense>
#include <cstdint>

#include "core/arena.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics {

inline constexpr int largest_enumerated = 24;

class SupportSolver {
 public:
  SupportSolver(const LcpProblem& problem, Arena& arena);

  // z: (n) out. z_F solves M_FF z_F = -q_F for the set F of bits, by LU, or in the least-squares sense with
  // minimum norm where M_FF is singular; z is zero elsewhere and negative values are clipped. false where the
  // solution is so far from admissible that its residual need not be evaluated.
  bool solve(std::uint32_t support, double admissible, double* z);

 private:
  using Matrix =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, largest_enumerated, largest_enumerated>;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, largest_enumerated, 1>;

  const LcpProblem& problem_;
  std::span<double> dense_;  // M, column-major
};

// The next larger set with as many elements, by Gosper; sets of n bits in order of increasing size when
// restarted with the smallest of the next size.
std::uint32_t next_support(std::uint32_t support, int n);

}  // namespace nsds::numerics
