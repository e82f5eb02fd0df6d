// What the tests read in an SVG that gnuplot drew.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "io/temporary_folder.hpp"

namespace nsds::test {

/// In pixels, y downwards.
struct Point {
  double x;
  double y;
};

class Svg {
 public:
  explicit Svg(const std::filesystem::path& file) : source_(contents(file)) {}

  const std::string& source() const { return source_; }

  /// All that can be read in the picture.
  std::vector<std::string> words() const { return between(source_, "<text>", "</text>"); }
  std::ptrdiff_t count(const std::string& word) const {
    const std::vector<std::string> all = words();
    return std::count(all.begin(), all.end(), word);
  }
  bool says(const std::string& word) const { return count(word) > 0; }

  /// Where the words begin or end, as they are aligned.
  std::vector<Point> anchors() const {
    std::vector<Point> points;
    for (const std::string& place : between(source_, "<g transform=\"translate(", ")")) {
      std::istringstream in(place);
      char comma = ' ';
      Point p{};
      in >> p.x >> comma >> p.y;
      points.push_back(p);
    }
    return points;
  }

  /// The points of a curve. number: counted from 1 in its panel. panel: 'a' for the first.
  std::vector<Point> curve(int number, char panel = 'a') const {
    std::vector<Point> points;
    for (const std::string& path : between(partOf(number, panel), " d='", "'")) {
      std::istringstream in(path);
      char before = ' ', comma = ' ';
      for (Point p{}; in >> before >> p.x >> comma >> p.y;) points.push_back(p);
    }
    // A curve with a name begins with its sample in the key, a path of two points.
    if (isNamed(number, panel) && points.size() >= 2) points.erase(points.begin(), points.begin() + 2);
    return points;
  }

  /// The attribute of the lines of a curve, empty for none.
  std::string attribute(int number, char panel, const std::string& name) const {
    const auto values = between(partOf(number, panel), "<path " + name + "='", "'");
    return values.empty() ? "" : values.front();
  }

 private:
  bool isNamed(int number, char panel) const {
    return partOf(number, panel).find("<text>") != std::string::npos;
  }

  // gnuplot calls the curves gnuplot_plot_1a, gnuplot_plot_2a, ..., and gnuplot_plot_1b in the next panel.
  std::string partOf(int number, char panel) const {
    const std::string mark = "<title>gnuplot_plot_" + std::to_string(number) + panel + "</title>";
    const std::size_t begin = source_.find(mark);
    if (begin == std::string::npos) return "";
    return source_.substr(begin, source_.find("</g>\n\t</g>\n", begin) - begin);
  }

  static std::vector<std::string> between(const std::string& text, const std::string& first,
                                          const std::string& last) {
    std::vector<std::string> found;
    for (std::size_t at = text.find(first); at != std::string::npos; at = text.find(first, at)) {
      at += first.size();
      const std::size_t end = text.find(last, at);
      found.push_back(text.substr(at, end - at));
      at = end;
    }
    return found;
  }

  std::string source_;
};

}  // namespace nsds::test
