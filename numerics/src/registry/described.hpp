// Holds tables of functions to their descriptions: the library of general problems has the functions of some classes, and
// this folder describes their solvers.
#pragma once

#include <cstddef>
#include <string_view>

#include "nsds/numerics/registry.h"

namespace nsds::numerics {

// Gives the description of that name. It is an error of the compiler if there is none.
template <class Descriptions>
consteval nsds_solver_info described(const Descriptions& descriptions, std::string_view name) {
  for (const nsds_solver_info& info : descriptions)
    if (info.name == name) return info;
  throw "there is no solver of that name";
}

// Tells whether a table of functions has the solvers that are described, in their order: solvers are looked up by position.
template <class Table, class Descriptions>
consteval bool has_all(const Table& table, const Descriptions& descriptions) {
  if (table.size() != descriptions.size()) return false;
  for (std::size_t i = 0; i < table.size(); ++i)
    if (std::string_view(table[i].info.name) != descriptions[i].name) return false;
  return true;
}

}  // namespace nsds::numerics
