#include "benchmarks/peers/programs/range_form.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace nsds::bench {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Entry {
  Index column;
  double value;
};

std::vector<Entry> entries_of(const Rows& rows, Index i) {
  std::vector<Entry> found;
  for (Rows::InnerIterator entry(rows, i); entry; ++entry)
    if (entry.value() != 0.0) found.push_back({entry.col(), entry.value()});
  return found;
}

// The same for rows that are equal once the first entry is positive.
std::string name_of(const std::vector<Entry>& entries, double sign) {
  std::string name;
  for (const Entry& entry : entries) {
    const double value = sign * entry.value;
    name.append(reinterpret_cast<const char*>(&entry.column), sizeof entry.column);
    name.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return name;
}

}  // namespace

RangeForm::RangeForm(const test::JudgedProblem& problem)
    : lower(problem.lower),
      upper(problem.upper),
      problem_(problem),
      lower_of_column_(static_cast<std::size_t>(problem.q.size())),
      upper_of_column_(static_cast<std::size_t>(problem.q.size())) {
  const Rows A = problem.A, C = problem.C;
  std::vector<Eigen::Triplet<double>> entries_of_rows;
  std::vector<double> lowest, highest;
  const auto add_row = [&](const std::vector<Entry>& entries, double sign) {
    for (const Entry& entry : entries)
      entries_of_rows.emplace_back(static_cast<int>(lowest.size()), static_cast<int>(entry.column),
                                   sign * entry.value);
    lowest.push_back(-infinity);
    highest.push_back(infinity);
    lower_of_row_.emplace_back();
    upper_of_row_.emplace_back();
    return lowest.size() - 1;
  };
  std::map<std::string, std::size_t> known;
  for (Index i = 0; i < A.rows(); ++i) {
    const std::vector<Entry> entries = entries_of(A, i);
    if (entries.empty()) continue;
    if (entries.size() == 1) {
      add_bound(i, entries[0].column, entries[0].value, problem.b[i]);
      continue;
    }
    const double sign = entries[0].value > 0.0 ? 1.0 : -1.0;
    const auto [at, is_new] = known.try_emplace(name_of(entries, sign), lowest.size());
    if (is_new) add_row(entries, sign);
    const std::size_t k = at->second;
    if (sign > 0.0 && problem.b[i] > lowest[k]) {
      lowest[k] = problem.b[i];
      lower_of_row_[k] = {i, sign};
    } else if (sign < 0.0 && -problem.b[i] < highest[k]) {
      highest[k] = -problem.b[i];
      upper_of_row_[k] = {i, sign};
    }
  }
  for (Index i = 0; i < C.rows(); ++i) {
    const std::size_t k = add_row(entries_of(C, i), 1.0);
    lowest[k] = highest[k] = problem.d[i];
    lower_of_row_[k] = {A.rows() + i, 1.0};
    upper_of_row_[k] = {A.rows() + i, -1.0};
  }
  const auto count = static_cast<Index>(lowest.size());
  rows.resize(count, problem.q.size());
  rows.setFromTriplets(entries_of_rows.begin(), entries_of_rows.end());
  row_lower = Eigen::Map<const VectorXd>(lowest.data(), count);
  row_upper = Eigen::Map<const VectorXd>(highest.data(), count);
}

void RangeForm::add_bound(Index row, Index column, double factor, double right) {
  const auto at = static_cast<std::size_t>(column);
  const double bound = right / factor;
  if (factor > 0.0 && bound > lower[column]) {
    lower[column] = bound;
    lower_of_column_[at] = {row, factor};
  } else if (factor < 0.0 && bound < upper[column]) {
    upper[column] = bound;
    upper_of_column_[at] = {row, factor};
  }
}

VectorXd RangeForm::multipliers(const VectorXd& z, const VectorXd& y) const {
  VectorXd made = VectorXd::Zero(problem_.b.size() + problem_.d.size());
  for (std::size_t k = 0; k < lower_of_row_.size(); ++k) {
    const double value = y[static_cast<Index>(k)];
    const Side& side = value > 0.0 ? lower_of_row_[k] : upper_of_row_[k];
    if (side.row < 0) continue;
    // An equality has one multiplier of any sign.
    made[side.row] = side.row < problem_.b.size() ? std::fabs(value) : value;
  }
  const VectorXd gradient = problem_.M * z + problem_.q - rows.transpose() * y;
  for (std::size_t j = 0; j < lower_of_column_.size(); ++j) {
    const double value = gradient[static_cast<Index>(j)];
    const Side& side = value > 0.0 ? lower_of_column_[j] : upper_of_column_[j];
    if (side.row >= 0) made[side.row] = value / side.factor;
  }
  return made;
}

}  // namespace nsds::bench
