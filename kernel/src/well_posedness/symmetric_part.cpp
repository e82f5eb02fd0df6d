#include "nsds/kernel/well_posedness/symmetric_part.hpp"

#include "linalg/eigenvalues.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

SymmetricPart symmetricPart(MatrixConstRef S) {
  check::shape("symmetricPart", "the matrix", S, S.rows(), S.rows());
  check::finite("symmetricPart", "the matrix", S);
  return {symmetricEigen(0.5 * (S + S.transpose())).values.minCoeff(),
          8.0 * static_cast<double>(S.rows()) * epsilon * S.norm()};
}

}  // namespace nsds
