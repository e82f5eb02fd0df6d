// Writes quadratic programs and variational inequalities, which differ in names alone.
#include <ostream>

#include "nsds/numerics/registry.h"
#include "nsds/problems/avi.hpp"
#include "nsds/problems/qp.hpp"
#include "writing/nm_write.hpp"
#include "writing/problem_file.hpp"
#include "writing/write_bounds.hpp"

namespace nsds::problems {

namespace {

// Writes everything but the class.
template <class View>
void writeProgram(std::ostream& out, const View& problem, const nsds_matrix& M, const char* vector,
                  const double* q) {
  out << problem.size << ' ' << problem.inequalities << ' ' << problem.equalities << '\n';
  writeMatrix(out, M);
  writeVector(out, vector, q, problem.size);
  if (problem.inequalities > 0) {
    writeMatrix(out, *problem.A);
    writeVector(out, "b", problem.b, problem.inequalities);
  }
  if (problem.equalities > 0) {
    writeMatrix(out, *problem.C);
    writeVector(out, "d", problem.d, problem.equalities);
  }
  writeBounds(out, problem.size, problem.lower, problem.upper);
}

}  // namespace

void writeQp(std::ostream& out, const nsds_qp& problem) {
  writeProgram(out, problem, *problem.Q, "p", problem.p);
  out << nsds_class_name(NSDS_CLASS_QP) << '\n';
}

void writeQp(const std::filesystem::path& file, const nsds_qp& problem) {
  writeProblemFile(file, problem, writeQp);
}

void writeAvi(std::ostream& out, const nsds_avi& problem) {
  writeProgram(out, problem, *problem.M, "q", problem.q);
  out << nsds_class_name(NSDS_CLASS_AVI) << '\n';
}

void writeAvi(const std::filesystem::path& file, const nsds_avi& problem) {
  writeProblemFile(file, problem, writeAvi);
}

}  // namespace nsds::problems
