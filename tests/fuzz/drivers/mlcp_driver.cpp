// The driver of the mixed linear complementarity problem.
#include "map_subject.hpp"
#include "nsds/numerics/mlcp.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

// The marks, now and then with one that is none.
struct MlcpParts : MapParts {
  static constexpr auto init = nsds_mlcp_init;
  static constexpr auto solve = nsds_mlcp_solve;
  static constexpr auto residual = nsds_mlcp_residual;

  MlcpParts(Input& input, int n, Range range) : MapParts(input, n, range) {
    for (int i = 0; i < n; ++i) complementary.push_back(input.chance(144) ? 1 : 0);
    sound = n == 0 || !input.chance(4);
    if (!sound) complementary[input.byte() % complementary.size()] = 2;
  }
  void enter(nsds_mlcp& problem) const { problem.complementary = complementary.data(); }
  // Of equality rows that contradict each other.
  bool proves(const DrawnMatrix& M, std::span<const double> q, std::span<const double> v) const {
    for (std::size_t i = 0; i < v.size(); ++i)
      if (complementary[i] != 0 && v[i] != 0.0) return false;
    return refutes(M, q, v);
  }

  std::vector<unsigned char> complementary;
};

std::unique_ptr<Subject> draw_mlcp(Input& input) {
  return draw_map_subject<nsds_mlcp, MlcpParts>(input);
}

}  // namespace

void mlcp_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_MLCP, draw_mlcp, bytes);
}

}  // namespace nsds::fuzz
