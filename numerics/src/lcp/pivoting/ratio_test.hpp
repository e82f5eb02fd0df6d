// Finds which basic variable leaves when a nonbasic one grows, by the full lexicographic ratio test (CPS
// 4.9).
#pragma once

#include <span>

#include "lcp/pivoting/dictionary.hpp"

namespace nsds::numerics::lcp {

class RatioTest {
 public:
  RatioTest(int n, Arena& arena)
      : tied_(arena.take<int>(static_cast<std::size_t>(n))),
        rounding_(arena.take<double>(static_cast<std::size_t>(n))),
        slopes_(arena.take<double>(static_cast<std::size_t>(n))),
        values_(arena.take<double>(static_cast<std::size_t>(n))) {}

  // Gives the row that blocks the variable entering by that column; -1 if none does (a ray). Where the
  // covering variable is among the rows that tie, it is the one: it can leave, and the pivoting is at an end.
  int leaving_row(const Dictionary& dictionary, int column);

 private:
  int gather_ties(const Dictionary& dictionary, int column);
  int break_ties(const Dictionary& dictionary, int column, int count);

  std::span<int> tied_;                // rows
  std::span<double> rounding_;         // below this an entry of the row, in its unit, is zero
  std::span<double> slopes_, values_;  // of the entering column and the basic variables, in units of the rows
};

}  // namespace nsds::numerics::lcp
