// One cell of a survey: what one solver does on the problems of one family and size.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

namespace nsds::bench {

struct Cell {
  int tried = 0, solved = 0;
  int loosely = 0;          // solved at the larger tolerance, where there is one
  double logarithms = 0.0;  // of the seconds of what was solved
  double worst = 0.0;       // [s] of what was not

  void add(double seconds, bool solution, bool loose_solution) {
    ++tried;
    loosely += loose_solution ? 1 : 0;
    if (solution) {
      ++solved;
      logarithms += std::log(seconds);
    } else {
      worst = std::max(worst, seconds);
    }
  }
  double seconds() const { return std::exp(logarithms / solved); }
};

// "1.2 ms", in two digits, which is all that timing gives.
std::string seconds_text(double seconds);

// "3/4 1.2 ms", without the share where all were solved; "" where nothing was tried.
std::string text(const Cell& cell);

}  // namespace nsds::bench
