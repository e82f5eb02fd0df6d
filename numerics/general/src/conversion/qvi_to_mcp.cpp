// Quasi-variational inequalities over boxes and polyhedra as the complementarity problems that their conditions are.
#include <algorithm>
#include <mutex>
#include <utility>

#include "conversion/conversion.hpp"
#include "linalg/entries.hpp"
#include "qvi/check.hpp"
#include "qvi/problem.hpp"

namespace nsds::numerics::conversion {
namespace {

const std::int32_t* copied(const std::int32_t* from, std::size_t count, Arena& arena) {
  if (from == nullptr) return nullptr;
  const std::span<std::int32_t> made = arena.take<std::int32_t>(std::max<std::size_t>(count, 1));
  std::copy_n(from, count, made.begin());
  return made.data();
}

// The pattern of a map or a Jacobian with that many columns.
template <class Given>
void own_pattern(std::size_t columns, Given& given, Arena& arena) {
  if (given.column_starts == nullptr) return;
  given.row_indices = copied(given.row_indices, index(given.column_starts[columns]), arena);
  given.column_starts = copied(given.column_starts, columns + 1, arena);
}

const double* copied_vector(const double* from, std::int32_t count, Arena& arena) {
  if (from == nullptr) return nullptr;
  const std::span<double> made = arena.take<double>(std::max<std::size_t>(index(count), 1));
  std::copy_n(from, count, made.begin());
  return made.data();
}

// What the conditions go on looking at after they have been made: patterns, units, and the bounds of z.
nsds_qvi owned(nsds_qvi given, Arena& arena) {
  const std::size_t n = index(given.size);
  own_pattern(n, given.F, arena);
  own_pattern(n, given.c, arena);
  own_pattern(n, given.g_by_y, arena);
  own_pattern(n, given.g_by_z, arena);
  given.lower = copied_vector(given.lower, given.size, arena);
  given.upper = copied_vector(given.upper, given.size, arena);
  given.scale_g = copied_vector(given.scale_g, given.rows, arena);
  return given;
}

class OfConditions : public nsds_conversion {
 public:
  explicit OfConditions(const nsds_qvi& given) : given_(owned(given, arena_)), conditions_(given_, arena_) {
    scratch_ = arena_.take<double>(map().size());
    info.given_class = NSDS_CLASS_QVI;
    info.given_size = given.size;
    info.given_multipliers = given.rows + given.inequalities + given.equalities;
    bind();
  }

  bool is_in_box() { return conditions_.inequality().is_in_box(); }

  void back(const Point& converted, const Result& given) const override {
    const std::scoped_lock lock(mutex_);
    const std::span<const double> y = conditions_.y_of(converted.z);
    const std::size_t n = given.z.size(), skipped = converted.z.size() - y.size();
    for (std::size_t i = 0; i < n; ++i) given.z[i] = conditions_.functions().F().given(i, y[i]);
    for (std::size_t k = n; k < n + given.multipliers.size(); ++k)
      given.multipliers[k - n] = std::max(y[k], map().lower()[skipped + k]) * conditions_.unit_of(k);
  }

  // Where c is not defined z is taken for the point of K.
  void forward(const Point& given, const Result& converted) const override {
    const std::scoped_lock lock(mutex_);
    const std::span<double> x = converted.z, y = conditions_.y_of(x);
    const std::size_t n = given.z.size(), skipped = x.size() - y.size();
    for (std::size_t k = 0; k < y.size(); ++k)
      y[k] = (k < n ? given.z[k] : given.multipliers[k - n]) / conditions_.unit_of(k);
    std::copy_n(y.begin(), n, x.begin());
    if (skipped > 0) place(x);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::clamp(x[k], map().lower()[k], map().upper()[k]);
  }

 private:
  nonlinear::Map& map() const { return conditions_.inequality().box_map(); }

  void place(std::span<double> x) const {
    try {
      const std::span<double> y = conditions_.y_of(x);
      std::copy(y.begin(), y.end(), conditions_.y_of(scratch_).begin());
      conditions_.place(conditions_.y_of(scratch_), x);
    } catch (const nonlinear::CallbackFailed&) {
      // x is a start all the same.
    }
  }

  void bind() {
    nsds_mcp mcp;
    nsds_mcp_init(&mcp);
    const affine::Structure& J = map().jacobian();
    mcp.size = checked_size(static_cast<std::int64_t>(map().size()));
    mcp.F = {call_evaluate, call_jacobian, J.sparse ? J.columns.starts : nullptr,
             J.sparse ? J.columns.rows : nullptr, this};
    mcp.lower = map().lower().data();
    mcp.upper = map().upper().data();
    problem = mcp;
  }

  // The conditions remember their last point: one thread is in them at a time.
  template <class Body>
  static int inside(void* user, const Body& body) {
    const OfConditions& self = *static_cast<const OfConditions*>(user);
    const std::scoped_lock lock(self.mutex_);
    try {
      return body(self) ? NSDS_MAP_EVALUATED : NSDS_MAP_OUTSIDE;
    } catch (const nonlinear::CallbackFailed&) {
      return NSDS_MAP_FAILED;
    }
  }
  static int call_evaluate(void* user, const double* x, double* values) {
    return inside(user, [&](const OfConditions& self) {
      const std::size_t size = self.map().size();
      return self.map().evaluate({x, size}, {values, size});
    });
  }
  static int call_jacobian(void* user, const double* x, double* values) {
    return inside(user, [&](const OfConditions& self) {
      nonlinear::Map& map = self.map();
      if (!map.linearise({x, map.size()}, self.scratch_)) return false;
      const affine::Structure& J = map.jacobian();
      const std::size_t entries = J.sparse ? index(J.columns.starts[map.size()]) : map.size() * map.size();
      std::copy_n(J.sparse ? J.columns.values : J.dense, entries, values);
      return true;
    });
  }

  Arena arena_;
  nsds_qvi given_;
  mutable std::mutex mutex_;
  mutable qvi::QuasiInequality conditions_;
  std::span<double> scratch_;
};

nsds_status from_qvi(const nsds_qvi* given, const Call& call) {
  const nsds_status status = qvi::check(given, call.sentence);
  if (status != NSDS_OK) return status;
  auto made = std::make_unique<OfConditions>(*given);
  if (made->is_in_box()) return deliver(std::move(made), call);
  call.sentence.write(
      "problem.set says that K is neither a box nor a polyhedron: its conditions are no MCP.");
  return NSDS_NOT_APPLICABLE;
}

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_qvi_to_mcp(const nsds_qvi* problem, nsds_conversion** conversion, char* message,
                            size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] { return from_qvi(problem, call); });
}
