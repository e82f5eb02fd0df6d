// The tables of a scene as bytes; page/decode.js reads them.
#pragma once

#include <string>
#include <vector>

#include "nsds/io/trajectory.hpp"

namespace nsds::io::view {

/// The rows of a long table that a chart shows, in their order: the first and the last one, and in each of many
/// equal parts of the table those where a column is largest or smallest, so that no peak is lost.
std::vector<std::size_t> rowsToShow(const Trajectory& table);

/// The chosen rows, column after column, as doubles.
std::string encodeRows(const Trajectory& table, const std::vector<std::size_t>& rows);

}  // namespace nsds::io::view
