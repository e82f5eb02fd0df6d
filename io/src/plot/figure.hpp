// A figure says what a picture shows; script.hpp knows how gnuplot draws it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace nsds::io {

struct Range {
  double low;
  double high;
};

struct Axis {
  std::string label = {};
  bool logarithmic = false;
  std::optional<Range> range = {};  ///< of the curves, if none is given
};

enum class Style {
  line,     ///< with points where they are few
  marked,   ///< a line through points, which differ with the colour
  steps,    ///< constant up to the next x
  points,   ///< points alone
  emphasis  ///< a heavier line
};

/// Colours that stand for something; from 0 on they are those that tell curves apart.
inline constexpr int kInk = -1;   ///< a sum, a total
inline constexpr int kPale = -2;  ///< what helps to read the picture

struct Curve {
  std::string name;  ///< in the key; empty: not there
  std::vector<double> x;
  std::vector<double> y;
  Style style = Style::line;
  int colour = 0;
  int dash = 0;
};

/// A text beside a curve.
struct Remark {
  double x;
  double y;
  std::string text;
};

struct Panel {
  Axis x;
  Axis y;
  std::vector<Curve> curves;
  std::vector<Remark> remarks = {};
  std::string note = {};  ///< a few words above the panel, at its right end
};

struct Figure {
  std::vector<Panel> panels;
  bool commonAbscissa = true;  ///< the panels stand above each other over one axis; else each has its own
};

}  // namespace nsds::io
