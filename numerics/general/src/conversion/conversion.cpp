// This is the C interface of conversions, whatever the classes: what they hold, and the maps.
#include "conversion/conversion.hpp"

#include <algorithm>
#include <vector>

#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::conversion {
namespace {

bool finite(const double* x, std::int32_t n) {
  return first_not_finite(x, n) < 0;
}

bool finite(const nsds_matrix* A) {
  return A == nullptr || well_formed(*A, {});
}

bool finite(const nsds_lcp& lcp) {
  return finite(lcp.M) && finite(lcp.q, lcp.size);
}

bool finite(const nsds_mlcp& mlcp) {
  return finite(mlcp.M) && finite(mlcp.q, mlcp.size);
}

bool finite(const nsds_qp& qp) {
  return finite(qp.Q) && finite(qp.A) && finite(qp.C) && finite(qp.p, qp.size) &&
         finite(qp.b, qp.inequalities) && finite(qp.d, qp.equalities);
}

bool finite(const nsds_avi& avi) {
  return finite(avi.M) && finite(avi.A) && finite(avi.C) && finite(avi.q, avi.size) &&
         finite(avi.b, avi.inequalities) && finite(avi.d, avi.equalities);
}

// What callbacks will say is not known.
bool finite(const nsds_mcp&) {
  return true;
}

bool finite(const nsds_vi&) {
  return true;
}

bool finite(const nsds_soclcp& soclcp) {
  return finite(soclcp.M) && finite(soclcp.q, soclcp.size);
}

bool finite(const nsds_convex_qp& program) {
  return finite(program.M) && finite(program.q, program.size);
}

std::int32_t multipliers_of(const nsds_lcp&) {
  return 0;
}
std::int32_t multipliers_of(const nsds_mlcp&) {
  return 0;
}
std::int32_t multipliers_of(const nsds_qp& qp) {
  return qp.inequalities + qp.equalities;
}
std::int32_t multipliers_of(const nsds_avi& avi) {
  return avi.inequalities + avi.equalities;
}
std::int32_t multipliers_of(const nsds_mcp&) {
  return 0;
}
std::int32_t multipliers_of(const nsds_vi& vi) {
  return vi.inequalities + vi.equalities;
}
std::int32_t multipliers_of(const nsds_soclcp&) {
  return 0;
}
std::int32_t multipliers_of(const nsds_convex_qp& program) {
  return program.rows;
}

constexpr nsds_class class_of_alternative[] = {NSDS_CLASS_LCP,    NSDS_CLASS_MLCP,     NSDS_CLASS_QP,
                                               NSDS_CLASS_AVI,    NSDS_CLASS_MCP,      NSDS_CLASS_VI,
                                               NSDS_CLASS_SOCLCP, NSDS_CLASS_CONVEX_QP};

// One direction of a map, between the caller's arrays.
struct Side {
  const double* z;
  const double* multipliers;  // Nullable: zeros
  std::int32_t size, count;
};
struct OutSide {
  double* z;
  double* multipliers;  // Nullable: not wanted
  std::int32_t size, count;
};

template <class Map>
nsds_status carry(const Side& from, const OutSide& to, Map&& map) {
  if ((from.size > 0 && from.z == nullptr) || (to.size > 0 && to.z == nullptr)) return NSDS_INVALID_ARGUMENT;
  if (!finite(from.z, from.size)) return NSDS_INVALID_ARGUMENT;
  if (from.multipliers != nullptr && !finite(from.multipliers, from.count)) return NSDS_INVALID_ARGUMENT;
  return guarded([&] {
    const std::vector<double> zeros(from.multipliers == nullptr ? index(from.count) : 0, 0.0);
    const double* const multipliers = from.multipliers == nullptr ? zeros.data() : from.multipliers;
    std::vector<double> z(index(to.size)), carried(index(to.count));
    map(nsds_conversion::Point{{from.z, index(from.size)}, {multipliers, index(from.count)}},
        nsds_conversion::Result{z, carried});
    if (!finite(z.data(), to.size) || !finite(carried.data(), to.count)) return NSDS_INVALID_ARGUMENT;
    std::copy(z.begin(), z.end(), to.z);
    if (to.multipliers != nullptr) std::copy(carried.begin(), carried.end(), to.multipliers);
    return NSDS_OK;
  });
}

template <class Problem>
const Problem* problem_of(const nsds_conversion* conversion) {
  return conversion == nullptr ? nullptr : std::get_if<Problem>(&conversion->problem);
}

}  // namespace

nsds_status deliver(std::unique_ptr<nsds_conversion> made, const Call& call) {
  const bool in_range = std::visit([](const auto& problem) { return finite(problem); }, made->problem);
  if (!in_range) {
    call.sentence.write("problem: its entries overflow when it is converted; measure in other units.");
    return NSDS_INVALID_ARGUMENT;
  }
  nsds_conversion_info& info = made->info;
  info.converted_class = class_of_alternative[made->problem.index()];
  std::visit(
      [&info](const auto& problem) {
        info.converted_size = problem.size;
        info.converted_multipliers = multipliers_of(problem);
      },
      made->problem);
  *call.out = made.release();
  return NSDS_OK;
}

}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

const nsds_conversion_info* nsds_conversion_describe(const nsds_conversion* conversion) {
  return conversion == nullptr ? nullptr : &conversion->info;
}

const nsds_lcp* nsds_conversion_lcp(const nsds_conversion* conversion) {
  return problem_of<nsds_lcp>(conversion);
}

const nsds_mlcp* nsds_conversion_mlcp(const nsds_conversion* conversion) {
  return problem_of<nsds_mlcp>(conversion);
}

const nsds_qp* nsds_conversion_qp(const nsds_conversion* conversion) {
  return problem_of<nsds_qp>(conversion);
}

const nsds_avi* nsds_conversion_avi(const nsds_conversion* conversion) {
  return problem_of<nsds_avi>(conversion);
}

const nsds_mcp* nsds_conversion_mcp(const nsds_conversion* conversion) {
  return problem_of<nsds_mcp>(conversion);
}

const nsds_vi* nsds_conversion_vi(const nsds_conversion* conversion) {
  return problem_of<nsds_vi>(conversion);
}

const nsds_soclcp* nsds_conversion_soclcp(const nsds_conversion* conversion) {
  return problem_of<nsds_soclcp>(conversion);
}

const nsds_convex_qp* nsds_conversion_convex_qp(const nsds_conversion* conversion) {
  return problem_of<nsds_convex_qp>(conversion);
}

// NOLINTBEGIN(readability-non-const-parameter): the maps write through them
nsds_status nsds_conversion_back(const nsds_conversion* conversion, const double* x,
                                 const double* x_multipliers, double* z, double* z_multipliers) {
  // NOLINTEND(readability-non-const-parameter)
  if (conversion == nullptr) return NSDS_INVALID_ARGUMENT;
  const nsds_conversion_info& info = conversion->info;
  return carry({x, x_multipliers, info.converted_size, info.converted_multipliers},
               {z, z_multipliers, info.given_size, info.given_multipliers},
               [&](const auto& from, const auto& to) { conversion->back(from, to); });
}

// NOLINTBEGIN(readability-non-const-parameter): the maps write through them
nsds_status nsds_conversion_forward(const nsds_conversion* conversion, const double* z,
                                    const double* z_multipliers, double* x, double* x_multipliers) {
  // NOLINTEND(readability-non-const-parameter)
  if (conversion == nullptr) return NSDS_INVALID_ARGUMENT;
  const nsds_conversion_info& info = conversion->info;
  return carry({z, z_multipliers, info.given_size, info.given_multipliers},
               {x, x_multipliers, info.converted_size, info.converted_multipliers},
               [&](const auto& from, const auto& to) { conversion->forward(from, to); });
}

void nsds_conversion_free(nsds_conversion* conversion) {
  delete conversion;
}
