// The driver of linear equations.
#include "map_subject.hpp"
#include "nsds/numerics/equality.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

struct EqualityParts : MapParts {
  using MapParts::MapParts;
  static constexpr bool has_w = false;
  static constexpr auto init = nsds_equality_init;
  static constexpr auto solve = nsds_equality_solve;
  static constexpr auto residual = nsds_equality_residual;

  static bool proves(const DrawnMatrix& M, std::span<const double> q, std::span<const double> v) {
    return refutes(M, q, v);
  }
};

std::unique_ptr<Subject> draw_equality(Input& input) {
  return draw_map_subject<nsds_equality, EqualityParts>(input);
}

}  // namespace

void equality_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_EQUALITY, draw_equality, bytes);
}

}  // namespace nsds::fuzz
