// The backward half of 0 ∈ F(a) + T(a): the resolvent J_rho = (I + rho T)⁻¹, in units. Where T is the normal cone of K it is
// the projection onto K, whatever rho.
#pragma once

#include <span>

namespace nsds::numerics::monotone {

class Backward {
 public:
  Backward() = default;
  Backward(const Backward&) = delete;
  Backward& operator=(const Backward&) = delete;
  virtual ~Backward() = default;

  // out = J_rho(x), not x; x is finite. False: it was not found. Throws OperatorFailed where an operator of the user fails.
  virtual bool resolve(double rho, std::span<const double> x, std::span<double> out) = 0;

  // The residual of the class at a point of the domain of T where F is b.
  virtual double residual(std::span<const double> a, std::span<const double> b) = 0;

  // The point that was measured last is the best one so far.
  virtual void keep() {}
};

}  // namespace nsds::numerics::monotone
