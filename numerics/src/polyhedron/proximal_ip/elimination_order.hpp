// The order in which a program was eliminated, kept for the next one of the same pattern.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "polyhedron/proximal_ip/program.hpp"

namespace nsds::numerics::polyhedron::proximal {

class EliminationOrder {
 public:
  // (n + m), empty where the pattern is another one.
  std::span<const std::int32_t> of(const Program& program) const;
  void keep(const Program& program, std::span<const std::int32_t> order);

 private:
  std::vector<std::int32_t> pattern_, order_;
};

}  // namespace nsds::numerics::polyhedron::proximal
