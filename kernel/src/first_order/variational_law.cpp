#include "first_order/variational_law.hpp"

#include <variant>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/laws/complementarity.hpp"

namespace nsds {

namespace {

struct LawOfSet {
  using Law = std::unique_ptr<NonSmoothLaw>;
  Index rows;

  Law operator()(const FreeSet&) const { return std::make_unique<EqualityConditionNSL>(rows); }
  Law operator()(const OrthantSet&) const { return std::make_unique<ComplementarityConditionNSL>(); }
  Law operator()(const BoxSet& K) const {
    return std::make_unique<MixedComplementarityNSL>(Vector::Constant(rows, K.lower),
                                                     Vector::Constant(rows, K.upper));
  }
  Law operator()(const MixedSet& K) const {
    check::size("the set K", "its lower bound", K.lower.size(), rows);
    return std::make_unique<MixedComplementarityNSL>(K.lower, K.upper);
  }
  Law operator()(const PolyhedronSet& K) const {
    check::shape("the set K", "H", K.H, K.H.rows(), rows);
    return std::make_unique<NormalConeNSL>(K.H, K.K);
  }
  Law operator()(const ProjectorSet& K) const { return std::make_unique<NormalConeNSL>(rows, K); }
};

}  // namespace

std::unique_ptr<NonSmoothLaw> normalConeLaw(const ConvexSet& K, Index rows) {
  return std::visit(LawOfSet{rows}, K);
}

}  // namespace nsds
