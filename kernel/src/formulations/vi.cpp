#include "nsds/kernel/formulations/vi.hpp"

#include <algorithm>

#include "formulations/islandwise.hpp"
#include "formulations/output_sets/vi_blocks.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

class VI::Islands final : public Implementation {
 public:
  explicit Islands(const Solver& solver) : Implementation("VI", NSDS_CLASS_VI, solver) {}

 private:
  bool rowByRow(const Island& island) const override {
    const auto inside = [&](const auto& set) {
      return set.row >= island.firstRow && set.row < island.firstRow + island.rows;
    };
    return std::none_of(laws().projectors.begin(), laws().projectors.end(), inside) &&
           std::none_of(laws().polyhedra.begin(), laws().polyhedra.end(), inside);
  }

  void analyse() override {
    blocks_.clear();
    // Polyhedra and projectors are in the order of relations.
    auto polyhedron = laws().polyhedra.begin();
    auto projector = laws().projectors.begin();
    std::int32_t k = 0;
    for (const Island& island : delassus().islands()) {
      ViBlocks& blocks = blocks_.emplace_back();
      for (; k < island.firstRelation + island.relations; ++k) {
        const auto relation = static_cast<std::size_t>(k);
        if (polyhedron != laws().polyhedra.end() && polyhedron->relation == k) {
          blocks.add((polyhedron++)->set, laws().rows[relation], laws().interactions[relation]->name());
        } else if (projector != laws().projectors.end() && projector->relation == k) {
          blocks.add((projector++)->set, laws().rows[relation], laws().interactions[relation]->name());
        } else {
          blocks.addIntervals(laws().rows[relation]);
        }
      }
    }
  }

  void solveIsland(const Call& call) override {
    ViBlocks& blocks = blocks_[static_cast<std::size_t>(&call.island - delassus().islands().data())];
    blocks.solve({call.matrix, call.q, call.lower, call.upper, call.units}, call.z, call.options,
                 call.workspace, call.report);
  }

  void describe(const Island& island, ProblemCopy& copy) const override {
    copy.lower = VectorView(laws().lower.data() + island.firstRow, island.rows);
    copy.upper = VectorView(laws().upper.data() + island.firstRow, island.rows);
  }

  std::vector<ViBlocks> blocks_;  // by island
};

VI::VI() : VI(Solver("auto")) {}
VI::VI(const Solver& solver) : IslandwiseProblem(std::make_unique<Islands>(solver)) {}

}  // namespace nsds
