// The kinds of pictures: each has a function, in a file of its own, that turns tables into a figure. It throws
// what plot() throws.
#pragma once

#include <string>

#include "figure.hpp"
#include "nsds/io/plot.hpp"
#include "table.hpp"

namespace nsds::io {

Figure seriesFigure(const Tables& tables, const PlotOptions& options);
Figure phaseFigure(const Tables& tables, const PlotOptions& options);
Figure complementarityFigure(const Tables& tables, const PlotOptions& options);
Figure energyFigure(const Tables& tables, const PlotOptions& options);
Figure ordersFigure(const Tables& tables, const PlotOptions& options);
Figure workPrecisionFigure(const Tables& tables, const PlotOptions& options);
Figure profileFigure(const Tables& tables, const PlotOptions& options);

/// Has the kind that the options name make its figure.
Figure figureOf(const Tables& tables, const PlotOptions& options);

}  // namespace nsds::io
