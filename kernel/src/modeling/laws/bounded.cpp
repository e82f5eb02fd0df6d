#include "nsds/kernel/modeling/laws/bounded.hpp"

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "modeling/law_checks.hpp"

namespace nsds {

namespace {

AdmissibleSet ofMultiplier(ConvexSet set) {
  return std::visit([](auto& kind) { return AdmissibleSet(std::move(kind)); }, set);
}

}  // namespace

RelayNSL::RelayNSL(double lower, double upper)
    : NonSmoothLaw("RelayNSL", 1), lower_(lower), upper_(upper), levels_(BoxSet{lower, upper}) {
  check::that(lower <= upper && lower < std::numeric_limits<double>::infinity() &&
                  upper > -std::numeric_limits<double>::infinity(),
              "RelayNSL: [{}, {}] is not an interval", lower, upper);
}

RelayNSL::RelayNSL(VaryingSet levels)
    : NonSmoothLaw("RelayNSL", 1), lower_(0.0), upper_(0.0), levels_(std::move(levels)) {
  check::that(std::holds_alternative<BoxSet>(levels_.kind()), "RelayNSL: its levels are a BoxSet");
}

AdmissibleSet RelayNSL::doAdmissibleSetAt(double t, VectorConstRef x) const {
  return std::get<BoxSet>(levels_.at(t, x));
}

bool RelayNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients[0] = 0.0;
  return true;
}

MixedComplementarityNSL::MixedComplementarityNSL(Index equalities, Index complementarities)
    : NonSmoothLaw("MixedComplementarityNSL", std::max<Index>(equalities, 0) + complementarities) {
  check::that(equalities >= 0 && complementarities >= 0,
              "MixedComplementarityNSL: {} equalities and {} complementarities", equalities,
              complementarities);
  lower_.setConstant(blockSize(), -infinity);
  lower_.tail(complementarities).setZero();
  upper_.setConstant(blockSize(), infinity);
}

MixedComplementarityNSL::MixedComplementarityNSL(VectorConstRef lower, VectorConstRef upper)
    : NonSmoothLaw("MixedComplementarityNSL", lower.size()), lower_(lower), upper_(upper) {
  check::setOf(*this);
}

MixedComplementarityNSL::MixedComplementarityNSL(Index size, VaryingSet bounds)
    : NonSmoothLaw("MixedComplementarityNSL", size),
      lower_(Vector::Zero(size)),
      upper_(Vector::Zero(size)),
      bounds_(std::move(bounds)) {
  check::that(std::holds_alternative<MixedSet>(bounds_.kind()),
              "MixedComplementarityNSL: its bounds are a MixedSet");
}

AdmissibleSet MixedComplementarityNSL::doAdmissibleSetAt(double t, VectorConstRef x) const {
  return std::get<MixedSet>(bounds_.at(t, x));
}

bool MixedComplementarityNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setZero();
  return true;
}

NormalConeNSL::NormalConeNSL(MatrixConstRef H, VectorConstRef K)
    : NonSmoothLaw("NormalConeNSL", H.cols()), P_(PolyhedronSet{H, K}) {
  check::that(H.rows() >= 1 && H.rows() == K.size(),
              "NormalConeNSL: H is ({} x {}) and K has {} numbers; they need as many rows, at least one",
              H.rows(), H.cols(), K.size());
  check::that(H.allFinite() && K.allFinite(), "NormalConeNSL: H or K holds a number that is not finite");
}

NormalConeNSL::NormalConeNSL(Index size, VaryingSet P)
    : NonSmoothLaw("NormalConeNSL", size), P_(std::move(P)) {
  P_.fitKind(size);
  check::setOf(*this);
}

AdmissibleSet NormalConeNSL::doAdmissibleSet() const {
  return ofMultiplier(P_.kind());
}

AdmissibleSet NormalConeNSL::doAdmissibleSetAt(double t, VectorConstRef x) const {
  return ofMultiplier(P_.at(t, x));
}

bool NormalConeNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setZero();
  return true;
}

SweepingNSL::SweepingNSL(Index size, VaryingSet K) : NonSmoothLaw("SweepingNSL", size), K_(std::move(K)) {
  K_.fitKind(size);
  check::setOf(*this);
}

AdmissibleSet SweepingNSL::doAdmissibleSetAt(double t, VectorConstRef x) const {
  return OutputSet{K_.at(t, x)};
}

bool SweepingNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setZero();
  return true;
}

}  // namespace nsds
