// Meshes of an interval of time: instants, ascending.
#pragma once

#include <vector>

#include "nsds/kernel/types.hpp"

namespace nsds {

std::vector<double> uniformMesh(double from, double to, Index intervals);
/// Takes every `stride`-th instant, and the last one.
std::vector<double> coarseMesh(const std::vector<double>& mesh, Index stride);
/// Intervals with a defect above the tolerance are split: since it is O(h²), into √(defect / tolerance) parts, 2 to 8,
/// but not below 64 roundings of time: the mesh stays as it is where all that would be split are that short.
std::vector<double> refinedMesh(const std::vector<double>& mesh, const Vector& defects, double tolerance);

}  // namespace nsds
