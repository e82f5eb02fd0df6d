// The file of records of the study of frictional contact.
#pragma once

#include <filesystem>
#include <vector>

#include "benchmarks/friction/record.hpp"
#include "benchmarks/measurements/record_file.hpp"

namespace nsds::bench {

// Reads the records of the study as read_records does, which names its errors.
std::vector<Record> read_results(const std::filesystem::path& file);

class Results : public RecordFile<Record> {
 public:
  explicit Results(const std::filesystem::path& file);
};

}  // namespace nsds::bench
