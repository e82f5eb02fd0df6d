#include "nsds/kernel/formulations/relay.hpp"

#include "formulations/islandwise.hpp"
#include "nsds/numerics/relay.h"

namespace nsds {

class Relay::Islands final : public Implementation {
 public:
  explicit Islands(const Solver& solver) : Implementation("Relay", NSDS_CLASS_RELAY, solver) {}

 private:
  void solveIsland(const Call& call) override {
    nsds_relay relay;
    nsds_relay_init(&relay);
    relay.size = call.island.rows;
    relay.M = &call.matrix;
    relay.q = call.q;
    relay.floor = call.floor;
    relay.lower = call.lower;
    relay.upper = call.upper;
    nsds_relay_solve(&relay, call.z, nullptr, call.options, call.workspace, call.report);
  }
  void describe(const Island& island, ProblemCopy& copy) const override {
    copy.lower = VectorView(laws().lower.data() + island.firstRow, island.rows);
    copy.upper = VectorView(laws().upper.data() + island.firstRow, island.rows);
  }
};

Relay::Relay() : Relay(Solver("auto")) {}
Relay::Relay(const Solver& solver) : IslandwiseProblem(std::make_unique<Islands>(solver)) {}

}  // namespace nsds
