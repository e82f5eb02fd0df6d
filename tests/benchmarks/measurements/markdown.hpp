// Tables of the documents that studies write.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace nsds::bench {

inline void print_row(const std::vector<std::string>& cells, std::ostream& out) {
  out << '|';
  for (const std::string& cell : cells) out << ' ' << cell << " |";
  out << '\n';
}

// Behind an empty line.
inline void print_head_row(const std::vector<std::string>& cells, std::ostream& out) {
  out << '\n';
  print_row(cells, out);
  out << '|';
  for (std::size_t i = 0; i < cells.size(); ++i) out << "---|";
  out << '\n';
}

}  // namespace nsds::bench
