#include "kinds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace nsds::io {

namespace {

struct KindRow {
  PlotKind kind;
  Figure (*figure)(const Tables&, const PlotOptions&) = nullptr;
};

constexpr std::array kKinds{
    KindRow{{"series", "columns over a common axis, a panel for each unit", "all columns over the first"},
            seriesFigure},
    KindRow{
        {"phase", "a velocity over its position",
         "pairs named such as ball.q0 and ball.v0, else the only two columns in such units as rad and rad/s"},
        phaseFigure},
    KindRow{
        {"complementarity", "the gap of a contact, or its velocity, its impulse, and their product",
         "pairs named such as a.gap and a.impulse, else the only columns in m, m/s or V and in N s, N or A"},
        complementarityFigure},
    KindRow{{"energy", "energies, their sum, and how it changes; a column energy or total is the sum",
             "all columns in J over the first"},
            energyFigure},
    KindRow{{"orders", "errors over step sizes, with fitted orders and lines of such slopes",
             "all columns over the first"},
            ordersFigure},
    KindRow{{"work-precision", "the error over the work, a curve for each method",
             "pairs named such as work and error, or METHOD.time and METHOD.error"},
            workPrecisionFigure},
    KindRow{{"profile", "the share of problems solved within a factor of the least time",
             "all columns in s; a row is a problem, nan a failure"},
            profileFigure}};

}  // namespace

std::vector<PlotKind> plotKinds() {
  std::vector<PlotKind> kinds;
  kinds.reserve(kKinds.size());
  for (const KindRow& row : kKinds) kinds.push_back(row.kind);
  return kinds;
}

Figure figureOf(const Tables& tables, const PlotOptions& options) {
  const auto* const row = std::find_if(kKinds.begin(), kKinds.end(), [&](const KindRow& candidate) {
    return candidate.kind.name == options.kind;
  });
  if (row == kKinds.end()) {
    std::string known;
    for (const KindRow& other : kKinds) known.append(known.empty() ? "" : ", ").append(other.kind.name);
    throw std::out_of_range(fmt::format("there is no kind \"{}\"; there are: {}", options.kind, known));
  }
  if (options.logarithmic && row->figure != seriesFigure) {
    throw std::invalid_argument(
        fmt::format("logarithmic axes are chosen for series alone; {} knows its own", options.kind));
  }
  return row->figure(tables, options);
}

}  // namespace nsds::io
