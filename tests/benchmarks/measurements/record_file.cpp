#include "benchmarks/measurements/record_file.hpp"

#include <iterator>

namespace nsds::bench {

std::string complete_lines_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t end = text.rfind('\n');
  text.resize(end == std::string::npos ? 0 : end + 1);
  return text;
}

}  // namespace nsds::bench
