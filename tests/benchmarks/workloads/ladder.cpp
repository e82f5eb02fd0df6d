// A ladder of n resistors and capacitors with a diode from the ground and an alternating source at every (n/100)-th node: a
// large sparse system with few multipliers. In volts, with R C = 1 s for one section:
//
//   v_k' = v_{k-1} - 2 v_k + v_{k+1} + cos(t + d) + λ_d,   0 ≤ v_k + r λ_d ⟂ λ_d ≥ 0   at the node k of diode d.
#include <algorithm>
#include <cmath>

#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

Run build_ladder(const Settings& settings) {
  const Index n = settings.n;
  const Index diodes = std::min<Index>(n, 100);
  std::vector<Eigen::Triplet<double, std::int32_t>> entries;
  for (Index k = 0; k < n; ++k) {
    const auto i = static_cast<std::int32_t>(k);
    entries.emplace_back(i, i, k + 1 < n ? -2.0 : -1.0);
    if (k > 0) entries.emplace_back(i, i - 1, 1.0);
    if (k + 1 < n) entries.emplace_back(i, i + 1, 1.0);
  }
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  SparseMatrix C(diodes, n);
  for (Index d = 0; d < diodes; ++d) C.insert(d, d * n / diodes) = 1.0;

  Run run;
  run.model = make_model(settings);
  auto& ladder = run.model->add<FirstOrderLinearDS>(Vector::Zero(n), A);
  ladder.setB([n, diodes](double t, VectorRef b) {
    b.setZero();
    for (Index d = 0; d < diodes; ++d) b[d * n / diodes] = std::cos(t + static_cast<double>(d));
  });
  run.model->link(
      ComplementarityConditionNSL(),
      FirstOrderLinearTIR(C, SparseMatrix(C.transpose())).setD(1e-3 * Matrix::Identity(diodes, diodes)),
      ladder);
  run.simulation = std::make_unique<TimeStepping>(*run.model, TimeDiscretisation(0.0, settings.h),
                                                  EulerMoreauOSI(1.0), make_lcp_formulation(settings));
  run.check = [&ladder] { return ladder.x().minCoeff(); };
  return run;
}

}  // namespace nsds::bench
