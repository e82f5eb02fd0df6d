// Panels of curves: names for the key, colours and dashes, labels of the axes.
#pragma once

#include <string>
#include <vector>

#include "figure.hpp"
#include "table.hpp"

namespace nsds::io {

/// "name [unit]"
std::string labelOf(const std::string& name, const std::string& unit);

/// "\"name\" [unit]", for messages
std::string described(const Column& column);

/// "-0.0032 m"
std::string shortNumber(double value, const std::string& unit);

/// Columns of every table over one abscissa, as overAbscissa() takes them. Throws std::invalid_argument for
/// tables that measure it in different units.
std::vector<Pair> overCommonAbscissa(const Tables& tables, const PlotOptions& options);

/// Groups curves that can share a vertical axis, in the order in which their units first appear.
std::vector<std::vector<Pair>> byUnit(const std::vector<Pair>& pairs);

/// Draws curves into one panel. What all curves have in common stands at the axis, the rest in the key; columns
/// differ in colour, and tables in colour where there is one column, else in dashes. Throws
/// std::invalid_argument for columns of different units on an axis.
Panel panelOf(const std::vector<Pair>& pairs, Style style = Style::line);

/// Makes a panel for each unit.
std::vector<Panel> panelsByUnit(const std::vector<Pair>& pairs, Style style = Style::line);

}  // namespace nsds::io
