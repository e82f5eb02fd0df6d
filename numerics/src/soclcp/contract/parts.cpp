#include "soclcp/contract/parts.hpp"

#include "linalg/entries.hpp"

namespace nsds::numerics::soclcp {
namespace {

bool is_one_part(const nsds_cone& cone) {
  return cone.kind == NSDS_CONE_LORENTZ && cone.size > 1;
}

std::size_t part_count(const nsds_cone& cone) {
  return is_one_part(cone) ? 1 : index(cone.size);
}

}  // namespace

Division division_of(const nsds_soclcp& given, Arena& arena) {
  std::size_t count = 0;
  for (std::int32_t k = 0; k < given.cone_count; ++k) count += part_count(given.cones[k]);
  const std::span<Part> parts = arena.take<Part>(count);
  const std::span<std::int32_t> part_of = arena.take<std::int32_t>(index(given.size));
  std::size_t row = 0, next = 0;
  for (std::int32_t k = 0; k < given.cone_count; ++k) {
    const nsds_cone& cone = given.cones[k];
    const PartKind kind = is_one_part(cone)             ? PartKind::lorentz
                          : cone.kind == NSDS_CONE_FREE ? PartKind::free
                                                        : PartKind::half_line;
    const std::size_t rows = is_one_part(cone) ? index(cone.size) : 1;
    for (std::size_t left = part_count(cone); left > 0; --left, ++next) {
      parts[next] = {row, rows, kind, cone.mu};
      for (const std::size_t end = row + rows; row < end; ++row)
        part_of[row] = static_cast<std::int32_t>(next);
    }
  }
  return {parts, part_of};
}

}  // namespace nsds::numerics::soclcp
