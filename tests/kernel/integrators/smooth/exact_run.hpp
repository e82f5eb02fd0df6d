// Motions known exactly, from a start to an end.
#pragma once

#include <memory>

#include "mechanisms/pendulum.hpp"
#include "mechanisms/spinning_top.hpp"

namespace nsds::test {

struct ExactRun {
  std::unique_ptr<ConstrainedSystem> system;
  double end;
  Vector q, v;    // at 0
  Vector q1, v1;  // at the end
};

template <class System>
ExactRun exactRun(double end) {
  ExactRun run{std::make_unique<System>(), end, {}, {}, {}, {}};
  System::exact(0.0, run.q, run.v);
  System::exact(end, run.q1, run.v1);
  return run;
}

/// A pendulum, or a spinning top.
inline ExactRun exactRun(bool spinning) {
  return spinning ? exactRun<mechanisms::SpinningTop>(0.5) : exactRun<mechanisms::Pendulum>(1.5);
}

}  // namespace nsds::test
