// Meshes of an interval of time: instants, ascending.
#pragma once

#include <vector>

#include "nsds/kernel/types.hpp"

namespace nsds {

std::vector<double> uniformMesh(double from, double to, Index intervals);
/// Every `stride`-th instant, and the last one.
std::vector<double> everyOf(const std::vector<double>& mesh, Index stride);
/// Intervals with a defect above the tolerance are split: since it is O(h²), into √(defect / tolerance) parts, 2 to 8.
std::vector<double> refined(const std::vector<double>& mesh, const Vector& defects, double tolerance);

}  // namespace nsds
