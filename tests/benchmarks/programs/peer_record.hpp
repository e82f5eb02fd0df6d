// One line of the comparison of quadratic programs: what one library made of one problem at one of its settings.
#pragma once

#include <string>

#include "benchmarks/measurements/record_file.hpp"

namespace nsds::bench::programs {

// What every library has to reach in the comparison: primal residual, dual residual and duality gap.
constexpr double wanted = 1e-6;

struct PeerRecord {
  std::string problem;
  int unknowns = 0, rows = 0;
  std::string library, setting;
  double limit = 0.0;                          // [s]
  double primal = 0.0, dual = 0.0, gap = 0.0;  // absolute, of what was returned; NaN where nothing was
  double objective = 0.0;
  double seconds = 0.0;  // CPU time of the solve; of what did not return, up to when it was ended

  double largest() const;
  bool is_solved() const { return largest() <= wanted; }
};

RecordFormat<PeerRecord> peer_record_format();

}  // namespace nsds::bench::programs
