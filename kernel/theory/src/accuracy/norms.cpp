// Grid norms, and the uniform distance of two sampled functions.
#include "nsds/theory/accuracy/norms.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

GridNorm::GridNorm(double p) : p_(p) {
  check::that(p >= 1.0, "GridNorm: p is {}, a number from 1 to infinity expected", p);
}

void GridNorm::add(double h, double error) {
  check::that(std::isfinite(h) && h >= 0.0, "GridNorm: the step is {}", h);
  check::that(std::isfinite(error), "GridNorm: the error is {}", error);
  const double size = std::abs(error);
  if (size > largest_) {
    if (sum_ > 0.0) sum_ *= std::pow(largest_ / size, p_);
    largest_ = size;
  }
  if (size > 0.0 && std::isfinite(p_)) sum_ += h * std::pow(size / largest_, p_);
}

double GridNorm::value() const {
  return std::isfinite(p_) ? largest_ * std::pow(sum_, 1.0 / p_) : largest_;
}

namespace {

// The limits of a sampled function at instants that only grow.
class Walk {
 public:
  explicit Walk(const SampledFunction& f) : f_(f), left_(f.dimension()), right_(f.dimension()) {}

  // t within the instants of f.
  void moveTo(double t) {
    while (next_ < f_.size() && f_.time(next_) < t) ++next_;
    if (f_.time(next_) == t) {
      left_ = f_.left(next_);
      right_ = f_.right(next_);
      return;
    }
    const double before = f_.time(next_ - 1);
    const double share = (t - before) / (f_.time(next_) - before);
    left_ = (1.0 - share) * f_.right(next_ - 1) + share * f_.left(next_);
    right_ = left_;
  }
  const Vector& left() const { return left_; }
  const Vector& right() const { return right_; }

 private:
  const SampledFunction& f_;
  std::size_t next_ = 0;  // the first instant that is not before t
  Vector left_;
  Vector right_;
};

}  // namespace

double uniformDistance(const SampledFunction& f, const SampledFunction& g) {
  check::that(f.dimension() == g.dimension(), "uniformDistance: values of {} and of {} entries",
              f.dimension(), g.dimension());
  check::that(!f.empty() && !g.empty(), "uniformDistance: a function without samples");
  const double from = std::max(f.time(0), g.time(0));
  const double to = std::min(f.time(f.size() - 1), g.time(g.size() - 1));
  check::that(from <= to, "uniformDistance: the functions have no instant in common");

  // Between two instants of the union f − g is affine and its norm convex: the largest values are limits at instants.
  double distance = 0.0;
  Walk ofF(f), ofG(g);
  const auto visit = [&](double t) {
    ofF.moveTo(t);
    ofG.moveTo(t);
    distance = std::max({distance, (ofF.left() - ofG.left()).norm(), (ofF.right() - ofG.right()).norm()});
  };
  std::size_t i = 0, j = 0;
  while (f.time(i) < from) ++i;
  while (g.time(j) < from) ++j;
  while (i < f.size() || j < g.size()) {
    const bool next = j == g.size() || (i < f.size() && f.time(i) <= g.time(j));
    const double t = next ? f.time(i++) : g.time(j++);
    if (t > to) break;
    visit(t);
  }
  return distance;
}

}  // namespace nsds
