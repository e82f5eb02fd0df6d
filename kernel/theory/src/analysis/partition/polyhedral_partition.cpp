#include "nsds/theory/analysis/polyhedral_partition.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/partition/largest_ball.hpp"
#include "analysis/partition/partition_units.hpp"
#include "analysis/partition/point_text.hpp"
#include "linalg/lapack.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

// In the units of a partition, which is no farther than one from their origin. Data of 12 digits and programs to 1e-12 stay below the first; a sliver that someone
// means is wider than the second.
constexpr double thin = 1e-9;
constexpr double thick = 1e-7;

/// Rows of norm one.
HalfSpaces unitRows(const HalfSpaces& given, Index n, const std::string& name) {
  check::shape("checkPartition", fmt::format("H of {}", name), given.H, given.k.size(),
               given.H.rows() == 0 ? given.H.cols() : n);
  check::finite("checkPartition", fmt::format("H of {}", name), given.H);
  check::finite("checkPartition", fmt::format("k of {}", name), given.k);
  HalfSpaces rows{given.H, given.k};
  if (rows.H.rows() == 0) rows.H.resize(0, n);
  for (Index i = 0; i < rows.k.size(); ++i) {
    const double norm = rows.H.row(i).norm();
    check::that(norm > 0.0, "checkPartition: row {} of H of {} is zero", i, name);
    rows.H.row(i) /= norm;
    rows.k[i] /= norm;
  }
  return rows;
}

HalfSpaces bothOf(const HalfSpaces& a, const HalfSpaces& b) {
  HalfSpaces both{Matrix(a.H.rows() + b.H.rows(), a.H.cols()), Vector(a.k.size() + b.k.size())};
  both.H << a.H, b.H;
  both.k << a.k, b.k;
  return both;
}

HalfSpaces withRow(const HalfSpaces& given, const Eigen::RowVectorXd& h, double k) {
  return bothOf(given, {h, Vector::Constant(1, k)});
}

class PartitionCheck {
 public:
  PartitionCheck(std::span<const HalfSpaces> cells, const HalfSpaces& domain, Index mostPrograms)
      : most_(mostPrograms) {
    check::that(!cells.empty(), "checkPartition: there is no cell");
    const Index n = cells[0].H.cols();
    check::that(n > 0, "checkPartition: cell 0 has no coordinates");
    std::vector<HalfSpaces> all;
    for (std::size_t i = 0; i < cells.size(); ++i)
      all.push_back(unitRows(cells[i], n, fmt::format("cell {}", i)));
    given_ = all;
    all.push_back(unitRows(domain, n, "the domain"));
    units_ = partitionUnits(all);
    for (const HalfSpaces& cell : given_) cells_.push_back(units_.scaled(cell));
    domain_ = units_.scaled(all.back());
    report_.center = units_.center;
    report_.extents = units_.extents;
  }

  PartitionReport run() {
    lookAtCells();
    lookAtPairs();
    report_.disjoint = answer(PartitionDefect::emptyCell, PartitionDefect::overlap);
    doubtful_ = false;
    takeAway(domain_, 0);
    report_.covers = answer(PartitionDefect::gap, PartitionDefect::gap);
    for (Index i = 0; i < count(); ++i)
      for (Index j = i + 1; j < count(); ++j) findFacets(i, j);
    report_.message = sentenceOfReport();
    return report_;
  }

 private:
  Index count() const { return std::ssize(cells_); }
  const HalfSpaces& cell(Index i) const { return cells_[static_cast<std::size_t>(i)]; }

  /// The largest ball of more than `thin`; a failure and a ball that may be either leave a doubt.
  std::optional<Ball> ballIn(const HalfSpaces& rows) {
    if (++report_.programs > most_) {
      doubtful_ = true;
      return {};
    }
    auto ball = largestBall(rows.H, rows.k, 1.0);
    if (!ball) {
      doubtful_ = true;
      return {};
    }
    if (ball->radius <= thin) return {};
    return ball;
  }
  bool isThick(const Ball& ball) {
    const bool counts = ball.radius >= thick;
    doubtful_ = doubtful_ || !counts;
    return counts;
  }

  void lookAtCells() {
    for (Index i = 0; i < count(); ++i) {
      if (cell(i).k.size() == 0) continue;
      ++report_.programs;
      const auto ball = largestBall(cell(i).H, cell(i).k, 1.0);
      if (!ball) {
        doubtful_ = true;
      } else if (ball->radius > thin) {
        isThick(*ball);
      } else {
        lookAtThinCell(i, *ball);
      }
    }
  }
  void lookAtThinCell(Index i, const Ball& ball) {
    if (isThinByItself(i))
      add(PartitionDefect::emptyCell, i, -1, ball, fmt::format("cell {} has no interior", i));
    else
      doubtful_ = true;
  }
  /// A cell may be thin beside the partition and not in units of its own.
  bool isThinByItself(Index i) {
    const HalfSpaces& given = given_[static_cast<std::size_t>(i)];
    const HalfSpaces own = partitionUnits(std::span(&given, 1)).scaled(given);
    ++report_.programs;
    const auto ball = largestBall(own.H, own.k, 1.0);
    return ball && ball->radius <= thin;
  }
  void lookAtPairs() {
    for (Index i = 0; i < count(); ++i) {
      for (Index j = i + 1; j < count(); ++j) {
        const auto ball = ballIn(bothOf(cell(i), cell(j)));
        if (ball && isThick(*ball))
          add(PartitionDefect::overlap, i, j, *ball,
              fmt::format("cells {} and {} overlap at {}", i, j, pointText(units_.point(ball->center))));
      }
    }
  }

  /// What of a region is in no cell from `next` on.
  void takeAway(const HalfSpaces& region, Index next) {
    const auto whole = ballIn(region);
    if (!whole || gapFound_) return;
    while (next < count() && !ballIn(bothOf(region, cell(next)))) ++next;
    if (next == count()) {
      if (!isThick(*whole) || report_.programs > most_) return;
      gapFound_ = true;
      add(PartitionDefect::gap, -1, -1, *whole,
          fmt::format("no cell contains {}", pointText(units_.point(whole->center))));
      return;
    }
    // Outside the cell a row of it is the first that does not hold.
    HalfSpaces before = region;
    const HalfSpaces& taken = cell(next);
    for (Index row = 0; row < taken.k.size() && !gapFound_; ++row) {
      takeAway(withRow(before, -taken.H.row(row), -taken.k[row]), next + 1);
      before = withRow(before, taken.H.row(row), taken.k[row]);
    }
  }

  void findFacets(Index i, Index j) {
    for (Index a = 0; a < cell(i).k.size(); ++a) {
      for (Index b = 0; b < cell(j).k.size(); ++b) {
        const bool opposite = (cell(i).H.row(a) + cell(j).H.row(b)).norm() <= thick &&
                              std::abs(cell(i).k[a] + cell(j).k[b]) <= thick;
        if (opposite) addFacet(i, a, j);
      }
    }
  }
  /// The part of both cells and the domain in the hyperplane of a row: ξ = offset normal + Z η.
  void addFacet(Index i, Index a, Index j) {
    const Index n = domain_.H.cols();
    const Eigen::RowVectorXd normal = cell(i).H.row(a);
    const Matrix Z = rightSingular(normal).vectors.rightCols(n - 1);
    const Vector origin = cell(i).k[a] * normal.transpose();
    const auto within = section(bothOf(bothOf(cell(i), cell(j)), domain_), Z, origin);
    if (!within) return;
    const auto ball = n == 1 ? std::optional(Ball{Vector(0), 1.0}) : ballIn(*within);
    if (!ball) return;
    const HalfSpaces& given = given_[static_cast<std::size_t>(i)];
    CommonFacet facet{i, j, given.H.row(a).transpose(), given.k[a], {}, {}, 0.0, {}};
    const Vector center = origin + Z * ball->center;
    facet.center = units_.point(center);
    facet.across = ball->radius * units_.extents.cwiseProduct(normal.transpose());
    facet.radius = ball->radius * units_.extents.minCoeff();
    facet.corners = facet.center.replicate(1, n);
    facet.corners.rightCols(n - 1) += ball->radius * units_.extents.asDiagonal() * Z;
    report_.facets.push_back(std::move(facet));
  }
  /// The half spaces on the hyperplane ξ = origin + Z η; none where one that is parallel to it does not meet it.
  static std::optional<HalfSpaces> section(const HalfSpaces& all, const Matrix& Z, const Vector& origin) {
    HalfSpaces within{Matrix(all.k.size(), Z.cols()), Vector(all.k.size())};
    Index rows = 0;
    for (Index r = 0; r < all.k.size(); ++r) {
      const Eigen::RowVectorXd h = all.H.row(r) * Z;
      const double k = all.k[r] - all.H.row(r).dot(origin);
      if (h.norm() > thick) {
        within.H.row(rows) = h;
        within.k[rows++] = k;
      } else if (k < -thick) {
        return {};
      }
    }
    within.H.conservativeResize(rows, Eigen::NoChange);
    within.k.conservativeResize(rows);
    return within;
  }

  void add(PartitionDefect defect, Index first, Index second, const Ball& ball, std::string message) {
    report_.findings.push_back({defect, first, second, units_.point(ball.center),
                                ball.radius * units_.extents.minCoeff(), std::move(message)});
  }
  Answer answer(PartitionDefect one, PartitionDefect other) const {
    const bool found =
        std::any_of(report_.findings.begin(), report_.findings.end(),
                    [&](const auto& finding) { return finding.defect == one || finding.defect == other; });
    if (found) return Answer::no;
    return doubtful_ ? Answer::undecided : Answer::yes;
  }
  std::string sentenceOfReport() const {
    if (!report_.findings.empty()) return report_.findings.front().message;
    if (report_.programs > most_)
      return fmt::format("whether the cells cover the domain is not known after {} linear programs", most_);
    if (report_.answer() == Answer::undecided)
      return "whether the cells are a partition is not known: a linear program failed, or something is "
             "thinner than "
             "1e-7 of the extents of the partition";
    return fmt::format("the {} cells are a partition with {} common facets", count(), report_.facets.size());
  }

  Index most_;
  std::vector<HalfSpaces> given_;
  PartitionUnits units_;
  std::vector<HalfSpaces> cells_;  // in the units
  HalfSpaces domain_;              // likewise
  PartitionReport report_;
  bool doubtful_ = false;
  bool gapFound_ = false;
};

}  // namespace

Answer PartitionReport::answer() const {
  if (disjoint == Answer::no || covers == Answer::no) return Answer::no;
  return disjoint == Answer::yes && covers == Answer::yes ? Answer::yes : Answer::undecided;
}

PartitionReport checkPartition(std::span<const HalfSpaces> cells, const HalfSpaces& domain,
                               Index mostPrograms) {
  return PartitionCheck(cells, domain, mostPrograms).run();
}

}  // namespace nsds
