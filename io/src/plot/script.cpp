#include "script.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "axes.hpp"
#include "gnuplot.hpp"
#include "thinning.hpp"

namespace nsds::io {

namespace {

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

// Colours of Okabe and Ito, which colour-blind readers can tell apart; the palest is left out.
constexpr std::array kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"};
constexpr std::array kMarks{7, 5, 9, 13, 11, 6, 4};  // filled circle, square, triangle, diamond, ...
constexpr std::size_t kKeySample = 7;                // characters, the line before a name
constexpr std::size_t kFewRows = 40;
constexpr double kMargin = 0.06;
constexpr std::size_t kPixelsOfCharacter = 9;
constexpr std::size_t kNarrowest = 400;  // pixels of a panel beside others, with its margins
constexpr std::size_t kMargins = 16;     // characters beside a panel

std::size_t lengthOf(std::string_view text) {
  // Continuation bytes of UTF-8 are no characters of their own.
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
}

class Script {
 public:
  Script(const Figure& figure, Format format, const PlotOptions& options)
      : figure_(figure), options_(options), format_(format) {
    const std::size_t panels = figure.panels.size();
    const std::size_t room = static_cast<std::size_t>(options.width) / kNarrowest;
    while (!figure.commonAbscissa && across_ * across_ < panels && across_ < room) ++across_;
    down_ = (panels + across_ - 1) / across_;
    const std::size_t across = static_cast<std::size_t>(options.width) / across_ / kPixelsOfCharacter;
    const std::size_t widest = std::max(across, kMargins) - kMargins;
    for (const Panel& panel : figure.panels) keyAtRight_ = keyAtRight_ || headWidth(panel) > widest;
  }

  std::string text() {
    writeTerminal();
    writeStyle();
    for (std::size_t i = 0; i < figure_.panels.size(); ++i) {
      const bool showsAbscissa = !figure_.commonAbscissa || i + 1 == figure_.panels.size();
      writePanel(figure_.panels[i], showsAbscissa);
    }
    add("unset multiplot\n");
    return text_;
  }

 private:
  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), form, std::forward<Arguments>(arguments)...);
  }

  int height() const {
    if (options_.height != 0) return options_.height;
    const int down = static_cast<int>(down_);
    return figure_.commonAbscissa ? std::max(640, 110 + 230 * down) : std::max(640, 60 + 430 * down);
  }

  static std::size_t longestName(const Panel& panel) {
    std::size_t longest = 0;
    for (const Curve& curve : panel.curves) longest = std::max(longest, lengthOf(curve.name));
    return longest;
  }

  // The width of note and key in characters; all entries of a key are as wide as the longest.
  static std::size_t headWidth(const Panel& panel) {
    const auto isNamed = [](const Curve& curve) { return !curve.name.empty(); };
    const auto names =
        static_cast<std::size_t>(std::count_if(panel.curves.begin(), panel.curves.end(), isNamed));
    return lengthOf(panel.note) + names * (longestName(panel) + kKeySample);
  }

  std::size_t rightMargin() const {
    std::size_t longest = 0;
    for (const Panel& panel : figure_.panels) longest = std::max(longest, longestName(panel));
    return keyAtRight_ ? longest + kKeySample : 4;
  }

  // A PDF is measured in inches, and its terminal would halve the font.
  void writeTerminal() {
    constexpr double pdfPixels = 72.0;  // to an inch: a point of the font is as large as in a PNG
    const int width = options_.width;
    switch (format_) {
      case Format::png:
        return writeTerminal("pngcairo", fmt::format("{},{}", width, height()));
      case Format::svg:
        return writeTerminal("svg", fmt::format("{},{}", width, height()));
      case Format::pdf:
        return writeTerminal("pdfcairo",
                             fmt::format("{}in,{}in fontscale 1", width / pdfPixels, height() / pdfPixels));
    }
  }

  // An SVG measures fonts in pixels, 96 to an inch, and browsers know no family Sans.
  std::string font(int points) const {
    if (format_ == Format::svg) return fmt::format("'sans-serif,{}'", points * 4 / 3);
    return fmt::format("'Sans,{}'", points);
  }

  void writeTerminal(std::string_view name, std::string_view size) {
    add("set encoding utf8\n");
    add("set terminal {} noenhanced dashlength 0.5 size {} font {} background '#ffffff'\n", name, size,
        font(11));
  }

  void writeStyle() {
    add("set border 3 lc rgb '#606060'\nset tics nomirror out scale 0.6 tc rgb '#303030'\n");
    add("set grid xtics ytics lt 1 lw 1 lc rgb '#e4e4e4'\nset xzeroaxis lt 1 lw 1 lc rgb '#a0a0a0'\n");
    const std::size_t right = rightMargin();
    add("set multiplot layout {},{} margins char 12,char {},char 4.5,char {}", down_, across_, right,
        options_.title.empty() ? 2.2 : 3.6);
    if (figure_.commonAbscissa) {
      add(" spacing char 0,char 2.4");
    } else {
      add(" spacing char {},char 6.5", 10 + right);
    }
    if (!options_.title.empty()) add(" title {} font {}", gnuplotQuoted(options_.title), font(14));
    add("\n");
  }

  Range abscissaOf(const Panel& panel) const {
    if (panel.x.range) return *panel.x.range;
    std::vector<const std::vector<double>*> values;
    for (const Panel& other : figure_.panels) {
      for (const Curve& curve : other.curves) {
        if (figure_.commonAbscissa || &other == &panel) values.push_back(&curve.x);
      }
    }
    return rangeOf(values, panel.x.logarithmic, figure_.commonAbscissa ? 0.0 : kMargin);
  }

  static Range ordinateOf(const Panel& panel) {
    if (panel.y.range) return *panel.y.range;
    std::vector<const std::vector<double>*> values;
    for (const Curve& curve : panel.curves) values.push_back(&curve.y);
    return rangeOf(values, panel.y.logarithmic, kMargin);
  }

  void writePanel(const Panel& panel, bool showsAbscissa) {
    const Range x = abscissaOf(panel);
    writeAxis('x', panel.x.logarithmic, x, showsAbscissa);
    writeAxis('y', panel.y.logarithmic, ordinateOf(panel), true);
    writeTexts(panel, showsAbscissa);
    writeKey(panel);
    std::vector<std::string> data;
    for (const Curve& curve : panel.curves)
      data.push_back(writeData(thinned(curve, x, panel.x.logarithmic, options_.width)));
    add("plot ");
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
      if (k > 0) add(", ");
      writeCurve(panel.curves[k], data[k]);
    }
    add("\n");
  }

  void writeAxis(char name, bool logarithmic, Range range, bool hasNumbers) {
    add("set {}range [{}:{}]\nset format {} '{}'\n", name, range.low, range.high, name,
        hasNumbers ? "%g" : "");
    if (!logarithmic) return add("unset logscale {0}\nset {0}tics autofreq\n", name);
    add("set logscale {0}\nset {0}tics (", name);
    const char* separator = "";
    for (const Tic& tic : logarithmicTics(range)) {
      const bool small = tic.text.empty();
      add("{}'{}' {} {}", std::exchange(separator, ", "), hasNumbers ? tic.text : "", tic.value,
          small ? 1 : 0);
    }
    add(")\n");
  }

  void writeTexts(const Panel& panel, bool showsAbscissa) {
    add("unset label\n");
    add("set xlabel {} offset 0,0.2\n", gnuplotQuoted(showsAbscissa ? panel.x.label : ""));
    // A label takes the place of ylabel: it stands at the same place in all panels, however wide their
    // numbers are.
    add("set label {} at graph 0,0.5 offset char -10,0 center rotate by 90\n", gnuplotQuoted(panel.y.label));
    add("set label {} at graph 1,1 offset char 0,0.9 right tc rgb '#606060'\n", gnuplotQuoted(panel.note));
    for (const Remark& remark : panel.remarks) {
      add("set label {} at {},{} offset char 0.6,-0.6 tc rgb '#606060'\n", gnuplotQuoted(remark.text),
          remark.x, remark.y);
    }
  }

  // The key of the first panel serves those below that would have the same.
  void writeKey(const Panel& panel) {
    const auto isNamed = [](const Curve& curve) { return !curve.name.empty(); };
    const auto hasSameKey = [](const Curve& a, const Curve& b) {
      return a.name == b.name && styleOf(a) == styleOf(b);
    };
    const Panel& first = figure_.panels.front();
    const bool repeats = &panel != &first && std::equal(panel.curves.begin(), panel.curves.end(),
                                                        first.curves.begin(), first.curves.end(), hasSameKey);
    if (repeats || std::none_of(panel.curves.begin(), panel.curves.end(), isNamed)) return add("unset key\n");
    const char* sample = "Left reverse samplen 2";
    if (keyAtRight_) return add("set key at graph 1.01,1 left top vertical {}\n", sample);
    add("set key at graph 0,1.02 left bottom horizontal maxrows 1 {} width 1\n", sample);
  }

  // Gives the name of the block of data.
  std::string writeData(const Curve& curve) {
    std::string name = fmt::format("$data{}", ++blocks_);
    add("{} << NSDS_END\n", name);
    for (std::size_t i = 0; i < curve.x.size(); ++i) add("{} {}\n", curve.x[i], curve.y[i]);
    add("NSDS_END\n");
    return name;
  }

  void writeCurve(const Curve& curve, const std::string& data) {
    add("{} using 1:2 with {} title {}", data, styleOf(curve), gnuplotQuoted(curve.name));
  }

  static std::string styleOf(const Curve& curve) {
    const auto number = static_cast<std::size_t>(std::max(curve.colour, 0));
    const char* colour = kColours[number % kColours.size()];
    if (curve.colour == kInk) colour = "#202020";
    if (curve.colour == kPale) colour = "#909090";
    const std::size_t dash = number / kColours.size() + static_cast<std::size_t>(curve.dash) + 1;
    std::string line = fmt::format("lc rgb '{}' dt {} lw", colour, dash);
    switch (curve.style) {
      case Style::line:
        if (curve.x.size() > kFewRows || curve.colour < 0) return fmt::format("lines {} 2", line);
        return fmt::format("linespoints {} 2 pt 7 ps 0.6", line);
      case Style::marked:
        return fmt::format("linespoints {} 2 pt {} ps 1.1", line, kMarks[number % kMarks.size()]);
      case Style::steps:
        return fmt::format("steps {} 2", line);
      case Style::points:
        return fmt::format("points lc rgb '{}' pt 7 ps 1.0", colour);
      case Style::emphasis:
        return fmt::format("lines {} 3", line);
    }
    return line;
  }

  const Figure& figure_;
  const PlotOptions& options_;
  Format format_;
  std::size_t across_ = 1;
  std::size_t down_ = 1;
  std::size_t blocks_ = 0;
  bool keyAtRight_ = false;
  std::string text_;
};

}  // namespace

std::string scriptOf(const Figure& figure, const std::filesystem::path& file, const PlotOptions& options) {
  return Script(figure, formatOf(file), options).text();
}

}  // namespace nsds::io
