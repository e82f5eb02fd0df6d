#include "nsds/kernel/analysis/polyhedral_partition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/partition/largest_ball.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

// Parts of the length of a partition. Data of 12 digits and programs to 1e-12 stay below the first; a sliver that someone
// means is wider than the second.
constexpr double thin = 1e-9;
constexpr double thick = 1e-7;

std::string text(const Vector& point) {
  return fmt::format("({:.6g})", fmt::join(point.data(), point.data() + point.size(), ", "));
}

/// Rows of norm one.
HalfSpaces normalised(const HalfSpaces& given, Index n, const std::string& name) {
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

HalfSpaces intersection(const HalfSpaces& a, const HalfSpaces& b) {
  HalfSpaces both{Matrix(a.H.rows() + b.H.rows(), a.H.cols()), Vector(a.k.size() + b.k.size())};
  both.H << a.H, b.H;
  both.k << a.k, b.k;
  return both;
}

HalfSpaces withRow(const HalfSpaces& of, const Eigen::RowVectorXd& h, double k) {
  return intersection(of, {h, Vector::Constant(1, k)});
}

class PartitionCheck {
 public:
  PartitionCheck(std::span<const HalfSpaces> cells, const HalfSpaces& domain, Index mostPrograms)
      : most_(mostPrograms) {
    check::that(!cells.empty(), "checkPartition: there is no cell");
    const Index n = cells[0].H.cols();
    check::that(n > 0, "checkPartition: cell 0 has no coordinates");
    domain_ = normalised(domain, n, "the domain");
    for (std::size_t i = 0; i < cells.size(); ++i)
      cells_.push_back(normalised(cells[i], n, fmt::format("cell {}", i)));
    double length = 0.0;
    for (const HalfSpaces& cell : cells_) length = std::max(length, farthest(cell));
    length = std::max(length, farthest(domain_));
    report_.length = length > 0.0 ? length : 1.0;
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
    report_.message = sentence();
    return report_;
  }

 private:
  static double farthest(const HalfSpaces& rows) {
    return rows.k.size() == 0 ? 0.0 : rows.k.cwiseAbs().maxCoeff();
  }
  Index count() const { return std::ssize(cells_); }
  const HalfSpaces& cell(Index i) const { return cells_[static_cast<std::size_t>(i)]; }

  /// The largest ball of more than `thin`; a failure and a ball that may be either leave a doubt.
  std::optional<Ball> ballIn(const HalfSpaces& rows) {
    if (++report_.programs > most_) {
      doubtful_ = true;
      return {};
    }
    auto ball = largestBall(rows.H, rows.k, report_.length);
    if (!ball) {
      doubtful_ = true;
      return {};
    }
    if (ball->radius <= thin * report_.length) return {};
    return ball;
  }
  bool isThick(const Ball& ball) {
    const bool counts = ball.radius >= thick * report_.length;
    doubtful_ = doubtful_ || !counts;
    return counts;
  }

  void lookAtCells() {
    for (Index i = 0; i < count(); ++i) {
      if (cell(i).k.size() == 0) continue;
      ++report_.programs;
      const auto ball = largestBall(cell(i).H, cell(i).k, report_.length);
      if (!ball) {
        doubtful_ = true;
      } else if (ball->radius <= thin * report_.length) {
        add(PartitionDefect::emptyCell, i, -1, *ball, fmt::format("cell {} has no interior", i));
      } else {
        isThick(*ball);
      }
    }
  }
  void lookAtPairs() {
    for (Index i = 0; i < count(); ++i) {
      for (Index j = i + 1; j < count(); ++j) {
        const auto ball = ballIn(intersection(cell(i), cell(j)));
        if (ball && isThick(*ball))
          add(PartitionDefect::overlap, i, j, *ball,
              fmt::format("cells {} and {} overlap at {}", i, j, text(ball->center)));
      }
    }
  }

  /// What of a region is in no cell from `next` on.
  void takeAway(const HalfSpaces& region, Index next) {
    const auto whole = ballIn(region);
    if (!whole || gapFound_) return;
    while (next < count() && !ballIn(intersection(region, cell(next)))) ++next;
    if (next == count()) {
      if (!isThick(*whole) || report_.programs > most_) return;
      gapFound_ = true;
      add(PartitionDefect::gap, -1, -1, *whole, fmt::format("no cell contains {}", text(whole->center)));
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
                              std::abs(cell(i).k[a] + cell(j).k[b]) <= thick * report_.length;
        if (opposite) addFacet(i, a, j);
      }
    }
  }
  /// The part of both cells and the domain in the hyperplane of a row: x = offset normal + Z ξ.
  void addFacet(Index i, Index a, Index j) {
    const Index n = domain_.H.cols();
    CommonFacet facet{i, j, cell(i).H.row(a).transpose(), cell(i).k[a], {}, 0.0, {}};
    const Matrix Q = facet.normal.householderQr().householderQ() * Matrix::Identity(n, n);
    const Matrix Z = Q.rightCols(n - 1);
    const Vector origin = facet.offset * facet.normal;
    const HalfSpaces all = intersection(intersection(cell(i), cell(j)), domain_);
    HalfSpaces within{Matrix(all.k.size(), n - 1), Vector(all.k.size())};
    Index rows = 0;
    for (Index r = 0; r < all.k.size(); ++r) {
      const Eigen::RowVectorXd h = all.H.row(r) * Z;
      const double k = all.k[r] - all.H.row(r).dot(origin);
      if (h.norm() > thick) {
        within.H.row(rows) = h;
        within.k[rows++] = k;
      } else if (k < -thick * report_.length) {
        return;
      }
    }
    within.H.conservativeResize(rows, Eigen::NoChange);
    within.k.conservativeResize(rows);
    const auto ball = n == 1 ? std::optional(Ball{Vector(0), report_.length}) : ballIn(within);
    if (!ball) return;
    facet.center = origin + Z * ball->center;
    facet.radius = ball->radius;
    facet.corners = facet.center.replicate(1, n);
    facet.corners.rightCols(n - 1) += facet.radius * Z;
    report_.facets.push_back(std::move(facet));
  }

  void add(PartitionDefect defect, Index first, Index second, const Ball& ball, std::string message) {
    report_.findings.push_back({defect, first, second, ball.center, ball.radius, std::move(message)});
  }
  Answer answer(PartitionDefect one, PartitionDefect other) const {
    const bool found =
        std::any_of(report_.findings.begin(), report_.findings.end(),
                    [&](const auto& finding) { return finding.defect == one || finding.defect == other; });
    if (found) return Answer::no;
    return doubtful_ ? Answer::undecided : Answer::yes;
  }
  std::string sentence() const {
    if (!report_.findings.empty()) return report_.findings.front().message;
    if (report_.programs > most_)
      return fmt::format("whether the cells cover the domain is not known after {} linear programs", most_);
    if (report_.answer() == Answer::undecided)
      return "whether the cells are a partition is not known: a linear program failed, or something is "
             "thinner than "
             "1e-7 of the length of the partition";
    return fmt::format("the {} cells are a partition with {} common facets", count(), report_.facets.size());
  }

  Index most_;
  std::vector<HalfSpaces> cells_;
  HalfSpaces domain_;
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

namespace {

/// Values of f at the corners of a facet: (size x n) each.
struct FacetValues {
  Matrix first;
  Matrix second;
};

Matrix valuesAt(const Matrix& points, Index cell, const CellFunction& f, Index size) {
  Matrix values(std::max(size, Index{0}), points.cols());
  for (Index c = 0; c < points.cols(); ++c) {
    const Vector value = f(cell, points.col(c));
    if (size < 0) {
      size = value.size();
      values.resize(size, points.cols());
    }
    check::size("checkContinuity", fmt::format("f of cell {}", cell), value.size(), size);
    check::finite("checkContinuity", fmt::format("f of cell {}", cell), value);
    values.col(c) = value;
  }
  return values;
}

/// The largest |f_c| at the corners, and beside them where f may vanish on the facets themselves, component by component.
void enlarge(Vector& sizes, const CommonFacet& facet, const FacetValues& values, const CellFunction& f) {
  const Index size = values.first.rows();
  if (sizes.size() == 0) sizes.setZero(size);
  const Vector side = facet.radius * facet.normal;
  const Matrix inFirst = valuesAt(facet.center - side, facet.first, f, size);
  const Matrix inSecond = valuesAt(facet.center + side, facet.second, f, size);
  for (const Matrix* all : {&values.first, &values.second, &inFirst, &inSecond})
    sizes = sizes.cwiseMax(all->cwiseAbs().rowwise().maxCoeff());
}

}  // namespace

ContinuityReport checkContinuity(std::span<const CommonFacet> facets, const CellFunction& f) {
  constexpr double rounding = 1e-10, certain = 1e-8;  // of the size of f
  std::vector<FacetValues> values;
  Vector sizes;
  for (const CommonFacet& facet : facets) {
    const Matrix first = valuesAt(facet.corners, facet.first, f, values.empty() ? -1 : sizes.size());
    values.push_back({first, valuesAt(facet.corners, facet.second, f, first.rows())});
    enlarge(sizes, facet, values.back(), f);
  }
  for (double& size : sizes) size = size > 0.0 ? size : 1.0;

  ContinuityReport report;
  report.answer = Answer::yes;
  for (std::size_t k = 0; k < facets.size(); ++k) {
    const Matrix jumps = values[k].first - values[k].second;
    Index corner = 0;
    const double relative =
        (sizes.cwiseInverse().asDiagonal() * jumps).cwiseAbs().colwise().maxCoeff().maxCoeff(&corner);
    if (relative <= rounding) continue;
    if (relative <= certain) {
      report.answer = Answer::undecided;
      continue;
    }
    const Vector point = facets[k].corners.col(corner);
    const double jump = jumps.col(corner).norm();
    report.findings.push_back({PartitionDefect::jump, facets[k].first, facets[k].second, point, jump,
                               fmt::format("f jumps by {:.3g} between cells {} and {} at {}", jump,
                                           facets[k].first, facets[k].second, text(point))});
  }
  if (!report.findings.empty()) report.answer = Answer::no;
  if (report.answer == Answer::yes)
    report.message = fmt::format("f is continuous across {} facets", facets.size());
  if (report.answer == Answer::no) report.message = report.findings.front().message;
  if (report.answer == Answer::undecided) report.message = "f differs across a facet by what may be rounding";
  return report;
}

}  // namespace nsds
