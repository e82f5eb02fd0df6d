// Writes problems of a square matrix with vectors: LCPs, MLCPs, relay problems and systems of equations.
#include <ostream>

#include "nsds/numerics/registry.h"
#include "nsds/problems/equality.hpp"
#include "nsds/problems/lcp.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/relay.hpp"
#include "writing/nm_write.hpp"
#include "writing/problem_file.hpp"
#include "writing/write_bounds.hpp"

namespace nsds::problems {

namespace {

// Writes n, NM(M) and q.
void writeSquare(std::ostream& out, std::int32_t size, const nsds_matrix& M, const double* q) {
  out << size << '\n';
  writeMatrix(out, M);
  writeVector(out, "q", q, size);
}

}  // namespace

void writeLcp(std::ostream& out, const nsds_lcp& problem) {
  writeSquare(out, problem.size, *problem.M, problem.q);
}

void writeLcp(const std::filesystem::path& file, const nsds_lcp& problem) {
  writeProblemFile(file, problem, writeLcp);
}

void writeMlcp(std::ostream& out, const nsds_mlcp& problem) {
  const std::int32_t size = problem.size;
  std::int32_t free = 0;
  for (std::int32_t i = 0; i < size; ++i) free += problem.complementary[i] == 0 ? 1 : 0;
  out << "1 0 " << free << ' ' << size - free << "\n0";
  for (std::int32_t i = 1; i <= size; ++i)
    if (i == size || problem.complementary[i] != problem.complementary[i - 1]) out << ' ' << i;
  out << '\n';
  for (std::int32_t i = 0; i < size; ++i)
    if (i == 0 || problem.complementary[i] != problem.complementary[i - 1])
      out << int{problem.complementary[i]} << ' ';
  out << '\n';
  writeMatrix(out, *problem.M);
  writeVector(out, "q", problem.q, size);
}

void writeMlcp(const std::filesystem::path& file, const nsds_mlcp& problem) {
  writeProblemFile(file, problem, writeMlcp);
}

void writeRelay(std::ostream& out, const nsds_relay& problem) {
  writeSquare(out, problem.size, *problem.M, problem.q);
  writeBounds(out, problem.size, problem.lower, problem.upper);
}

void writeRelay(const std::filesystem::path& file, const nsds_relay& problem) {
  writeProblemFile(file, problem, writeRelay);
}

void writeEquality(std::ostream& out, const nsds_equality& problem) {
  writeSquare(out, problem.size, *problem.M, problem.q);
  out << nsds_class_name(NSDS_CLASS_EQUALITY) << '\n';
}

void writeEquality(const std::filesystem::path& file, const nsds_equality& problem) {
  writeProblemFile(file, problem, writeEquality);
}

}  // namespace nsds::problems
