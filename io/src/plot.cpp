#include "nsds/io/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "gnuplot.hpp"

namespace nsds::io {

namespace {

// A panel has the columns of one unit, drawn into the same axes.
struct Panel {
  std::string unit;
  std::vector<std::size_t> columns;
};

struct Figure {
  std::size_t abscissa = 0;
  std::vector<Panel> panels;
};

struct Range {
  double low;
  double high;
};

Figure arrange(const Trajectory& trajectory, const PlotOptions& options) {
  Figure figure;
  if (!options.abscissa.empty()) figure.abscissa = trajectory.find(options.abscissa);
  std::vector<std::size_t> drawn;
  for (const std::string& name : options.columns) drawn.push_back(trajectory.find(name));
  for (std::size_t j = 0; options.columns.empty() && j < trajectory.columnCount(); ++j) {
    if (j != figure.abscissa) drawn.push_back(j);
  }
  for (const std::size_t column : drawn) {
    const std::string& unit = trajectory.columns()[column].unit;
    auto panel = std::find_if(figure.panels.begin(), figure.panels.end(),
                              [&](const Panel& candidate) { return candidate.unit == unit; });
    if (panel == figure.panels.end()) panel = figure.panels.insert(panel, Panel{unit, {}});
    panel->columns.push_back(column);
  }
  if (figure.panels.empty() || trajectory.rowCount() == 0) {
    throw std::invalid_argument("there is nothing to draw: the table needs two columns and a row");
  }
  return figure;
}

std::string label(const Column& column) {
  return column.unit.empty() || column.unit == "1" ? column.name
                                                   : fmt::format("{} [{}]", column.name, column.unit);
}

// A single curve gives its label; of several only the unit is written, for their names stand in the key.
std::string panelLabel(const Trajectory& trajectory, const Panel& panel) {
  if (panel.columns.size() == 1) return label(trajectory.columns()[panel.columns.front()]);
  return panel.unit.empty() || panel.unit == "1" ? std::string() : fmt::format("[{}]", panel.unit);
}

/// The positive values of some columns, widened by a factor; never empty.
Range logarithmicRangeOf(const Trajectory& trajectory, const std::vector<std::size_t>& columns) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0.0;
  for (std::size_t i = 0; i < trajectory.rowCount(); ++i) {
    for (const std::size_t j : columns) {
      const double value = trajectory.row(i)[j];
      if (!std::isfinite(value) || value <= 0.0) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (high == 0.0) return {0.1, 10.0};
  return {low / 1.5, high * 1.5};
}

// The finite values of some columns, widened by a margin relative to their spread; never empty.
Range rangeOf(const Trajectory& trajectory, const std::vector<std::size_t>& columns, double margin) {
  constexpr double sameValue = 1e-12;  // relative spread below which a curve is drawn as a constant
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t i = 0; i < trajectory.rowCount(); ++i) {
    for (const std::size_t j : columns) {
      const double value = trajectory.row(i)[j];
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (low > high) return {-1.0, 1.0};
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= sameValue * size) {
    const double half = size > 0.0 ? 0.1 * size : 1.0;
    return {low - half, high + half};
  }
  return {low - margin * (high - low), high + margin * (high - low)};
}

enum class Format { png, svg, pdf };

// The suffix of the file decides.
Format formatOf(const std::filesystem::path& file) {
  const std::string suffix = file.extension().string();
  if (suffix == ".png") return Format::png;
  if (suffix == ".svg") return Format::svg;
  if (suffix == ".pdf") return Format::pdf;
  throw std::invalid_argument(fmt::format(
      "{}: a picture is written as .png, .svg or .pdf, which its name has to end with", file.string()));
}

class Script {
 public:
  Script(const Trajectory& trajectory, const PlotOptions& options, Format format)
      : trajectory_(trajectory), options_(options), format_(format), figure_(arrange(trajectory, options)) {
    const auto tooWide = [&](const Panel& panel) {
      return panel.columns.size() > 1 && keyWidth(panel) > kWidestKeyAbove;
    };
    keyAtRight_ = std::any_of(figure_.panels.begin(), figure_.panels.end(), tooWide);
  }

  std::string text() {
    writeStyle();
    writeData();
    for (std::size_t i = 0; i < figure_.panels.size(); ++i) {
      writePanel(figure_.panels[i], i + 1 == figure_.panels.size());
    }
    add("unset multiplot\n");
    return fmt::to_string(text_);
  }

 private:
  static constexpr std::size_t kWidestKeyAbove = 100;  // characters
  static constexpr std::size_t kKeySample = 7;         // characters, the line before a name
  static constexpr std::size_t kFewRows = 40;
  static constexpr double kMargin = 0.06;
  static constexpr double kPdfPixels = 72.0;  // to an inch: a point of the font is as large as in a PNG
  // Colours of Okabe and Ito, which colour-blind readers can tell apart; the palest is left out.
  static constexpr std::array kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                       "#e69f00", "#56b4e9", "#444444"};

  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    fmt::format_to(fmt::appender(text_), form, std::forward<Arguments>(arguments)...);
  }

  int height() const {
    if (options_.height != 0) return options_.height;
    return std::max(640, 110 + 230 * static_cast<int>(figure_.panels.size()));
  }

  // All widths in characters.
  std::size_t keyWidth(const Panel& panel) const {
    std::size_t width = 0;
    for (const std::size_t j : panel.columns) width += trajectory_.columns()[j].name.size() + kKeySample;
    return width;
  }

  std::size_t rightMargin() const {
    std::size_t longest = 0;
    for (const Panel& panel : figure_.panels) {
      for (const std::size_t j : panel.columns)
        longest = std::max(longest, trajectory_.columns()[j].name.size());
    }
    return keyAtRight_ ? longest + kKeySample : 4;
  }

  // A PDF is measured in inches, and its terminal would halve the font.
  void writeTerminal() {
    const int width = options_.width;
    switch (format_) {
      case Format::png:
        return writeTerminal("pngcairo", fmt::format("{},{}", width, height()));
      case Format::svg:
        return writeTerminal("svg", fmt::format("{},{}", width, height()));
      case Format::pdf:
        return writeTerminal("pdfcairo",
                             fmt::format("{}in,{}in fontscale 1", width / kPdfPixels, height() / kPdfPixels));
    }
  }

  void writeTerminal(std::string_view name, std::string_view size) {
    add("set terminal {} noenhanced dashlength 0.5 size {} font 'Sans,11' background '#ffffff'\n", name,
        size);
  }

  void writeStyle() {
    writeTerminal();
    add("set border 3 lc rgb '#606060'\nset tics nomirror out scale 0.6 tc rgb '#303030'\n");
    add("set grid xtics ytics lt 1 lw 1 lc rgb '#e4e4e4'\nset format '%g'\n");
    if (options_.logarithmic) add("set logscale xy\n");
    add("set multiplot layout {},1 margins char 12,char {},char 4.5,char {} spacing char 0,char 2.4",
        figure_.panels.size(), rightMargin(), options_.title.empty() ? 2.2 : 3.6);
    if (!options_.title.empty()) add(" title {} font 'Sans:Bold,13'", gnuplotQuoted(options_.title));
    add("\n");
  }

  void writeData() {
    add("$data << NSDS_END\n");
    for (std::size_t i = 0; i < trajectory_.rowCount(); ++i) {
      for (const double value : trajectory_.row(i)) add("{} ", value);
      add("\n");
    }
    add("NSDS_END\n");
    const Range x = options_.logarithmic
                        ? logarithmicRangeOf(trajectory_, {figure_.abscissa})
                        : rangeOf(trajectory_, {figure_.abscissa}, figure_.abscissa == 0 ? 0.0 : kMargin);
    add("set xrange [{}:{}]\n", x.low, x.high);
  }

  void writePanel(const Panel& panel, bool last) {
    if (last) {
      add("set format x '%g'\nset xlabel {} offset 0,0.2\n",
          gnuplotQuoted(label(trajectory_.columns()[figure_.abscissa])));
    } else {
      add("set format x ''\n");
    }
    const Range y = options_.logarithmic ? logarithmicRangeOf(trajectory_, panel.columns)
                                         : rangeOf(trajectory_, panel.columns, kMargin);
    add("set yrange [{}:{}]\n", y.low, y.high);
    // A label takes the place of ylabel: it stands at the same place in all panels, however wide their
    // numbers are.
    add("set label 1 {} at char 2, graph 0.5 center rotate by 90\n",
        gnuplotQuoted(panelLabel(trajectory_, panel)));
    writeKey(panel.columns.size());
    const char* style = trajectory_.rowCount() <= kFewRows ? "linespoints" : "lines";
    add("plot ");
    for (std::size_t k = 0; k < panel.columns.size(); ++k) {
      const std::string& name = trajectory_.columns()[panel.columns[k]].name;
      add("{}$data using {}:{} with {} lc rgb '{}' dt {} lw 2 pt 7 ps 0.6 title {}", k == 0 ? "" : ", ",
          figure_.abscissa + 1, panel.columns[k] + 1, style, kColours[k % kColours.size()],
          k / kColours.size() + 1, gnuplotQuoted(name));
    }
    add("\n");
  }

  void writeKey(std::size_t curves) {
    if (curves == 1) return add("unset key\n");
    const char* sample = "Left reverse samplen 2";
    if (keyAtRight_) return add("set key at graph 1.01,1 left top vertical {}\n", sample);
    add("set key at graph 0,1.02 left bottom horizontal maxrows 1 {} width 1\n", sample);
  }

  const Trajectory& trajectory_;
  const PlotOptions& options_;
  Format format_;
  Figure figure_;
  bool keyAtRight_ = false;
  fmt::memory_buffer text_;
};

}  // namespace

void plot(const Trajectory& trajectory, const std::filesystem::path& file, const PlotOptions& options) {
  constexpr int largest = 10000;
  if (options.width < 300 || options.width > largest) {
    throw std::invalid_argument("the width of a picture is 300 to 10000 pixels");
  }
  if (options.height != 0 && (options.height < 200 || options.height > largest)) {
    throw std::invalid_argument("the height of a picture is 200 to 10000 pixels");
  }
  runGnuplot(Script(trajectory, options, formatOf(file)).text(), file);
}

}  // namespace nsds::io
