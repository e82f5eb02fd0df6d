// Variational inequalities over boxes and polyhedra as the complementarity problems that their conditions of optimality are, and
// complementarity problems as variational inequalities over boxes.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "conversion/conversion.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "mcp/problem.hpp"
#include "vi/problem.hpp"

namespace nsds::numerics::conversion {
namespace {

// The unknowns of both problems, one after the other: those of the given one, then its multipliers.
class SamePoint : public nsds_conversion {
 public:
  void back(const Point& converted, const Result& given) const override {
    const std::size_t n = given.z.size();
    for (std::size_t k = 0; k < n + given.multipliers.size(); ++k) {
      const double value = k < converted.z.size() ? converted.z[k] : converted.multipliers[k - n];
      (k < n ? given.z[k] : given.multipliers[k - n]) = std::clamp(value, lower[k], upper[k]);
    }
  }
  void forward(const Point& given, const Result& converted) const override {
    for (std::size_t k = 0; k < converted.z.size(); ++k)
      converted.z[k] = std::clamp(k < given.z.size() ? given.z[k] : given.multipliers[k - given.z.size()],
                                  lower[k], upper[k]);
  }

  // Copies the map with its pattern; n: its size.
  void take_map(const nsds_map& given, std::int32_t n) {
    F = given;
    if (given.column_starts == nullptr) return;
    starts_.assign(given.column_starts, given.column_starts + n + 1);
    rows_.assign(given.row_indices, given.row_indices + starts_.back());
    F.column_starts = starts_.data();
    F.row_indices = rows_.data();
  }
  void take_bounds(const double* low, double no_low, const double* high, std::int32_t n) {
    lower.assign(index(n), no_low);
    upper.assign(index(n), infinity);
    if (low != nullptr) std::copy_n(low, n, lower.begin());
    if (high != nullptr) std::copy_n(high, n, upper.begin());
  }

  nsds_map F{};  // of the given problem
  std::vector<double> lower, upper;

 private:
  std::vector<std::int32_t> starts_, rows_;
};

struct Entry {
  std::int32_t row, column;
  double value;
};

// The map of the conditions of optimality. Nothing in it changes: several threads may call it.
class OfPolyhedron : public SamePoint {
 public:
  // given: a polyhedron, or a box, which has no rows.
  explicit OfPolyhedron(const nsds_vi& given) : n_(index(given.size)) {
    take_map(given.F, given.size);
    take_bounds(given.lower, -infinity, given.upper, given.size);
    r_.assign(given.b, given.b + given.inequalities);
    r_.insert(r_.end(), given.d, given.d + given.equalities);
    lower.resize(n_ + index(given.inequalities), 0.0);
    lower.resize(n_ + r_.size(), -infinity);
    upper.resize(lower.size(), infinity);
    take_rows(given);
    scale(given);
    lay_out();
    bind();
  }

 private:
  void take_rows(const nsds_vi& given) {
    const auto take_from = [this](std::int32_t first) {
      return [this, first](std::int32_t i, std::int32_t j, double value) {
        if (value != 0.0) entries_.push_back({first + i, j, value});
      };
    };
    if (given.inequalities > 0) for_each_entry(*given.A, take_from(0));
    if (given.equalities > 0) for_each_entry(*given.C, take_from(given.inequalities));
  }

  void scale(const nsds_vi& given) {
    const nonlinear::ScalarUnits units = nonlinear::ScalarUnits::of(given.scale_z, given.scale_w);
    std::vector<double> largest(r_.size(), 0.0);
    for (const Entry& entry : entries_)
      largest[index(entry.row)] = std::max(largest[index(entry.row)], std::fabs(entry.value));
    scale_z_.assign(n_, units.z);
    scale_w_.assign(n_, units.w);
    for (const double row : largest) {
      const double size = row > 0.0 ? row : 1.0;
      scale_z_.push_back(units.w / size);
      scale_w_.push_back(units.z * size);
    }
  }

  // The pattern of the Jacobian, with the place in it of every entry of the given one, and of A, C and their transposes.
  void lay_out() {
    std::vector<std::vector<std::pair<std::int32_t, std::size_t>>> columns(
        n_ + r_.size());  // row, and which entry
    given_entries_ = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      const std::size_t count =
          F.column_starts == nullptr ? n_ : index(F.column_starts[j + 1] - F.column_starts[j]);
      for (std::size_t k = 0; k < count; ++k)
        columns[j].push_back({F.column_starts == nullptr ? static_cast<std::int32_t>(k)
                                                         : F.row_indices[index(F.column_starts[j]) + k],
                              given_entries_++});
    }
    const auto n = static_cast<std::int32_t>(n_);
    std::size_t next = given_entries_;
    for (const Entry& entry : entries_) columns[index(entry.column)].push_back({n + entry.row, next++});
    for (const Entry& entry : entries_) columns[n_ + index(entry.row)].push_back({entry.column, next++});
    places_.resize(next);
    starts_.push_back(0);
    for (auto& column : columns) {
      std::sort(column.begin(), column.end());
      for (const auto& [row, which] : column) {
        places_[which] = rows_.size();
        rows_.push_back(row);
      }
      starts_.push_back(checked_size(static_cast<std::int64_t>(rows_.size())));
    }
    rows_.push_back(0);  // not empty: its address is not null
  }

  void bind() {
    nsds_mcp mcp;
    nsds_mcp_init(&mcp);
    mcp.size = static_cast<std::int32_t>(lower.size());
    mcp.F = {call_evaluate, F.jacobian == nullptr ? nullptr : call_jacobian, starts_.data(), rows_.data(),
             this};
    mcp.lower = lower.data();
    mcp.upper = upper.data();
    mcp.scale_z = scale_z_.data();
    mcp.scale_w = scale_w_.data();
    problem = mcp;
  }

  static int call_evaluate(void* user, const double* x, double* values) {
    const OfPolyhedron& self = *static_cast<const OfPolyhedron*>(user);
    const int outcome = self.F.evaluate(self.F.user, x, values);
    if (outcome != NSDS_MAP_EVALUATED) return outcome;
    for (std::size_t i = 0; i < self.r_.size(); ++i) values[self.n_ + i] = -self.r_[i];
    for (const Entry& entry : self.entries_) {
      const std::size_t i = self.n_ + index(entry.row), j = index(entry.column);
      values[j] -= entry.value * x[i];
      values[i] += entry.value * x[j];
    }
    return outcome;
  }

  static int call_jacobian(void* user, const double* x, double* values) {
    const OfPolyhedron& self = *static_cast<const OfPolyhedron*>(user);
    std::vector<double> of_F(self.given_entries_, std::nan(""));
    const int outcome = self.F.jacobian(self.F.user, x, of_F.data());
    if (outcome != NSDS_MAP_EVALUATED) return outcome;
    const std::size_t* place = self.places_.data();
    for (const double value : of_F) values[*place++] = value;
    for (const Entry& entry : self.entries_) values[*place++] = entry.value;
    for (const Entry& entry : self.entries_) values[*place++] = -entry.value;
    return outcome;
  }

  std::size_t n_;
  std::vector<Entry> entries_;  // of A and C
  std::vector<double> r_;       // b and d
  std::vector<double> scale_z_, scale_w_;
  std::size_t given_entries_ = 0;
  std::vector<std::size_t> places_;
  std::vector<std::int32_t> starts_, rows_;
};

nsds_status from_vi(const nsds_vi* given, const Call& call) {
  const nsds_status status = vi::check(given, call.sentence);
  if (status != NSDS_OK) return status;
  if (given->set != NSDS_VI_BOX && given->set != NSDS_VI_POLYHEDRON) {
    call.sentence.write(
        "problem.set says that K is neither a box nor a polyhedron: its conditions are no MCP.");
    return NSDS_NOT_APPLICABLE;
  }
  auto made = std::make_unique<OfPolyhedron>(*given);
  made->info.given_class = NSDS_CLASS_VI;
  made->info.given_size = given->size;
  made->info.given_multipliers = given->inequalities + given->equalities;
  return deliver(std::move(made), call);
}

// The unit of all rows; 0, none, where they differ or are not given.
double common_unit(const double* units, std::int32_t n) {
  const bool same = units != nullptr && n > 0 &&
                    std::all_of(units, units + n, [units](double unit) { return unit == units[0]; });
  return same ? units[0] : 0.0;
}

nsds_status from_mcp(const nsds_mcp* given, const Call& call) {
  Arena arena;
  if (!mcp::check(given, arena, call.sentence)) return NSDS_INVALID_ARGUMENT;
  auto made = std::make_unique<SamePoint>();
  made->take_map(given->F, given->size);
  made->take_bounds(given->lower, 0.0, given->upper, given->size);
  made->info.given_class = NSDS_CLASS_MCP;
  made->info.given_size = given->size;
  nsds_vi vi;
  nsds_vi_init(&vi);
  vi.size = given->size;
  vi.F = made->F;
  vi.set = NSDS_VI_BOX;
  vi.lower = made->lower.data();
  vi.upper = made->upper.data();
  vi.scale_z = common_unit(given->scale_z, given->size);
  vi.scale_w = common_unit(given->scale_w, given->size);
  made->problem = vi;
  return deliver(std::move(made), call);
}

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_vi_to_mcp(const nsds_vi* problem, nsds_conversion** conversion, char* message,
                           size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] { return from_vi(problem, call); });
}

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_mcp_to_vi(const nsds_mcp* problem, nsds_conversion** conversion, char* message,
                           size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] { return from_mcp(problem, call); });
}
