#include "nsds/kernel/formulations/generic_mechanical.hpp"

#include <span>

#include "formulations/islandwise.hpp"
#include "linalg/numbers.hpp"
#include "nsds/numerics/generic_mechanical.h"

namespace nsds {

namespace {

std::int32_t kindOfRow(double lower, double upper) {
  if (lower == -infinity && upper == infinity) return NSDS_BLOCK_EQUALITY;
  return lower == 0.0 && upper == infinity ? NSDS_BLOCK_COMPLEMENTARITY : NSDS_BLOCK_BOX;
}

/// A block of rows of several kinds is a box.
std::int32_t kindOf(double mu, std::span<const double> lower, std::span<const double> upper) {
  if (mu >= 0.0) return NSDS_BLOCK_FRICTION;
  const std::int32_t first = kindOfRow(lower[0], upper[0]);
  for (std::size_t row = 1; row < lower.size(); ++row)
    if (kindOfRow(lower[row], upper[row]) != first) return NSDS_BLOCK_BOX;
  return first;
}

}  // namespace

class GenericMechanical::Islands final : public Implementation {
 public:
  explicit Islands(const Solver& solver)
      : Implementation("GenericMechanical", NSDS_CLASS_GENERIC_MECHANICAL, solver) {}

 private:
  /// Kinds and first rows of the relations, one entry more for each island.
  void analyse() override {
    kinds_.clear();
    starts_.clear();
    for (const Island& island : delassus().islands()) {
      std::int32_t row = 0;
      for (std::int32_t k = island.firstRelation; k < island.firstRelation + island.relations; ++k) {
        const auto first = static_cast<std::size_t>(island.firstRow + row);
        const std::int32_t rows = laws().rows[static_cast<std::size_t>(k)];
        kinds_.push_back(kindOf(laws().mu[static_cast<std::size_t>(k)],
                                std::span(laws().lower).subspan(first, static_cast<std::size_t>(rows)),
                                std::span(laws().upper).subspan(first, static_cast<std::size_t>(rows))));
        starts_.push_back(row);
        row += rows;
      }
      starts_.push_back(row);
    }
  }
  void takeMovedSets() override { analyse(); }
  void solveIsland(const Call& call) override {
    const auto index = &call.island - delassus().islands().data();
    nsds_generic_mechanical problem;
    nsds_generic_mechanical_init(&problem);
    problem.size = call.island.rows;
    problem.blocks = call.island.relations;
    problem.W = &call.matrix;
    problem.q = call.q;
    problem.block_starts = starts_.data() + call.island.firstRelation + index;
    problem.kinds = kinds_.data() + call.island.firstRelation;
    problem.mu = laws().mu.data() + call.island.firstRelation;
    problem.lower = laws().lower.data() + call.island.firstRow;
    problem.upper = laws().upper.data() + call.island.firstRow;
    nsds_generic_mechanical_solve(&problem, call.z, nullptr, call.options, call.workspace, call.report);
  }
  void describe(const Island& island, ProblemCopy& copy) const override {
    copy.mu = VectorView(laws().mu.data() + island.firstRelation, island.relations);
    const auto starts = starts_.begin() + island.firstRelation + (&island - delassus().islands().data());
    copy.blockStarts.assign(starts, starts + island.relations + 1);
    const auto kinds = kinds_.begin() + island.firstRelation;
    copy.blockKinds.assign(kinds, kinds + island.relations);
    copy.lower = VectorView(laws().lower.data() + island.firstRow, island.rows);
    copy.upper = VectorView(laws().upper.data() + island.firstRow, island.rows);
  }

  std::vector<std::int32_t> kinds_;  // of the relations, in island order
  std::vector<std::int32_t> starts_;
};

GenericMechanical::GenericMechanical() : GenericMechanical(Solver("auto")) {}
GenericMechanical::GenericMechanical(const Solver& solver)
    : IslandwiseProblem(std::make_unique<Islands>(solver)) {}

}  // namespace nsds
