#include "nsds/kernel/formulations/mlcp.hpp"

#include "formulations/islandwise.hpp"
#include "nsds/numerics/mlcp.h"

namespace nsds {

class MLCP::Islands final : public Implementation {
 public:
  explicit Islands(const Solver& solver) : Implementation("MLCP", NSDS_CLASS_MLCP, solver) {}

 private:
  void analyse() override {
    complementary_.clear();
    for (const double bound : laws().lower) complementary_.push_back(bound == 0.0 ? 1 : 0);
  }
  void solveIsland(const Call& call) override {
    nsds_mlcp mlcp;
    nsds_mlcp_init(&mlcp);
    mlcp.size = call.island.rows;
    mlcp.M = &call.matrix;
    mlcp.q = call.q;
    mlcp.floor = call.floor;
    mlcp.complementary = complementary_.data() + call.island.firstRow;
    nsds_mlcp_solve(&mlcp, call.z, nullptr, call.options, call.workspace, call.report);
  }
  void describe(const Island& island, ProblemCopy& copy) const override {
    copy.lower = VectorView(laws().lower.data() + island.firstRow, island.rows);
    copy.upper = VectorView(laws().upper.data() + island.firstRow, island.rows);
  }

  std::vector<unsigned char> complementary_;  // (rows), island order
};

MLCP::MLCP() : MLCP(Solver("auto")) {}
MLCP::MLCP(const Solver& solver) : IslandwiseProblem(std::make_unique<Islands>(solver)) {}

}  // namespace nsds
