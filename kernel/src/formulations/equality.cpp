#include "nsds/kernel/formulations/equality.hpp"

#include "formulations/islandwise.hpp"
#include "nsds/numerics/equality.h"

namespace nsds {

class Equality::Islands final : public Implementation {
 public:
  explicit Islands(const Solver& solver) : Implementation("Equality", NSDS_CLASS_EQUALITY, solver) {}

 private:
  void solveIsland(const Call& call) override {
    nsds_equality system;
    nsds_equality_init(&system);
    system.size = call.island.rows;
    system.M = &call.matrix;
    system.q = call.q;
    system.floor = call.floor;
    nsds_equality_solve(&system, call.z, call.options, call.workspace, call.report);
  }
  void describe(const Island&, ProblemCopy&) const override {}
};

Equality::Equality() : Equality(Solver("auto")) {}
Equality::Equality(const Solver& solver) : IslandwiseProblem(std::make_unique<Islands>(solver)) {}

}  // namespace nsds
