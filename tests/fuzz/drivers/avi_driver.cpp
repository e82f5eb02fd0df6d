// The driver of the affine variational inequality.
#include "nsds/numerics/avi.h"
#include "program_subject.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

struct AviFunctions {
  static constexpr auto init = nsds_avi_init;
  static constexpr auto solve = nsds_avi_solve;
  static constexpr auto residual = nsds_avi_residual;
  // Returns the place of the vector, for what spoils a struct.
  static const double*& enter(nsds_avi& problem, const nsds_matrix* matrix, const double* vector) {
    problem.M = matrix;
    problem.q = vector;
    return problem.q;
  }
};

std::unique_ptr<Subject> draw_avi(Input& input) {
  return draw_program_subject<nsds_avi, AviFunctions>(input, 64);
}

}  // namespace

void avi_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_AVI, draw_avi, bytes);
}

}  // namespace nsds::fuzz
