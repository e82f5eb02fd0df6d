// A study is a list of figures. A figure: what makes its table, how it is drawn, and the property that it shows.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "command/common/lines.hpp"
#include "nsds/io/plot.hpp"
#include "nsds/io/trajectory.hpp"

namespace nsds::command {

struct StudyResult {
  io::Trajectory table;
  io::PlotOptions options;
  std::string sentence;  ///< the property, with the figures that were found
  bool holds = false;
  std::string details = {};  ///< Markdown below the sentence
};

struct StudyFigure {
  std::string_view name;     ///< of its files
  std::string_view caption;  ///< above the picture
  std::function<StudyResult()> make;
};

struct Study {
  std::string_view name;          ///< on the command line
  std::string_view title;         ///< of its page
  std::string_view introduction;  ///< below the title, Markdown
  std::vector<StudyFigure> figures;
};

/// Makes what the line asks for; returns the exit status.
int study(const StudyLine& line);

/// The figures of the lecture on time integration, in its order.
Study lectureStudy();
/// Precision and work of all schemes on four problems.
Study schemesStudy();

}  // namespace nsds::command
