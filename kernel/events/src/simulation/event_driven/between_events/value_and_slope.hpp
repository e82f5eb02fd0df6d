// Holds a value of a function of time and its derivative.
#pragma once

namespace nsds {

struct ValueAndSlope {
  double value;
  double slope;
};

}  // namespace nsds
