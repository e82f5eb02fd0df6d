// Bard-type principal pivoting: the most negative basic variable, in its unit, changes places with its
// complement [Zoutendijk 1960; Bard 1972; CPS 4.2]. Short on most problems, but it may cycle, also for
// P-matrices. As long as the number of negative variables has reached a new least value within the last n +
// 10 pivots the rule stays; otherwise the least index pivots until it does, which makes the method finite for
// P-matrices [Judice, Pires 1994].
//
// Default max_iterations: 10000 + 100 n pivots.
#include "lcp/pivoting/single_pivoting.hpp"

namespace nsds::numerics::lcp {
namespace {

class MostNegative {
 public:
  int operator()(const Dictionary& dictionary) {
    int count = 0;
    int worst = -1;
    double largest = 0.0;
    for (int i = 0; i < dictionary.n(); ++i) {
      if (!is_negative(dictionary, i)) continue;
      ++count;
      const double size = -dictionary.constant(i) / dictionary.unit(dictionary.basic(i));
      if (size <= largest) continue;
      largest = size;
      worst = i;
    }
    if (best_ < 0 || count < best_) {
      best_ = count;
      waiting_ = 0;
    }
    return waiting_++ <= dictionary.n() + 10 ? worst : least_infeasible(dictionary);
  }

 private:
  int best_ = -1;  // the least number of negative variables so far
  int waiting_ = 0;
};

}  // namespace

SolverClaim solve_bard(const Lcp& problem, double* z, SolveContext& context) {
  return pivot_one_by_one(problem, z, context, MostNegative());
}

}  // namespace nsds::numerics::lcp
