#include "nsds/kernel/formulations/lcp.hpp"

#include "formulations/islandwise.hpp"
#include "nsds/numerics/lcp.h"

namespace nsds {

class LCP::Islands final : public Implementation {
 public:
  explicit Islands(const Solver& solver) : Implementation("LCP", NSDS_CLASS_LCP, solver) {}

 private:
  void solveIsland(const Call& call) override {
    nsds_lcp lcp;
    nsds_lcp_init(&lcp);
    lcp.size = call.island.rows;
    lcp.M = &call.matrix;
    lcp.q = call.q;
    lcp.floor = call.floor;
    nsds_lcp_solve(&lcp, call.z, nullptr, call.options, call.workspace, call.report);
  }
  void describe(const Island&, ProblemCopy&) const override {}
};

LCP::LCP() : LCP(Solver("auto")) {}
LCP::LCP(const Solver& solver) : IslandwiseProblem(std::make_unique<Islands>(solver)) {}

}  // namespace nsds
