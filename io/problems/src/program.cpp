// Reading, writing and owning quadratic programs and variational inequalities, which differ in names alone.
#include "nsds/problems/program.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "bounds.hpp"
#include "layouts.hpp"
#include "limits.hpp"
#include "nm/nm_matrix.hpp"
#include "nsds/numerics/registry.h"
#include "nsds/problems/avi.hpp"
#include "nsds/problems/qp.hpp"

namespace nsds::problems {

namespace {

void start(nsds_qp& view, const nsds_matrix& Q, const double* p) {
  nsds_qp_init(&view);
  view.Q = &Q;
  view.p = p;
}

void start(nsds_avi& view, const nsds_matrix& M, const double* q) {
  nsds_avi_init(&view);
  view.M = &M;
  view.q = q;
}

void checkSizes(const Matrix& M, const std::vector<double>& q, const Constraints& constraints) {
  const std::int32_t n = M.rows();
  const auto fits = [](const std::vector<double>& vector, std::int32_t size) {
    return vector.size() == static_cast<std::size_t>(size);
  };
  const auto require = [&](bool ok, const char* what) {
    if (!ok) throw std::invalid_argument(std::string(what) + ", n = " + std::to_string(n));
  };
  require(M.cols() == n, "the matrix must be (n x n)");
  require(fits(q, n), "the vector must be (n)");
  require(constraints.A.cols() == n && fits(constraints.b, constraints.A.rows()),
          "A must be (m x n) and b (m)");
  require(constraints.C.cols() == n && fits(constraints.d, constraints.C.rows()),
          "C must be (e x n) and d (e)");
  require(fits(constraints.lower, n) && fits(constraints.upper, n), "lower and upper must be (n)");
}

}  // namespace

template <class View>
struct Program<View>::Data {
  Data(Matrix owned, std::vector<double> vector, Constraints given)
      : matrix(std::move(owned)),
        q(std::move(vector)),
        constraints(std::move(given)),
        matrixView(matrix.view()),
        viewOfA(constraints.A.view()),
        viewOfC(constraints.C.view()) {
    start(view, matrixView, q.data());
    view.size = matrix.rows();
    view.inequalities = constraints.A.rows();
    view.equalities = constraints.C.rows();
    if (view.inequalities > 0) view.A = &viewOfA;
    if (view.equalities > 0) view.C = &viewOfC;
    view.b = constraints.b.data();
    view.d = constraints.d.data();
    view.lower = constraints.lower.data();
    view.upper = constraints.upper.data();
  }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  Matrix matrix;
  std::vector<double> q;
  Constraints constraints;
  nsds_matrix matrixView, viewOfA, viewOfC;
  View view{};
};

template <class View>
Program<View>::Program(Matrix M, std::vector<double> q, Constraints constraints) {
  checkSizes(M, q, constraints);
  data_ = std::make_unique<Data>(std::move(M), std::move(q), std::move(constraints));
}

template <class View>
Program<View>::Program(Program&&) noexcept = default;
template <class View>
Program<View>& Program<View>::operator=(Program&&) noexcept = default;
template <class View>
Program<View>::~Program() = default;

template <class View>
const View& Program<View>::view() const noexcept {
  return data_->view;
}

template class Program<nsds_qp>;
template class Program<nsds_avi>;

namespace {

struct Rows {
  Matrix matrix;
  std::vector<double> sides;
};

struct RowNames {
  const char *matrix, *sides, *count;
};

Rows readRows(TextReader& reader, const RowNames& names, std::int32_t rows, std::int32_t n) {
  if (rows == 0) return {Matrix::dense(0, n, {}), {}};
  Matrix read = readMatrix(
      reader, names.matrix,
      {rows, n, std::string(names.count) + " = " + std::to_string(rows) + " and n = " + std::to_string(n)});
  return {std::move(read), reader.numbers(names.sides, static_cast<std::size_t>(rows))};
}

template <class View>
Program<View> readProgram(TextReader reader, const char* matrix, const char* vector) {
  ProgramParts parts = readProgramLayout(reader, matrix, vector);
  return {std::move(parts.M), std::move(parts.q), std::move(parts.constraints)};
}

}  // namespace

ProgramParts readProgramLayout(TextReader& reader, const char* matrix, const char* vector) {
  const std::int32_t n = reader.integer({"the size n"}, 0, kLargest);
  const std::int32_t m = reader.integer({"the number m of inequalities"}, 0, kLargest);
  const std::int32_t e = reader.integer({"the number e of equalities"}, 0, kLargest - m);
  const auto size = static_cast<std::size_t>(n);
  reader.expectRoom(3 * size + static_cast<std::size_t>(m) + static_cast<std::size_t>(e),
                    std::string(vector) + ", b, d, lower and upper");
  Matrix M = readMatrix(reader, matrix, {n, n, "n = " + std::to_string(n)});
  std::vector<double> q = reader.numbers(vector, size);
  Rows inequalities = readRows(reader, {"A", "b", "m"}, m, n);
  Rows equalities = readRows(reader, {"C", "d", "e"}, e, n);
  Bounds bounds = readBounds(reader, size);
  return {std::move(M),
          std::move(q),
          {std::move(inequalities.matrix), std::move(inequalities.sides), std::move(equalities.matrix),
           std::move(equalities.sides), std::move(bounds.lower), std::move(bounds.upper)}};
}

Qp readQp(const std::filesystem::path& file) {
  return readProgram<nsds_qp>(TextReader::open(file), "Q", "p");
}

Qp readQpText(std::string text, const std::string& name) {
  return readProgram<nsds_qp>({std::move(text), name}, "Q", "p");
}

Avi readAvi(const std::filesystem::path& file) {
  return readProgram<nsds_avi>(TextReader::open(file), "M", "q");
}

Avi readAviText(std::string text, const std::string& name) {
  return readProgram<nsds_avi>({std::move(text), name}, "M", "q");
}

}  // namespace nsds::problems
