// Makes a problem of class qp of what a QPS file states.
#include <algorithm>
#include <cmath>
#include <utility>

#include "qps/qps_bounds.hpp"
#include "qps/qps_model.hpp"

namespace nsds::problems::qps {

namespace {

// The interval of a'z. Throws where the rhs leaves none.
Interval sidesOf(const Row& row, const std::string& file) {
  const double rhs = row.rhs ? row.rhs->value : 0.0;
  if (std::isinf(rhs)) {
    // A row without a side constrains nothing.
    const bool isFree = !row.range && ((row.type == 'L' && rhs > 0.0) || (row.type == 'G' && rhs < 0.0));
    if (isFree) return {-kInfinity, kInfinity};
    failExpected(file, row.rhs->at,
                 "a finite rhs of row " + std::string(row.name) + " of type " + row.type +
                     (row.range ? " with a range" : ""));
  }
  const double range = row.range ? row.range->value : 0.0;
  const double width = std::abs(range);
  if (row.type == 'L') return {row.range ? rhs - width : -kInfinity, rhs};
  if (row.type == 'G') return {rhs, row.range ? rhs + width : kInfinity};
  return range < 0.0 ? Interval{rhs - width, rhs} : Interval{rhs, rhs + width};
}

// Rows of one matrix, as they come.
struct Block {
  SparseEntries entries;
  std::vector<double> sides;

  std::int32_t addRow(double side) {
    sides.push_back(side);
    return static_cast<std::int32_t>(sides.size()) - 1;
  }

  Matrix matrix(std::int32_t n) const {
    const auto rows = static_cast<std::int32_t>(sides.size());
    return Matrix::csc(rows, n, compressColumns(entries, rows, n));
  }
};

// Gives every row its places in A and C, and them their sides.
void placeRows(const std::vector<Row>& rows, const std::string& file, std::vector<QpsRow>& places, Block& A,
               Block& C) {
  for (const Row& row : rows) {
    const auto [lower, upper] = sidesOf(row, file);
    QpsRow place;
    place.name = row.name;
    if (lower == upper) {
      place.equality = C.addRow(lower);
    } else {
      if (lower > -kInfinity) place.lower = A.addRow(lower);
      if (upper < kInfinity) place.upper = A.addRow(0.0 - upper);
    }
    places.push_back(std::move(place));
  }
}

void fillRows(const SparseEntries& entries, const std::vector<QpsRow>& places, Block& A, Block& C) {
  for (std::size_t k = 0; k < entries.values.size(); ++k) {
    const QpsRow& place = places[static_cast<std::size_t>(entries.rows[k])];
    const std::int32_t col = entries.cols[k];
    if (place.equality >= 0) C.entries.add(place.equality, col, entries.values[k]);
    if (place.lower >= 0) A.entries.add(place.lower, col, entries.values[k]);
    if (place.upper >= 0) A.entries.add(place.upper, col, 0.0 - entries.values[k]);
  }
}

std::pair<std::int32_t, std::int32_t> placeOf(const Quadratic& entry) {
  return {entry.row, entry.col};
}

bool isBefore(const Quadratic& a, const Quadratic& b) {
  return placeOf(a) < placeOf(b);
}

// "Q[x, y]"
std::string nameOf(const Model& model, std::int32_t row, std::int32_t col) {
  const auto name = [&](std::int32_t j) {
    return std::string(model.columns[static_cast<std::size_t>(j)].name);
  };
  return "Q[" + name(row) + ", " + name(col) + "]";
}

// entries: sorted by place.
void refuseTwice(const Model& model, const std::vector<Quadratic>& entries, const std::string& file) {
  for (std::size_t k = 1; k < entries.size(); ++k) {
    const Quadratic &first = entries[k - 1], &second = entries[k];
    if (placeOf(first) != placeOf(second)) continue;
    const std::string hint = model.bothTriangles || first.row == first.col
                                 ? ""
                                 : "; QUADOBJ and QSECTION have one triangle, QMATRIX has both";
    fail(file, second.at,
         nameOf(model, first.row, first.col) + " is given in line " + std::to_string(first.at.line) +
             " already" + hint);
  }
}

// entries: of both triangles, sorted by place.
void refuseUnsymmetric(const Model& model, const std::vector<Quadratic>& entries, const std::string& file) {
  for (const Quadratic& entry : entries) {
    Quadratic mirrored;
    mirrored.row = entry.col;
    mirrored.col = entry.row;
    const auto found = std::lower_bound(entries.begin(), entries.end(), mirrored, isBefore);
    const bool isThere = found != entries.end() && placeOf(*found) == placeOf(mirrored);
    if ((isThere ? found->value : 0.0) == entry.value) continue;
    fail(file, entry.at,
         nameOf(model, entry.row, entry.col) + " and " + nameOf(model, entry.col, entry.row) +
             " differ: expected both triangles of a symmetric matrix in QMATRIX, or QUADOBJ, which "
             "has one");
  }
}

// Q of the file, both triangles.
SparseEntries hessianOf(Model& model, const std::string& file) {
  std::vector<Quadratic>& entries = model.Q;
  if (!model.bothTriangles)
    for (Quadratic& entry : entries)
      if (entry.row < entry.col) std::swap(entry.row, entry.col);
  // The sort keeps the order of the file, because the later of two entries in one place is named as the fault.
  std::stable_sort(entries.begin(), entries.end(), isBefore);
  refuseTwice(model, entries, file);
  if (model.bothTriangles) refuseUnsymmetric(model, entries, file);
  SparseEntries Q;
  for (const Quadratic& entry : entries) {
    Q.add(entry.row, entry.col, entry.value);
    if (!model.bothTriangles && entry.row != entry.col) Q.add(entry.col, entry.row, entry.value);
  }
  return Q;
}

// 0 - x and not -x, which has a zero of its own.
void negate(std::vector<double>& values) {
  for (double& value : values) value = 0.0 - value;
}

}  // namespace

QpsProblem makeProblem(Model&& model, const std::string& file) {
  const auto n = static_cast<std::int32_t>(model.columns.size());
  QpsFile terms;
  terms.name = model.name;
  terms.objectiveName = model.objective;
  terms.maximises = model.maximises;
  terms.constant = model.constant ? 0.0 - model.constant->value : 0.0;

  Block A, C;
  placeRows(model.rows, file, terms.rows, A, C);
  fillRows(model.entries, terms.rows, A, C);

  std::vector<double> lower, upper;
  for (const Column& column : model.columns) {
    const Interval bounds = boundsOf(column, file, model.warnings);
    lower.push_back(bounds.lower);
    upper.push_back(bounds.upper);
    terms.columns.emplace_back(column.name);
  }

  SparseEntries Q = hessianOf(model, file);
  if (model.maximises) {
    negate(Q.values);
    negate(model.p);
  }
  terms.warnings = std::move(model.warnings);
  Constraints constraints{A.matrix(n),        std::move(A.sides), C.matrix(n),
                          std::move(C.sides), std::move(lower),   std::move(upper)};
  return {Qp(Matrix::csc(n, n, compressColumns(Q, n, n)), std::move(model.p), std::move(constraints)),
          std::move(terms)};
}

}  // namespace nsds::problems::qps
