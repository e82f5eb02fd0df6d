// Converts strictly convex quadratic programs to their duals: of the conditions of optimality with every
// bound as a row,
//
//   Q z + p - N' x = 0,   N z - c  complementary to x or zero,
//
// z is eliminated, which leaves G x - N Q^-1 p - c, the gradient of the dual [Nocedal, Wright 2006, 16.8].
#include <algorithm>

#include "conversion/conversion.hpp"
#include "conversion/elimination.hpp"
#include "conversion/given.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "nsds/numerics/analysis.h"
#include "nsds/numerics/scaling.h"

namespace nsds::numerics::conversion {
namespace {

// A finite bound as a row: sign z_j >= sign bound, an equation where both bounds are one number.
struct BoundRow {
  std::int32_t j;
  double sign;
  double bound;
  bool equation;
};

std::vector<BoundRow> bound_rows(const nsds_qp& qp) {
  std::vector<BoundRow> rows;
  for (std::int32_t j = 0; j < qp.size; ++j) {
    const double low = qp.lower == nullptr ? -infinity : qp.lower[j];
    const double high = qp.upper == nullptr ? infinity : qp.upper[j];
    if (low > -infinity) rows.push_back({j, 1.0, low, low == high});
    if (high < infinity && low != high) rows.push_back({j, -1.0, high, false});
  }
  return rows;
}

struct QpToDual final : nsds_conversion {
  OwnedMatrix kkt;               // [Q -N'; N 0]
  std::vector<double> constant;  // (p, -c)
  std::vector<BoundRow> bounds;
  std::vector<double> bound_lower, bound_upper;  // of z
  Elimination elimination;
  OwnedMatrix G;
  std::vector<double> lower, upper;  // of the dual

  void back(const Point& converted, const Result& given) const override {
    std::vector<double> x(converted.z.begin(), converted.z.end());
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::max(lower[k], x[k]);
    std::vector<double> all(given.z.size() + x.size());
    elimination.carry_back(x, all);
    for (std::size_t j = 0; j < given.z.size(); ++j)
      given.z[j] = std::clamp(all[j], bound_lower[j], bound_upper[j]);
    std::copy_n(x.begin(), given.multipliers.size(), given.multipliers.begin());
  }

  // The multipliers of bounds are the parts of the gradient that lambda and mu leave.
  void forward(const Point& given, const Result& converted) const override {
    std::vector<double> all(index(kkt.rows), 0.0);
    std::copy(given.z.begin(), given.z.end(), all.begin());
    for (std::size_t k = 0; k < given.multipliers.size(); ++k)
      all[given.z.size() + k] = std::max(lower[k], given.multipliers[k]);
    std::vector<double> w = constant;
    add_product(kkt, 1.0, all.data(), w.data());
    elimination.carry_over(all, converted.z);
    for (std::size_t k = 0; k < bounds.size(); ++k) {
      const std::size_t row = given.multipliers.size() + k;
      converted.z[row] = std::max(lower[row], bounds[k].sign * w[index(bounds[k].j)]);
    }
  }
};

// Tells whether Q is positive definite, whatever the units of the unknowns.
bool check_definite(const nsds_matrix& Q, const Sentence& sentence) {
  std::vector<double> row(index(Q.rows)), col(index(Q.rows));
  if (nsds_ruiz_scaling(&Q, 10, row.data(), col.data()) == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  MatrixBuilder scaled(Q.rows, Q.cols, Q.storage == NSDS_DENSE);
  for_each_entry(Q, [&](std::int32_t i, std::int32_t j, double value) {
    scaled.add(i, j, row[index(i)] * value * col[index(j)]);
  });
  const OwnedMatrix matrix = scaled.finish();
  nsds_definiteness answer = NSDS_DEFINITENESS_UNDECIDED;
  const nsds_status status = nsds_matrix_definiteness(&matrix, 0.0, &answer, nullptr, nullptr, 0);
  if (status == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status == NSDS_OK && answer == NSDS_POSITIVE_DEFINITE) return true;
  sentence.write("problem.Q is not positive definite, which the dual needs.");
  return false;
}

void lay_out(const nsds_qp& qp, QpToDual& made) {
  const std::int32_t n = qp.size;
  const std::int32_t m = qp.inequalities;
  const std::int32_t rows = checked_size(std::int64_t{m} + qp.equalities);
  made.bounds = bound_rows(qp);
  const std::int32_t count = checked_size(std::int64_t{rows} + static_cast<std::int64_t>(made.bounds.size()));
  const std::int32_t total = checked_size(std::int64_t{n} + count);
  // The conditions of optimality are [Q −Nᵀ; N 0], with the rows of A, of C and of finite bounds in N.
  MatrixBuilder builder(total, total, all_dense(qp.Q, qp.A, qp.C));
  builder.add(0, 0, 1.0, qp.Q);
  builder.add(n, 0, 1.0, qp.A);
  builder.add_transposed(0, n, -1.0, qp.A);
  builder.add(n + m, 0, 1.0, qp.C);
  builder.add_transposed(0, n + m, -1.0, qp.C);
  // The constant is (p, −c).
  made.constant.assign(qp.p, qp.p + n);
  for (std::int32_t i = 0; i < m; ++i) made.constant.push_back(-qp.b[i]);
  for (std::int32_t i = 0; i < qp.equalities; ++i) made.constant.push_back(-qp.d[i]);
  // Multipliers of inequalities are not negative, those of equations are free.
  made.lower.assign(index(count), 0.0);
  made.upper.assign(index(count), infinity);
  std::fill_n(made.lower.begin() + m, qp.equalities, -infinity);
  // The way back cuts z off at its bounds.
  made.bound_lower.assign(index(n), -infinity);
  made.bound_upper.assign(index(n), infinity);
  if (qp.lower != nullptr) std::copy_n(qp.lower, n, made.bound_lower.begin());
  if (qp.upper != nullptr) std::copy_n(qp.upper, n, made.bound_upper.begin());
  // Rows of bounds have a single entry; equal bounds make an equation.
  for (std::int32_t k = 0; k < count - rows; ++k) {
    const BoundRow& bound = made.bounds[index(k)];
    builder.add(n + rows + k, bound.j, bound.sign);
    builder.add(bound.j, n + rows + k, -bound.sign);
    made.constant.push_back(-bound.sign * bound.bound);
    if (bound.equation) made.lower[index(rows + k)] = -infinity;
  }
  made.kkt = builder.finish();
}

// G is symmetric but for rounding: its lower triangle stands for both.
OwnedMatrix mirrored(const nsds_matrix& A) {
  MatrixBuilder builder(A.rows, A.cols, A.storage == NSDS_DENSE);
  for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
    if (i < j) return;
    builder.add(i, j, value);
    if (i > j) builder.add(j, i, value);
  });
  return builder.finish();
}

nsds_status make_dual(const nsds_qp& given, const Call& call) {
  auto made = std::make_unique<QpToDual>();
  made->info.given_class = NSDS_CLASS_QP;
  made->info.given_size = given.size;
  lay_out(given, *made);
  made->info.given_multipliers = given.inequalities + given.equalities;
  std::vector<unsigned char> kept(made->constant.size(), 1);
  std::fill_n(kept.begin(), given.size, static_cast<unsigned char>(0));
  const nsds_status status = made->elimination.build(made->kkt, made->constant, kept, call.sentence);
  if (status != NSDS_OK) return status;
  made->G = mirrored(made->elimination.matrix());
  nsds_qp dual;
  nsds_qp_init(&dual);
  dual.size = made->G.rows;
  dual.Q = &made->G;
  dual.p = made->elimination.vector().data();
  dual.lower = made->lower.data();
  dual.upper = made->upper.data();
  made->problem = dual;
  return deliver(std::move(made), call);
}

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_qp_to_dual(const nsds_qp* problem, nsds_conversion** conversion, char* message,
                            size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    const nsds_status status = check_given(problem, call.sentence);
    if (status != NSDS_OK) return status;
    if (!check_symmetric("Q", *problem->Q, call.sentence) || !check_definite(*problem->Q, call.sentence))
      return NSDS_NOT_APPLICABLE;
    return make_dual(*problem, call);
  });
}
