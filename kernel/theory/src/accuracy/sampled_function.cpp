// Samples of a function with jumps: they are checked where they come in, so that measures need not.
#include "nsds/theory/accuracy/sampled_function.hpp"

#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

SampledFunction::SampledFunction(Index dimension) : dimension_(dimension) {
  check::that(dimension >= 1, "SampledFunction: the dimension is {}, at least 1 expected", dimension);
}

void SampledFunction::append(double t, VectorConstRef left, VectorConstRef right) {
  check::that(std::isfinite(t), "SampledFunction: the instant is {}", t);
  check::that(times_.empty() || t > times_.back(),
              "SampledFunction: the instant {} is not later than the last, {}", t,
              times_.empty() ? t : times_.back());
  check::size("SampledFunction", "the left limit", left.size(), dimension_);
  check::size("SampledFunction", "the right limit", right.size(), dimension_);
  check::finite("SampledFunction", "the left limit", left);
  check::finite("SampledFunction", "the right limit", right);
  times_.push_back(t);
  limits_.insert(limits_.end(), left.data(), left.data() + dimension_);
  limits_.insert(limits_.end(), right.data(), right.data() + dimension_);
}

void SampledFunction::append(double t, double left, double right) {
  using One = Eigen::Matrix<double, 1, 1>;
  append(t, One(left), One(right));
}

void SampledFunction::reserve(std::size_t instants) {
  times_.reserve(instants);
  limits_.reserve(2 * instants * static_cast<std::size_t>(dimension_));
}

}  // namespace nsds
