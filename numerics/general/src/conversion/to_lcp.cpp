// Converts mixed complementarity and relay problems to LCPs: equality rows are eliminated, after the bounds
// of a relay problem have become complementarities.
#include <algorithm>

#include "conversion/conversion.hpp"
#include "conversion/elimination.hpp"
#include "conversion/given.hpp"
#include "conversion/mixed_form.hpp"

namespace nsds::numerics::conversion {
namespace {

nsds_lcp eliminated_problem(const Elimination& elimination) {
  nsds_lcp lcp;
  nsds_lcp_init(&lcp);
  lcp.size = elimination.size();
  lcp.M = &elimination.matrix();
  lcp.q = elimination.vector().data();
  return lcp;
}

std::vector<double> clipped(std::span<const double> x) {
  std::vector<double> made(x.begin(), x.end());
  for (double& value : made) value = std::max(0.0, value);
  return made;
}

struct MixedToLcp final : nsds_conversion {
  Elimination elimination;

  void back(const Point& converted, const Result& given) const override {
    elimination.carry_back(clipped(converted.z), given.z);
  }
  void forward(const Point& given, const Result& converted) const override {
    elimination.carry_over(given.z, converted.z);
    for (double& x : converted.z) x = std::max(0.0, x);
  }
};

struct RelayToLcp final : nsds_conversion {
  MixedForm mixed;
  Elimination elimination;

  void back(const Point& converted, const Result& given) const override {
    std::vector<double> x(static_cast<std::size_t>(mixed.size()));
    elimination.carry_back(clipped(converted.z), x);
    mixed.carry_back(x, given.z);
  }
  void forward(const Point& given, const Result& converted) const override {
    std::vector<double> x(static_cast<std::size_t>(mixed.size()));
    mixed.carry_over(given.z, x);
    elimination.carry_over(x, converted.z);
  }
};

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_mlcp_to_lcp(const nsds_mlcp* problem, nsds_conversion** conversion, char* message,
                             size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    nsds_status status = check_given(problem, call.sentence);
    if (status != NSDS_OK) return status;
    auto made = std::make_unique<MixedToLcp>();
    made->info.given_class = NSDS_CLASS_MLCP;
    made->info.given_size = problem->size;
    const auto n = static_cast<std::size_t>(problem->size);
    status =
        made->elimination.build(*problem->M, {problem->q, n}, {problem->complementary, n}, call.sentence);
    if (status != NSDS_OK) return status;
    made->problem = eliminated_problem(made->elimination);
    return deliver(std::move(made), call);
  });
}

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_relay_to_lcp(const nsds_relay* problem, nsds_conversion** conversion, char* message,
                              size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    nsds_status status = check_given(problem, call.sentence);
    if (status != NSDS_OK) return status;
    auto made = std::make_unique<RelayToLcp>();
    made->info.given_class = NSDS_CLASS_RELAY;
    made->info.given_size = problem->size;
    made->mixed.build({*problem->M, problem->q, problem->lower, problem->upper});
    const MixedForm& mixed = made->mixed;
    status = made->elimination.build(mixed.matrix(), mixed.vector(), mixed.complementary(), call.sentence);
    if (status != NSDS_OK) return status;
    made->problem = eliminated_problem(made->elimination);
    return deliver(std::move(made), call);
  });
}
