// The file of records that a study writes line by line, and takes up again where it was cut off.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "benchmarks/friction/record.hpp"

namespace nsds::bench {

// The records of a file, without a last line that was cut off. Throws std::runtime_error with file and line
// where a complete line is no record, or the header another.
std::vector<Record> read_results(const std::filesystem::path& file);

class Results {
 public:
  // Reads what is there, drops a last line that was cut off, and opens the file to go on; begins it where it
  // is empty or absent. Throws as read_results, and where it cannot be written.
  explicit Results(const std::filesystem::path& file);

  // Null where there is no such line. The fields of key_of are looked at alone.
  const Record* find(const Record& entry) const;
  // Writes the line at once.
  void add(const Record& record);
  std::size_t size() const { return records_.size(); }

 private:
  std::unordered_map<std::string, Record> records_;
  std::ofstream out_;
};

}  // namespace nsds::bench
