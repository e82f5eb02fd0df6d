#include "analysis/partition/partition_units.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/orthogonal.hpp"

namespace nsds {

namespace {

// Offsets that are so small a part of their terms are rounding of data of 12 digits, and tell no extent.
constexpr double roundedOffset = 1e-11;

HalfSpaces stacked(std::span<const HalfSpaces> all) {
  Index rows = 0;
  for (const HalfSpaces& each : all) rows += each.k.size();
  HalfSpaces made{Matrix(rows, all[0].H.cols()), Vector(rows)};
  Index at = 0;
  for (const HalfSpaces& each : all) {
    made.H.middleRows(at, each.k.size()) = each.H;
    made.k.segment(at, each.k.size()) = each.k;
    at += each.k.size();
  }
  return made;
}

/// The offsets of hyperplanes in the units, those that are rounding zero.
Vector offsetsOf(const HalfSpaces& all, const HalfSpaces& scaled, const PartitionUnits& units) {
  const Vector terms = all.k.cwiseAbs() + all.H.cwiseAbs() * units.center.cwiseAbs();
  const Vector left = (all.k - all.H * units.center).cwiseAbs();
  return (left.array() > roundedOffset * terms.array()).select(scaled.k.cwiseAbs(), 0.0);
}

/// The mean of log |offset / h_j| over the hyperplanes, each counted by its |h_j|; 0 where no offset tells.
double meanExponent(const HalfSpaces& scaled, const Vector& offsets, Index j) {
  double sum = 0.0, weights = 0.0;
  for (Index i = 0; i < offsets.size(); ++i) {
    const double weight = std::abs(scaled.H(i, j));
    if (weight == 0.0 || offsets[i] == 0.0) continue;
    sum += weight * std::log2(offsets[i] / weight);
    weights += weight;
  }
  return weights > 0.0 ? sum / weights : 0.0;
}

/// The point that is nearest to all hyperplanes; coordinates that are rounding of the offsets are zero.
Vector nearestPoint(const HalfSpaces& scaled) {
  Vector point = leastNorm(scaled.H, scaled.k, 1e-12);
  for (Index j = 0; j < point.size(); ++j) {
    const double size = scaled.H.col(j).cwiseProduct(scaled.k).cwiseAbs().maxCoeff();
    if (std::abs(point[j]) <= roundedOffset * size) point[j] = 0.0;
  }
  return point;
}

}  // namespace

HalfSpaces PartitionUnits::scaled(const HalfSpaces& rows) const {
  HalfSpaces made{rows.H * extents.asDiagonal(), rows.k - rows.H * center};
  for (Index i = 0; i < made.k.size(); ++i) {
    const double norm = made.H.row(i).norm();
    made.H.row(i) /= norm;
    made.k[i] /= norm;
  }
  return made;
}

PartitionUnits partitionUnits(std::span<const HalfSpaces> all) {
  const HalfSpaces rows = stacked(all);
  const Index n = rows.H.cols();
  PartitionUnits units{Vector::Zero(n), Vector::Ones(n)};
  if (rows.k.size() == 0) return units;
  constexpr int rounds =
      4;  // where coordinates share hyperplanes, each extent changes the weights of the others
  for (int k = 0; k < rounds; ++k) {
    units.center = units.point(nearestPoint(units.scaled(rows)));
    const HalfSpaces scaled = units.scaled(rows);
    const Vector offsets = offsetsOf(rows, scaled, units);
    for (Index j = 0; j < n; ++j)
      units.extents[j] *= std::ldexp(1.0, static_cast<int>(std::lround(meanExponent(scaled, offsets, j))));
  }
  const HalfSpaces scaled = units.scaled(rows);
  const double farthest = offsetsOf(rows, scaled, units).maxCoeff();
  if (farthest > 0.0) units.extents *= std::ldexp(1.0, static_cast<int>(std::ceil(std::log2(farthest))));
  return units;
}

}  // namespace nsds
