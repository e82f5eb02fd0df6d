#include "nsds/problems/problem_copy.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "contact.hpp"

namespace nsds::problems {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Vector = std::vector<double>;

Vector vectorOf(std::span<const double> values) {
  return {values.begin(), values.end()};
}

Matrix matrixOf(const CopiedMatrix& from) {
  constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  require(from.rows >= 0 && from.rows <= largest && from.cols >= 0 && from.cols <= largest,
          "a matrix has more rows or columns than 32 bits count");
  return Matrix::dense(static_cast<std::int32_t>(from.rows), static_cast<std::int32_t>(from.cols),
                       Vector(from.values, from.values + from.rows * from.cols));
}

void requireBounds(const CopiedProblem& copy) {
  require(copy.lower.size() == copy.q.size() && copy.upper.size() == copy.q.size(),
          "lower and upper must be (n)");
}

AnyProblem mlcpOf(const CopiedProblem& copy) {
  requireBounds(copy);
  std::vector<unsigned char> complementary;
  for (const double lower : copy.lower) complementary.push_back(lower == 0.0 ? 1 : 0);
  return Mlcp(matrixOf(copy.M), vectorOf(copy.q), std::move(complementary));
}

AnyProblem aviOf(const CopiedProblem& copy) {
  const auto n = static_cast<std::int32_t>(copy.q.size());
  Matrix A = copy.b.empty() ? Matrix::dense(0, n, {}) : matrixOf(copy.A);
  return Avi(matrixOf(copy.M), vectorOf(copy.q),
             {std::move(A),
              vectorOf(copy.b),
              Matrix::dense(0, n, {}),
              {},
              vectorOf(copy.lower),
              vectorOf(copy.upper)});
}

// How many rows each of the contacts has. Where there are none, three is as good as two.
std::int32_t dimensionOf(std::size_t rows, std::size_t contacts) {
  if (rows == 0 && contacts == 0) return 3;
  if (contacts == 0 || rows % contacts != 0)
    throw std::invalid_argument("mu must have a coefficient for each contact");
  return static_cast<std::int32_t>(rows / contacts);
}

AnyProblem frictionOf(const CopiedProblem& copy) {
  return FrictionContact(dimensionOf(copy.q.size(), copy.mu.size()), matrixOf(copy.M), vectorOf(copy.q),
                         vectorOf(copy.mu));
}

AnyProblem rollingOf(const CopiedProblem& copy) {
  return RollingFrictionContact(dimensionOf(copy.q.size(), copy.mu.size()), matrixOf(copy.M),
                                vectorOf(copy.q), vectorOf(copy.mu), vectorOf(copy.muR));
}

// A v = b there is G v = d here, and w is b.
GlobalContactParts globalContactOf(const CopiedProblem& copy) {
  GlobalContactParts parts{dimensionOf(copy.w.size(), copy.mu.size()),
                           matrixOf(copy.M),
                           matrixOf(copy.H),
                           vectorOf(copy.q),
                           vectorOf(copy.w),
                           vectorOf(copy.mu)};
  if (!copy.b.empty()) parts.constraints.emplace(BilateralConstraints{matrixOf(copy.A), vectorOf(copy.b)});
  return parts;
}

// What is not read of a block is written as a reader has it.
AnyProblem mechanicalOf(const CopiedProblem& copy) {
  requireBounds(copy);
  const std::size_t count = copy.mu.size();
  require(copy.blockStarts.size() == count + 1, "blockStarts must be (nb + 1), nb the size of mu");
  require(copy.blockKinds.size() == count, "blockKinds must be (nb), nb the size of mu");
  MechanicalBlocks blocks;
  blocks.starts.assign(copy.blockStarts.begin(), copy.blockStarts.end());
  blocks.kinds.assign(copy.blockKinds.begin(), copy.blockKinds.end());
  blocks.lower.assign(copy.q.size(), -kInfinity);
  blocks.upper.assign(copy.q.size(), kInfinity);
  for (std::size_t k = 0; k < count; ++k) {
    const std::int32_t first = blocks.starts[k], end = blocks.starts[k + 1];
    require(first >= 0 && first < end && end <= std::ssize(copy.q), "blockStarts must increase from 0 to n");
    blocks.mu.push_back(blocks.kinds[k] == NSDS_BLOCK_FRICTION ? copy.mu[k] : 0.0);
    if (blocks.kinds[k] != NSDS_BLOCK_BOX) continue;
    std::copy(copy.lower.begin() + first, copy.lower.begin() + end, blocks.lower.begin() + first);
    std::copy(copy.upper.begin() + first, copy.upper.begin() + end, blocks.upper.begin() + first);
  }
  return GenericMechanical(matrixOf(copy.M), vectorOf(copy.q), std::move(blocks));
}

}  // namespace

AnyProblem problemOf(const CopiedProblem& copy) {
  nsds_class problemClass{};
  require(nsds_class_find(copy.problemClass.c_str(), &problemClass) != 0,
          "the problem is of no class there is");
  switch (problemClass) {
    case NSDS_CLASS_LCP:
      return Lcp(matrixOf(copy.M), vectorOf(copy.q));
    case NSDS_CLASS_MLCP:
      return mlcpOf(copy);
    case NSDS_CLASS_RELAY:
      return Relay(matrixOf(copy.M), vectorOf(copy.q), vectorOf(copy.lower), vectorOf(copy.upper));
    case NSDS_CLASS_AVI:
      return aviOf(copy);
    case NSDS_CLASS_EQUALITY:
      return Equality(matrixOf(copy.M), vectorOf(copy.q));
    case NSDS_CLASS_FRICTION_CONTACT:
      return frictionOf(copy);
    case NSDS_CLASS_GLOBAL_FRICTION_CONTACT:
      return GlobalFrictionContact(globalContactOf(copy));
    case NSDS_CLASS_ROLLING_FRICTION_CONTACT:
      return rollingOf(copy);
    case NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT:
      return GlobalRollingFrictionContact(globalContactOf(copy), vectorOf(copy.muR));
    case NSDS_CLASS_GENERIC_MECHANICAL:
      return mechanicalOf(copy);
    default:
      throw std::invalid_argument("a copy of class " + copy.problemClass +
                                  ", which no step of a simulation has");
  }
}

}  // namespace nsds::problems
