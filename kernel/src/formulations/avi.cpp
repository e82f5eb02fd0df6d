#include "nsds/kernel/formulations/avi.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>

#include "formulations/islandwise.hpp"
#include "linalg/polyhedron_projection.hpp"
#include "nsds/kernel/modeling/interaction.hpp"
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
    std::vector<double> shiftedBounds;
    double extent = 0.0;  // of the set: the smallest distance of a bound from 0 that is not 0; 0 if none is
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
      measure(island, constraints_[t]);
    }
    for (auto* scratch : {&diagonal_, &origin_, &shifted_, &lower_, &upper_})
      scratch->resize(laws().lower.size());
  }

  void takeMovedSets() override { analyse(); }

  void measure(const Island& island, Constraints& of) const {
    double extent = std::numeric_limits<double>::infinity();
    const auto shorten = [&](double distance) {
      if (distance > 0.0) extent = std::min(extent, distance);
    };
    for (auto i = static_cast<std::size_t>(island.firstRow);
         i < static_cast<std::size_t>(island.firstRow + island.rows); ++i) {
      shorten(std::abs(laws().lower[i]));
      shorten(std::abs(laws().upper[i]));
    }
    std::vector<double> largest(of.bounds.size(), 0.0);
    for (std::size_t k = 0; k < of.rows.size(); ++k) {
      double& entry = largest[static_cast<std::size_t>(of.rows[k])];
      entry = std::max(entry, std::abs(of.values[k]));
    }
    for (std::size_t i = 0; i < largest.size(); ++i) {
      if (largest[i] > 0.0) shorten(std::abs(of.bounds[i]) / largest[i]);
    }
    of.extent = std::isfinite(extent) ? extent : 0.0;
    of.shiftedBounds.resize(of.bounds.size());
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

  std::size_t indexOf(const Island& island) const {
    return static_cast<std::size_t>(&island - delassus().islands().data());
  }
  const Constraints& of(const Island& island) const { return constraints_[indexOf(island)]; }

  bool rowByRow(const Island& island) const override { return of(island).bounds.empty(); }

  /// Numerics measures unknowns by |q| / |M|. In a sliding mode q decays to the rounding of M z, z of the
  /// size of the set, and a residual in such units says nothing. Unknowns are then counted from another
  /// origin, a hundredth of the set away, which makes q speak of the set.
  struct Shift {
    std::int32_t row = -1;  // -1: there is none
    double by = 0.0;
  };

  Shift shiftFor(const Call& call, double extent) {
    if (extent == 0.0) return {};
    const std::span diagonal(diagonal_.data(), static_cast<std::size_t>(call.island.rows));
    nsds_matrix_diagonal(&call.matrix, diagonal.data());
    const auto largest = std::max_element(diagonal.begin(), diagonal.end(),
                                          [](double a, double b) { return std::abs(a) < std::abs(b); });
    double output = 0.0;
    for (std::int32_t i = 0; i < call.island.rows; ++i) output = std::max(output, std::abs(call.q[i]));
    const double by = 0.01 * extent;
    if (!(output < 0.5 * by * std::abs(*largest))) return {};
    return {static_cast<std::int32_t>(largest - diagonal.begin()), by};
  }

  void solveIsland(const Call& call) override {
    Constraints& constraints = constraints_[indexOf(call.island)];
    const Shift shift = call.units != nullptr ? Shift{} : shiftFor(call, constraints.extent);
    if (shift.row >= 0) {
      solveShifted(call, shift, constraints);
    } else {
      give(call, constraints, constraints.bounds.data(), call.q, call.lower, call.upper);
    }
    if (call.report->status != NSDS_OK) proveEmpty(call);
  }

  /// No solver of the class proves that there is no solution; that a polyhedron is empty does.
  void proveEmpty(const Call& call) const {
    for (const auto& [relation, row, set] : laws().polyhedra) {
      const bool own = row >= call.island.firstRow && row < call.island.firstRow + call.island.rows;
      if (!own || !isEmptyPolyhedron(set.H, set.K)) continue;
      call.report->status = NSDS_INFEASIBLE;
      std::snprintf(call.report->message, sizeof call.report->message, "The polyhedron of %s is empty.",
                    laws().interactions[static_cast<std::size_t>(relation)]->name().c_str());
      return;
    }
  }

  /// H in the units of the unknowns.
  const double* scaledValues(const Call& call, const Constraints& constraints) {
    if (call.units == nullptr) return constraints.values.data();
    scaledValues_ = constraints.values;
    for (std::int32_t j = 0; j < call.island.rows; ++j)
      for (auto k = static_cast<std::size_t>(constraints.starts[static_cast<std::size_t>(j)]);
           k < static_cast<std::size_t>(constraints.starts[static_cast<std::size_t>(j) + 1]); ++k)
        scaledValues_[k] *= call.units[j];
    return scaledValues_.data();
  }

  /// z = shift + y:  w = M y + (q + M shift),  A y >= b - A shift, and bounds likewise.
  void solveShifted(const Call& call, const Shift& shift, Constraints& constraints) {
    const auto n = static_cast<std::size_t>(call.island.rows);
    const auto row = static_cast<std::size_t>(shift.row);
    std::fill_n(origin_.begin(), n, 0.0);
    origin_[row] = shift.by;
    std::copy_n(call.q, n, shifted_.begin());
    nsds_matrix_multiply(&call.matrix, 1.0, origin_.data(), 1.0, shifted_.data());
    std::copy(constraints.bounds.begin(), constraints.bounds.end(), constraints.shiftedBounds.begin());
    for (auto k = static_cast<std::size_t>(constraints.starts[row]);
         k < static_cast<std::size_t>(constraints.starts[row + 1]); ++k)
      constraints.shiftedBounds[static_cast<std::size_t>(constraints.rows[k])] -=
          constraints.values[k] * shift.by;
    std::copy_n(call.lower, n, lower_.begin());
    std::copy_n(call.upper, n, upper_.begin());
    lower_[row] -= shift.by;
    upper_[row] -= shift.by;
    call.z[row] -= shift.by;
    give(call, constraints, constraints.shiftedBounds.data(), shifted_.data(), lower_.data(), upper_.data());
    call.z[row] += shift.by;
  }

  void give(const Call& call, const Constraints& constraints, const double* b, const double* q,
            const double* lower, const double* upper) {
    const auto count = static_cast<std::int32_t>(constraints.bounds.size());
    const nsds_matrix A = nsds_matrix_csc(count, call.island.rows, constraints.starts.data(),
                                          constraints.rows.data(), scaledValues(call, constraints));
    nsds_avi avi;
    nsds_avi_init(&avi);
    avi.size = call.island.rows;
    avi.inequalities = count;
    avi.M = &call.matrix;
    avi.q = q;
    avi.A = count > 0 ? &A : nullptr;
    avi.b = b;
    avi.lower = lower;
    avi.upper = upper;
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
  std::vector<double> scaledValues_;      // of one island
  // Scratch of one island, shifted.
  std::vector<double> diagonal_;
  std::vector<double> origin_;
  std::vector<double> shifted_;
  std::vector<double> lower_;
  std::vector<double> upper_;
};

AVI::AVI() : AVI(Solver("auto")) {}
AVI::AVI(const Solver& solver) : IslandwiseProblem(std::make_unique<Islands>(solver)) {}

}  // namespace nsds
