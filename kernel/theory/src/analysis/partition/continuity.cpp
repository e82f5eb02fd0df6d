#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "analysis/partition/point_text.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/theory/analysis/polyhedral_partition.hpp"

namespace nsds {

namespace {

// Parts of the size of f at a facet: jumps up to the first are rounding, jumps from the second on are sure.
constexpr double roundedJump = 1e-10;
constexpr double sureJump = 1e-8;
// Of the largest f at all: where terms of that size cancel they may leave so much, 1e4 roundings.
constexpr double cancelled = 1e4 * epsilon;

/// Values of f at the corners of a facet, (size x n) each, and the size of f there and beside it, where f may vanish on the facet itself:
/// component by component.
struct FacetValues {
  Matrix first;
  Matrix second;
  Vector sizes;
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

/// size: of f, or -1 where it is not known yet.
FacetValues valuesOf(const CommonFacet& facet, const CellFunction& f, Index size) {
  FacetValues values{valuesAt(facet.corners, facet.first, f, size), {}, {}};
  size = values.first.rows();
  values.second = valuesAt(facet.corners, facet.second, f, size);
  const Matrix inFirst = valuesAt(facet.center - facet.across, facet.first, f, size);
  const Matrix inSecond = valuesAt(facet.center + facet.across, facet.second, f, size);
  values.sizes.setZero(size);
  for (const Matrix* const all :
       std::initializer_list<const Matrix*>{&values.first, &values.second, &inFirst, &inSecond})
    values.sizes = values.sizes.cwiseMax(all->cwiseAbs().rowwise().maxCoeff());
  return values;
}

/// Looks at the corners of one facet; largest: of f at all facets.
void lookAtFacet(const CommonFacet& facet, const FacetValues& values, const Vector& largest,
                 ContinuityReport& report) {
  const Matrix jumps = (values.first - values.second).cwiseAbs();
  // Relative to what a sure jump is in each component
  const Vector sure = (sureJump * values.sizes).cwiseMax(cancelled * largest);
  const Vector rounded = roundedJump * values.sizes;
  if ((jumps.array() <= rounded.replicate(1, jumps.cols()).array()).all()) return;
  if ((jumps.array() <= sure.replicate(1, jumps.cols()).array()).all()) {
    report.answer = Answer::undecided;
    return;
  }
  Index corner = 0;
  jumps.colwise().norm().maxCoeff(&corner);
  const Vector point = facet.corners.col(corner);
  const double jump = jumps.col(corner).norm();
  report.findings.push_back({PartitionDefect::jump, facet.first, facet.second, point, jump,
                             fmt::format("f jumps by {:.3g} between cells {} and {} at {}", jump, facet.first,
                                         facet.second, pointText(point))});
}

}  // namespace

ContinuityReport checkContinuity(std::span<const CommonFacet> facets, const CellFunction& f) {
  std::vector<FacetValues> values;
  Vector largest;
  for (const CommonFacet& facet : facets) {
    values.push_back(valuesOf(facet, f, values.empty() ? -1 : largest.size()));
    if (largest.size() == 0) largest.setZero(values.back().sizes.size());
    largest = largest.cwiseMax(values.back().sizes);
  }
  ContinuityReport report;
  report.answer = Answer::yes;
  for (std::size_t k = 0; k < facets.size(); ++k) lookAtFacet(facets[k], values[k], largest, report);
  if (!report.findings.empty()) report.answer = Answer::no;
  if (report.answer == Answer::yes)
    report.message = fmt::format("f is continuous across {} facets", facets.size());
  if (report.answer == Answer::no) report.message = report.findings.front().message;
  if (report.answer == Answer::undecided) report.message = "f differs across a facet by what may be rounding";
  return report;
}

}  // namespace nsds
