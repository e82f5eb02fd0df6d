#include "benchmarks/survey/survey_cell.hpp"

#include <fmt/core.h>

namespace nsds::bench {
namespace {

std::string two_digits(double value) {
  return fmt::format("{:.{}f}", value, value < 10.0 ? 1 : 0);
}

}  // namespace

std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return two_digits(1e6 * seconds) + " us";
  if (seconds < 1.0) return two_digits(1e3 * seconds) + " ms";
  return two_digits(seconds) + " s";
}

std::string text(const Cell& cell) {
  if (cell.tried == 0) return "";
  if (cell.solved == 0) return fmt::format("0/{}", cell.tried);
  const std::string share = cell.solved == cell.tried ? "" : fmt::format("{}/{} ", cell.solved, cell.tried);
  return share + seconds_text(cell.seconds());
}

}  // namespace nsds::bench
