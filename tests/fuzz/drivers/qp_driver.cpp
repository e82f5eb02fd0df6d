// The driver of the quadratic program.
#include "nsds/numerics/qp.h"
#include "program_subject.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

struct QpFunctions {
  static constexpr auto init = nsds_qp_init;
  static constexpr auto solve = nsds_qp_solve;
  static constexpr auto residual = nsds_qp_residual;
  // Returns the place of the vector, for what spoils a struct.
  static const double*& enter(nsds_qp& problem, const nsds_matrix* matrix, const double* vector) {
    problem.Q = matrix;
    problem.p = vector;
    return problem.p;
  }
};

std::unique_ptr<Subject> draw_qp(Input& input) {
  return draw_program_subject<nsds_qp, QpFunctions>(input, 256);
}

}  // namespace

void qp_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_QP, draw_qp, bytes);
}

}  // namespace nsds::fuzz
