#include "benchmarks/friction/results.hpp"

namespace nsds::bench {
namespace {

RecordFormat<Record> format() {
  return {"a friction study", csv_header(), csv_line, parse_record, key_of};
}

}  // namespace

std::vector<Record> read_results(const std::filesystem::path& file) {
  return read_records(file, format());
}

Results::Results(const std::filesystem::path& file) : RecordFile(file, format()) {}

}  // namespace nsds::bench
