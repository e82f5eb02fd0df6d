#include "nsds/kernel/formulations/avi.hpp"

#include "formulations/islandwise.hpp"
#include "nsds/numerics/avi.h"

namespace nsds {

class AVI::Islands final : public Implementation {
 public:
  explicit Islands(const Solver& solver) : Implementation("AVI", NSDS_CLASS_AVI, solver) {}

 private:
  /// H of the polyhedra of one island, block diagonal, by columns, and K.
  struct Constraints {
    std::vector<std::int32_t> starts;  // (columns + 1)
    std::vector<std::int32_t> rows;
    std::vector<double> values;
    std::vector<double> bounds;  // K
  };

  void analyse() override {
    constraints_.assign(delassus().islands().size(), {});
    auto next = laws().polyhedra.begin();
    for (std::size_t t = 0; t < constraints_.size(); ++t) {
      const Island& island = delassus().islands()[t];
      for (; next != laws().polyhedra.end() && next->relation < island.firstRelation + island.relations;
           ++next)
        append(next->set, next->row - island.firstRow, constraints_[t]);
      pad(island.rows, constraints_[t]);
    }
  }

  /// Columns without a constraint up to the given one.
  static void pad(std::int32_t column, Constraints& to) {
    while (std::ssize(to.starts) <= column) to.starts.push_back(static_cast<std::int32_t>(to.rows.size()));
  }

  static void append(const PolyhedronSet& set, std::int32_t column, Constraints& to) {
    const auto first = static_cast<std::int32_t>(to.bounds.size());
    for (Index j = 0; j < set.H.cols(); ++j) {
      pad(column + static_cast<std::int32_t>(j), to);
      for (Index i = 0; i < set.H.rows(); ++i) {
        if (set.H(i, j) == 0.0) continue;
        to.rows.push_back(first + static_cast<std::int32_t>(i));
        to.values.push_back(set.H(i, j));
      }
    }
    to.bounds.insert(to.bounds.end(), set.K.data(), set.K.data() + set.K.size());
  }

  const Constraints& of(const Island& island) const {
    return constraints_[static_cast<std::size_t>(&island - delassus().islands().data())];
  }

  bool rowByRow(const Island& island) const override { return of(island).bounds.empty(); }

  void solveIsland(const Call& call) override {
    const Constraints& constraints = of(call.island);
    const auto count = static_cast<std::int32_t>(constraints.bounds.size());
    const nsds_matrix A = nsds_matrix_csc(count, call.island.rows, constraints.starts.data(),
                                          constraints.rows.data(), constraints.values.data());
    nsds_avi avi;
    nsds_avi_init(&avi);
    avi.size = call.island.rows;
    avi.inequalities = count;
    avi.M = &call.matrix;
    avi.q = call.q;
    avi.A = count > 0 ? &A : nullptr;
    avi.b = constraints.bounds.data();
    avi.lower = laws().lower.data() + call.island.firstRow;
    avi.upper = laws().upper.data() + call.island.firstRow;
    nsds_avi_solve(&avi, call.z, nullptr, call.options, call.workspace, call.report);
  }

  void describe(const Island& island, ProblemCopy& copy) const override {
    copy.lower = VectorView(laws().lower.data() + island.firstRow, island.rows);
    copy.upper = VectorView(laws().upper.data() + island.firstRow, island.rows);
    const Constraints& constraints = of(island);
    copy.b = VectorView(constraints.bounds.data(), static_cast<Index>(constraints.bounds.size()));
    copy.A = Matrix::Zero(copy.b.size(), island.rows);
    for (std::int32_t j = 0; j < island.rows; ++j) {
      const auto column = static_cast<std::size_t>(j);
      for (auto k = static_cast<std::size_t>(constraints.starts[column]);
           k < static_cast<std::size_t>(constraints.starts[column + 1]); ++k)
        copy.A(constraints.rows[k], j) = constraints.values[k];
    }
  }

  std::vector<Constraints> constraints_;  // by island
};

AVI::AVI() : AVI(Solver("auto")) {}
AVI::AVI(const Solver& solver) : IslandwiseProblem(std::make_unique<Islands>(solver)) {}

}  // namespace nsds
