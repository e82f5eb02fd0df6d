// One row over an interval in closed form: w = m z + q, -w in the normal cone of [lower, upper] at z.
#pragma once

namespace nsds {

/// NaN where there is no finite solution, or none that is read off: such a row is left to a solver.
struct RowSolution {
  double z;
  double residual;  ///< that of the classes of problems over boxes
  double roundoffFloor;
};

RowSolution solveRow(double m, double q, double lower, double upper);

}  // namespace nsds
