#include "first_order/normal_cone_law.hpp"

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/laws/complementarity.hpp"

namespace nsds {

std::unique_ptr<NonSmoothLaw> normalConeLaw(const ConvexSet& K, Index rows) {
  if (std::holds_alternative<FreeSet>(K)) return std::make_unique<EqualityConditionNSL>(rows);
  if (std::holds_alternative<OrthantSet>(K)) return std::make_unique<ComplementarityConditionNSL>();
  if (const std::optional<MixedSet> box = convex::bounds(K, rows); box.has_value())
    return std::make_unique<MixedComplementarityNSL>(box->lower, box->upper);
  if (const std::optional<PolyhedronSet> faces = convex::polyhedron(K, rows); faces.has_value())
    return std::make_unique<NormalConeNSL>(faces->H, faces->K);
  return std::make_unique<NormalConeNSL>(rows, std::get<ProjectorSet>(K));
}

}  // namespace nsds
