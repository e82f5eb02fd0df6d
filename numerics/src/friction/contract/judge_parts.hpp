// Judges problems of blocks by the contract of docs/ok.md, each part against its own terms.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "affine/contract/accounted.hpp"
#include "affine/contract/data_of_rounding.hpp"
#include "core/disjoint_sets.hpp"
#include "friction/contract/contact_contract.hpp"
#include "friction/contract/part_norms.hpp"
#include "friction/contract/standing.hpp"
#include "linalg/dense_loops.hpp"

namespace nsds::numerics::friction {

// What terms that are no numbers say of a violation is nothing.
inline double ratio_of(double violation, double terms) {
  if (violation == 0.0) return 0.0;
  return terms < infinity ? violation / terms : infinity;
}

// Laws: as ContactLaws.
template <class Laws>
class PartJudge {
 public:
  PartJudge(const Laws& laws, const ContactContract& contract, const double* r, const double* u,
            const double* magnitude, std::span<unsigned char> fails)
      : laws_(laws), contract_(contract), r_(r), u_(u), magnitude_(magnitude), fails_(fails) {
    nsds_residual_init(&residual_);
    if (laws.blocks() == 0) return;
    residual_.worst = laws.number(0);
    residual_.roundoff_floor = epsilon;
  }

  nsds_residual judge() {
    const Arena::Mark mark = contract_.arena.mark();
    if (judge_blocks() && (contract_.is_exact || !is_refused_at_rest())) judge_failing_parts();
    ask_for_accounts();
    contract_.arena.rewind(mark);
    return residual_;
  }

  // Judges by sums of absolute terms alone, and without rule c, which refuses a little more than there is to refuse.
  nsds_residual judge_quickly() {
    const Arena::Mark mark = contract_.arena.mark();
    is_quick_ = true;
    std::fill(fails_.begin(), fails_.end(), static_cast<unsigned char>(0));
    judge_blocks();
    ask_for_accounts();
    contract_.arena.rewind(mark);
    return residual_;
  }

 private:
  // What is outside, or a ray, is no solution however small its violations are.
  static constexpr double all_of_it = 1.0;

  bool holds() const { return residual_.value <= contract_.tolerance; }

  void take(double nsds_residual::*part, double value, std::size_t block) {
    if (std::isnan(value)) value = infinity;
    residual_.*part = std::max(residual_.*part, value);
    if (!(value > residual_.value)) return;
    residual_.value = value;
    residual_.worst = laws_.number(block);
  }

  void find_standings() {
    standing_ = contract_.arena.take<Standing>(laws_.blocks());
    for (std::size_t c = 0; c < standing_.size(); ++c)
      standing_[c] = laws_.standing(c, r_ + laws_.first_row(c), u_ + laws_.first_row(c));
  }

  // Tells whether anything fails.
  bool judge_blocks() {
    find_standings();
    all_finite_ = all_finite(magnitude_, laws_.size()) && all_finite(r_, laws_.size());
    bool any = false;
    for (std::size_t c = 0; c < laws_.blocks(); ++c) {
      const bool fails = judge_block(c);
      if (fails && is_quick_) fails_[c] = 1;
      any = any || fails;
    }
    return any;
  }

  bool is_finite(std::size_t c) const {
    const Division& division = laws_.division(c);
    double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
    for (std::size_t k = 0; k < division.first[division.count]; ++k)
      remains += 0.0 * magnitude_[laws_.first_row(c) + k] + 0.0 * r_[laws_.first_row(c) + k];
    return remains == 0.0;
  }

  // Where the norm of sums of absolute terms, which is no more than the terms by norms, is enough there is nothing more to ask.
  // Tells whether it is not.
  bool judge_block(std::size_t c) {
    const Standing& found = standing_[c];
    const bool finite = all_finite_ || is_finite(c);
    if (found.is_outside || !finite) {
      take(&nsds_residual::primal, finite ? all_of_it : infinity, c);
      return false;
    }
    bool fails = false;
    for (std::size_t part = 0; part < laws_.division(c).count; ++part) {
      const double violation = found.violation[part];
      const bool may_ask = !asks_for_accounts_ && !found.is_open && found.asks[part];
      if (violation == 0.0 && !may_ask) continue;
      const double sum = sum_of_terms(c, part);
      asks_for_accounts_ = asks_for_accounts_ || (may_ask && may_be_ray(c, part, sum));
      // What is no more than was found elsewhere, as most is, changes nothing.
      const double known = std::min(residual_.*part_of(found), contract_.tolerance);
      if (violation == 0.0 || (!contract_.is_exact && violation <= known * sum)) continue;
      const double error = ratio_of(violation, sum);
      if (error <= contract_.tolerance && !contract_.is_exact)
        take(part_of(found), error, c);
      else if (contract_.is_exact || violation > floor_of(c, part)) {
        fails = true;
        if (is_quick_) take(part_of(found), error, c);
      }
    }
    return fails;
  }

  // Tells whether the law asks something of the row of a part, whose terms are large beside its datum.
  bool may_be_ray(std::size_t c, std::size_t part, double terms) const {
    return !standing_[c].is_open && standing_[c].asks[part] &&
           affine::are_unaccounted(terms, norm_of(laws_.datum(), c, part));
  }

  double norm_of(const double* x, std::size_t c, std::size_t part) const {
    const Division& division = laws_.division(c);
    return part_norm(x + laws_.first_row(c) + division.first[part], division.rows(part));
  }

  double sum_of_terms(std::size_t c, std::size_t part) const {
    const double own = norm_of(magnitude_, c, part);
    const double flow = part == normal_part ? std::fabs(flow_of(c)) : 0.0;
    return flow == 0.0 ? own : own + flow * norm_of(magnitude_, c, tangent_part);
  }

  double flow_of(std::size_t c) const { return standing_[c].has_flow ? laws_.dilatancy(c) : 0.0; }

  // A datum in the unit in which those of all parts are compared.
  double datum_of(std::size_t c, std::size_t part) const {
    return laws_.unit(c, part) * norm_of(laws_.datum(), c, part);
  }

  PartNorms norms() const { return NormsOf<Laws>(laws_, r_, standing_, contract_.arena).made(); }

  double floor_of(std::size_t c, std::size_t part) const {
    double floor = contract_.floor;
    if (laws_.floor() == nullptr) return floor;
    const Division& division = laws_.division(c);
    for (std::size_t k = division.first[part]; k < division.first[part + 1]; ++k)
      floor = std::max(floor, laws_.floor()[laws_.first_row(c) + k]);
    return floor;
  }

  static double nsds_residual::*part_of(const Standing& standing) {
    return standing.is_open ? &nsds_residual::dual : &nsds_residual::complementarity;
  }

  template <class Visit>
  void for_each_part(Visit&& visit) const {
    for (std::size_t c = 0; c < laws_.blocks(); ++c)
      for (std::size_t part = 0; part < laws_.division(c).count; ++part) visit(c, part);
  }

  // Where all unknowns are zero, as where solves start, terms are data, and those of rounding alone may be forgiven.
  bool is_refused_at_rest() {
    if (std::any_of(r_, r_ + laws_.size(), [](double x) { return x != 0.0; })) return false;
    double largest = 0.0;
    for_each_part([&](std::size_t c, std::size_t part) {
      largest = std::max(largest, laws_.unit(c, part) * sum_of_terms(c, part));
    });
    for (std::size_t c = 0; c < laws_.blocks(); ++c) {
      const Standing& found = standing_[c];
      for (std::size_t part = 0; part < laws_.division(c).count; ++part) {
        const double violation = found.violation[part];
        if (laws_.unit(c, part) * violation > affine::rounding_of_data * largest &&
            violation > floor_of(c, part))
          take(part_of(found), ratio_of(violation, sum_of_terms(c, part)), c);
      }
    }
    return !holds();
  }

  // The problem of norms as the rules of affine problems see it: unknowns are above their lower bounds.
  affine::BoxProblem box_of(const PartNorms& norms) const {
    const auto n = static_cast<std::int32_t>(norms.datum.size());
    return {{n, norms.matrix, norms.datum.data(), 1.0, 1.0},
            contract_.arena.take<double>(norms.datum.size(), 0.0).data(),
            norms.upper.data(),
            1.0,
            n};
  }

  affine::Rows rows_of(const affine::BoxProblem& box, const PartNorms& norms) const {
    affine::Rows rows(box, norms.terms.data(), contract_.arena);
    std::fill(rows.violation.begin(), rows.violation.end(), 0.0);
    for (std::size_t k = 0; k < norms.parts;) {
      const std::size_t c = index(norms.block[k]);
      for (std::size_t part = 0; part < laws_.division(c).count; ++part, ++k)
        rows.violation[k] = laws_.unit(c, part) * standing_[c].violation[part];
    }
    return rows;
  }

  void judge_failing_parts() {
    const PartNorms norms = this->norms();
    // Rows of limits are of forces, and say nothing of the rounding of velocities.
    std::fill(norms.terms.begin() + static_cast<std::ptrdiff_t>(norms.parts), norms.terms.end(), 0.0);
    const affine::BoxProblem box = box_of(norms);
    const affine::Rows rows = rows_of(box, norms);
    forgiven_ = contract_.arena.take<unsigned char>(norms.datum.size(), 0);
    const auto fails = [&](std::size_t k) {
      const std::size_t c = index(norms.block[k]), part = index(norms.part[k]);
      return ratio_of(rows.violation[k], rows.terms[k]) > contract_.tolerance &&
             rows.violation[k] > laws_.unit(c, part) * floor_of(c, part);
    };
    // Rows of which the law asks nothing do not hold either: they are no rows.
    const auto asks = [&](std::size_t k) {
      return standing_[index(norms.block[k])].asks[index(norms.part[k])];
    };
    for (std::size_t k = 0; k < norms.parts; ++k) forgiven_[k] = fails(k) || !asks(k) ? 1 : 0;
    forgive_data_of_rounding(box, rows, norms.unknown.data(), forgiven_, contract_.arena);
    for (std::size_t k = 0; k < norms.parts; ++k) {
      const std::size_t c = index(norms.block[k]);
      const std::size_t part = index(norms.part[k]);
      const bool still_fails = fails(k) && forgiven_[k] != 0;
      const double error = ratio_of(rows.violation[k], rows.terms[k]);
      const bool is_seen =
          ratio_of(standing_[c].violation[part], sum_of_terms(c, part)) <= contract_.tolerance;
      holds_by_norms_ |= error <= contract_.tolerance && !is_seen &&
                         may_be_ray(c, part, rows.terms[k] / laws_.unit(c, part));
      if (still_fails || error <= contract_.tolerance) take(part_of(standing_[c]), error, c);
      forgiven_[k] = fails(k) && !still_fails ? 1 : 0;
    }
  }

  void ask_for_accounts() {
    if (!holds()) return;
    if (holds_by_norms_ || (asks_for_accounts_ && !has_short_accounts() && may_have_lost_data()))
      judge_accounts();
  }

  bool has_short_accounts() const {
    return laws_.are_accounted(contract_.tolerance, r_, magnitude_, contract_.arena);
  }

  // Rule e has nothing to ask where no row of large terms is violated, or rounded, by as much as the least datum of its island says.
  bool may_have_lost_data() const {
    const Arena::Mark mark = contract_.arena.mark();
    const auto island = contract_.arena.take<std::int32_t>(laws_.blocks());
    find_islands(island);
    const std::span<const double> least = least_data(island);
    bool may = false;
    for_each_part([&](std::size_t c, std::size_t part) {
      const double unit = laws_.unit(c, part), terms = sum_of_terms(c, part);
      const double missed = unit * (standing_[c].violation[part] + affine::rounding_of_data * terms);
      may |= may_be_ray(c, part, terms) && missed > affine::known_part * least[index(island[c])];
    });
    contract_.arena.rewind(mark);
    return may;
  }

  // The least datum of each island that is no rounding beside the largest one.
  std::span<const double> least_data(std::span<const std::int32_t> island) const {
    const auto largest = contract_.arena.take<double>(laws_.blocks(), 0.0);
    for_each_part([&](std::size_t c, std::size_t part) {
      double& known = largest[index(island[c])];
      if (standing_[c].asks[part]) known = std::max(known, datum_of(c, part));
    });
    const auto least = contract_.arena.take<double>(laws_.blocks(), infinity);
    for_each_part([&](std::size_t c, std::size_t part) {
      const double datum = datum_of(c, part);
      double& known = least[index(island[c])];
      if (standing_[c].asks[part] && datum > affine::rounding_of_data * largest[index(island[c])])
        known = std::min(known, datum);
    });
    return least;
  }

  void find_islands(std::span<std::int32_t> island) const {
    const Arena::Mark mark = contract_.arena.mark();
    DisjointSets sets(island.size(), contract_.arena);
    laws_.for_each_pair(contract_.arena,
                        [&](std::int32_t row, std::int32_t column) { sets.unite(row, column); });
    sets.number(island);
    contract_.arena.rewind(mark);
  }

  // Rows of limits account for parts, and ask for none that no row of W notices.
  void leave_out_unnoticed(const PartNorms& norms) const {
    const Arena::Mark mark = contract_.arena.mark();
    const auto noticed = contract_.arena.take<unsigned char>(norms.unknown.size(), 0);
    numerics::for_each_entry(norms.matrix, [&](std::int32_t i, std::int32_t j, double value) {
      if (index(i) < norms.parts &&
          value * norms.unknown[index(j)] > contract_.tolerance * norms.terms[index(i)])
        noticed[index(j)] = 1;
    });
    for (std::size_t j = 0; j < noticed.size(); ++j)
      if (noticed[j] == 0 && norms.upper[j] == infinity) norms.unknown[j] = 0.0;
    contract_.arena.rewind(mark);
  }

  // (rows of norms): the normal part of a contact for other parts that are no larger by much.
  std::span<const std::int32_t> normals_of(const PartNorms& norms) const {
    const auto normals = contract_.arena.take<std::int32_t>(norms.unknown.size(), -1);
    for (std::size_t k = 0; k < norms.parts; ++k) {
      const std::size_t normal = k - index(norms.part[k]);
      if (normal != k && norms.unknown[k] <= bounded_by_normal * norms.unknown[normal])
        normals[k] = static_cast<std::int32_t>(normal);
    }
    return normals;
  }

  void judge_accounts() {
    const PartNorms norms = this->norms();
    leave_out_unnoticed(norms);
    const affine::BoxProblem box = box_of(norms);
    const affine::Rows rows = rows_of(box, norms);
    if (forgiven_.empty()) forgiven_ = contract_.arena.take<unsigned char>(norms.datum.size(), 0);
    for (std::size_t k = 0; k < norms.parts; ++k)
      if (!standing_[index(norms.block[k])].asks[index(norms.part[k])]) forgiven_[k] = 1;
    const std::int32_t unknown = affine::unknown_of_ray(
        box, rows, forgiven_, contract_.tolerance, norms.unknown.data(), contract_.arena,
        laws_.has_cones() ? normals_of(norms) : std::span<const std::int32_t>());
    if (unknown >= 0) take(&nsds_residual::primal, all_of_it, index(norms.block[index(unknown)]));
  }

  const Laws& laws_;
  const ContactContract& contract_;
  const double *r_, *u_, *magnitude_;
  std::span<unsigned char> fails_;
  std::span<Standing> standing_;  // (blocks)
  bool all_finite_ = false, asks_for_accounts_ = false, is_quick_ = false;
  bool holds_by_norms_ = false;        // alone, which are large beside the data
  std::span<unsigned char> forgiven_;  // (rows of norms), of rounding; empty: none
  nsds_residual residual_;
};

template <class Laws>
nsds_residual judge_parts(const Laws& laws, const ContactContract& contract, const double* r, const double* u,
                          const double* magnitude) {
  return PartJudge<Laws>(laws, contract, r, u, magnitude, {}).judge();
}

template <class Laws>
nsds_residual judge_parts_quickly(const Laws& laws, const ContactContract& contract, const double* r,
                                  const double* u, const double* magnitude, std::span<unsigned char> fails) {
  return PartJudge<Laws>(laws, contract, r, u, magnitude, fails).judge_quickly();
}

}  // namespace nsds::numerics::friction
