#include "benchmarks/peers/piles/pile_engine.hpp"

#include "benchmarks/measurements/timing.hpp"

namespace nsds::bench {

std::vector<double> run_pile(PileEngine& engine, const PileSettings& settings) {
  const std::size_t row = 2 + 7 * static_cast<std::size_t>(settings.n);
  std::vector<double> record;
  record.reserve(row * static_cast<std::size_t>(settings.steps));
  double spent = 0.0;
  for (int k = 0; k < settings.steps && spent <= settings.budget; ++k) {
    const double begin = thread_seconds();
    engine.step();
    const double seconds = thread_seconds() - begin;
    spent += seconds;
    record.push_back(seconds);
    record.push_back(engine.residual());
    for (int i = 0; i < settings.n; ++i) {
      double pose[7];
      engine.read_pose(i, pose);
      record.insert(record.end(), pose, pose + 7);
    }
  }
  return record;
}

}  // namespace nsds::bench
