#include "reference/reference_file.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace nsds::test {

namespace {

std::string fileOf(const std::string& path) {
  const char* root = std::getenv("NSDS_TEST_DATA");
  if (root == nullptr) throw std::runtime_error("NSDS_TEST_DATA is not set");
  return std::string(root) + "/reference/" + path;
}

}  // namespace

Table readReference(const std::string& path) {
  const std::string file = fileOf(path);
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

Table readReferenceRows(const std::string& path, std::size_t columns) {
  const std::string file = fileOf(path);
  std::ifstream in(file);
  Table table;
  table.columns = columns;
  std::vector<double> row;
  for (double value = 0.0; in >> value;) {
    row.push_back(value);
    if (row.size() < columns) continue;
    table.rows.push_back(row);
    row.clear();
  }
  if (!in.eof() || !row.empty() || table.rows.empty()) throw std::runtime_error("cannot read " + file);
  return table;
}

}  // namespace nsds::test
