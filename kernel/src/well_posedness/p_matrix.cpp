#include "nsds/kernel/well_posedness/p_matrix.hpp"

#include "modeling/checks.hpp"
#include "nsds/numerics/cpp/analysis.hpp"

namespace nsds {

namespace {

Answer asAnswer(nsds_p_answer answer) {
  return answer == NSDS_P_UNDECIDED ? Answer::undecided : answerOf(answer == NSDS_P_YES);
}

}  // namespace

PMatrixAnswer isPMatrix(MatrixConstRef S) {
  check::shape("isPMatrix", "the matrix", S, S.rows(), S.rows());
  check::finite("isPMatrix", "the matrix", S);
  const Matrix matrix = S;
  PMatrixAnswer result;
  try {
    const numerics::PMatrix found = numerics::is_p(numerics::view(matrix));
    result.answer = asAnswer(found.answer);
    result.message = found.message;
    for (Index i = 0; i < found.index_set.size(); ++i)
      if (found.index_set[i] != 0) result.minor.push_back(i);
    if (found.x.size() > 0 && !found.x.isZero(0.0)) result.witness = found.x;
  } catch (const numerics::Error& error) {
    if (error.status() != NSDS_NOT_APPLICABLE) throw Error(error.what());
    result.message = error.what();
  }
  return result;
}

}  // namespace nsds
