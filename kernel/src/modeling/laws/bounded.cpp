#include "nsds/kernel/modeling/laws/bounded.hpp"

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "modeling/law_checks.hpp"

namespace nsds {

RelayNSL::RelayNSL(double lower, double upper) : NonSmoothLaw("RelayNSL", 1), lower_(lower), upper_(upper) {
  check::that(lower <= upper && lower < std::numeric_limits<double>::infinity() &&
                  upper > -std::numeric_limits<double>::infinity(),
              "RelayNSL: [{}, {}] is not an interval", lower, upper);
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

bool MixedComplementarityNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setZero();
  return true;
}

NormalConeNSL::NormalConeNSL(MatrixConstRef H, VectorConstRef K)
    : NonSmoothLaw("NormalConeNSL", H.cols()), H_(H), K_(K) {
  check::that(H.rows() >= 1 && H.rows() == K.size(),
              "NormalConeNSL: H is ({} x {}) and K has {} numbers; they need as many rows, at least one",
              H.rows(), H.cols(), K.size());
  check::that(H.allFinite() && K.allFinite(), "NormalConeNSL: H or K holds a number that is not finite");
}

bool NormalConeNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setZero();
  return true;
}

}  // namespace nsds
