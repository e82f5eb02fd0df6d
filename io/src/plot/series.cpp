// Time series: columns over a common axis.
#include "kinds.hpp"
#include "panels.hpp"

namespace nsds::io {

Figure seriesFigure(const Tables& tables, const PlotOptions& options) {
  Figure figure{.panels = panelsByUnit(overCommonAbscissa(tables, options))};
  for (Panel& panel : figure.panels) panel.x.logarithmic = panel.y.logarithmic = options.logarithmic;
  return figure;
}

}  // namespace nsds::io
