// The driver of the linear complementarity problem.
#include "map_subject.hpp"
#include "nsds/numerics/lcp.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

struct LcpParts : MapParts {
  using MapParts::MapParts;
  static constexpr auto init = nsds_lcp_init;
  static constexpr auto solve = nsds_lcp_solve;
  static constexpr auto residual = nsds_lcp_residual;

  // y >= 0, M'y <= 0, q'y < 0: no z >= 0 has M z + q >= 0.
  static bool proves(const DrawnMatrix& M, std::span<const double> q, std::span<const double> y) {
    Sum gap;
    for (std::size_t j = 0; j < q.size(); ++j) {
      const Sum column = transposed_product(M, y, static_cast<int>(j));
      if (!(y[j] >= 0.0) || !(column.value <= column.tolerance())) return false;
      gap.add(q[j], y[j]);
    }
    return gap.value < 0.0;
  }
};

std::unique_ptr<Subject> draw_lcp(Input& input) {
  return draw_map_subject<nsds_lcp, LcpParts>(input);
}

}  // namespace

void lcp_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_LCP, draw_lcp, bytes);
}

}  // namespace nsds::fuzz
