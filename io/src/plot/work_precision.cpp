// Work and precision: which error a method reaches with how much work.
#include <array>

#include "kinds.hpp"
#include "panels.hpp"

namespace nsds::io {

namespace {

constexpr std::array<std::string_view, 6> kWork{"work", "time", "seconds", "evaluations", "steps", "cost"};
constexpr std::array<std::string_view, 2> kErrors{"error", "residual"};

std::vector<Pair> methodsOf(const Table& table, const PlotOptions& options) {
  const bool hasX = !options.abscissa.empty(), hasY = !options.columns.empty();
  if (hasX && hasY) return overAbscissa(table, options);
  if (hasX || hasY) table.refuse("work-precision takes both axes, the work and the errors over it");
  std::vector<Pair> methods = pairsNamed(table, kWork, kErrors);
  if (methods.empty()) {
    table.refuse(
        "no work and error are known by names such as work and error, or METHOD.time and METHOD.error; "
        "name the abscissa and the columns over it");
  }
  return methods;
}

}  // namespace

Figure workPrecisionFigure(const Tables& tables, const PlotOptions& options) {
  Figure figure{.panels = panelsByUnit(gather(tables, options, methodsOf), Style::marked),
                .commonAbscissa = false};
  for (Panel& panel : figure.panels) panel.x.logarithmic = panel.y.logarithmic = true;
  return figure;
}

}  // namespace nsds::io
