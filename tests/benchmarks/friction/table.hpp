// The document of the study, docs/measurements/friction-study.md, from its records.
#pragma once

#include <iosfwd>
#include <vector>

#include "benchmarks/friction/record.hpp"

namespace nsds::bench {

void write_friction_document(const std::vector<Record>& records, std::ostream& out);

}  // namespace nsds::bench
