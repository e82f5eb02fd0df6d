#include "soclcp/contract/cone_contract.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/accounted.hpp"
#include "affine/contract/data_of_rounding.hpp"
#include "linalg/entries.hpp"
#include "soclcp/contract/standing.hpp"

namespace nsds::numerics::soclcp {
namespace {

// What is outside, or a ray, is no solution however small its violations are.
constexpr double all_of_it = 1.0;

class Judge {
 public:
  Judge(ConeContract& contract, const Image& image, std::span<unsigned char> fails, Arena& arena)
      : contract_(contract),
        given_(contract.given()),
        parts_(contract.division().parts),
        tolerance_(contract.tolerance()),
        image_(image),
        fails_(fails),
        arena_(arena) {
    nsds_residual_init(&residual_);
    if (parts_.empty()) return;
    residual_.worst = 0;
    residual_.roundoff_floor = epsilon;
  }

  nsds_residual judge() {
    std::fill(fails_.begin(), fails_.end(), static_cast<unsigned char>(0));
    bool any = false;
    for (const Part& part : parts_) any = judge_part(part) || any;
    const bool by_norms = any && (contract_.is_exact() || !is_refused_at_rest());
    const auto asks_for_accounts = [&] { return residual_.value <= tolerance_ && asks_for_accounts_; };
    if (!by_norms && !asks_for_accounts()) return residual_;
    static_cast<void>(contract_.norms());  // these stay
    const Arena::Mark mark = arena_.mark();
    if (by_norms) judge_by_norms();
    if (asks_for_accounts()) judge_accounts();
    arena_.rewind(mark);
    return residual_;
  }

 private:
  void take(double nsds_residual::*of, double value, const Part& part) {
    if (std::isnan(value)) value = infinity;
    residual_.*of = std::max(residual_.*of, value);
    if (!(value > residual_.value)) return;
    residual_.value = value;
    residual_.worst = static_cast<std::int32_t>(part.begin);
  }

  static double nsds_residual::*share_of(const Part& part, Place place) {
    return part.kind == PartKind::free || place == Place::zero ? &nsds_residual::dual
                                                               : &nsds_residual::complementarity;
  }

  // What overflows is compared with nothing.
  static double relative(double violation, double terms) {
    return terms < infinity ? ratio(violation, terms) : infinity;
  }

  // Where the norm of sums of absolute terms, which is no more than the terms by norms, is enough there is nothing more to ask.
  // Tells whether it is not.
  bool judge_part(const Part& part) {
    double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
    for (std::size_t i = part.begin; i < part.end(); ++i)
      remains += 0.0 * image_.magnitude[i] + 0.0 * image_.z[i];
    if (remains != 0.0) {
      take(&nsds_residual::primal, infinity, part);
      return false;
    }
    const Standing standing = standing_of(part, image_.z, image_.w);
    if (standing.place == Place::outside) {
      take(&nsds_residual::primal, all_of_it, part);
      return false;
    }
    const double terms = part_norm(part, image_.magnitude);
    asks_for_accounts_ = asks_for_accounts_ || affine::are_unaccounted(terms, part_norm(part, given_.q));
    if (standing.violation == 0.0) return false;
    const double error = relative(standing.violation, terms);
    if (contract_.is_exact()) return true;
    if (error <= tolerance_) {
      take(share_of(part, standing.place), error, part);
      return false;
    }
    return standing.violation > contract_.floor_of(part);
  }

  // Where z is zero, as where solves start, terms are data, and those of rounding alone may be forgiven.
  bool is_refused_at_rest() {
    const double* const end = image_.z + given_.size;
    if (std::any_of(image_.z, end, [](double x) { return x != 0.0; })) return false;
    double largest = 0.0;
    for (const Part& part : parts_) largest = std::max(largest, part_norm(part, given_.q));
    for (const Part& part : parts_) {
      const Standing standing = standing_of(part, image_.z, image_.w);
      if (standing.violation > affine::rounding_of_data * largest &&
          standing.violation > contract_.floor_of(part))
        take(share_of(part, standing.place), relative(standing.violation, part_norm(part, given_.q)), part);
    }
    return residual_.value > tolerance_;
  }

  // The problem of norms as the rules of affine problems see it: unknowns are above their lower bounds.
  struct OfNorms {
    affine::BoxProblem box;
    std::span<double> unknown;
    affine::Rows rows;
  };

  OfNorms of_norms() {
    const PartNorms& norms = contract_.norms();
    const std::size_t count = parts_.size();
    const auto size = static_cast<std::int32_t>(count);
    const affine::BoxProblem box{{size, norms.matrix, norms.datum.data(), 1.0, 1.0},
                                 arena_.take<double>(count, 0.0).data(),
                                 arena_.take<double>(count, infinity).data(),
                                 1.0,
                                 size};
    const std::span<double> unknown = arena_.take<double>(count), terms = arena_.take<double>(count);
    for (std::size_t k = 0; k < count; ++k) unknown[k] = part_norm(parts_[k], image_.z);
    std::copy(norms.datum.begin(), norms.datum.end(), terms.begin());
    for_each_entry(norms.matrix, [&](std::int32_t i, std::int32_t j, double value) {
      terms[index(i)] += value * unknown[index(j)];
    });
    affine::Rows rows(box, terms.data(), arena_);
    for (std::size_t k = 0; k < count; ++k)
      rows.violation[k] = standing_of(parts_[k], image_.z, image_.w).violation;
    return {box, unknown, rows};
  }

  void judge_by_norms() {
    const OfNorms of = of_norms();
    forgiven_ = arena_.take<unsigned char>(parts_.size());
    const auto error_of = [&](std::size_t k) { return relative(of.rows.violation[k], of.rows.terms[k]); };
    const auto is_violated = [&](std::size_t k) {
      return error_of(k) > tolerance_ && of.rows.violation[k] > contract_.floor_of(parts_[k]);
    };
    for (std::size_t k = 0; k < forgiven_.size(); ++k) forgiven_[k] = is_violated(k) ? 1 : 0;
    affine::forgive_data_of_rounding(of.box, of.rows, of.unknown.data(), forgiven_, arena_);
    for (std::size_t k = 0; k < forgiven_.size(); ++k) {
      const bool still_fails = forgiven_[k] != 0;
      if (still_fails && !fails_.empty()) fails_[k] = 1;
      const double error = error_of(k), needed = part_norm(parts_[k], image_.magnitude);
      // Terms that entries of the block itself do not show, and that the part needs.
      if (relative(of.rows.violation[k], needed) > tolerance_)
        asks_for_accounts_ =
            asks_for_accounts_ || affine::are_unaccounted(of.rows.terms[k], contract_.norms().datum[k]);
      if (still_fails || error <= tolerance_)
        take(share_of(parts_[k], place_of(parts_[k], image_.z)), error, parts_[k]);
      forgiven_[k] = is_violated(k) && !still_fails ? 1 : 0;
    }
  }

  void judge_accounts() {
    const OfNorms of = of_norms();
    if (forgiven_.empty()) forgiven_ = arena_.take<unsigned char>(parts_.size(), 0);
    const std::int32_t ray =
        affine::unknown_of_ray(of.box, of.rows, forgiven_, tolerance_, of.unknown.data(), arena_);
    if (ray >= 0) take(&nsds_residual::primal, all_of_it, parts_[index(ray)]);
  }

  ConeContract& contract_;
  const nsds_soclcp& given_;
  std::span<const Part> parts_;
  double tolerance_;
  Image image_;
  std::span<unsigned char> fails_;
  Arena& arena_;
  bool asks_for_accounts_ = false;
  std::span<unsigned char> forgiven_;  // (parts), of rounding; empty: none
  nsds_residual residual_;
};

}  // namespace

double ConeContract::floor_of(const Part& part) const {
  double floor = floor_;
  for (std::size_t i = part.begin; given_.floor != nullptr && i < part.end(); ++i)
    floor = std::max(floor, given_.floor[i]);
  return floor;
}

const PartNorms& ConeContract::norms() {
  if (!norms_) norms_ = part_norms(given_, division_, arena_);
  return *norms_;
}

nsds_residual ConeContract::judge(const Image& image, std::span<unsigned char> fails) {
  return Judge(*this, image, fails, arena_).judge();
}

}  // namespace nsds::numerics::soclcp
