#include "reference/reference_file.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace nsds::test {

Table readReference(const std::string& path) {
  const char* root = std::getenv("NSDS_TEST_DATA");
  if (root == nullptr) throw std::runtime_error("NSDS_TEST_DATA is not set");
  const std::string file = std::string(root) + "/reference/" + path;
  std::ifstream in(file);
  std::size_t rows = 0;
  Table table;
  if (!(in >> rows >> table.columns)) throw std::runtime_error("cannot read " + file);
  table.rows.assign(rows, std::vector<double>(table.columns));
  for (auto& row : table.rows) {
    for (double& value : row) in >> value;
  }
  double surplus = 0.0;
  if (!in || in >> surplus) throw std::runtime_error(file + " does not hold the numbers it announces");
  return table;
}

}  // namespace nsds::test
