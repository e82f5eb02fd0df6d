#include "benchmarks/friction/results.hpp"

#include <fmt/format.h>

#include <iterator>
#include <sstream>
#include <stdexcept>

namespace nsds::bench {
namespace {

std::string contents_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Up to and with the last line end.
std::string complete_lines(std::string text) {
  const std::size_t end = text.rfind('\n');
  text.resize(end == std::string::npos ? 0 : end + 1);
  return text;
}

std::vector<Record> parse(const std::string& text, const std::filesystem::path& file) {
  std::vector<Record> records;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (number == 1) {
      if (line != csv_header())
        throw std::runtime_error(file.string() + ": the first line is not that of a friction study");
      continue;
    }
    try {
      records.push_back(parse_record(line));
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(fmt::format("{}, line {}: {}", file.string(), number, error.what()));
    }
  }
  return records;
}

}  // namespace

std::vector<Record> read_results(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) throw std::runtime_error("there is no " + file.string());
  return parse(complete_lines(contents_of(file)), file);
}

Results::Results(const std::filesystem::path& file) {
  const std::string text = complete_lines(contents_of(file));
  for (const Record& record : parse(text, file)) records_[key_of(record)] = record;
  if (std::filesystem::exists(file)) std::filesystem::resize_file(file, text.size());
  out_.open(file, std::ios::binary | std::ios::app);
  if (text.empty()) out_ << csv_header() << '\n' << std::flush;
  if (!out_) throw std::runtime_error(file.string() + " cannot be written");
}

const Record* Results::find(const Record& entry) const {
  const auto found = records_.find(key_of(entry));
  return found == records_.end() ? nullptr : &found->second;
}

void Results::add(const Record& record) {
  out_ << csv_line(record) << '\n' << std::flush;
  if (!out_) throw std::runtime_error("the results cannot be written");
  records_[key_of(record)] = record;
}

}  // namespace nsds::bench
