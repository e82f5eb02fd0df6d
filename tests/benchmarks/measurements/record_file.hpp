// The file of records that a study writes line by line, and takes up again where it was cut off.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace nsds::bench {

// How the records of a study are written.
template <class Record>
struct RecordFormat {
  std::string study;                          // "a friction study", for messages
  std::string header;                         // the first line
  std::string (*line)(const Record& record);  // without its end
  Record (*parse)(const std::string& line);   // throws std::invalid_argument where it is no record
  std::string (*key)(const Record& record);   // which entry of the study it is
};

// The whole file, up to and with its last line end.
std::string complete_lines_of(const std::filesystem::path& file);

template <class Record>
std::vector<Record> parse_records(const std::string& text, const std::filesystem::path& file,
                                  const RecordFormat<Record>& format) {
  std::vector<Record> records;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (number == 1) {
      if (line != format.header)
        throw std::runtime_error(file.string() + ": the first line is not that of " + format.study);
      continue;
    }
    try {
      records.push_back(format.parse(line));
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(file.string() + ", line " + std::to_string(number) + ": " + error.what());
    }
  }
  return records;
}

// The records of a file, without a last line that was cut off. Throws std::runtime_error with file and line
// where a complete line is no record, or the header another.
template <class Record>
std::vector<Record> read_records(const std::filesystem::path& file, const RecordFormat<Record>& format) {
  if (!std::filesystem::exists(file)) throw std::runtime_error("there is no " + file.string());
  return parse_records(complete_lines_of(file), file, format);
}

template <class Record>
class RecordFile {
 public:
  // Reads what is there, drops a last line that was cut off, and opens the file to go on; begins it where it
  // is empty or absent. Throws as read_records, and where it cannot be written.
  RecordFile(const std::filesystem::path& file, const RecordFormat<Record>& format) : format_(format) {
    const std::string text = complete_lines_of(file);
    for (const Record& record : parse_records(text, file, format)) records_[format.key(record)] = record;
    if (std::filesystem::exists(file)) std::filesystem::resize_file(file, text.size());
    out_.open(file, std::ios::binary | std::ios::app);
    if (text.empty()) out_ << format.header << '\n' << std::flush;
    if (!out_) throw std::runtime_error(file.string() + " cannot be written");
  }

  // Null where there is no such line. The fields of the key are looked at alone.
  const Record* find(const Record& entry) const {
    const auto found = records_.find(format_.key(entry));
    return found == records_.end() ? nullptr : &found->second;
  }
  // Writes the line at once.
  void add(const Record& record) {
    out_ << format_.line(record) << '\n' << std::flush;
    if (!out_) throw std::runtime_error("the results cannot be written");
    records_[format_.key(record)] = record;
  }
  std::size_t size() const { return records_.size(); }

 private:
  RecordFormat<Record> format_;
  std::unordered_map<std::string, Record> records_;
  std::ofstream out_;
};

}  // namespace nsds::bench
