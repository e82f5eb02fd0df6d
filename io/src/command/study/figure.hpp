// A figure of a study: what makes its table, how it is drawn, and the property that it shows.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "nsds/io/plot.hpp"
#include "nsds/io/trajectory.hpp"

namespace nsds::command {

struct StudyResult {
  io::Trajectory table;
  io::PlotOptions options;
  std::string sentence;  ///< the property, with the figures that were found
  bool holds = false;
};

struct StudyFigure {
  std::string_view name;     ///< of its files
  std::string_view caption;  ///< above the picture
  StudyResult (*make)();
};

/// The figures of the lecture on time integration, in its order.
std::span<const StudyFigure> lectureFigures();

}  // namespace nsds::command
