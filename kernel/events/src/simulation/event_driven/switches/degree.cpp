#include "simulation/event_driven/switches/degree.hpp"

#include <vector>

#include "nsds/kernel/well_posedness/relative_degree.hpp"

namespace nsds {

std::string degreeText(const Matrix& A, const FirstOrderPoint& point, std::span<const Index> rows) {
  const std::vector<Index> kept(rows.begin(), rows.end());
  const LinearComplementaritySystem system(A, point.B(Eigen::all, kept), point.C(kept, Eigen::all),
                                           point.D(kept, kept));
  return relativeDegree(system).message;
}

}  // namespace nsds
