#include "nsds/problems/problem_copy.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "nsds/numerics/registry.h"
#include "nsds/problems/avi.hpp"
#include "nsds/problems/equality.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/generic_mechanical.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/lcp.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/relay.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"
#include "writing/checks.hpp"
#include "writing/problem_file.hpp"

namespace nsds::problems {

namespace {

std::int32_t sizeOf(std::span<const double> vector) {
  constexpr std::size_t largest = std::numeric_limits<std::int32_t>::max();
  require(vector.size() <= largest, "a vector has more entries than 32 bits count");
  return static_cast<std::int32_t>(vector.size());
}

/// The matrix, which must have this size.
nsds_matrix viewOf(const CopiedMatrix& from, std::size_t rows, std::size_t cols, const char* what) {
  require(std::cmp_equal(from.rows, rows) && std::cmp_equal(from.cols, cols), what);
  const auto height = static_cast<std::int32_t>(rows);
  return nsds_matrix_dense(height, static_cast<std::int32_t>(cols), from.values,
                           std::max<std::int32_t>(1, height));
}

nsds_matrix squareOf(const CopiedProblem& copy) {
  return viewOf(copy.M, copy.q.size(), copy.q.size(), "M must be (n x n), n the size of q");
}

void requireBounds(const CopiedProblem& copy) {
  require(copy.lower.size() == copy.q.size() && copy.upper.size() == copy.q.size(),
          "lower and upper must be (n)");
}

/// A problem of M and q, to which the caller adds what else its class has, before it is written.
template <class Problem>
struct Square {
  Square(const CopiedProblem& copy, void (*init)(Problem*)) : M(squareOf(copy)) {
    init(&problem);
    problem.size = sizeOf(copy.q);
    problem.M = &M;
    problem.q = copy.q.data();
  }
  Square(const Square&) = delete;
  Square& operator=(const Square&) = delete;
  ~Square() = default;

  nsds_matrix M;
  Problem problem;
};

void writeMlcpOf(std::ostream& out, const CopiedProblem& copy) {
  requireBounds(copy);
  std::vector<unsigned char> complementary;
  for (const double lower : copy.lower) complementary.push_back(lower == 0.0 ? 1 : 0);
  Square square(copy, nsds_mlcp_init);
  square.problem.complementary = complementary.data();
  writeMlcp(out, square.problem);
}

void writeRelayOf(std::ostream& out, const CopiedProblem& copy) {
  requireBounds(copy);
  Square square(copy, nsds_relay_init);
  square.problem.lower = copy.lower.data();
  square.problem.upper = copy.upper.data();
  writeRelay(out, square.problem);
}

void writeAviOf(std::ostream& out, const CopiedProblem& copy) {
  requireBounds(copy);
  Square square(copy, nsds_avi_init);
  nsds_matrix A;
  if (!copy.b.empty()) {
    A = viewOf(copy.A, copy.b.size(), copy.q.size(), "A must be (m x n), m the size of b");
    square.problem.inequalities = sizeOf(copy.b);
    square.problem.A = &A;
    square.problem.b = copy.b.data();
  }
  square.problem.lower = copy.lower.data();
  square.problem.upper = copy.upper.data();
  writeAvi(out, square.problem);
}

/// The numbers of rows that a contact may have in a class: in the plane and in space.
struct RowsOfContact {
  std::size_t plane, space;
};
constexpr RowsOfContact kFriction{2, 3}, kRolling{3, 5};

/// How many rows each of the contacts has. Where there are none, one number is as good as the other.
std::int32_t dimensionOf(std::size_t rows, std::size_t contacts, const RowsOfContact& of) {
  if (rows == 0 && contacts == 0) return 3;
  for (const std::size_t dimension : {of.plane, of.space})
    if (rows == dimension * contacts) return static_cast<std::int32_t>(dimension);
  throw std::invalid_argument("mu must have a coefficient for each contact");
}

template <class Problem>
void fillContacts(const CopiedProblem& copy, const nsds_matrix& W, const RowsOfContact& of,
                  Problem& problem) {
  problem.dimension = dimensionOf(copy.q.size(), copy.mu.size(), of);
  problem.contacts = sizeOf(copy.mu);
  problem.W = &W;
  problem.q = copy.q.data();
  problem.mu = copy.mu.data();
}

void writeFrictionOf(std::ostream& out, const CopiedProblem& copy) {
  const nsds_matrix W = squareOf(copy);
  nsds_friction_contact problem;
  nsds_friction_contact_init(&problem);
  fillContacts(copy, W, kFriction, problem);
  writeFrictionContact(out, problem);
}

void requireRolling(const CopiedProblem& copy) {
  require(copy.muR.size() == copy.mu.size(), "muR must have a coefficient for each contact");
}

void writeRollingOf(std::ostream& out, const CopiedProblem& copy) {
  requireRolling(copy);
  const nsds_matrix W = squareOf(copy);
  nsds_rolling_friction_contact problem;
  nsds_rolling_friction_contact_init(&problem);
  fillContacts(copy, W, kRolling, problem);
  problem.mu_r = copy.muR.data();
  writeRollingFrictionContact(out, problem);
}

/// A problem in global form: A v = b of the copy is G v = d there, and w is b.
template <class Problem>
struct GlobalForm {
  GlobalForm(const CopiedProblem& copy, void (*init)(Problem*), const RowsOfContact& of)
      : M(squareOf(copy)),
        H(viewOf(copy.H, copy.q.size(), copy.w.size(), "H must be (n x d nc), d nc the size of w")) {
    init(&problem);
    problem.dimension = dimensionOf(copy.w.size(), copy.mu.size(), of);
    problem.contacts = sizeOf(copy.mu);
    problem.size = sizeOf(copy.q);
    problem.M = &M;
    problem.H = &H;
    problem.q = copy.q.data();
    problem.b = copy.w.data();
    problem.mu = copy.mu.data();
    if (copy.b.empty()) return;
    G = viewOf(copy.A, copy.b.size(), copy.q.size(), "A must be (m x n), m the size of b");
    problem.constraints = sizeOf(copy.b);
    problem.G = &G;
    problem.d = copy.b.data();
  }
  GlobalForm(const GlobalForm&) = delete;
  GlobalForm& operator=(const GlobalForm&) = delete;
  ~GlobalForm() = default;

  nsds_matrix M, H, G{};
  Problem problem;
};

void writeGlobalOf(std::ostream& out, const CopiedProblem& copy) {
  const GlobalForm form(copy, nsds_global_friction_contact_init, kFriction);
  writeGlobalFrictionContact(out, form.problem);
}

void writeGlobalRollingOf(std::ostream& out, const CopiedProblem& copy) {
  requireRolling(copy);
  GlobalForm form(copy, nsds_global_rolling_friction_contact_init, kRolling);
  form.problem.mu_r = copy.muR.data();
  writeGlobalRollingFrictionContact(out, form.problem);
}

void requireBlocks(const CopiedProblem& copy) {
  requireBounds(copy);
  const std::size_t count = copy.mu.size();
  const auto& starts = copy.blockStarts;
  require(starts.size() == count + 1, "blockStarts must be (nb + 1), nb the size of mu");
  require(copy.blockKinds.size() == count, "blockKinds must be (nb), nb the size of mu");
  require(starts.front() == 0 && std::cmp_equal(starts.back(), copy.q.size()) &&
              std::adjacent_find(starts.begin(), starts.end(), std::greater_equal<>()) == starts.end(),
          "blockStarts must increase from 0 to n");
  for (std::size_t k = 0; k < count; ++k) {
    const std::int32_t rows = starts[k + 1] - starts[k];
    require(copy.blockKinds[k] != NSDS_BLOCK_FRICTION || rows == 2 || rows == 3,
            "a friction block must have 2 or 3 rows");
  }
}

void writeMechanicalOf(std::ostream& out, const CopiedProblem& copy) {
  requireBlocks(copy);
  const nsds_matrix W = squareOf(copy);
  nsds_generic_mechanical problem;
  nsds_generic_mechanical_init(&problem);
  problem.size = sizeOf(copy.q);
  problem.blocks = sizeOf(copy.mu);
  problem.W = &W;
  problem.q = copy.q.data();
  problem.block_starts = copy.blockStarts.data();
  problem.kinds = copy.blockKinds.data();
  problem.mu = copy.mu.data();
  problem.lower = copy.lower.data();
  problem.upper = copy.upper.data();
  writeGenericMechanical(out, problem);
}

void writeCopy(std::ostream& out, const CopiedProblem& copy) {
  nsds_class problemClass{};
  require(nsds_class_find(copy.problemClass.c_str(), &problemClass) != 0,
          "the problem is of no class there is");
  switch (problemClass) {
    case NSDS_CLASS_LCP:
      return writeLcp(out, Square(copy, nsds_lcp_init).problem);
    case NSDS_CLASS_MLCP:
      return writeMlcpOf(out, copy);
    case NSDS_CLASS_RELAY:
      return writeRelayOf(out, copy);
    case NSDS_CLASS_AVI:
      return writeAviOf(out, copy);
    case NSDS_CLASS_EQUALITY:
      return writeEquality(out, Square(copy, nsds_equality_init).problem);
    case NSDS_CLASS_FRICTION_CONTACT:
      return writeFrictionOf(out, copy);
    case NSDS_CLASS_GLOBAL_FRICTION_CONTACT:
      return writeGlobalOf(out, copy);
    case NSDS_CLASS_ROLLING_FRICTION_CONTACT:
      return writeRollingOf(out, copy);
    case NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT:
      return writeGlobalRollingOf(out, copy);
    case NSDS_CLASS_GENERIC_MECHANICAL:
      return writeMechanicalOf(out, copy);
    default:
      throw std::invalid_argument("a copy of class " + copy.problemClass +
                                  ", which no step of a simulation has");
  }
}

}  // namespace

void writeProblem(const std::filesystem::path& file, const CopiedProblem& copy) {
  writeProblemFile(file, copy, writeCopy);
}

}  // namespace nsds::problems
