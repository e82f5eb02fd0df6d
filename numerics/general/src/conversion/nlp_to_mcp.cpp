// Nonlinear programs as the complementarity problems that their conditions of optimality are, in the units of the program.
#include <algorithm>
#include <vector>

#include "conversion/conversion.hpp"
#include "core/arena.hpp"
#include "linalg/entries.hpp"
#include "nlp/check.hpp"
#include "nlp/kkt_map.hpp"

namespace nsds::numerics::conversion {
namespace {

// A program that owns what it points at, but for its functions.
class OwnedProgram {
 public:
  explicit OwnedProgram(const nsds_nlp& given) : program_(given) {
    const auto n = index(given.size), rows = index(given.inequalities) + index(given.equalities);
    own(given.lower, n, lower_, program_.lower);
    own(given.upper, n, upper_, program_.upper);
    own(given.scale_x, n, scale_x_, program_.scale_x);
    own(given.scale_c, rows, scale_c_, program_.scale_c);
    own(given.jacobian_pattern, n, jacobian_, program_.jacobian_pattern);
    own(given.hessian_pattern, n, hessian_, program_.hessian_pattern);
  }
  OwnedProgram(const OwnedProgram&) = delete;
  OwnedProgram& operator=(const OwnedProgram&) = delete;
  ~OwnedProgram() = default;

  const nsds_nlp& get() const { return program_; }

 private:
  struct Pattern {
    std::vector<std::int32_t> starts, rows;
  };

  static void own(const double* given, std::size_t size, std::vector<double>& kept, const double*& out) {
    if (given == nullptr) return;
    kept.assign(given, given + size);
    out = kept.data();
  }
  static void own(const nsds_nlp_pattern& given, std::size_t columns, Pattern& kept, nsds_nlp_pattern& out) {
    if (given.column_starts == nullptr) return;
    kept.starts.assign(given.column_starts, given.column_starts + columns + 1);
    kept.rows.assign(given.row_indices, given.row_indices + kept.starts.back());
    kept.rows.push_back(0);  // not empty: its address is not null
    out = {kept.starts.data(), kept.rows.data()};
  }

  nsds_nlp program_;
  std::vector<double> lower_, upper_, scale_x_, scale_c_;
  Pattern jacobian_, hessian_;
};

class OfProgram : public nsds_conversion {
 public:
  explicit OfProgram(const nsds_nlp& given)
      : given_(given), program_(given_.get(), arena_), conditions_(program_, arena_) {
    nsds_mcp mcp;
    nsds_mcp_init(&mcp);
    mcp.size = checked_size(static_cast<std::int64_t>(conditions_.map().size()));
    mcp.F = conditions_.view();
    mcp.lower = conditions_.map().lower().data();
    mcp.upper = conditions_.map().upper().data();
    problem = mcp;
  }

  void back(const Point& converted, const Result& given) const override {
    const std::size_t n = given.z.size();
    for (std::size_t j = 0; j < n; ++j) given.z[j] = program_.in_units_of_caller(j, converted.z[j]);
    for (std::size_t i = 0; i < given.multipliers.size(); ++i)
      given.multipliers[i] = admissible(n + i, converted.z[n + i]) * program_.unit_multiplier(i);
  }
  void forward(const Point& given, const Result& converted) const override {
    const std::size_t n = given.z.size();
    for (std::size_t j = 0; j < n; ++j) converted.z[j] = admissible(j, given.z[j] / program_.unit_x(j));
    for (std::size_t i = 0; i < given.multipliers.size(); ++i)
      converted.z[n + i] = admissible(n + i, given.multipliers[i] / program_.unit_multiplier(i));
  }

 private:
  double admissible(std::size_t k, double value) const {
    const auto& mcp = std::get<nsds_mcp>(problem);
    return std::clamp(value, mcp.lower[k], mcp.upper[k]);
  }

  Arena arena_;
  OwnedProgram given_;
  nlp::Program program_;
  nlp::KktMap conditions_;
};

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_nlp_to_mcp(const nsds_nlp* problem, nsds_conversion** conversion, char* message,
                            size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    if (!nlp::check(problem, call.sentence)) return NSDS_INVALID_ARGUMENT;
    auto made = std::make_unique<OfProgram>(*problem);
    made->info.given_class = NSDS_CLASS_NLP;
    made->info.given_size = problem->size;
    made->info.given_multipliers = problem->inequalities + problem->equalities;
    return deliver(std::move(made), call);
  });
}
