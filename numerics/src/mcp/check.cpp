#include "nonlinear/check.hpp"

#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "linalg/vector_checks.hpp"
#include "mcp/problem.hpp"

namespace nsds::numerics::mcp {
namespace {

// Bounds that are not given are zero and infinite.
bool check_box(const nsds_mcp& given, const Sentence& sentence) {
  if (!check_bounds(given.size, given.lower, given.upper, sentence)) return false;
  if (given.lower != nullptr || given.upper == nullptr) return true;
  for (std::int32_t i = 0; i < given.size; ++i) {
    if (given.upper[i] >= 0.0) continue;
    sentence.write(
        "problem.upper[{}] is {}, below zero, which is the lower bound where problem.lower is null.", i,
        given.upper[i]);
    return false;
  }
  return true;
}

}  // namespace

std::optional<nonlinear::Map> check(const nsds_mcp* problem, Arena& arena, const Sentence& sentence) {
  if (!check_struct(problem, "nsds_mcp_init", sentence)) return std::nullopt;
  const nsds_mcp& given = *problem;
  if (!nonlinear::check_map(given.F, given.size, sentence) || !check_box(given, sentence) ||
      !nonlinear::check_units("scale_z", given.scale_z, given.size, sentence) ||
      !nonlinear::check_units("scale_w", given.scale_w, given.size, sentence))
    return std::nullopt;
  return std::optional<nonlinear::Map>(std::in_place, given.size, given.F,
                                       nonlinear::Bounds{given.lower, given.upper},
                                       nonlinear::Units{given.scale_z, given.scale_w}, arena);
}

}  // namespace nsds::numerics::mcp
