// The front of work-precision data, and what an error costs along it.
#include "nsds/theory/accuracy/work_precision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "modeling/checks.hpp"

namespace nsds {

void WorkPrecision::add(const WorkPrecisionPoint& point) {
  const auto positive = [](double value) { return std::isfinite(value) && value > 0.0; };
  check::that(positive(point.setting), "WorkPrecision: the setting is {}", point.setting);
  check::that(positive(point.work), "WorkPrecision: the work is {}", point.work);
  check::that(positive(point.error) || point.error == 0.0, "WorkPrecision: the error is {}", point.error);
  points_.push_back(point);
}

std::vector<WorkPrecisionPoint> WorkPrecision::front() const {
  std::vector<WorkPrecisionPoint> byWork = points_;
  std::sort(byWork.begin(), byWork.end(), [](const auto& a, const auto& b) {
    return a.work != b.work ? a.work < b.work : a.error < b.error;
  });
  std::vector<WorkPrecisionPoint> front;
  for (const WorkPrecisionPoint& point : byWork)
    if (front.empty() || point.error < front.back().error) front.push_back(point);
  return front;
}

double WorkPrecision::workFor(double error) const {
  check::that(error > 0.0, "WorkPrecision: work is asked for the error {}", error);
  const std::vector<WorkPrecisionPoint> all = front();
  const auto enough =
      std::find_if(all.begin(), all.end(), [&](const auto& point) { return point.error <= error; });
  if (enough == all.end()) return std::numeric_limits<double>::infinity();
  if (enough == all.begin() || enough->error == 0.0) return enough->work;
  const WorkPrecisionPoint& cheaper = *(enough - 1);
  const double share = std::log(cheaper.error / error) / std::log(cheaper.error / enough->error);
  return cheaper.work * std::pow(enough->work / cheaper.work, share);
}

}  // namespace nsds
