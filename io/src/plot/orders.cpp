// Orders of convergence: errors over step sizes, with the slopes of fitted lines.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "kinds.hpp"
#include "nsds/kernel/accuracy/order.hpp"
#include "nsds/kernel/error.hpp"
#include "panels.hpp"

namespace nsds::io {

namespace {

bool isUsable(double value) {
  return std::isfinite(value) && value > 0.0;
}

// Below the step of the least error rounding grows, and says nothing of the order.
void removeRounding(std::vector<double>& steps, std::vector<double>& errors) {
  double least = std::numeric_limits<double>::infinity(), step = 0.0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!isUsable(errors[i]) || errors[i] >= least) continue;
    least = errors[i];
    step = steps[i];
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] < step) steps[i] = errors[i] = std::nan("");
  }
}

double orderOf(const Pair& pair) {
  std::vector<double> steps = pair.table->values(pair.x), errors = pair.table->values(pair.y);
  removeRounding(steps, errors);
  try {
    return fitOrder(steps, errors).order;
  } catch (const InvalidArgument&) {
    pair.table->refuse(fmt::format(
        R"(no order can be fitted to "{}" over "{}": it takes two step sizes with positive errors)",
        pair.yColumn().name, pair.xColumn().name));
  }
}

// A line of slope p = 1/2, 1, 3/2, ... below the curves of about this order.
class Guide {
 public:
  explicit Guide(double order) : order_(order) {}

  void passBelow(const Curve& curve) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (!isUsable(curve.x[i]) || !isUsable(curve.y[i])) continue;
      steps_.low = std::min(steps_.low, curve.x[i]);
      steps_.high = std::max(steps_.high, curve.x[i]);
      factor_ = std::min(factor_, curve.y[i] / std::pow(curve.x[i], order_));
    }
  }

  void drawInto(Panel& panel) const {
    constexpr double distance = 0.4;
    const auto at = [this](double step) { return distance * factor_ * std::pow(step, order_); };
    panel.curves.push_back({.name = "",
                            .x = {steps_.low, steps_.high},
                            .y = {at(steps_.low), at(steps_.high)},
                            .colour = kPale,
                            .dash = 1});
    const double middle = std::sqrt(steps_.low * steps_.high);
    panel.remarks.push_back({middle, at(middle), fmt::format("slope {}", order_)});
  }

 private:
  double order_;
  Range steps_{std::numeric_limits<double>::infinity(), 0.0};
  double factor_ = std::numeric_limits<double>::infinity();
};

Panel ordersPanel(const std::vector<Pair>& pairs) {
  Panel panel = panelOf(pairs, Style::marked);
  panel.x.logarithmic = panel.y.logarithmic = true;
  std::map<double, Guide> guides;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double order = orderOf(pairs[k]);
    Curve& curve = panel.curves[k];
    curve.name += fmt::format("{}order {:.2f}", curve.name.empty() ? "" : ", ", order);
    const double nearest = std::round(2.0 * order) / 2.0;
    if (nearest > 0.0) guides.try_emplace(nearest, nearest).first->second.passBelow(curve);
  }
  for (const auto& [order, guide] : guides) guide.drawInto(panel);
  return panel;
}

}  // namespace

Figure ordersFigure(const Tables& tables, const PlotOptions& options) {
  Figure figure;
  for (const std::vector<Pair>& group : byUnit(overCommonAbscissa(tables, options)))
    figure.panels.push_back(ordersPanel(group));
  return figure;
}

}  // namespace nsds::io
