// What a QPS file states, row by row and column by column, before it becomes a problem of class qp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nsds/problems/qps.hpp"
#include "qps/qps_fields.hpp"
#include "sparse_entries.hpp"

namespace nsds::problems::qps {

/// A row of type E, L or G.
struct Row {
  std::string_view name;
  char type = 'E';
  std::optional<Given> rhs;
  std::optional<Given> range;
};

/// A bound is empty where the file does not give it; then lower is 0 and upper infinite.
struct Column {
  std::string_view name;
  std::optional<Given> lower;
  std::optional<Given> upper;
};

struct Quadratic {
  std::int32_t row = 0, col = 0;
  double value = 0.0;
  Word at;
};

/// Borrows names from the text of the file.
struct Model {
  std::string_view name;
  bool maximises = false;
  std::string_view objective;     // the name of the row
  std::optional<Given> constant;  // as RHS gives it: minus the constant
  std::vector<double> p;          // (columns)
  std::vector<Row> rows;
  std::vector<Column> columns;
  SparseEntries entries;     // (rows x columns)
  std::vector<Quadratic> Q;  // both triangles, or one of them
  bool bothTriangles = false;
  std::vector<std::string> warnings;
};

/// Reads a text. Throws FileError.
Model readModel(std::string_view text, const std::string& file);

/// Makes the problem. Throws FileError where numbers contradict each other. May add warnings to the model.
QpsProblem makeProblem(Model&& model, const std::string& file);

}  // namespace nsds::problems::qps
