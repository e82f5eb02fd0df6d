// The section BOUNDS of a QPS file.
#pragma once

#include <string>
#include <vector>

#include "qps/qps_fields.hpp"
#include "qps/qps_model.hpp"

namespace nsds::problems::qps {

/// Takes a line of BOUNDS for its column. Throws FileError.
void takeBound(const Fields& fields, Column& column, const std::string& file,
               std::vector<std::string>& warnings);

struct Interval {
  double lower, upper;
};

/// The bounds of a column, those that are not given included. Throws FileError where they cross.
Interval boundsOf(const Column& column, const std::string& file, std::vector<std::string>& warnings);

}  // namespace nsds::problems::qps
