#include "nsds/io/plot.hpp"

#include "gnuplot.hpp"
#include "kinds.hpp"
#include "script.hpp"

namespace nsds::io {

void plot(const std::vector<PlotTable>& tables, const std::filesystem::path& file,
          const PlotOptions& options) {
  constexpr int largest = 10000;
  if (options.width < 300 || options.width > largest) {
    throw std::invalid_argument("the width of a picture is 300 to 10000 pixels");
  }
  if (options.height != 0 && (options.height < 200 || options.height > largest)) {
    throw std::invalid_argument("the height of a picture is 200 to 10000 pixels");
  }
  const Figure figure = figureOf(checkedTables(tables), options);
  runGnuplot(scriptOf(figure, file, options), file);
}

}  // namespace nsds::io
