// The driver of linear equations.
#include "map_subject.hpp"
#include "nsds/numerics/equality.h"

namespace nsds::fuzz {

const nsds_class subject_class = NSDS_CLASS_EQUALITY;

namespace {

struct Parts : MapParts {
  using MapParts::MapParts;
  static constexpr bool has_w = false;
  static constexpr auto init = nsds_equality_init;
  static constexpr auto solve = nsds_equality_solve;
  static constexpr auto residual = nsds_equality_residual;

  // M'v = 0 and q'v > 0: no z has M z + q = 0.
  static bool proves(const DrawnMatrix& M, std::span<const double> q, std::span<const double> v) {
    Sum gap;
    for (std::size_t j = 0; j < q.size(); ++j) {
      const Sum column = transposed_product(M, v, static_cast<int>(j));
      if (!(std::fabs(column.value) <= column.tolerance())) return false;
      gap.add(q[j], v[j]);
    }
    return gap.value > 0.0;
  }
};

}  // namespace

std::unique_ptr<Subject> draw_subject(Input& input) {
  return draw_map_subject<nsds_equality, Parts>(input);
}

}  // namespace nsds::fuzz
