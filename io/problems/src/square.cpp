#include "square.hpp"

#include <limits>
#include <stdexcept>

#include "nm/nm_matrix.hpp"

namespace nsds::problems {

SquareParts readSquare(TextReader& reader) {
  const std::int32_t n = reader.integer({"the size n"}, 0, std::numeric_limits<std::int32_t>::max());
  const auto size = static_cast<std::size_t>(n);
  reader.expectRoom(size, "q (" + std::to_string(n) + ")");
  Matrix M = readMatrix(reader, "M", {n, n, "n = " + std::to_string(n)});
  return {std::move(M), reader.numbers("q", size)};
}

void checkSizes(const char* problem, const Matrix& M,
                const std::vector<std::pair<const char*, std::size_t>>& vectors) {
  bool fits = M.rows() == M.cols();
  std::string needs = std::string(problem) + " needs M (n x n)";
  std::string found = "M is " + std::to_string(M.rows()) + " x " + std::to_string(M.cols());
  for (const auto& [name, size] : vectors) {
    fits = fits && size == static_cast<std::size_t>(M.rows());
    needs += std::string(", ") + name + " (n)";
    found += std::string(", ") + name + " has " + std::to_string(size) + " entries";
  }
  if (!fits) throw std::invalid_argument(needs + ": " + found);
}

}  // namespace nsds::problems
