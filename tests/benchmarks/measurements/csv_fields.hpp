// Fields of a line of CSV without quotes, for the studies that read their own results again.
#pragma once

#include <string>
#include <vector>

namespace nsds::bench {

// Throws std::invalid_argument where the text would need quotes.
const std::string& plain_field(const std::string& text);
std::vector<std::string> split_fields(const std::string& line);
// Throws std::invalid_argument where the text is no number; "inf" and "nan" are.
double parse_number(const std::string& text);

}  // namespace nsds::bench
