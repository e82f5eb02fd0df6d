// The driver of the quadratic program.
#include "nsds/numerics/qp.h"
#include "program_subject.hpp"

namespace nsds::fuzz {

const nsds_class subject_class = NSDS_CLASS_QP;

namespace {

struct Functions {
  static constexpr auto init = nsds_qp_init;
  static constexpr auto solve = nsds_qp_solve;
  static constexpr auto residual = nsds_qp_residual;
  static void enter(nsds_qp& problem, const nsds_matrix* matrix, const double* vector) {
    problem.Q = matrix;
    problem.p = vector;
  }
  static const double*& vector(nsds_qp& problem) { return problem.p; }
};

}  // namespace

std::unique_ptr<Subject> draw_subject(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 8);
  return std::make_unique<ProgramSubject<nsds_qp, Functions>>(input, n, range, true);
}

}  // namespace nsds::fuzz
