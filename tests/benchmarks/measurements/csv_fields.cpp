#include "benchmarks/measurements/csv_fields.hpp"

#include <cstdlib>
#include <stdexcept>

namespace nsds::bench {

const std::string& plain_field(const std::string& text) {
  if (text.find_first_of(",\"\n") != std::string::npos)
    throw std::invalid_argument("'" + text + "' has a comma, a quote or a line end");
  return text;
}

std::vector<std::string> split_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

double parse_number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') throw std::invalid_argument("'" + text + "' is no number");
  return value;
}

}  // namespace nsds::bench
