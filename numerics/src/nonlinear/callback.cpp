#include "nonlinear/callback.hpp"

namespace nsds::numerics::nonlinear {

void CallbackFailed::describe(const Sentence& sentence) const {
  if (threw) return sentence.write("problem.{}{} has thrown an exception.", where, callback);
  sentence.write("problem.{}{} returned {}, which stands for failure.", where, callback, code);
}

}  // namespace nsds::numerics::nonlinear
