// The driver of the relay problem.
#include "map_subject.hpp"
#include "nsds/numerics/relay.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

struct RelayParts : MapParts {
  static constexpr auto init = nsds_relay_init;
  static constexpr auto solve = nsds_relay_solve;
  static constexpr auto residual = nsds_relay_residual;

  RelayParts(Input& input, int n, Range range) : MapParts(input, n, range), bounds(input, n, range) {
    sound = bounds.ordered;
  }
  void enter(nsds_relay& problem) const {
    problem.lower = bounds.lower.data();
    problem.upper = bounds.upper.data();
  }
  // Of rows without bounds that contradict each other.
  bool proves(const DrawnMatrix& M, std::span<const double> q, std::span<const double> v) const {
    for (std::size_t i = 0; i < v.size(); ++i)
      if ((std::isfinite(bounds.lower[i]) || std::isfinite(bounds.upper[i])) && v[i] != 0.0) return false;
    return refutes(M, q, v);
  }

  Bounds bounds;
};

std::unique_ptr<Subject> draw_relay(Input& input) {
  return draw_map_subject<nsds_relay, RelayParts>(input);
}

}  // namespace

void relay_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_RELAY, draw_relay, bytes);
}

}  // namespace nsds::fuzz
