// The driver of the affine variational inequality.
#include "nsds/numerics/avi.h"
#include "program_subject.hpp"

namespace nsds::fuzz {

const nsds_class subject_class = NSDS_CLASS_AVI;

namespace {

struct Functions {
  static constexpr auto init = nsds_avi_init;
  static constexpr auto solve = nsds_avi_solve;
  static constexpr auto residual = nsds_avi_residual;
  static void enter(nsds_avi& problem, const nsds_matrix* matrix, const double* vector) {
    problem.M = matrix;
    problem.q = vector;
  }
  static const double*& vector(nsds_avi& problem) { return problem.q; }
};

}  // namespace

std::unique_ptr<Subject> draw_subject(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 8);
  const bool symmetric = input.chance(64);
  return std::make_unique<ProgramSubject<nsds_avi, Functions>>(input, n, range, symmetric);
}

}  // namespace nsds::fuzz
