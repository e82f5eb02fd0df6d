// A system that fails on its way.
#pragma once

#include <limits>

#include "mechanisms/pendulum.hpp"

namespace nsds::test {

/// The pendulum until its force fails.
class Failing : public mechanisms::Pendulum {
 public:
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override {
    Pendulum::force(t, q, v, F);
    if (t <= 0.2) return;
    if (throws) throw Error("the force at t > 0.2 is not known");
    F.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
  bool throws = true;
};

}  // namespace nsds::test
